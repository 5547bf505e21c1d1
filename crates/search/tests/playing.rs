//! Promises of the levels in every game.

use isometron_engine::Isometron;
use rules::{Game, History};
use search::{
    AlphaBeta, Engine, Level, MOST_DEPTH, MoveOf, Offboard, Polygone, Score, Strength, ThinkLimits, choose,
    choose_with,
};
use testkit::walk::random_history;

fn a_level_plays_the_same_legal_move_for_the_same_seed<E: Engine>() {
    for seed in 0..4 {
        let history = random_history::<E::Game>(seed, seed * 9);
        for level in &Level::ALL[..7] {
            let choice = choose::<E>(&history, *level, seed, &|| false).expect("the game goes on");
            assert!(history.position().legal_moves().contains(&choice.mv));
            assert!(choice.nodes <= E::LEVELS.at(*level).nodes);
            assert_eq!(choose::<E>(&history, *level, seed, &|| false), Some(choice));
        }
    }
}

fn a_low_level_varies_with_its_seed<E: Engine>() {
    let history = random_history::<E::Game>(1, 6);
    let level = Level::ALL[0];
    let moves = (0..20).filter_map(|seed| choose::<E>(&history, level, seed, &|| false));
    let mut different = Vec::new();
    for choice in moves {
        if !different.contains(&choice.mv) {
            different.push(choice.mv);
        }
    }
    assert!(different.len() > 3, "{different:?}");
}

/// A score that no player comes back from.
const LOST: Score = -300;

/// In a lost position a misjudged move is still a legal move.
fn a_lost_side_still_moves<E: Engine>() {
    let strength = Strength {
        nodes: 300,
        depth: 60,
        noise: 30,
        careless: 0,
    };
    let mut lost = 0;
    for seed in 0..12 {
        let mut history = random_history::<E::Game>(seed, u64::MAX);
        for _ in 0..4 {
            history.undo();
            let choice = choose_with::<E>(&history, strength, seed, &|| false).expect("the game goes on");
            assert!(history.position().legal_moves().contains(&choice.mv));
            lost += u32::from(choice.score < LOST);
        }
    }
    assert!(lost > 0, "no seed led to a lost position");
}

/// The score of a move one ply deep, or of the best move.
fn worth<E: Engine>(history: &History<E::Game>, only: Option<MoveOf<E>>) -> Score {
    let mut others = history.position().legal_moves();
    others.retain(|mv| only.is_some_and(|only| only != *mv));
    let limits = ThinkLimits {
        excluded: &others,
        ..ThinkLimits::depth(1)
    };
    E::new(1 << 20)
        .think(history, &limits, &|| false, &mut |_| ())
        .score
}

/// Low levels misjudge moves, but do not tell their misjudgement.
fn a_misjudged_move_has_its_true_score<E: Engine>() {
    let misjudging = Strength {
        nodes: u64::MAX,
        depth: 1,
        noise: 6_000,
        careless: 0,
    };
    let mut misjudged = 0;
    for seed in 0..12 {
        let history = random_history::<E::Game>(seed, 20);
        let choice = choose_with::<E>(&history, misjudging, seed, &|| false).expect("the game goes on");
        let alone = worth::<E>(&history, Some(choice.mv));
        assert_eq!(choice.score, alone, "seed {seed}");
        misjudged += u32::from(alone < worth::<E>(&history, None));
    }
    assert!(misjudged > 0);
}

/// A depth that is broken off at its first moves must not lose the best of the depth before.
fn a_broken_off_depth_keeps_the_best_move<E: Engine>() {
    for seed in 0..6 {
        let history = random_history::<E::Game>(seed, 12);
        let nodes_to = |depth| {
            let strength = Strength {
                nodes: u64::MAX,
                depth,
                noise: 20,
                careless: 0,
            };
            choose_with::<E>(&history, strength, seed, &|| false).expect("the game goes on")
        };
        let finished = nodes_to(3);
        let broken_off = Strength {
            nodes: (finished.nodes + 2) * E::cost_of_node(history.position()),
            // Without a depth Isometron is judged by playouts.
            depth: MOST_DEPTH - 1,
            noise: 20,
            careless: 0,
        };
        let found = choose_with::<E>(&history, broken_off, seed, &|| false).expect("the game goes on");
        assert_eq!(found.mv, finished.mv, "seed {seed}");
    }
}

fn nothing_is_chosen_after_the_end<E: Engine>() {
    let history = random_history::<E::Game>(2, u64::MAX);
    assert!(history.outcome().is_some());
    assert_eq!(choose::<E>(&history, Level::STRONGEST, 1, &|| false), None);
}

macro_rules! every_engine {
    ($($name:ident: $engine:ty,)+) => {
        $(mod $name {
            use super::*;

            #[test]
            fn levels_repeat() {
                super::a_level_plays_the_same_legal_move_for_the_same_seed::<$engine>();
            }

            #[test]
            fn low_levels_vary() {
                super::a_low_level_varies_with_its_seed::<$engine>();
            }

            #[test]
            fn misjudged_moves_have_their_true_scores() {
                super::a_misjudged_move_has_its_true_score::<$engine>();
            }

            #[test]
            fn a_broken_off_depth_keeps_the_best() {
                super::a_broken_off_depth_keeps_the_best_move::<$engine>();
            }

            #[test]
            fn lost_sides_still_move() {
                super::a_lost_side_still_moves::<$engine>();
            }

            #[test]
            fn nothing_follows_the_end() {
                super::nothing_is_chosen_after_the_end::<$engine>();
            }

        })+
    };
}

every_engine! {
    offboard: AlphaBeta<Offboard>,
    polygone: AlphaBeta<Polygone>,
    isometron: Isometron,
}
