//! The best lines of one position.

use super::worth;
use crate::failure::Failure;
use crate::lines::points;
use analysis::texts;
use analysis::{Bounds, best_lines};
use rules::{Game, History};
use search::score::{plies_to_end, winning_chance};
use search::{Engine, Line, MoveOf, Score};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

pub(super) fn show<E: Engine>(
    engine: &E,
    history: &History<E::Game>,
    bounds: &Bounds,
    json: bool,
) -> Result<(), Failure> {
    if let Some(outcome) = history.outcome() {
        return Err(Failure::about(
            "the game is over",
            outcome.describe(E::Game::SIDES),
        ));
    }
    let mut out = io::stdout();
    for line in best_lines(engine, history, bounds, &|| false, &mut |_| ()) {
        let shown = if json {
            in_json::<E>(history.position(), &line)?
        } else {
            in_words::<E>(history.position(), &line)
        };
        writeln!(out, "{shown}")?;
    }
    Ok(())
}

/// `+1.25 (61 %) depth 9: a5b5 i9h8; now, for red: points +1.00, middle +0.25`.
fn in_words<E: Engine>(position: &E::Game, found: &Line<MoveOf<E>>) -> String {
    let now: Vec<String> = E::terms(position)
        .iter()
        .map(|term| format!("{} {}", term.name, points(term.score)))
        .collect();
    format!(
        "{} depth {}: {}; now, for {}: {}",
        worth(found.score),
        found.depth,
        texts(position, &found.moves).join(" "),
        E::Game::SIDES[0],
        now.join(", ")
    )
}

/// A line as `--json` prints it.
#[derive(Serialize)]
struct JsonLine {
    score: Score,
    /// Chance to win from 0 to 1, to three digits.
    chance: f64,
    plies_to_end: Option<i32>,
    depth: u32,
    nodes: u64,
    line: Vec<String>,
    terms: BTreeMap<&'static str, Score>,
}

fn in_json<E: Engine>(position: &E::Game, found: &Line<MoveOf<E>>) -> Result<String, Failure> {
    let line = JsonLine {
        score: found.score,
        chance: (winning_chance(found.score) * 1000.0).round() / 1000.0,
        plies_to_end: plies_to_end(found.score),
        depth: found.depth,
        nodes: found.nodes,
        line: texts(position, &found.moves),
        terms: E::terms(position)
            .iter()
            .map(|term| (term.name, term.score))
            .collect(),
    };
    serde_json::to_string(&line).map_err(|error| Failure::about("analysis", error))
}
