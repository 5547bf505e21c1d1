//! `tablier moves` and `tablier play`.

use crate::failure::Failure;
use crate::options::{Start, by_hand};
use games::{AnyGame, GameId};
use std::io::{self, BufWriter, Write};

/// The legal moves, one a line.
pub(crate) fn moves(start: &Start) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    let moves = start.game()?.moves().ok_or_else(|| by_hand(start.game))?;
    for mv in moves {
        writeln!(out, "{mv}")?;
    }
    Ok(out.flush()?)
}

/// Prints the legal moves of each position on standard input, on one line.
pub(crate) fn moves_of_lines(game: GameId) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    let lines = io::stdin().lines();
    for (index, line) in lines.enumerate() {
        let number = index + 1;
        let line = line.map_err(|error| Failure::about(format_args!("line {number}"), error))?;
        let position = AnyGame::from_position(game, &line);
        match position {
            Ok(position) => {
                let moves = position.moves().ok_or_else(|| by_hand(game))?;
                writeln!(out, "{}", moves.join(" "))?;
            }
            Err(error) => {
                out.flush()?;
                return Err(Failure::about(format_args!("line {number}"), error));
            }
        }
    }
    Ok(out.flush()?)
}

/// Plays the moves, printing what a referee says of each, the position after it, and the result.
pub(crate) fn play(start: &Start, moves: &[String]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let game = after(start, moves, |game| {
        for line in game.remarks() {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}", game.position())
    })?;
    if let Some(result) = game.result() {
        writeln!(out, "result: {result}")?;
    }
    Ok(())
}

/// The game after some moves; `show` sees it after each.
pub(crate) fn after(
    start: &Start,
    moves: &[String],
    mut show: impl FnMut(&AnyGame) -> io::Result<()>,
) -> Result<AnyGame, Failure> {
    let mut game = start.game()?;
    for mv in moves {
        game.play(mv).map_err(|error| Failure::about(mv, error))?;
        show(&game)?;
    }
    Ok(game)
}
