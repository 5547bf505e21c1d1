//! `tablier perft`.

use crate::failure::Failure;
use crate::options::Start;
use drawing::Draw;
use games::Visitor;
use indicatif::{ProgressBar, ProgressStyle};
use rules::perft::{PerftCache, perft, perft_hashed};
use search::Engine;
use std::io::{self, Write};

pub(crate) fn run(start: &Start, depth: u32, hash: Option<u32>) -> Result<(), Failure> {
    // The text is read as this game's own type, which counts without asking which game it is.
    let board = start.board()?;
    let position = start.game()?.position();
    board.visit(Count {
        position: &position,
        depth,
        hash,
    })
}

struct Count<'a> {
    position: &'a str,
    depth: u32,
    hash: Option<u32>,
}

impl Visitor for Count<'_> {
    type Output = Result<(), Failure>;

    fn visit<E: Engine<Game: Draw>>(self) -> Result<(), Failure> {
        let position: E::Game = self.position.parse()?;
        let mut table = self.hash.map(|megabytes| PerftCache::new(megabytes as usize));
        for depth in 1..=self.depth {
            let nodes = count(&position, depth, table.as_mut());
            writeln!(io::stdout(), "{depth} {nodes}")?;
        }
        Ok(())
    }
}

/// Counts one move of the root after the other, so that the bar can move.
fn count<G: Draw>(position: &G, depth: u32, mut table: Option<&mut PerftCache>) -> u64 {
    let moves = position.legal_moves();
    let bar = bar(depth, moves.len() as u64);
    let nodes = moves
        .into_iter()
        .map(|mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            bar.inc(1);
            match &mut table {
                Some(table) => perft_hashed(&next, depth - 1, table),
                None => perft(&next, depth - 1),
            }
        })
        .sum();
    bar.finish_and_clear();
    nodes
}

/// A bar on a terminal; hidden in a pipe.
fn bar(depth: u32, moves: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} {eta}");
    let bar = ProgressBar::new(moves).with_prefix(format!("depth {depth}"));
    style.map_or(bar.clone(), |style| bar.with_style(style))
}
