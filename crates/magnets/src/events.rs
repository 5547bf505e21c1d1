//! Events for the referee, in order and with the tick.

use crate::scene::Disc;
use std::fmt;

/// Something that happened, and when.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TableEvent {
    /// Ticks since the table was built.
    pub tick: u32,
    /// The kind of event, with its discs.
    pub what: TableEventKind,
}

/// Written by hand because the golden scenes hash this text: it must not change with the type's name.
impl fmt::Debug for TableEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Event")
            .field("tick", &self.tick)
            .field("what", &self.what)
            .finish()
    }
}

/// How two discs touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contact {
    /// Face on face, as in a tower.
    Face,
    /// By a rim: a kiss, or an edge on a face.
    Rim,
}

/// Events on a table. If two discs are named, the first has the lower name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableEventKind {
    /// Two discs that did not touch now touch.
    Touched {
        /// The one with the lower name.
        one: Disc,
        /// The other.
        two: Disc,
        /// By face or by rim.
        by: Contact,
    },
    /// Two discs that touched do not touch any more.
    Parted {
        /// The one with the lower name.
        one: Disc,
        /// The other.
        two: Disc,
    },
    /// A standing leaner has come to lie flat.
    Fell {
        /// The leaner.
        disc: Disc,
        /// The face it shows now.
        white_up: bool,
    },
    /// A disc shows its other face.
    Turned {
        /// The disc.
        disc: Disc,
        /// The face it shows now.
        white_up: bool,
    },
    /// A disc that lay flat has come to lie flat with its other face up.
    Overturned {
        /// The disc.
        disc: Disc,
        /// The face it shows now.
        white_up: bool,
    },
    /// A disc from the table sticks to what the hand holds.
    Stuck {
        /// The disc that is not the hand's.
        disc: Disc,
    },
    /// A disc is farther than its diameter from where it was at the last [`crate::Table::mark`].
    Slid {
        /// The disc.
        disc: Disc,
    },
    /// A whole disc is outside the circle.
    Left {
        /// The disc.
        disc: Disc,
    },
    /// A disc touches the red disc.
    RedTouched {
        /// The other disc.
        by: Disc,
    },
    /// The red disc has left the dot on the mat wholly uncovered.
    RedMoved,
    /// The hand let go of what it held.
    Released,
    /// The hand left the table with all it held.
    Withdrawn,
    /// Every disc is at rest and no hand is in the circle.
    Rested,
    /// Something still moved at the limit; it is frozen where it is.
    Frozen,
}
