//! `tablier analyse`.

mod position;
mod review;
mod why;

use crate::failure::Failure;
use crate::options::{Start, by_hand};
use crate::positions;
use clap::Args;
use drawing::Draw;
use games::HistoryVisitor;
use rules::History;
use search::score::{plies_to_end, winning_chance};
use search::{EngineGame, Limits, Score, Table};

const TABLE_MEGABYTES: usize = 64;

/// What to look at, and how long.
#[derive(Args, Debug)]
pub(crate) struct Analyse {
    #[command(flatten)]
    start: Start,
    /// Moves in the game's notation: the position after them is looked at.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// How many nodes to search for each line, or for each position of a game.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many lines, each beginning with another move.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    lines: u32,
    /// Judge every move instead: the curve, the mistakes, the accuracy of each side.
    #[arg(long, conflicts_with = "lines", requires = "moves")]
    review: bool,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &Analyse) -> Result<(), Failure> {
    options.start.board()?;
    let game = positions::after(&options.start, &options.moves, |_| Ok(()))?;
    let looked = game.visit(Look { options });
    looked.unwrap_or_else(|| Err(by_hand(options.start.game)))
}

struct Look<'a> {
    options: &'a Analyse,
}

impl HistoryVisitor for Look<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Draw + EngineGame>(self, history: &History<G>) -> Result<(), Failure> {
        let limits = Limits {
            nodes: self.options.nodes,
            ..Limits::default()
        };
        let table = Table::new(TABLE_MEGABYTES);
        if self.options.review {
            review::show(history, limits, &table, self.options.json)
        } else {
            position::show(history, limits, &table, self.options.lines, self.options.json)
        }
    }
}

/// `+1.25 (61 %)`, or `wins in 3` when that is proven.
fn worth(score: Score) -> String {
    match plies_to_end(score) {
        Some(plies) if score > 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!(
            "{} ({:.0} %)",
            crate::lines::points(score),
            100.0 * winning_chance(score)
        ),
    }
}

/// Texts as a JSON list. Moves and names are plain letters and signs: nothing in them needs escaping.
fn json_list(texts: &[String]) -> String {
    format!("[\"{}\"]", texts.join("\",\""))
}

/// In how many plies a score ends the game, as JSON.
fn json_end(score: Score) -> String {
    plies_to_end(score).map_or("null".to_owned(), |plies| plies.to_string())
}
