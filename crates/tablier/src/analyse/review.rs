//! A whole game, move by move.

use super::why::reasons;
use super::worth;
use crate::failure::Failure;
use analysis::{Bounds, review};
use indicatif::ProgressBar;
use protocol::{Judgement, Review, ReviewedMove};
use rules::{Game, History, Side};
use search::{Engine, Term};
use std::io::{self, Write};

/// Prints the review in words, or as the object that the server gives, too.
pub(super) fn show<E: Engine>(
    engine: &E,
    history: &History<E::Game>,
    bounds: &Bounds,
    json: bool,
) -> Result<(), Failure> {
    // A bar on a terminal; hidden in a pipe.
    let bar = ProgressBar::new(history.plies() as u64 + 1);
    let reviewed = review(engine, history, bounds, &|| false, |done, _| {
        bar.set_position(u64::from(done));
    });
    bar.finish_and_clear();
    let broken_off = || Failure::Refused("the analysis was broken off".to_owned());
    let reviewed = reviewed.ok_or_else(broken_off)?;
    let mut out = io::stdout();
    if json {
        let text = serde_json::to_string(&reviewed).map_err(|error| Failure::about("review", error))?;
        writeln!(out, "{text}")?;
    } else {
        for line in in_words::<E>(history, &reviewed) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// The curve, a line for each move that lost something, the accuracy.
fn in_words<E: Engine>(history: &History<E::Game>, review: &Review) -> Vec<String> {
    let curve = review.curve.iter().map(|chance| format!("{:.0}", 100.0 * chance));
    let curve: Vec<String> = curve.collect();
    let mut lines = vec![format!(
        "curve, {}'s chance in %: {}",
        E::Game::SIDES[0],
        curve.join(" ")
    )];
    let positions: Vec<&E::Game> = history.moves().map(|(position, _)| position).collect();
    // The terms of each position at the end of its best line; of the last position, its own.
    let terms = positions.iter().zip(&review.moves);
    let mut terms: Vec<Vec<Term>> = terms
        .map(|(position, reviewed)| terms_after::<E>(position, &reviewed.best))
        .collect();
    terms.push(E::terms(history.position()));
    for (number, reviewed) in review.moves.iter().enumerate() {
        if reviewed.judgement != Judgement::Good {
            let why = reasons(reviewed.side, &terms[number], &terms[number + 1]);
            lines.push(mistake(E::Game::SIDES[reviewed.side], number, reviewed, &why));
        }
    }
    for side in Side::BOTH {
        if let Some(accuracy) = review.accuracy[side] {
            lines.push(format!("accuracy of {}: {accuracy:.1} %", E::Game::SIDES[side]));
        }
    }
    lines
}

/// The reasons at the end of a line, which can be played: the engine has found it.
fn terms_after<E: Engine>(position: &E::Game, line: &[String]) -> Vec<Term> {
    let mut game = History::new(*position);
    for mv in line {
        if game.play_text(mv).is_err() {
            break;
        }
    }
    E::terms(game.position())
}

/// `12. yellow a5b5 is a mistake, from +0.30 (57 %) to -1.20 (25 %); better was i9h8 g3g4: +1.00 in points`.
fn mistake(side: &str, number: usize, reviewed: &ReviewedMove, why: &str) -> String {
    format!(
        "{}. {side} {} is {}, from {} to {}; better was {}{}{why}",
        number + 1,
        reviewed.text,
        named(reviewed.judgement),
        worth(reviewed.before),
        worth(reviewed.after),
        reviewed.best.join(" "),
        if why.is_empty() { "" } else { ": " },
    )
}

fn named(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Good => "good",
        Judgement::Inaccuracy => "an inaccuracy",
        Judgement::Mistake => "a mistake",
        Judgement::Blunder => "a blunder",
    }
}
