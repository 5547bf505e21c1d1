//! Shows a position: its picture, and the facts that a page or a program needs to go on from it.

use crate::request::replay;
use games::{AnyGame, BoardId};

/// First line of a request to show.
const SHOW: &str = "show\n";

/// The answer to a request to show a position; `None` when it is about something else.
pub(crate) fn answer(request: &str) -> Option<Result<String, String>> {
    request.strip_prefix(SHOW).map(show)
}

fn show(request: &str) -> Result<String, String> {
    let lines: Vec<&str> = request.split('\n').collect();
    let [game, start, moves] = lines[..] else {
        return Err(format!("a request to show has 4 lines, not {}", lines.len() + 1));
    };
    let game: BoardId = game.parse().map_err(|error| format!("{error}"))?;
    Ok(told(&replay(game.into(), start, moves)?))
}

/// `done`, the position, the side to move, the result, the legal moves and the picture, a line each.
fn told(game: &AnyGame) -> String {
    format!(
        "done\n{}\n{}\n{}\n{}\n{}",
        game.position(),
        game.turn().index(),
        game.result().unwrap_or_default(),
        game.moves().unwrap_or_default().join(" "),
        game.svg()
    )
}
