//! Monte Carlo tree search on whole turns, for positions from which the end cannot be seen. Everything hangs on who must
//! give the last lines away: playouts of sensible turns tell that better than any static evaluation did.

use crate::evaluation::POINT;
use crate::turns::{Stand, Turn};
use isometron::Tile;
use rules::{Game, Random, Side};
use search::Score;
use search::score::logarithm;

/// How much a seldom tried turn draws.
const CURIOSITY: f32 = 0.6;
/// The tries that a turn seems to have had at first, judged by its gain.
const PRIOR_VISITS: f32 = 3.0;
/// The gain that seems to win three times in four.
const PRIOR_GAIN: f32 = 20.0;
/// The tiles of which a playout takes the one with the greatest gain.
const DRAWN: usize = 5;
/// The part of a result that is its margin, not whether it wins; greater margins than the greatest count no more.
const MARGIN_PART: f32 = 0.15;
const GREATEST_MARGIN: f32 = 75.0;
/// Turns that the tree has at most: no more memory is taken.
const MOST_NODES: usize = 1 << 20;

/// A turn in the tree, and the results of the playouts after it.
struct Node {
    turn: Turn,
    /// Playouts, and the sum of their results for the side that made the turn.
    visits: f32,
    results: f32,
    /// The sum of their margins for that side.
    margins: f32,
    /// The nodes of the turns after it, once it has been tried.
    children: Option<(usize, usize)>,
}

impl Node {
    fn new(turn: Turn) -> Node {
        let gain = turn.gain() as f32 / PRIOR_GAIN;
        let chance = 0.5 + 0.5 * gain / (1.0 + gain.abs());
        Node {
            turn,
            visits: PRIOR_VISITS,
            results: PRIOR_VISITS * chance,
            margins: 0.0,
            children: None,
        }
    }

    fn mean(&self) -> f32 {
        self.results / self.visits
    }
}

/// The tree of the turns tried so far.
pub(crate) struct Tree {
    root: Stand,
    nodes: Vec<Node>,
    /// The root's turns are the first nodes.
    choices: usize,
    tries: f32,
    random: Random,
    /// Turns played in playouts; one at least for each, because a tree that reaches the end of the game plays nothing out.
    pub(crate) steps: u64,
}

impl Tree {
    /// A tree with some turns to choose from.
    pub(crate) fn new(root: &Stand, turns: &[Turn], seed: u64) -> Tree {
        Tree {
            root: *root,
            nodes: turns.iter().copied().map(Node::new).collect(),
            choices: turns.len(),
            tries: 1.0,
            random: Random::new(seed),
            steps: 0,
        }
    }

    /// Goes down to a turn that has no turns after it yet, adds them, plays the game out and counts the result.
    pub(crate) fn play_out(&mut self) {
        let mut stand = self.root;
        let mut path: Vec<(usize, Side)> = Vec::new();
        let mut range = Some((0, self.choices));
        let mut tries = self.tries;
        while let Some((first, end)) = range.filter(|(first, end)| first < end) {
            let at = self.most_promising(first, end, tries);
            path.push((at, stand.position.turn()));
            stand = stand.after(self.nodes[at].turn).after_passes();
            tries = self.nodes[at].visits;
            let has_room = self.nodes.len() < MOST_NODES;
            if self.nodes[at].children.is_none() && tries > PRIOR_VISITS && has_room {
                let first = self.nodes.len();
                self.nodes.extend(stand.turns().into_iter().map(Node::new));
                self.nodes[at].children = Some((first, self.nodes.len()));
            }
            range = self.nodes[at].children;
        }
        self.steps += u64::from(stand.position.outcome().is_some());
        let margin = self.finish(stand);
        self.tries += 1.0;
        for (at, side) in path {
            let margin = if side == Side::First { margin } else { -margin };
            let node = &mut self.nodes[at];
            node.visits += 1.0;
            node.results += result(margin);
            node.margins += margin;
        }
    }

    fn most_promising(&self, first: usize, end: usize, tries: f32) -> usize {
        // The same on every machine.
        let draw = CURIOSITY * (logarithm(f64::from(tries)) as f32).sqrt();
        let mut best = (first, f32::MIN);
        for at in first..end {
            let node = &self.nodes[at];
            let promise = node.mean() + draw / node.visits.sqrt();
            if promise > best.1 {
                best = (at, promise);
            }
        }
        best.0
    }

    /// Plays a game to its end: of some tiles drawn at random the one with the greatest gain. The margin of the first side.
    fn finish(&mut self, mut stand: Stand) -> f32 {
        while stand.position.outcome().is_none() {
            self.steps += 1;
            stand = match self.drawn(&stand) {
                Some(turn) => stand.after(turn),
                None => stand.after_pass(),
            };
        }
        let [red, blue] = Side::BOTH.map(|side| f32::from(stand.position.points(side)));
        red - blue
    }

    fn drawn(&mut self, stand: &Stand) -> Option<Turn> {
        let tiles: Vec<Tile> = stand.position.free_tiles().iter().collect();
        let mut best: Option<Turn> = None;
        for _ in 0..DRAWN.min(tiles.len()) {
            let tile = tiles[self.random.below(tiles.len() as u64) as usize];
            let turn = stand.turn(tile);
            if best.is_none_or(|best| turn.gain() > best.gain()) {
                best = Some(turn);
            }
        }
        best
    }

    /// The turns that were tried most, each after the one before, and the mean margin of the first one's side.
    pub(crate) fn line(&self) -> (Vec<Turn>, Score) {
        let mut turns = Vec::new();
        let mut margin = 0.0;
        let mut range = Some((0, self.choices));
        while let Some((first, end)) = range {
            let most = |a: &&Node, b: &&Node| a.visits.total_cmp(&b.visits);
            let Some(best) = self.nodes[first..end].iter().max_by(most) else {
                break;
            };
            let tried = best.visits - PRIOR_VISITS;
            if tried == 0.0 && !turns.is_empty() {
                break;
            }
            if turns.is_empty() {
                margin = best.margins / tried.max(1.0);
            }
            turns.push(best.turn);
            range = best.children;
        }
        (turns, (margin * POINT as f32) as Score)
    }
}

/// The worth of a margin, from 0 to 1: above all whether it wins.
fn result(margin: f32) -> f32 {
    let sign = if margin == 0.0 { 0.0 } else { margin.signum() };
    let part = (margin / GREATEST_MARGIN).clamp(-1.0, 1.0);
    0.5 + 0.5 * (sign * (1.0 - MARGIN_PART) + part * MARGIN_PART)
}
