//! Finds positions with one winning move in games of the engine against itself, for `tests/tactics/`.

#[path = "../tests/tactics/twin.rs"]
mod twin;

use isometron_engine::Isometron;
use rules::{Game, History, Random, Variant};
use search::{AlphaBeta, Engine, Offboard, Polygone, Strength, choose_with};

/// Positions to find.
const WANTED: usize = 36;
/// Positions taken from one game.
const MOST_OF_A_GAME: usize = 3;
/// How the games are played: badly enough that wins are there to be found.
const PLAYERS: Strength = Strength {
    nodes: 150,
    depth: 2,
    noise: 80,
    careless: 8,
};
fn main() {
    let game = std::env::args().nth(1).unwrap_or_default();
    match game.as_str() {
        "offboard" => find::<AlphaBeta<Offboard>>(6, 3, 400_000),
        "polygone" => find::<AlphaBeta<Polygone>>(6, 3, 40_000),
        "isometron" => find::<Isometron>(44, 40, 2_000),
        _ => eprintln!("expected offboard, polygone or isometron"),
    }
}

/// Prints positions with one move that wins within `plies`, not at once, provable with `budget` positions, from games
/// that begin with `opening` random plies.
fn find<E: Engine>(opening: usize, plies: u32, budget: u64) {
    let (mut found, mut seed) = (0, 0);
    while found < WANTED {
        found += some_of_game::<E>(seed, opening, plies, budget);
        seed += 1;
    }
}

/// Plays a game and prints the first positions it has; how many.
fn some_of_game<E: Engine>(seed: u64, opening: usize, plies: u32, budget: u64) -> usize {
    let mut found = 0;
    let mut random = Random::new(seed);
    let variants = <E::Game as Game>::Variant::ALL;
    let mut history = History::new(E::Game::start(variants[seed as usize % variants.len()]));
    while history.outcome().is_none() && history.plies() < 150 && found < MOST_OF_A_GAME {
        let position = *history.position();
        let moves = position.legal_moves();
        let mv = if history.plies() < opening {
            moves[random.below(moves.len() as u64) as usize]
        } else {
            let puzzle = (moves.len() > 1)
                .then(|| puzzle(&position, plies, budget))
                .flatten();
            if let Some(line) = puzzle {
                println!("{line}");
                found += 1;
            }
            match choose_with::<E>(&history, PLAYERS, random.bits(), &|| false) {
                Some(choice) => choice.mv,
                None => break,
            }
        };
        if history.play(mv).is_err() {
            break;
        }
    }
    found
}

/// The line to print of a position with one move that wins, not at once.
fn puzzle<G: Game>(position: &G, plies: u32, budget: u64) -> Option<String> {
    let position = if G::NAME == "isometron" {
        evened(position, plies, budget)?
    } else {
        *position
    };
    if !twin::winning_moves(&position, 1, budget)?.is_empty() {
        return None;
    }
    match twin::winning_moves(&position, plies, budget)?[..] {
        [only] => Some(format!("{position}; {plies}; {}", position.move_text(only))),
        _ => None,
    }
}

/// The position with the fewest points for the side to move with which it still wins: late in a game of Isometron the
/// points lie so far apart that every move wins, or none.
fn evened<G: Game>(position: &G, plies: u32, budget: u64) -> Option<G> {
    let text = position.to_string();
    let (board, points) = text.rsplit_once(' ')?;
    let (red, blue) = points.split_once('-')?;
    let points: [i32; 2] = [red.parse().ok()?, blue.parse().ok()?];
    let with = |own: i32| -> Option<G> {
        let mut points = points;
        points[position.turn().index()] = own;
        format!("{board} {}-{}", points[0], points[1]).parse().ok()
    };
    let (mut low, mut high) = (0, points[0] + points[1] + 200);
    while low < high {
        let middle = i32::midpoint(low, high);
        if twin::winning_moves(&with(middle)?, plies, budget)?.is_empty() {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    with(low)
}
