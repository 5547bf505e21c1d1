//! The command line as scripts see it: what is printed, where, and with which status.

// Helpers of tests fail by panicking.
#![allow(clippy::unwrap_used)]

mod common;

use common::{prints, refuses, tablier, text};
use std::process::Command;

const START: &str = "r3y/rr2yy/rrr1yyy/8/9/8/yyy1rrr/yy2rr/y3r r ------------ -";

#[test]
fn perft_prints_a_line_a_depth() {
    assert_eq!(
        prints(&["perft", "offboard", "--depth", "3"]),
        "1 42\n2 1752\n3 78030\n"
    );
    assert_eq!(
        prints(&["perft", "offboard", "--depth", "3", "--hash", "1"]),
        "1 42\n2 1752\n3 78030\n"
    );
    assert_eq!(
        prints(&["perft", "offboard", "--position", START, "--depth", "1"]),
        "1 42\n"
    );
}

#[test]
fn moves_are_in_byte_order_one_a_line() {
    let printed = prints(&["moves", "offboard"]);
    let moves: Vec<&str> = printed.lines().collect();
    assert_eq!(moves.len(), 42);
    assert!(moves.is_sorted());
    let output = tablier(
        &["moves", "offboard", "--stdin"],
        &format!("{START}\n5/6/7/8/9/8/7/6/5 r ------------ -\n"),
    );
    assert_eq!(text(&output.stdout), format!("{}\n\n", moves.join(" ")));
}

#[test]
fn play_prints_positions_and_the_result() {
    assert_eq!(
        prints(&["play", "offboard", "a5b5", "a1b1"]),
        "r3y/rr2yy/rrr1yyy/8/9/4r3/yyy1rrr/yy2rr/y4 y ------------ -\n\
         r3y/rr2yy/rrr1yyy/8/9/y3r3/yyy1rrr/yy2rr/5 r ------------ -\n"
    );
    assert_eq!(
        prints(&[
            "play",
            "offboard",
            "--position",
            "5/3rry/7/8/9/8/7/6/5 r ----y------- -",
            "h7h8"
        ]),
        "5/4rr/7/8/9/8/7/6/5 y --y-y------- -\nresult: red wins by points\n"
    );
}

#[test]
fn an_illegal_move_ends_play_with_its_reason() {
    let output = tablier(&["play", "offboard", "a5b5", "e5e6", "a1b1"], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout).lines().count(), 1);
    assert_eq!(text(&output.stderr), "tablier: e5e6: there is no marble on e5\n");
}

#[test]
fn analysis_finds_the_winning_push() {
    let position = ["--position", "5/3rry/7/8/9/8/7/6/y4 r ----y------- -"];
    let text = prints(&[&["analyse", "offboard", "--nodes", "2000"], &position[..]].concat());
    assert!(text.starts_with("wins in 1 depth 1: h7h8;"), "{text}");
    let json = prints(
        &[
            &["analyse", "offboard", "--nodes", "2000", "--json", "--lines", "3"],
            &position[..],
        ]
        .concat(),
    );
    assert_eq!(json.lines().count(), 3, "{json}");
    assert!(
        json.starts_with("{\"score\":999999,\"chance\":1.0,\"plies_to_end\":1,"),
        "{json}"
    );
    for game in ["polygone", "isometron"] {
        assert_eq!(
            prints(&["analyse", game, "--nodes", "300", "--lines", "2"])
                .lines()
                .count(),
            2
        );
    }
    refuses(
        &[
            "analyse",
            "offboard",
            "--nodes",
            "5",
            "--position",
            "5/6/7/8/9/8/7/6/5 r ------------ -",
        ],
        "",
        1,
    );
}

#[test]
fn a_review_names_the_blunder_and_what_was_better() {
    // Red could win at once, and lets yellow win at once.
    let position = "r3r/r2yy1/yrryyy1/1r4r1/6r1y/4r2y/1ry4/4r1/5 r --------yr-y -";
    let look = [
        "analyse",
        "offboard",
        "--nodes",
        "2000",
        "--position",
        position,
        "i9h9",
        "h7h8",
        "--review",
    ];
    let told = prints(&look);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "curve, red's chance in %: 100 0 0");
    assert!(
        lines[1].starts_with("1. red i9h9 is a blunder, from wins in 1 to loses in 1")
            && lines[1].contains("; better was g5g4"),
        "{told}"
    );
    assert!(lines[2].starts_with("accuracy of red: "), "{told}");
    assert_eq!(lines[3..], ["accuracy of yellow: 100.0 %"]);
    let json = prints(&[&look[..], &["--json"]].concat());
    let review: protocol::Review = serde_json::from_str(&json).unwrap();
    assert_eq!(review.moves[0].judgement, protocol::Judgement::Blunder);
    assert_eq!(review.moves[0].best[0], "g5g4");
    assert_eq!(review.moves[1].judgement, protocol::Judgement::Good);
    assert_eq!(review.curve, [1.0, 0.0, 0.0]);
    refuses(&["analyse", "offboard", "--nodes", "10", "--review"], "", 2);
}

#[test]
fn a_pass_is_a_move_of_an_analysed_game_too() {
    let line = refuses(&["analyse", "isometron", "--nodes", "10", "--"], "", 1);
    assert!(line.starts_with("tablier: --: "), "{line}");
}

#[test]
fn malformed_input_is_refused_in_one_line() {
    let refused = |args: &[&str]| refuses(args, "", 1);
    assert_eq!(
        refused(&[
            "moves",
            "offboard",
            "--position",
            "5/6/7/8/9/8/7/6/5 x ------------ -"
        ]),
        "tablier: turn, character 1: expected r or y, found 'x'"
    );
    refused(&["perft", "offboard", "--depth", "2", "--position", ""]);
    refused(&["play", "offboard", "--position", "\n\n"]);
    refused(&["play", "offboard", "--", "a5b5"]);
    refused(&["play", "offboard", "é"]);
    refused(&["moves", "offboard", "--symmetry", "axial"]);
    refused(&["render", "offboard", "-o", "board.webp"]);
    refused(&[
        "render",
        "offboard",
        "-o",
        "board.gif",
        "--record",
        "no-such-file.txt",
    ]);
    refused(&["render", "offboard", "-o", "no/such/folder/board.svg"]);
    let third = refuses(
        &["moves", "offboard", "--stdin"],
        &format!("{START}\n{START}\nnonsense\n"),
        1,
    );
    assert!(third.starts_with("tablier: line 3: "), "{third}");
}

#[test]
fn malformed_arguments_are_refused_in_one_line() {
    let refused = |args: &[&str]| refuses(args, "", 2);
    for args in [
        &["nonsense"] as &[&str],
        &["perft"],
        &["perft", "offboard"],
        &["perft", "chess", "--depth", "1"],
        &["perft", "offboard", "--depth", "0"],
        &["perft", "offboard", "--depth", "-1"],
        &["perft", "offboard", "--depth", "99999999999"],
        &["perft", "offboard", "--depth", "1", "--hash", "0"],
        &["moves", "offboard", "--stdin", "--position", START],
        &["moves", "offboard", "--symmetry", "axial", "--position", START],
        &["moves", "offboard", "more"],
        &["render", "offboard"],
        &["--nonsense"],
    ] {
        refused(args);
    }
    let games = refused(&["moves", "go"]);
    assert!(games.contains("offboard"), "{games}");
}

#[cfg(unix)]
#[test]
fn bytes_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let broken = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    let output = Command::new(env!("CARGO_BIN_EXE_tablier"))
        .args(["play", "offboard"])
        .arg(broken)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
}

#[test]
fn pictures_are_svg_or_png() {
    let folder = std::env::temp_dir().join(format!("tablier-render-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [svg, png] = ["board.svg", "board.png"].map(|name| folder.join(name));
    for path in [&svg, &png] {
        prints(&[
            "render",
            "offboard",
            "--position",
            START,
            "-o",
            path.to_str().unwrap(),
        ]);
    }
    let start = std::fs::read_to_string(&svg).unwrap();
    assert!(start.starts_with("<svg"));
    prints(&["render", "offboard", "-o", svg.to_str().unwrap(), "a5b5"]);
    assert_ne!(std::fs::read_to_string(&svg).unwrap(), start, "the move is drawn");
    refuses(
        &["render", "offboard", "-o", svg.to_str().unwrap(), "a5b5", "a5b5"],
        "",
        1,
    );
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_game_is_an_animation_from_its_moves_or_its_record() {
    let folder = std::env::temp_dir().join(format!("tablier-gif-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [moved, read, record] = ["moves.gif", "record.gif", "game.txt"].map(|name| folder.join(name));
    let game = protocol::Record {
        game: games::GameId::Offboard,
        variant: None,
        position: None,
        players: vec!["Ann".to_owned(), "Bob".to_owned()],
        date: None,
        clock: protocol::Clock::None,
        rated: false,
        ending: None,
        moves: vec!["i5h5".to_owned(), "a1b2".to_owned()],
    };
    std::fs::write(&record, game.to_string()).unwrap();
    let path = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    prints(&["render", "offboard", "-o", &path(&moved), "i5h5", "a1b2"]);
    prints(&[
        "render",
        "offboard",
        "-o",
        &path(&read),
        "--record",
        &path(&record),
    ]);
    let gif = std::fs::read(&moved).unwrap();
    assert!(gif.starts_with(b"GIF89a"));
    assert!(gif == std::fs::read(&read).unwrap(), "both show the same boards");
    refuses(
        &[
            "render",
            "polygone",
            "-o",
            &path(&read),
            "--record",
            &path(&record),
        ],
        "",
        1,
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_command_is_in_the_document() {
    let document = include_str!("../../../docs/command-line.md");
    let help = prints(&["help"]);
    let commands = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.contains(&"perft"), "{help}");
    for name in names {
        let told = [format!("`tablier {name}"), format!("`tablier [{name}]")];
        assert!(
            told.iter().any(|told| document.contains(told)),
            "docs/command-line.md does not tell of {name}"
        );
        let options = prints(&["help", name]);
        for option in options
            .split_whitespace()
            .filter(|word| word.starts_with("--") && *word != "--help")
        {
            assert!(
                document.contains(option),
                "docs/command-line.md does not tell of {name} {option}"
            );
        }
    }
}

#[test]
fn hosts_work_on_a_database_that_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    let missing = refuses(&["admin", "--data", place, "reports"], "", 1);
    assert!(missing.contains("cannot open the database"), "{missing}");
    assert!(!folder.path().join("tablier.db").exists(), "nothing is made");
    prints(&["migrate", "--data", place]);
    assert_eq!(prints(&["admin", "--data", place, "reports", "--all"]), "");
    assert_eq!(
        prints(&["admin", "--data", place, "rotate-key", "--grace", "0"]),
        ""
    );
    for (work, words) in [
        (
            vec!["ban", "Nobody"],
            "no person Nobody: give an account's name or an id",
        ),
        (
            vec!["mute", "Nobody", "--days", "3"],
            "no person Nobody: give an account's name or an id",
        ),
        (
            vec!["rename", "Nobody", "Somebody"],
            "no person Nobody: give an account's name or an id",
        ),
        (
            vec!["reset-password", "Nobody"],
            "no person Nobody: give an account's name or an id",
        ),
        (vec!["close-report", "x"], "there is no open report x"),
        (vec!["remove-game", "abcdefghij"], "there is no game abcdefghij"),
        (
            vec!["remove-chat", "abcdefghij", "3"],
            "event 3 of abcdefghij is no line of chat",
        ),
    ] {
        let args = [&["admin", "--data", place], &work[..]].concat();
        let refused = refuses(&args, "", 1);
        assert!(refused.ends_with(words), "{refused}");
    }
    refuses(&["admin", "--data", place, "ban", "Nobody", "--days", "0"], "", 2);
}

#[test]
fn a_database_is_brought_up_to_date_and_moved() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] =
        ["old.db", "new.db"].map(|name| format!("sqlite:{}?mode=rwc", folder.path().join(name).display()));
    let first = prints(&["migrate", "--database", &old]);
    assert!(first.starts_with("schema 0 to "), "{first}");
    let step = first.trim().rsplit(' ').next().unwrap().to_owned();
    assert_eq!(
        prints(&["migrate", "--database", &old]),
        format!("schema {step} to {step}\n")
    );
    let moved = prints(&["move", "--from", &old, "--to", &new]);
    assert!(moved.starts_with("settings 0\npeople 0\n"), "{moved}");
    refuses(&["move", "--from", "mysql://x", "--to", &new], "", 1);
}
