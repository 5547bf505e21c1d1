#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// A check fails by panicking: that is what tests see.
#![allow(clippy::missing_panics_doc)]

pub mod differential;
pub mod fuzz;
pub mod perft;
pub mod playthrough;
mod twin;
pub mod walk;

pub use twin::Twin;

/// `small` in the usual test run, `full` in the deep one.
pub fn deep(small: u64, full: u64) -> u64 {
    if std::env::var_os("TABLIER_DEEP").is_some() {
        full
    } else {
        small
    }
}

/// The tests that a game passes: its position type, its [`Twin`], and its file of node counts.
#[macro_export]
macro_rules! conformance {
    ($game:ty, $twin:ty, $perft:literal) => {
        #[test]
        fn every_position_of_a_walk_keeps_its_promises() {
            $crate::walk::shrinking_walks::<$game>();
        }

        #[test]
        fn random_games_end_with_a_true_hash() {
            $crate::walk::whole_games::<$game>();
        }

        #[test]
        fn the_twin_agrees_on_moves_results_and_refusals() {
            $crate::differential::agree_on_walks::<$game, $twin>();
        }

        #[test]
        fn node_counts_are_those_of_the_file() {
            $crate::perft::check_file::<$game>(include_str!($perft));
        }

        #[test]
        fn node_counts_are_the_twins() {
            $crate::perft::check_twin::<$game, $twin>(include_str!($perft));
        }

        #[test]
        fn node_counts_are_the_same_with_a_hash_table() {
            $crate::perft::check_hashed::<$game>(include_str!($perft));
        }

        #[test]
        fn no_text_breaks_the_position_parser() {
            $crate::fuzz::positions::<$game>();
        }

        #[test]
        fn no_text_breaks_the_move_parser() {
            $crate::fuzz::moves::<$game>();
        }
    };
}
