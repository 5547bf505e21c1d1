//! Node counts from `.perft` files.
//!
//! A file has blocks of `id <name>`, `position <text>` and lines `perft <depth> <nodes>`; `#` begins a comment.

use crate::{Twin, deep};
use rules::Game;
use rules::perft::{PerftCache, perft, perft_hashed};

/// The largest counts that are checked: in a usual run, and in the deep run.
const NODES: (u64, u64) = (200_000_000, 10_000_000_000);
const TWIN_NODES: (u64, u64) = (4_000_000, 20_000_000);
const TABLE_MEGABYTES: usize = 64;

/// One line of counts, with the position it belongs to.
struct Count<G> {
    id: String,
    position: G,
    depth: u32,
    nodes: u64,
}

fn read<G: Game>(file: &str, (small, full): (u64, u64)) -> Vec<Count<G>> {
    let (mut id, mut position, mut counts) = (String::new(), None, Vec::new());
    for line in file
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (word, rest) = line
            .split_once(' ')
            .unwrap_or_else(|| panic!("{line}: expected a word and its value"));
        match word {
            "id" => rest.clone_into(&mut id),
            "position" => {
                let read = rest.parse::<G>();
                position = Some(read.unwrap_or_else(|error| panic!("{rest}: {error}")));
            }
            "perft" => {
                let numbers = rest
                    .split_once(' ')
                    .and_then(|(d, n)| Some((d.parse().ok()?, n.parse().ok()?)));
                let (depth, nodes) =
                    numbers.unwrap_or_else(|| panic!("{line}: expected a depth and a count"));
                let position = position.unwrap_or_else(|| panic!("{line}: expected a position before it"));
                counts.push(Count {
                    id: id.clone(),
                    position,
                    depth,
                    nodes,
                });
            }
            _ => panic!("{line}: expected id, position or perft"),
        }
    }
    assert!(!counts.is_empty(), "the file has no counts");
    counts.retain(|count| count.nodes <= deep(small, full));
    counts
}

/// Compares every count of the file, up to the limits, with the result of `count`.
fn check<G: Game>(file: &str, limits: (u64, u64), by: &str, mut count: impl FnMut(&G, u32) -> u64) {
    for Count {
        id,
        position,
        depth,
        nodes,
    } in read::<G>(file, limits)
    {
        assert_eq!(count(&position, depth), nodes, "{id}, depth {depth}, {by}");
    }
}

/// Checks the move generator of the game against the counts of a file.
pub fn check_file<G: Game>(file: &str) {
    check::<G>(file, NODES, "by the game", perft);
}

/// Checks the slow twin against the counts of a file.
pub fn check_twin<G: Game, T: Twin>(file: &str) {
    check::<G>(file, TWIN_NODES, "by the twin", |position, depth| {
        twin_perft(&T::read(&position.to_string()), depth)
    });
}

fn twin_perft<T: Twin>(twin: &T, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = twin.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|mv| {
            let mut next = twin.clone();
            assert!(next.play(mv), "the twin refuses its own move {mv}");
            twin_perft(&next, depth - 1)
        })
        .sum()
}

/// Checks counting with a hash table, which fails when different positions have the same hash.
pub fn check_hashed<G: Game>(file: &str) {
    let mut table = PerftCache::new(TABLE_MEGABYTES);
    check::<G>(file, NODES, "with a table", |position, depth| {
        perft_hashed(position, depth, &mut table)
    });
}
