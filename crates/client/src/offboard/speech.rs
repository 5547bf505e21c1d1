//! Offboard in words, for screen readers and for the lines under the board.

use super::control::Control;
use super::hand::Held;
use super::turn::PlayableStep;
use crate::language::{Messages, Text};
use crate::result::side_texts;
use games::GameId;
use offboard::board::TARGET_VALUES;
use offboard::{Cell, Forbidden, Move, Position};
use rules::{Game, Side};

/// Names of the sides.
pub const SIDES: [Text; 2] = side_texts(GameId::Offboard);

fn side_name(messages: &Messages, side: Side) -> &'static str {
    messages.text(SIDES[side])
}

fn marble(messages: &Messages, side: Side) -> &'static str {
    messages.text([Text::RedMarble, Text::YellowMarble][side])
}

/// Content of a cell, and the moves it offers.
pub fn cell(messages: &Messages, position: &Position, control: &Control, cell: Cell) -> String {
    let name = cell.to_string();
    let what = match position.marble(cell) {
        Some(side) => messages.fill(
            Text::CellMarble,
            &[("cell", &name), ("marble", marble(messages, side))],
        ),
        None => messages.fill(Text::CellEmpty, &[("cell", &name)]),
    };
    let more = if control.hand().held() == Held::Marble(cell) {
        Text::CellHeld
    } else if control.lights(cell) {
        Text::CellLit
    } else if control.is_movable(cell) {
        Text::CellMovable
    } else {
        return what;
    };
    messages.fill(more, &[("what", &what)])
}

/// A target and what lies in it.
pub fn target(messages: &Messages, position: &Position, target: usize) -> String {
    let value = TARGET_VALUES[target].to_string();
    match position.target(target) {
        Some(side) => messages.fill(Text::Target, &[("n", &value), ("marble", marble(messages, side))]),
        None => messages.fill(Text::TargetEmpty, &[("n", &value)]),
    }
}

/// The marble to put back.
pub fn tray(messages: &Messages, position: &Position) -> Option<String> {
    let side = position.returned().then(|| position.turn())?;
    Some(messages.fill(Text::TrayMarble, &[("marble", marble(messages, side))]))
}

/// Hint for the player's next step.
pub fn hint(position: &Position, control: &Control) -> Text {
    match control.hand().held() {
        Held::Marble(_) => Text::HintAim,
        _ if position.returned() => Text::HintReturned,
        _ => Text::HintTake,
    }
}

/// Why something is refused.
pub fn why_not(messages: &Messages, reason: Forbidden) -> String {
    let name = |cell: Cell| cell.to_string();
    match reason {
        Forbidden::NotOwn(cell) => messages.fill(Text::OffboardNotOwn, &[("cell", &name(cell))]),
        Forbidden::Stuck(cell) => messages.fill(Text::OffboardStuck, &[("cell", &name(cell))]),
        Forbidden::NotAhead(..) => messages.text(Text::OffboardNotAhead).to_owned(),
        Forbidden::OwnOff { front, .. } => messages.fill(Text::OffboardOwnOff, &[("cell", &name(front))]),
        Forbidden::Outnumbered { own, theirs } => {
            let [own, theirs] = [own, theirs].map(|cells| cells.len().to_string());
            messages.fill(Text::OffboardMajority, &[("n", &own), ("m", &theirs)])
        }
        Forbidden::Blocked { by, .. } => messages.fill(Text::OffboardBlocked, &[("cell", &name(by))]),
        Forbidden::Taken(cell) => messages.fill(Text::OffboardTaken, &[("cell", &name(cell))]),
        Forbidden::NoMarble(_) | Forbidden::NothingReturned => messages.text(Text::WhyNot).to_owned(),
    }
}

/// A move in words.
pub fn spoken_move(messages: &Messages, before: &Position, mv: Move) -> Vec<String> {
    let side = ("side", side_name(messages, before.turn()));
    let line = match mv {
        Move::Return { cell } => {
            return vec![messages.fill(Text::SaidReturn, &[side, ("cell", &cell.to_string())])];
        }
        Move::Step { from, direction } => PlayableStep::new(before, from, direction),
    };
    let Some(line) = line else { return Vec::new() };
    let to = line.from.step(line.direction).unwrap_or(line.from);
    let (from, to) = (line.from.to_string(), to.to_string());
    let mut parts = vec![messages.fill(Text::SaidStep, &[side, ("from", &from), ("to", &to)])];
    if !line.pushed.is_empty() {
        parts.push(messages.count(Text::SaidPush, line.pushed.len()));
    }
    parts.extend(line.ejected.map(|ejected| match ejected.points {
        0 => messages.text(Text::SaidBack).to_owned(),
        points => {
            let points = messages.count(Text::Points, usize::from(points));
            messages.fill(Text::SaidScore, &[("points", &points)])
        }
    }));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::session::MoveCursor;
    use crate::frame::table::{BoardTable, SidePlayer};
    use crate::frame::view_model::{announcement, state};
    use crate::language::Language;

    fn table(text: &str) -> BoardTable<Position> {
        BoardTable::new(MoveCursor::new(text.parse().unwrap()), [SidePlayer::Person; 2])
    }

    fn cell_told(table: &BoardTable<Position>, text: &str) -> String {
        let messages = Messages::of(Language::English);
        cell(&messages, table.position(), table.control(), at(text))
    }

    fn at(text: &str) -> Cell {
        Cell::all().find(|cell| cell.to_string() == text).unwrap()
    }

    #[test]
    fn a_push_is_told_in_every_language() {
        let told = [
            "Rouge : g7 vers g8, pousse 1 bille, marque 2 points. Rouge gagne : Jaune ne peut plus jouer",
            "Red: g7 to g8, pushes 1 marble, scores 2 points. Red wins: Yellow cannot move",
            "Rot: g7 nach g8, schiebt 1 Kugel, erhält 2 Punkte. Rot gewinnt: Gelb kann nicht mehr ziehen",
            "Rood: g7 naar g8, duwt 1 knikker, scoort 2 punten. Rood wint: Geel kan niet meer zetten",
        ];
        let mut table = table("5/6/4rry/8/9/8/7/6/5 r ------------ -");
        table.act(|control| control.choose(at("g7")));
        table.act(|control| control.choose(at("g9")));
        for (language, told) in Language::ALL.into_iter().zip(told) {
            assert_eq!(announcement(&Messages::of(language), &table), told);
        }
    }

    #[test]
    fn cells_and_targets_say_what_can_be_done() {
        let messages = Messages::of(Language::English);
        let mut table = table("5/6/4rry/8/9/8/7/6/5 r -y---------- -");
        assert_eq!(cell_told(&table, "g7"), "g7, red marble, can move");
        assert_eq!(cell_told(&table, "g9"), "g9, yellow marble");
        table.act(|control| control.choose(at("g7")));
        assert_eq!(cell_told(&table, "g7"), "g7, red marble, selected");
        assert_eq!(cell_told(&table, "g9"), "g9, yellow marble, possible end");
        assert_eq!(cell_told(&table, "a1"), "a1, empty");
        assert_eq!(target(&messages, table.position(), 0), "Target worth 1, empty");
        assert_eq!(
            target(&messages, table.position(), 1),
            "Target worth 1, yellow marble"
        );
    }

    #[test]
    fn six_points_and_repetition_are_named() {
        let messages = Messages::of(Language::English);
        let won = table("5/6/4rry/8/9/8/7/6/5 y --y-y------- -");
        assert_eq!(state(&messages, &won), "Red wins with 6 points");
        let moves = "8 a5a4 a1a2 a4a5 a2a1 a5a4 a1a2 a4a5 a2a1";
        let drawn = MoveCursor::from_text(Position::start(rules::Standard), moves).unwrap();
        let drawn = state(&messages, &BoardTable::new(drawn, [SidePlayer::Person; 2]));
        assert_eq!(drawn, "Draw: the same position for the third time");
    }
}
