//! Proves rules pages, figures and lessons on the real rules.

// A test fails by panicking.
#![allow(clippy::unwrap_used, clippy::panic)]

mod closed_lines;
mod coverage;
mod coverage_polarity;
mod errors;
mod figures;
mod files;
mod lessons;
mod pages;
mod statements;
mod table;
