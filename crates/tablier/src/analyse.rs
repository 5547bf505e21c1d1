//! `tablier analyse`.

mod position;
mod review;
mod why;

use crate::failure::Failure;
use crate::options::{Start, by_hand};
use crate::positions;
use analysis::Bounds;
use clap::Args;
use drawing::Draw;
use games::HistoryVisitor;
use rules::History;
use search::score::{plies_to_end, winning_chance};
use search::{Engine, Score};
use std::time::Duration;

/// Memory of the engine.
const ENGINE_BYTES: usize = 64 << 20;

/// The position or game to analyse, and the limits.
#[derive(Args, Debug)]
pub(crate) struct Analyse {
    #[command(flatten)]
    start: Start,
    /// Moves in the game's notation: the position after them is looked at.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// How many nodes to search, all lines together, or for each position of a game.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), required_unless_present_any = ["depth", "time"])]
    nodes: Option<u64>,
    /// How many plies to search.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// How many milliseconds to search, or for each position of a game.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=31_536_000_000))]
    time: Option<u64>,
    /// How many threads search at once.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
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

    fn visit<E: Engine<Game: Draw>>(self, history: &History<E::Game>) -> Result<(), Failure> {
        let Analyse { json, review, .. } = *self.options;
        let engine = E::new(ENGINE_BYTES);
        let bounds = self.options.bounds();
        if review {
            review::show(&engine, history, &bounds, json)
        } else {
            position::show(&engine, history, &bounds, json)
        }
    }
}

impl Analyse {
    fn bounds(&self) -> Bounds {
        Bounds {
            nodes: self.nodes,
            depth: self.depth,
            time: self.time.map(Duration::from_millis),
            clock: None,
            threads: self.threads,
            lines: self.lines as usize,
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
