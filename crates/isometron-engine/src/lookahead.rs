//! Looking some free tiles ahead, where free tiles can gain: ever farther, and judging by patterns what is to come then.

use crate::patterns::POINT;
use crate::sketch::Sketch;
use crate::solver::{FILLED, MOST, Solver};
use isometron::Position;
use isometron::{Move, Tile};

/// How often `stop` is asked, in boards.
const ASK_EVERY: u64 = 1024;

/// What looking ahead has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    /// The free tiles that both sides seem to place best, at least one.
    pub(crate) tiles: Vec<Tile>,
    /// How many points more the side to move seems to get than the other from now on.
    pub(crate) margin: i32,
}

/// Looks so many free tiles ahead at most, by looking at about so many boards at most and until `stop` says so. Of
/// the moves that may be chosen each is misjudged by so many [`POINT`]s. Shows each sight that is farther or better
/// than the one before, and how many boards were looked at. Nothing is shown when a forced tile is owed, where no free
/// tile can gain, or if none may be chosen.
pub(crate) fn look_ahead(
    position: &Position,
    choices: &[(Move, i32)],
    (most, farthest): (u64, u32),
    whim: u64,
    stop: &dyn Fn() -> bool,
    mut show: impl FnMut(Sight, u64),
) {
    let sketch = Sketch::of(position);
    if position.owed().is_some() || !sketch.can_gain() {
        return;
    }
    let mut solver = Solver::new(most, stop);
    (solver.whim, solver.ask_every) = (whim, ASK_EVERY);
    let mut best = None;
    for ahead in 1..=farthest.max(1) {
        solver.horizon = sketch.empty().saturating_sub(FILLED * ahead);
        let (found, is_whole) = solver.look(&sketch, best, choices);
        if let Some((tile, margin)) = found {
            best = Some(tile);
            let tiles = solver.line(&sketch, tile);
            let margin = (margin + POINT / 2).div_euclid(POINT);
            show(Sight { tiles, margin }, solver.boards.min(most));
        }
        if !is_whole || found.is_none() || solver.horizon == 0 {
            break;
        }
    }
}

impl Solver<'_> {
    /// The best tile and its margin, as far as the horizon, beginning with what was best before; and whether all were looked
    /// at. The first one always is, if only roughly.
    fn look(
        &mut self,
        sketch: &Sketch,
        before: Option<Tile>,
        choices: &[(Move, i32)],
    ) -> (Option<(Tile, i32)>, bool) {
        let mood = |tile| {
            let choice = choices.iter().find(|(mv, _)| *mv == Move::Tile(tile));
            choice.map(|(_, mood)| *mood)
        };
        let candidates = self.candidates(sketch, before, |tile| mood(tile).is_none());
        let mut best: Option<(Tile, i32)> = None;
        let mut most = -MOST;
        for candidate in candidates {
            let tile = candidate.tile;
            let mood = mood(tile).unwrap_or(0);
            let margin = match best {
                None => self.after(sketch, candidate, -MOST, MOST),
                Some(_) => self.better_after(sketch, candidate, most - mood, MOST),
            };
            match (margin, best) {
                (Some(margin), Some(_)) if margin + mood <= most => {}
                (Some(margin), _) => (best, most) = (Some((tile, margin)), margin + mood),
                (None, None) if before.is_none() => return (Some((tile, 0)), false),
                (None, _) => return (best, false),
            }
        }
        (best, true)
    }

    /// The tiles that were found best, from one on.
    fn line(&self, sketch: &Sketch, first: Tile) -> Vec<Tile> {
        let mut sketch = *sketch;
        let mut tiles = Vec::new();
        let mut next = Some(first);
        while let Some(tile) = next.filter(|tile| sketch.free_tiles().contains(*tile)) {
            tiles.push(tile);
            sketch.place(tile);
            next = self.first(&sketch).filter(|_| sketch.empty() > self.horizon);
        }
        tiles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isometron::Symmetry;
    use isometron::sample::random_position;
    use rules::{Game, Random};

    fn choices(position: &Position, mut mood: impl FnMut(Move) -> Option<i32>) -> Vec<(Move, i32)> {
        let moves = position.legal_moves().into_iter();
        moves.filter_map(|mv| Some((mv, mood(mv)?))).collect()
    }

    /// The margin to come by trying everything up to the horizon.
    fn plain(solver: &Solver, sketch: &Sketch) -> i32 {
        if sketch.is_over() {
            return 0;
        }
        if solver.horizon > 0 && sketch.empty() <= solver.horizon {
            return solver.judge(sketch);
        }
        let margins = sketch
            .free_tiles()
            .iter()
            .map(|tile| plain_after(solver, sketch, tile));
        margins.max().unwrap_or_else(|| {
            let mut next = *sketch;
            next.pass();
            -plain(solver, &next)
        })
    }

    fn plain_after(solver: &Solver, sketch: &Sketch, tile: Tile) -> i32 {
        let mut next = *sketch;
        let cost = POINT * next.place(tile);
        let sign = if next.turn() == sketch.turn() { 1 } else { -1 };
        sign * plain(solver, &next) - cost
    }

    #[test]
    fn looking_ahead_finds_what_trying_everything_finds() {
        let mut seen = 0;
        for (seed, ahead) in (0..40).zip([1, 2, 3].into_iter().cycle()) {
            let Some(position) = random_position(seed, Symmetry::Shift, 22) else {
                continue;
            };
            let sketch = Sketch::of(&position);
            let mut random = Random::new(seed);
            let mut best = None;
            for farthest in 1..=ahead {
                let mut solver = Solver::new(u64::MAX, &|| false);
                solver.whim = seed;
                solver.horizon = sketch.empty() - FILLED * farthest;
                let choices = choices(&position, |_| Some(random.below(9) as i32 * POINT));
                let (Some((tile, margin)), true) = solver.look(&sketch, best, &choices) else {
                    panic!("{position}: nothing seen");
                };
                best = Some(tile);
                assert_eq!(
                    margin,
                    plain_after(&solver, &sketch, tile),
                    "{tile} in {position}"
                );
                let favoured = choices.iter().filter_map(|&(mv, mood)| match mv {
                    Move::Tile(tile) => Some((tile, plain_after(&solver, &sketch, tile) + mood)),
                    _ => None,
                });
                let favoured: Vec<(Tile, i32)> = favoured.collect();
                let most = favoured.iter().map(|(_, margin)| *margin).max();
                let of_tile = favoured.iter().find(|(other, _)| *other == tile);
                assert_eq!(of_tile.map(|(_, margin)| *margin), most, "{tile} in {position}");
            }
            seen += 1;
        }
        assert!(seen > 20, "{seen}");
    }

    fn sights(position: &Position, excluded: &[Move], limits: (u64, u32), whim: u64) -> Vec<Sight> {
        let mut sights = Vec::new();
        let choices = choices(position, |mv| (!excluded.contains(&mv)).then_some(0));
        look_ahead(position, &choices, limits, whim, &|| false, |sight, boards| {
            assert!(boards <= limits.0);
            sights.push(sight);
        });
        sights
    }

    #[test]
    fn lines_are_free_tiles_in_turn_and_reach_as_far_as_was_looked() {
        for seed in 0..12 {
            let Some(position) = random_position(seed, Symmetry::Shift, 40) else {
                continue;
            };
            let seen = sights(&position, &[], (4_000, 3), seed);
            assert_eq!(seen, sights(&position, &[], (4_000, 3), seed), "{position}");
            for sight in seen {
                let mut after = position;
                for tile in sight.tiles {
                    while let Some(owed) = after.owed() {
                        after.play(Move::Tile(owed)).unwrap();
                    }
                    after.play(Move::Tile(tile)).unwrap();
                }
            }
        }
    }

    #[test]
    fn however_little_time_there_is_a_tile_is_found() {
        let start = Position::start(Symmetry::Shift);
        let seen = sights(&start, &[], (1, 60), 0);
        let [Sight { tiles, .. }] = &seen[..] else {
            panic!("{seen:?}");
        };
        let other = sights(&start, &[Move::Tile(tiles[0])], (1, 60), 0);
        assert!(other.len() == 1 && other[0].tiles[0] != tiles[0]);
        let all: Vec<Move> = start.legal_moves();
        assert!(sights(&start, &all, (1_000, 60), 0).is_empty());
        assert!(sights(&Position::start(Symmetry::Axial), &[], (1_000, 60), 0).is_empty());
    }

    #[test]
    fn other_whims_begin_with_other_tiles() {
        let start = Position::start(Symmetry::Shift);
        let first = |whim| Some(sights(&start, &[], (2_000, 2), whim).pop()?.tiles[0]);
        let tiles: Vec<Option<Tile>> = (0..12).map(first).collect();
        assert!(tiles.iter().any(|tile| *tile != tiles[0]), "{tiles:?}");
    }
}
