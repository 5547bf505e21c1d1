//! A position and its rules.

use crate::board::{self, Cell, Cells, Direction, TARGET_COUNT, TARGET_VALUES, WINNING_POINTS};
use crate::forbidden::Forbidden;
use crate::movegen;
use crate::moves::{Ejection, Move, Shift};
use rules::{Game, MoveError, Outcome, Reason, Side, Standard, zobrist};

/// Marbles on the board and in the targets, the side to move, and whether it has a marble to put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    marbles: [Cells; 2],
    /// The targets that hold a marble of each colour, a bit each.
    targets: [u16; 2],
    /// Points of each side; they follow from the targets.
    points: [u8; 2],
    turn: Side,
    returned: bool,
    hash: u64,
}

static MARBLE_KEYS: [[u64; board::CELL_COUNT]; 2] = [zobrist::table(0), zobrist::table(100)];
static TARGET_KEYS: [[u64; TARGET_COUNT]; 2] = [zobrist::table(200), zobrist::table(220)];
const TURN_KEY: u64 = zobrist::key(240);
const RETURNED_KEY: u64 = zobrist::key(241);

impl Position {
    /// A position from its parts; the caller has checked them against the box.
    pub(crate) fn from_parts(marbles: [Cells; 2], targets: [u16; 2], turn: Side, returned: bool) -> Position {
        let points = [board::worth(targets[1]), board::worth(targets[0])];
        let mut position = Position {
            marbles,
            targets,
            points,
            turn,
            returned,
            hash: 0,
        };
        position.hash = position.hash_from_scratch();
        position
    }

    /// The colour of the marble on a cell.
    pub fn marble(&self, cell: Cell) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.marbles[side].contains(cell))
    }

    /// The marbles of a colour on the board.
    pub fn marbles(&self, side: Side) -> Cells {
        self.marbles[side]
    }

    /// The colour of the marble in a target.
    pub fn target(&self, target: usize) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.targets[side] >> target & 1 == 1)
    }

    /// The points a side has scored.
    pub fn points(&self, side: Side) -> u8 {
        self.points[side]
    }

    /// Whether the side to move has a marble to put back.
    pub fn returned(&self) -> bool {
        self.returned
    }

    /// Whether a target is empty.
    pub fn is_free(&self, target: usize) -> bool {
        (self.targets[0] | self.targets[1]) >> target & 1 == 0
    }

    /// Calls `visit` with every step that scores, and its points.
    pub fn each_scoring(&self, mut visit: impl FnMut(Move, u8)) {
        if self.is_decided() {
            return;
        }
        movegen::each_ejection(
            self.marbles[self.turn],
            self.marbles[!self.turn],
            |direction, movers| {
                for from in movers {
                    let points = self.ejected_points(from, direction);
                    if points > 0 {
                        visit(Move::Step { from, direction }, points);
                    }
                }
            },
        );
    }

    /// Points of a step that pushes a marble over the edge.
    fn ejected_points(&self, from: Cell, direction: Direction) -> u8 {
        let mut edge = from;
        while let Some(next) = edge.step(direction) {
            edge = next;
        }
        self.ejection(edge, direction)
            .map_or(0, |ejection| ejection.points)
    }

    /// The same board with the other side to move, for the engine's what-ifs.
    #[must_use]
    pub fn with_turn_passed(&self) -> Position {
        let mut passed = *self;
        passed.turn = !self.turn;
        passed.hash ^= TURN_KEY;
        passed.set_returned(false);
        passed
    }

    /// The marbles that a step moves and pushes, or the reason why it is illegal.
    pub fn shift(&self, from: Cell, direction: Direction) -> Result<Shift, Forbidden> {
        match self.marble(from) {
            Some(side) if side == self.turn => {}
            Some(_) => return Err(Forbidden::NotOwn(from)),
            None => return Err(Forbidden::NoMarble(from)),
        }
        let (own, own_front) = self.run(from, direction, self.turn);
        let Some(ahead) = own_front.step(direction) else {
            return Err(Forbidden::OwnOff {
                line: row(from, direction, own),
                front: own_front,
            });
        };
        if self.marble(ahead).is_none() {
            return Ok(Shift {
                own,
                pushed: 0,
                front: own_front,
                ejected: None,
            });
        }
        let (pushed, front) = self.run(ahead, direction, !self.turn);
        let theirs = row(ahead, direction, pushed);
        if pushed >= own {
            return Err(Forbidden::Outnumbered {
                own: row(from, direction, own),
                theirs,
            });
        }
        let ejected = match front.step(direction) {
            Some(by) if self.marble(by).is_some() => return Err(Forbidden::Blocked { theirs, by }),
            Some(_) => None,
            None => self.ejection(front, direction),
        };
        Ok(Shift {
            own,
            pushed,
            front,
            ejected,
        })
    }

    /// Why a move is refused while the game goes on, if it is.
    pub fn forbidden(&self, mv: Move) -> Option<Forbidden> {
        match mv {
            Move::Step { from, direction } => self.shift(from, direction).err(),
            Move::Return { .. } if !self.returned => Some(Forbidden::NothingReturned),
            Move::Return { cell } => self.marble(cell).map(|_| Forbidden::Taken(cell)),
        }
    }

    /// Why the marble on a cell cannot be moved at all, if it cannot.
    pub fn forbidden_from(&self, from: Cell) -> Option<Forbidden> {
        let mut steps = Direction::ALL
            .into_iter()
            .map(|direction| self.shift(from, direction));
        match self.marble(from) {
            None => Some(Forbidden::NoMarble(from)),
            Some(side) if side != self.turn => Some(Forbidden::NotOwn(from)),
            Some(_) if steps.all(|step| step.is_err()) => Some(Forbidden::Stuck(from)),
            Some(_) => None,
        }
    }

    /// Why the marble on `from` cannot go to `to`, which is not where one of its lines ends.
    pub fn forbidden_to(&self, from: Cell, to: Cell) -> Forbidden {
        let step = from.direction_to(to).map(|direction| self.shift(from, direction));
        match step {
            Some(Err(reason)) => reason,
            Some(Ok(_)) | None => Forbidden::NotAhead(from, to),
        }
    }

    fn ejection(&self, edge: Cell, direction: Direction) -> Option<Ejection> {
        let target = edge.exit(direction)?;
        let occupied = (self.targets[0] | self.targets[1]) >> target & 1 == 1;
        Some(Ejection {
            target,
            points: if occupied { 0 } else { TARGET_VALUES[target] },
        })
    }

    /// How many marbles of a colour stand in a row from `from` on, and the last of them.
    fn run(&self, from: Cell, direction: Direction, side: Side) -> (u8, Cell) {
        let (mut length, mut front) = (1, from);
        while let Some(next) = front
            .step(direction)
            .filter(|&next| self.marbles[side].contains(next))
        {
            (length, front) = (length + 1, next);
        }
        (length, front)
    }

    fn has_move(&self) -> bool {
        movegen::has_single_step(self.marbles[self.turn], self.marbles[!self.turn]) || self.count_moves() > 0
    }

    /// Whether the rules allow a move; says it faster than [`play`](Game::play), which says why not.
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv {
            _ if self.is_decided() => false,
            Move::Step { from, direction } => self.can_step(from, direction),
            Move::Return { cell } => self.returned && self.marble(cell).is_none(),
        }
    }

    fn can_step(&self, from: Cell, direction: Direction) -> bool {
        if !self.marbles[self.turn].contains(from) {
            return false;
        }
        let (own, front) = self.run(from, direction, self.turn);
        let Some(ahead) = front.step(direction) else {
            return false;
        };
        if !self.marbles[!self.turn].contains(ahead) {
            return true;
        }
        let (pushed, front) = self.run(ahead, direction, !self.turn);
        pushed < own
            && front
                .step(direction)
                .is_none_or(|behind| self.marble(behind).is_none())
    }

    /// Points of a legal move.
    pub fn scored(&self, mv: Move) -> u8 {
        let Move::Step { from, direction } = mv else {
            return 0;
        };
        let (_, front) = self.run(from, direction, self.turn);
        match front.step(direction) {
            Some(ahead) if self.marbles[!self.turn].contains(ahead) => {
                let (_, edge) = self.run(ahead, direction, !self.turn);
                self.ejection(edge, direction)
                    .map_or(0, |ejection| ejection.points)
            }
            _ => 0,
        }
    }

    fn is_decided(&self) -> bool {
        self.points[0] >= WINNING_POINTS || self.points[1] >= WINNING_POINTS
    }

    fn toggle(&mut self, side: Side, cell: Cell) {
        self.marbles[side] = self.marbles[side].xor(Cells::of(cell));
        self.hash ^= MARBLE_KEYS[side][cell.index()];
    }

    fn set_returned(&mut self, returned: bool) {
        if self.returned != returned {
            self.returned = returned;
            self.hash ^= RETURNED_KEY;
        }
    }

    /// Moves a line: its rear cell empties, what was ahead of each run becomes its new front.
    fn step_unchecked(&mut self, from: Cell, direction: Direction) {
        let (us, them) = (self.turn, !self.turn);
        let mut comes_back = false;
        self.toggle(us, from);
        let mut next = from.step(direction);
        while let Some(cell) = next.filter(|&cell| self.marbles[us].contains(cell)) {
            next = cell.step(direction);
        }
        let Some(contact) = next else { return };
        self.toggle(us, contact);
        if self.marbles[them].contains(contact) {
            self.toggle(them, contact);
            let mut front = contact;
            loop {
                match front.step(direction) {
                    Some(cell) if self.marbles[them].contains(cell) => front = cell,
                    Some(cell) => {
                        self.toggle(them, cell);
                        break;
                    }
                    None => {
                        comes_back = !self.eject(them, front, direction);
                        break;
                    }
                }
            }
        }
        self.set_returned(comes_back);
    }

    /// Puts an ejected marble into its target; `false` when it is occupied.
    fn eject(&mut self, side: Side, edge: Cell, direction: Direction) -> bool {
        let Some(Ejection { target, points }) = self.ejection(edge, direction) else {
            return true;
        };
        if points == 0 {
            return false;
        }
        self.targets[side] |= 1 << target;
        self.points[!side] += points;
        self.hash ^= TARGET_KEYS[side][target];
        true
    }
}

/// A row of cells of a given length.
fn row(from: Cell, direction: Direction, length: u8) -> Cells {
    let cells = std::iter::successors(Some(from), |cell| cell.step(direction));
    cells
        .take(usize::from(length))
        .fold(Cells::NONE, |cells, cell| cells.or(Cells::of(cell)))
}

impl Game for Position {
    type Move = Move;
    type Variant = Standard;

    const NAME: &'static str = "offboard";
    const SIDES: [&'static str; 2] = ["red", "yellow"];

    fn start(_: Standard) -> Position {
        board::START
            .parse()
            .expect("the start is a constant that the tests read")
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        let by_points = Side::BOTH
            .into_iter()
            .find(|&side| self.points[side] >= WINNING_POINTS);
        match by_points {
            Some(side) => Some(Outcome::Win {
                side,
                by: Reason::Points,
            }),
            None if !self.has_move() => Some(Outcome::Win {
                side: !self.turn,
                by: Reason::NoMove,
            }),
            None => None,
        }
    }

    fn each_move(&self, mut visit: impl FnMut(Move)) {
        if self.is_decided() {
            return;
        }
        let [own, theirs] = [self.marbles[self.turn], self.marbles[!self.turn]];
        movegen::each_direction(own, theirs, |direction, movers| {
            movers
                .into_iter()
                .for_each(|from| visit(Move::Step { from, direction }));
        });
        if self.returned {
            Cells::ALL
                .without(own.or(theirs))
                .into_iter()
                .for_each(|cell| visit(Move::Return { cell }));
        }
    }

    fn count_moves(&self) -> u64 {
        if self.is_decided() {
            return 0;
        }
        let [own, theirs] = [self.marbles[self.turn], self.marbles[!self.turn]];
        let mut count = if self.returned {
            Cells::ALL.without(own.or(theirs)).len()
        } else {
            0
        };
        movegen::each_direction(own, theirs, |_, movers| count += movers.len());
        u64::from(count)
    }

    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        if let Some(outcome) = self.outcome() {
            return Err(MoveError::over(outcome.describe(Self::SIDES)));
        }
        if let Some(reason) = self.forbidden(mv) {
            return Err(reason.error(self.turn));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Step { from, direction } => self.step_unchecked(from, direction),
            Move::Return { cell } => {
                self.toggle(self.turn, cell);
                self.set_returned(false);
            }
        }
        self.turn = !self.turn;
        self.hash ^= TURN_KEY;
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn hash_from_scratch(&self) -> u64 {
        let mut hash = if self.turn == Side::Second { TURN_KEY } else { 0 };
        if self.returned {
            hash ^= RETURNED_KEY;
        }
        for side in Side::BOTH {
            self.marbles[side]
                .into_iter()
                .for_each(|cell| hash ^= MARBLE_KEYS[side][cell.index()]);
            let inside = (0..TARGET_COUNT).filter(|target| self.targets[side] >> target & 1 == 1);
            inside.for_each(|target| hash ^= TARGET_KEYS[side][target]);
        }
        hash
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv: Move = text.parse()?;
        self.clone().play(mv)?;
        Ok(mv)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }
}
