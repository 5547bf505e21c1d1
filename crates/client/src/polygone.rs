//! Polygone on the page: its control, its motions, its words and its view.

mod board;
pub mod control;
pub mod hand;
pub mod speech;
pub mod taking;
pub mod turn;

use crate::frame::{BoardGame, TableSignal, Texts};
use crate::language::{Messages, Text};
use crate::sound::Sound;
use control::{Control, TurnRefusal};
use drawing::Point;
use games::GameId;
use leptos::prelude::*;
use polygone::{Move, Position};
use rules::Side;
use turn::Motion;

impl BoardGame for Position {
    type Control = Control;
    type Motion = Motion;
    type Forbidden = TurnRefusal;

    const ID: GameId = GameId::Polygone;
    const SIZE: Point = drawing::polygone::geometry::SIZE;
    const LABEL: Text = Text::PolygoneBoard;
    const SIDES_TEXT: [Text; 2] = speech::SIDES;
    const RULES: &'static [Text] = &[
        Text::PolygoneRules1,
        Text::PolygoneRules2,
        Text::PolygoneRules3,
        Text::PolygoneRules4,
        Text::PolygoneRules5,
        Text::PolygoneRules6,
    ];
    const GOAL: Option<u16> = Some(polygone::board::WINNING_COUNT as u16);

    fn points(&self, side: Side) -> u16 {
        u16::from(self.taken(side))
    }

    fn motions(before: &Position, mv: Move, control: &Control) -> Vec<Motion> {
        turn::motions(before, mv, control.view(), control.begun())
    }

    fn motions_back(before: &Position, mv: Move, control: &Control) -> Vec<Motion> {
        turn::motions_back(before, mv, control.view())
    }

    fn lasts(motions: &[Motion]) -> u32 {
        turn::lasts(motions)
    }

    fn sound(_before: &Position, mv: Move) -> Sound {
        if mv.taken.is_empty() {
            Sound::Slide
        } else {
            Sound::Take
        }
    }

    fn spoken_move(messages: &Messages, before: &Position, mv: Move) -> Vec<String> {
        speech::spoken_move(messages, before, mv)
    }

    fn hint(_position: &Position, control: &Control) -> Text {
        if control.taking().is_some() {
            Text::PolygoneHintTaking
        } else if control.held().is_some() {
            Text::PolygoneHintAim
        } else {
            Text::PolygoneHintTake
        }
    }

    fn why_not(messages: &Messages, reason: TurnRefusal) -> String {
        match reason {
            TurnRefusal::Rule(reason) => speech::why_not(messages, reason),
            TurnRefusal::NoPolygon => messages.text(Text::PolygoneNoPolygon).to_owned(),
        }
    }

    fn token(side: Side) -> String {
        format!(
            "<use href=\"#{}\" transform=\"scale(1.1) rotate(-35)\"/>",
            drawing::polygone::segment_id(side)
        )
    }

    fn board(table: TableSignal<Position>, messages: Texts) -> AnyView {
        view! { <board::Board table messages /> }.into_any()
    }
}
