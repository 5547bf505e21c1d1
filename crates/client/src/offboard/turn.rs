//! Moves of the player to move, as the hand and the view need them: lines of marbles and their ends.

use drawing::Point;
use drawing::offboard::geometry::{Geometry, TRAY};
use offboard::{Cell, Direction, Ejection, Move, Position};
use rules::{Game, Side};

/// A place where a marble can lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// On the board.
    Cell(Cell),
    /// In a target.
    Target(usize),
    /// Beside the board, to be put back.
    Tray,
}

impl Spot {
    /// Its place on the drawing.
    pub fn place(self, view: Geometry) -> Point {
        match self {
            Spot::Cell(cell) => view.cell(cell),
            Spot::Target(target) => view.target(target).0,
            Spot::Tray => TRAY,
        }
    }
}

/// A marble's way from one spot to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// The spot where it ends.
    pub spot: Spot,
    /// The point where it begins.
    pub from: Point,
    /// The point where it leaves or enters the board, if it does.
    pub via: Option<Point>,
}

/// A step that may be played, and all that it moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayableStep {
    /// The rearmost marble that moves.
    pub from: Cell,
    /// The direction of all its marbles.
    pub direction: Direction,
    /// The cells of the own marbles that move, the rearmost first.
    pub own: Vec<Cell>,
    /// The cells of the marbles that are pushed, the nearest first.
    pub pushed: Vec<Cell>,
    /// The fate of the foremost marble if it leaves the board.
    pub ejected: Option<Ejection>,
}

impl PlayableStep {
    /// The line that a step moves, or `None` if the step may not be played.
    pub fn new(position: &Position, from: Cell, direction: Direction) -> Option<PlayableStep> {
        let shift = position.shift(from, direction).ok()?;
        let mut cells = std::iter::successors(Some(from), |cell| cell.step(direction));
        let own = cells.by_ref().take(usize::from(shift.own)).collect();
        let pushed = cells.take(usize::from(shift.pushed)).collect();
        Some(PlayableStep {
            from,
            direction,
            own,
            pushed,
            ejected: shift.ejected,
        })
    }

    /// The move.
    pub fn step(&self) -> Move {
        Move::Step {
            from: self.from,
            direction: self.direction,
        }
    }

    /// Every cell whose marble moves, the rearmost first.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.own.iter().chain(&self.pushed).copied()
    }

    /// The new spot of the marble on one of its cells.
    fn goal(&self, cell: Cell) -> Spot {
        match (cell.step(self.direction), self.ejected) {
            (Some(next), _) => Spot::Cell(next),
            (None, Some(Ejection { target, points: 1.. })) => Spot::Target(target),
            (None, _) => Spot::Tray,
        }
    }

    /// The cell that its foremost marble enters, unless that leaves the board.
    pub fn end(&self) -> Option<Cell> {
        self.cells().last()?.step(self.direction)
    }

    /// Whether choosing a cell chooses this line: its end, or a marble that it pushes.
    pub fn is_chosen_by(&self, cell: Cell) -> bool {
        self.end() == Some(cell) || self.pushed.contains(&cell)
    }

    /// The way of every marble that moves, begun at the part `begun` of it.
    fn motions(&self, view: Geometry, begun: f64) -> Vec<Motion> {
        let motion = |cell| {
            let spot = self.goal(cell);
            let leaves = !matches!(spot, Spot::Cell(_));
            Motion {
                spot,
                from: view.cell(cell) + view.step(self.direction) * begun,
                via: leaves.then(|| view.exit(cell, self.direction)),
            }
        };
        self.cells().map(motion).collect()
    }
}

/// The ways of the marbles in a move played in `position`, of which the player's hand has already done
/// the part `begun`.
pub fn motions(position: &Position, mv: Move, view: Geometry, begun: f64) -> Vec<Motion> {
    match mv {
        Move::Return { cell } => vec![Motion {
            spot: Spot::Cell(cell),
            from: TRAY,
            via: None,
        }],
        Move::Step { from, direction } => PlayableStep::new(position, from, direction)
            .map_or_else(Vec::new, |line| line.motions(view, begun)),
    }
}

/// The ways back when a move played in `position` is taken back.
pub fn motions_back(position: &Position, mv: Move, view: Geometry) -> Vec<Motion> {
    let starts: Vec<Spot> = match mv {
        Move::Return { .. } => vec![Spot::Tray],
        Move::Step { from, direction } => PlayableStep::new(position, from, direction)
            .map_or_else(Vec::new, |line| line.cells().map(Spot::Cell).collect()),
    };
    let there = motions(position, mv, view, 0.0);
    let back = |(spot, motion): (Spot, Motion)| Motion {
        spot,
        from: motion.spot.place(view),
        via: motion.via,
    };
    starts.into_iter().zip(there).map(back).collect()
}

/// Legal moves of the position shown; none when the game is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The lines that may move.
    pub lines: Vec<PlayableStep>,
    /// The cells where a marble may be put back.
    pub free: Vec<Cell>,
}

impl Turn {
    /// Groups the moves of a position.
    pub fn new(position: &Position) -> Turn {
        let mut turn = Turn::default();
        position.each_move(|mv| match mv {
            Move::Step { from, direction } => turn.lines.extend(PlayableStep::new(position, from, direction)),
            Move::Return { cell } => turn.free.push(cell),
        });
        turn
    }

    /// The lines whose rearmost marble is on a cell.
    pub fn lines_from(&self, cell: Cell) -> impl Iterator<Item = &PlayableStep> {
        self.lines.iter().filter(move |line| line.from == cell)
    }
}

/// Every marble with its spot.
pub fn marbles(position: &Position) -> Vec<(Spot, Side)> {
    let on_cells = Cell::all().map(Spot::Cell);
    let in_targets = (0..offboard::board::TARGET_COUNT).map(Spot::Target);
    let side_at = |spot| match spot {
        Spot::Cell(cell) => position.marble(cell),
        Spot::Target(target) => position.target(target),
        Spot::Tray => position.returned().then(|| position.turn()),
    };
    on_cells
        .chain(in_targets)
        .chain([Spot::Tray])
        .filter_map(|spot| Some((spot, side_at(spot)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Random;

    /// Every marble that moves begins where it lay and ends where it lies, and the others stay.
    #[test]
    fn motions_connect_the_positions_of_random_games() {
        let view = Geometry::default();
        let mut random = Random::new(3);
        for _ in 0..30 {
            let mut position = Position::start(rules::Standard);
            for _ in 0..80 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len() as u64) as usize];
                let before = position;
                position.play(mv).unwrap();
                check_motions(&before, mv, &position, view);
            }
        }
    }

    fn check_motions(before: &Position, mv: Move, after: &Position, view: Geometry) {
        let there = motions(before, mv, view, 0.0);
        let back = motions_back(before, mv, view);
        assert_eq!(there.len(), back.len());
        let (was, is) = (marbles(before), marbles(after));
        for (there, back) in there.iter().zip(&back) {
            let side = was.iter().find(|(spot, _)| *spot == back.spot).unwrap().1;
            assert!(is.contains(&(there.spot, side)), "{before} {mv}");
            assert_eq!(there.from, back.spot.place(view));
            assert_eq!(back.from, there.spot.place(view));
        }
        let moved: Vec<Spot> = back.iter().map(|motion| motion.spot).collect();
        let stays = |(spot, _): &&(Spot, Side)| !moved.contains(spot) && *spot != Spot::Tray;
        assert!(
            was.iter().filter(stays).all(|marble| is.contains(marble)),
            "{before} {mv}"
        );
    }

    #[test]
    fn a_turn_has_every_move() {
        let start = Position::start(rules::Standard);
        let turn = Turn::new(&start);
        assert_eq!((turn.lines.len(), turn.free.len()), (42, 0));
        let back: Position = "5/6/1r5/8/9/8/7/6/y4 r ------------ *".parse().unwrap();
        assert_eq!(Turn::new(&back).free.len(), 59);
    }
}
