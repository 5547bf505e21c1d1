//! Tests of Polarity's rules by scripted events: fast, exact, and without physics.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod captures;
mod ends;
mod faults;
mod opening;
mod script;
mod texts;
mod turns;
