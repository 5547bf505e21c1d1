//! Promises of a search: legal moves, exact limits, the same answer every time, and wins that are true.

use ::offboard::Position;
use isometron_engine::Isometron;
use rules::{Game, History, Random, Variant};
use search::score::{WIN, plies_to_end};
use search::{AlphaBeta, Engine, Knowledge, Line, MoveOf, Offboard, Polygone, Score, ThinkLimits};

fn history<G: Game>(position: &str) -> History<G> {
    History::new(
        position
            .parse()
            .unwrap_or_else(|error| panic!("{position}: {error}")),
    )
}

fn search<E: Engine>(history: &History<E::Game>, limits: &ThinkLimits<'_, MoveOf<E>>) -> Line<MoveOf<E>> {
    E::new(4 << 20).think(history, limits, &|| false, &mut |_| ())
}

/// Games that each promise is checked in.
const GAMES: u64 = 40;

/// A position some random moves into a game.
fn strewn<G: Game>(seed: u64) -> History<G> {
    let mut random = Random::new(seed);
    let variants = G::Variant::ALL;
    let mut history = History::new(G::start(variants[seed as usize % variants.len()]));
    for _ in 0..20 + random.below(60) {
        let moves = history.position().legal_moves();
        if history.outcome().is_some() {
            break;
        }
        let mv = moves[random.below(moves.len() as u64) as usize];
        history.play(mv).expect("a legal move plays");
    }
    history
}

/// The score by trying everything, for wins and losses alone: anything undecided is 0.
fn exhaustive<G: Game>(position: &G, depth: u32, ply: u32) -> Score {
    if let Some(outcome) = position.outcome() {
        return search::score::of_outcome(outcome, position.turn(), ply);
    }
    if depth == 0 {
        return 0;
    }
    let after = |mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        let score = exhaustive(&next, depth - 1, ply + 1);
        if next.turn() == position.turn() {
            score
        } else {
            -score
        }
    };
    position.legal_moves().into_iter().map(after).max().unwrap_or(0)
}

#[test]
fn the_winning_push_is_found() {
    let history = history::<Position>("5/3rry/7/8/9/8/7/6/y4 r ----y------- -");
    let best = search::<AlphaBeta<Offboard>>(&history, &ThinkLimits::depth(3));
    assert_eq!(history.position().move_text(best.moves[0]), "h7h8");
    assert_eq!(best.score, WIN - 1);
    assert_eq!(plies_to_end(best.score), Some(1));
}

/// A random game, up to a few moves before its end.
fn ending<G: Game>(seed: u64) -> History<G> {
    let mut random = Random::new(seed);
    let mut history = History::new(G::start(G::Variant::default()));
    while history.outcome().is_none() {
        let moves = history.position().legal_moves();
        history
            .play(moves[random.below(moves.len() as u64) as usize])
            .expect("a legal move plays");
    }
    for _ in 0..=random.below(3) {
        history.undo();
    }
    history
}

fn are_proven_scores_true<E: Engine>() {
    let mut proven = 0;
    for seed in 0..GAMES {
        let history = ending::<E::Game>(seed);
        let score = search::<E>(&history, &ThinkLimits::depth(3)).score;
        let plies = WIN - score.abs();
        if plies <= 3 {
            proven += 1;
            let position = history.position();
            assert_eq!(exhaustive(position, plies as u32, 0), score, "{position}");
        }
    }
    assert!(proven > 5, "only {proven} games led to a proven score");
}

fn a_search_stops_at_its_limits_with_a_legal_move<E: Engine>() {
    for seed in 0..GAMES {
        let history = strewn::<E::Game>(seed);
        let moves = history.position().legal_moves();
        for nodes in [1, 2, 10, 300] {
            let best = search::<E>(&history, &ThinkLimits::nodes(nodes));
            assert!(
                best.nodes <= nodes,
                "seed {seed}: {} nodes of {nodes}",
                best.nodes
            );
            assert_eq!(
                best.moves.first().map(|mv| moves.contains(mv)),
                (!moves.is_empty()).then_some(true)
            );
        }
    }
}

fn a_line_can_be_played<E: Engine>() {
    for seed in 0..GAMES {
        let mut history = strewn::<E::Game>(seed);
        for mv in search::<E>(&history, &ThinkLimits::depth(3)).moves {
            history
                .play(mv)
                .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        }
    }
}

fn an_excluded_move_is_not_given<E: Engine>() {
    let history = History::new(E::Game::start(Default::default()));
    let engine = E::new(4 << 20);
    let think = |excluded: &[MoveOf<E>]| {
        let limits = ThinkLimits {
            nodes: 2_000,
            excluded,
            ..ThinkLimits::default()
        };
        engine.think(&history, &limits, &|| false, &mut |_| ()).moves
    };
    let best = think(&[])[0];
    assert_ne!(think(&[best])[0], best);
    assert_eq!(think(&history.position().legal_moves()), []);
}

fn a_stop_is_heard<E: Engine>() {
    let history = History::new(E::Game::start(Default::default()));
    let best = E::new(4 << 20).think(&history, &ThinkLimits::default(), &|| true, &mut |_| ());
    assert!(!best.moves.is_empty());
    assert!(best.nodes < 5_000, "{}", best.nodes);
}

fn the_terms_add_up_to_the_evaluation<K: Knowledge>() {
    for seed in 0..GAMES {
        let history = strewn::<K::Game>(seed);
        let position = history.position();
        let sum: Score = K::terms(position).iter().map(|term| term.score).sum();
        let sign = if position.turn() == rules::Side::First {
            1
        } else {
            -1
        };
        assert_eq!(K::evaluate(position), sign * sum);
    }
}

#[test]
fn loud_moves_are_legal_and_score_what_they_say() {
    let mut seen = 0;
    for seed in 0..300 {
        let history = strewn::<Position>(seed);
        let position = *history.position();
        let mut loud = Vec::new();
        Offboard::each_loud(&position, |mv, gain| loud.push((mv, gain)));
        for mv in position.legal_moves() {
            let mut next = position;
            next.play_unchecked(mv);
            let points = next.points(position.turn()) - position.points(position.turn());
            let told = loud
                .iter()
                .find(|(other, _)| *other == mv)
                .map_or(0, |(_, gain)| *gain);
            assert_eq!(told, Score::from(points) * 100, "{position}: {mv}");
            seen += u32::from(points > 0);
        }
        assert!(
            loud.iter().all(|(mv, _)| position.legal_moves().contains(mv)),
            "{position}"
        );
    }
    assert!(seen > 0, "no seed led to a scoring push");
}

/// Loud moves are legal, and every move has a key in range.
fn loud_moves_and_keys_are_in_order<K: Knowledge>() {
    for seed in 0..GAMES {
        let history = strewn::<K::Game>(seed);
        let moves = history.position().legal_moves();
        assert!(
            moves
                .iter()
                .all(|mv| usize::from(K::move_key(*mv)) < K::MOVE_KEYS)
        );
        K::each_loud(history.position(), |mv, gain| {
            assert!(moves.contains(&mv) && gain > 0);
        });
    }
}

/// The promises that hold for every engine.
macro_rules! every_engine {
    ($($name:ident: $engine:ty,)+) => {
        $(mod $name {
            use super::*;

            #[test]
            fn stops_at_its_limits_with_a_legal_move() {
                a_search_stops_at_its_limits_with_a_legal_move::<$engine>();
            }

            #[test]
            fn lines_can_be_played() {
                a_line_can_be_played::<$engine>();
            }

            #[test]
            fn excluded_moves_are_not_given() {
                an_excluded_move_is_not_given::<$engine>();
            }

            #[test]
            fn stops_are_heard() {
                a_stop_is_heard::<$engine>();
            }
        })+
    };
}

every_engine! {
    offboard: AlphaBeta<Offboard>,
    polygone: AlphaBeta<Polygone>,
    isometron: Isometron,
}

/// Isometron's engine counts points to the end, not plies; its own tests check the ends.
#[test]
fn proven_scores_are_true() {
    are_proven_scores_true::<AlphaBeta<Offboard>>();
    are_proven_scores_true::<AlphaBeta<Polygone>>();
}

#[test]
fn terms_add_up() {
    the_terms_add_up_to_the_evaluation::<Offboard>();
    the_terms_add_up_to_the_evaluation::<Polygone>();
}

#[test]
fn loud_moves_and_keys_are_legal() {
    loud_moves_and_keys_are_in_order::<Offboard>();
    loud_moves_and_keys_are_in_order::<Polygone>();
}
