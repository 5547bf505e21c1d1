//! `tablier puzzles`: finds, chooses and proves puzzles.

use crate::failure::Failure;
use crate::options::board;
use clap::Subcommand;
use drawing::Draw;
use games::{BoardId, Visitor};
use indicatif::ProgressBar;
use puzzles::{Puzzle, prove, puzzles_of_game, spread};
use search::Engine;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Work with puzzles.
#[derive(Debug, Subcommand)]
pub(crate) enum Puzzles {
    /// Find puzzles in games of the computer against itself, one line each as soon as it is found.
    Find {
        /// The game.
        #[arg(value_parser = board)]
        game: BoardId,
        /// How many games are played.
        #[arg(long, default_value_t = 100)]
        games: u64,
        /// The number of the first game; the same number always gives the same game.
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
    /// Choose puzzles from a file so that all grades and themes are among them.
    Choose {
        /// A file of puzzles, one a line.
        file: PathBuf,
        /// How many at most.
        #[arg(long, default_value_t = 400)]
        count: usize,
    },
    /// Prove every puzzle of a file by trying all moves.
    Prove {
        /// The game.
        #[arg(value_parser = board)]
        game: BoardId,
        /// A file of puzzles, one a line.
        file: PathBuf,
    },
}

pub(crate) fn run(command: &Puzzles) -> Result<(), Failure> {
    match command {
        Puzzles::Find { game, games, seed } => find(*game, *seed, *games),
        Puzzles::Choose { file, count } => {
            let mut out = io::stdout().lock();
            for puzzle in spread(read(file)?, *count) {
                writeln!(out, "{puzzle}")?;
            }
            Ok(())
        }
        Puzzles::Prove { game, file } => game.visit(Proofs { puzzles: read(file)? }),
    }
}

fn find(game: BoardId, seed: u64, games: u64) -> Result<(), Failure> {
    let bar = ProgressBar::new(games);
    for number in seed..seed.saturating_add(games) {
        for puzzle in puzzles_of_game(game, number) {
            let mut out = io::stdout().lock();
            writeln!(out, "{puzzle}")?;
            out.flush()?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

fn read(file: &Path) -> Result<Vec<Puzzle>, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::about(file.display(), error))?;
    let puzzle = |(number, line): (usize, &str)| {
        let place = format!("{}, line {}", file.display(), number + 1);
        line.parse().map_err(|error| Failure::about(place, error))
    };
    text.lines().enumerate().map(puzzle).collect()
}

struct Proofs {
    puzzles: Vec<Puzzle>,
}

impl Visitor for Proofs {
    type Output = Result<(), Failure>;

    fn visit<E: Engine<Game: Draw>>(self) -> Result<(), Failure> {
        for puzzle in &self.puzzles {
            prove::<E::Game>(puzzle, u64::MAX).map_err(|error| Failure::about(&puzzle.id, error))?;
        }
        writeln!(io::stdout(), "{} proven", self.puzzles.len())?;
        Ok(())
    }
}
