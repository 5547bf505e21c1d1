//! Games in which both sides place their tiles with some sense: a guess of what a position is worth.

use crate::patterns::{Lies, POINT};
use crate::sketch::Sketch;
use crate::solver::{MOST, Solver};
use isometron::Position;
use isometron::{Move, Tile};
use rules::{Random, Side};

/// How many free tiles a player looks at in a playout: there is hardly one that is best, so that games differ however many
/// are looked at.
const DRAWN: usize = 28;

/// A position on which games are played out in no time: every line counts as long as it could be at most, and a free
/// tile brings its image with it.
#[derive(Clone, Copy)]
pub struct Outline {
    /// The board, with the forced tile that is owed.
    sketch: Sketch,
    owed: Option<Tile>,
    /// How many points more the first side has.
    margin: i32,
}

impl Outline {
    /// The outline of a position.
    pub fn of(position: &Position) -> Outline {
        let mut after = *position;
        let owed = position.owed();
        if let Some(owed) = owed {
            after.play_roughly(Move::Tile(owed));
        }
        Outline {
            sketch: Sketch::of(&after),
            owed,
            margin: margin(&after),
        }
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.owed
            .map_or_else(|| self.sketch.turn(), |owed| owed.cell.camp())
    }

    /// How many cells are empty.
    pub fn empty(&self) -> u32 {
        self.sketch.empty()
    }

    /// How a shift board lies to the side to move.
    pub fn lies(&self) -> Lies {
        self.sketch.lies()
    }

    /// How many points more the side to move seems to get than the other from now on, if that can be seen by looking at
    /// no more than so many boards.
    pub fn rest(&self, most: u64) -> Option<i32> {
        let mut solver = Solver::new(most, &|| false);
        Some(solver.search(&self.sketch, -MOST, MOST)? / POINT)
    }

    /// Calls `visit` with each legal move and what it costs: how many points more the image of a free tile scores.
    pub fn each_cost(&self, mut visit: impl FnMut(Move, i32)) {
        if let Some(owed) = self.owed {
            return visit(Move::Tile(owed), 0);
        }
        if self.sketch.is_over() {
            return;
        }
        let mut has_tile = false;
        for tile in self.sketch.free_tiles().iter() {
            has_tile = true;
            visit(Move::Tile(tile), self.sketch.cost(tile));
        }
        if !has_tile {
            visit(Move::Pass, 0);
        }
    }

    /// Plays a legal move, a free tile together with its image.
    pub fn play(&mut self, mv: Move) {
        if self.owed.take().is_some() {
            return;
        }
        match mv {
            Move::Tile(tile) | Move::Wrong(tile) => self.place(tile),
            Move::Pass => self.sketch.pass(),
        }
    }

    fn place(&mut self, tile: Tile) {
        let sign = if self.sketch.turn() == Side::First { 1 } else { -1 };
        self.margin -= sign * self.sketch.place(tile);
    }

    /// How many points more the first side may have in the end, in a game that both play on sensibly.
    pub fn play_out(mut self, random: &mut Random) -> i32 {
        while !self.sketch.is_over() {
            match cheap(&self.sketch, random) {
                Some(tile) => self.place(tile),
                None => self.sketch.pass(),
            }
        }
        self.margin
    }
}

fn margin(position: &Position) -> i32 {
    i32::from(position.points(Side::First)) - i32::from(position.points(Side::Second))
}

/// The cheapest of some free tiles. The guess of what a tile costs, in place of what its lines tell, errs too often.
fn cheap(sketch: &Sketch, random: &mut Random) -> Option<Tile> {
    let mut tiles: Vec<Tile> = sketch.free_tiles().iter().collect();
    let (mut best, mut least) = (None, i32::MAX);
    for _ in 0..tiles.len().min(DRAWN) {
        let tile = tiles.swap_remove(random.below(tiles.len() as u64) as usize);
        let cost = sketch.cost(tile);
        if cost < least {
            (best, least) = (Some(tile), cost);
        }
        if least == 0 {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use isometron::Symmetry;
    use rules::Game;

    fn strewn(seed: u64, symmetry: Symmetry) -> Position {
        let mut random = Random::new(seed);
        let mut position = Position::start(symmetry);
        while position.outcome().is_none()
            && (position.owed().is_some() || u64::from(position.tiles().cells().len()) < seed % 60)
        {
            let moves = position.legal_moves();
            position.play_unchecked(moves[random.below(moves.len() as u64) as usize]);
        }
        position
    }

    #[test]
    fn no_free_tile_gains_where_the_board_is_symmetric_and_the_guess_knows() {
        for seed in 0..120 {
            let position = strewn(seed, [Symmetry::Axial, Symmetry::Central][seed as usize % 2]);
            let sign = if position.turn() == Side::First { 1 } else { -1 };
            if position.owed().is_some() || position.outcome().is_some() {
                continue;
            }
            Outline::of(&position).each_cost(|mv, guess| {
                let mut after = position;
                after.play_unchecked(mv);
                if let (None, Some(owed)) = (after.outcome(), after.owed()) {
                    after.play_unchecked(Move::Tile(owed));
                }
                let cost = sign * (margin(&position) - margin(&after));
                assert!(
                    cost >= 0 && guess >= 0,
                    "{mv} in {position}: {cost}, guessed {guess}"
                );
            });
        }
    }

    #[test]
    fn a_playout_repeats_and_leaves_an_end_as_it_is() {
        for seed in 0..60 {
            let position = strewn(seed, Symmetry::default());
            let outline = Outline::of(&position);
            let once = outline.play_out(&mut Random::new(seed));
            assert_eq!(once, outline.play_out(&mut Random::new(seed)));
            if position.outcome().is_some() {
                assert_eq!(once, margin(&position));
            }
        }
    }
}
