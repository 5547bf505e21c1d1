//! How a game may end if both sides place their tiles with some sense: a guess of what a position is worth.

use crate::moves::{Move, Tile};
use crate::position::Position;
use crate::sketch::Sketch;
use rules::{Game, Random, Side};

impl Position {
    /// How many points more the first side may have in the end, in a game that both play on sensibly.
    pub fn play_out(&self, random: &mut Random) -> i32 {
        let mut position = *self;
        if let Some(owed) = self.owed() {
            position.play_roughly(Move::Tile(owed));
        }
        let mut margin = margin(&position);
        if position.outcome().is_some() {
            return margin;
        }
        let mut sketch = Sketch::of(&position);
        while !sketch.is_over() {
            match cheapest(&sketch, random) {
                Some((tile, cost)) => {
                    margin += if sketch.turn() == Side::First { -cost } else { cost };
                    sketch.place(tile);
                }
                None => sketch.pass(),
            }
        }
        margin
    }

    /// Calls `visit` with each legal free tile and a guess of what it costs: how many points more its image scores.
    pub fn each_cost(&self, mut visit: impl FnMut(Tile, i32)) {
        if self.owed().is_none() && self.outcome().is_none() {
            Sketch::of(self)
                .costs()
                .for_each(|(tile, cost)| visit(tile, cost));
        }
    }
}

fn margin(position: &Position) -> i32 {
    i32::from(position.points(Side::First)) - i32::from(position.points(Side::Second))
}

/// One of the free tiles that seem to cost least, and what it seems to cost.
fn cheapest(sketch: &Sketch, random: &mut Random) -> Option<(Tile, i32)> {
    let mut best = None;
    let (mut least, mut alike) = (i32::MAX, 0);
    for (tile, cost) in sketch.costs() {
        if cost > least {
            continue;
        }
        if cost < least {
            (least, alike) = (cost, 0);
        }
        alike += 1;
        if random.below(alike) == 0 {
            best = Some((tile, cost));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Symmetry;

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
            position.each_cost(|tile, guess| {
                let mut after = position;
                after.play_unchecked(Move::Tile(tile));
                if let (None, Some(owed)) = (after.outcome(), after.owed()) {
                    after.play_unchecked(Move::Tile(owed));
                }
                let cost = sign * (margin(&position) - margin(&after));
                assert!(
                    cost >= 0 && guess >= 0,
                    "{tile} in {position}: {cost}, guessed {guess}"
                );
            });
        }
    }

    #[test]
    fn a_playout_repeats_and_leaves_an_end_as_it_is() {
        for seed in 0..60 {
            let position = strewn(seed, Symmetry::default());
            let once = position.play_out(&mut Random::new(seed));
            assert_eq!(once, position.play_out(&mut Random::new(seed)));
            if position.outcome().is_some() {
                assert_eq!(once, margin(&position));
            }
        }
    }
}
