//! The fast game against its slow second implementation.

use crate::walk::each_walk;
use crate::{Twin, deep};
use rules::{Game, History};

/// Every how many plies refusals are compared too: they take thousands of tries a position.
const REFUSALS_EVERY: usize = 50;
const WALK_PLIES: usize = 200;

/// Compares moves, positions after them, results and, now and then, refusals, over some walks.
pub fn agree_on_walks<G: Game, T: Twin>() {
    each_walk(deep(24, 100), WALK_PLIES, |history: &History<G>| {
        agree::<G, T>(history.position());
        if history.plies().is_multiple_of(REFUSALS_EVERY) {
            agree_on_refusals::<G, T>(history.position());
        }
    });
}

/// The texts of the legal moves, sorted.
fn sorted_moves<G: Game>(position: &G) -> Vec<String> {
    let mut texts: Vec<String> = position
        .legal_moves()
        .into_iter()
        .map(|mv| position.move_text(mv))
        .collect();
    texts.sort_unstable();
    texts
}

/// Compares one position: its result, its moves, and each position after a move.
pub fn agree<G: Game, T: Twin>(position: &G) {
    if position.outcome().is_some() {
        // The reason of an end may not be in the text; the position before it was compared with the result after it.
        return;
    }
    let text = position.to_string();
    let twin = T::read(&text);
    assert_eq!(twin.text(), text, "the twin reads the position differently");
    let mut twin_moves = twin.moves();
    twin_moves.sort_unstable();
    let moves = sorted_moves(position);
    assert_eq!(moves, twin_moves, "{text}: other moves than the twin's");
    for mv in moves {
        compare_play(position, &twin, &mv);
    }
}

fn agree_on_refusals<G: Game, T: Twin>(position: &G) {
    if position.outcome().is_some() {
        return;
    }
    let twin = T::read(&position.to_string());
    for mv in twin.candidates() {
        compare_play(position, &twin, &mv);
    }
}

/// Both play `mv` to the same position and result, or both refuse it and nothing changes.
fn compare_play<G: Game, T: Twin>(position: &G, twin: &T, mv: &str) {
    let mut twin = twin.clone();
    let accepted = twin.play(mv);
    match position.parse_move(mv) {
        Err(error) => {
            assert!(
                !accepted,
                "{position}: {mv} is refused ({error}) but the twin plays it"
            );
            assert_eq!(
                twin.text(),
                position.to_string(),
                "the twin changed on a refused move"
            );
        }
        Ok(read) => {
            assert!(accepted, "{position}: {mv} is played but the twin refuses it");
            let mut next = *position;
            assert_eq!(
                next.play(read),
                Ok(()),
                "{position}: {mv} parses but does not play"
            );
            assert_eq!(
                next.to_string(),
                twin.text(),
                "{position}: another position after {mv}"
            );
            let result = next.outcome().map(|outcome| outcome.describe(G::SIDES));
            assert_eq!(result, twin.result(), "{position}: another result after {mv}");
        }
    }
}
