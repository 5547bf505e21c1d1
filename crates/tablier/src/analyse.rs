//! `tablier analyse`.

use crate::failure::Failure;
use crate::options::Start;
use drawing::Draw;
use games::Visitor;
use rules::{Game, History};
use search::score::{plies_to_end, winning_chance};
use search::{EngineGame, Limits, Line, Score, Searcher, Table};
use std::io::{self, Write};

const TABLE_MEGABYTES: usize = 64;

pub(crate) fn run(start: &Start, nodes: u64, lines: u32, json: bool) -> Result<(), Failure> {
    let board = start.board()?;
    let position = start.game()?.position();
    board.visit(Analyse {
        position: &position,
        nodes,
        lines,
        json,
    })
}

struct Analyse<'a> {
    position: &'a str,
    nodes: u64,
    lines: u32,
    json: bool,
}

impl Visitor for Analyse<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Draw + EngineGame>(self) -> Result<(), Failure> {
        let history = History::new(self.position.parse::<G>()?);
        if let Some(outcome) = history.outcome() {
            return Err(Failure::about("the game is over", outcome.describe(G::SIDES)));
        }
        let limits = Limits {
            nodes: self.nodes,
            ..Limits::default()
        };
        let table = Table::new(TABLE_MEGABYTES);
        let mut found = Vec::new();
        let mut out = io::stdout();
        for _ in 0..self.lines {
            let mut searcher = Searcher::new(&history, &table, limits, &|| false);
            searcher.exclude(&found);
            let line = searcher.run(history.position(), |_| ());
            let Some(first) = line.moves.first() else { break };
            found.push(*first);
            let shown = if self.json {
                json(history.position(), &line)
            } else {
                text(history.position(), &line)
            };
            writeln!(out, "{shown}")?;
        }
        Ok(())
    }
}

/// The moves of a line, each written in the position where it is played.
fn moves<G: Game>(position: &G, line: &Line<G::Move>) -> Vec<String> {
    let mut position = *position;
    let written = line.moves.iter().map(|mv| {
        let text = position.move_text(*mv);
        position.play_unchecked(*mv);
        text
    });
    written.collect()
}

/// `+1.25 (61 %) depth 9: a5b5 i9h8; points +1.00, middle +0.25`.
fn text<G: EngineGame>(position: &G, line: &Line<G::Move>) -> String {
    let mut terms = Vec::new();
    position.each_term(|term| terms.push(format!("{} {}", term.name, points(term.score))));
    let worth = match plies_to_end(line.score) {
        Some(plies) if line.score > 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!(
            "{} ({:.0} %)",
            points(line.score),
            100.0 * winning_chance(line.score)
        ),
    };
    let now = terms.join(", ");
    format!(
        "{worth} depth {}: {}; now, for {}: {now}",
        line.depth,
        moves(position, line).join(" "),
        G::SIDES[0]
    )
}

fn points(score: Score) -> String {
    format!("{:+.2}", f64::from(score) / 100.0)
}

/// Moves and names are plain letters and signs: nothing in them needs escaping.
fn json<G: EngineGame>(position: &G, line: &Line<G::Move>) -> String {
    let mut terms = Vec::new();
    position.each_term(|term| terms.push(format!("\"{}\":{}", term.name, term.score)));
    let end = plies_to_end(line.score).map_or("null".to_owned(), |plies| plies.to_string());
    format!(
        "{{\"score\":{},\"chance\":{:.3},\"plies_to_end\":{end},\"depth\":{},\"nodes\":{},\"line\":[\"{}\"],\"terms\":{{{}}}}}",
        line.score,
        winning_chance(line.score),
        line.depth,
        line.nodes,
        moves(position, line).join("\",\""),
        terms.join(","),
    )
}
