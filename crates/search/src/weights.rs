//! Weights of the evaluation's features; `cargo xtask tune` fits a table.
//!
//! Polygone's is fitted. Offboard's is made by hand and chosen by matches: a fit finds the marbles near the middle
//! worthless, since both sides hold it in games of equals, and loses to the table made by hand.

use crate::knowledge::Feature;
use crate::score::Score;

const fn of(term: &'static str, weight: Score) -> Feature {
    Feature { term, weight }
}

pub(crate) const OFFBOARD: &[Feature] = &[
    of("points", 100),
    of("points", 200),
    of("points", 300),
    of("points", 420),
    of("points", 560),
    of("middle", 44),
    of("middle", 38),
    of("middle", 26),
    of("middle", 4),
    of("middle", -30),
    of("together", 8),
    of("rows", 6),
    of("hanging", -8),
    of("returned", 10),
    of("turn", 0),
];

pub(crate) const POLYGONE: &[Feature] = &[
    of("taken", 100),
    of("taken", 224),
    of("taken", 314),
    of("taken", 384),
    of("taken", 504),
    of("taken", 595),
    of("forward", -5),
    of("apex", 0),
    of("apex", 73),
    of("apex", -4),
    of("apex", -33),
    of("turns", 2),
    of("loose", -1),
    of("turn", -16),
];
