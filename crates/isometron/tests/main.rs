//! Isometron against its rules.

// A test that cannot go on must fail loudly.
#![allow(clippy::unwrap_used)]

mod conformance;
mod games;
mod lines;
mod playthroughs;
mod rulebook;
mod twin;
