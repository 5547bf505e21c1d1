//! What a position is worth and why, and where a game was lost.

mod review;

pub use review::{Judgement, PlyReview, Review, review};

use crate::engine_game::{EngineGame, Term};
use crate::score::{plies_to_end, winning_chance};
use crate::searcher::{Limits, Line, Searcher};
use crate::table::Table;
use rules::History;

/// A way to go on, with what it is worth and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Explained<M> {
    /// The moves, their score for the side to move, and how deep they were searched.
    pub line: Line<M>,
    /// The chance to win of the side to move, from 0 to 1.
    pub chance: f64,
    /// In how many plies the game is proven to be won (positive) or lost (negative).
    pub plies_to_end: Option<i32>,
    /// The reasons at the end of the line, each by what it is worth to the first side.
    pub terms: Vec<Term>,
}

/// The best moves of a game's last position, each with its line, the best first. Each line has its own `limits`;
/// `progress` hears of each finished depth with the number of its line, from 0.
pub fn best_lines<G: EngineGame>(
    history: &History<G>,
    count: usize,
    limits: Limits,
    table: &Table,
    stop: &dyn Fn() -> bool,
    mut progress: impl FnMut(usize, &Line<G::Move>),
) -> Vec<Explained<G::Move>> {
    let mut lines: Vec<Explained<G::Move>> = Vec::new();
    if history.outcome().is_some() {
        return lines;
    }
    let mut found = Vec::new();
    for number in 0..count {
        let mut searcher = Searcher::new(history, table, limits, stop);
        searcher.exclude(&found);
        let line = searcher.run(history.position(), |line| progress(number, line));
        let Some(first) = line.moves.first() else { break };
        found.push(*first);
        lines.push(explain(history.position(), line));
        if stop() {
            break;
        }
    }
    // A later line that the search liked better after all goes up.
    lines.sort_by_key(|explained| -explained.line.score);
    lines
}

/// The reasons for a position's worth, each by what it is worth to the first side.
pub fn terms<G: EngineGame>(position: &G) -> Vec<Term> {
    let mut terms = Vec::new();
    position.each_term(|term| terms.push(term));
    terms
}

fn explain<G: EngineGame>(position: &G, line: Line<G::Move>) -> Explained<G::Move> {
    let mut last = *position;
    line.moves.iter().for_each(|mv| last.play_unchecked(*mv));
    Explained {
        chance: winning_chance(line.score),
        plies_to_end: plies_to_end(line.score),
        terms: terms(&last),
        line,
    }
}
