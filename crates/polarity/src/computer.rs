//! A computer that plays: it tries placements out on a table of its own, with the hand of its level.

mod aim;
mod carrying;
mod laying;
mod leaning;
mod resort;
mod room;
mod value;

use crate::live::{Done, Live};
use crate::moves::{Move, Task};
use crate::position::{Phase, Position};
use aim::Aim;
use magnets::measures::TICKS_PER_SECOND;
use rules::Random;
use value::value;

/// The strongest level; the weakest is 1.
pub const TOP: u8 = 10;

/// What makes a level.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// How far the hand misses at most, in tenths of a millimetre.
    tremor: u16,
    /// How many discs of a thousand slip from it, over the red one.
    slips: u64,
    /// How many placements it thinks of.
    ideas: usize,
    /// How many of them it tries out on the discs nearby.
    trials: usize,
    /// How many it looks at on the whole mat, to weigh what they leave.
    looks: usize,
    /// For how many seconds it watches each of those, once all is at rest.
    watch: u32,
}

const fn level(tremor: u16, slips: u64, ideas: usize, trials: usize, (looks, watch): (usize, u32)) -> Level {
    Level {
        tremor,
        slips,
        ideas,
        trials,
        looks,
        watch,
    }
}

/// From clumsy to sure-handed. Hands that tremble by more than half a centimetre seem to play alike, so the lower levels differ
/// by how often their discs slip.
const LEVELS: [Level; TOP as usize] = [
    level(52, 440, 8, 2, (1, 1)),
    level(52, 300, 8, 2, (1, 1)),
    level(52, 200, 8, 2, (1, 1)),
    level(52, 130, 8, 2, (1, 1)),
    level(52, 80, 8, 2, (1, 1)),
    level(52, 35, 8, 2, (1, 1)),
    level(50, 6, 12, 3, (1, 1)),
    level(36, 2, 16, 4, (1, 1)),
    level(24, 0, 24, 4, (1, 1)),
    level(0, 0, 96, 16, (4, 3)),
];

/// The simulated work of one choice, as a table counts it: less than two seconds on one core, however it is
/// spent.
const MOST_WORK: u64 = 10_020_000;
/// When so much is done nothing more is begun; a tick that has begun is finished.
const LATEST: u64 = MOST_WORK - 20_000;
/// How much of it is kept for what ends the turn when no disc can be leant.
const RESERVED: u64 = 4_000_000;

/// Chooses and makes moves for one position.
struct Thought<'a> {
    position: &'a Position,
    level: Level,
    random: Random,
    stop: &'a dyn Fn() -> bool,
    /// The work done so far, and the most that may be done.
    work: u64,
    most: u64,
}

/// The move of a level from 1 to [`TOP`] (other numbers count as the nearest); the same position, level and
/// seed give the same move. Nothing once the game is over. After `stop` says so, the first idea has to do.
pub fn choose(position: &Position, level: u8, seed: u64, stop: &dyn Fn() -> bool) -> Option<Move> {
    Thought::new(position, level, seed, stop).choose()
}

/// For so many ticks a mat is watched at least, once all is at rest. What stands then mostly stands on, but on a
/// crowded mat discs creep for long after, and may bring all down.
const CALM: u32 = TICKS_PER_SECOND * 3 / 4;

/// How far a movement has been watched.
struct Watch {
    /// The work done before it.
    before: u64,
    /// When all came to rest.
    rested: Option<u32>,
    /// For how many ticks after that it is watched, if there is time.
    most: u32,
}

/// Whether to watch on.
enum More {
    Yes,
    /// Enough is known.
    No,
    TooLate,
}

impl<'a> Thought<'a> {
    fn new(position: &'a Position, level: u8, seed: u64, stop: &'a dyn Fn() -> bool) -> Thought<'a> {
        Thought {
            position,
            level: LEVELS[usize::from(level.clamp(1, TOP)) - 1],
            random: Random::new(seed),
            stop,
            work: 0,
            most: LATEST - RESERVED,
        }
    }

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

    /// Whether there is no more time to look for something better.
    fn is_late(&self) -> bool {
        self.work >= self.most || (self.stop)()
    }

    /// Counts the work done so far; whether there is time for more.
    fn spend(&mut self, work: u64) -> bool {
        // Asked in every tick, so that the caller can let others go first there; `is_late` heeds the answer.
        let _ = (self.stop)();
        self.work = work;
        self.work < self.most
    }

    /// Watches what a hand does, for so many ticks of calm at most; what it has done is counted.
    fn watch(&self, live: &Live, most: u32) -> Watch {
        Watch {
            before: self.work - live.work(),
            rested: None,
            most,
        }
    }

    /// Counts the work of a movement, and says whether to watch it on.
    fn watch_on(&mut self, watch: &mut Watch, live: &Live) -> More {
        let is_early = self.spend(watch.before + live.work());
        let calm = live
            .has_rested()
            .then(|| live.ticks() - *watch.rested.get_or_insert(live.ticks()));
        match calm {
            Some(_) if watch.most == 0 => More::No,
            Some(calm) if calm >= if is_early { watch.most } else { CALM } && live.table().is_over() => {
                More::No
            }
            _ if is_early => More::Yes,
            _ => More::TooLate,
        }
    }

    /// Watches until the end, as far as there is time: discs creep for long, and may touch the red one. A hand that
    /// trembles need not, since it will do something else.
    fn watch_to_end(&mut self, watch: &Watch, live: &mut Live) {
        while self.level.tremor == 0 && self.spend(watch.before + live.work()) && live.tick() {}
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

    /// Plays a movement of the hand on the whole mat, if there is time.
    fn try_move(&mut self, mv: Move) -> Option<Done> {
        let Move::Hand { task, trace } = &mv else {
            return None;
        };
        let mut live = Live::begin(self.position, *task, trace.samples()[0]).ok()?;
        let before = self.work;
        while live.follow(trace) {
            if !self.spend(before + live.work()) {
                return None;
            }
        }
        let done = live.finish().ok()?;
        Some(Done { mv, ..done })
    }

    /// What a position is worth for the side whose move is looked for.
    fn value(&self, position: &Position) -> f64 {
        value(position, self.position.turn())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Rules;
    use magnets::{Disc, Placed};
    use rules::Side;

    /// A mat full of foundations of both colours, two of which kiss or not.
    fn crowded(kiss: bool) -> Position {
        let places = (-3..=3).flat_map(|row| (-3..=3).map(move |column| (column as f32, row as f32)));
        let inside = places.filter(|(x, y)| (2.0..=11.0).contains(&(x * x + y * y)));
        let flat =
            |(disc, (x, y)): (u8, (f32, f32))| Placed::flat(Disc(disc), 5.6 * x, 5.6 * y, disc % 2 == 0, 0);
        let mut discs: Vec<Placed> = (1..).zip(inside).map(flat).collect();
        if kiss {
            let (last, [x, y, _]) = (discs.len() - 1, discs[0].centre);
            discs[last].centre = [x + 3201, y, 300];
        }
        Position::study(Rules::Temple, Side::First, 10, discs).unwrap()
    }

    #[test]
    fn the_work_of_a_choice_is_bounded() {
        for kiss in [false, true] {
            let position = crowded(kiss);
            let mut thought = Thought::new(&position, TOP, 1, &|| false);
            assert!(thought.choose().is_some());
            assert!(thought.work <= MOST_WORK, "{}", thought.work);
        }
    }

    #[test]
    fn a_disc_that_slips_touches_the_red_one() {
        let position = crowded(false);
        for seed in 0..8 {
            let mut thought = Thought::new(&position, 1, seed, &|| false);
            let mv = thought.slip().unwrap();
            let done = thought.try_move(mv).unwrap();
            assert!(done.verdict.calls.iter().any(|call| call.fault.loses()), "{seed}");
        }
    }

    #[test]
    fn who_has_no_time_at_all_moves() {
        for kiss in [false, true] {
            let position = crowded(kiss);
            let mut thought = Thought::new(&position, TOP, 1, &|| false);
            thought.work = MOST_WORK;
            assert!(thought.choose().is_some());
        }
    }
}
