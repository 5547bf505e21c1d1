//! The trait through which the frame plays a game: the guide for authors of a new board.
//!
//! The frame owns the game's course ([`Table`](super::Table): the session, undo and redo, whose turn it is, the move to be
//! confirmed, the computer's moves) and the page round the board (players, state, buttons, moves, rules,
//! announcements, storage, sounds). A game gives four things:
//!
//! 1. Its **control**: a plain struct, tested without a browser, that turns pointer, keys and taps into moves.
//!    It is told which position is shown and whether the player may move there ([`Control::show`]), and makes
//!    of the legal moves whatever it needs to light places up. It knows no rule: the moves come from
//!    `Game::each_move` or from the position's own questions. The frame calls it for pointer and keys; the
//!    game's own views call it through [`Table::act`](super::Table::act).
//! 2. Its **motions**: how pieces travel when a move is played or taken back, as plain data. The table keeps
//!    those of the last change in [`Table::travel`](super::Table::travel) with a number that is new each time, so that views make the
//!    moving elements anew (key a `<For>` by it) and CSS animates them; what leaves the board is drawn from the
//!    motions alone.
//! 3. Its **words**: a move spoken aloud, why a game ended, hints, the rules.
//! 4. Its **view**: the inside of the board's `<svg>`, whose middle is the origin and whose size is
//!    [`BoardGame::SIZE`]. The frame makes the `<svg>`, listens to the pointer and to keys there, and moves the
//!    focus to the element with the id [`Control::focus_id`] after an arrow key.
//!
//! Offboard is the example: `offboard/control.rs`, `turn.rs`, `speech.rs`, `board.rs`, and `offboard.rs` with
//! the implementation.

use super::{BoardTable, TableSignal, Texts};
use crate::language::{Messages, Text};
use crate::sound::Sound;
use drawing::{Draw, Point};
use games::GameId;
use leptos::prelude::AnyView;
use rules::{Side, Variant};
use std::fmt::Debug;

/// A game with a flat board, as the frame needs it.
pub trait BoardGame: Draw {
    /// How the player handles the board.
    type Control: Control<Self>;
    /// How one piece travels.
    type Motion: Clone + Debug + PartialEq + Send + Sync + 'static;
    /// The reason of the rules for which something is refused, with the pieces concerned.
    type Forbidden: Copy + Debug + PartialEq + Send + Sync + 'static;

    /// The game in the list of games.
    const ID: GameId;
    /// The size of the board's drawing, its middle at the origin.
    const SIZE: Point;
    /// Middle of the drawing on the board's `<svg>`.
    const ORIGIN: Point = Point::new(0.0, 0.0);
    /// The board's label for screen readers: how to use it.
    const LABEL: Text;
    /// Names of the sides.
    const SIDES_TEXT: [Text; 2];
    /// The rules, a sentence or two each.
    const RULES: &'static [Text];
    /// How many points win, where a number of points does; they are shown as pips.
    const GOAL: Option<u16> = None;

    /// The points of a side.
    fn points(&self, side: Side) -> u16;

    /// The one move that the rules demand here, where playing it is mere handiwork: with Assist on, the frame
    /// plays it.
    fn demanded(&self) -> Option<Self::Move> {
        None
    }

    /// The same position as if it were the turn of a side that owes nothing, where the rules know such a position:
    /// there a move is chosen in advance.
    fn as_if(&self, side: Side) -> Option<Self> {
        let letter = |side: Side| Self::SIDES[side].chars().next();
        let turned = |field: &str| match field.parse::<char>() {
            Ok(found) if Some(found) == letter(!side) => letter(side).map(String::from),
            _ => None,
        };
        let text = self.to_string();
        let fields = text
            .split(' ')
            .map(|field| turned(field).unwrap_or_else(|| field.to_owned()));
        fields.collect::<Vec<_>>().join(" ").parse().ok()
    }

    /// The ways of the pieces when `mv` is played in `before`. `control` is as it was at that moment, so a piece
    /// that was dragged can go on from where it is.
    fn motions(before: &Self, mv: Self::Move, control: &Self::Control) -> Vec<Self::Motion>;

    /// The ways back when `mv`, played in `before`, is taken back.
    fn motions_back(before: &Self, mv: Self::Move, control: &Self::Control) -> Vec<Self::Motion>;

    /// How many milliseconds motions last, so that the next move waits for them.
    fn lasts(_motions: &[Self::Motion]) -> u32 {
        0
    }

    /// Sound of a move.
    fn sound(before: &Self, mv: Self::Move) -> Sound;

    /// The move in words, in parts that are joined by commas: `Red: g7 to g8`, `pushes 1 marble`.
    fn spoken_move(messages: &Messages, before: &Self, mv: Self::Move) -> Vec<String>;

    /// Hint for the player's next step. Called only when the player may move.
    fn hint(position: &Self, control: &Self::Control) -> Text;

    /// A reason of the rules in one sentence.
    fn why_not(messages: &Messages, reason: Self::Forbidden) -> String;

    /// A sentence above the hint: why something is refused, or what was wrong with the last move.
    fn notice(messages: &Messages, table: &BoardTable<Self>) -> Option<String> {
        let reason = table.control().refusal();
        reason.map(|reason| Self::why_not(messages, reason))
    }

    /// Whether there are several ways to start.
    fn has_variants() -> bool {
        Self::Variant::ALL.len() > 1
    }

    /// Name of a variant, for games that have several.
    fn variant(_variant: Self::Variant) -> Text {
        Text::NewGame
    }

    /// A piece of a side as the content of an `<svg>` of one by one round the origin, for the list of players.
    /// It may refer to what the board's view defines.
    fn token(side: Side) -> String;

    /// The inside of the board's `<svg>`.
    fn board(table: TableSignal<Self>, messages: Texts) -> AnyView;
}

/// A key of the keyboard that the frame gives to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// An arrow.
    Left,
    /// An arrow.
    Right,
    /// An arrow.
    Up,
    /// An arrow.
    Down,
    /// Enter or space: choose.
    Choose,
    /// Escape: let go.
    LetGo,
    /// Any other, in small letters.
    Letter(char),
}

/// Effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyed<M> {
    /// Nothing: the page may have it.
    Nothing,
    /// Something on the board.
    Done,
    /// It played a move.
    Play(M),
}

/// How the player handles the board: what may be done in the position shown, what is held and pointed at, how
/// the board is turned, where the keyboard's cursor is.
pub trait Control<G: BoardGame>: Clone + Debug + Default + PartialEq + Send + Sync + 'static {
    /// Another position is shown. When the player may not move there (the game is over, or it is not the
    /// player's turn), nothing can be taken. The cursor stays where it is.
    fn show(&mut self, position: &G, may_move: bool);

    /// Whether the board is turned by half a turn.
    fn is_flipped(&self) -> bool;

    /// Turns the board by half a turn.
    fn flip(&mut self);

    /// The primary pointer goes down; the place is in the drawing's own units.
    fn pointer_down(&mut self, at: Point);

    /// Whether the pointer that is down moves something. Otherwise it may move a board that is seen in part.
    fn is_dragging(&self) -> bool;

    /// It moves, up or down. Tells whether that changed anything that is shown.
    fn pointer_move(&mut self, to: Point) -> bool;

    /// It goes up, wherever that is: the end of a drag, or a tap.
    fn pointer_up(&mut self, at: Point) -> Option<G::Move>;

    /// It is taken away in the middle of something.
    fn pointer_cancel(&mut self);

    /// The wheel turns over the board, forward or back. Tells whether the board has used it.
    fn wheel(&mut self, _forward: bool) -> bool {
        false
    }

    /// A key goes down while the board has the focus.
    fn key(&mut self, key: Key) -> Keyed<G::Move>;

    /// Why the player's last attempt was refused, until the next one.
    fn refusal(&self) -> Option<G::Forbidden>;

    /// The move that was attempted then, as text, where it is one that can be written.
    fn attempted(&self) -> Option<String>;

    /// The id of the element that the keyboard's cursor is on.
    fn focus_id(&self) -> String;
}

/// Taps for tests: down and up at one place.
#[cfg(test)]
pub(crate) fn tap<G: BoardGame>(table: &mut super::BoardTable<G>, at: Point) {
    table.act(|control| {
        control.pointer_down(at);
        control.pointer_up(at)
    });
}
