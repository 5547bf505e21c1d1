//! Isometron in words.

use super::control::Control;
use super::turn::placed;
use crate::language::{Messages, Text};
use crate::result::side_texts;
use games::GameId;
use isometron::{Cell, Corner, Forbidden, Move, Position, Symmetry, Tile};
use rules::Game;

/// Names of the sides.
pub const SIDES: [Text; 2] = side_texts(GameId::Isometron);

/// The tile on a cell, and the actions for it.
pub fn cell(messages: &Messages, position: &Position, control: &Control, cell: Cell) -> String {
    let name = cell.to_string();
    let what = if let Some(tile) = position.tiles().get(cell) {
        let side = messages.text(SIDES[cell.camp()]);
        let corner = messages.text(CORNERS[tile.blank.index()]);
        messages.fill(
            Text::IsometronTile,
            &[("cell", &name), ("side", side), ("corner", corner)],
        )
    } else if position.webs().contains(cell) {
        messages.fill(Text::IsometronWeb, &[("cell", &name)])
    } else {
        messages.fill(Text::CellEmpty, &[("cell", &name)])
    };
    match control.pointed().filter(|tile| tile.cell == cell) {
        Some(tile) => {
            let corner = messages.text(CORNERS[tile.blank.index()]);
            let told = messages.fill(Text::IsometronInHand, &[("what", &what), ("corner", corner)]);
            match control.line().len() {
                0 => told,
                points => format!("{told}, {}", scores(messages, points)),
            }
        }
        None => match control.refusal().filter(|(tile, _)| tile.cell == cell) {
            Some((tile, reason)) => format!("{what}. {}", refusal(messages, tile, reason)),
            None => what,
        },
    }
}

/// Why a free tile may not be placed.
pub fn refusal(messages: &Messages, tile: Tile, reason: Forbidden) -> String {
    let cell = tile.cell.to_string();
    let cell = ("cell", cell.as_str());
    match reason {
        Forbidden::OtherCamp => messages.fill(Text::IsometronNotCamp, &[cell]),
        Forbidden::Taken => messages.fill(Text::IsometronNotTaken, &[cell]),
        Forbidden::Web => messages.fill(Text::IsometronNotWeb, &[cell]),
        Forbidden::Stops(line) => {
            let corner = ("corner", messages.text(CORNERS[line.corner.index()]));
            messages.fill(Text::IsometronNotStop, &[cell, corner])
        }
    }
}

/// After a wrong image: where the right one lies and why, and what the mistake costs.
pub fn correction(messages: &Messages, before: &Position, mv: Move) -> Option<String> {
    let (Move::Wrong(tried), Some(owed)) = (mv, before.owed()) else {
        return None;
    };
    let text = match before.symmetry() {
        Symmetry::Axial => Text::IsometronWrongAxial,
        Symmetry::Central => Text::IsometronWrongCentral,
        Symmetry::Shift => Text::IsometronWrongShift,
    };
    let original = owed.image(before.symmetry());
    let corner = |tile: Tile| messages.text(CORNERS[tile.blank.index()]);
    let side = messages.text(SIDES[before.turn()]);
    Some(messages.fill(
        text,
        &[
            ("side", side),
            ("cell", &tried.cell.to_string()),
            ("tried", corner(tried)),
            ("from", &original.cell.to_string()),
            ("to", &owed.cell.to_string()),
            ("corner", corner(owed)),
        ],
    ))
}

fn scores(messages: &Messages, points: usize) -> String {
    let points = messages.count(Text::Points, points);
    messages.fill(Text::SaidScore, &[("points", &points)])
}

/// The tile in hand as it can lie.
pub fn in_hand(messages: &Messages, blank: Corner) -> String {
    let corner = messages.text(CORNERS[blank.index()]);
    messages.fill(Text::IsometronHandTile, &[("corner", corner)])
}

/// The corners, in the order of [`isometron::Corner::ALL`].
const CORNERS: [Text; 4] = [
    Text::IsometronNe,
    Text::IsometronSe,
    Text::IsometronSw,
    Text::IsometronNw,
];

/// A move in words.
pub fn spoken_move(messages: &Messages, before: &Position, mv: Move) -> Vec<String> {
    let side = ("side", messages.text(SIDES[before.turn()]));
    let first = match mv {
        Move::Pass => return vec![messages.fill(Text::IsometronSaidPass, &[side])],
        Move::Tile(tile) | Move::Wrong(tile) => correction(messages, before, mv).unwrap_or_else(|| {
            messages.fill(Text::IsometronSaidTile, &[side, ("cell", &tile.cell.to_string())])
        }),
    };
    let mut parts = vec![first];
    let line = placed(before, mv).map_or(0, |placed| before.preview(placed).len());
    if line > 0 {
        parts.push(scores(messages, line));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    /// Refused free tiles in a position, one of each kind.
    fn refusals(position: &Position) -> Vec<(Tile, Forbidden)> {
        let tiles = Cell::all().flat_map(|cell| Corner::ALL.map(|blank| Tile { cell, blank }));
        let mut found: Vec<(Tile, Forbidden)> = Vec::new();
        for tile in tiles {
            let kind = |reason: Forbidden| std::mem::discriminant(&reason);
            if let Some(reason) = position.forbidden(tile)
                && found.iter().all(|(_, other)| kind(*other) != kind(reason))
            {
                found.push((tile, reason));
            }
        }
        found
    }

    #[test]
    fn a_wrong_image_is_explained_for_every_symmetry_in_every_language() {
        for symmetry in Symmetry::ALL {
            let mut position = Position::start(*symmetry);
            position.play(position.parse_move("c3ne").unwrap()).unwrap();
            let owed = position.owed().unwrap();
            let tried = Tile {
                cell: Cell::all().find(|cell| cell.to_string() == "d5").unwrap(),
                blank: Corner::Se,
            };
            for language in Language::ALL {
                let messages = Messages::of(language);
                let told = correction(&messages, &position, Move::Wrong(tried)).unwrap();
                for named in [
                    "d5",
                    "c3",
                    &owed.cell.to_string(),
                    messages.text(CORNERS[owed.blank.index()]),
                ] {
                    assert!(told.contains(named), "{symmetry}: {told} lacks {named}");
                }
                assert!(!told.contains('{'), "{told}");
                assert_eq!(correction(&messages, &position, Move::Tile(owed)), None);
            }
        }
    }

    #[test]
    fn every_refusal_names_its_cell_in_every_language() {
        let position: Position = "4d3/8/8/8/8/8/8/4c3 axial r - 0 0-0".parse().unwrap();
        let found = refusals(&position);
        assert_eq!(found.len(), 4, "{found:?}");
        for (tile, reason) in found {
            let told = Language::ALL.map(|language| refusal(&Messages::of(language), tile, reason));
            for text in &told {
                assert!(
                    text.contains(&tile.cell.to_string()) && !text.contains('{'),
                    "{text}"
                );
            }
            assert_ne!(told[0], told[1]);
        }
    }

    use rules::Variant;
}
