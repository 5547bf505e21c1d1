//! Monte Carlo tree search: what a move is worth, by how games end that are played on after it.
//!
//! For positions from which alpha-beta sees nothing. Only sums, products and roots are computed, which are the
//! same on every machine.

use crate::knowledge::POINT;
use crate::outline::Outline;
use isometron::Move;
use rules::{Random, Side};
use search::score::{Score, logarithm, of_chance};

/// How much a seldom tried move draws.
const CURIOSITY: f64 = 0.4;
/// Before its first playout a move counts as if it had had so many.
const PRIOR_VISITS: f64 = 5.0;
/// What a move seems to win at once, by which it seems to win the game.
const PRIOR_SCALE: f64 = 3_300.0;
/// How much of a playout's worth is by how much it was won; the rest is whether.
const MARGIN_SHARE: f64 = 0.5;
/// The margin that is worth half of all margins.
const MARGIN_SCALE: f64 = 1_500.0;
/// With more nodes the tree grows no further.
const MOST_NODES: usize = 1 << 21;
/// A move of the best line has been tried so often, or the line ends before it.
const LINE_VISITS: f64 = 16.0;

/// How many nodes a playout counts as.
pub(crate) const PLAYOUT_NODES: u64 = 16;

/// A move of the tree, and how the games after it ended.
struct Node {
    mv: Move,
    /// Where the replies stand, once there are some.
    replies: (u32, u32),
    visits: f64,
    /// The worth of all its playouts to the side that made the move, from 0 to 1 each.
    worth: f64,
}

/// A tree that grows with each playout.
pub(crate) struct Tree {
    root: Outline,
    nodes: Vec<Node>,
    /// The moves at the root.
    first: (u32, u32),
    random: Random,
    playouts: f64,
}

impl Tree {
    /// A tree of the moves at the root but for the excluded ones.
    pub(crate) fn new(root: &Outline, excluded: &[Move], seed: u64) -> Tree {
        let mut tree = Tree {
            root: *root,
            nodes: Vec::new(),
            first: (0, 0),
            random: Random::new(seed),
            playouts: 0.0,
        };
        tree.grow(root);
        tree.nodes.retain(|node| !excluded.contains(&node.mv));
        tree.first = (0, tree.nodes.len() as u32);
        tree
    }

    /// Adds the moves of a position.
    fn grow(&mut self, position: &Outline) -> (u32, u32) {
        let first = self.nodes.len() as u32;
        let nodes = &mut self.nodes;
        position.each_cost(|mv, cost| {
            let promise = f64::from(-POINT * cost);
            let worth = (0.5 + promise / PRIOR_SCALE).clamp(0.0, 1.0);
            nodes.push(Node {
                mv,
                replies: (0, 0),
                visits: PRIOR_VISITS,
                worth: PRIOR_VISITS * worth,
            });
        });
        (first, nodes.len() as u32)
    }

    /// The reply with the greatest upper confidence bound.
    fn most_drawing(&self, (first, end): (u32, u32), visits: f64) -> Option<u32> {
        let curiosity = CURIOSITY * logarithm(visits).sqrt();
        let mut best = None;
        let mut most = f64::NEG_INFINITY;
        for (index, node) in (first..end).zip(&self.nodes[first as usize..end as usize]) {
            let draw = node.worth / node.visits + curiosity / node.visits.sqrt();
            if draw > most {
                (best, most) = (Some(index), draw);
            }
        }
        best
    }

    fn most_tried(&self, (first, end): (u32, u32)) -> Option<&Node> {
        let nodes = &self.nodes[first as usize..end as usize];
        let better = |a: &&Node, b: &&Node| a.visits.total_cmp(&b.visits).then(a.worth.total_cmp(&b.worth));
        nodes.iter().max_by(better)
    }

    /// Goes down to a move that has not been tried, plays on from there, and counts the end all the way back.
    pub(crate) fn play_out(&mut self) {
        let mut position = self.root;
        let mut path: Vec<(u32, Side)> = Vec::with_capacity(64);
        let (mut replies, mut visits) = (self.first, self.playouts);
        while let Some(next) = self.most_drawing(replies, visits) {
            path.push((next, position.turn()));
            let node = &self.nodes[next as usize];
            position.play(node.mv);
            (replies, visits) = (node.replies, node.visits - PRIOR_VISITS);
            if replies.0 == replies.1 {
                if visits == 0.0 || self.nodes.len() > MOST_NODES {
                    break;
                }
                replies = self.grow(&position);
                self.nodes[next as usize].replies = replies;
            }
        }
        let end = f64::from(POINT * position.play_out(&mut self.random));
        self.playouts += 1.0;
        for (node, side) in path {
            let end = if side == Side::First { end } else { -end };
            let node = &mut self.nodes[node as usize];
            node.visits += 1.0;
            node.worth += worth(end);
        }
    }

    /// The moves tried most, from the root on.
    pub(crate) fn line(&self) -> Vec<Move> {
        let mut line = Vec::new();
        let mut replies = self.first;
        while let Some(node) = self.most_tried(replies)
            && (line.is_empty() || node.visits - PRIOR_VISITS >= LINE_VISITS)
        {
            line.push(node.mv);
            replies = node.replies;
        }
        line
    }

    /// What the move tried most is worth to the side to move.
    pub(crate) fn score(&self) -> Score {
        let best = self.most_tried(self.first);
        best.map_or(0, |node| of_chance(node.worth / node.visits))
    }
}

/// What an end is worth, from 0 to 1.
fn worth(end: f64) -> f64 {
    let won = if end > 0.0 {
        1.0
    } else if end < 0.0 {
        0.0
    } else {
        0.5
    };
    let by_margin = 0.5 + 0.5 * end / (MARGIN_SCALE + end.abs());
    won + MARGIN_SHARE * (by_margin - won)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_worth_more_the_more_it_is_won_by() {
        let ends = [-9_000.0, -100.0, 0.0, 100.0, 9_000.0].map(worth);
        assert!(ends.is_sorted() && ends[1] < 0.4 && ends[3] > 0.6);
        assert!(ends[0] > 0.0 && ends[4] < 1.0);
    }
}
