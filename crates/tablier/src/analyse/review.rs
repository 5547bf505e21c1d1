//! A whole game, move by move.

use super::why::reasons;
use super::{json_end, json_list, worth};
use crate::failure::Failure;
use crate::lines::texts;
use indicatif::ProgressBar;
use rules::{History, Side};
use search::analysis::{Judgement, PlyReview, Review, review, terms};
use search::{EngineGame, Limits, Table, Term};
use std::io::{self, Write};

pub(super) fn show<G: EngineGame>(
    history: &History<G>,
    limits: Limits,
    table: &Table,
    json: bool,
) -> Result<(), Failure> {
    // A bar on a terminal; hidden in a pipe.
    let bar = ProgressBar::new(history.plies() as u64 + 1);
    let reviewed = review(history, limits, table, &|| false, |done, _| {
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let reviewed = reviewed.ok_or_else(|| Failure::Refused("the analysis was broken off".to_owned()))?;
    let lines = if json {
        in_json(history, &reviewed)
    } else {
        in_words(history, &reviewed)
    };
    let mut out = io::stdout();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The curve, a line for each move that lost something, the accuracy.
fn in_words<G: EngineGame>(history: &History<G>, review: &Review<G::Move>) -> Vec<String> {
    let curve: Vec<String> = review
        .curve
        .iter()
        .map(|chance| format!("{:.0}", 100.0 * chance))
        .collect();
    let mut lines = vec![format!(
        "curve, {}'s chance in %: {}",
        G::SIDES[0],
        curve.join(" ")
    )];
    for (number, ((position, _), ply)) in history.moves().zip(&review.plies).enumerate() {
        if ply.judgement != Judgement::Good {
            lines.push(mistake(
                position,
                number,
                ply,
                &terms_after(history, review, number),
            ));
        }
    }
    for side in Side::BOTH {
        if let Some(accuracy) = review.accuracy[side] {
            lines.push(format!("accuracy of {}: {accuracy:.1} %", G::SIDES[side]));
        }
    }
    lines
}

/// The reasons at the end of what the move that was played leads to.
fn terms_after<G: EngineGame>(history: &History<G>, review: &Review<G::Move>, number: usize) -> Vec<Term> {
    match review.plies.get(number + 1) {
        Some(next) => next.best.terms.clone(),
        None => terms(history.position()),
    }
}

/// `12. yellow a5b5 is a mistake, from +0.30 (57 %) to -1.20 (25 %); better was i9h8 g3g4: +1.00 in points`.
fn mistake<G: EngineGame>(position: &G, number: usize, ply: &PlyReview<G::Move>, after: &[Term]) -> String {
    let why = reasons(ply.side, &ply.best.terms, after);
    format!(
        "{}. {} {} is {}, from {} to {}; better was {}{}{why}",
        number + 1,
        G::SIDES[ply.side],
        position.move_text(ply.played),
        named(ply.judgement),
        worth(ply.before),
        worth(ply.after),
        texts(position, &ply.best.line.moves).join(" "),
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

/// One object a move, and one for the whole game.
fn in_json<G: EngineGame>(history: &History<G>, review: &Review<G::Move>) -> Vec<String> {
    let moves = history.moves().zip(&review.plies).enumerate();
    let mut lines: Vec<String> = moves
        .map(|(number, ((position, _), ply))| ply_json(position, number, ply))
        .collect();
    let curve: Vec<String> = review.curve.iter().map(|chance| format!("{chance:.3}")).collect();
    let [first, second] = review
        .accuracy
        .map(|accuracy| accuracy.map_or("null".to_owned(), |accuracy| format!("{accuracy:.1}")));
    lines.push(format!(
        "{{\"curve\":[{}],\"accuracy\":{{\"{}\":{first},\"{}\":{second}}}}}",
        curve.join(","),
        G::SIDES[0],
        G::SIDES[1]
    ));
    lines
}

fn ply_json<G: EngineGame>(position: &G, number: usize, ply: &PlyReview<G::Move>) -> String {
    format!(
        "{{\"ply\":{},\"side\":\"{}\",\"move\":\"{}\",\"before\":{},\"after\":{},\"plies_to_end\":{},\"loss\":{:.3},\
         \"judgement\":\"{}\",\"best\":{}}}",
        number + 1,
        G::SIDES[ply.side],
        position.move_text(ply.played),
        ply.before,
        ply.after,
        json_end(ply.after),
        ply.loss,
        ply.judgement.name(),
        json_list(&texts(position, &ply.best.line.moves)),
    )
}
