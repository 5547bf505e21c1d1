//! Malformed texts for every parser.
//!
//! The same checks serve the fixed count of the tests, with mutated texts, and `cargo xtask fuzz`, where a
//! coverage-guided fuzzer makes the texts.

use crate::deep;
use crate::walk::whole_game;
use rules::{Game, Random};

/// Texts a parser gets in the usual test run.
const TEXTS: u64 = 100_000;
/// Characters that mutations insert: digits, separators, letters of the notations, and ones that parsers forget.
const INTERESTING: &[char] = &[
    '0', '1', '2', '8', '9', '/', ' ', '-', '*', '@', '?', ':', ',', 'x', 'a', 'b', 'c', 'd', 'e', 'h', 'i',
    'j', 'n', 'r', 's', 'w', 'y', 'R', '\0', '\n', '\t', 'é', '９', '𝟙', '\u{301}', '\u{feff}',
];

/// A text that parses is a position in its one spelling, and asking it anything is safe.
pub fn check_position<G: Game>(text: &str) {
    if let Ok(position) = text.parse::<G>() {
        assert_eq!(
            position.to_string(),
            text,
            "a text other than the printed one was accepted"
        );
        assert_eq!(position.hash(), position.hash_from_scratch());
        assert_eq!(
            position.outcome().is_some(),
            position.legal_moves().is_empty(),
            "{position}"
        );
    }
}

/// A text that parses as a move can be played, and its printed form means the same move.
pub fn check_move<G: Game>(position: &G, text: &str) {
    if let Ok(mv) = position.parse_move(text) {
        assert!(
            position.clone().play(mv).is_ok(),
            "{position}: {text} was read but cannot be played"
        );
        assert_eq!(
            position.parse_move(&position.move_text(mv)),
            Ok(mv),
            "{position}: {text}"
        );
    }
}

/// A fuzzer's bytes: the first line is a position, every other a move to try in it.
pub fn check_bytes<G: Game>(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default();
    check_position::<G>(first);
    let position = first.parse().unwrap_or_else(|_| G::start(Default::default()));
    lines.for_each(|line| check_move::<G>(&position, line));
}

/// Mutated positions.
pub fn positions<G: Game>() {
    let texts: Vec<String> = sample::<G>().iter().map(ToString::to_string).collect();
    let mut random = Random::new(1);
    for _ in 0..deep(TEXTS, 100 * TEXTS) {
        check_position::<G>(&mutate(&mut random, &texts));
    }
}

/// Mutated moves, in all kinds of positions.
pub fn moves<G: Game>() {
    let positions = sample::<G>();
    let mut random = Random::new(2);
    let playable: Vec<(G, Vec<String>)> = positions
        .into_iter()
        .map(|position| {
            (
                position,
                position
                    .legal_moves()
                    .iter()
                    .map(|mv| position.move_text(*mv))
                    .collect(),
            )
        })
        .filter(|(_, texts): &(G, Vec<String>)| !texts.is_empty())
        .collect();
    for _ in 0..deep(TEXTS, 100 * TEXTS) {
        let (position, texts) = &playable[random.below(playable.len() as u64) as usize];
        check_move(position, &mutate(&mut random, texts));
    }
}

/// Positions of a few random games.
fn sample<G: Game>() -> Vec<G> {
    let mut positions = Vec::new();
    for seed in 0..6 {
        whole_game::<G>(seed, |position| positions.push(*position));
    }
    positions
}

/// One of the texts with one to four changes.
fn mutate(random: &mut Random, texts: &[String]) -> String {
    let pick = |random: &mut Random| {
        texts[random.below(texts.len() as u64) as usize]
            .chars()
            .collect::<Vec<char>>()
    };
    let mut text = pick(random);
    for _ in 0..=random.below(4) {
        let at = random.below(text.len() as u64 + 1) as usize;
        match random.below(7) {
            0 => text.insert(at, interesting(random)),
            1 if at < text.len() => text[at] = interesting(random),
            2 if at < text.len() => drop(text.remove(at)),
            3 => text.truncate(at),
            4 => {
                let other = pick(random);
                let from = random.below(other.len() as u64 + 1) as usize;
                text.truncate(at);
                text.extend_from_slice(&other[from..]);
            }
            5 => {
                let to = at + random.below((text.len() - at) as u64 + 1) as usize;
                let copy = text[at..to].to_vec();
                text.splice(at..at, copy);
            }
            _ => text.insert(
                at,
                char::from_u32(random.below(0x11_0000) as u32).unwrap_or('\u{fffd}'),
            ),
        }
    }
    text.into_iter().collect()
}

fn interesting(random: &mut Random) -> char {
    INTERESTING[random.below(INTERESTING.len() as u64) as usize]
}
