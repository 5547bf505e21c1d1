//! Speed of the rules.

use super::rounded;
use drawing::Draw;
use games::Visitor;
use rules::perft::perft;
use rules::{Game, Random};
use search::Engine;
use std::time::{Duration, Instant};

/// Long enough to drown the clock's noise.
const LEAST: Duration = Duration::from_secs(2);

/// The columns of a [`Row`].
pub(super) const HEAD: &str = "\
| game | depth | leaves | leaves/s | random plies/s |
|---|--:|--:|--:|--:|";

/// Move sequences counted, and plies of random games.
pub(super) struct Row;

impl Visitor for Row {
    type Output = String;

    fn visit<E: Engine<Game: Draw>>(self) -> String {
        let (depth, leaves, seconds) = counting::<E::Game>();
        let speed = rounded(leaves as f64 / seconds);
        format!(
            "| {} | {depth} | {leaves} | {speed} | {} |",
            <E::Game as Game>::NAME,
            rounded(playing::<E::Game>())
        )
    }
}

/// Counts ever deeper until it takes long enough.
fn counting<G: Game>() -> (u32, u64, f64) {
    let start = G::start(G::Variant::default());
    let mut depth = 1;
    loop {
        let begin = Instant::now();
        let leaves = perft(&start, depth);
        if begin.elapsed() >= LEAST {
            return (depth, leaves, begin.elapsed().as_secs_f64());
        }
        depth += 1;
    }
}

/// Plays random games to their end, and counts their plies a second. Repetition is not looked for.
fn playing<G: Game>() -> f64 {
    let (mut random, mut plies, mut moves) = (Random::new(1), 0_u64, Vec::new());
    let begin = Instant::now();
    while begin.elapsed() < LEAST {
        let mut position = G::start(G::Variant::default());
        loop {
            moves.clear();
            position.each_move(|mv| moves.push(mv));
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[random.below(moves.len() as u64) as usize]);
            plies += 1;
        }
    }
    plies as f64 / begin.elapsed().as_secs_f64()
}
