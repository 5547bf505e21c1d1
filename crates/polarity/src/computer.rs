//! A computer that plays: it tries placements out on a table of its own, with the hand of its level.

mod carrying;
mod fallback;
mod free_space;
mod hand;
mod laying;
mod leaning;
mod target;
mod value;

use crate::live::{Done, Live};
use crate::moves::{Move, Task};
use crate::position::{Group, Phase, Position};
use hand::Hand;
use magnets::Disc;
use magnets::measures::TICKS_PER_SECOND;
use rules::Random;
use value::{prize, value};

/// The strongest level; the weakest is 1.
pub const TOP: u8 = 10;

/// How a level judges a place to lean at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Eye {
    /// By its nearness to the player.
    Nearest,
    /// By its distance from other discs.
    Clearance,
    /// By the points and the room to lean that it leaves to both sides; such a player counts at the end, too.
    Worth,
}

/// Settings of a level's head.
#[derive(Clone, Copy, Debug)]
struct Head {
    eye: Eye,
    /// How many placements it thinks of.
    ideas: usize,
    /// How many of them it tries out among the discs nearby, and how often each.
    trials: usize,
    samples: usize,
    /// How many times it looks at the whole mat.
    looks: usize,
    /// How many faults on purpose it tries out, and how often of a thousand times it thinks of conversions.
    faults: usize,
    converts: u64,
    /// How often of a thousand times it thinks of contacts that the opponent cannot capture.
    contacts: u64,
    /// How many ways to carry what it captures it tries out.
    ways: usize,
}

const fn hand([place, tilt, turn, early]: [u16; 4], speed: i16, reaction: u32) -> Hand {
    Hand {
        place,
        tilt,
        turn,
        early,
        speed,
        reaction: TICKS_PER_SECOND * reaction / 1000,
    }
}

const fn head(
    eye: Eye,
    [ideas, trials, samples, looks]: [usize; 4],
    (faults, converts, contacts): (usize, u64, u64),
    ways: usize,
) -> Head {
    Head {
        eye,
        ideas,
        trials,
        samples,
        looks,
        faults,
        converts,
        contacts,
        ways,
    }
}

/// Hands from a child's to a master's: errors of place, tilt and turn, letting go early; speed, and reaction in milliseconds.
const HANDS: [Hand; TOP as usize] = [
    hand([22, 80, 100, 1], 18, 300),
    hand([20, 72, 90, 1], 17, 280),
    hand([17, 64, 80, 1], 16, 260),
    hand([14, 56, 70, 1], 15, 240),
    hand([11, 46, 60, 0], 14, 220),
    hand([10, 40, 52, 0], 13, 200),
    hand([9, 34, 44, 0], 13, 180),
    hand([7, 26, 32, 0], 12, 160),
    hand([5, 18, 20, 0], 12, 140),
    hand([3, 12, 12, 0], 12, 120),
];

/// Heads, likewise: ideas, trials, samples and looks; faults, and how often conversions and contacts; ways to carry.
const HEADS: [Head; TOP as usize] = [
    head(Eye::Nearest, [40, 0, 0, 0], (1, 50, 0), 1),
    head(Eye::Nearest, [40, 0, 0, 0], (1, 150, 0), 1),
    head(Eye::Clearance, [16, 1, 1, 0], (2, 300, 0), 2),
    head(Eye::Clearance, [32, 2, 1, 0], (2, 400, 90), 3),
    head(Eye::Clearance, [64, 3, 2, 1], (3, 600, 100), 5),
    head(Eye::Clearance, [64, 3, 2, 1], (3, 700, 200), 6),
    head(Eye::Clearance, [64, 3, 2, 1], (4, 800, 350), 8),
    head(Eye::Worth, [64, 4, 2, 1], (4, 900, 500), 10),
    head(Eye::Worth, [80, 5, 2, 2], (6, 1000, 750), 12),
    head(Eye::Worth, [120, 5, 2, 2], (8, 1000, 1000), 12),
];

/// The simulated work of one choice, as a table counts it: ten million are about a second on one core, however
/// they are spent.
const MOST_WORK: u64 = 13_020_000;
/// When so much is done nothing more is begun; a tick that has begun is finished.
const LATEST: u64 = MOST_WORK - 20_000;
/// How much of it is kept for what ends the turn when no disc can be leant.
const RESERVED: u64 = 6_000_000;

/// Chooses and makes moves for one position.
struct Thought<'a> {
    position: &'a Position,
    /// Attempts of this turn that had to be taken up again.
    attempts: usize,
    hand: Hand,
    head: Head,
    random: Random,
    stop: &'a dyn Fn() -> bool,
    /// The work done so far, and the most that may be done.
    work: u64,
    most: u64,
}

/// The move of a level from 1 to [`TOP`] (other numbers count as the nearest); the same position, level and
/// seed give the same move. Nothing once the game is over. After `stop` says so, the first idea has to do.
pub fn choose(position: &Position, level: u8, seed: u64, stop: &dyn Fn() -> bool) -> Option<Move> {
    choose_after(position, 0, level, seed, stop)
}

/// The same when so many attempts of this turn to lean a disc had to be taken up again.
pub fn choose_after(
    position: &Position,
    attempts: usize,
    level: u8,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Move> {
    let thought = Thought::new(position, level, seed, stop);
    Thought { attempts, ..thought }.choose()
}

/// Least number of ticks to watch a mat after all has come to rest. Most discs that stand by then keep standing, but
/// on a crowded mat discs creep for long after, and may bring all down.
const CALM: u32 = TICKS_PER_SECOND * 3 / 4;

/// How far a movement has been watched.
struct Watch {
    /// The work done before it.
    before: u64,
    /// When all came to rest.
    rested: Option<u32>,
    /// Ticks for which it is watched after that, if there is time.
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
        let index = usize::from(level.clamp(1, TOP)) - 1;
        Thought {
            position,
            attempts: 0,
            hand: HANDS[index],
            head: HEADS[index],
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
        if let Some(discs) = self.next_capture() {
            let disc = discs[0];
            if position.allow_declaring(disc).is_ok() {
                return Some(Move::Declare { disc });
            }
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

    /// The cluster to capture first: who thinks keeps for the end what will fail, because that ends the turn.
    fn next_capture(&self) -> Option<Vec<Disc>> {
        let thinks = self.head.eye != Eye::Nearest;
        let worth = |group: &Group| if thinks { prize(self.position, group) } else { 0.0 };
        let first = self
            .position
            .captures()
            .reduce(|best, next| if worth(next) > worth(best) { next } else { best });
        first.map(|group| group.discs.clone())
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

    /// A number from `-most` to `most`.
    fn about(&mut self, most: u16) -> i16 {
        self.random.below(2 * u64::from(most) + 1) as i16 - most as i16
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

    /// Value of a position for the side whose move is searched.
    fn value(&self, position: &Position) -> f64 {
        value(position, self.position.turn())
    }
}

#[cfg(test)]
mod tests {
    use super::target::Aim;
    use super::*;
    use crate::setup::Rules;
    use magnets::Placed;
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
        for (kiss, level) in [(false, 1), (false, 5), (false, TOP), (true, 1), (true, TOP)] {
            let position = crowded(kiss);
            let mut thought = Thought::new(&position, level, 1, &|| false);
            assert!(thought.choose().is_some());
            assert!(thought.work <= MOST_WORK, "level {level}: {}", thought.work);
        }
    }

    #[test]
    fn a_hand_errs_more_where_it_is_crowded() {
        let position = crowded(false);
        let errors = |at: [f64; 2]| {
            let aim = Aim::flat(at, 0);
            let error = |seed: u64| {
                let missed = Thought::new(&position, 1, seed, &|| false).missed(aim);
                u32::from(missed.x.abs_diff(aim.x))
            };
            (0..64).map(error).sum::<u32>()
        };
        let (crowded, alone) = (errors([8.4, 8.4]), errors([40.0, 0.0]));
        assert!(crowded > alone, "{crowded}, {alone}");
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
