//! How long the longest closed line and the legal free tiles take. Optimised builds only:
//! `cargo run --release -p tablier-isometron --example measure`.
//!
//! Each board is measured several times and its best time counts, because other programs run, too. With
//! `once` as argument each is done once without a clock, for counting the instructions of `find_longest` and
//! `find_free_tiles`.

use isometron::{Cell, CountedLines, Position, Symmetry, Tiles, longest_line, sample};
use rules::{Game, Random, Variant};
use std::hint::black_box;
use std::time::{Duration, Instant};

const BOARDS: u64 = 1_000;
const REPEATS: usize = 7;
/// Free tiles are found too quickly for the clock: so often in one go.
const ROUNDS: u32 = 100;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => measure_all(),
        ["once", "free"] => free_tile_positions().iter().for_each(find_free_tiles),
        ["once", tiles] => boards(tiles.parse().expect("a number of tiles"))
            .for_each(|(tiles, last)| find_longest(&tiles, CountedLines::Through(last))),
        _ => eprintln!("expected nothing, or `once` and `free` or a number of tiles"),
    }
}

fn measure_all() {
    for count in [40, 50, 60, 64] {
        let time = |tiles: &Tiles, lines| best_time(|| find_longest(tiles, lines));
        let times = boards(count).map(|(tiles, last)| time(&tiles, CountedLines::Through(last)));
        report(&format!("longest line, {count} tiles, free"), times.collect());
        for &symmetry in Symmetry::ALL {
            let times =
                boards(count).map(|(tiles, last)| time(&tiles, CountedLines::of_forced(last, symmetry)));
            report(
                &format!("longest line, {count} tiles, forced, {symmetry}"),
                times.collect(),
            );
        }
    }
    let times = free_tile_positions().into_iter().map(|position| {
        let once = || (0..ROUNDS).for_each(|_| find_free_tiles(&position));
        best_time(once) / ROUNDS
    });
    report("legal free tiles", times.collect());
}

fn boards(count: usize) -> impl Iterator<Item = (Tiles, Cell)> {
    (0..BOARDS).filter_map(move |seed| {
        let (tiles, last) = sample::random_tiles(seed, count);
        Some((tiles, last?))
    })
}

/// Positions of random games in which a free tile is due.
fn free_tile_positions() -> Vec<Position> {
    let mut random = Random::new(1);
    let mut position = Position::start(Symmetry::Axial);
    let mut positions = Vec::new();
    while positions.len() < BOARDS as usize {
        let moves = position.legal_moves();
        if moves.is_empty() {
            position = Position::start(Symmetry::Axial);
            continue;
        }
        if moves.len() > 1 {
            positions.push(position);
        }
        position.play_unchecked(moves[random.below(moves.len() as u64) as usize]);
    }
    positions
}

#[inline(never)]
fn find_longest(tiles: &Tiles, lines: CountedLines) {
    black_box(longest_line(black_box(tiles), lines));
}

#[inline(never)]
fn find_free_tiles(position: &Position) {
    black_box(position).each_move(|mv| {
        black_box(mv);
    });
}

fn best_time(work: impl Fn()) -> Duration {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..REPEATS).map(once).min().unwrap_or_default()
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    let worst = times.last().copied().unwrap_or_default();
    println!("{name}: mean {mean:?}, worst {worst:?} of {}", times.len());
}
