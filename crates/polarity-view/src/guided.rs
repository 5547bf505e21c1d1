//! Movements that the table leads: the player says where, the hand does the rest.

use crate::goal::{CONVERTING, Goal, LET_GO, free_places};
use crate::session::TableSession;
use crate::steering::{CARRY, HIGHEST, Steering};
use magnets::measures::{THICKNESS, TICKS_PER_SAMPLE, TICKS_PER_SECOND};
use magnets::{Disc, Table};
use polarity_facts::GuideStage;
use rules::Side;

/// The hand goes on for so many ticks after the leaner is half down.
const GOES_ON: u32 = TICKS_PER_SECOND * 15 / 100;

/// How high something lifted is carried, and for each disc of it, in centimetres.
const LIFTED: f32 = 9.0;
/// How fast the hand is: lifting, far from the mat, and near it, in centimetres a second.
const LIFTING: f32 = 18.0;
const FAST: f32 = 54.0;
const SLOW: f32 = 7.2;
/// Let go at most this high, it releases the disc; higher up it pulls back.
const RELEASES: f32 = 0.3;
/// A conversion that is done ends after so many ticks, if the player still holds the hand.
const HELD_LONGEST: u32 = TICKS_PER_SECOND / 2;
/// Height from which the hand is slow.
const NEAR: f32 = 3.5;
/// Ticks for which it keeps still before it lets go ...
const STILL: u32 = 4 * TICKS_PER_SAMPLE;
/// ... and for which it waits while the field still turns the disc.
const TURNING: u32 = TICKS_PER_SECOND / 2;

/// Step after rising.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    Wait,
    Place,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    /// The lifted disc rises and has come to this height; then it waits, or is set down at once.
    Rising(f32, Then),
    /// The player chooses the place.
    Ready,
    /// The hand has yet to come to where it goes down.
    Crossing,
    /// The hand is this low.
    Lowering(f32),
    /// It has kept still for so many ticks.
    Still(u32),
    /// It pulls back after so many ticks.
    Converting(f32, Option<u32>),
    /// The player holds it, or has just let go: it is this low, and a conversion has been done for so many ticks.
    Held(f32, Option<u32>),
}

/// A hand that is led.
#[derive(Clone, Debug, PartialEq)]
pub struct Guided {
    goal: Goal,
    stage: Stage,
    /// Whether the player holds it down.
    is_held: bool,
}

/// Last step of the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalStep {
    /// It goes on.
    On,
    /// It lets go.
    LetGo,
    /// It leaves with what it holds.
    Leave,
}

impl Guided {
    /// A hand on its way to a place to wait.
    pub fn new(goal: Goal) -> Guided {
        Guided {
            goal,
            stage: Stage::Ready,
            is_held: false,
        }
    }

    /// A hand that has just taken hold of something on the mat.
    pub fn lifting(goal: Goal, height: f32) -> Guided {
        Guided {
            stage: Stage::Rising(height, Then::Wait),
            ..Guided::new(goal)
        }
    }

    /// Goal of the hand.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Whether the player still chooses.
    pub fn is_ready(&self) -> bool {
        matches!(self.stage, Stage::Ready | Stage::Rising(..))
    }

    /// Its stage, for the page.
    pub fn stage(&self) -> GuideStage {
        match self.stage {
            Stage::Ready | Stage::Rising(..) => GuideStage::Ready,
            Stage::Held(height, _) if self.is_held => match self.goal {
                Goal::Lean(_) | Goal::Lay { .. } if height <= RELEASES => GuideStage::Low,
                _ => GuideStage::Held,
            },
            _ => GuideStage::Busy,
        }
    }

    /// The player holds it: it goes down for as long as that lasts.
    pub fn hold(&mut self) {
        if self.stage == Stage::Ready {
            self.stage = Stage::Held(self.goal.high(), None);
        }
        self.is_held = matches!(self.stage, Stage::Held(..));
    }

    /// The player lets go; whether it was held.
    pub fn unhold(&mut self) -> bool {
        std::mem::take(&mut self.is_held)
    }

    /// Has another goal, as long as the player chooses.
    pub fn set_goal(&mut self, goal: Goal) {
        if self.is_ready() {
            self.goal = goal;
        }
    }

    /// Changes the goal, as long as the player chooses.
    pub fn change(&mut self, act: impl FnOnce(&mut Goal)) {
        if self.is_ready() {
            act(&mut self.goal);
        }
    }

    /// The hand comes down and does it.
    pub fn place(&mut self) {
        if let Stage::Rising(_, then) = &mut self.stage {
            *then = Then::Place;
        } else if matches!(self.stage, Stage::Ready | Stage::Held(..)) {
            (self.stage, self.is_held) = (Stage::Crossing, false);
        }
    }

    /// Goes on by a tick: steers the hand, and says what it does then.
    pub fn tick(&mut self, table: &Table, hand: &mut Steering) -> FinalStep {
        let tick = 1.0 / TICKS_PER_SECOND as f32;
        match &mut self.stage {
            Stage::Rising(height, then) => {
                *height += LIFTING * tick;
                hand.set_height(*height);
                if *height >= self.goal.high() {
                    self.stage = match then {
                        Then::Wait => Stage::Ready,
                        Then::Place => Stage::Crossing,
                    };
                }
            }
            Stage::Ready => self.goal.steer(hand, self.goal.high()),
            Stage::Crossing => {
                self.goal.steer(hand, self.goal.high());
                if has_arrived(table, hand) {
                    let high = self.goal.high();
                    self.stage = match self.goal {
                        Goal::Convert { .. } => Stage::Converting(high, None),
                        Goal::Lean(_) | Goal::Lay { .. } => Stage::Lowering(high),
                    };
                }
            }
            Stage::Lowering(height) => {
                let last = match self.goal {
                    Goal::Lean(_) => LET_GO,
                    Goal::Lay { .. } | Goal::Convert { .. } => 0.0,
                };
                let speed = if *height > NEAR { FAST } else { SLOW };
                *height = (*height - speed * tick).max(last);
                self.goal.steer(hand, *height);
                if *height <= last {
                    self.stage = Stage::Still(0);
                }
            }
            Stage::Still(ticks) => {
                let longest = if table.is_hand_turning() { TURNING } else { STILL };
                if *ticks >= longest {
                    return FinalStep::LetGo;
                }
                *ticks += 1;
            }
            Stage::Converting(height, half_down) => {
                let Goal::Convert { lowest, .. } = self.goal else {
                    return FinalStep::Leave;
                };
                match half_down {
                    Some(0) => return FinalStep::Leave,
                    Some(ticks) => *ticks -= 1,
                    None if self.goal.is_half_down(table) => *half_down = Some(GOES_ON),
                    None if *height <= lowest => *half_down = Some(GOES_ON),
                    None => {}
                }
                *height = (*height - CONVERTING * tick).clamp(lowest, HIGHEST);
                self.goal.steer(hand, *height);
            }
            Stage::Held(height, done) => {
                let high = self.goal.high();
                if self.is_held {
                    self.goal.steer(hand, high);
                    if *height >= high && !has_arrived(table, hand) {
                        return FinalStep::On;
                    }
                    if let Some(ticks) = done {
                        *ticks += 1;
                    } else if self.goal.is_half_down(table) {
                        *done = Some(0);
                    } else {
                        *height = self.goal.lowered(*height, tick);
                    }
                    if *done > Some(HELD_LONGEST) {
                        return FinalStep::Leave;
                    }
                } else if done.is_some() {
                    return FinalStep::Leave;
                } else if *height <= RELEASES && !matches!(self.goal, Goal::Convert { .. }) {
                    return FinalStep::LetGo;
                } else {
                    *height += LIFTING * tick;
                }
                self.goal.steer(hand, height.min(high));
                if *height > high {
                    self.stage = Stage::Ready;
                }
            }
        }
        FinalStep::On
    }
}

/// Whether the hand is where it is steered to.
fn has_arrived(table: &Table, hand: &Steering) -> bool {
    let trace = table.trace(false);
    let here = trace.and_then(|trace| trace.samples().last().copied());
    here.is_none_or(|here| here == hand.pose())
}

impl TableSession {
    /// Moves the player's hand one step towards its goal.
    pub fn follow(&mut self, guided: &mut Guided) -> bool {
        let Some(next) = self.lead(|table, hand| guided.tick(table, hand)) else {
            return false;
        };
        match next {
            FinalStep::On => {}
            FinalStep::LetGo => self.let_go(),
            FinalStep::Leave => self.take_back(),
        }
        next == FinalStep::On
    }

    /// Something set down flat that was lifted, or comes from the reserve: where there is room, own colour up.
    pub fn laying(&self) -> Option<Goal> {
        self.layings().into_iter().next()
    }

    /// The same at several places, the best one first.
    pub(crate) fn layings(&self) -> Vec<Goal> {
        let Some((held, white_up)) = self.held() else {
            return Vec::new();
        };
        let Some(game) = self.game() else {
            return layings(self.table(), held, &[], white_up);
        };
        let position = game.position();
        let cluster = position.group(held).map_or(&[][..], |cluster| &cluster.discs);
        layings(self.table(), held, cluster, position.turn() == Side::First)
    }
}

/// Something lifted from a cluster set down flat, this colour up, where there is room; the best place first.
pub(crate) fn layings(table: &Table, held: Disc, cluster: &[Disc], white_up: bool) -> Vec<Goal> {
    let Some(magnet) = table.magnet(held) else {
        return Vec::new();
    };
    let with_it = |disc: Disc| disc == held || table.are_one(disc, held) || cluster.contains(&disc);
    let near = [magnet.centre.x, magnet.centre.y];
    let goal = |place| Goal::Lay {
        place,
        turned: (magnet.axis.z >= 0.0) != white_up,
        high: LIFTED.max(CARRY) + THICKNESS * table.tower(held).unwrap_or(1) as f32,
    };
    free_places(table, near, with_it).into_iter().map(goal).collect()
}
