//! Isometron on the page: its control, its motions, its words and its view.

mod board;
pub mod control;
pub mod speech;
pub mod turn;

use crate::frame::{BoardGame, BoardTable, TableSignal, Texts};
use crate::language::{Messages, Text};
use crate::sound::Sound;
use control::Control;
use drawing::Point;
use drawing::isometron::geometry::{PLATE, RACK_HEIGHT};
use games::GameId;
use isometron::{Forbidden, Move, Position, Symmetry, Tile};
use leptos::prelude::*;
use rules::Side;
use turn::Motion;

impl BoardGame for Position {
    type Control = Control;
    type Motion = Motion;
    type Forbidden = (Tile, Forbidden);

    const ID: GameId = GameId::Isometron;
    const SIZE: Point = Point::new(2.0 * PLATE, 2.0 * PLATE + RACK_HEIGHT);
    const ORIGIN: Point = Point::new(0.0, -RACK_HEIGHT / 2.0);
    const LABEL: Text = Text::IsometronBoard;
    const SIDES_TEXT: [Text; 2] = speech::SIDES;
    const RULES: &'static [Text] = &[
        Text::IsometronRules1,
        Text::IsometronRules2,
        Text::IsometronRules3,
        Text::IsometronRules4,
        Text::IsometronRules5,
        Text::IsometronRules6,
        Text::IsometronRules7,
    ];

    fn points(&self, side: Side) -> u16 {
        Position::points(self, side)
    }

    fn demanded(&self) -> Option<Move> {
        self.owed().map(Move::Tile)
    }

    fn as_if(&self, side: Side) -> Option<Position> {
        let text = self.to_string();
        let mut fields: Vec<&str> = text.split(' ').collect();
        *fields.get_mut(2)? = &<Position as rules::Game>::SIDES[side][..1];
        *fields.get_mut(3)? = "-";
        fields.join(" ").parse().ok()
    }

    fn motions(before: &Position, mv: Move, control: &Control) -> Vec<Motion> {
        turn::motions(before, mv, control.view())
    }

    /// A tile that is taken off the board is just gone.
    fn motions_back(_before: &Position, _mv: Move, _control: &Control) -> Vec<Motion> {
        Vec::new()
    }

    fn lasts(motions: &[Motion]) -> u32 {
        turn::lasts(motions)
    }

    fn sound(before: &Position, mv: Move) -> Sound {
        let scores = |tile| !before.preview(tile).is_empty();
        if turn::placed(before, mv).is_some_and(scores) {
            Sound::Score
        } else {
            Sound::Place
        }
    }

    fn spoken_move(messages: &Messages, before: &Position, mv: Move) -> Vec<String> {
        speech::spoken_move(messages, before, mv)
    }

    fn hint(position: &Position, _control: &Control) -> Text {
        if position.owed().is_some() {
            Text::IsometronHintForced
        } else if position.free_tiles().is_empty() {
            Text::IsometronHintPass
        } else {
            Text::IsometronHintFree
        }
    }

    fn why_not(messages: &Messages, (tile, reason): (Tile, Forbidden)) -> String {
        speech::refusal(messages, tile, reason)
    }

    fn notice(messages: &Messages, table: &BoardTable<Position>) -> Option<String> {
        let refused = table.control().refusal();
        let last = table.session().last();
        refused
            .map(|(tile, reason)| speech::refusal(messages, tile, reason))
            .or_else(|| last.and_then(|(before, mv)| speech::correction(messages, before, mv)))
    }

    fn variant(variant: Symmetry) -> Text {
        match variant {
            Symmetry::Axial => Text::IsometronAxial,
            Symmetry::Central => Text::IsometronCentral,
            Symmetry::Shift => Text::IsometronShift,
        }
    }

    fn token(side: Side) -> String {
        let name = <Position as rules::Game>::SIDES[side];
        ["body", "arms"]
            .map(|part| format!("<use href=\"#{name}-{part}\"/>"))
            .concat()
    }

    fn board(table: TableSignal<Position>, messages: Texts) -> AnyView {
        view! { <board::Board table messages /> }.into_any()
    }
}
