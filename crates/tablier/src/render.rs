//! `tablier render`.

use crate::failure::Failure;
use crate::options::Start;
use crate::positions;
use protocol::Record;
use raster::{Animation, Pixels, RasterError, shown_plies};
use std::path::Path;

/// Pixels of a PNG's longer side.
const PNG_SIDE: u32 = 1200;

/// The boards to draw: a first one, and moves.
pub(crate) fn run(
    start: &Start,
    moves: &[String],
    record: Option<&Path>,
    output: &Path,
) -> Result<(), Failure> {
    let boards = if let Some(file) = record {
        of_record(start, file)?
    } else {
        let mut boards = vec![start.game()?.svg()];
        positions::after(start, moves, |game| {
            boards.push(game.svg());
            Ok(())
        })?;
        boards
    };
    let told = |error: RasterError| Failure::about(output.display(), error);
    let last = boards.last().map(String::as_str).unwrap_or_default();
    let picture = match output.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => last.as_bytes().to_vec(),
        Some("png") => Pixels::of(last, PNG_SIDE)
            .and_then(|pixels| pixels.png())
            .map_err(told)?,
        Some("gif") => gif(&boards).map_err(told)?,
        _ => {
            return Err(Failure::about(
                output.display(),
                "expected a name that ends in .svg, .png or .gif",
            ));
        }
    };
    std::fs::write(output, picture).map_err(|error| Failure::about(output.display(), error))
}

/// The boards of a record, which must be of the game that was named.
fn of_record(start: &Start, file: &Path) -> Result<Vec<String>, Failure> {
    let told = |error: &dyn std::fmt::Display| Failure::about(file.display(), error);
    let text = std::fs::read_to_string(file).map_err(|error| told(&error))?;
    let record = text.parse::<Record>().map_err(|error| told(&error))?;
    if record.game != start.game {
        return Err(told(&format_args!("this is a game of {}", record.game)));
    }
    let mut boards = vec![record.first_position().map_err(|error| told(&error))?.svg()];
    record
        .replay_each(&|| false, |board| boards.push(board.svg()))
        .map_err(|error| told(&error))?;
    Ok(boards)
}

fn gif(boards: &[String]) -> Result<Vec<u8>, RasterError> {
    let mut animation = Animation::new();
    for ply in shown_plies(boards.len().saturating_sub(1)) {
        animation.add(&boards[ply])?;
    }
    animation.finish()
}
