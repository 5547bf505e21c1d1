//! Attempts of a learner that the rules refuse: the boards play legal moves only, a lesson also says why another is none.

use crate::frame::BoardGame;
use crate::language::Text;
use crate::offboard::hand::Held;
use drawing::Point;
use drawing::isometron::geometry::RACK_HEIGHT;
use isometron::Forbidden;
use polygone::{Hole, Segment};

/// How near to a hole of Polygone a release means it.
const HOLE_REACH: f64 = 0.35;
/// How straight a way must be to mean a direction: the cosine of its angle.
const STRAIGHT: f64 = 0.9;

/// A board on which lessons are played.
pub(super) trait LessonBoard: BoardGame {
    /// Where the middle of the drawing lies on the board's `<svg>`.
    const ORIGIN: Point = Point::new(0.0, 0.0);

    /// The text of the move that a release at a place means, or the key that chooses the cursor's place; it need not be
    /// legal.
    fn attempt(control: &Self::Control, at: Option<Point>) -> Option<String>;
}

impl LessonBoard for offboard::Position {
    fn attempt(control: &Self::Control, at: Option<Point>) -> Option<String> {
        let Held::Marble(from) = control.hand().held() else {
            return None;
        };
        let view = control.view();
        let way = at.unwrap_or_else(|| view.cell(control.cursor())) - view.cell(from);
        let direction = view.direction_of(way).filter(|_| way.length() > 0.5)?;
        let is_straight = view.step(direction).dot(way) / way.length() > STRAIGHT;
        let next = from.step(direction).filter(|_| is_straight)?;
        Some(format!("{from}{next}"))
    }
}

impl LessonBoard for polygone::Position {
    fn attempt(control: &Self::Control, at: Option<Point>) -> Option<String> {
        let held = control.held()?;
        let view = control.view();
        let near = |at: Point| Hole::all().find(|hole| (view.hole(*hole) - at).length() <= HOLE_REACH);
        let goal = at.map_or(Some(control.cursor()), near)?;
        Segment::between(held.pivot, goal).filter(|_| goal != held.end)?;
        Some(format!("{}:{}-{goal}", held.pivot, held.end))
    }
}

impl LessonBoard for isometron::Position {
    const ORIGIN: Point = Point::new(0.0, -RACK_HEIGHT / 2.0);

    fn attempt(control: &Self::Control, _at: Option<Point>) -> Option<String> {
        let (tile, reason) = control.refusal()?;
        matches!(reason, Forbidden::Web | Forbidden::Stops(_)).then(|| tile.to_string())
    }
}

/// Pieces of the reasons that the rules crates give, and what a learner is told instead.
const REASONS: [(&str, Text); 8] = [
    ("cannot push", Text::WhyMajority),
    ("blocks the push", Text::WhyBlocked),
    ("would leave the board", Text::WhyOwnOff),
    ("goes backward", Text::WhyBackward),
    ("would pass over", Text::WhyBarred),
    ("stands on", Text::WhyTaken),
    ("is a web", Text::WhyWeb),
    ("stops a line", Text::WhyStops),
];

/// The sentence for a reason of the rules.
pub(super) fn why(reason: &str) -> Text {
    let found = REASONS.iter().find(|(piece, _)| reason.contains(piece));
    found.map_or(Text::WhyNot, |(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::session::Session;
    use crate::frame::table::{Seat, Table};
    use crate::frame::{Control as _, Key};
    use games::{AnyGame, GameId};

    fn table<G: BoardGame>(text: &str) -> Table<G> {
        let position = text.parse().ok().unwrap();
        Table::new(Session::new(position), [Seat::Person; 2])
    }

    fn reason(game: GameId, position: &str, mv: &str) -> Text {
        let mut game = AnyGame::from_position(game, position).unwrap();
        why(&game.play(mv).unwrap_err().to_string())
    }

    #[test]
    fn a_marble_pushed_in_vain_is_an_attempt() {
        let mut table = table::<offboard::Position>("5/6/7/8/1rry5/8/7/6/y4 r ------------ -");
        let view = table.control().view();
        let cell = |text: &str| {
            offboard::Cell::all()
                .find(|cell| cell.to_string() == text)
                .unwrap()
        };
        let (from, to) = (view.cell(cell("e3")), view.cell(cell("e4")));
        table.touch(|control| {
            control.pointer_down(from);
            control.pointer_move(to)
        });
        let attempt = offboard::Position::attempt(table.control(), Some(to));
        assert_eq!(attempt.as_deref(), Some("e3e4"));
        assert_eq!(offboard::Position::attempt(table.control(), Some(from)), None);
    }

    #[test]
    fn an_end_turned_backward_is_an_attempt() {
        let mut table = table::<polygone::Position>("c4d5 a8b9 w 0-0");
        let hole = |text: &str| Hole::all().find(|hole| hole.to_string() == text).unwrap();
        table.act(|control| control.choose(hole("d5")));
        assert_eq!(table.control().held().map(|held| held.pivot), Some(hole("c4")));
        let view = table.control().view();
        let attempt = polygone::Position::attempt(table.control(), Some(view.hole(hole("c2"))));
        assert_eq!(attempt.as_deref(), Some("c4:d5-c2"));
        table.touch(|control| {
            control.focus(hole("b3"));
            true
        });
        let attempt = polygone::Position::attempt(table.control(), None);
        assert_eq!(attempt.as_deref(), Some("c4:d5-b3"));
    }

    #[test]
    fn a_tile_on_a_web_is_an_attempt() {
        let mut table = table::<isometron::Position>("8/8/8/8/8/8/8/8 axial r - 0 0-0");
        let web = isometron::Cell::all()
            .find(|cell| cell.to_string() == "a3")
            .unwrap();
        table.touch(|control| {
            control.focus(web);
            control.key(Key::Letter('r'));
            true
        });
        let attempt = isometron::Position::attempt(table.control(), None).unwrap();
        assert!(attempt.starts_with("a3"), "{attempt}");
    }

    #[test]
    fn every_reason_of_the_rules_has_a_sentence() {
        let offboard = GameId::Offboard;
        let push = "5/6/7/8/1rry5/8/7/6/y4 r ------------ -";
        assert_eq!(reason(offboard, push, "e3e4"), Text::WhyMajority);
        let blocked = "5/6/7/8/1rryr4/8/7/6/y4 r ------------ -";
        assert_eq!(reason(offboard, blocked, "e2e3"), Text::WhyBlocked);
        let edge = "5/6/7/8/7rr/8/7/6/y4 r ------------ -";
        assert_eq!(reason(offboard, edge, "e8e9"), Text::WhyOwnOff);
        let turns = "c4d5,c6d5,d5e4 a8b9 w 0-0";
        assert_eq!(reason(GameId::Polygone, turns, "c4:d5-b3"), Text::WhyBackward);
        assert_eq!(reason(GameId::Polygone, turns, "d5:c4-d7"), Text::WhyBarred);
        assert_eq!(reason(GameId::Polygone, turns, "d5:c4-c6"), Text::WhyTaken);
        let start = "8/8/8/8/8/8/8/8 axial r - 0 0-0";
        assert_eq!(reason(GameId::Isometron, start, "a3ne"), Text::WhyWeb);
        let stops = "4d3/8/8/8/8/8/8/4c3 axial r - 0 0-0";
        assert_eq!(reason(GameId::Isometron, stops, "f1sw"), Text::WhyStops);
        assert_eq!(reason(GameId::Isometron, start, "a8ne"), Text::WhyNot);
    }
}
