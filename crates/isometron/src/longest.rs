//! The longest closed line through a tile, exactly.
//!
//! The tiles of the tile's block are taken one by one in a sweep over the board; each joins two of its points
//! or is left out of the line. What was chosen so far matters to the rest only through the points that later
//! tiles reach, too: which of them may still be used, and which are the two ends of one piece of line. So what
//! has failed once need not be tried again: some thousands of states in place of billions of lines.
//!
//! The longest line nearly always uses nearly all tiles of its block. That is why lines are looked for from
//! the greatest length down: a try that may leave out few tiles is soon at its end, and the first line found
//! is the longest.

use crate::blocks::{self, SHORTEST};
use crate::board::{Cell, Point};
use crate::sweep::{Arm, Sweep};
use crate::tiles::Tiles;

/// A tile of a closed line, and the grid point at which the next tile of the line joins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The tile.
    pub cell: Cell,
    /// Where the next tile, after the last one the first, joins it.
    pub joint: Point,
}

/// The longest closed line through the tile on `cell`, tile by tile from there; empty when there is none.
pub fn longest_line(tiles: &Tiles, cell: Cell) -> Vec<Link> {
    match longest(tiles, cell, usize::MAX) {
        Longest::Line(line) => in_order(line, cell),
        Longest::AtMost(_) => Vec::new(),
    }
}

/// How many tiles the longest closed line through the tile on `cell` has; 0 when there is none.
pub fn longest_length(tiles: &Tiles, cell: Cell) -> usize {
    length_with_patience(tiles, cell, usize::MAX)
}

/// How many tiles the longest closed line through the tile on `cell` has; or, where more than `patience` beginnings
/// lead to nothing, how many it has at most.
pub(crate) fn length_with_patience(tiles: &Tiles, cell: Cell, patience: usize) -> usize {
    match longest(tiles, cell, patience) {
        Longest::Line(line) => line.len(),
        Longest::AtMost(length) => length,
    }
}

/// How many tiles a closed line through the tile on `cell` has at most; 0 when there is none.
pub fn most_length(tiles: &Tiles, cell: Cell) -> usize {
    blocks::block_of(&tiles.arms(), cell).map_or(0, |block| block.most_tiles())
}

enum Longest {
    Line(Vec<Joined>),
    /// Not found with the patience there was: no line is longer.
    AtMost(usize),
}

fn longest(tiles: &Tiles, cell: Cell, patience: usize) -> Longest {
    let arms = tiles.arms();
    let Some(block) = blocks::block_of(&arms, cell) else {
        return Longest::Line(Vec::new());
    };
    let sweep = Sweep::best(&arms, &block);
    let mut search = Search {
        sweep: &sweep,
        through: sweep.step_of(cell),
        failed: Failures::new(),
        line: Vec::new(),
    };
    for length in (SHORTEST..=block.most_tiles()).rev() {
        if search.closes(0, Marks(0), length as u32) {
            break;
        }
        if search.failed.count > patience {
            return Longest::AtMost(length - 1);
        }
    }
    Longest::Line(search.line)
}

/// A tile of a line, and the two points that join it to its neighbours.
type Joined = (Cell, [Point; 2]);

/// The tiles of a closed line in the order in which they are joined.
fn in_order(mut joined: Vec<Joined>, first: Cell) -> Vec<Link> {
    let mut line: Vec<Link> = Vec::with_capacity(joined.len());
    let mut next = joined.iter().position(|&(cell, _)| cell == first);
    while let Some(index) = next {
        let (cell, [a, b]) = joined.swap_remove(index);
        let joint = if line.last().is_some_and(|last| last.joint == b) {
            a
        } else {
            b
        };
        line.push(Link { cell, joint });
        next = joined.iter().position(|(_, points)| points.contains(&joint));
    }
    line
}

/// The marks of the points between the tiles taken and those to come, four bits a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Marks(u64);

/// A point that may be used and is not yet; also the mark of a slot without a point.
const UNUSED: u64 = 0;
/// A point that no later tile may use: two arms are joined there, or only one more arm will come.
const SPENT: u64 = 1;
/// The end of a piece of line whose other end is in slot `mark - END`.
const END: u64 = 2;
/// The lowest bit of every mark.
const ONES: u64 = u64::MAX / 15;

impl Marks {
    fn get(self, slot: u32) -> u64 {
        self.0 >> (4 * slot) & 15
    }

    fn set(&mut self, slot: u32, mark: u64) {
        self.0 = self.0 & !(15 << (4 * slot)) | mark << (4 * slot);
    }

    fn link(&mut self, a: u32, b: u32) {
        self.set(a, END + u64::from(b));
        self.set(b, END + u64::from(a));
    }

    /// Joins two points by a tile.
    fn join(mut self, a: u32, b: u32) -> Join {
        let other_end = |mark| (mark - END) as u32;
        match (self.get(a), self.get(b)) {
            (SPENT, _) | (_, SPENT) => return Join::Never,
            (UNUSED, UNUSED) => self.link(a, b),
            (UNUSED, end) => {
                self.link(a, other_end(end));
                self.set(b, SPENT);
            }
            (end, UNUSED) => {
                self.link(b, other_end(end));
                self.set(a, SPENT);
            }
            (end_a, end_b) => {
                self.set(a, SPENT);
                self.set(b, SPENT);
                if other_end(end_a) == b {
                    return Join::Closed {
                        alone: self.ends() == 0,
                    };
                }
                self.link(other_end(end_a), other_end(end_b));
            }
        }
        Join::Open(self)
    }

    /// Brings the points of a tile that has been taken up to date; `None` when an end cannot go on.
    fn settled(mut self, arms: &[Arm]) -> Option<Marks> {
        for arm in arms {
            let mark = self.get(arm.slot);
            match arm.arms_after {
                0 if mark >= END => return None,
                0 => self.set(arm.slot, UNUSED),
                1 if mark == UNUSED => self.set(arm.slot, SPENT),
                _ => {}
            }
        }
        Some(self)
    }

    /// The lowest bits of the marks that are [`SPENT`].
    fn spent(self) -> u64 {
        self.0 & !(self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & ONES
    }

    /// How many marks are ends.
    fn ends(self) -> u32 {
        count((self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & ONES)
    }
}

/// How many lowest bits of marks are set: fewer than 16, so that their sum fits in the highest mark.
fn count(bits: u64) -> u32 {
    (bits.wrapping_mul(ONES) >> 60) as u32
}

enum Join {
    /// The line goes on.
    Open(Marks),
    /// The tile closed a line; `alone` if no other piece is left over.
    Closed { alone: bool },
    /// A point would be used twice.
    Never,
}

/// The pairs of a tile's points; a tile with two arms in the block has only the first.
const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

struct Search<'a> {
    sweep: &'a Sweep,
    /// The step of the tile that the line must go through.
    through: usize,
    failed: Failures,
    /// The line found, from the last step of the sweep to the first: each tile's points joined.
    line: Vec<Joined>,
}

impl Search<'_> {
    /// Whether the tiles from step `index` on can close the line, with `wanted` of them or more.
    fn closes(&mut self, index: usize, marks: Marks, wanted: u32) -> bool {
        let sweep = self.sweep;
        let Some(step) = sweep.steps.get(index) else {
            return false;
        };
        let state = Failures::state(index, marks);
        if self.failed.knows(state, wanted) {
            return false;
        }
        let arms = step.arms();
        let pairs = if arms.len() == 3 { 3 } else { 1 };
        let wanted_after = wanted.saturating_sub(1);
        for &(a, b) in &PAIRS[..pairs] {
            let closes = match marks.join(arms[a].slot, arms[b].slot) {
                Join::Never => false,
                Join::Closed { alone } => alone && wanted_after == 0 && index >= self.through,
                Join::Open(marks) => self.goes_on(index, marks, wanted_after),
            };
            if closes {
                self.line.push((step.cell, [arms[a].point, arms[b].point]));
                return true;
            }
        }
        if index != self.through && self.goes_on(index, marks, wanted) {
            return true;
        }
        self.failed.learn(state, wanted);
        false
    }

    /// Whether the tiles after step `index` can close the line, with `wanted` of them or more.
    fn goes_on(&mut self, index: usize, marks: Marks, wanted: u32) -> bool {
        let step = &self.sweep.steps[index];
        let Some(marks) = marks.settled(step.arms()) else {
            return false;
        };
        // A line has as many points as tiles; each piece has one more point than tiles.
        let spent = marks.spent();
        let points = step.points_ahead - count(spent) - marks.ends() / 2;
        let cut_off = self.sweep.neighbours(step).filter(|tile| tile.is_cut_off(spent));
        wanted <= points
            && wanted + cut_off.count() as u32 <= step.tiles_after
            && self.closes(index + 1, marks, wanted)
    }
}

/// The states from which no line could be closed, and with how many tiles or more it could not.
struct Failures {
    /// A state with that number above it, in the first free place from where its hash points; 0 is free.
    table: Vec<u64>,
    count: usize,
}

/// Where the number of tiles stands in an entry of the table; below it is the state.
const WANTED: u32 = 56;

impl Failures {
    fn new() -> Failures {
        Failures {
            table: vec![0; 64],
            count: 0,
        }
    }

    /// The marks before a step, as one number that is not 0.
    fn state(index: usize, marks: Marks) -> u64 {
        (index as u64 + 1) << 48 | marks.0
    }

    /// Where a state stands, or would stand.
    fn place(&self, state: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut place = (state.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.table[place] != 0 && self.table[place] & ((1 << WANTED) - 1) != state {
            place = (place + 1) & mask;
        }
        place
    }

    fn knows(&self, state: u64, wanted: u32) -> bool {
        let entry = self.table[self.place(state)];
        entry != 0 && u64::from(wanted) >= entry >> WANTED
    }

    fn learn(&mut self, state: u64, wanted: u32) {
        let place = self.place(state);
        self.count += usize::from(self.table[place] == 0);
        self.table[place] = u64::from(wanted) << WANTED | state;
        if 2 * self.count > self.table.len() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let larger = vec![0; 4 * self.table.len()];
        let entries = std::mem::replace(&mut self.table, larger);
        for entry in entries.into_iter().filter(|entry| *entry != 0) {
            let place = self.place(entry & ((1 << WANTED) - 1));
            self.table[place] = entry;
        }
    }
}
