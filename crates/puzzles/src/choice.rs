//! A choice of puzzles that is spread over grades and themes.

use crate::motif::Motif;
use crate::puzzle::{Puzzle, PuzzleGoal};
use std::collections::{HashMap, HashSet};

/// Powers of two of nodes that count as one grade.
const POWERS_A_GRADE: u32 = 2;

/// Chooses at most `count` puzzles: one of each grade, goal and set of themes in turn, so that no rare kind is left out.
/// Each position is there once. The easiest come first.
pub fn spread(pool: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let mut names = HashSet::new();
    let mut kinds: Vec<Vec<Puzzle>> = Vec::new();
    let mut places: HashMap<(u32, PuzzleGoal, Vec<Motif>), usize> = HashMap::new();
    for puzzle in pool {
        if !names.insert(puzzle.id.clone()) {
            continue;
        }
        let kind = (
            puzzle.nodes.max(1).ilog2() / POWERS_A_GRADE,
            puzzle.goal,
            puzzle.motifs.clone(),
        );
        let place = *places.entry(kind).or_insert(kinds.len());
        match kinds.get_mut(place) {
            Some(kind) => kind.push(puzzle),
            None => kinds.push(vec![puzzle]),
        }
    }
    let mut chosen = Vec::new();
    let longest = kinds.iter().map(Vec::len).max().unwrap_or(0);
    for round in 0..longest {
        chosen.extend(kinds.iter().filter_map(|kind| kind.get(round)).cloned());
    }
    chosen.truncate(count);
    chosen.sort_by(|a, b| (a.nodes, &a.id).cmp(&(b.nodes, &b.id)));
    chosen
}
