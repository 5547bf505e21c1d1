//! Forecasts of guided movements, simulated on a separate table while the player still chooses.

mod lift;

pub(crate) use lift::LiftForesight;

use crate::goal::{DIRECTIONS, Goal, Leaning};
use crate::guided::{FinalStep, Guided};
use crate::messages::TableMessage;
use crate::motion::Motion;
use crate::steering::Steering;
use magnets::measures::{ENTRY_DISTANCE, TICKS_PER_SECOND};
use magnets::{Disc, HandPose, Lie, Placed, Scene, Table};
use polarity::Position;
use polarity_facts::GoalKind;
pub use polarity_facts::Outlook;
use rules::Side;

/// Discs farther than this from the hand do not matter, in centimetres.
const AROUND: f32 = 20.0;
/// A disc that has not come to rest by then is as good as fallen, in ticks; what is lifted has a longer way.
const LATEST: u32 = 6 * TICKS_PER_SECOND;
const LATEST_LIFTED: u32 = 9 * TICKS_PER_SECOND;

/// The mat before a movement.
#[derive(Clone, Copy)]
pub enum MatBefore<'a> {
    /// A scene of the practice table, and whether the hand's disc has its white face up.
    Practice(&'a Scene, bool),
    /// A position of a game: the referee judges the movement.
    Game(&'a Position),
    /// Of a game in which the hand lifts this disc, because it is owed.
    Owed(&'a Position, Disc),
}

impl MatBefore<'_> {
    /// Whether the hand's disc has its white face up.
    fn is_white(self) -> bool {
        match self {
            MatBefore::Practice(_, white_up) => white_up,
            MatBefore::Game(position) | MatBefore::Owed(position, _) => position.turn() == Side::First,
        }
    }

    /// A hand with a disc comes in over the part of the mat around a place, or takes hold of what is owed.
    fn begin(self, [x, y]: [f32; 2], start: HandPose) -> Option<(Motion, Disc)> {
        match self {
            MatBefore::Practice(scene, white_up) => {
                let reach = reach(&Table::new(scene), [x, y], AROUND);
                let near = |placed: &&Placed| {
                    let [there_x, there_y] =
                        [placed.centre[0], placed.centre[1]].map(|part| part as f32 / 1000.0);
                    (there_x - x).hypot(there_y - y) < reach
                };
                let discs = scene.discs().iter().filter(near).copied().collect();
                Motion::bring_freely(&Scene::new(discs, true).ok()?, white_up, start)
            }
            MatBefore::Game(position) => {
                let reach = reach(&Table::new(position.scene()), [x, y], AROUND);
                let part = position.around([x, y].map(f64::from), f64::from(reach));
                Motion::bring_in_game(&part, start)
            }
            MatBefore::Owed(position, disc) => {
                let table = Table::new(position.scene());
                let from = table.magnet(disc)?.centre;
                let middle = [f32::midpoint(from.x, x), f32::midpoint(from.y, y)];
                let reach = reach(&table, middle, AROUND + (from.x - x).hypot(from.y - y) / 2.0);
                let part = position.around(middle.map(f64::from), f64::from(reach));
                Some((Motion::lift_in_game(&part, disc)?, disc))
            }
        }
    }
}

/// How far round a place the mat must reach so that every leaner of it has what it leans on.
fn reach(table: &Table, [x, y]: [f32; 2], least: f32) -> f32 {
    let away = |disc: Disc| {
        let centre = table.magnet(disc).map(|magnet| magnet.centre);
        centre.map_or(0.0, |centre| (centre.x - x).hypot(centre.y - y))
    };
    let leaners = table.poses().map(|(disc, ..)| disc);
    let leaners = leaners.filter(|disc| table.lie(*disc) == Some(Lie::Leaner));
    let pairs: Vec<(f32, f32)> = leaners
        .filter_map(|leaner| Some((away(leaner), away(table.support(leaner)?))))
        .collect();
    let mut reach = least;
    // The base of a leaner may lean itself.
    while let Some((_, base)) = pairs
        .iter()
        .find(|(leaner, base)| *leaner < reach && *base >= reach)
    {
        reach = base + 0.1;
    }
    reach
}

/// One try.
struct Try {
    motion: Motion,
    guided: Guided,
    steering: Steering,
    disc: Disc,
    white_up: bool,
    /// Whether the hand has taken the disc from the mat.
    lifts: bool,
    /// Whether the hand has let go.
    is_alone: bool,
    ticks: u32,
}

impl Try {
    fn new(before: MatBefore<'_>, goal: Goal) -> Option<Try> {
        let mut steering = Steering::from_pose(HandPose::default());
        goal.steer(&mut steering, ENTRY_DISTANCE + 2.0);
        let (motion, disc) = before.begin(goal.place(), steering.pose())?;
        let lifts = matches!(before, MatBefore::Owed(..));
        let mut guided = Guided::new(goal);
        if lifts {
            steering = Steering::from_pose(motion.pose()?);
            guided = Guided::lifting(goal, steering.height());
        }
        guided.place();
        Some(Try {
            motion,
            guided,
            steering,
            disc,
            white_up: before.is_white(),
            lifts,
            is_alone: false,
            ticks: 0,
        })
    }

    /// Lets a tick pass; whether more are needed to know the outlook.
    fn tick(&mut self) -> bool {
        let latest = if self.lifts { LATEST_LIFTED } else { LATEST };
        let more = self.step() && !self.motion.has_rested();
        more && self.ticks <= latest && !has_fault(&self.motion.news(), self.disc, self.converts())
    }

    /// Lets a tick pass; whether anything can still happen.
    fn step(&mut self) -> bool {
        if !self.is_alone {
            match self.guided.tick(self.motion.table(), &mut self.steering) {
                FinalStep::On => self.motion.steer(self.steering.pose()),
                FinalStep::LetGo => {
                    self.motion.let_go();
                    self.is_alone = true;
                }
                FinalStep::Leave => {
                    self.motion.leave();
                    self.is_alone = true;
                }
            }
        }
        self.ticks += 1;
        self.motion.tick()
    }

    /// The leaner to be converted.
    fn converts(&self) -> Option<Disc> {
        match self.guided.goal() {
            Goal::Convert { leaner, .. } => Some(leaner),
            Goal::Lean(_) | Goal::Lay { .. } => None,
        }
    }

    /// Whether the leaner to be converted lies alone, own colour up.
    fn is_converted(&self) -> bool {
        let table = self.motion.table();
        self.converts().is_some_and(|leaner| {
            let shows_white = |disc: Disc| table.magnet(disc).map(|magnet| magnet.axis.z > 0.0);
            let is_flat = table.lie(leaner) == Some(Lie::Flat) && table.tower(leaner) == Some(1);
            is_flat && shows_white(leaner) == Some(self.white_up)
        })
    }

    fn outlook(self) -> Outlook {
        let (disc, lifts) = (self.disc, self.lifts);
        let (is_converted, converts) = (self.is_converted(), self.converts());
        let news = self.motion.ended(disc);
        if has_fault(&news, disc, converts) {
            return Outlook::Faults;
        }
        let lies = |news: &TableMessage| match news {
            TableMessage::Captured(_) | TableMessage::Turned(_) | TableMessage::Laid(_) => true,
            TableMessage::Again => !lifts,
            _ => *news == TableMessage::Lies(disc),
        };
        match self.guided.goal().kind() {
            GoalKind::Lean if news.contains(&TableMessage::Stands(disc)) => Outlook::Holds,
            GoalKind::Lean => Outlook::Falls,
            GoalKind::Lay if news.iter().any(lies) => Outlook::Holds,
            GoalKind::Convert if is_converted => Outlook::Holds,
            GoalKind::Lay | GoalKind::Convert => Outlook::Faults,
        }
    }
}

/// Whether there is a fault besides the fall of the leaner to be converted.
fn has_fault(news: &[TableMessage], held: Disc, converts: Option<Disc>) -> bool {
    let is_meant = |news: &TableMessage| match *news {
        TableMessage::Fell(disc) => converts == Some(disc),
        // A disc that the hand does not let go may brush others; every disc in a hand comes a long way.
        TableMessage::Joined(one, two) | TableMessage::Kissed(one, two) => {
            converts.is_some() && [one, two].contains(&held)
        }
        TableMessage::Slid(disc) => disc == held,
        _ => false,
    };
    news.iter().any(|news| news.is_fault() && !is_meant(news))
}

/// Forecasts for a goal, and for others round the same support.
#[derive(Default)]
pub struct Foresight {
    running: Option<(Goal, Box<Try>)>,
    /// The forecast for the last goal.
    known: Option<(Goal, Outlook)>,
    /// The forecast for each direction round a support.
    ring: Option<(Leaning, [Outlook; DIRECTIONS])>,
    /// How much has been found out.
    found: usize,
}

/// The same support, whichever direction.
fn at_support(leaning: Leaning) -> Leaning {
    Leaning {
        angle: 0.0,
        out: 0.0,
        ..leaning
    }
}

fn in_direction(leaning: Leaning, direction: usize) -> Leaning {
    Leaning {
        angle: std::f32::consts::TAU * direction as f32 / DIRECTIONS as f32,
        out: 0.0,
        ..leaning
    }
}

impl Foresight {
    /// The forecast for a goal; unknown until it has been tried.
    pub fn of(&self, goal: &Goal) -> Outlook {
        let known = self.known.filter(|(known, _)| known == goal);
        known.map_or(Outlook::Unknown, |(_, outlook)| outlook)
    }

    /// The forecast for each direction round a support.
    pub fn ring(&self, leaning: Leaning) -> Option<&[Outlook; DIRECTIONS]> {
        let ring = self.ring.as_ref().filter(|(of, _)| *of == at_support(leaning));
        ring.map(|(_, ring)| ring)
    }

    /// How much has been found out so far.
    pub fn found(&self) -> usize {
        self.found
    }

    /// Forgets all: the mat has changed.
    pub fn forget(&mut self) {
        *self = Foresight::default();
    }

    /// Looks ahead for so many ticks; whether there is more to find out.
    pub fn look(&mut self, before: MatBefore<'_>, goal: Goal, ticks: u32) -> bool {
        let Some(next) = self.next(goal) else { return false };
        if self.running.as_ref().is_none_or(|(running, _)| *running != next) {
            // A try of the ring goes on until the player rests somewhere.
            self.running = Try::new(before, next).map(|tried| (next, Box::new(tried)));
            if self.running.is_none() {
                self.note(goal, next, Outlook::Faults);
            }
        }
        for _ in 0..ticks {
            let Some((_, tried)) = &mut self.running else {
                break;
            };
            if !tried.tick()
                && let Some((_, tried)) = self.running.take()
            {
                self.note(goal, next, tried.outlook());
            }
        }
        true
    }

    /// The next goal to try: the goal itself, then the nearest direction without a forecast.
    fn next(&self, goal: Goal) -> Option<Goal> {
        if self.of(&goal) == Outlook::Unknown {
            return Some(goal);
        }
        let Goal::Lean(leaning) = goal else { return None };
        let known = self.ring(leaning).copied().unwrap_or_default();
        let apart = |direction: &usize| {
            let angle = in_direction(leaning, *direction).angle - leaning.angle;
            (angle.cos() * -1000.0) as i32
        };
        let unknown = (0..DIRECTIONS).filter(|direction| known[*direction] == Outlook::Unknown);
        let nearest = unknown.min_by_key(apart)?;
        Some(Goal::Lean(in_direction(leaning, nearest)))
    }

    fn note(&mut self, goal: Goal, tried: Goal, outlook: Outlook) {
        self.found += 1;
        if tried == goal {
            self.known = Some((goal, outlook));
        }
        let Goal::Lean(leaning) = tried else { return };
        let support = at_support(leaning);
        if self.ring.as_ref().is_none_or(|(of, _)| *of != support) {
            self.ring = Some((support, [Outlook::Unknown; DIRECTIONS]));
        }
        if let Some((_, ring)) = &mut self.ring {
            let direction = (0..DIRECTIONS).find(|direction| in_direction(leaning, *direction) == leaning);
            if let Some(direction) = direction {
                ring[direction] = outlook;
            }
        }
    }
}
