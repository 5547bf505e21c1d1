//! How the mat looks when all is at rest: the facts that the referee decides by.

use crate::disc_pose::lie;
use magnets::{Disc, Lie, Placed, Table};

/// A mat at rest, with no hand over it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mat {
    /// The discs on it.
    pub discs: Vec<Placed>,
    /// Pairs that touch, each once, the lower name first.
    pub touching: Vec<(Disc, Disc)>,
    /// The leaners, each with the highest disc of the body that holds it up.
    pub supports: Vec<(Disc, Disc)>,
    /// The discs that the hand took away.
    pub taken: Vec<Disc>,
}

impl Mat {
    /// The discs on a table, once all is over there.
    pub fn of(table: &Table) -> Option<Mat> {
        let discs = table.scene()?.discs().to_vec();
        let touching = touching(table, &discs);
        let leaners = discs.iter().filter(|placed| lie(placed) == Lie::Leaner);
        let support = |placed: &Placed| Some((placed.disc, table.support(placed.disc)?));
        let supports = leaners.filter_map(support).collect();
        Some(Mat {
            discs,
            touching,
            supports,
            taken: table.withdrawn().to_vec(),
        })
    }
}

/// Pairs of discs that touch on a table, each once, the lower name first; the discs come in order.
pub(crate) fn touching(table: &Table, discs: &[Placed]) -> Vec<(Disc, Disc)> {
    let mut touching = Vec::new();
    for (index, one) in discs.iter().enumerate() {
        let others = discs[index + 1..].iter().map(|two| two.disc);
        touching.extend(
            others
                .filter(|two| table.touching(one.disc, *two))
                .map(|two| (one.disc, two)),
        );
    }
    touching
}
