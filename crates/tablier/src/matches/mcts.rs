//! Plain Monte Carlo tree search, which knows only the rules: an opponent to measure engines against.
//!
//! Playouts use [`Engine::play_quickly`]. For Isometron it estimates the lengths of lines; with exact lengths, 10,000
//! playouts would take most of a minute.

use rules::{Game, Outcome, Random, Side};
use search::{Engine, MoveOf};

/// Exploration constant of the upper confidence bound.
const CURIOSITY: f64 = std::f64::consts::SQRT_2;
/// A playout that has not ended by then counts as a draw.
const LONGEST_PLAYOUT: u32 = 2000;

/// A move and the results of its playouts.
struct Node<M> {
    mv: Option<M>,
    /// Half points of the side that played `mv`.
    half_points: u64,
    visits: u64,
    /// The range of its children, once it is expanded.
    children: Option<(usize, usize)>,
}

impl<M> Node<M> {
    const fn new(mv: Option<M>) -> Node<M> {
        Node {
            mv,
            half_points: 0,
            visits: 0,
            children: None,
        }
    }
}

/// The most visited move after `playouts` random playouts.
pub(crate) fn best_move<E: Engine>(position: &E::Game, playouts: u64, seed: u64) -> Option<MoveOf<E>> {
    let mut random = Random::new(seed);
    let mut nodes = vec![Node::new(None)];
    expand(&mut nodes, 0, position);
    let (first, end) = nodes[0].children?;
    if end - first > 1 {
        for _ in 0..playouts {
            one_playout::<E>(&mut nodes, position, &mut random);
        }
    }
    nodes[first..end].iter().max_by_key(|node| node.visits)?.mv
}

/// Selects a leaf, expands it, plays at random to the end, and adds the result to every node of the path.
fn one_playout<E: Engine>(nodes: &mut Vec<Node<MoveOf<E>>>, root: &E::Game, random: &mut Random) {
    let mut position = *root;
    let (mut at, mut path) = (0, Vec::new());
    loop {
        if nodes[at].children.is_none() && nodes[at].visits > 0 {
            expand(nodes, at, &position);
        }
        let Some((first, end)) = nodes[at].children.filter(|(first, end)| first < end) else {
            break;
        };
        let next = most_promising(nodes, at, first, end);
        path.push((next, position.turn()));
        if let Some(mv) = nodes[next].mv {
            E::play_quickly(&mut position, mv);
        }
        at = next;
    }
    let outcome = play_out::<E>(position, random);
    nodes[0].visits += 1;
    for (node, side) in path {
        nodes[node].visits += 1;
        nodes[node].half_points += half_points(outcome, side);
    }
}

fn expand<G: Game>(nodes: &mut Vec<Node<G::Move>>, at: usize, position: &G) {
    let first = nodes.len();
    position.each_move(|mv| nodes.push(Node::new(Some(mv))));
    nodes[at].children = Some((first, nodes.len()));
}

/// The child with the highest upper confidence bound; a child without a visit comes first.
fn most_promising<M>(nodes: &[Node<M>], parent: usize, first: usize, end: usize) -> usize {
    let log_visits = (nodes[parent].visits.max(1) as f64).ln();
    let promise = |node: &Node<M>| {
        if node.visits == 0 {
            return f64::INFINITY;
        }
        let visits = node.visits as f64;
        node.half_points as f64 / (2.0 * visits) + CURIOSITY * (log_visits / visits).sqrt()
    };
    let mut best = first;
    let mut most = promise(&nodes[first]);
    for (index, node) in nodes.iter().enumerate().take(end).skip(first + 1) {
        let promise = promise(node);
        if promise > most {
            (best, most) = (index, promise);
        }
    }
    best
}

fn play_out<E: Engine>(mut position: E::Game, random: &mut Random) -> Option<Outcome> {
    let mut moves = Vec::with_capacity(256);
    for _ in 0..LONGEST_PLAYOUT {
        moves.clear();
        position.each_move(|mv| moves.push(mv));
        match moves.get(random.below(moves.len() as u64) as usize) {
            Some(mv) => E::play_quickly(&mut position, *mv),
            None => return position.outcome(),
        }
    }
    None
}

fn half_points(outcome: Option<Outcome>, side: Side) -> u64 {
    match outcome.and_then(Outcome::winner) {
        None => 1,
        Some(winner) if winner == side => 2,
        Some(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Game;
    use search::{AlphaBeta, Offboard, Polygone};

    #[test]
    fn it_takes_an_immediate_win() {
        let position: offboard::Position = "5/3rry/7/8/9/8/7/6/y4 r ----y------- -".parse().unwrap();
        let mv = best_move::<AlphaBeta<Offboard>>(&position, 500, 1).unwrap();
        assert_eq!(position.move_text(mv), "h7h8");
    }

    #[test]
    fn the_same_seed_gives_the_same_move_and_the_end_gives_none() {
        let start = polygone::Position::start(rules::Standard);
        let choice = || best_move::<AlphaBeta<Polygone>>(&start, 50, 3);
        assert_eq!(choice(), choice());
        let over: offboard::Position = "5/6/7/8/9/8/7/6/5 r ------------ -".parse().unwrap();
        assert_eq!(best_move::<AlphaBeta<Offboard>>(&over, 50, 3), None);
    }
}
