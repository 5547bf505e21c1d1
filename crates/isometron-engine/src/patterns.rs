//! What is still to come where free tiles can gain, judged by how neighbouring tiles lie.
//!
//! On a shift board both camps hold the same tiles, and the highest row of the lower camp meets the lowest one of the
//! other. So a board is a ring of four rows, each of whose places is empty or holds a tile turned in one of four ways. Two
//! places beside or above each other and four round a point are patterns, and a table says what each is worth. `cargo
//! xtask tune patterns` fits it to games.

use isometron::Tile;
use isometron::board::{CAMP_ROWS, SIZE};
use rules::Side;

/// Places of a ring.
pub const PLACES: usize = CAMP_ROWS * SIZE;
/// What a point is worth in the table.
pub const POINT: i32 = 8;

/// How each place of a ring lies: 0 where it is empty, or one more than the number of the tile's blank corner.
pub type Lies = [u8; PLACES];

/// How a place can lie.
const WAYS: usize = 5;
const TWO: usize = WAYS * WAYS;
const FOUR: usize = TWO * TWO;
/// Pairs of places beside each other, and likewise groups of four.
const BESIDE: usize = CAMP_ROWS * (SIZE - 1);
/// Groups of four count where they are, and once more wherever they are, but for those between the camps.
const ANYWHERE: usize = 2;

/// Where each kind of pattern begins in a stage's part of the table.
const ABOVE_AT: usize = BESIDE * TWO;
const ANYWHERE_AT: usize = ABOVE_AT + PLACES * TWO;
const ROUND_AT: usize = ANYWHERE_AT + ANYWHERE * FOUR;
/// How many patterns there are.
pub const PATTERNS: usize = ROUND_AT + BESIDE * FOUR;
/// How many of them a board has.
pub const ON_BOARD: usize = PLACES + 3 * BESIDE;

/// The stages of a game begin with so many empty places; each has patterns of its own.
const STAGES: [usize; 6] = [0, 11, 14, 17, 21, 25];
/// How long a table is: the patterns of all stages, and what the turn is worth with each number of empty places.
pub const TABLE: usize = STAGES.len() * PATTERNS + PLACES + 1;
/// The turn may be worth more than a pattern, so it is told in units of so much.
pub const TURN_UNIT: i32 = 4;

/// A table of what patterns are worth to the side to move.
#[derive(Clone, Copy)]
pub struct Patterns<'a>(&'a [u8; TABLE]);

impl<'a> Patterns<'a> {
    /// The table that the engine plays with.
    pub const FITTED: Patterns<'static> = Patterns(include_bytes!("patterns.bin"));

    /// Another table, a signed byte a pattern.
    pub const fn new(table: &'a [u8; TABLE]) -> Patterns<'a> {
        Patterns(table)
    }

    fn at(self, index: usize) -> i32 {
        i32::from(self.0[index] as i8)
    }

    /// How much more the side to move will gain than the other, by how the board lies to it, in [`POINT`]s.
    pub fn margin(self, lies: &Lies) -> i32 {
        let empty = empty(lies);
        let stage = stage_at(empty);
        let patterns = on_board(lies)
            .into_iter()
            .map(|pattern| self.at(stage + usize::from(pattern)));
        patterns.sum::<i32>() + TURN_UNIT * self.at(turn_at(empty))
    }
}

/// How many places are empty.
pub fn empty(lies: &Lies) -> usize {
    lies.iter().map(|lie| usize::from(*lie == 0)).sum()
}

/// Where the patterns of a stage begin in a table.
pub fn stage_at(empty: usize) -> usize {
    let later = STAGES.iter().skip(1).filter(|from| empty >= **from);
    later.count() * PATTERNS
}

/// Where a table says what the turn is worth.
pub const fn turn_at(empty: usize) -> usize {
    STAGES.len() * PATTERNS + empty
}

/// Lays a tile and its image.
pub(crate) fn lay(lies: &mut Lies, tile: Tile) {
    lies[tile.cell.index() % PLACES] = tile.blank.index() as u8 + 1;
}

/// How a board lies to a side: to the second as it would to the first, seen in the mirror of the line between the camps.
pub(crate) fn seen_by(lies: &Lies, side: Side) -> Lies {
    // The blank corner goes up or down.
    const MIRRORED: [u8; WAYS] = [0, 2, 1, 4, 3];
    match side {
        Side::First => *lies,
        Side::Second => std::array::from_fn(|place| {
            let (row, column) = (place / SIZE, place % SIZE);
            MIRRORED[usize::from(lies[(CAMP_ROWS - 1 - row) * SIZE + column])]
        }),
    }
}

/// The patterns of a board.
#[inline]
pub fn on_board(lies: &Lies) -> [u16; ON_BOARD] {
    let mut patterns = [0; ON_BOARD];
    let mut count = 0;
    let mut add = |pattern: usize| {
        patterns[count] = pattern as u16;
        count += 1;
    };
    let lie = |row: usize, column: usize| usize::from(lies[row % CAMP_ROWS * SIZE + column]);
    for row in 0..CAMP_ROWS {
        let is_between = usize::from(row == CAMP_ROWS - 1);
        for column in 0..SIZE {
            let place = row * SIZE + column;
            add(ABOVE_AT + place * TWO + lie(row, column) * WAYS + lie(row + 1, column));
        }
        for column in 0..SIZE - 1 {
            let beside = |row: usize| lie(row, column) * WAYS + lie(row, column + 1);
            let (two, four) = (beside(row), beside(row) * TWO + beside(row + 1));
            let place = row * (SIZE - 1) + column;
            add(place * TWO + two);
            add(ANYWHERE_AT + is_between * FOUR + four);
            add(ROUND_AT + place * FOUR + four);
        }
    }
    patterns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookahead::look_ahead;
    use crate::outline::Outline;
    use crate::outlook::outlook;
    use isometron::{Move, Position, Symmetry};
    use rules::{Game, Random};

    /// A shift board with some tiles, each with its image, and how it lies to both sides.
    fn strewn(seed: u64) -> Lies {
        let mut random = Random::new(seed);
        std::array::from_fn(|_| random.below(WAYS as u64) as u8)
    }

    #[test]
    fn the_mirror_shows_either_side_the_same() {
        for seed in 0..50 {
            let lies = strewn(seed);
            let mirrored = seen_by(&lies, Side::Second);
            assert_eq!(seen_by(&mirrored, Side::Second), lies);
            assert_eq!(empty(&mirrored), empty(&lies));
        }
    }

    #[test]
    fn every_pattern_has_its_place_in_the_table() {
        for seed in 0..50 {
            let mut patterns = on_board(&strewn(seed));
            assert!(patterns.iter().all(|pattern| usize::from(*pattern) < PATTERNS));
            patterns.sort_unstable();
            // Only groups of four that count wherever they are may be there twice.
            let twice = patterns.windows(2).filter(|two| two[0] == two[1]);
            for two in twice {
                assert!((ANYWHERE_AT..ROUND_AT).contains(&usize::from(two[0])));
            }
        }
        assert_eq!(stage_at(10), 0);
        assert_eq!(stage_at(11), PATTERNS);
        assert_eq!(stage_at(PLACES), (STAGES.len() - 1) * PATTERNS);
        assert_eq!(turn_at(PLACES), TABLE - 1);
    }

    #[test]
    fn the_table_knows_who_will_gain() {
        let (mut right, mut seen) = (0, 0);
        for seed in 0..40 {
            let mut position = Position::start(Symmetry::Shift);
            while position.outcome().is_none() && position.tiles().empty().len() > 18 {
                let mut next = position.owed();
                // A glance at some of the tiles: games that are neither good nor bad.
                let choices: Vec<(Move, i32)> =
                    position.legal_moves().into_iter().map(|mv| (mv, 0)).collect();
                look_ahead(&position, &choices, (20, 1), seed, &|| false, |sight, _| {
                    next = Some(sight.tiles[0]);
                });
                position.play_unchecked(next.map_or(Move::Pass, Move::Tile));
            }
            let (Some(outlook), _) = outlook(&position, &[], 40_000, &|| false) else {
                continue;
            };
            let margin = Patterns::FITTED.margin(&Outline::of(&position).lies());
            seen += 1;
            right += usize::from((margin > 0) == (outlook.margin > 0));
        }
        assert!(seen > 15 && right * 10 > seen * 7, "{right} of {seen}");
    }
}
