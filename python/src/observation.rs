//! Positions as planes of small numbers, seen by one of the sides.

use rules::{Game, Side};

/// A stack of planes, each `rows * columns` numbers.
pub(crate) struct Planes {
    /// Planes, rows, columns.
    pub(crate) shape: [usize; 3],
    pub(crate) numbers: Vec<i16>,
}

impl Planes {
    fn new(shape: [usize; 3]) -> Planes {
        Planes {
            shape,
            numbers: vec![0; shape.iter().product()],
        }
    }

    fn set(&mut self, plane: usize, row: usize, column: usize) {
        let [_, rows, columns] = self.shape;
        self.numbers[(plane * rows + row) * columns + column] = 1;
    }

    /// Fills a whole plane with one number.
    fn fill(&mut self, plane: usize, number: i16) {
        let size = self.shape[1] * self.shape[2];
        self.numbers[plane * size..][..size].fill(number);
    }
}

/// A game whose positions can be observed.
pub(crate) trait Observe: Game {
    /// Planes for `side`: its own pieces first, then the opponent's.
    fn observe(&self, side: Side) -> Planes;
}

/// Planes over row and column, with the ring of targets round the board: own marbles, opposing marbles, targets that
/// hold own marbles, targets that hold opposing marbles, then over the whole plane: a marble is to be returned; the
/// observer is the first side; the observer is to move.
impl Observe for offboard::Position {
    fn observe(&self, side: Side) -> Planes {
        let mut planes = Planes::new([7, 11, 11]);
        for cell in offboard::Cell::all() {
            let (row, column) = (cell.row(), cell.column());
            if let Some(owner) = self.marble(cell) {
                planes.set(relative(owner, side), row as usize, column as usize);
            }
            for direction in offboard::Direction::ALL {
                let held = cell.exit(direction).and_then(|target| self.target(target));
                if let Some(owner) = held {
                    let (down, right) = direction.delta();
                    planes.set(
                        2 + relative(owner, side),
                        (row + down) as usize,
                        (column + right) as usize,
                    );
                }
            }
        }
        planes.fill(4, i16::from(self.returned()));
        finish(planes, 5, self, side)
    }
}

/// Planes over the middles of the segments, row and level doubled: own segments, opposing segments, then over the whole
/// plane: segments taken by the observer and by the opponent; the observer is the first side; the observer is to move.
impl Observe for polygone::Position {
    fn observe(&self, side: Side) -> Planes {
        let mut planes = Planes::new([6, 9, 21]);
        for segment in polygone::Segment::all() {
            if let Some(owner) = self.owner(segment) {
                let [a, b] = segment.ends();
                let (row, column) = (a.row() + b.row(), a.level() + b.level());
                planes.set(relative(owner, side), row as usize, column as usize);
            }
        }
        planes.fill(2, i16::from(self.taken(side)));
        planes.fill(3, i16::from(self.taken(!side)));
        finish(planes, 4, self, side)
    }
}

/// Planes over row and column: tiles by their blank corner (ne, se, sw, nw), the forced tile that is owed in the same
/// way, the observer's camp, cells closed to free tiles, then over the whole plane: the symmetry (axial, central,
/// shift), passes, the observer's points, the opponent's; the observer is the first side; the observer is to move.
impl Observe for isometron::Position {
    fn observe(&self, side: Side) -> Planes {
        let mut planes = Planes::new([18, 8, 8]);
        for cell in isometron::Cell::all() {
            let (row, column) = (cell.row(), cell.column());
            if let Some(tile) = self.tiles().get(cell) {
                planes.set(tile.blank.index(), row, column);
            }
            if cell.camp() == side {
                planes.set(8, row, column);
            }
            if self.webs().contains(cell) {
                planes.set(9, row, column);
            }
        }
        if let Some(owed) = self.owed() {
            planes.set(4 + owed.blank.index(), owed.cell.row(), owed.cell.column());
        }
        planes.fill(10 + self.symmetry() as usize, 1);
        planes.fill(13, i16::from(self.passes()));
        // Texts allow 9999 points at most.
        let points = |side| i16::try_from(self.points(side)).unwrap_or(i16::MAX);
        planes.fill(14, points(side));
        planes.fill(15, points(!side));
        finish(planes, 16, self, side)
    }
}

/// 0 for the observer's own, 1 for the opponent's.
fn relative(owner: Side, observer: Side) -> usize {
    usize::from(owner != observer)
}

/// Fills the last two planes, which every game has.
fn finish(mut planes: Planes, first: usize, position: &impl Game, side: Side) -> Planes {
    planes.fill(first, i16::from(side == Side::First));
    planes.fill(first + 1, i16::from(position.turn() == side));
    planes
}
