//! The longest closed line through a tile, exactly.
//!
//! The tiles of the tile's block are taken one by one in a sweep over the board; each is left out of the
//! line or joins two of its points. What was chosen so far matters to the rest only through the points that
//! later tiles reach, too: which of them may still be used, and which are the two ends of one piece of line.
//! Choices that agree in these marks are one state, of which the longest is kept: some thousands of states
//! in place of billions of lines.

use crate::blocks::{self, SHORTEST};
use crate::board::{Cell, Point};
use crate::sweep::{self, Arm, Step};
use crate::tiles::Tiles;
use std::cmp::Reverse;

/// How many states a step keeps in the search that only looks for a long line.
const NARROW: usize = 48;

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
    let arms = tiles.arms();
    let Some(block) = blocks::block_of(&arms, cell) else {
        return Vec::new();
    };
    let steps = sweep::best(&arms, &block);
    // A long line, quickly found, spares the exact search every state that cannot become longer.
    let long = Search::new(&steps, cell, SHORTEST - 1).longest(NARROW);
    let longer = Search::new(&steps, cell, long.len().max(SHORTEST - 1)).longest(usize::MAX);
    in_order(if longer.is_empty() { long } else { longer }, cell)
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

    /// How many marks are ends.
    fn ends(self) -> u32 {
        ((self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & ONES).count_ones()
    }

    /// How many marks are not [`UNUSED`].
    fn used(self) -> u32 {
        ((self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & ONES).count_ones()
    }
}

enum Join {
    /// The line goes on.
    Open(Marks),
    /// The tile closed a line; `alone` if no other piece is left over.
    Closed { alone: bool },
    /// A point would be used twice.
    Never,
}

/// The longest of the choices that agree in their marks.
#[derive(Clone, Copy)]
struct State {
    marks: Marks,
    /// How many tiles it uses.
    tiles: u8,
    /// Which of the [`PAIRS`] of points the last tile taken joins; none for a tile left out.
    joins: Option<u8>,
    /// The state before the last tile.
    before: u32,
}

/// The pairs of a tile's points; a tile with two arms in the block has only the first.
const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

/// A closed line: the state before its last tile, that tile's step and how it joins.
#[derive(Clone, Copy)]
struct Closed {
    before: u32,
    step: usize,
    joins: u8,
}

struct Search<'a> {
    steps: &'a [Step],
    through: Cell,
    /// Step after step.
    states: Vec<State>,
    /// The newest state with given marks. States of earlier steps are no longer looked for.
    table: Vec<u32>,
    /// How many tiles the longest line has that is known.
    longest: u8,
    found: Option<Closed>,
}

impl<'a> Search<'a> {
    /// A search for a line of more tiles than `known`.
    fn new(steps: &'a [Step], through: Cell, known: usize) -> Search<'a> {
        let start = State {
            marks: Marks(0),
            tiles: 0,
            joins: None,
            before: 0,
        };
        Search {
            steps,
            through,
            states: vec![start],
            table: Vec::new(),
            longest: known as u8,
            found: None,
        }
    }

    /// The longest line, if there is one of more tiles than known. Exact when no step has more states than
    /// `width`; otherwise the shortest are given up.
    fn longest(mut self, width: usize) -> Vec<Joined> {
        let mut may_close = false;
        let mut first = 0;
        for (index, step) in self.steps.iter().enumerate() {
            may_close |= step.cell == self.through;
            let end = self.states.len();
            self.make_room(4 * (end - first));
            for before in first..end {
                self.take(index, step, before as u32, end as u32, may_close);
            }
            first = end;
            self.narrow(first, width);
        }
        self.joined()
    }

    /// Goes on from a state by one step; states from `first` on are the step's own.
    fn take(&mut self, index: usize, step: &Step, before: u32, first: u32, may_close: bool) {
        let State { marks, tiles, .. } = self.states[before as usize];
        if step.cell != self.through {
            self.keep(
                step,
                first,
                State {
                    marks,
                    tiles,
                    joins: None,
                    before,
                },
            );
        }
        let arms = step.arms();
        let pairs = if arms.len() == 3 { 3 } else { 1 };
        for (joins, &(a, b)) in PAIRS.iter().enumerate().take(pairs) {
            let (joins, tiles) = (joins as u8, tiles + 1);
            match marks.join(arms[a].slot, arms[b].slot) {
                Join::Open(marks) => {
                    self.keep(
                        step,
                        first,
                        State {
                            marks,
                            tiles,
                            joins: Some(joins),
                            before,
                        },
                    );
                }
                Join::Closed { alone: true } if may_close && tiles > self.longest => {
                    self.longest = tiles;
                    self.found = Some(Closed {
                        before,
                        step: index,
                        joins,
                    });
                }
                Join::Closed { .. } | Join::Never => {}
            }
        }
    }

    /// Keeps a state after a step if it may become the longest line and no longer one has its marks.
    fn keep(&mut self, step: &Step, first: u32, state: State) {
        let Some(marks) = state.marks.settled(step.arms()) else {
            return;
        };
        // A line has as many points as tiles; each piece has one more point than tiles.
        let unused = step.slots.count_ones() - marks.used();
        let points = marks.ends() / 2 + unused + u32::from(step.points_after);
        if u32::from(state.tiles) + points.min(step.tiles_after.into()) <= self.longest.into() {
            return;
        }
        let state = State { marks, ..state };
        let mask = self.table.len() - 1;
        let mut place = (marks.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        loop {
            let known = self.table[place];
            if known < first {
                self.table[place] = self.states.len() as u32;
                self.states.push(state);
                return;
            }
            let known = &mut self.states[known as usize];
            if known.marks == marks {
                if known.tiles < state.tiles {
                    *known = state;
                }
                return;
            }
            place = (place + 1) & mask;
        }
    }

    /// Gives up all but the `width` longest of the states from `first` on.
    fn narrow(&mut self, first: usize, width: usize) {
        let newest = &mut self.states[first..];
        if newest.len() > width {
            newest.select_nth_unstable_by_key(width, |state| Reverse(state.tiles));
            self.states.truncate(first + width);
            // The next states will take the numbers of those given up.
            self.table.fill(0);
        }
    }

    /// Makes the table large enough for a step with so many states.
    fn make_room(&mut self, states: usize) {
        let size = (2 * states).next_power_of_two();
        if self.table.len() < size {
            self.table = vec![0; size];
        }
    }

    /// The longest line's tiles, the last of the sweep first.
    fn joined(&self) -> Vec<Joined> {
        let mut joined = Vec::with_capacity(self.longest.into());
        let Some(Closed {
            mut before,
            step,
            joins,
        }) = self.found
        else {
            return joined;
        };
        let mut joins = Some(joins);
        for step in self.steps[..=step].iter().rev() {
            if let Some(pair) = joins {
                let (a, b) = PAIRS[pair as usize];
                let arms = step.arms();
                joined.push((step.cell, [arms[a].point, arms[b].point]));
            }
            let state = &self.states[before as usize];
            (before, joins) = (state.before, state.joins);
        }
        joined
    }
}
