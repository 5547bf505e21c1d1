//! Setting a position up: what stands at a place is changed by a tap, and every change has to be a position that the
//! rules know.

mod isometron;
mod offboard;
mod polygone;
mod rows;

use crate::frame::BoardGame;
use crate::language::{Messages, Text};
use drawing::Point;
use rules::{Game, Side};

/// A game whose positions can be set up. The changes are texts, which the rules read: what they refuse is refused.
pub(crate) trait Editable: BoardGame {
    /// Whether points are kept apart from what stands on the board.
    const COUNTS: bool;

    /// The text after what stands at a place of the drawing has been changed to the next thing; `None` where nothing
    /// can stand.
    fn touched(&self, at: Point, flipped: bool) -> Option<String>;

    /// The place of the keyboard's cursor on the drawing.
    fn cursor(control: &Self::Control) -> Point;

    /// Nothing on the board.
    fn emptied(&self) -> String;

    /// The other side to move, or the same.
    fn with_turn(&self, side: Side) -> String;

    /// How the game begins that the position belongs to.
    fn of_variant(&self) -> Self::Variant {
        Self::Variant::default()
    }

    /// The same in a game that begins another way, where there are several.
    fn with_variant(&self, _variant: Self::Variant) -> String {
        self.to_string()
    }

    /// A side has so many points.
    fn with_points(&self, side: Side, points: u16) -> String;

    /// Why a text that came from a change is refused.
    fn refusal(text: &str) -> Text;
}

/// Commands to the editor.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Edit<V> {
    /// A place was tapped.
    Touch(Point),
    /// A place was chosen by a key; between two places where nothing can stand, something may.
    Choose(Point),
    /// Nothing on the board.
    Empty,
    /// The usual start.
    Start,
    /// This side is to move.
    Turn(Side),
    /// The game begins this way.
    Variant(V),
    /// A side has more or fewer points.
    Points(Side, i8),
    /// A whole position as text.
    Text(String),
}

/// A position that is being set up.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Editor<G> {
    position: G,
    /// Why the last change was refused.
    refusal: Option<Refusal>,
    /// A place that was chosen first, to be joined to the next.
    first: Option<Point>,
}

/// Why a change was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// In words of the page.
    Known(Text),
    /// In the words of the rules, for a text that was typed.
    Typed(String),
}

impl Refusal {
    /// In words.
    pub(super) fn told(&self, messages: &Messages) -> String {
        match self {
            Refusal::Known(text) => messages.text(*text).to_owned(),
            Refusal::Typed(reason) => messages.fill(Text::EditTyped, &[("reason", reason)]),
        }
    }
}

impl<G: Editable> Editor<G> {
    /// Begins with a position.
    pub(super) fn new(position: G) -> Editor<G> {
        Editor {
            position,
            refusal: None,
            first: None,
        }
    }

    /// The position as it is now.
    pub(super) fn position(&self) -> &G {
        &self.position
    }

    /// Why the last change was refused.
    pub(super) fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    /// Changes the position, or shows the reason why not.
    pub(super) fn apply(&mut self, edit: Edit<G::Variant>, flipped: bool) {
        let text = match edit {
            Edit::Touch(at) => self.position.touched(at, flipped),
            Edit::Choose(at) => self.chosen(at, flipped),
            Edit::Empty => Some(self.position.emptied()),
            Edit::Start => Some(G::start(G::Variant::default()).to_string()),
            Edit::Turn(side) => Some(self.position.with_turn(side)),
            Edit::Variant(variant) => Some(self.position.with_variant(variant)),
            Edit::Points(side, by) => {
                let points = self.position.points(side).checked_add_signed(by.into());
                points.map(|points| self.position.with_points(side, points))
            }
            Edit::Text(text) => {
                self.refusal = match text.trim().parse() {
                    Ok(position) => {
                        self.position = position;
                        None
                    }
                    Err(error) => Some(Refusal::Typed(error.to_string())),
                };
                return;
            }
        };
        let Some(text) = text else { return };
        self.refusal = match text.parse() {
            Ok(position) => {
                self.position = position;
                None
            }
            Err(_) => Some(Refusal::Known(G::refusal(&text))),
        };
    }

    fn chosen(&mut self, at: Point, flipped: bool) -> Option<String> {
        let touched = self.position.touched(at, flipped);
        if touched.is_some() {
            return touched;
        }
        let Some(first) = self.first.take() else {
            self.first = Some(at);
            return None;
        };
        self.position.touched((first + at) * 0.5, flipped)
    }
}

/// The fields of a position's text.
fn fields<G: Game>(position: &G) -> Vec<String> {
    position.to_string().split(' ').map(str::to_owned).collect()
}

/// A position's text with one field replaced.
fn with_field<G: Game>(position: &G, index: usize, text: String) -> String {
    let mut fields = fields(position);
    fields[index] = text;
    fields.join(" ")
}

/// The next element of a round.
fn next<T: Copy + PartialEq>(round: &[T], now: T) -> T {
    let at = round.iter().position(|thing| *thing == now).unwrap_or(0);
    round[(at + 1) % round.len()]
}

/// Two numbers as texts have them, one of them replaced.
fn pair(numbers: [u16; 2], side: Side, number: u16) -> String {
    let mut numbers = numbers;
    numbers[side] = number;
    format!("{}-{}", numbers[0], numbers[1])
}

#[cfg(test)]
mod tests;
