//! Input on Polygone's board, without a browser: the player takes an end of a segment and drags it round the other end,
//! or taps its new hole. If the order of taking matters, the player then chooses the polygons.

use super::hand::{Drag, Held, NEAR, TAP};
use super::taking::Taking;
use crate::frame::{self, Key, Keyed};
use drawing::Point;
use drawing::polygone::geometry::Geometry;
use polygone::{Forbidden, Hole, Move, Placement, Position, Segment, Segments};
use rules::Game;

/// Largest distance of a tap or a release from the hole that it means.
const HOLE_REACH: f64 = 0.35;

/// The reason for which an attempt does nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TurnRefusal {
    /// The rules forbid the turn.
    Rule(Forbidden),
    /// No polygon to take was meant where one is chosen: the turn is let go.
    NoPolygon,
}

/// An attempt that does nothing.
#[derive(Clone, Debug, PartialEq)]
struct Attempt {
    reason: TurnRefusal,
    /// Its text, if it is a turn.
    text: Option<String>,
}

/// Legal moves, and the held segment.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// The position, if the player may move.
    position: Option<Position>,
    moves: Vec<Move>,
    view: Geometry,
    held: Option<Held>,
    /// The end that a press would take.
    hovered: Option<Held>,
    drag: Option<Drag>,
    /// Place of a press that drags nothing.
    pressed: Option<Point>,
    /// Degrees by which the hand had turned the segment of the move just played.
    begun: f64,
    /// The turn whose taking is being chosen.
    taking: Option<Taking>,
    /// The hole that the arrow keys are on.
    cursor: Hole,
    refused: Option<Attempt>,
}

const MIDDLE: Hole = match Hole::new(2, 4) {
    Some(hole) => hole,
    None => panic!("the board has a middle"),
};

impl Default for Control {
    fn default() -> Control {
        Control {
            position: None,
            moves: Vec::new(),
            view: Geometry::default(),
            held: None,
            hovered: None,
            drag: None,
            pressed: None,
            begun: 0.0,
            taking: None,
            cursor: MIDDLE,
            refused: None,
        }
    }
}

impl Control {
    /// The orientation of the board.
    pub fn view(&self) -> Geometry {
        self.view
    }

    /// The end that is held.
    pub fn held(&self) -> Option<Held> {
        self.held
    }

    /// The end that a press would take.
    pub fn hovered(&self) -> Option<Held> {
        self.hovered
            .filter(|_| self.drag.is_none() && self.taking.is_none())
    }

    /// The hole that the arrow keys are on.
    pub fn cursor(&self) -> Hole {
        self.cursor
    }

    /// The turn whose taking is being chosen.
    pub fn taking(&self) -> Option<&Taking> {
        self.taking.as_ref()
    }

    /// Degrees by which the hand has turned the segment that it holds.
    pub fn swing(&self) -> f64 {
        self.drag.map_or(0.0, |drag| drag.swing)
    }

    /// Degrees by which the hand had turned the segment of the move just chosen; `None` when it stands there already.
    pub fn begun(&self) -> Option<f64> {
        self.taking.is_none().then_some(self.begun)
    }

    /// Whether the held end can go to a hole.
    pub fn lights(&self, hole: Hole) -> bool {
        self.taking.is_none()
            && self
                .held
                .is_some_and(|held| self.turns(held, hole).next().is_some())
    }

    /// Whether some segment can move the end that it has in a hole.
    pub fn is_movable(&self, hole: Hole) -> bool {
        self.moves.iter().any(|mv| mv.old_end == hole)
    }

    /// The places round the pivot of the held segment, each with whether it may go there.
    pub fn places(&self) -> Vec<(Segment, Placement)> {
        let held = self.held.filter(|_| self.taking.is_none());
        let held = held.and_then(|held| Some((held.segment()?, held.pivot)));
        self.position
            .zip(held)
            .map_or_else(Vec::new, |(position, (segment, pivot))| {
                position.placements(segment, pivot)
            })
    }

    fn turns(&self, held: Held, goal: Hole) -> impl Iterator<Item = &Move> {
        self.moves
            .iter()
            .filter(move |mv| (mv.pivot, mv.old_end, mv.new_end) == (held.pivot, held.end, goal))
    }

    fn can_move(&self, held: Held) -> bool {
        self.moves
            .iter()
            .any(|mv| (mv.pivot, mv.old_end) == (held.pivot, held.end))
    }

    /// Turns the held end to a hole: a move, or the beginning of a choice of what is taken.
    fn turn_to(&mut self, goal: Hole) -> Option<Move> {
        let held = self.held?;
        let turns: Vec<Move> = self.turns(held, goal).copied().collect();
        match turns[..] {
            [] => None,
            [only] => Some(only),
            [first, ..] => {
                self.taking = self.position.map(|position| Taking::new(&position, first));
                None
            }
        }
    }

    fn turn_or_let_go(&mut self, goal: Option<Hole>) -> Option<Move> {
        let Some(goal) = goal else {
            self.let_go();
            return None;
        };
        self.turn_to(goal)
    }

    /// Chooses a hole by key: turns the held end there, or takes an end in it; chosen again, takes the next end.
    pub fn choose(&mut self, hole: Hole) -> Option<Move> {
        self.cursor = hole;
        if self.taking.is_some() {
            self.miss_polygon();
            return None;
        }
        if self.lights(hole) {
            return self.turn_to(hole);
        }
        let mut ends: Vec<Held> = Vec::new();
        for mv in self.moves.iter().filter(|mv| mv.old_end == hole) {
            let held = Held {
                pivot: mv.pivot,
                end: hole,
            };
            if !ends.contains(&held) {
                ends.push(held);
            }
        }
        self.refused = match self.held {
            _ if !ends.is_empty() => None,
            Some(held) => self.refused_turn(held, hole),
            None => self.refused_end(hole),
        };
        let now = ends.iter().position(|end| Some(*end) == self.held);
        self.held = ends.get(now.map_or(0, |now| now + 1)).copied();
        None
    }

    /// The segments for which the last attempt was refused.
    pub fn refused_segments(&self) -> Segments {
        match self.refused.as_ref().map(|attempt| attempt.reason) {
            Some(TurnRefusal::Rule(reason)) => reason.segments(),
            Some(TurnRefusal::NoPolygon) | None => Segments::NONE,
        }
    }

    /// Lets a turn go whose polygon was not chosen, and says so.
    fn miss_polygon(&mut self) {
        self.let_go();
        self.refused = Some(Attempt {
            reason: TurnRefusal::NoPolygon,
            text: None,
        });
    }

    /// Why the end that is held cannot turn to a hole.
    fn refused_turn(&self, held: Held, goal: Hole) -> Option<Attempt> {
        let is_elsewhere = goal != held.end && goal != held.pivot;
        let position = self.position.filter(|_| is_elsewhere)?;
        let reason = TurnRefusal::Rule(position.forbidden(held.pivot, held.end, goal)?);
        let is_turn = Segment::between(held.pivot, goal).is_some();
        let text = is_turn.then(|| format!("{}:{}-{goal}", held.pivot, held.end));
        Some(Attempt { reason, text })
    }

    /// The reason why no end in a hole can be taken: of an own segment if there is one, else of the other side's.
    fn refused_end(&self, hole: Hole) -> Option<Attempt> {
        let position = self.position?;
        let [own, theirs] =
            [position.turn(), !position.turn()].map(|side| hole.segments().and(position.segments(side)));
        let segment = own.into_iter().chain(theirs).next()?;
        let pivot = segment.ends().into_iter().find(|end| *end != hole)?;
        let reason = TurnRefusal::Rule(position.forbidden_round(segment, pivot)?);
        Some(Attempt { reason, text: None })
    }

    /// Why a tap or a release at a place does nothing.
    fn refused_at(&self, at: Point) -> Option<Attempt> {
        let position = self.position?;
        if let Some(held) = self.held {
            let near = |hole: &Hole| (self.view.hole(*hole) - at).length() <= HOLE_REACH;
            return self.refused_turn(held, Hole::all().find(near)?);
        }
        let pressed = Held::at(self.view, at)?;
        let segment = pressed
            .segment()
            .filter(|segment| position.owner(*segment).is_some())?;
        let reason = TurnRefusal::Rule(position.forbidden_round(segment, pressed.pivot)?);
        Some(Attempt { reason, text: None })
    }

    /// Puts the cursor on a hole that got the focus.
    pub fn focus(&mut self, hole: Hole) {
        self.cursor = hole;
    }

    /// Chooses a polygon to be taken next.
    pub fn take(&mut self, index: usize) -> Option<Move> {
        let position = self.position?;
        let taking = self.taking.as_mut()?;
        let taken = taking.choose(&position, index)?;
        let begun = taking.begun();
        let held = Held {
            pivot: begun.pivot,
            end: begun.old_end,
        };
        // The same segments in another order are the same move.
        self.turns(held, begun.new_end)
            .find(|mv| mv.taken.segments() == taken)
            .copied()
    }

    fn let_go(&mut self) {
        self.held = None;
        self.drag = None;
        self.taking = None;
    }

    fn tap(&mut self, at: Point) -> Option<Move> {
        if let Some(taking) = &self.taking {
            let triangle = self.view.triangle_at(at);
            let chosen = triangle.and_then(|triangle| {
                let mut polygons = taking.polygons();
                polygons.position(|polygon| polygon.inside.contains(triangle))
            });
            if chosen.is_none() {
                self.miss_polygon();
            }
            return self.take(chosen?);
        }
        let goal = self.goal_at(at);
        if goal.is_none() {
            self.refused = self.refused_at(at);
        }
        self.turn_or_let_go(goal)
    }

    /// The hole to which a tap would turn the held end: a lit hole, or the far end of a tapped place.
    fn goal_at(&self, at: Point) -> Option<Hole> {
        let held = self.held?;
        let ends = self.view.segment_at(at).map(Segment::ends);
        let along = ends
            .into_iter()
            .filter(|ends| ends.contains(&held.pivot))
            .flatten()
            .find(|end| *end != held.pivot);
        self.view.hole_at(at).or(along).filter(|goal| self.lights(*goal))
    }

    /// The end of a segment that a press takes.
    fn end_at(&self, at: Point) -> Option<Held> {
        Held::at(self.view, at).filter(|held| self.can_move(*held))
    }

    fn turn_by_hand(&mut self, to: Point) -> bool {
        let (Some(position), Some(held), Some(mut drag)) = (self.position, self.held, self.drag) else {
            return false;
        };
        drag.turn(&position, held, self.view, to);
        self.drag.replace(drag) != Some(drag)
    }

    /// The hole nearest to where the hand has turned the held end.
    fn aimed(&self, held: Held, swing: f64) -> Option<Hole> {
        let off = |hole: &Hole| held.off(self.view, *hole, swing);
        let lit = Hole::all().filter(|hole| self.lights(*hole) && off(hole) <= NEAR);
        lit.min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// The hole where a release would put the dragged end.
    pub fn aim(&self) -> Option<Hole> {
        let drag = self.drag.filter(|drag| drag.far)?;
        self.aimed(self.held?, drag.swing)
    }

    fn release(&mut self, at: Point) -> Option<Move> {
        let drag = self.drag.take()?;
        if !drag.far {
            if drag.held_before {
                self.let_go();
            }
            return None;
        }
        self.begun = drag.swing;
        let goal = self.aimed(self.held?, drag.swing);
        if goal.is_none() {
            self.refused = self.refused_at(at);
        }
        self.turn_or_let_go(goal)
    }

    /// The nearest hole in a direction.
    fn next(&self, way: Point) -> Hole {
        let here = self.view.hole(self.cursor);
        let cost = |hole: &Hole| {
            let to = self.view.hole(*hole) - here;
            let along = to.dot(way);
            along + (to - way * along).length()
        };
        let ahead = |hole: &Hole| (self.view.hole(*hole) - here).dot(way) > 0.3;
        let next = Hole::all()
            .filter(ahead)
            .min_by(|a, b| cost(a).total_cmp(&cost(b)));
        next.unwrap_or(self.cursor)
    }
}

/// The id of a hole's element.
pub(super) fn hole_id(hole: Hole) -> String {
    format!("hole-{hole}")
}

impl frame::Control<Position> for Control {
    fn show(&mut self, position: &Position, may_move: bool) {
        self.position = may_move.then_some(*position);
        self.moves = if may_move {
            position.legal_moves()
        } else {
            Vec::new()
        };
        self.let_go();
        self.refused = None;
        self.hovered = None;
        self.begun = 0.0;
    }

    fn is_flipped(&self) -> bool {
        self.view.flipped
    }

    fn flip(&mut self) {
        self.view.flipped = !self.view.flipped;
    }

    fn pointer_down(&mut self, at: Point) {
        self.refused = None;
        self.hovered = None;
        let grabbed = if self.taking.is_some() || self.goal_at(at).is_some() {
            None
        } else {
            self.end_at(at)
        };
        self.pressed = grabbed.is_none().then_some(at);
        if let Some(held) = grabbed {
            let held_before = self.held == Some(held);
            self.held = Some(held);
            self.drag = Some(Drag::new(held, self.view, at, held_before));
        }
    }

    fn is_dragging(&self) -> bool {
        self.drag.is_some()
    }

    fn pointer_move(&mut self, to: Point) -> bool {
        if self.drag.is_some() {
            return self.turn_by_hand(to);
        }
        let before = self.hovered;
        self.hovered = self.end_at(to);
        self.hovered != before
    }

    fn pointer_up(&mut self, at: Point) -> Option<Move> {
        let pressed = self.pressed.take();
        if self.drag.is_some() {
            self.release(at)
        } else if pressed.is_some_and(|down| (at - down).length() < 2.0 * TAP) {
            self.tap(at)
        } else {
            None
        }
    }

    fn pointer_cancel(&mut self) {
        self.let_go();
    }

    fn key(&mut self, key: Key) -> Keyed<Move> {
        self.refused = None;
        match key {
            Key::Left => self.cursor = self.next(Point::new(-1.0, 0.0)),
            Key::Right => self.cursor = self.next(Point::new(1.0, 0.0)),
            Key::Up => self.cursor = self.next(Point::new(0.0, -1.0)),
            Key::Down => self.cursor = self.next(Point::new(0.0, 1.0)),
            Key::LetGo => self.let_go(),
            Key::Choose => return self.choose(self.cursor).map_or(Keyed::Done, Keyed::Play),
            // A polygon by its number, as the board shows it.
            Key::Letter(letter @ '1'..='9') if self.taking.is_some() => {
                let index = letter as usize - '1' as usize;
                return self.take(index).map_or(Keyed::Done, Keyed::Play);
            }
            Key::Letter(_) => return Keyed::Nothing,
        }
        Keyed::Done
    }

    fn refusal(&self) -> Option<TurnRefusal> {
        self.refused.as_ref().map(|attempt| attempt.reason)
    }

    fn attempted(&self) -> Option<String> {
        self.refused.as_ref()?.text.clone()
    }

    fn focus_id(&self) -> String {
        hole_id(self.cursor)
    }
}

#[cfg(test)]
mod tests;
