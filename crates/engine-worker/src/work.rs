//! Answers requests.

use crate::request::Wanted;
use analysis::{Bounds, Progress, best_lines, choose_within, review};
use drawing::Draw;
use games::HistoryVisitor;
use rules::{Game, History};
use search::Engine;
use search::score::plies_to_end;
use std::time::Duration;

/// Enough for a minute of search in a browser.
const ENGINE_BYTES: usize = 16 << 20;

/// The time for a level's move. A player waits a second at most: the rest is for reading the game and for the nodes after
/// the last look at the clock.
const MOVE_TIME: Duration = Duration::from_millis(800);

/// A worker is never stopped from inside: the page terminates it.
fn never() -> bool {
    false
}

/// A request, and the receiver of its answers.
pub(crate) struct Work<'a> {
    pub(crate) wanted: Wanted,
    pub(crate) report: &'a mut dyn FnMut(String),
}

impl HistoryVisitor for Work<'_> {
    type Output = Result<(), String>;

    fn visit<E: Engine<Game: Draw>>(self, history: &History<E::Game>) -> Result<(), String> {
        let report = self.report;
        match self.wanted {
            Wanted::Choose { level, seed } => {
                let choice = choose_within::<E>(history, level, seed, MOVE_TIME).ok_or("the game is over")?;
                report(format!("move {}", history.position().move_text(choice.mv)));
            }
            Wanted::Lines(bounds) => {
                let engine = E::new(ENGINE_BYTES);
                best_lines(&engine, history, &bounds, &never, &mut |progress| {
                    report(line_text(history.position(), &progress));
                });
                report("done".to_owned());
            }
            Wanted::Review(bounds) => judge::<E>(history, &bounds, report)?,
        }
        Ok(())
    }
}

fn judge<E: Engine>(
    history: &History<E::Game>,
    bounds: &Bounds,
    report: &mut dyn FnMut(String),
) -> Result<(), String> {
    let engine = E::new(ENGINE_BYTES);
    let progress = |done, of| report(format!("progress {done} {of}"));
    let review = review(&engine, history, bounds, &never, progress).ok_or("the review was stopped")?;
    let text = serde_json::to_string(&review).map_err(|error| error.to_string())?;
    report(format!("done {text}"));
    Ok(())
}

fn line_text<G: Game>(position: &G, progress: &Progress<'_, G::Move>) -> String {
    let line = progress.line;
    let mut at = *position;
    let mut moves = Vec::new();
    for mv in &line.moves {
        moves.push(at.move_text(*mv));
        at.play_unchecked(*mv);
    }
    let score = plies_to_end(line.score).map_or_else(|| line.score.to_string(), |plies| format!("#{plies}"));
    format!(
        "line {} {} {score} {} {}",
        progress.number,
        line.depth,
        progress.nodes,
        moves.join(" ")
    )
}
