//! A position and its rules.

use crate::board::{self, APEXES, Hole, SEGMENT_COUNT, SEGMENTS_EACH, Segment, WINNING_COUNT};
use crate::forbidden::Forbidden;
use crate::movegen::{self, Turn};
use crate::moves::{Move, Placement, Taken};
use crate::notation;
use crate::polygons::{self, Polygon, Wheels};
use crate::sets::Segments;
use crate::taking::{self, Stand};
use rules::{Game, MoveError, Outcome, Reason, Side, Standard, zobrist};

/// Segments on the board, segments taken, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    stand: Stand,
    turn: Side,
    /// Whether the last move won by the apex. The text does not tell.
    apex_reached: bool,
    hash: u64,
}

static SEGMENT_KEYS: [[u64; SEGMENT_COUNT]; 2] = [zobrist::table(0), zobrist::table(100)];
static TAKEN_KEYS: [[u64; SEGMENTS_EACH as usize + 1]; 2] = [zobrist::table(200), zobrist::table(220)];
const TURN_KEY: u64 = zobrist::key(240);
const APEX_KEY: u64 = zobrist::key(241);

impl Position {
    /// A position from its parts; the caller has checked them against the box.
    pub(crate) fn from_parts(segments: [Segments; 2], taken: [u8; 2], turn: Side) -> Position {
        let mut position = Position {
            stand: Stand { segments, taken },
            turn,
            apex_reached: false,
            hash: 0,
        };
        position.hash = position.hash_from_scratch();
        position
    }

    /// The segments of a colour on the board.
    pub fn segments(&self, side: Side) -> Segments {
        self.stand.segments[side]
    }

    /// The colour of the segment on a place.
    pub fn owner(&self, segment: Segment) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.segments(side).contains(segment))
    }

    /// How many segments a side has taken.
    pub fn taken(&self, side: Side) -> u8 {
        self.stand.taken[side]
    }

    /// The polygons on the board, in the order of their sorted borders.
    pub fn polygons(&self) -> Vec<Polygon> {
        polygons::polygons(self.stand.occupied())
    }

    /// The other places at a pivot of a segment, each with whether the segment may turn there, whoever is
    /// to move. Empty when the segment is not on the board or does not stand in the pivot.
    pub fn placements(&self, segment: Segment, pivot: Hole) -> Vec<(Segment, Placement)> {
        let (Some(side), Some(from)) = (self.owner(segment), segment.dart_at(pivot)) else {
            return Vec::new();
        };
        let wheels = self.wheels();
        let others = pivot.segments().without(Segments::of(segment)).into_iter();
        others
            .filter_map(|place| {
                let to = place.dart_at(pivot)?;
                Some((place, movegen::placement(side, Turn { from, to }, &wheels)))
            })
            .collect()
    }

    /// The polygons that the mover may take next in a turn of which `begun.taken` has been taken already, each
    /// with the move grown by it. None are left when the taking is complete, or when the turn is not allowed.
    pub fn next_polygons(&self, begun: Move) -> Vec<(Polygon, Move)> {
        let Ok(turn) = self.check_turn(begun.pivot, begun.old_end, begun.new_end) else {
            return Vec::new();
        };
        let stand = self.turned(turn);
        let stand = begun
            .taken
            .polygons()
            .fold(stand, |stand, prey| stand.after(prey));
        let polygons = polygons::polygons(stand.occupied());
        let captures = stand.captures(&Wheels::of(stand.occupied()));
        let next = captures.into_iter().filter_map(|capture| {
            let polygon = polygons.iter().find(|polygon| polygon.border == capture.border)?;
            let mut taken = begun.taken;
            taken.push(capture.prey);
            Some((*polygon, Move { taken, ..begun }))
        });
        next.collect()
    }

    /// How many turns each side's segments could make, were it to move.
    pub fn turn_counts(&self) -> [u32; 2] {
        let wheels = self.wheels();
        Side::BOTH.map(|side| movegen::count_turns(side, self.segments(side), &wheels))
    }

    /// The segments that only hang: one of their ends is alone in its hole.
    pub fn hanging(&self) -> Segments {
        let wheels = self.wheels();
        let hangs = |segment: &Segment| segment.ends().iter().any(|&end| wheels.at(end).is_power_of_two());
        self.stand.occupied().into_iter().filter(hangs).collect()
    }

    fn wheels(&self) -> Wheels {
        Wheels::of(self.stand.occupied())
    }

    fn is_decided(&self) -> bool {
        self.apex_reached || self.stand.is_won()
    }

    /// The stand after a turn, before anything is taken.
    #[inline]
    fn turned(&self, turn: Turn) -> Stand {
        let mut stand = self.stand;
        stand.segments[self.turn] = stand.segments[self.turn].xor(turn.change());
        stand
    }

    /// The turn of a move, or why it is not allowed.
    fn check_turn(&self, pivot: Hole, old_end: Hole, new_end: Hole) -> Result<Turn, Forbidden> {
        let (Some(segment), Some(place)) =
            (Segment::between(pivot, old_end), Segment::between(pivot, new_end))
        else {
            return Err(Forbidden::Apart {
                pivot,
                old_end,
                new_end,
            });
        };
        match self.owner(segment) {
            Some(side) if side == self.turn => {}
            Some(_) => return Err(Forbidden::NotOwn(segment)),
            None => return Err(Forbidden::NoSegment(segment)),
        }
        let darts = segment.dart_at(pivot).zip(place.dart_at(pivot));
        let Some((from, to)) = darts.filter(|_| old_end != new_end) else {
            return Err(Forbidden::SamePlace(segment));
        };
        let turn = Turn { from, to };
        match movegen::placement(self.turn, turn, &self.wheels()) {
            Placement::Allowed => Ok(turn),
            Placement::Occupied => Err(Forbidden::Occupied(place)),
            Placement::Backward => Err(Forbidden::Backward {
                segment,
                old_end,
                new_end,
            }),
            Placement::Barred => {
                let stands = |other: &Segment| *other != segment && other.ends().contains(&pivot);
                let by = self.stand.occupied().into_iter().filter(stands).collect();
                Err(Forbidden::Barred { pivot, by })
            }
        }
    }

    fn turn_of(&self, mv: Move) -> Result<Turn, MoveError> {
        self.check_turn(mv.pivot, mv.old_end, mv.new_end)
            .map_err(|reason| reason.error(self.turn))
    }

    /// The reason why an end of a segment cannot turn to a hole, while the game goes on; `None` if it can.
    pub fn forbidden(&self, pivot: Hole, old_end: Hole, new_end: Hole) -> Option<Forbidden> {
        self.check_turn(pivot, old_end, new_end).err()
    }

    /// The reason why a segment cannot turn at all round one of its ends; `None` if it can.
    pub fn forbidden_round(&self, segment: Segment, pivot: Hole) -> Option<Forbidden> {
        match self.owner(segment) {
            None => Some(Forbidden::NoSegment(segment)),
            Some(side) if side != self.turn => Some(Forbidden::NotOwn(segment)),
            Some(_) => self
                .placements(segment, pivot)
                .iter()
                .all(|(_, placement)| *placement != Placement::Allowed)
                .then_some(Forbidden::Stuck { segment, pivot }),
        }
    }

    /// Lists the different results of a turn: each move as it is written, with the stand after it.
    fn results(&self, turn: Turn) -> Vec<(Move, Stand)> {
        let mut results = Vec::new();
        let stand = self.turned(turn);
        taking::each_end(stand, &Wheels::of(stand.occupied()), &mut |end, taken| {
            results.push((written(turn, taken), *end));
        });
        results
    }

    fn refuse_when_over(&self) -> Result<(), MoveError> {
        match self.outcome() {
            Some(outcome) => Err(MoveError::over(outcome.describe(Self::SIDES))),
            None => Ok(()),
        }
    }

    /// Flips a place of a colour.
    #[inline]
    fn toggle(&mut self, side: Side, segments: Segments) {
        self.stand.segments[side] = self.stand.segments[side].xor(segments);
        segments
            .into_iter()
            .for_each(|segment| self.hash ^= SEGMENT_KEYS[side][segment.index()]);
    }

    /// Takes a side's segments off the board, for the other side.
    fn lose(&mut self, side: Side, segments: Segments) {
        let taken = &mut self.stand.taken[!side];
        self.hash ^= TAKEN_KEYS[!side][*taken as usize];
        *taken += segments.len() as u8;
        self.hash ^= TAKEN_KEYS[!side][*taken as usize];
        self.toggle(side, segments);
    }
}

fn written(turn: Turn, taken: Taken) -> Move {
    Move {
        pivot: turn.from.hole(),
        old_end: turn.from.spoke().to,
        new_end: turn.to.spoke().to,
        taken,
    }
}

impl Game for Position {
    type Move = Move;
    type Variant = Standard;

    const NAME: &'static str = "polygone";
    const SIDES: [&'static str; 2] = ["white", "black"];

    fn start(_: Standard) -> Position {
        board::START
            .parse()
            .expect("the start is a constant that the tests read")
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        let by_seven = Side::BOTH
            .into_iter()
            .find(|&side| self.taken(side) >= WINNING_COUNT);
        let won = |side, by| Some(Outcome::Win { side, by });
        match by_seven {
            Some(side) => won(side, Reason::Seven),
            None if self.apex_reached => won(!self.turn, Reason::Apex),
            None if !movegen::has_turn(self.turn, self.segments(self.turn), &self.wheels()) => {
                won(!self.turn, Reason::NoMove)
            }
            None => None,
        }
    }

    fn each_move(&self, mut visit: impl FnMut(Move)) {
        if self.is_decided() {
            return;
        }
        let wheels = self.wheels();
        let settled = self.stand.is_settled(&wheels);
        movegen::each_turn(self.turn, self.segments(self.turn), &wheels, |turn| {
            let stand = self.turned(turn);
            let mut wheels = wheels;
            wheels.turn(turn);
            if settled && !stand.turn_takes(turn.to, &wheels) {
                visit(written(turn, Taken::NONE));
            } else {
                taking::each_end(stand, &wheels, &mut |_, taken| visit(written(turn, taken)));
            }
        });
    }

    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        self.refuse_when_over()?;
        let turn = self.turn_of(mv)?;
        taking::follow(self.turned(turn), &mv.taken).map_err(MoveError::illegal)?;
        self.play_unchecked(mv);
        Ok(())
    }

    fn play_unchecked(&mut self, mv: Move) {
        let (us, them) = (self.turn, !self.turn);
        let [old, new] = [mv.old_end, mv.new_end].map(|end| Segment::between(mv.pivot, end));
        let (Some(old), Some(new)) = (old, new) else {
            return;
        };
        self.toggle(us, Segments::of(old).or(Segments::of(new)));
        if !mv.taken.is_empty() {
            let taken = mv.taken.segments();
            for side in Side::BOTH {
                self.lose(side, taken.and(self.segments(side)));
            }
        }
        self.apex_reached =
            mv.new_end == APEXES[them] && !self.stand.is_won() && self.segments(us).contains(new);
        if self.apex_reached {
            self.hash ^= APEX_KEY;
        }
        self.turn = them;
        self.hash ^= TURN_KEY;
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn hash_from_scratch(&self) -> u64 {
        let mut hash = if self.turn == Side::Second { TURN_KEY } else { 0 };
        if self.apex_reached {
            hash ^= APEX_KEY;
        }
        for side in Side::BOTH {
            hash ^= TAKEN_KEYS[side][self.taken(side) as usize];
            for segment in self.segments(side) {
                hash ^= SEGMENT_KEYS[side][segment.index()];
            }
        }
        hash
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv = notation::read_move(text)?;
        self.refuse_when_over()?;
        let turn = self.turn_of(mv)?;
        let results = self.results(turn);
        if let ([(only, _)], true) = (&results[..], mv.taken.is_empty()) {
            return Ok(*only);
        }
        let end = taking::follow(self.turned(turn), &mv.taken).map_err(MoveError::illegal)?;
        let same = results.into_iter().find(|(_, stand)| *stand == end);
        same.map(|(mv, _)| mv)
            .ok_or_else(|| MoveError::illegal("no order of taking leads there"))
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }
}
