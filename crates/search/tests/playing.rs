//! What levels and analysis promise in every game.

use rules::{Game, History, Random, Variant};
use search::analysis::{Judgement, best_lines, review};
use search::{EngineGame, Level, Limits, Score, Searcher, Strength, Table, choose, choose_with};

const NODES: Limits = Limits {
    nodes: 2_000,
    depth: 60,
};

fn strewn<G: Game>(seed: u64, plies: u64) -> History<G> {
    let mut random = Random::new(seed);
    let variants = G::Variant::ALL;
    let mut history = History::new(G::start(variants[seed as usize % variants.len()]));
    for _ in 0..plies {
        if history.outcome().is_some() {
            break;
        }
        let moves = history.position().legal_moves();
        history
            .play(moves[random.below(moves.len() as u64) as usize])
            .expect("a legal move plays");
    }
    history
}

fn a_level_plays_the_same_legal_move_for_the_same_seed<G: EngineGame>() {
    for seed in 0..4 {
        let history = strewn::<G>(seed, seed * 9);
        for level in &Level::ALL[..7] {
            let choice = choose(&history, *level, seed, &|| false).expect("the game goes on");
            assert!(history.position().legal_moves().contains(&choice.mv));
            assert!(choice.nodes <= G::LEVELS.at(*level).nodes);
            assert_eq!(choose(&history, *level, seed, &|| false), Some(choice));
        }
    }
}

fn a_low_level_varies_with_its_seed<G: EngineGame>() {
    let history = strewn::<G>(1, 6);
    let level = Level::ALL[0];
    let moves = (0..20).filter_map(|seed| choose(&history, level, seed, &|| false));
    let mut different = Vec::new();
    for choice in moves {
        if !different.contains(&choice.mv) {
            different.push(choice.mv);
        }
    }
    assert!(different.len() > 3, "{different:?}");
}

/// Where all is lost, a misjudged move is still a move.
fn a_level_plays_to_the_end<G: EngineGame>() {
    let strength = Strength {
        nodes: 300,
        depth: 60,
        noise: 30,
        careless: 0,
    };
    for seed in 0..6 {
        let mut history = strewn::<G>(seed, 30);
        while history.outcome().is_none() && history.plies() < 120 {
            let choice = choose_with(&history, strength, seed, &|| false).expect("the game goes on");
            history.play(choice.mv).expect("a legal move plays");
        }
    }
}

/// What looking ahead sees with another seed differs by less.
const WHIM: Score = 200;

/// What a move is worth one ply deep, or the best of all.
fn worth<G: EngineGame>(history: &History<G>, only: Option<G::Move>) -> Score {
    let limits = Limits {
        nodes: u64::MAX,
        depth: 1,
    };
    let table = Table::new(1);
    let mut searcher = Searcher::new(history, &table, limits, &|| false);
    let mut others = history.position().legal_moves();
    others.retain(|mv| only.is_some_and(|only| only != *mv));
    searcher.exclude(&others);
    searcher.run(history.position(), |_| ()).score
}

/// Low levels misjudge moves, but do not tell their misjudgement.
fn a_misjudged_move_has_its_true_score<G: EngineGame>() {
    let misjudging = Strength {
        nodes: u64::MAX,
        depth: 1,
        noise: 6_000,
        careless: 0,
    };
    let mut misjudged = 0;
    for seed in 0..12 {
        let history = strewn::<G>(seed, 20);
        let choice = choose_with(&history, misjudging, seed, &|| false).expect("the game goes on");
        let alone = worth(&history, Some(choice.mv));
        assert!((choice.score - alone).abs() <= WHIM, "seed {seed}");
        misjudged += u32::from(alone + WHIM < worth(&history, None));
    }
    assert!(misjudged > 0);
}

/// A depth that is broken off at its first moves must not lose the best of the depth before.
fn a_broken_off_depth_keeps_the_best_move<G: EngineGame>() {
    for seed in 0..6 {
        let history = strewn::<G>(seed, 12);
        let nodes_to = |depth| {
            let strength = Strength {
                nodes: u64::MAX,
                depth,
                noise: 20,
                careless: 0,
            };
            choose_with(&history, strength, seed, &|| false).expect("the game goes on")
        };
        let finished = nodes_to(3);
        let broken_off = Strength {
            nodes: (finished.nodes + 2) * history.position().cost_of_node(),
            depth: 60,
            noise: 20,
            careless: 0,
        };
        let found = choose_with(&history, broken_off, seed, &|| false).expect("the game goes on");
        assert_eq!(found.mv, finished.mv, "seed {seed}");
    }
}

fn nothing_is_chosen_after_the_end<G: EngineGame>() {
    let history = strewn::<G>(2, u64::MAX);
    assert!(history.outcome().is_some());
    assert_eq!(choose(&history, Level::STRONGEST, 1, &|| false), None);
    let table = Table::new(1);
    assert!(best_lines(&history, 3, NODES, &table, &|| false, |_, _| ()).is_empty());
}

fn lines_are_different_and_in_order<G: EngineGame>() {
    for seed in 3..6 {
        lines_of_one_are_in_order(&strewn::<G>(seed, 10));
    }
}

fn lines_of_one_are_in_order<G: EngineGame>(history: &History<G>) {
    let table = Table::new(1);
    let mut heard = 0;
    let lines = best_lines(history, 3, NODES, &table, &|| false, |_, _| heard += 1);
    assert!(heard > 0 && lines.len() > 1);
    for pair in lines.windows(2) {
        assert!(pair[0].line.score >= pair[1].line.score);
        assert_ne!(pair[0].line.moves[0], pair[1].line.moves[0]);
    }
    for explained in lines {
        assert!((0.0..=1.0).contains(&explained.chance));
        let mut played = history.clone();
        for mv in explained.line.moves {
            played.play(mv).expect("a line can be played");
        }
        let sum: i32 = explained.terms.iter().map(|term| term.score).sum();
        let sign = 1 - 2 * played.position().turn().index() as i32;
        assert_eq!(played.position().evaluate(), sign * sum);
    }
}

fn a_review_covers_the_game<G: EngineGame>() {
    let history = strewn::<G>(5, 24);
    let table = Table::new(1);
    let mut done = 0;
    let found = review(&history, NODES, &table, &|| false, |at, total| {
        done += 1;
        assert_eq!((at, total), (done, history.plies() + 1));
    })
    .expect("nobody stops it");
    assert_eq!(found.plies.len(), history.plies());
    assert_eq!(found.curve.len(), history.plies() + 1);
    for (ply, (position, mv)) in found.plies.iter().zip(history.moves()) {
        assert_eq!((ply.side, ply.played), (position.turn(), mv));
        assert!(ply.before >= ply.after && ply.loss >= 0.0);
        assert_eq!(ply.judgement, Judgement::of_loss(ply.loss));
        if ply.best.line.moves[0] == mv {
            assert_eq!(ply.judgement, Judgement::Good);
        }
    }
    let worst = found.plies.iter().map(|ply| ply.judgement).max();
    assert!(worst > Some(Judgement::Good), "random moves lose something");
    for accuracy in found.accuracy {
        assert!((0.0..100.0).contains(&accuracy.expect("both sides moved")));
    }
    assert_eq!(review(&history, NODES, &table, &|| true, |_, _| ()), None);
}

macro_rules! every_game {
    ($($game:ident),+) => {
        $(mod $game {
            use ::$game::Position;

            #[test]
            fn levels_repeat() {
                super::a_level_plays_the_same_legal_move_for_the_same_seed::<Position>();
            }

            #[test]
            fn low_levels_vary() {
                super::a_low_level_varies_with_its_seed::<Position>();
            }

            #[test]
            fn misjudged_moves_have_their_true_scores() {
                super::a_misjudged_move_has_its_true_score::<Position>();
            }

            #[test]
            fn a_broken_off_depth_keeps_the_best() {
                super::a_broken_off_depth_keeps_the_best_move::<Position>();
            }

            #[test]
            fn levels_play_to_the_end() {
                super::a_level_plays_to_the_end::<Position>();
            }

            #[test]
            fn nothing_follows_the_end() {
                super::nothing_is_chosen_after_the_end::<Position>();
            }

            #[test]
            fn lines_are_in_order() {
                super::lines_are_different_and_in_order::<Position>();
            }

            #[test]
            fn reviews_cover_the_game() {
                super::a_review_covers_the_game::<Position>();
            }
        })+
    };
}

every_game!(offboard, polygone, isometron);
