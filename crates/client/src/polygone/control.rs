//! How the player handles Polygone's board, without a browser: an end of a segment is taken, then the hole
//! where it should go.

use crate::frame::{self, Key, Keyed};
use drawing::Point;
use drawing::polygone::geometry::Geometry;
use polygone::{Hole, Move, Position};
use rules::Game;

/// What may be done and what is held.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Control {
    moves: Vec<Move>,
    view: Geometry,
    /// The end that is held, after the pivot.
    held: Option<(Hole, Hole)>,
    /// The move that the arrow keys are on.
    pointed: Option<usize>,
}

impl Control {
    /// How the board is turned.
    pub fn view(&self) -> Geometry {
        self.view
    }

    /// The pivot and the end that is held.
    pub fn held(&self) -> Option<(Hole, Hole)> {
        self.held
    }

    /// The move that the arrow keys point at.
    pub fn pointed(&self) -> Option<Move> {
        self.moves.get(self.pointed?).copied()
    }

    /// Where the held end can go.
    pub fn goals(&self) -> impl Iterator<Item = Hole> {
        let held = self.held;
        let held_moves = self
            .moves
            .iter()
            .filter(move |mv| Some((mv.pivot, mv.old_end)) == held);
        held_moves.map(|mv| mv.new_end)
    }

    fn tap(&mut self, at: Point) -> Option<Move> {
        if let (Some(hole), Some((pivot, old_end))) = (self.view.hole_at(at), self.held) {
            let goes = |mv: &&Move| mv.pivot == pivot && mv.old_end == old_end && mv.new_end == hole;
            if let Some(mv) = self.moves.iter().find(goes) {
                return Some(*mv);
            }
        }
        let held = self.held.take();
        let segment = self.view.segment_at(at)?;
        let mut ends = segment.ends();
        ends.sort_by(|a, b| {
            let off = |hole: &Hole| (self.view.hole(*hole) - at).length();
            off(a).total_cmp(&off(b))
        });
        let [near, far] = ends;
        let taken = Some((far, near));
        let can_move = self.moves.iter().any(|mv| Some((mv.pivot, mv.old_end)) == taken);
        if can_move && held != taken {
            self.held = taken;
        }
        None
    }

    fn point(&mut self, step: isize) {
        let count = self.moves.len() as isize;
        if count > 0 {
            let next = self.pointed.map_or(0, |index| index as isize + step);
            self.pointed = Some(next.rem_euclid(count) as usize);
            self.held = self.pointed().map(|mv| (mv.pivot, mv.old_end));
        }
    }
}

impl frame::Control<Position> for Control {
    fn show(&mut self, position: &Position, may_move: bool) {
        self.moves = if may_move {
            position.legal_moves()
        } else {
            Vec::new()
        };
        self.held = None;
        self.pointed = None;
    }

    fn is_flipped(&self) -> bool {
        self.view.flipped
    }

    fn flip(&mut self) {
        self.view.flipped = !self.view.flipped;
    }

    fn pointer_down(&mut self, _at: Point) {}

    fn pointer_move(&mut self, _to: Point) -> bool {
        false
    }

    fn pointer_up(&mut self, at: Point) -> Option<Move> {
        self.tap(at)
    }

    fn pointer_cancel(&mut self) {
        self.held = None;
    }

    fn key(&mut self, key: Key) -> Keyed<Move> {
        match key {
            Key::Left | Key::Up => self.point(-1),
            Key::Right | Key::Down => self.point(1),
            Key::LetGo => self.held = None,
            Key::Choose => return self.pointed().map_or(Keyed::Done, Keyed::Play),
            Key::Letter(_) => return Keyed::Nothing,
        }
        Keyed::Done
    }

    fn focus_id(&self) -> String {
        "polygone-moves".to_owned()
    }
}
