//! The best lines of one position.

use super::{json_end, json_list, worth};
use crate::failure::Failure;
use crate::lines::points;
use analysis::texts;
use analysis::{Bounds, best_lines};
use rules::{Game, History};
use search::score::winning_chance;
use search::{Engine, Line, MoveOf};
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
            in_json::<E>(history.position(), &line)
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

fn in_json<E: Engine>(position: &E::Game, found: &Line<MoveOf<E>>) -> String {
    let now: Vec<String> = E::terms(position)
        .iter()
        .map(|term| format!("\"{}\":{}", term.name, term.score))
        .collect();
    format!(
        "{{\"score\":{},\"chance\":{:.3},\"plies_to_end\":{},\"depth\":{},\"nodes\":{},\"line\":{},\"terms\":{{{}}}}}",
        found.score,
        winning_chance(found.score),
        json_end(found.score),
        found.depth,
        found.nodes,
        json_list(&texts(position, &found.moves)),
        now.join(",")
    )
}
