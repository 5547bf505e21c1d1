//! Doing what is wanted.

use crate::request::{Request, Wanted};
use rules::{Game, History};
use search::analysis::{best_lines, review};
use search::score::plies_to_end;
use search::{EngineGame, Limits, Line, Table, choose};

/// Enough for what a browser searches in a minute.
const TABLE_MEGABYTES: usize = 16;

/// Nobody asks within a worker: who wants no answer any more ends it.
fn never() -> bool {
    false
}

pub(crate) fn work<G: EngineGame>(
    request: &Request<'_>,
    report: &mut dyn FnMut(String),
) -> Result<(), String> {
    let history = request.history::<G>()?;
    match request.wanted {
        Wanted::Choose { level, seed } => {
            let choice = choose(&history, level, seed, &never).ok_or("the game is over")?;
            report(format!("move {}", history.position().move_text(choice.mv)));
        }
        Wanted::Lines { count, nodes } => {
            let limits = Limits {
                nodes,
                ..Limits::default()
            };
            let table = Table::new(TABLE_MEGABYTES);
            let position = history.position();
            best_lines(&history, count, limits, &table, &never, |number, line| {
                report(line_text(position, number, line));
            });
            report("done".to_owned());
        }
        Wanted::Review { nodes } => judge(&history, nodes, report),
    }
    Ok(())
}

fn judge<G: EngineGame>(history: &History<G>, nodes: u64, report: &mut dyn FnMut(String)) {
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    let table = Table::new(TABLE_MEGABYTES);
    let progress = |done, of| report(format!("progress {done} {of}"));
    let Some(review) = review(history, limits, &table, &never, progress) else {
        return;
    };
    for (ply, chance) in review.curve.iter().enumerate() {
        report(format!("chance {ply} {:.1}", chance * 100.0));
    }
    for ((ply, judged), (before, _)) in review.plies.iter().enumerate().zip(history.moves()) {
        let best = judged.best.line.moves.first();
        let best = best.map_or_else(String::new, |mv| before.move_text(*mv));
        report(format!("judged {ply} {} {best}", judged.judgement.name()));
    }
    let accuracy = review
        .accuracy
        .map(|accuracy| accuracy.map_or_else(|| "-".to_owned(), |per_cent| format!("{per_cent:.0}")));
    report(format!("accuracy {} {}", accuracy[0], accuracy[1]));
    report("done".to_owned());
}

fn line_text<G: Game>(position: &G, number: usize, line: &Line<G::Move>) -> String {
    let mut at = *position;
    let mut moves = Vec::new();
    for mv in &line.moves {
        moves.push(at.move_text(*mv));
        at.play_unchecked(*mv);
    }
    let score = plies_to_end(line.score).map_or_else(|| line.score.to_string(), |plies| format!("#{plies}"));
    format!(
        "line {number} {} {score} {} {}",
        line.depth,
        line.nodes,
        moves.join(" ")
    )
}
