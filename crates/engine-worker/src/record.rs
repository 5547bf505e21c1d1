//! Reads and writes records for the page, so that the page need not contain the parser.

use games::{AnyGame, GameId};
use protocol::{Clock, Ending, Record};

/// Prefix of a request to write, before the names.
const WRITE: &str = "write ";
/// Prefix of a request to read, before the text.
const READ: &str = "read\n";

/// The answer to a request about records; `None` when it is about something else.
pub(crate) fn answer(request: &str) -> Option<Result<String, String>> {
    if let Some(text) = request.strip_prefix(READ) {
        return Some(read(text));
    }
    request.strip_prefix(WRITE).map(write)
}

/// `done`, the game, its first position and its moves, a line each.
fn read(text: &str) -> Result<String, String> {
    let text = text.replace('\r', "");
    let text = text.trim_end();
    // A pasted record may lack its last line end; one without moves ends with the empty line before them.
    let end = if text.contains("\n\n") { "\n" } else { "\n\n" };
    let record: Record = format!("{text}{end}").parse().map_err(told)?;
    record.replay().map_err(told)?;
    let start = match &record.position {
        Some(position) => position.clone(),
        None => AnyGame::start(record.game, record.variant.as_deref())
            .map_err(told)?
            .position(),
    };
    Ok(format!(
        "done\n{}\n{start}\n{}",
        record.game,
        record.moves.join(" ")
    ))
}

/// `done ` and the record of the players' names, the game, its first position and its moves.
fn write(wish: &str) -> Result<String, String> {
    let lines: Vec<&str> = wish.split('\n').collect();
    let [names, game, start, moves] = lines[..] else {
        return Err(format!("a wish to write has 4 lines, not {}", lines.len()));
    };
    let game: GameId = game.parse().map_err(told)?;
    let moves: Vec<String> = moves
        .split(' ')
        .filter(|mv| !mv.is_empty())
        .map(str::to_owned)
        .collect();
    let mut played = AnyGame::from_position(game, start).map_err(told)?;
    for mv in &moves {
        played.play(mv).map_err(told)?;
    }
    let mut variants = game.variants().into_iter();
    let is_start = |variant: &Option<String>| {
        AnyGame::start(game, variant.as_deref()).is_ok_and(|begun| begun.position() == start)
    };
    // The standard start is left out, another variant is named, and any other position is written in full.
    let variant = std::iter::once(None)
        .chain(variants.by_ref().map(Some))
        .find(is_start);
    let record = Record {
        game,
        position: variant.is_none().then(|| start.to_owned()),
        variant: variant.flatten(),
        players: names.split('\t').map(str::to_owned).collect(),
        date: None,
        clock: Clock::None,
        rated: false,
        ending: played.outcome().map(Ending::from),
        moves,
    };
    Ok(format!("done {record}"))
}

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}
