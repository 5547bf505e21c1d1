//! The longest closed line through a tile, exactly.
//!
//! The tiles of the tile's block are taken one by one in a sweep over the board; each joins two of its points
//! or is left out of the line. Earlier choices matter to the rest only through the points that later
//! tiles reach, too: which of them may still be used, and which are the two ends of one piece of line. A state
//! that has failed is not tried again: some thousands of states replace billions of lines.
//!
//! The longest line nearly always uses nearly all tiles of its block. That is why lines are looked for from
//! the greatest length down: a try that may leave out few tiles is soon at its end, and the first line found
//! is the longest. A try that fails gives an upper bound, for every state that it has seen and for the whole; the next try
//! goes on from there.

use crate::biconnected::{self, Block, SHORTEST};
use crate::board::{Cell, Cells, GridPoint, Symmetry};
use crate::dp_order::{Arm, Sweep};
use crate::tiles::Tiles;

/// A tile of a closed line, and the grid point at which the next tile of the line joins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineLink {
    /// The tile.
    pub cell: Cell,
    /// The joint with the next tile, after the last one with the first.
    pub joint: GridPoint,
}

/// The closed lines that count for a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountedLines {
    /// Every line through the tile: a free tile.
    Through(Cell),
    /// Lines through the tile and a second one: a forced tile and the tile that it answers.
    ThroughBoth(Cell, Cell),
    /// Lines through the tile with tiles in both camps: a forced tile under the shift.
    AcrossCamps(Cell),
}

impl CountedLines {
    /// The lines that count for a forced tile: those whose image was not closed before.
    pub const fn of_forced(cell: Cell, symmetry: Symmetry) -> CountedLines {
        match symmetry {
            Symmetry::Axial | Symmetry::Central => CountedLines::ThroughBoth(cell, symmetry.cell(cell)),
            Symmetry::Shift => CountedLines::AcrossCamps(cell),
        }
    }

    /// The tile for which they count.
    pub const fn cell(self) -> Cell {
        match self {
            CountedLines::Through(cell)
            | CountedLines::ThroughBoth(cell, _)
            | CountedLines::AcrossCamps(cell) => cell,
        }
    }

    /// The block that holds all of them, if it can hold one.
    fn block(self, tiles: &Tiles) -> Option<Block> {
        let can_hold = |block: &Block| match self {
            CountedLines::Through(_) => true,
            CountedLines::ThroughBoth(_, other) => block.tiles.contains(other),
            CountedLines::AcrossCamps(cell) => !block.tiles.and(Cells::camp(!cell.camp())).is_empty(),
        };
        biconnected::block_of(&tiles.arms(), self.cell()).filter(can_hold)
    }
}

/// The longest of the lines that count for a tile, tile by tile from there; empty when there is none.
pub fn longest_line(tiles: &Tiles, lines: CountedLines) -> Vec<LineLink> {
    in_order(longest(tiles, lines).0, lines.cell())
}

/// The number of tiles of the longest of the lines that count for a tile; 0 when there is none.
pub fn longest_length(tiles: &Tiles, lines: CountedLines) -> usize {
    longest_length_in_steps(tiles, lines).0
}

/// The same number, and the steps that finding it took: for engines, which count their work.
pub fn longest_length_in_steps(tiles: &Tiles, lines: CountedLines) -> (usize, u64) {
    let (line, steps) = longest(tiles, lines);
    (line.len(), steps)
}

/// An upper bound of [`longest_length`], found far quicker: the size of the lines' block.
pub fn most_length(tiles: &Tiles, lines: CountedLines) -> usize {
    lines.block(tiles).map_or(0, |block| block.most_tiles())
}

/// The tiles of the longest line in any order, and the steps that finding it took.
fn longest(tiles: &Tiles, lines: CountedLines) -> (Vec<Joined>, u64) {
    let Some(block) = lines.block(tiles) else {
        return (Vec::new(), 0);
    };
    let sweep = Sweep::best(&tiles.arms(), &block);
    let mut search = Search::new(&sweep, lines);
    let is_across = !matches!(lines, CountedLines::AcrossCamps(_));
    let mut wanted = block.most_tiles() as u32;
    while wanted >= SHORTEST as u32 {
        let limit = search.limit(0, Marks(0), is_across, wanted);
        if limit > wanted {
            break;
        }
        wanted = limit.saturating_sub(1);
    }
    (search.line, search.steps)
}

/// A tile of a line, and the two points that join it to its neighbours.
type Joined = (Cell, [GridPoint; 2]);

/// The tiles of a closed line in the order in which they are joined.
fn in_order(mut joined: Vec<Joined>, first: Cell) -> Vec<LineLink> {
    let mut line: Vec<LineLink> = Vec::with_capacity(joined.len());
    let mut next = joined.iter().position(|&(cell, _)| cell == first);
    while let Some(index) = next {
        let (cell, [a, b]) = joined.swap_remove(index);
        let joint = if line.last().is_some_and(|last| last.joint == b) {
            a
        } else {
            b
        };
        line.push(LineLink { cell, joint });
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
    /// The steps of the tiles that the line must use.
    needed: [usize; 2],
    /// The camp of which the line must use a tile, where it must be in both, and the last step of such a tile.
    far: Cells,
    last_far: usize,
    limits: Limits,
    /// Tiles taken so far in all tries.
    steps: u64,
    /// The line found, from the last step of the sweep to the first: each tile's points joined.
    line: Vec<Joined>,
}

impl Search<'_> {
    fn new(sweep: &Sweep, lines: CountedLines) -> Search<'_> {
        let far = Cells::camp(!lines.cell().camp());
        let second = match lines {
            CountedLines::ThroughBoth(_, second) => second,
            CountedLines::Through(cell) | CountedLines::AcrossCamps(cell) => cell,
        };
        let last_far = sweep.steps.iter().rposition(|step| far.contains(step.cell));
        Search {
            sweep,
            needed: [sweep.step_of(lines.cell()), sweep.step_of(second)],
            far,
            last_far: last_far.unwrap_or(0),
            limits: Limits::new(),
            steps: 0,
            line: Vec::new(),
        }
    }

    /// A number of tiles from step `index` on that is too great to close the line: greater than `wanted` just if `wanted`
    /// tiles or more can close it, 0 if none can. The line `is_across` once it need not use another tile of the far camp.
    fn limit(&mut self, index: usize, marks: Marks, is_across: bool, wanted: u32) -> u32 {
        let sweep = self.sweep;
        let Some(step) = sweep
            .steps
            .get(index)
            .filter(|_| is_across || index <= self.last_far)
        else {
            return 0;
        };
        let state = Limits::state(index, marks, is_across);
        if let Some(limit) = self.limits.get(state).filter(|&limit| limit <= wanted) {
            return limit;
        }
        self.steps += 1;
        let arms = step.arms();
        let pairs = if arms.len() == 3 { 3 } else { 1 };
        let across_after = is_across || self.far.contains(step.cell);
        let mut limit = 0;
        for &(a, b) in &PAIRS[..pairs] {
            let after = match marks.join(arms[a].slot, arms[b].slot) {
                Join::Never => 0,
                Join::Closed { alone } => {
                    let is_whole = alone && across_after && self.needed.iter().all(|&at| at <= index);
                    u32::from(is_whole)
                }
                Join::Open(marks) => self.limit_after(index, marks, across_after, wanted.saturating_sub(1)),
            };
            if after > 0 {
                limit = limit.max(after + 1);
            }
            if limit > wanted {
                self.line.push((step.cell, [arms[a].point, arms[b].point]));
                return limit;
            }
        }
        if !self.needed.contains(&index) {
            limit = limit.max(self.limit_after(index, marks, is_across, wanted));
        }
        if limit <= wanted {
            self.limits.put(state, limit);
        }
        limit
    }

    /// The same of the tiles after step `index`.
    fn limit_after(&mut self, index: usize, marks: Marks, is_across: bool, wanted: u32) -> u32 {
        let step = &self.sweep.steps[index];
        let Some(marks) = marks.settled(step.arms()) else {
            return 0;
        };
        // A line has as many points as tiles; each piece has one more point than tiles.
        let spent = marks.spent();
        let points = step.points_ahead - count(spent) - marks.ends() / 2;
        if points < wanted {
            return points + 1;
        }
        let cut_off = self.sweep.neighbours(step).filter(|tile| tile.is_cut_off(spent));
        let tiles = step.tiles_after - cut_off.count() as u32;
        if tiles < wanted {
            return tiles + 1;
        }
        self.limit(index + 1, marks, is_across, wanted)
    }
}

/// The limits of the states from which no line could be closed with as many tiles as wanted.
struct Limits {
    /// A state with its limit above it, in the first free place from where its hash points; 0 is free.
    table: Vec<u64>,
    count: usize,
}

/// The first bit of the limit in an entry of the table; below it is the state.
const LIMIT: u32 = 56;

impl Limits {
    fn new() -> Limits {
        Limits {
            table: vec![0; 64],
            count: 0,
        }
    }

    /// The marks before a step and whether the line is across, as one number that is not 0.
    fn state(index: usize, marks: Marks, is_across: bool) -> u64 {
        u64::from(is_across) << 55 | (index as u64 + 1) << 48 | marks.0
    }

    /// The index of a state, or the free index for it.
    fn place(&self, state: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut place = (state.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.table[place] != 0 && self.table[place] & ((1 << LIMIT) - 1) != state {
            place = (place + 1) & mask;
        }
        place
    }

    fn get(&self, state: u64) -> Option<u32> {
        let entry = self.table[self.place(state)];
        (entry != 0).then_some((entry >> LIMIT) as u32)
    }

    fn put(&mut self, state: u64, limit: u32) {
        let place = self.place(state);
        self.count += usize::from(self.table[place] == 0);
        self.table[place] = u64::from(limit) << LIMIT | state;
        if 2 * self.count > self.table.len() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let larger = vec![0; 4 * self.table.len()];
        let entries = std::mem::replace(&mut self.table, larger);
        for entry in entries.into_iter().filter(|entry| *entry != 0) {
            let place = self.place(entry & ((1 << LIMIT) - 1));
            self.table[place] = entry;
        }
    }
}
