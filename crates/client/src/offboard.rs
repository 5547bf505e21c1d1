//! Offboard on the page: its control, its motions, its words and its view.

mod board;
pub mod control;
pub mod cursor;
pub mod hand;
pub mod speech;
pub mod turn;

use crate::frame::{BoardGame, TableSignal, Texts};
use crate::language::{Messages, Text};
use crate::sound::Sound;
use control::Control;
use drawing::Point;
use games::GameId;
use leptos::prelude::*;
use offboard::{Forbidden, Move, Position};
use rules::Side;
use turn::{Motion, PlayableStep};

impl BoardGame for Position {
    type Control = Control;
    type Motion = Motion;
    type Forbidden = Forbidden;

    const ID: GameId = GameId::Offboard;
    const SIZE: Point = drawing::offboard::geometry::SIZE;
    const LABEL: Text = Text::Board;
    const SIDES_TEXT: [Text; 2] = speech::SIDES;
    const RULES: &'static [Text] = &[
        Text::Rules1,
        Text::Rules2,
        Text::Rules3,
        Text::Rules4,
        Text::Rules5,
        Text::Rules6,
    ];
    const GOAL: Option<u16> = Some(offboard::board::WINNING_POINTS as u16);

    fn points(&self, side: Side) -> u16 {
        u16::from(Position::points(self, side))
    }

    fn motions(before: &Position, mv: Move, control: &Control) -> Vec<Motion> {
        turn::motions(before, mv, control.view(), control.begun())
    }

    fn motions_back(before: &Position, mv: Move, control: &Control) -> Vec<Motion> {
        turn::motions_back(before, mv, control.view())
    }

    fn sound(before: &Position, mv: Move) -> Sound {
        let Move::Step { from, direction } = mv else {
            return Sound::Place;
        };
        match PlayableStep::new(before, from, direction) {
            Some(line) if line.ejected.is_some_and(|ejected| ejected.points > 0) => Sound::Score,
            Some(line) if !line.pushed.is_empty() => Sound::Push,
            _ => Sound::Slide,
        }
    }

    fn spoken_move(messages: &Messages, before: &Position, mv: Move) -> Vec<String> {
        speech::spoken_move(messages, before, mv)
    }

    fn hint(position: &Position, control: &Control) -> Text {
        speech::hint(position, control)
    }

    fn why_not(messages: &Messages, reason: Forbidden) -> String {
        speech::why_not(messages, reason)
    }

    fn token(side: Side) -> String {
        format!(
            "<use href=\"#{}\" transform=\"scale(1.1)\"/>",
            drawing::offboard::marble_id(side)
        )
    }

    fn board(table: TableSignal<Position>, messages: Texts) -> AnyView {
        view! { <board::Board table messages /> }.into_any()
    }
}
