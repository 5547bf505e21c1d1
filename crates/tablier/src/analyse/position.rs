//! The best lines of one position.

use super::{json_end, json_list, worth};
use crate::failure::Failure;
use crate::lines::{points, texts};
use rules::History;
use search::analysis::{Explained, best_lines, terms};
use search::{EngineGame, Limits, Table};
use std::io::{self, Write};

pub(super) fn show<G: EngineGame>(
    history: &History<G>,
    limits: Limits,
    table: &Table,
    count: u32,
    json: bool,
) -> Result<(), Failure> {
    if let Some(outcome) = history.outcome() {
        return Err(Failure::about("the game is over", outcome.describe(G::SIDES)));
    }
    let mut out = io::stdout();
    for line in best_lines(history, count as usize, limits, table, &|| false, |_, _| ()) {
        let shown = if json {
            in_json(history.position(), &line)
        } else {
            in_words(history.position(), &line)
        };
        writeln!(out, "{shown}")?;
    }
    Ok(())
}

/// `+1.25 (61 %) depth 9: a5b5 i9h8; now, for red: points +1.00, middle +0.25`.
fn in_words<G: EngineGame>(position: &G, found: &Explained<G::Move>) -> String {
    let now: Vec<String> = terms(position)
        .iter()
        .map(|term| format!("{} {}", term.name, points(term.score)))
        .collect();
    format!(
        "{} depth {}: {}; now, for {}: {}",
        worth(found.line.score),
        found.line.depth,
        texts(position, &found.line.moves).join(" "),
        G::SIDES[0],
        now.join(", ")
    )
}

fn in_json<G: EngineGame>(position: &G, found: &Explained<G::Move>) -> String {
    let now: Vec<String> = terms(position)
        .iter()
        .map(|term| format!("\"{}\":{}", term.name, term.score))
        .collect();
    format!(
        "{{\"score\":{},\"chance\":{:.3},\"plies_to_end\":{},\"depth\":{},\"nodes\":{},\"line\":{},\"terms\":{{{}}}}}",
        found.line.score,
        found.chance,
        json_end(found.line.score),
        found.line.depth,
        found.line.nodes,
        json_list(&texts(position, &found.line.moves)),
        now.join(",")
    )
}
