//! Polarity on the command line: records are replayed, mats are drawn, and moves are not counted.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use common::{prints, refuses, tablier, text};
use magnets::{HandPose, Trace};
use protocol::{Action, ClientMessage, MOST_MOVE};

/// White lays a foundation 9 cm left of the centre and 9 cm up, and another 4 cm beside it.
const LAYS: [&str; 2] = [
    "lay:ASXBBAeHDogOuBcHiA6HDpsY4ODggARkgA",
    "lay:ASXBBAfnB4gOuBcH6AeHDpsY4ODggARkgA",
];

#[test]
fn a_record_is_replayed_with_what_the_referee_says() {
    let printed = prints(&["play", "polarity", LAYS[0], LAYS[1]]);
    let lines: Vec<&str> = printed.lines().collect();
    let starts = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(starts("event: 576 released"), 2, "{printed}");
    assert_eq!(starts("call: "), 0, "{printed}");
    assert_eq!(starts("follows: disc "), 2, "{printed}");
    assert_eq!(
        starts(r#"{"rules":"temple","red":"-","turn":"white","phase":"opening""#),
        2
    );
    assert!(
        lines.last().unwrap().contains(r#""reserves":[24,26]"#),
        "{printed}"
    );
    // The position after the first move is as good a start as the game's own.
    let middle = lines.iter().find(|line| line.starts_with('{')).unwrap();
    let again = prints(&["play", "polarity", "--position", middle, LAYS[1]]);
    assert_eq!(again.lines().last(), lines.last().copied());
}

#[test]
fn a_refused_move_ends_play_with_its_reason() {
    // The second disc is laid onto the first.
    let output = tablier(&["play", "polarity", LAYS[0], LAYS[0]], "");
    assert_eq!(output.status.code(), Some(1));
    let positions = text(&output.stdout).lines().filter(|line| line.starts_with('{'));
    assert_eq!(positions.count(), 1);
    assert!(
        text(&output.stderr).ends_with("lay the disc again\n"),
        "{:?}",
        text(&output.stderr)
    );
    let line = refuses(&["play", "polarity", "lean"], "", 1);
    assert!(line.contains("the trace ends in the middle"), "{line}");
}

#[test]
fn the_start_is_chosen_by_a_variant() {
    let start = ["play", "polarity", "--variant", "ferti-south-teams", LAYS[0]];
    let printed = prints(&start);
    let position = printed.lines().last().unwrap();
    assert!(
        position.starts_with(
            r#"{"rules":"ferti","red":".","turn":"white","phase":"opening","seats":["1/2","1/2"]"#
        ),
        "{position}"
    );
    let line = refuses(&["play", "polarity", "--variant", "chess"], "", 1);
    assert!(line.contains("expected temple-north or"), "{line}");
}

#[test]
fn moves_are_not_counted() {
    let asked: [&[&str]; 3] = [
        &["moves", "polarity"],
        &["perft", "polarity", "--depth", "1"],
        &["analyse", "polarity", "--nodes", "10"],
    ];
    for args in asked {
        assert_eq!(
            refuses(args, "", 1),
            "tablier: polarity: it is played by hand, so that its moves cannot be listed, counted or searched"
        );
    }
    let line = refuses(&["match", "--game", "polarity", "random", "random"], "", 2);
    assert!(
        line.contains("the games are offboard, polygone, isometron"),
        "{line}"
    );
}

#[test]
fn a_mat_is_drawn() {
    let folder = std::env::temp_dir().join(format!("tablier-polarity-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["mat.svg", "mat.png"] {
        let file = folder.join(name);
        prints(&["render", "polarity", LAYS[0], "-o", file.to_str().unwrap()]);
        let picture = std::fs::read(&file).unwrap();
        let start: &[u8] = if name == "mat.svg" { b"<svg " } else { b"\x89PNG" };
        assert!(picture.starts_with(start), "{name}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A hand that is somewhere else with every sample, as far away as can be.
fn absurd(samples: usize) -> String {
    let pose = |k: usize| {
        let far = |most: i16| if k.is_multiple_of(2) { most } else { 0 };
        HandPose {
            x: 2 * far(4000) - 4000,
            y: 4000 - 2 * far(4000),
            height: far(3000),
            tilt: far(1800),
            heading: far(1700),
        }
    };
    let trace = Trace::new((0..samples).map(pose).collect(), None).unwrap();
    format!("capture:52:{}", trace.to_text())
}

/// Sent to a server and read there.
fn sent(text: String) -> Result<ClientMessage, String> {
    let action = Action::Move { text };
    let key = "key-00001".parse().unwrap();
    let message = ClientMessage::Act { key, ply: 0, action };
    ClientMessage::read(&message.write()).map_err(|error| error.to_string())
}

#[test]
fn the_longest_hand_fits_into_a_message_and_a_longer_one_is_refused() {
    let longest = absurd(polarity::MOST_SAMPLES);
    println!("the longest move has {} bytes of {MOST_MOVE}", longest.len());
    assert!(longest.len() <= MOST_MOVE, "{}", longest.len());
    assert!(sent(longest).is_ok());
    assert_eq!(
        sent(absurd(polarity::MOST_SAMPLES + 600)),
        Err(format!("the move is longer than {MOST_MOVE} bytes"))
    );
    // Short enough for a message, too long for a hand.
    let still = Trace::new(
        vec![
            HandPose {
                height: 2000,
                ..HandPose::default()
            };
            polarity::MOST_SAMPLES + 1
        ],
        None,
    );
    let still = format!("lay:{}", still.unwrap().to_text());
    assert!(sent(still.clone()).is_ok());
    let line = refuses(&["play", "polarity", &still], "", 1);
    assert!(
        line.ends_with("a hand has at most 1800 samples: leave and come again"),
        "{line}"
    );
}
