//! A computer that plays: it tries placements out on a table of its own, with the hand of its level.

mod aim;
mod carrying;
mod leaning;
mod room;
mod value;

use crate::live::Done;
use crate::moves::{Move, Task};
use crate::position::{Phase, Position};
use aim::Aim;
use rules::Random;

/// The strongest level; the weakest is 1.
pub const TOP: u8 = 10;

/// What makes a level.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// How far the hand misses at most, in tenths of a millimetre.
    tremor: u16,
    /// How many placements it thinks of.
    ideas: usize,
    /// How many of them it tries out on the discs nearby.
    trials: usize,
    /// How many it looks at on the whole mat, to weigh what they leave.
    looks: usize,
}

const fn level(tremor: u16, ideas: usize, trials: usize, looks: usize) -> Level {
    Level {
        tremor,
        ideas,
        trials,
        looks,
    }
}

/// From clumsy to sure-handed.
const LEVELS: [Level; TOP as usize] = [
    level(100, 1, 0, 0),
    level(80, 2, 0, 0),
    level(60, 4, 0, 0),
    level(45, 6, 1, 0),
    level(35, 8, 2, 1),
    level(25, 12, 3, 1),
    level(18, 24, 4, 1),
    level(12, 48, 6, 1),
    level(6, 96, 8, 2),
    level(0, 192, 12, 3),
];

/// The simulated work of one choice, in ticks times discs: less than two seconds on one core.
const MOST_WORK: u64 = 700_000;

/// For so many ticks things move on after the hand has let go, as a rule.
const SETTLING: u32 = 1500;

/// Chooses and makes moves for one position.
struct Thought<'a> {
    position: &'a Position,
    level: Level,
    random: Random,
    stop: &'a dyn Fn() -> bool,
    work: u64,
}

/// The move of a level from 1 to [`TOP`] (other numbers count as the nearest); the same position, level and
/// seed give the same move. Nothing once the game is over. After `stop` says so, the first idea has to do.
pub fn choose(position: &Position, level: u8, seed: u64, stop: &dyn Fn() -> bool) -> Option<Move> {
    let level = LEVELS[usize::from(level.clamp(1, TOP)) - 1];
    let mut thought = Thought {
        position,
        level,
        random: Random::new(seed),
        stop,
        work: 0,
    };
    thought.choose()
}

impl Thought<'_> {
    fn choose(&mut self) -> Option<Move> {
        if self.position.outcome().is_some() {
            return None;
        }
        let position = self.position;
        if let Some(group) = position.captures().next() {
            let disc = group.discs[0];
            if position.allow_declaring(disc).is_ok() {
                return Some(Move::Declare { disc });
            }
            let discs = group.discs.clone();
            return self.carry(&discs, |disc| Task::Capture { disc });
        }
        if position.phase() == Phase::Opening {
            return self.lay();
        }
        match position.turns(position.turn()).next() {
            Some(disc) => self.carry(&[disc], |disc| Task::Turn { disc }),
            None => self.lean(),
        }
    }

    /// Whether there is no more time to think.
    fn is_late(&self) -> bool {
        self.work >= MOST_WORK || (self.stop)()
    }

    /// A number from `-most` to `most`.
    fn about(&mut self, most: u16) -> i16 {
        self.random.below(2 * u64::from(most) + 1) as i16 - most as i16
    }

    /// Where the hand comes to when it wants to go there.
    fn missed(&mut self, aim: Aim) -> Aim {
        let tremor = self.level.tremor;
        Aim {
            x: aim.x.saturating_add(self.about(tremor)),
            y: aim.y.saturating_add(self.about(tremor)),
            tilt: aim.tilt.saturating_add(self.about(tremor)).clamp(0, 900),
            ..aim
        }
    }

    /// Counts what a movement that was tried out cost.
    fn spent(&mut self, ticks: u32, discs: usize) {
        self.work += u64::from(ticks) * discs as u64;
    }

    /// Plays a move on the whole mat, and counts about what that cost.
    fn try_move(&mut self, mv: Move) -> Option<Done> {
        if let Move::Hand { trace, .. } = &mv {
            self.spent(trace.end() + SETTLING, self.position.scene().discs().len() + 1);
        }
        self.position.play(mv).ok()
    }
}
