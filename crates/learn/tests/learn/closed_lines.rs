//! Proves the marks `ring` and `open` of Isometron.

use games::AnyGame;
use isometron::{Cell, GridPoint, Tile};
use learn::Mark;

/// Panics if a ring is no closed line of the position, or an open chain is one.
pub(crate) fn prove(place: &str, game: &AnyGame, marks: &[Mark]) {
    let AnyGame::Isometron(history) = game else {
        return;
    };
    let tiles: Vec<Tile> = history.position().tiles().iter().collect();
    for mark in marks {
        match mark {
            Mark::Ring(cells) => assert!(is_closed(&tiles, cells), "{place}: {cells:?} is no closed line"),
            Mark::Open(cells) => assert!(!is_closed(&tiles, cells), "{place}: {cells:?} is a closed line"),
            _ => {}
        }
    }
}

/// Whether cells are a ring of at least three tiles that uses no tile and no grid point twice.
fn is_closed(tiles: &[Tile], cells: &[Cell]) -> bool {
    let tile = |cell: &Cell| tiles.iter().find(|tile| tile.cell == *cell).copied();
    let Some(ring) = cells.iter().map(tile).collect::<Option<Vec<Tile>>>() else {
        return false;
    };
    let repeats = (1..cells.len()).any(|at| cells[..at].contains(&cells[at]));
    ring.len() >= 3 && !repeats && joins(&ring, 0, &mut Vec::new())
}

/// Whether each tile from `at` on can be joined to the next by a grid point that is not used yet.
fn joins(ring: &[Tile], at: usize, used: &mut Vec<GridPoint>) -> bool {
    let Some(tile) = ring.get(at) else {
        return true;
    };
    let next = ring[(at + 1) % ring.len()].points();
    let shared = tile.points().into_iter().filter(|point| next.contains(point));
    let free: Vec<GridPoint> = shared.filter(|point| !used.contains(point)).collect();
    free.into_iter().any(|point| {
        used.push(point);
        let joined = joins(ring, at + 1, used);
        used.pop();
        joined
    })
}
