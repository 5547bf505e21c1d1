//! The rules of Polarity, each by scripted events: fast, exact, and without any physics.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod captures;
mod ends;
mod faults;
mod opening;
mod script;
mod texts;
mod turns;
