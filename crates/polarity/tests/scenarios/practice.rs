//! Lesson tasks for the learner's own hand that are in no scenario of the rulebooks.

use crate::lesson::{Hand, pose, shows};
use crate::{follows, kiss, leaner, white};
use magnets::Disc;
use polarity::{Consequence, Done, Position, StartVariant, Task};
use rules::{Outcome, Side};

fn captured(done: &Done) -> bool {
    done.verdict.calls.is_empty() && follows(done, |what| matches!(what, Consequence::Captured { .. }))
}

#[test]
fn a_foundation_is_laid() {
    let before = Position::start(StartVariant::default());
    let at = |height| pose(-1200, 500, height, 0, 0);
    let hand = Hand {
        task: Task::Lay,
        start: at(1800),
        ways: vec![(at(300), 60), (at(0), 60)],
        lets_go: true,
    };
    let laid = |done: &Done| done.verdict.consequences == [Consequence::Laid { disc: Disc(1) }];
    shows("lay", "A foundation is laid", &before, [hand], laid);
}

#[test]
fn a_captured_tower_is_set_down_away_from_a_leaner() {
    let before = kiss(&[white(6, -10.0, -14.0), leaner(7, -10.0, -14.0, 0.0, true)]);
    let places = [[-900, 1100], [-1200, 1000], [-500, 1200], [-1500, 500]];
    let hands = places
        .into_iter()
        .flat_map(|to| [(1, 0), (3, 0)].map(|(disc, tilt)| Hand::carry(disc, [-1000, 0], to, tilt)));
    let title = "A captured tower is set down away from a leaner";
    shows("set-down-apart", title, &before, hands, captured);
}

/// The end of a game with many towers: 17 points against 18, and one cluster to capture.
#[test]
fn the_last_capture_wins_by_points() {
    let before: Position = include_str!("winning-capture.json").trim_end().parse().unwrap();
    assert_eq!(
        [before.points(Side::First), before.points(Side::Second)],
        [17, 18]
    );
    let places = [[800, -350], [-300, -1000], [-1300, 0], [100, -1500]];
    let hands = places
        .into_iter()
        .flat_map(|to| [(47, 0), (48, 0)].map(|(disc, tilt)| Hand::carry(disc, [800, -350], to, tilt)));
    let won = |done: &Done| {
        let winner = done.position.outcome().and_then(Outcome::winner);
        captured(done) && winner == Some(Side::First)
    };
    let title = "The last capture wins by points";
    shows("winning-capture", title, &before, hands, won);
}
