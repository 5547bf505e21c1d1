//! Positions with one winning move, proven by trying everything: full strength finds it.
//!
//! `cargo run --release -p tablier-search --example tactics GAME` finds such positions in games of the engine against itself.

#[path = "tactics/twin.rs"]
mod twin;

use isometron_engine::Isometron;
use rules::{Game, History};
use search::{AlphaBeta, Engine, Level, Offboard, Polygone, choose};

/// Each line: the position, the plies within which it is won, the only move that wins.
fn full_strength_finds_the_only_move<E: Engine>(file: &str) {
    let mut positions = 0;
    for line in file.lines() {
        let parts: Vec<&str> = line.split("; ").collect();
        let [position, plies, only] = parts[..] else {
            panic!("expected `position; plies; move`, found {line:?}");
        };
        let position: E::Game = position
            .parse()
            .unwrap_or_else(|error| panic!("{position}: {error}"));
        let plies = plies.parse().expect("plies are a number");
        let winning = twin::winning_moves(&position, plies, u64::MAX).expect("the budget is boundless");
        let texts: Vec<String> = winning.iter().map(|mv| position.move_text(*mv)).collect();
        assert_eq!(texts, [only], "{position}");
        assert!(position.count_moves() > 1, "{position} leaves no choice");
        let found =
            choose::<E>(&History::new(position), Level::STRONGEST, 1, &|| false).map(|choice| choice.mv);
        assert_eq!(found, Some(winning[0]), "{position}");
        positions += 1;
    }
    assert!(positions >= 30, "only {positions} positions");
}

#[test]
fn offboard() {
    full_strength_finds_the_only_move::<AlphaBeta<Offboard>>(include_str!("tactics/offboard.txt"));
}

#[test]
fn polygone() {
    full_strength_finds_the_only_move::<AlphaBeta<Polygone>>(include_str!("tactics/polygone.txt"));
}

#[test]
fn isometron() {
    full_strength_finds_the_only_move::<Isometron>(include_str!("tactics/isometron.txt"));
}
