//! The action disc: where it could lean, and what that would be worth.

use super::free_space::{Spot, apart, spots};
use super::laying::ENOUGH;
use super::target::{Aim, directions, heading};
use super::value::balance;
use super::{CALM, Eye, More, Thought};
use crate::disc_pose::{is_out, lie, white_up};
use crate::live::Live;
use crate::moves::{Move, Task};
use crate::position::{Group, Position};
use crate::setup::owner;
use crate::technique::LEANER_ROOM;
use crate::verdict::{Call, Fault};
use magnets::{Disc, Lie, Placed, Scene};
use rules::Side;

/// Height at which a leaner is let go, in tenths of a millimetre.
const LET_GO: i16 = 5;
/// Discs farther than this from the hand do not matter in a trial, in centimetres.
const AROUND: f64 = 12.0;
/// Nobody wants to come nearer to the red disc than this with a leaner.
const FROM_RED: f64 = 7.0;
/// Gain from which a placement is made at once.
const GOOD: f64 = 0.3;
/// A disc that falls flat may be taken up again, which costs patience only.
const PATIENCE: f64 = 0.2;
/// The gain or loss when the last disc ends the game.
const END: f64 = 100.0;

/// Trials with a disc fallen flat that prove that it will fall.
const ENOUGH_TRIALS: f64 = 6.0;
/// One of so many turns in which the disc fell flat on the whole mat is ended by a fault: a hand that tries on for ever stalls
/// the game.
const PATIENT: u64 = 8;
/// A head that never looks at the whole mat gives up after so many attempts of a turn, once in so many times.
const MANY_ATTEMPTS: usize = 4;
const TIRED: u64 = 4;

/// The placement that promises most.
struct Attempt {
    gain: f64,
    aim: Aim,
    /// It did not stand on the whole mat when it was last tried.
    is_doubtful: bool,
    /// In all trials the disc fell flat.
    is_hopeless: bool,
}

/// Result of letting a disc go somewhere.
enum Trial {
    Stands(Placed),
    /// It has to be taken up again.
    Again,
    /// The turn ends, with this loss.
    Fault(f64),
    /// The time was too short to find out.
    Unknown,
}

/// Statistics of a placement from trials with the errors of the hand.
#[derive(Clone, Copy)]
struct Prospect {
    aim: Aim,
    /// How many trials there were, and in how many of them the turn ended.
    trials: f64,
    ended: f64,
    stood: f64,
    /// The sum of what these ends gained.
    sum: f64,
}

impl Prospect {
    fn new(aim: Aim) -> Prospect {
        Prospect {
            aim,
            trials: 0.0,
            ended: 0.0,
            stood: 0.0,
            sum: 0.0,
        }
    }

    fn add(&mut self, stands: bool, gain: f64) {
        self.ended += 1.0;
        self.stood += f64::from(u8::from(stands));
        self.sum += gain;
    }

    /// Mean gain if one tries until the turn ends.
    fn gain(self) -> f64 {
        if self.ended == 0.0 {
            return -2.0 * PATIENCE;
        }
        self.sum / self.ended - PATIENCE * (1.0 - self.ended / self.trials)
    }
}

impl Thought<'_> {
    /// Leans the action disc, or ends the turn by a fault that is better.
    pub(super) fn lean(&mut self) -> Option<Move> {
        let ideas = self.lean_ideas();
        if let Some(mv) = self.end_without_trials() {
            return Some(mv);
        }
        let hurried = self.head.trials == 0 || (self.stop)();
        if let Some(aim) = ideas.first().copied().filter(|_| hurried) {
            return self.let_go(aim);
        }
        let lean = self.best_lean(&ideas).filter(|attempt| !self.gives_up(attempt));
        let lean = lean.map(|attempt| (attempt.gain, attempt.aim));
        let mut faults = self.contacts();
        let good = lean.filter(|(gain, _)| *gain > GOOD);
        if let Some((_, aim)) = good.filter(|_| faults.is_empty()) {
            return self.let_go(aim);
        }
        if good.is_none() {
            faults.extend(self.last_resorts());
        }
        let (gain, faults) = self.weighed(faults);
        let attempt = lean.filter(|(lean, _)| faults.is_empty() || *lean >= gain);
        if let Some((_, aim)) = attempt {
            return self.let_go(aim);
        }
        match self.commit(&faults) {
            Some(mv) => Some(mv),
            None => ideas
                .first()
                .and_then(|aim| self.let_go(*aim))
                .or_else(|| self.blunder()),
        }
    }

    /// A fault of a head that tries no places, or too few to know that none holds: sometimes a conversion, or any fault
    /// after many attempts.
    fn end_without_trials(&mut self) -> Option<Move> {
        if self.head.looks > 0 {
            return None;
        }
        if self.attempts >= MANY_ATTEMPTS && self.random.below(TIRED) == 0 {
            let faults = self.last_resorts();
            let (_, faults) = self.weighed(faults);
            return self.commit(&faults);
        }
        let conversions = if self.head.trials == 0 {
            self.conversions()
        } else {
            Vec::new()
        };
        if conversions.is_empty() || self.random.below(1000) >= self.head.converts {
            return None;
        }
        self.commit(&conversions)
    }

    /// Whether to end the turn otherwise, because no place holds, or perhaps none does.
    fn gives_up(&mut self, attempt: &Attempt) -> bool {
        attempt.is_hopeless || (attempt.is_doubtful && self.random.below(PATIENT) == 0)
    }

    /// Lets the disc go there, as well as the hand can.
    fn let_go(&mut self, aim: Aim) -> Option<Move> {
        self.missed(aim).make(Task::Lean)
    }

    /// The placement that promises most, after trials among the discs nearby and a look at the whole mat.
    fn best_lean(&mut self, ideas: &[Aim]) -> Option<Attempt> {
        let mut prospects: Vec<Prospect> = Vec::new();
        for &aim in ideas.iter().take(self.head.trials) {
            if self.is_late() || self.work > self.most / 2 {
                break;
            }
            let mat = self.around(aim.place());
            let mut prospect = Prospect::new(aim);
            for _ in 0..self.head.samples {
                self.try_out(&mat, &mut prospect, 0);
            }
            prospects.push(prospect);
        }
        let best = |list: &[Prospect]| {
            let best = |one: &&Prospect, two: &&Prospect| one.gain().total_cmp(&two.gain());
            list.iter().max_by(best).map(|best| best.aim)
        };
        let mut is_doubtful = false;
        for _ in 0..self.head.looks {
            let Some(aim) = best(&prospects) else { break };
            let Some(index) = prospects.iter().position(|one| one.aim == aim) else {
                break;
            };
            let stood = prospects[index].stood;
            self.try_out(self.position, &mut prospects[index], CALM);
            is_doubtful = prospects[index].stood <= stood;
            if !is_doubtful || self.is_late() {
                break;
            }
        }
        let aim = best(&prospects)?;
        let sum = |part: fn(&Prospect) -> f64| prospects.iter().map(part).sum::<f64>();
        let is_hopeless = sum(|one| one.ended) == 0.0 && sum(|one| one.trials) >= ENOUGH_TRIALS;
        let prospect = prospects.iter().find(|one| one.aim == aim)?;
        Some(Attempt {
            gain: prospect.gain(),
            aim,
            is_doubtful,
            is_hopeless,
        })
    }

    /// One trial more of a placement, with the errors of the hand.
    fn try_out(&mut self, mat: &Position, prospect: &mut Prospect, calm: u32) {
        let missed = self.missed(prospect.aim);
        match self.trial(mat, missed, calm) {
            Trial::Stands(placed) => prospect.add(true, self.gain_of(placed)),
            Trial::Fault(loss) => prospect.add(false, -loss),
            Trial::Again => {}
            Trial::Unknown => return,
        }
        prospect.trials += 1.0;
    }

    /// Lets a disc go on a mat that is watched for so many ticks of calm, if there is time.
    fn trial(&mut self, mat: &Position, aim: Aim, calm: u32) -> Trial {
        let (Some(trace), Some(disc)) = (aim.trace(), mat.next_disc()) else {
            return Trial::Again;
        };
        let Ok(mut live) = Live::begin(mat, Task::Lean, trace.samples()[0]) else {
            return Trial::Again;
        };
        let mut watch = self.watch(&live, calm);
        while live.follow(&trace) {
            if !live.calls().is_empty() {
                return Trial::Fault(loss(mat, live.calls()));
            }
            if !live.holds() && live.table().lie(disc) == Some(Lie::Flat) {
                return Trial::Again;
            }
            match self.watch_on(&mut watch, &live) {
                More::Yes => {}
                More::No => break,
                More::TooLate => return Trial::Unknown,
            }
        }
        let own = |placed: &Placed| owner(white_up(placed)) == mat.turn();
        let support = live.table().support(disc).filter(|by| *by != Disc::RED);
        let is_held = support.is_some_and(|by| mat.placed(by).is_some_and(own));
        let stands =
            |placed: &Placed| is_held && lie(placed) == Lie::Leaner && !is_out(placed) && own(placed);
        match live.table().placed(disc).filter(stands) {
            Some(placed) => Trial::Stands(placed),
            None => Trial::Again,
        }
    }

    /// The part of the mat around a place that matters in a trial.
    pub(super) fn around(&self, middle: [f64; 2]) -> Position {
        self.position.around(middle, AROUND)
    }

    /// Gain of an action disc that stands there.
    fn gain_of(&self, placed: Placed) -> f64 {
        let side = self.position.turn();
        let lead = self.position.points(side) + 1 - self.position.points(side.other());
        match self.head.eye {
            Eye::Nearest | Eye::Clearance => 1.0,
            Eye::Worth if self.position.reserves[side] == 1 => END * f64::from(lead.signum()),
            Eye::Worth => self
                .with(placed)
                .map_or(1.0, |next| balance(&next, side) - balance(self.position, side)),
        }
    }

    /// The position with the action disc standing there.
    fn with(&self, placed: Placed) -> Option<Position> {
        let side = self.position.turn();
        let mut next = self.position.clone();
        let disc = next.next_disc()?;
        let discs = next.scene.discs().iter().copied();
        let discs = discs.chain([Placed { disc, ..placed }]).collect();
        next.scene = Scene::new(discs, true).ok()?;
        next.groups.push(Group {
            discs: vec![disc],
            owed: false,
        });
        next.reserves[side] -= 1;
        next.turn = side.other();
        Some(next)
    }

    /// Places beside own discs, the most promising first.
    fn lean_ideas(&mut self) -> Vec<Aim> {
        let mut spots = spots(self.position, self.position.turn());
        self.shuffle(&mut spots);
        spots.truncate(self.head.ideas);
        spots.retain(|spot| spot.clearance > LEANER_ROOM && apart(spot.at, [0.0; 2]) > FROM_RED);
        let mut ranked: Vec<(f64, Spot)> = spots.into_iter().map(|spot| (self.rank(&spot), spot)).collect();
        ranked.sort_by(|one, two| two.0.total_cmp(&one.0));
        // A hand that errs had better miss outwards, where a disc only falls flat.
        let out = match self.head.eye {
            Eye::Nearest => self.hand.place * 3 / 4,
            Eye::Clearance | Eye::Worth => self.hand.place / 2,
        };
        ranked.iter().map(|(_, spot)| aim(spot, out)).collect()
    }

    /// How much a place promises at first sight.
    fn rank(&self, spot: &Spot) -> f64 {
        let side = self.position.turn();
        let seat = if side == Side::First { -22.0 } else { 22.0 };
        match self.head.eye {
            Eye::Nearest => -apart(spot.at, [0.0, seat]),
            Eye::Clearance => safety(spot),
            Eye::Worth => {
                let [x, y] = spot.at.map(|part| part as f32);
                let white = side == Side::First;
                let placed = Placed::flat(Disc(1), x, y, white, 0);
                self.gain_of(placed) + safety(spot)
            }
        }
    }

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for k in (1..list.len()).rev() {
            list.swap(k, self.random.below(k as u64 + 1) as usize);
        }
    }
}

/// How safe a place looks: far from other discs, beside a tower of two, which holds best, and beside a base that carries few
/// leaners, which would all fall with it.
fn safety(spot: &Spot) -> f64 {
    let tower = if spot.height == 2 { 1.0 } else { 0.0 };
    spot.clearance.min(ENOUGH) + tower - 0.7 * spot.carried as f64
}

/// Cost of a fault, as far as it has gone: a contact gives the opponent a tower, the red disc the game.
fn loss(mat: &Position, calls: &[Call]) -> f64 {
    let own = |disc: Disc| {
        let placed = mat.placed(disc);
        placed.is_some_and(|placed| owner(white_up(placed)) == mat.turn())
    };
    let loss = |call: &Call| match call.fault {
        Fault::RedTouched { .. } | Fault::RedMoved => END,
        Fault::Touched { .. } | Fault::LeftBehind { .. } => 2.5,
        Fault::Stuck { disc } if own(disc) => 2.0,
        Fault::Stuck { .. } | Fault::Left { .. } => 1.0,
        Fault::Fell { disc } if own(disc) => 0.0,
        Fault::Fell { .. } | Fault::Overturned { .. } => 0.5,
        Fault::Slid { .. } => 0.2,
    };
    calls.iter().map(loss).sum()
}

/// The pose that leaves a disc at a spot, or some tenths of a millimetre farther out.
fn aim(spot: &Spot, out: u16) -> Aim {
    let unit = directions()[spot.direction];
    let at = [0, 1].map(|k| spot.at[k] + f64::from(out) / 100.0 * unit[k]);
    Aim {
        tilt: spot.tilt,
        heading: heading(spot.direction),
        ..Aim::flat(at, LET_GO).let_go()
    }
}
