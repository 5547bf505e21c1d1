//! Lengths of longest lines, remembered: a search meets the same boards over and over.

use crate::board::Cell;
use crate::longest::length_with_patience;
use crate::tiles::Tiles;

/// How many lengths are remembered; a new one takes the place of an older one.
const SLOTS: usize = 1 << 15;
/// The patience of a hurried search: one line in ten is then taken to be a little longer than it is.
const HURRIED: usize = 1_000;

/// Lengths of the longest closed lines through cells.
#[derive(Clone, Debug)]
pub struct Lengths {
    /// The key of a board and a cell, and the length. No key is 0.
    slots: Vec<(u64, u8)>,
    patience: usize,
}

impl Default for Lengths {
    fn default() -> Lengths {
        Lengths {
            slots: vec![(0, 0); SLOTS],
            patience: usize::MAX,
        }
    }
}

impl Lengths {
    /// For a search in which now and then a line may be taken to be longer than it is.
    pub fn hurried() -> Lengths {
        Lengths {
            patience: HURRIED,
            ..Lengths::default()
        }
    }

    /// How many tiles the longest closed line through the tile on `cell` has; 0 when there is none.
    pub(crate) fn of(&mut self, tiles: &Tiles, cell: Cell) -> usize {
        let key = key(tiles, cell);
        let slot = &mut self.slots[key as usize % SLOTS];
        if slot.0 != key {
            *slot = (key, length_with_patience(tiles, cell, self.patience) as u8);
        }
        usize::from(slot.1)
    }
}

fn key(tiles: &Tiles, cell: Cell) -> u64 {
    tiles.key(cell.index() as u64).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::longest::{longest_length, most_length};
    use crate::{Corner, Tile, sample};

    #[test]
    fn another_cell_does_not_look_like_another_board() {
        let [a, b] = [0, 1].map(|column| Tile {
            cell: Cell::at(0, column),
            blank: Corner::ALL[0],
        });
        let one = Tiles::NONE.with(b);
        assert_ne!(key(&one.with(a), a.cell), key(&one, b.cell));
    }

    #[test]
    fn what_is_remembered_is_what_is_found() {
        let (mut patient, mut hurried) = (Lengths::default(), Lengths::hurried());
        let mut longer = 0;
        for seed in (0..200).chain(0..200) {
            let (tiles, _) = sample::random_tiles(seed, 20 + seed as usize % 40);
            for tile in tiles.iter().step_by(7) {
                let length = longest_length(&tiles, tile.cell);
                assert_eq!(patient.of(&tiles, tile.cell), length);
                let guessed = hurried.of(&tiles, tile.cell);
                assert!((length..=most_length(&tiles, tile.cell)).contains(&guessed));
                longer += usize::from(guessed > length);
            }
        }
        assert!(longer > 0, "the hurried one is never impatient");
    }
}
