//! `tablier match`.

mod external;
mod game;
mod journal;
mod mcts;
mod openings;
mod player;
mod seat;
mod statistics;
mod tally;

use crate::failure::Failure;
use crate::options;
use analysis::STACK;
use clap::Args;
use drawing::Draw;
use game::{Played, play};
use games::{BoardId, Visitor};
use indicatif::{ProgressBar, ProgressStyle};
use journal::Journal;
pub(crate) use openings::openings;
use player::{Limit, Player};
use rules::{Game, History, Side, zobrist};
use search::{Engine, Level};
use seat::Seat;
use statistics::Verdict;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use tally::{TABLE_HEAD, Tally};

/// Options of a match.
#[derive(Args, Debug)]
pub(crate) struct Match {
    /// The two players: level:N, nodes:N, depth:N, time:MILLISECONDS, each also with @COMMAND for another
    /// program; random, mcts:PLAYOUTS, strength:NODES,DEPTH,NOISE,CARELESS.
    #[arg(
        value_name = "PLAYER",
        num_args = 2,
        required_unless_present = "ladder",
        conflicts_with = "ladder"
    )]
    players: Vec<Player>,
    /// The game; a ladder without it plays every game.
    #[arg(long, value_parser = options::board, required_unless_present = "ladder")]
    game: Option<BoardId>,
    /// How many games, an even number: each opening is played with either side.
    #[arg(long, default_value_t = 100, value_parser = even)]
    games: u64,
    /// The seed of the openings and of the players' random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random plies of an opening; with 0 every game begins at the start.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=100))]
    plies: u32,
    /// How many games at once.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Stop as soon as a sequential test decides by which of two numbers of Elo the first player is better.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Keep a line a game in this file, and go on from the games it has.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Every level against the one below, as a table.
    #[arg(long, conflicts_with = "sprt")]
    ladder: bool,
    /// The lowest and the highest level of the ladder.
    #[arg(long, num_args = 2, value_names = ["LOW", "HIGH"], requires = "ladder")]
    levels: Option<Vec<Level>>,
}

impl Match {
    /// Whether these levels, the lower first, belong to the ladder.
    fn climbs(&self, pair: &[Level]) -> bool {
        match self.levels.as_deref() {
            Some([low, high]) => pair[0] >= *low && pair[1] <= *high,
            _ => true,
        }
    }
}

fn even(text: &str) -> Result<u64, String> {
    let number = text.parse::<u64>().ok();
    number
        .filter(|games| *games > 0 && games.is_multiple_of(2) && *games <= 1_000_000)
        .ok_or_else(|| "expected an even number, because each opening is played with either side".to_owned())
}

pub(crate) fn run(options: &Match) -> Result<(), Failure> {
    let mut journal = Journal::open(options.file.as_deref())?;
    if options.ladder {
        return ladder(options, &mut journal);
    }
    let (Some(game), [first, second]) = (options.game, &options.players[..]) else {
        return Err(Failure::Refused(
            "a match needs a game and two players".to_owned(),
        ));
    };
    let elo = match options.sprt.as_deref() {
        Some(&[low, high]) if low < high => Some([low, high]),
        Some(_) => return Err(Failure::about("--sprt", "expected two numbers, the lower first")),
        None => None,
    };
    let players = [first.clone(), second.clone()];
    let tally = game.visit(Play {
        options,
        players: &players,
        elo,
        journal: &mut journal,
    })?;
    let mut out = io::stdout();
    writeln!(out, "{game}: {first} against {second}\n{}", tally.result())?;
    if let Some(elo) = elo {
        writeln!(out, "{}", tally.test(elo))?;
    }
    for (index, player) in players.iter().enumerate() {
        writeln!(out, "{player}: {}", tally.costs(index))?;
    }
    Ok(())
}

/// Each level against the one below.
fn ladder(options: &Match, journal: &mut Journal) -> Result<(), Failure> {
    let mut out = io::stdout();
    writeln!(out, "{TABLE_HEAD}")?;
    let chosen = |game: &&BoardId| options.game.is_none_or(|chosen| chosen == **game);
    for game in BoardId::ALL.iter().filter(chosen) {
        for pair in Level::ALL.windows(2).filter(|pair| options.climbs(pair)) {
            let tally = game.visit(Play {
                options,
                players: &[pair[1], pair[0]].map(|level| Player::Engine(Limit::Level(level))),
                elo: None,
                journal: &mut *journal,
            })?;
            writeln!(out, "| {game} | {} | {} | {}", pair[1], pair[0], tally.row())?;
        }
    }
    Ok(())
}

/// One match.
struct Play<'a> {
    options: &'a Match,
    players: &'a [Player; 2],
    elo: Option<[f64; 2]>,
    journal: &'a mut Journal,
}

/// The two games of an opening that are still to be played.
struct Job<G: Game> {
    opening: History<G>,
    numbers: Vec<u64>,
}

impl Visitor for Play<'_> {
    type Output = Result<Tally, Failure>;

    fn visit<E: Engine<Game: Draw>>(self) -> Result<Tally, Failure> {
        let Play {
            options,
            players,
            elo,
            journal,
        } = self;
        let key = journal::key([
            &<E::Game as Game>::NAME,
            &players[0],
            &players[1],
            &options.plies,
            &options.seed,
        ]);
        let (mut tally, jobs) = still_to_play::<E::Game>(options, journal, &key)?;
        let bar = bar(
            options.games,
            &format!("{} {} - {}", <E::Game as Game>::NAME, players[0], players[1]),
        );
        bar.set_position(tally.games());
        let decided = |tally: &Tally| elo.is_some_and(|elo| tally.verdict(elo) != Verdict::Open);
        if jobs.is_empty() || decided(&tally) {
            return Ok(tally);
        }
        let played = play_all::<E>(options, players, &jobs, |number, played| {
            journal.add(&key, number, &played)?;
            tally.add(number, &played);
            bar.set_position(tally.games());
            bar.set_message(tally.result());
            Ok(!decided(&tally))
        });
        bar.finish_and_clear();
        played.map(|()| tally)
    }
}

/// Counts the games on file, and lists those still to be played.
fn still_to_play<G: Game>(
    options: &Match,
    journal: &Journal,
    key: &str,
) -> Result<(Tally, Vec<Job<G>>), Failure> {
    let openings = openings::<G>(options.games / 2, options.plies, options.seed).map_err(Failure::Refused)?;
    let mut tally = Tally::default();
    let mut jobs = Vec::new();
    for (pair, opening) in (0..).zip(openings) {
        let mut numbers = Vec::new();
        for number in [2 * pair, 2 * pair + 1] {
            match journal.get(key, number) {
                Some(played) => tally.add(number, played),
                None => numbers.push(number),
            }
        }
        if !numbers.is_empty() {
            jobs.push(Job { opening, numbers });
        }
    }
    Ok((tally, jobs))
}

/// Threads take one opening after the other; `done` receives each game, and returns whether to go on.
fn play_all<E: Engine>(
    options: &Match,
    players: &[Player; 2],
    jobs: &[Job<E::Game>],
    mut done: impl FnMut(u64, Played) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let (next, stop) = (&AtomicUsize::new(0), &AtomicBool::new(false));
    let (sender, results) = channel();
    thread::scope(|scope| {
        for _ in 0..options.concurrency {
            let sender = sender.clone();
            thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    work::<E>(players, options.seed, jobs, next, stop, &sender);
                })
                .map_err(|error| Failure::about("cannot start a thread", error))?;
        }
        drop(sender);
        let mut outcome = Ok(());
        for (number, played) in results {
            match played
                .map_err(Failure::Refused)
                .and_then(|played| done(number, played))
            {
                Ok(true) => (),
                Ok(false) => stop.store(true, Relaxed),
                Err(failure) => {
                    stop.store(true, Relaxed);
                    outcome = outcome.and(Err(failure));
                }
            }
        }
        outcome
    })
}

/// The result of a game of a match, or the reason why it could not be played.
type Report = (u64, Result<Played, String>);

fn work<E: Engine>(
    players: &[Player; 2],
    seed: u64,
    jobs: &[Job<E::Game>],
    next: &AtomicUsize,
    stop: &AtomicBool,
    sender: &Sender<Report>,
) {
    let mut seats = match (Seat::new(&players[0]), Seat::new(&players[1])) {
        (Ok(first), Ok(second)) => [first, second],
        (Err(why), _) | (_, Err(why)) => {
            let _ = sender.send((0, Err(why)));
            return;
        }
    };
    while let Some(job) = jobs.get(next.fetch_add(1, Relaxed)) {
        for &number in &job.numbers {
            if stop.load(Relaxed) {
                return;
            }
            let first_side = if number % 2 == 0 {
                Side::First
            } else {
                Side::Second
            };
            let seed = zobrist::key(seed ^ zobrist::key(number));
            let played = play::<E>(&job.opening, first_side, &mut seats, seed);
            // The receiver is dropped once the match has failed.
            if sender.send((number, played)).is_err() {
                return;
            }
        }
    }
}

/// A bar on a terminal; hidden in a pipe.
fn bar(games: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(games).with_prefix(what.to_owned());
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} {eta} {msg}");
    style.map_or(bar.clone(), |style| bar.with_style(style))
}
