//! The referee on the real table: hands that move, traces that replay, whole games.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod games;
mod hands;
mod player;
