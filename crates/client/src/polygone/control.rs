//! How the player handles Polygone's board, without a browser: an end of a segment is taken, then the hole where
//! it should go, then, where several orders of taking end differently, what should be taken.

use crate::frame::{self, Key, Keyed};
use drawing::Point;
use drawing::polygone::geometry::Geometry;
use polygone::{Hole, Move, Position, Segment};
use rules::Game;

/// An end of a segment that is held, and the end that stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The end that stays.
    pub pivot: Hole,
    /// The end that moves.
    pub end: Hole,
}

/// What may be done and what is held.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    moves: Vec<Move>,
    view: Geometry,
    held: Option<Held>,
    /// The turns to choose from, which differ only in what they take.
    results: Vec<Move>,
    /// The hole that the arrow keys are on.
    cursor: Hole,
}

const MIDDLE: Hole = match Hole::new(2, 4) {
    Some(hole) => hole,
    None => panic!("the board has a middle"),
};

impl Default for Control {
    fn default() -> Control {
        Control {
            moves: Vec::new(),
            view: Geometry::default(),
            held: None,
            results: Vec::new(),
            cursor: MIDDLE,
        }
    }
}

impl Control {
    /// How the board is turned.
    pub fn view(&self) -> Geometry {
        self.view
    }

    /// The end that is held.
    pub fn held(&self) -> Option<Held> {
        self.held
    }

    /// The hole that the arrow keys are on.
    pub fn cursor(&self) -> Hole {
        self.cursor
    }

    /// Whether what is taken has to be chosen.
    pub fn is_choosing(&self) -> bool {
        !self.results.is_empty()
    }

    /// Whether the held end can go to a hole.
    pub fn lights(&self, hole: Hole) -> bool {
        if self.is_choosing() {
            return self.results[0].new_end == hole;
        }
        self.held
            .is_some_and(|held| self.turns(held, hole).next().is_some())
    }

    /// Whether some segment can move the end that it has in a hole.
    pub fn is_movable(&self, hole: Hole) -> bool {
        self.moves.iter().any(|mv| mv.old_end == hole)
    }

    /// The segments whose choice would settle what is taken.
    pub fn prey(&self) -> Vec<Segment> {
        let settles = |segment: &Segment| {
            let taking = self
                .results
                .iter()
                .filter(|mv| mv.taken.segments().contains(*segment));
            (1..self.results.len()).contains(&taking.count())
        };
        if self.is_choosing() {
            Segment::all().filter(settles).collect()
        } else {
            Vec::new()
        }
    }

    fn turns(&self, held: Held, goal: Hole) -> impl Iterator<Item = &Move> {
        self.moves
            .iter()
            .filter(move |mv| (mv.pivot, mv.old_end, mv.new_end) == (held.pivot, held.end, goal))
    }

    /// Chooses a hole, by tap or by key: where the held end goes, or whose end is taken; again, the next one's.
    pub fn choose(&mut self, hole: Hole) -> Option<Move> {
        self.cursor = hole;
        if self.is_choosing() {
            return self.settle(hole);
        }
        if let Some(held) = self.held {
            let turns: Vec<Move> = self.turns(held, hole).copied().collect();
            match turns[..] {
                [] => {}
                [only] => return Some(only),
                _ => {
                    self.results = turns;
                    return None;
                }
            }
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
        let now = ends.iter().position(|end| Some(*end) == self.held);
        self.held = ends.get(now.map_or(0, |now| now + 1)).copied();
        None
    }

    /// Choosing the goal once more takes as little as may be; any other hole lets go.
    fn settle(&mut self, hole: Hole) -> Option<Move> {
        let results = std::mem::take(&mut self.results);
        let least = results
            .iter()
            .min_by_key(|mv| mv.taken.segments().into_iter().count());
        let chosen = least.filter(|mv| mv.new_end == hole).copied();
        if chosen.is_none() {
            self.held = None;
        }
        chosen
    }

    /// Puts the cursor on a hole that got the focus.
    pub fn focus(&mut self, hole: Hole) {
        self.cursor = hole;
    }

    /// Chooses a segment to be taken.
    pub fn take(&mut self, segment: Segment) -> Option<Move> {
        let keeps = |mv: &Move| mv.taken.segments().contains(segment);
        if self.results.iter().any(keeps) {
            self.results.retain(keeps);
        }
        match self.results[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn tap(&mut self, at: Point) -> Option<Move> {
        let hole = self.view.hole_at(at);
        if self.is_choosing() {
            let segment = self.view.segment_at(at).filter(|_| hole.is_none());
            return match (segment, hole) {
                (Some(segment), _) => self.take(segment),
                (None, Some(hole)) => self.settle(hole),
                (None, None) => None,
            };
        }
        if let (Some(hole), Some(_)) = (hole, self.held)
            && self.lights(hole)
        {
            return self.choose(hole);
        }
        let before = self.held.take();
        let [first, second] = self.view.segment_at(at)?.ends();
        let off = |hole: Hole| (self.view.hole(hole) - at).length();
        let (near, far) = if off(first) < off(second) {
            (first, second)
        } else {
            (second, first)
        };
        let held = Held {
            pivot: far,
            end: near,
        };
        let can_move = self.moves.iter().any(|mv| (mv.pivot, mv.old_end) == (far, near));
        if can_move && before != Some(held) {
            self.held = Some(held);
        }
        None
    }

    /// The nearest hole the way it looks.
    fn next(&self, way: Point) -> Hole {
        let here = self.view.hole(self.cursor);
        let cost = |hole: &Hole| {
            let to = self.view.hole(*hole) - here;
            let along = to.dot(way);
            along + 2.0 * (to - way * along).length()
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
        self.moves = if may_move {
            position.legal_moves()
        } else {
            Vec::new()
        };
        self.held = None;
        self.results.clear();
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

    fn pointer_cancel(&mut self) {}

    fn key(&mut self, key: Key) -> Keyed<Move> {
        match key {
            Key::Left => self.cursor = self.next(Point::new(-1.0, 0.0)),
            Key::Right => self.cursor = self.next(Point::new(1.0, 0.0)),
            Key::Up => self.cursor = self.next(Point::new(0.0, -1.0)),
            Key::Down => self.cursor = self.next(Point::new(0.0, 1.0)),
            Key::LetGo => {
                self.held = None;
                self.results.clear();
            }
            Key::Choose => return self.choose(self.cursor).map_or(Keyed::Done, Keyed::Play),
            // The prey by its number, as the board shows it.
            Key::Letter(letter @ '1'..='9') => {
                let index = letter as usize - '1' as usize;
                let Some(segment) = self.prey().get(index).copied() else {
                    return Keyed::Nothing;
                };
                return self.take(segment).map_or(Keyed::Done, Keyed::Play);
            }
            Key::Letter(_) => return Keyed::Nothing,
        }
        Keyed::Done
    }

    fn focus_id(&self) -> String {
        hole_id(self.cursor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Control as _;
    use rules::Random;

    fn shown(position: &Position) -> Control {
        let mut control = Control::default();
        control.show(position, true);
        control
    }

    /// Chooses a move hole by hole and, where it must be, prey by prey.
    fn play_by_choosing(position: &Position, wanted: Move) -> Option<Move> {
        let mut control = shown(position);
        let held = Held {
            pivot: wanted.pivot,
            end: wanted.old_end,
        };
        for _ in 0..7 {
            if control.held() != Some(held) {
                control.choose(wanted.old_end);
            }
        }
        assert_eq!(control.held(), Some(held));
        let mut played = control.choose(wanted.new_end);
        for _ in 0..24 {
            if played.is_some() {
                break;
            }
            let taken = wanted.taken.segments();
            let next = control.prey().into_iter().find(|prey| taken.contains(*prey));
            played = match next {
                Some(segment) => control.take(segment),
                None => control.choose(wanted.new_end),
            };
        }
        played
    }

    #[test]
    fn every_move_of_random_games_can_be_chosen() {
        let mut random = Random::new(5);
        for _ in 0..6 {
            let mut position = Position::start(rules::Standard);
            for _ in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for mv in &moves {
                    let played = play_by_choosing(&position, *mv).unwrap();
                    let after = |mv: Move| {
                        let mut after = position;
                        after.play(mv).unwrap();
                        after
                    };
                    assert_eq!(
                        after(played),
                        after(*mv),
                        "{position} {}",
                        position.move_text(*mv)
                    );
                }
                position.play_unchecked(moves[random.below(moves.len() as u64) as usize]);
            }
        }
    }

    #[test]
    fn what_is_taken_is_chosen_where_the_order_matters() {
        let mut random = Random::new(9);
        let mut seen = false;
        for _ in 0..200 {
            let mut position = Position::start(rules::Standard);
            while position.outcome().is_none() && !seen {
                let moves = position.legal_moves();
                let same =
                    |a: &Move, b: &Move| (a.pivot, a.old_end, a.new_end) == (b.pivot, b.old_end, b.new_end);
                for mv in &moves {
                    if moves.iter().filter(|other| same(mv, other)).count() > 1 {
                        assert_eq!(play_by_choosing(&position, *mv), Some(*mv));
                        seen = true;
                    }
                }
                position.play_unchecked(moves[random.below(moves.len() as u64) as usize]);
            }
        }
        assert!(seen, "no random game had such a turn");
    }

    #[test]
    fn arrows_reach_every_hole() {
        for flipped in [false, true] {
            let mut control = Control::default();
            if flipped {
                control.flip();
            }
            let mut reached = vec![control.cursor()];
            let mut next = 0;
            while next < reached.len() {
                for key in [Key::Left, Key::Right, Key::Up, Key::Down] {
                    control.cursor = reached[next];
                    control.key(key);
                    if !reached.contains(&control.cursor()) {
                        reached.push(control.cursor());
                    }
                }
                next += 1;
            }
            assert_eq!(reached.len(), polygone::board::HOLE_COUNT);
        }
    }

    #[test]
    fn a_tap_takes_the_nearer_end_and_again_lets_go() {
        let mut control = shown(&Position::start(rules::Standard));
        let near_end = |control: &Control, mv: &Move| {
            let (end, pivot) = (control.view().hole(mv.old_end), control.view().hole(mv.pivot));
            end + (pivot - end) * 0.35
        };
        let mv = control.moves[0];
        let at = near_end(&control, &mv);
        assert_eq!(control.pointer_up(at), None);
        let held = control.held().unwrap();
        assert_eq!((held.pivot, held.end), (mv.pivot, mv.old_end));
        assert_eq!(control.pointer_up(at), None);
        assert_eq!(control.held(), None);
        control.pointer_up(at);
        let goal = control.view().hole(mv.new_end);
        assert_eq!(control.pointer_up(goal), Some(mv));
    }
}
