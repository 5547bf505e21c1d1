//! `tablier match` as a whole.

// Helpers of tests fail by panicking.
#![allow(clippy::unwrap_used)]

mod common;

use common::{prints, refuses};
use std::path::PathBuf;

fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tablier-match-{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

/// Everything but the lines on what a move cost, which tell times.
fn without_times(printed: &str) -> Vec<&str> {
    printed
        .lines()
        .filter(|line| !line.ends_with("ms a move"))
        .collect()
}

#[test]
fn the_engine_beats_chance_and_tells_so() {
    let play = |game, engine| {
        prints(&[
            "match",
            "--game",
            game,
            engine,
            "random",
            "--games",
            "6",
            "--concurrency",
            "2",
        ])
    };
    for game in ["offboard", "polygone"] {
        let printed = play(game, "nodes:300");
        let lines: Vec<&str> = printed.lines().collect();
        assert_eq!(lines[0], format!("{game}: nodes:300 against random"));
        assert!(
            lines[1].starts_with("won 6, drawn 0, lost 0 of 6: 100.0 % ± "),
            "{printed}"
        );
        assert!(lines[2].starts_with("nodes:300: "), "{printed}");
        assert!(lines[3].starts_with("random: 0 nodes and "), "{printed}");
    }
    // Chance does not do badly at Isometron when the engine hardly looks.
    assert_eq!(play("isometron", "nodes:20").lines().count(), 4);
}

#[test]
fn the_same_seed_plays_the_same_games_however_many_at_once() {
    let play = |concurrency: &str, seed: &str| {
        prints(&[
            "match",
            "--game",
            "offboard",
            "level:1",
            "mcts:3",
            "--games",
            "8",
            "--concurrency",
            concurrency,
            "--seed",
            seed,
        ])
    };
    let one = play("1", "5");
    assert_eq!(without_times(&one), without_times(&play("3", "5")));
}

#[test]
fn a_match_goes_on_from_its_file() {
    let path = file("resume");
    let play = |games: &str| {
        prints(&[
            "match",
            "--game",
            "polygone",
            "strength:50,2,100,10",
            "random",
            "--games",
            games,
            "--file",
            path.to_str().unwrap(),
        ])
    };
    let whole = play("8");
    let lines: Vec<String> = std::fs::read_to_string(&path)
        .unwrap()
        .lines()
        .map(ToOwned::to_owned)
        .collect();
    assert_eq!(lines.len(), 8);
    // Broken off within the third pair, in the middle of a line.
    std::fs::write(&path, format!("{}\n{}", lines[..5].join("\n"), &lines[5][..30])).unwrap();
    assert_eq!(without_times(&play("8")), without_times(&whole));
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 8);
    play("8");
    assert_eq!(
        std::fs::read_to_string(&path).unwrap().lines().count(),
        8,
        "nothing is played twice"
    );
    play("10");
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 10);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_sequential_test_ends_early() {
    let path = file("sprt");
    let printed = prints(&[
        "match",
        "--game",
        "offboard",
        "nodes:200",
        "random",
        "--games",
        "400",
        "--sprt",
        "0",
        "200",
        "--file",
        path.to_str().unwrap(),
    ]);
    assert!(
        printed.contains("\ntest of Elo 0 against 200: Elo 200 it is"),
        "{printed}"
    );
    assert!(std::fs::read_to_string(&path).unwrap().lines().count() < 100);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_match_that_cannot_be_is_refused_in_one_line() {
    for args in [
        &["match"] as &[&str],
        &["match", "--game", "offboard"],
        &["match", "--game", "offboard", "random"],
        &["match", "random", "random"],
        &["match", "--game", "offboard", "level:11", "random"],
        &["match", "--game", "offboard", "random", "random", "--games", "3"],
        &["match", "--game", "offboard", "random", "random", "--games", "0"],
        &["match", "--game", "offboard", "random", "random", "--ladder"],
        &["match", "--ladder", "--sprt", "0", "5"],
    ] {
        refuses(args, "", 2);
    }
    let played = ["match", "--game", "offboard", "random", "random"];
    for more in [
        &["--sprt", "5", "0"] as &[&str],
        &["--file", "no/such/folder/file"],
        &["--games", "200", "--plies", "1"],
    ] {
        refuses(&[&played[..], more].concat(), "", 1);
    }
    refuses(
        &["match", "--game", "offboard", "nodes:5@no-such-program", "random"],
        "",
        1,
    );
}

#[test]
fn a_ladder_is_a_table() {
    let printed = prints(&[
        "match", "--ladder", "--levels", "1", "3", "--game", "polygone", "--games", "2",
    ]);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 4, "{printed}");
    assert!(lines[2].starts_with("| polygone | 2 | 1 | 2 | "), "{printed}");
    assert!(lines[3].starts_with("| polygone | 3 | 2 | 2 | "), "{printed}");
    let columns = |line: &str| line.matches('|').count();
    assert!(
        lines.iter().all(|line| columns(line) == columns(lines[0])),
        "{printed}"
    );
}

#[test]
fn another_program_can_play() {
    let engine = format!("nodes:200@{} engine", env!("CARGO_BIN_EXE_tablier"));
    let level = format!("level:1@{} engine", env!("CARGO_BIN_EXE_tablier"));
    for game in ["offboard", "polygone", "isometron"] {
        let args = [
            "match", "--game", game, &engine, &level, "--games", "2", "--seed", "3",
        ];
        let printed = prints(&args);
        assert!(printed.contains(" of 2: "), "{printed}");
        // The same players in this process play the same games.
        let mut inside = args;
        (inside[3], inside[4]) = ("nodes:200", "level:1");
        let result = |printed: &str| printed.lines().nth(1).map(ToOwned::to_owned);
        assert_eq!(result(&prints(&inside)), result(&printed));
    }
    let broken = [
        "match",
        "--game",
        "offboard",
        "nodes:5@true",
        "random",
        "--games",
        "2",
    ];
    assert!(refuses(&broken, "", 1).contains("true"));
}
