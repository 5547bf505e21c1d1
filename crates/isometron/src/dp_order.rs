//! The order in which the search for the longest line takes the tiles of a block.

use crate::biconnected::Block;
use crate::board::{Cell, Corner, GridPoint, POINT_COUNT};
use crate::tiles::Arms;
use std::ops::Range;

/// One tile of a sweep.
pub(crate) struct Step {
    pub(crate) cell: Cell,
    arms: [Arm; 3],
    arm_count: usize,
    /// The tiles that come after it.
    pub(crate) tiles_after: u32,
    /// The points that tiles after it reach.
    pub(crate) points_ahead: u32,
    /// The range of its neighbours in the sweep's list.
    neighbours: Range<usize>,
}

impl Step {
    pub(crate) fn arms(&self) -> &[Arm] {
        &self.arms[..self.arm_count]
    }
}

/// An arm of a tile in a sweep.
#[derive(Clone, Copy)]
pub(crate) struct Arm {
    pub(crate) point: GridPoint,
    /// The index of the point's mark in a state. A line of 8 cells has 9 points; with those that come and go at
    /// the step there are never more than 11.
    pub(crate) slot: u32,
    /// How many later arms reach the point.
    pub(crate) arms_after: u8,
}

/// The orders to choose from: by rows or by columns, from either end.
const ORDERS: [fn(Cell) -> (isize, usize); 4] = [
    |cell| (cell.row() as isize, cell.column()),
    |cell| (-(cell.row() as isize), cell.column()),
    |cell| (cell.column() as isize, cell.row()),
    |cell| (-(cell.column() as isize), cell.row()),
];

/// The tiles of a block in the order in which they are taken.
pub(crate) struct Sweep {
    pub(crate) steps: Vec<Step>,
    neighbours: Vec<Neighbour>,
}

/// A tile to come that could just have been cut off by the tiles taken.
pub(crate) struct Neighbour {
    /// The lowest bits of the marks of the points it shares.
    shared: u64,
    /// Whether it has an arm at a point that no tile taken reaches.
    has_own: bool,
}

impl Neighbour {
    /// A tile to come, if the tiles taken, which have reached these points, can cut it off.
    fn new(step: &Step, reached: u128) -> Option<Neighbour> {
        let (mut shared, mut own) = (0, 0);
        for arm in step.arms() {
            if reached >> arm.point.index() & 1 == 1 {
                shared |= 1 << (4 * arm.slot);
            } else {
                own += 1;
            }
        }
        (own < 2).then_some(Neighbour {
            shared,
            has_own: own == 1,
        })
    }

    /// Whether it has less than the two points left that a line needs.
    pub(crate) fn is_cut_off(&self, spent: u64) -> bool {
        let left = self.shared & !spent;
        left == 0 || !self.has_own && left.is_power_of_two()
    }
}

impl Sweep {
    /// The order that promises the fewest states.
    pub(crate) fn best(arms: &Arms, block: &Block) -> Sweep {
        let mut sweep = Sweep {
            steps: best_order(arms, block),
            neighbours: Vec::new(),
        };
        sweep.find_neighbours();
        sweep
    }

    /// The step that takes a tile.
    pub(crate) fn step_of(&self, cell: Cell) -> usize {
        let mut steps = self.steps.iter();
        steps.position(|step| step.cell == cell).unwrap_or(0)
    }

    /// The neighbours after a step.
    pub(crate) fn neighbours(&self, step: &Step) -> impl Iterator<Item = &Neighbour> {
        self.neighbours[step.neighbours.clone()].iter()
    }

    fn find_neighbours(&mut self) {
        let mut reached: u128 = 0;
        for index in 0..self.steps.len() {
            let (taken, to_come) = self.steps.split_at_mut(index + 1);
            let step = &mut taken[index];
            for arm in step.arms() {
                reached |= 1 << arm.point.index();
            }
            let first = self.neighbours.len();
            // The step can only have cut off what lies next to its tile.
            for later in to_come.iter().filter(|later| step.cell.touches(later.cell)) {
                self.neighbours.extend(Neighbour::new(later, reached));
            }
            step.neighbours = first..self.neighbours.len();
        }
    }
}

/// The steps in the order that promises the fewest states.
fn best_order(arms: &Arms, block: &Block) -> Vec<Step> {
    let mut cells: Vec<Cell> = block.tiles.into_iter().collect();
    let mut best = (u64::MAX, Vec::new());
    for order in ORDERS {
        cells.sort_unstable_by_key(|&cell| order(cell));
        let mut plan = Plan::new(arms, block);
        let steps = cells
            .iter()
            .map(|&cell| plan.step(block.arms(arms, cell), cell))
            .collect();
        if plan.states < best.0 {
            best = (plan.states, steps);
        }
    }
    best.1
}

const NO_SLOT: u32 = u32::MAX;

/// The remaining part of a sweep.
struct Plan {
    arms_after: [u8; POINT_COUNT],
    slot: [u32; POINT_COUNT],
    slots: u16,
    tiles_after: u8,
    points_after: u8,
    /// The points between the tiles taken and those to come, by whether one arm or more will reach them.
    last_chance: u32,
    open: u32,
    /// A guess how many states there will be: a point has up to three marks, two if one arm is to come.
    states: u64,
}

impl Plan {
    fn new(arms: &Arms, block: &Block) -> Plan {
        let mut arms_after = [0; POINT_COUNT];
        let mut points_after = 0;
        for cell in block.tiles {
            for corner in block.arms(arms, cell) {
                let count = &mut arms_after[cell.point(corner).index()];
                points_after += u8::from(*count == 0);
                *count += 1;
            }
        }
        Plan {
            arms_after,
            slot: [NO_SLOT; POINT_COUNT],
            slots: 0,
            tiles_after: block.tiles.len() as u8,
            points_after,
            last_chance: 0,
            open: 0,
            states: 0,
        }
    }

    fn step(&mut self, corners: impl Iterator<Item = Corner>, cell: Cell) -> Step {
        let mut arms = [Arm {
            point: cell.point(Corner::Ne),
            slot: 0,
            arms_after: 0,
        }; 3];
        let mut arm_count = 0;
        for (arm, corner) in arms.iter_mut().zip(corners) {
            *arm = self.arm(cell.point(corner));
            arm_count += 1;
        }
        let gone = arms[..arm_count].iter().filter(|arm| arm.arms_after == 0);
        gone.for_each(|arm| self.slots &= !(1 << arm.slot));
        self.tiles_after -= 1;
        self.states += 3u64.pow(self.open) << self.last_chance;
        Step {
            cell,
            arms,
            arm_count,
            tiles_after: self.tiles_after.into(),
            points_ahead: self.slots.count_ones() + u32::from(self.points_after),
            neighbours: 0..0,
        }
    }

    fn arm(&mut self, point: GridPoint) -> Arm {
        let slot = &mut self.slot[point.index()];
        let arms_after = &mut self.arms_after[point.index()];
        if *slot == NO_SLOT {
            *slot = self.slots.trailing_ones();
            self.slots |= 1 << *slot;
            self.points_after -= 1;
        } else if *arms_after == 1 {
            self.last_chance -= 1;
        } else {
            self.open -= 1;
        }
        *arms_after -= 1;
        match *arms_after {
            0 => {}
            1 => self.last_chance += 1,
            _ => self.open += 1,
        }
        Arm {
            point,
            slot: *slot,
            arms_after: *arms_after,
        }
    }
}
