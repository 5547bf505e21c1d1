//! Alpha-beta on sketches: to the end of the game, or as far as is looked ahead.

use crate::patterns::{POINT, Patterns};
use crate::sketch::Sketch;
use isometron::Tile;
use rules::zobrist;

/// More than any game can gain, in [`POINT`]s.
pub(crate) const MOST: i32 = 32_000;
/// How often `stop` is asked, in boards, unless somebody wants otherwise.
pub(crate) const ASK_EVERY: u64 = 4096;
/// The most boards that are remembered.
const MOST_SLOTS: u64 = 1 << 21;
/// A free tile and its image fill so many cells.
pub(crate) const FILLED: u32 = 2;

/// What is known of a board: its key, between which margins it lies for a horizon, and the tile to try first. No key
/// is 0.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    low: i16,
    high: i16,
    horizon: u8,
    first: Option<Tile>,
}

/// A free tile to try.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) tile: Tile,
    /// What it seems to cost.
    guess: i32,
    /// The most promising are tried first.
    promise: i32,
}

pub(crate) struct Solver<'a> {
    pub(crate) boards: u64,
    most: u64,
    stop: &'a dyn Fn() -> bool,
    pub(crate) ask_every: u64,
    slots: Vec<Slot>,
    /// The tiles to try, of all boards on the way down.
    candidates: Vec<Candidate>,
    /// With no more empty cells a board is judged by its patterns; 0 to see the end.
    pub(crate) horizon: u32,
    /// Judgements differ by a point at most with this, so that games do.
    pub(crate) whim: u64,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(most: u64, stop: &'a dyn Fn() -> bool) -> Solver<'a> {
        let slots = most.min(MOST_SLOTS).next_power_of_two() as usize;
        Solver {
            boards: 0,
            most,
            stop,
            ask_every: ASK_EVERY,
            slots: vec![Slot::default(); slots],
            candidates: Vec::new(),
            horizon: 0,
            whim: 0,
        }
    }

    /// The tiles of a board but for some, the most promising first.
    pub(crate) fn candidates(
        &mut self,
        sketch: &Sketch,
        hint: Option<Tile>,
        is_excluded: impl Fn(Tile) -> bool,
    ) -> Vec<Candidate> {
        self.candidates.clear();
        self.collect(sketch, hint);
        self.candidates.retain(|candidate| !is_excluded(candidate.tile));
        std::mem::take(&mut self.candidates)
    }

    /// The same as [`after`](Self::after), for a tile that is likely to be no better than `low`: first it is asked
    /// whether it is at all.
    pub(crate) fn better_after(
        &mut self,
        sketch: &Sketch,
        candidate: Candidate,
        low: i32,
        high: i32,
    ) -> Option<i32> {
        let found = self.after(sketch, candidate, low, low + 1)?;
        if found <= low || found >= high {
            return Some(found);
        }
        self.after(sketch, candidate, found - 1, high)
    }

    /// The margin of a free tile for the side that places it; nothing when there is no time.
    pub(crate) fn after(
        &mut self,
        sketch: &Sketch,
        candidate: Candidate,
        low: i32,
        high: i32,
    ) -> Option<i32> {
        let Candidate { tile, guess, .. } = candidate;
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
        let cost = POINT * next.place(tile);
        let margin = if next.turn() == sketch.turn() {
            self.search(&next, low + cost, high + cost)?
        } else {
            -self.search(&next, -high - cost, -low - cost)?
        };
        Some(margin - cost)
    }

    /// The margin to come for the side to move if it lies between `low` and `high`, or else a bound of it.
    pub(crate) fn search(&mut self, sketch: &Sketch, mut low: i32, mut high: i32) -> Option<i32> {
        self.boards += 1;
        if self.boards > self.most || (self.boards.is_multiple_of(self.ask_every) && (self.stop)()) {
            return None;
        }
        if sketch.is_over() {
            return Some(0);
        }
        if self.horizon > 0 && sketch.empty() <= self.horizon {
            return Some(self.judge(sketch));
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

    /// The tile to try first on a board that was searched.
    pub(crate) fn first(&self, sketch: &Sketch) -> Option<Tile> {
        self.known(sketch.key()).first
    }

    /// The margin to come for the side to move, by the patterns of the board.
    pub(crate) fn judge(&self, sketch: &Sketch) -> i32 {
        let whim = zobrist::key(self.whim ^ sketch.key()) % (2 * POINT as u64 + 1);
        Patterns::FITTED.margin(&sketch.lies()) + whim as i32 - POINT
    }

    fn place(&self, key: u64) -> usize {
        key as usize % self.slots.len()
    }

    /// What is known of the board of a key.
    fn known(&self, key: u64) -> Slot {
        let slot = self.slots[self.place(key)];
        let horizon = self.horizon as u8;
        if slot.key == key && slot.horizon == horizon {
            return slot;
        }
        Slot {
            key,
            low: -MOST as i16,
            high: MOST as i16,
            horizon,
            first: slot.first.filter(|_| slot.key == key),
        }
    }

    /// The best margin and its tile.
    fn best(
        &mut self,
        sketch: &Sketch,
        low: i32,
        high: i32,
        hint: Option<Tile>,
    ) -> Option<(i32, Option<Tile>)> {
        let start = self.collect(sketch, hint);
        if self.candidates.len() == start {
            let mut next = *sketch;
            next.pass();
            return Some((-self.search(&next, -high, -low)?, None));
        }
        let (mut best, mut first) = (-MOST, None);
        for index in start..self.candidates.len() {
            let candidate = self.candidates[index];
            let margin = if index == start {
                self.after(sketch, candidate, low, high)?
            } else {
                self.better_after(sketch, candidate, low.max(best), high)?
            };
            if margin > best {
                (best, first) = (margin, Some(candidate.tile));
            }
            if best >= high {
                break;
            }
        }
        self.candidates.truncate(start);
        Some((best, first))
    }

    /// Adds the tiles to try on a board, the most promising first, and says where they begin.
    fn collect(&mut self, sketch: &Sketch, hint: Option<Tile>) -> usize {
        let start = self.candidates.len();
        // Near the horizon, and where the end is seen, judging each board after it takes longer than a better order saves.
        let is_judged = self.horizon > 0 && sketch.empty() > self.horizon + 2 * FILLED;
        for (tile, guess) in sketch.costs() {
            let promise = if Some(tile) == hint {
                MOST
            } else if is_judged {
                self.promise(sketch, tile)
            } else {
                -guess
            };
            self.candidates.push(Candidate { tile, guess, promise });
        }
        let promise = |candidate: &Candidate| std::cmp::Reverse(candidate.promise);
        self.candidates[start..].sort_by_key(promise);
        start
    }

    /// What a tile seems to gain in the end.
    fn promise(&mut self, sketch: &Sketch, tile: Tile) -> i32 {
        self.boards += 1;
        let mut next = *sketch;
        let gain = -POINT * next.place(tile);
        let margin = self.judge(&next);
        gain + if next.turn() == sketch.turn() {
            margin
        } else {
            -margin
        }
    }
}
