//! Forecasts of guided movements, simulated on a separate table while the player still chooses.

use crate::goal::{DIRECTIONS, Goal, Leaning};
use crate::guided::{FinalStep, Guided};
use crate::messages::TableMessage;
use crate::practice::Free;
use crate::record::Take;
use crate::session::PLAYERS_GRIP;
use crate::steering::Steering;
use magnets::measures::{DISCS, ENTRY_DISTANCE, TICKS_PER_SECOND};
use magnets::{Disc, HandPose, Lie, Placed, Scene, Table};
pub use polarity_facts::Outlook;

/// Discs farther than this from the hand do not matter, in centimetres.
const AROUND: f32 = 12.0;
/// A disc that has not come to rest by then is as good as fallen, in ticks.
const LATEST: u32 = 6 * TICKS_PER_SECOND;

/// One try.
struct Try {
    free: Free,
    guided: Guided,
    steering: Steering,
    disc: Disc,
    /// Whether the hand has let go.
    is_alone: bool,
}

impl Try {
    fn new(scene: &Scene, white_up: bool, goal: Goal) -> Option<Try> {
        let [x, y] = goal.place();
        let near = |placed: &&Placed| {
            let [there_x, there_y] = [placed.centre[0], placed.centre[1]].map(|part| part as f32 / 1000.0);
            (there_x - x).hypot(there_y - y) < AROUND
        };
        let discs: Vec<Placed> = scene.discs().iter().filter(near).copied().collect();
        let free = |disc: &u8| scene.discs().iter().all(|placed| placed.disc != Disc(*disc));
        let disc = Disc((1..DISCS as u8).find(free)?);
        let mut steering = Steering::from_pose(HandPose::default());
        goal.steer(&mut steering, ENTRY_DISTANCE + 2.0);
        let scene = Scene::new(discs, true).ok()?;
        let take = Take::Bring { disc, white_up };
        let free = Free::begin(&scene, take, steering.pose(), PLAYERS_GRIP).ok()?;
        let mut guided = Guided::new(goal);
        guided.place();
        Some(Try {
            free,
            guided,
            steering,
            disc,
            is_alone: false,
        })
    }

    /// Lets a tick pass; what came of it, once that is known.
    fn tick(&mut self) -> Option<Outlook> {
        if !self.is_alone {
            match self.guided.tick(self.free.table(), &mut self.steering) {
                FinalStep::On => self.free.steer(self.steering.pose()),
                FinalStep::LetGo => {
                    self.free.let_go();
                    self.is_alone = true;
                }
                FinalStep::Leave => {
                    self.free.leave();
                    self.is_alone = true;
                }
            }
        }
        let more = self.free.tick();
        let table = self.free.table();
        if self.guided.goal().kind() != polarity_facts::GoalKind::Convert && self.is_fault() {
            return Some(Outlook::Faults);
        }
        let is_late = table.ticks() > LATEST;
        (!more || is_late).then(|| self.judge(table))
    }

    fn is_fault(&self) -> bool {
        let own = TableMessage::Slid(self.disc);
        let mut news = self.free.table().events().iter().filter_map(TableMessage::of);
        news.any(|news| news.is_fault() && news != own)
    }

    fn judge(&self, table: &Table) -> Outlook {
        match self.guided.goal() {
            Goal::Lean(_) => match TableMessage::of_end(table, self.disc) {
                TableMessage::Stands(_) => Outlook::Holds,
                _ => Outlook::Falls,
            },
            Goal::Lay { .. } => match TableMessage::of_end(table, self.disc) {
                TableMessage::Lies(_) => Outlook::Holds,
                _ => Outlook::Faults,
            },
            Goal::Convert { leaner, .. } => {
                let is_flat = table.lie(leaner) == Some(Lie::Flat) && table.tower(leaner) == Some(1);
                if is_flat { Outlook::Holds } else { Outlook::Faults }
            }
        }
    }
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
    pub fn look(&mut self, scene: &Scene, white_up: bool, goal: Goal, ticks: u32) -> bool {
        let Some(next) = self.next(goal) else { return false };
        if self.running.as_ref().is_none_or(|(running, _)| *running != next) {
            // A try of the ring goes on until the player rests somewhere.
            self.running = Try::new(scene, white_up, next).map(|tried| (next, Box::new(tried)));
            if self.running.is_none() {
                self.note(goal, next, Outlook::Faults);
            }
        }
        for _ in 0..ticks {
            let Some((_, tried)) = &mut self.running else {
                break;
            };
            if let Some(outlook) = tried.tick() {
                self.running = None;
                self.note(goal, next, outlook);
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
