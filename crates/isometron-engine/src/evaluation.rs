//! The worth of a stand that is searched no further.
//!
//! Lines lie open to both players, so the side to move may close the longest; it gives another one away by it about as
//! often as not, which is why half of it counts. A player who has a tile left whose image falls on a web of the opponent
//! holds a spare turn: after it the opponent has none, and must not be the one who gives a line away.

use crate::turns::{Stand, Turn};
use isometron::{Cells, Position};
use rules::{Game, Side};
use search::Score;

/// The worth of a point: games are decided by tens of them.
pub(crate) const POINT: Score = 10;
/// The worth of a point of the longest line that can be closed.
const OPEN_LINE: Score = POINT / 2;
/// The worth of a spare turn.
pub(crate) const SPARE_TURN: Score = 10 * POINT;

/// The worth of a stand to the side to move, without the points scored so far.
pub(crate) fn evaluate(stand: &Stand) -> Score {
    open_line(stand) + SPARE_TURN * spare_turns_ahead(&stand.position)
}

/// The worth of the best turn at hand.
pub(crate) fn open_line(stand: &Stand) -> Score {
    let best = stand.turns().into_iter().map(Turn::gain).max();
    OPEN_LINE * best.unwrap_or(0)
}

/// The spare turns that the side to move has more than the opponent.
pub(crate) fn spare_turns_ahead(position: &Position) -> Score {
    let turn = position.turn();
    spare_turns(position, turn) - spare_turns(position, !turn)
}

/// The tiles that a side may still place so that their images fall on webs: one for each empty web of the opponent.
fn spare_turns(position: &Position, side: Side) -> Score {
    let empty = position.tiles().empty().and(Cells::camp(!side));
    empty.and(position.webs()).len() as Score
}
