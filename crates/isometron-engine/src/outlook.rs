//! The rest of the game, seen to the end on sketches: which free tiles are best if every line is as long as it could be
//! at most. What a tile costs is then mostly right, or wrong by a point.

use crate::patterns::POINT;
use crate::sketch::Sketch;
use crate::solver::{MOST, Solver};
use isometron::Position;
use isometron::{Move, Tile};

/// What a search to the end has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outlook {
    /// The best free tiles, alike in what they lead to.
    pub(crate) best: Vec<Tile>,
    /// How many points more the side to move seems to get than the other from now on.
    pub(crate) margin: i32,
}

/// The best free tiles but for the excluded ones, if that can be found out by looking at no more than so many boards and
/// before `stop` says so, and how many boards were looked at. Nothing when a forced tile is owed or no free tile is left.
pub(crate) fn outlook(
    position: &Position,
    excluded: &[Move],
    most: u64,
    stop: &dyn Fn() -> bool,
) -> (Option<Outlook>, u64) {
    if position.owed().is_some() {
        return (None, 0);
    }
    let mut solver = Solver::new(most, stop);
    let outlook = solver.outlook(&Sketch::of(position), excluded);
    (outlook, solver.boards.min(most))
}

impl Solver<'_> {
    fn outlook(&mut self, sketch: &Sketch, excluded: &[Move]) -> Option<Outlook> {
        let candidates = self.candidates(sketch, None, |tile| excluded.contains(&Move::Tile(tile)));
        let (mut best, mut margin) = (Vec::new(), -MOST);
        for candidate in candidates {
            // As good as the best is good enough to be one of them.
            let found = self.better_after(sketch, candidate, margin - 1, MOST)?;
            if found > margin {
                best.clear();
                margin = found;
            }
            if found == margin {
                best.push(candidate.tile);
            }
        }
        (!best.is_empty()).then_some(Outlook {
            best,
            margin: margin / POINT,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::ASK_EVERY;
    use isometron::Symmetry;
    use isometron::sample::random_position;
    use isometron::{longest_length, most_length};
    use rules::Game;

    /// The margin to come by trying everything.
    fn plain(sketch: &Sketch) -> i32 {
        if sketch.is_over() {
            return 0;
        }
        let margins = sketch.costs().map(|(tile, _)| plain_after(sketch, tile));
        margins.max().unwrap_or_else(|| {
            let mut next = *sketch;
            next.pass();
            -plain(&next)
        })
    }

    fn plain_after(sketch: &Sketch, tile: Tile) -> i32 {
        let mut next = *sketch;
        let cost = next.place(tile);
        assert_eq!(cost, sketch.cost_by(tile, most_length));
        let sign = if next.turn() == sketch.turn() { 1 } else { -1 };
        sign * plain(&next) - cost
    }

    /// Positions with few empty cells, whose turn it is to place a free tile.
    fn late(seed: u64) -> Option<Position> {
        let symmetry = [Symmetry::Axial, Symmetry::Central, Symmetry::Shift][seed as usize % 3];
        random_position(seed, symmetry, 8)
    }

    #[test]
    fn the_outlook_is_what_trying_everything_finds() {
        let mut seen = 0;
        for position in (0..60).filter_map(late) {
            let sketch = Sketch::of(&position);
            let tiles: Vec<Tile> = sketch.costs().map(|(tile, _)| tile).collect();
            let margins: Vec<i32> = tiles.iter().map(|tile| plain_after(&sketch, *tile)).collect();
            let (found, _) = outlook(&position, &[], u64::MAX, &|| false);
            let Some(found) = found else {
                assert!(tiles.is_empty(), "{position}");
                continue;
            };
            assert_eq!(Some(found.margin), margins.iter().copied().max(), "{position}");
            for (tile, margin) in tiles.iter().zip(margins) {
                assert_eq!(
                    found.best.contains(tile),
                    margin == found.margin,
                    "{tile} in {position}"
                );
            }
            seen += 1;
        }
        assert!(seen > 20, "{seen}");
    }

    #[test]
    fn what_seems_to_cost_nothing_costs_nothing() {
        for position in (0..60).filter_map(late) {
            let sketch = Sketch::of(&position);
            for (tile, cost) in sketch.costs().filter(|(_, cost)| *cost == 0) {
                assert_eq!(sketch.cost_by(tile, longest_length), cost, "{tile} in {position}");
            }
        }
    }

    #[test]
    fn too_few_boards_or_too_little_time_show_nothing() {
        let position = (0..).find_map(late).unwrap();
        assert_eq!(outlook(&position, &[], 3, &|| false), (None, 3));
        let start = Position::start(Symmetry::Axial);
        assert_eq!(outlook(&start, &[], u64::MAX, &|| true), (None, ASK_EVERY));
    }
}
