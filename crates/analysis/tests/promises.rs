//! Promises of lines and reviews, checked with every engine.

use analysis::{Bounds, best_lines, judgement, review};
use isometron_engine::Isometron;
use protocol::Judgement;
use rules::Game;
use search::score::{PROVEN, winning_chance};
use search::{AlphaBeta, Engine, Offboard, Polygone};
use std::time::Duration;
use testkit::walk::random_history;

const NODES: Bounds = nodes(2_000);

const fn nodes(nodes: u64) -> Bounds {
    Bounds {
        nodes: Some(nodes),
        depth: None,
        time: None,
        clock: None,
        threads: 1,
        lines: 1,
    }
}

fn lines_begin_with_different_moves_the_best_first<E: Engine>() {
    for seed in 3..6 {
        let history = random_history::<E::Game>(seed, 10);
        let bounds = Bounds { lines: 3, ..NODES };
        let (mut last, mut nodes) = (Vec::new(), 0);
        let lines = best_lines(&E::new(1 << 20), &history, &bounds, &|| false, &mut |progress| {
            last.truncate(progress.number);
            last.push(progress.line.clone());
            nodes = progress.nodes;
        });
        let count = history.position().count_moves().min(3);
        assert_eq!(lines.len() as u64, count);
        assert!(nodes <= 2_000, "all lines together took {nodes} nodes");
        assert_eq!(last[0], lines[0], "the last word is the best line");
        for pair in lines.windows(2) {
            assert!(pair[0].score >= pair[1].score);
            assert_ne!(pair[0].moves[0], pair[1].moves[0]);
        }
        for line in lines {
            let mut played = history.clone();
            for mv in line.moves {
                played.play(mv).expect("a line can be played");
            }
        }
    }
}

/// Depth and time end a thought about several lines, too; a stop ends it at once with a move.
fn every_limit_is_kept<E: Engine>() {
    let history = random_history::<E::Game>(1, 8);
    let engine = E::new(1 << 20);
    let endless = Bounds {
        lines: 2,
        threads: 2,
        ..Bounds::default()
    };
    let shallow = Bounds {
        depth: Some(2),
        ..endless
    };
    let lines = best_lines(&engine, &history, &shallow, &|| false, &mut |_| ());
    assert_eq!(lines.len(), 2);
    let short = Bounds {
        time: Some(Duration::from_millis(30)),
        ..endless
    };
    assert!(!best_lines(&engine, &history, &short, &|| false, &mut |_| ()).is_empty());
    let stopped = best_lines(&engine, &history, &endless, &|| true, &mut |_| ());
    assert_eq!(stopped.first().map(|line| line.moves.is_empty()), Some(false));
}

fn nothing_is_found_after_the_end<E: Engine>() {
    let history = random_history::<E::Game>(2, u64::MAX);
    let lines = best_lines(&E::new(1 << 10), &history, &NODES, &|| false, &mut |_| ());
    assert_eq!(lines, []);
}

fn a_review_covers_the_game<E: Engine>() {
    let history = random_history::<E::Game>(5, 24);
    let engine = E::new(1 << 20);
    let mut done = 0;
    let found = review(&engine, &history, &NODES, &|| false, |at, total| {
        done += 1;
        assert_eq!((at, total), (done, history.plies() as u32 + 1));
    })
    .expect("nobody stops it");
    assert_eq!(found.moves.len(), history.plies());
    assert_eq!(found.curve.len(), history.plies() + 1);
    for (reviewed, (position, mv)) in found.moves.iter().zip(history.moves()) {
        let text = position.move_text(mv);
        assert_eq!((reviewed.side, &reviewed.text), (position.turn(), &text));
        let loss = winning_chance(reviewed.before) - winning_chance(reviewed.after);
        assert!((reviewed.loss - loss.max(0.0)).abs() < 1e-12);
        assert_eq!(reviewed.judgement, judgement(reviewed.loss));
        if reviewed.best[0] == text {
            // A proven end is a ply nearer after the move; nothing else changes.
            assert!(reviewed.loss <= 0.0, "{text} is best in {position}");
            assert!(reviewed.before == reviewed.after || reviewed.before.abs() >= PROVEN);
        }
    }
    let worst = found.moves.iter().map(|reviewed| reviewed.judgement).max();
    assert!(worst > Some(Judgement::Good), "random moves lose something");
    assert_eq!(review(&engine, &history, &NODES, &|| true, |_, _| ()), None);
}

macro_rules! every_engine {
    ($($name:ident: $engine:ty,)+) => {
        $(mod $name {
            use super::*;

            #[test]
            fn lines_are_in_order() {
                lines_begin_with_different_moves_the_best_first::<$engine>();
            }

            #[test]
            fn limits_are_kept() {
                every_limit_is_kept::<$engine>();
            }

            #[test]
            fn nothing_follows_the_end() {
                nothing_is_found_after_the_end::<$engine>();
            }

            #[test]
            fn reviews_cover_the_game() {
                a_review_covers_the_game::<$engine>();
            }
        })+
    };
}

every_engine! {
    offboard: AlphaBeta<Offboard>,
    polygone: AlphaBeta<Polygone>,
    isometron: Isometron,
}
