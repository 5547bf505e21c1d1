//! The rest of the game, seen to the end on sketches: which free tiles are best if every line is as long as it could be
//! at most. What a tile costs is then mostly right, or wrong by a point.

use crate::moves::{Move, Tile};
use crate::position::Position;
use crate::sketch::Sketch;

/// More than any game can cost.
const MOST: i32 = 10_000;
/// How often `stop` is asked, in boards.
const ASK_EVERY: u64 = 4096;
/// The most boards that are remembered.
const MOST_SLOTS: u64 = 1 << 21;

/// What a search to the end has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The best free tiles, alike in what they lead to.
    pub best: Vec<Tile>,
    /// How many points more the side to move seems to get than the other from now on.
    pub margin: i32,
}

impl Position {
    /// The best free tiles but for the excluded ones, if that can be found out by looking at no more than so many
    /// boards and before `stop` says so, and how many boards were looked at. Nothing when a forced tile is owed or no
    /// free tile is left.
    pub fn outlook(&self, excluded: &[Move], most: u64, stop: &dyn Fn() -> bool) -> (Option<Outlook>, u64) {
        if self.owed().is_some() {
            return (None, 0);
        }
        let slots = most.min(MOST_SLOTS).next_power_of_two() as usize;
        let mut solver = Solver {
            boards: 0,
            most,
            stop,
            slots: vec![Slot::default(); slots],
            candidates: Vec::new(),
        };
        let outlook = solver.outlook(&Sketch::of(self), excluded);
        (outlook, solver.boards.min(most))
    }
}

/// What is known of a board: its key, between which margins it lies, and the tile to try first. No key is 0.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    low: i16,
    high: i16,
    first: Option<Tile>,
}

struct Solver<'a> {
    boards: u64,
    most: u64,
    stop: &'a dyn Fn() -> bool,
    slots: Vec<Slot>,
    /// The tiles to try, of all boards on the way down.
    candidates: Vec<(Tile, i32)>,
}

impl Solver<'_> {
    fn outlook(&mut self, sketch: &Sketch, excluded: &[Move]) -> Option<Outlook> {
        let mut candidates: Vec<(Tile, i32)> = sketch.costs().collect();
        candidates.retain(|(tile, _)| !excluded.contains(&Move::Tile(*tile)));
        candidates.sort_by_key(|(_, cost)| *cost);
        let (mut best, mut margin) = (Vec::new(), -MOST);
        for candidate @ (tile, _) in candidates {
            // As good as the best is good enough to be one of them.
            let found = self.better_after(sketch, candidate, margin - 1, MOST)?;
            if found > margin {
                best.clear();
                margin = found;
            }
            if found == margin {
                best.push(tile);
            }
        }
        (!best.is_empty()).then_some(Outlook { best, margin })
    }

    /// The same as [`after`](Self::after), for a tile that is likely to be no better than `low`: first it is asked
    /// whether it is at all.
    fn better_after(
        &mut self,
        sketch: &Sketch,
        (tile, guess): (Tile, i32),
        low: i32,
        high: i32,
    ) -> Option<i32> {
        let found = self.after(sketch, tile, guess, low, low + 1)?;
        if found <= low || found >= high {
            return Some(found);
        }
        self.after(sketch, tile, guess, found - 1, high)
    }

    /// The margin of a free tile for the side that places it; nothing when there is no time.
    fn after(&mut self, sketch: &Sketch, tile: Tile, guess: i32, low: i32, high: i32) -> Option<i32> {
        // What seems to cost nothing costs nothing, so that a board that is known need not be built.
        if guess == 0 {
            let (key, turn) = sketch.key_and_turn_after(tile);
            let known = self.known(key);
            let (least, most) = if turn == sketch.turn() {
                (known.low, known.high)
            } else {
                (-known.high, -known.low)
            };
            let (least, most) = (i32::from(least), i32::from(most));
            if low.max(least) >= high.min(most) {
                self.boards += 1;
                return Some(low.clamp(least, most));
            }
        }
        let mut next = *sketch;
        let cost = next.place(tile);
        let margin = if next.turn() == sketch.turn() {
            self.search(&next, low + cost, high + cost)?
        } else {
            -self.search(&next, -high - cost, -low - cost)?
        };
        Some(margin - cost)
    }

    /// The margin to come for the side to move if it lies between `low` and `high`, or else a bound of it.
    fn search(&mut self, sketch: &Sketch, mut low: i32, mut high: i32) -> Option<i32> {
        self.boards += 1;
        if self.boards > self.most || (self.boards.is_multiple_of(ASK_EVERY) && (self.stop)()) {
            return None;
        }
        if sketch.is_over() {
            return Some(0);
        }
        let mut known = self.known(sketch.key());
        low = low.max(i32::from(known.low));
        high = high.min(i32::from(known.high));
        if low >= high {
            return Some(low.clamp(i32::from(known.low), i32::from(known.high)));
        }
        let (best, first) = self.best(sketch, low, high, known.first)?;
        if best > low {
            known.low = best as i16;
        }
        if best < high {
            known.high = best as i16;
        }
        let place = self.place(known.key);
        self.slots[place] = Slot { first, ..known };
        Some(best)
    }

    fn place(&self, key: u64) -> usize {
        key as usize % self.slots.len()
    }

    /// What is known of the board of a key.
    fn known(&self, key: u64) -> Slot {
        let slot = self.slots[self.place(key)];
        if slot.key == key {
            slot
        } else {
            Slot {
                key,
                low: -MOST as i16,
                high: MOST as i16,
                first: None,
            }
        }
    }

    /// The best margin and its tile, the cheapest ones tried first.
    fn best(
        &mut self,
        sketch: &Sketch,
        low: i32,
        high: i32,
        hint: Option<Tile>,
    ) -> Option<(i32, Option<Tile>)> {
        let start = self.candidates.len();
        self.candidates.extend(sketch.costs());
        if self.candidates.len() == start {
            let mut next = *sketch;
            next.pass();
            return Some((-self.search(&next, -high, -low)?, None));
        }
        let order = |(tile, cost): &(Tile, i32)| if Some(*tile) == hint { -MOST } else { *cost };
        self.candidates[start..].sort_unstable_by_key(order);
        let (mut best, mut first) = (-MOST, None);
        for index in start..self.candidates.len() {
            let candidate @ (tile, guess) = self.candidates[index];
            let margin = if index == start {
                self.after(sketch, tile, guess, low, high)?
            } else {
                self.better_after(sketch, candidate, low.max(best), high)?
            };
            if margin > best {
                (best, first) = (margin, Some(tile));
            }
            if best >= high {
                break;
            }
        }
        self.candidates.truncate(start);
        Some((best, first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Symmetry;
    use crate::longest::{longest_length, most_length};
    use rules::{Game, Random};

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
        let mut random = Random::new(seed);
        let symmetry = [Symmetry::Axial, Symmetry::Central, Symmetry::Shift][seed as usize % 3];
        let mut position = Position::start(symmetry);
        while position.owed().is_some() || position.tiles().empty().len() > 8 {
            let moves = position.legal_moves();
            let any = random.below(moves.len().max(1) as u64) as usize;
            position.play_unchecked(*moves.get(any)?);
        }
        position.outcome().is_none().then_some(position)
    }

    #[test]
    fn the_outlook_is_what_trying_everything_finds() {
        let mut seen = 0;
        for position in (0..60).filter_map(late) {
            let sketch = Sketch::of(&position);
            let tiles: Vec<Tile> = sketch.costs().map(|(tile, _)| tile).collect();
            let margins: Vec<i32> = tiles.iter().map(|tile| plain_after(&sketch, *tile)).collect();
            let (found, _) = position.outlook(&[], u64::MAX, &|| false);
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
        assert_eq!(position.outlook(&[], 3, &|| false), (None, 3));
        let start = Position::start(Symmetry::Axial);
        assert_eq!(start.outlook(&[], u64::MAX, &|| true), (None, ASK_EVERY));
    }
}
