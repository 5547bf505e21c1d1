//! One movement of the hand, tick by tick: live for a screen, or along a trace; the same code, the same bits.

use crate::disc_pose::{spot, square_apart};
use crate::forbidden::Forbidden;
use crate::judge::judge;
use crate::moves::{Move, Task};
use crate::position::Position;
use crate::referee::Referee;
use crate::rest_snapshot::Mat;
use crate::verdict::{Call, Fault, Verdict};
use magnets::measures::{LIMIT_TICKS, RADIUS, TICKS_PER_SAMPLE, TICKS_PER_SECOND};
use magnets::{Disc, HandGrip, HandPose, Scene, Table, TableEvent, TableEventKind, Trace};
use rules::Side;

/// A hand that has been simulated with so much work leaves: about four seconds on one core.
const MOST_HAND_WORK: u64 = 20_000_000;
/// No hand stays longer than half a minute: who needs more time leaves and comes again.
pub const MOST_SAMPLES: usize = 1800;
/// How high a hand rises before it is gone, in tenths of a millimetre.
const GONE: i16 = 3000;
/// How far a hand rises in a sample, in tenths of a millimetre.
const RISE: i16 = 100;
/// A disc that keeps its own colour up is tilted no further.
const UPRIGHT: i16 = 900;

/// After the first fault the hand has so many ticks: several conversions must happen at once.
const AFTER_FAULT: u32 = TICKS_PER_SECOND / 2;

/// For how many ticks a mat at rest is watched before the referee decides.
const WATCHED: u32 = TICKS_PER_SECOND;

/// The hand's activity.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    Holding,
    /// It leaves at the end of the sample it is in.
    Leaving,
    /// It rises until its tick count is this.
    Rising(u32),
    Gone,
    /// All is at rest, and is watched for a while from this scene on: a disc may still creep.
    Watching(Scene),
    Still,
}

/// A movement of the hand under the referee's eyes.
pub struct Live {
    before: Position,
    task: Task,
    table: Table,
    referee: Referee,
    /// The discs that had moved earlier in this turn, and have not slid too far yet.
    moved: Vec<(Disc, [i32; 2])>,
    /// Number of the table's events that the referee has received.
    heard: usize,
    stage: Stage,
    /// Ticks and work of the tables before this one.
    passed: u32,
    worked: u64,
    /// When the hand let go or was gone.
    alone_since: u32,
    /// The discs that the hand took away.
    taken: Vec<Disc>,
    /// The hand's movement, once it has let go or decided to leave.
    trace: Option<Trace>,
}

/// A movement that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The move as it is recorded.
    pub mv: Move,
    /// The position after it.
    pub position: Position,
    /// The referee's verdict.
    pub verdict: Verdict,
}

impl Live {
    /// A rigid hand comes in. One that brings a disc appears at `start`; one that lifts a disc begins where that
    /// disc is, and `start` does not matter.
    pub fn begin(before: &Position, task: Task, start: HandPose) -> Result<Live, Forbidden> {
        Live::begin_with(before, task, start, HandGrip::Rigid)
    }

    /// The same for a hand with this grip.
    pub fn begin_with(
        before: &Position,
        task: Task,
        start: HandPose,
        grip: HandGrip,
    ) -> Result<Live, Forbidden> {
        before.allow(task)?;
        let mut table = Table::new(before.scene());
        table.set_grip(grip);
        let mut brought = None;
        match task {
            Task::Lay | Task::Lean => {
                let disc = before.next_disc().ok_or(Forbidden::EmptyReserve)?;
                brought = Some(disc);
                let white = before.turn() == Side::First;
                table
                    .bring(&[disc], white, upright(start))
                    .map_err(Forbidden::Hand)?;
            }
            Task::Turn { disc } | Task::Capture { disc } => {
                table.lift(disc).map_err(Forbidden::Hand)?;
            }
        }
        Ok(Live {
            before: before.clone(),
            task,
            referee: Referee::new(before, task, brought),
            moved: before.moved.clone(),
            heard: table.events().len(),
            table,
            stage: Stage::Holding,
            passed: 0,
            worked: 0,
            alone_since: 0,
            taken: Vec::new(),
            trace: None,
        })
    }

    /// Plays a whole trace, unless `stop`, which is asked every tick, breaks it off.
    pub fn replay(
        before: &Position,
        task: Task,
        trace: &Trace,
        stop: &dyn Fn() -> bool,
    ) -> Result<Done, Forbidden> {
        if trace.samples().len() > MOST_SAMPLES {
            return Err(Forbidden::TooLong);
        }
        let mut live = Live::begin_with(before, task, trace.samples()[0], trace.grip())?;
        if live
            .table
            .trace(false)
            .is_none_or(|here| here.samples()[0] != trace.samples()[0])
        {
            return Err(Forbidden::WrongBeginning);
        }
        if live.brings() && trace.samples().iter().any(|pose| pose.tilt > UPRIGHT) {
            return Err(Forbidden::TurnedInHand);
        }
        let mut is_going_on = true;
        while is_going_on {
            if stop() {
                return Err(Forbidden::Stopped);
            }
            is_going_on = live.follow(trace);
        }
        live.finish()
    }

    /// Lets one tick pass in which the hand does as a trace says; whether there is more to come.
    pub(crate) fn follow(&mut self, trace: &Trace) -> bool {
        self.obey(trace);
        self.tick()
    }

    /// Steers as a trace says.
    fn obey(&mut self, trace: &Trace) {
        let (Stage::Holding, Some(tick)) = (&self.stage, self.table.hand_ticks()) else {
            return;
        };
        match trace.release() {
            Some(release) if tick >= release => self.let_go(),
            None if tick >= trace.end() => self.leave(),
            _ => self.steer(trace.aim(tick)),
        }
    }

    fn brings(&self) -> bool {
        matches!(self.task, Task::Lay | Task::Lean)
    }

    /// Sets the hand's target.
    pub fn steer(&mut self, target: HandPose) {
        if self.stage == Stage::Holding {
            self.table
                .steer(if self.brings() { upright(target) } else { target });
        }
    }

    /// The hand lets go; after a fault it leaves instead, with what it holds.
    pub fn let_go(&mut self) {
        if self.stage != Stage::Holding {
            return;
        }
        if self.referee.is_fault() {
            self.leave();
            return;
        }
        self.trace = self.table.trace(true);
        self.table.release();
        self.stage = Stage::Gone;
        self.alone_since = self.table.ticks();
        self.listen();
    }

    /// The hand leaves with what it holds, straight up.
    pub fn leave(&mut self) {
        if self.stage == Stage::Holding {
            self.stage = Stage::Leaving;
        }
    }

    /// Lets one tick pass; whether there is more to come.
    pub fn tick(&mut self) -> bool {
        if self.stage == Stage::Still {
            return false;
        }
        self.move_stage();
        self.table.tick();
        self.listen();
        self.watch_slides();
        self.watch_rest();
        self.stage != Stage::Still
    }

    /// Ticks since the hand came in.
    pub fn ticks(&self) -> u32 {
        self.passed + self.table.ticks()
    }

    /// How much has been simulated since the hand came in.
    pub(crate) fn work(&self) -> u64 {
        self.worked + self.table.work()
    }

    /// A disc that is slow enough to count as at rest may still creep towards another. A mat at rest is therefore rebuilt,
    /// as the next hand will find it, and watched until nothing moves or the time is up.
    fn watch_rest(&mut self) {
        let done = match &self.stage {
            Stage::Gone => self.table.is_over(),
            Stage::Watching(_) => self.table.is_over() && self.table.ticks() >= WATCHED,
            _ => false,
        };
        let Some(scene) = self.table.scene().filter(|_| done) else {
            return;
        };
        let late = self.ticks() - self.alone_since >= LIMIT_TICKS;
        if late || self.stage == Stage::Watching(scene.clone()) {
            self.stage = Stage::Still;
            return;
        }
        self.remember_slides(&scene);
        self.taken.extend(self.table.withdrawn());
        self.passed = self.ticks();
        self.worked = self.work();
        self.table = Table::new(&scene);
        self.heard = self.table.events().len();
        self.stage = Stage::Watching(scene);
    }

    fn move_stage(&mut self) {
        let Some(tick) = self.table.hand_ticks() else {
            return;
        };
        let most = (MOST_SAMPLES as u32 - 1) * TICKS_PER_SAMPLE;
        let fault = self.calls().first().map(|call| call.tick);
        let is_over = fault.is_some_and(|fault| self.ticks() >= fault + AFTER_FAULT);
        if self.stage == Stage::Holding && (tick >= most || is_over || self.work() >= MOST_HAND_WORK) {
            self.stage = Stage::Leaving;
        }
        match self.stage {
            Stage::Leaving if tick % TICKS_PER_SAMPLE == 0 => self.rise(tick),
            Stage::Rising(end) if tick >= end => {
                self.table.withdraw();
                self.stage = Stage::Gone;
                self.alone_since = self.table.ticks();
            }
            _ => {}
        }
    }

    fn rise(&mut self, tick: u32) {
        self.trace = self.table.trace(false);
        let samples = self.trace.as_ref().map_or(&[][..], Trace::samples);
        let here = samples.last().copied().unwrap_or_default();
        self.table.steer(HandPose { height: GONE, ..here });
        let way = (GONE - here.height).max(0) as u32;
        self.stage = Stage::Rising(tick + way.div_ceil(RISE as u32) * TICKS_PER_SAMPLE);
    }

    /// Tells the referee what is new.
    fn listen(&mut self) {
        for event in &self.table.events()[self.heard..] {
            let tick = self.passed + event.tick;
            self.referee.hear(&TableEvent { tick, ..*event });
        }
        self.heard = self.table.events().len();
    }

    /// Slides of discs that had moved earlier in this turn are measured from where the turn began.
    fn watch_slides(&mut self) {
        let diameter = i64::from((2.0 * RADIUS * 1000.0) as i32);
        let (table, tick) = (&self.table, self.ticks());
        let slid = |&(disc, began): &(Disc, [i32; 2])| {
            let centre = table.magnet(disc).map(|magnet| magnet.centre);
            let now = centre.map(|centre| [centre.x, centre.y].map(|part| (part * 1000.0) as i32));
            now.is_some_and(|now| square_apart(began, now) > diameter * diameter)
        };
        while let Some(index) = self.moved.iter().position(slid) {
            let what = TableEventKind::Slid {
                disc: self.moved.swap_remove(index).0,
            };
            self.referee.hear(&TableEvent { tick, what });
        }
    }

    /// A new table measures slides from where it was built: what has moved so far is measured here.
    fn remember_slides(&mut self, scene: &Scene) {
        for now in scene.discs() {
            let disc = now.disc;
            let slid = Fault::Slid { disc };
            let known = self
                .before
                .moved
                .iter()
                .chain(&self.moved)
                .any(|(moved, _)| *moved == disc)
                || self.referee.calls().iter().any(|call| call.fault == slid);
            let began = self
                .before
                .placed(disc)
                .map(spot)
                .filter(|began| *began != spot(now));
            self.moved
                .extend(began.filter(|_| !known).map(|began| (disc, began)));
        }
    }

    /// The position it began in.
    pub fn before(&self) -> &Position {
        &self.before
    }

    /// The hand's task.
    pub fn task(&self) -> Task {
        self.task
    }

    /// The table, to be shown.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The hand's pose, while it is over the table.
    pub fn pose(&self) -> Option<HandPose> {
        self.table.trace(false)?.samples().last().copied()
    }

    /// Whether all has been at rest since the hand was gone; a disc may still creep.
    pub fn has_rested(&self) -> bool {
        matches!(self.stage, Stage::Watching(_) | Stage::Still)
    }

    /// The referee's calls so far.
    pub fn calls(&self) -> &[Call] {
        self.referee.calls()
    }

    /// Whether what has been called loses the game.
    pub(crate) fn loses(&self) -> bool {
        self.calls().iter().any(|call| call.fault.loses())
    }

    /// Whether the hand still holds what it came in with, and obeys.
    pub fn holds(&self) -> bool {
        self.stage == Stage::Holding
    }

    /// The move as it will be recorded, once the hand has let go or is leaving.
    pub(crate) fn recorded(&self) -> Option<Move> {
        let (task, trace) = (self.task, self.trace.clone()?);
        Some(Move::Hand { task, trace })
    }

    /// Lets the rest happen, and asks the referee; an error refuses the movement.
    pub fn finish(mut self) -> Result<Done, Forbidden> {
        self.leave();
        while self.tick() {}
        self.judged()
    }

    /// The referee's verdict on a mat at rest, if nothing more happens; an error refuses the movement.
    pub fn judged(self) -> Result<Done, Forbidden> {
        let tick = self.ticks();
        let mat = Mat::of(&self.table).map(|mat| Mat {
            taken: [self.taken, mat.taken].concat(),
            ..mat
        });
        let (Some(mat), Some(trace)) = (mat, self.trace) else {
            return Err(Forbidden::NoTrace);
        };
        let (position, verdict) = judge(&self.before, self.referee, &mat, tick)?;
        let task = self.task;
        Ok(Done {
            mv: Move::Hand { task, trace },
            position,
            verdict,
        })
    }
}

fn upright(pose: HandPose) -> HandPose {
    HandPose {
        tilt: pose.tilt.min(UPRIGHT),
        ..pose
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::StartVariant;

    fn laying() -> Live {
        let high = HandPose {
            height: 1500,
            ..HandPose::default()
        };
        Live::begin(&Position::start(StartVariant::default()), Task::Lay, high).unwrap()
    }

    #[test]
    fn a_hand_that_takes_too_much_work_leaves() {
        let mut live = laying();
        for _ in 0..4 * TICKS_PER_SAMPLE {
            live.tick();
        }
        assert!(live.holds(), "a usual hand stays");
        live.worked = MOST_HAND_WORK;
        for _ in 0..2 * TICKS_PER_SAMPLE {
            live.tick();
        }
        assert!(!live.holds());
    }

    #[test]
    fn a_replay_is_broken_off_when_nobody_wants_it() {
        let mut live = laying();
        for _ in 0..4 * TICKS_PER_SAMPLE {
            live.tick();
        }
        let trace = live.table.trace(true).unwrap();
        let asked = std::cell::Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 10
        };
        let error = Live::replay(&live.before, Task::Lay, &trace, &stop).unwrap_err();
        assert!(error.to_string().contains("stopped"), "{error}");
        assert_eq!(asked.get(), 11);
    }
}
