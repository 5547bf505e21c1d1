//! The table at rest and under a hand, in practice or in a game.

mod again;
mod game;
mod other;
#[cfg(test)]
mod tests;

pub use game::Owed;
pub use polarity_facts::{How, Status};

use crate::film::{Film, Recorder};
use crate::messages::TableMessage;
use crate::motion::Motion;
use crate::practice::Free;
use crate::record::TableRecord;
use crate::steering::{CARRY, Steering};
use magnets::measures::{DISCS, ENTRY_DISTANCE, FLAT_COSINE};
use magnets::{Disc, HandPose, Lie, Scene, Table, TableEventKind, Trace};
use polarity::{Done, Match, Position};
use rapier3d::math::Vector;
use rules::Side;

/// Players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seats {
    /// Sides played at this screen.
    pub own: [bool; 2],
    /// Whether a server keeps the game: then nothing is taken back here.
    pub shared: bool,
}

impl Seats {
    /// Both sides at this screen.
    pub const HERE: Seats = Seats {
        own: [true; 2],
        shared: false,
    };
}

/// Source of a hand's movement.
enum Lead {
    /// The player.
    Player,
    /// A movement that is shown again.
    Again(Trace),
    /// Another player: the part of the movement received so far; it counts once it is whole.
    Other { trace: Trace, whole: bool },
}

struct Hand {
    motion: Motion,
    disc: Disc,
    white_up: bool,
    steering: Steering,
    lead: Lead,
    /// Number of the table's events, or of the referee's calls, that have been reported.
    told: usize,
    recorder: Recorder,
}

/// The last movement, to be shown again.
enum Last {
    Free(TableRecord),
    Game { before: Box<Position>, done: Box<Done> },
}

/// The table: discs, a hand, and what happened.
pub struct TableSession {
    scene: Scene,
    still: Table,
    past: Vec<Scene>,
    hand: Option<Hand>,
    last: Option<Last>,
    /// The fall or the fault in which the last movement ended.
    film: Option<Film>,
    /// Films made so far.
    falls: usize,
    /// Contacts of two discs that began so far.
    contacts: usize,
    news: Vec<TableMessage>,
    /// The game, unless this is practice.
    game: Option<Match>,
    seats: Seats,
    /// The move that the player's hand has just become.
    made: Option<String>,
}

impl TableSession {
    /// A table with these discs, left alone until they rest.
    pub fn new(scene: &Scene) -> TableSession {
        let mut still = Table::new(scene);
        if !scene.at_rest() {
            still.settle();
        }
        let scene = still.scene().unwrap_or_else(|| scene.clone());
        TableSession {
            still: Table::new(&scene),
            scene,
            past: Vec::new(),
            hand: None,
            last: None,
            film: None,
            falls: 0,
            contacts: 0,
            news: Vec::new(),
            game: None,
            seats: Seats::HERE,
            made: None,
        }
    }

    /// The discs at rest: those before the hand came in, while one is there.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The table, to be shown.
    pub fn table(&self) -> &Table {
        self.hand.as_ref().map_or(&self.still, |hand| hand.motion.table())
    }

    /// Status of the table.
    pub fn status(&self) -> Status {
        match &self.hand {
            None => Status::Idle,
            Some(hand) => match hand.lead {
                Lead::Again(_) => Status::Replaying,
                Lead::Other { .. } => Status::Watching,
                Lead::Player if hand.motion.holds() => Status::Holding,
                Lead::Player => Status::Settling,
            },
        }
    }

    /// Messages since the hand came in.
    pub fn news(&self) -> &[TableMessage] {
        &self.news
    }

    /// The last movement in practice.
    pub fn last(&self) -> Option<&TableRecord> {
        match &self.last {
            Some(Last::Free(record)) => Some(record),
            _ => None,
        }
    }

    /// Whether a hand may bring a disc with this face up.
    pub fn may_bring(&self, white_up: bool) -> bool {
        let allowed = match &self.game {
            None => self.reserve() > 0,
            Some(game) => {
                self.is_own_turn()
                    && self.task().is_some()
                    && (game.position().turn() == Side::First) == white_up
            }
        };
        self.hand.is_none() && allowed
    }

    /// The disc in the hand and whether its white face is up, while one is shown in a hand.
    pub fn held(&self) -> Option<(Disc, bool)> {
        let hand = self.hand.as_ref()?;
        hand.motion.table().hand_ticks()?;
        Some((hand.disc, hand.white_up))
    }

    /// The disc of the movement that goes on, also once the hand has let it go.
    pub(crate) fn moving(&self) -> Option<Disc> {
        Some(self.hand.as_ref()?.disc)
    }

    /// Steering of the player's hand.
    pub fn steering(&self) -> Option<&Steering> {
        let hand = self.hand.as_ref().filter(|_| self.status() == Status::Holding)?;
        Some(&hand.steering)
    }

    /// Leads the hand that the player steers, if there is one.
    pub(crate) fn lead<T>(&mut self, act: impl FnOnce(&Table, &mut Steering) -> T) -> Option<T> {
        if self.status() != Status::Holding {
            return None;
        }
        let hand = self.hand.as_mut()?;
        Some(act(hand.motion.table(), &mut hand.steering))
    }

    /// Whether the hand has taken what it holds from the mat.
    pub fn has_lifted(&self) -> bool {
        self.held()
            .is_some_and(|(disc, _)| self.scene.discs().iter().any(|placed| placed.disc == disc))
    }

    /// Whether the held disc could lean on a disc: an own one that lies flat or leans.
    pub fn supports_held(&self, disc: Disc) -> bool {
        let held = self.held().filter(|_| !self.has_lifted());
        held.is_some_and(|(_, white_up)| self.carries(disc, white_up))
    }

    /// Whether a disc of a colour could lean on a disc: one of that colour, not in the hand, that lies flat or leans.
    pub fn carries(&self, disc: Disc, white_up: bool) -> bool {
        let table = self.table();
        let is_own = table
            .magnet(disc)
            .is_some_and(|magnet| (magnet.axis.z > 0.0) == white_up);
        let is_held = self.held().is_some_and(|(held, _)| held == disc);
        let lies = matches!(table.lie(disc), Some(Lie::Flat | Lie::Leaner));
        is_own && lies && !is_held && disc != Disc::RED
    }

    /// How many samples long the hand has stood where it shall be.
    pub fn stood(&self) -> usize {
        let standing = self.hand.as_ref().filter(|_| self.status() == Status::Holding);
        let samples = standing.and_then(|hand| Some((hand.steering.pose(), hand.motion.trace()?)));
        samples.map_or(0, |(target, trace)| {
            let samples = trace.samples().iter().rev();
            samples.take_while(|pose| **pose == target).count()
        })
    }

    /// Steers the hand, if there is one.
    pub fn steer(&mut self, act: impl FnOnce(&mut Steering)) {
        if self.status() != Status::Holding {
            return;
        }
        let supports: Vec<Vector> = self.supports().map(|(_, place)| place).collect();
        if let Some(hand) = &mut self.hand {
            act(&mut hand.steering);
            hand.steering.aim(supports);
        }
    }

    /// Supports for the held disc: flat discs with the same face up that are not red.
    pub fn supports(&self) -> impl Iterator<Item = (Disc, Vector)> {
        let held = self.held();
        let table = self.table();
        table.poses().filter_map(move |(disc, ..)| {
            let (own, white_up) = held?;
            let magnet = table.magnet(disc)?;
            let flat = magnet.axis.z.abs() > FLAT_COSINE && (magnet.axis.z > 0.0) == white_up;
            (flat && disc != own && disc != Disc::RED).then_some((disc, magnet.centre))
        })
    }

    /// How many discs of the box are off the table.
    pub fn reserve(&self) -> usize {
        DISCS
            - 1
            - self
                .scene
                .discs()
                .iter()
                .filter(|placed| placed.disc != Disc::RED)
                .count()
    }

    /// A hand comes in over `(x, y)` with a disc, one face up, and goes on to carry it over the mat; whether
    /// it may.
    pub fn bring(&mut self, white_up: bool, x: f32, y: f32) -> bool {
        if !self.may_bring(white_up) {
            return false;
        }
        let mut start = Steering::from_pose(HandPose::default());
        start.move_to(x, y);
        start.set_height(ENTRY_DISTANCE + 2.0);
        let begun = match &self.game {
            None => Motion::bring_freely(&self.scene, white_up, start.pose()),
            Some(game) => Motion::bring_in_game(game.position(), start.pose()),
        };
        let Some((motion, disc)) = begun else {
            return false;
        };
        start.set_height(CARRY);
        self.begin(motion, disc, white_up, start, Lead::Player);
        true
    }

    /// Declares a tower that is owed and already stands as it should, or takes hold of a disc. Whether any of it may be.
    pub fn lift(&mut self, disc: Disc) -> bool {
        (self.may_lift() && self.declare(disc, true)) || self.lift_off(disc)
    }

    fn may_lift(&self) -> bool {
        self.hand.is_none() && (self.game.is_none() || self.is_own_turn())
    }

    /// Takes hold of a disc on the table, and of what is one with it; in a game only of what is owed. Whether it may.
    pub fn lift_off(&mut self, disc: Disc) -> bool {
        if !self.may_lift() {
            return false;
        }
        let Some(motion) = self.lifted(disc) else {
            return false;
        };
        let steering = Steering::from_pose(motion.pose().unwrap_or_default());
        let white_up = motion
            .table()
            .magnet(disc)
            .is_none_or(|magnet| magnet.axis.z >= 0.0);
        self.begin(motion, disc, white_up, steering, Lead::Player);
        true
    }

    fn lifted(&self, disc: Disc) -> Option<Motion> {
        match &self.game {
            None => Motion::lift_freely(&self.scene, disc),
            Some(game) => Motion::lift_in_game(game.position(), disc),
        }
    }

    fn begin(&mut self, motion: Motion, disc: Disc, white_up: bool, steering: Steering, lead: Lead) {
        self.news.clear();
        let told = match &motion {
            Motion::Free(free) => free.table().events().len(),
            Motion::Live(_) => 0,
        };
        self.hand = Some(Hand {
            motion,
            disc,
            white_up,
            steering,
            lead,
            told,
            recorder: Recorder::default(),
        });
    }

    /// The hand lets go.
    pub fn let_go(&mut self) {
        let own = |hand: &&mut Hand| matches!(hand.lead, Lead::Player);
        if let Some(hand) = self.hand.as_mut().filter(own) {
            hand.motion.let_go();
        }
    }

    fn set(&mut self, scene: Scene) {
        self.still = Table::new(&scene);
        self.scene = scene;
    }

    /// Lets one tick pass, if anything can move; whether more can.
    pub fn tick(&mut self) -> bool {
        let Some(hand) = &mut self.hand else {
            return false;
        };
        let more = match &hand.lead {
            Lead::Player => {
                hand.motion.steer(hand.steering.pose());
                hand.motion.tick()
            }
            // The rest of the trace is waited for.
            Lead::Other { trace, whole: false }
                if hand
                    .motion
                    .table()
                    .hand_ticks()
                    .is_none_or(|ticks| ticks >= trace.end()) =>
            {
                return false;
            }
            Lead::Again(trace) | Lead::Other { trace, .. } => hand.motion.follow(trace),
        };
        self.tell();
        self.count_contacts();
        self.record();
        if !more {
            self.finish();
        }
        more
    }

    /// Tells what is new.
    fn tell(&mut self) {
        let Some(hand) = &mut self.hand else { return };
        match &hand.motion {
            Motion::Free(free) => {
                // The disc that was in the hand has come a long way; that is no slide.
                let own = TableMessage::Slid(hand.disc);
                let events = free.table().events();
                let news = events[hand.told..].iter().filter_map(TableMessage::of);
                self.news.extend(news.filter(|news| *news != own));
                hand.told = events.len();
            }
            Motion::Live(live) => {
                let calls = live.calls();
                self.news.extend(
                    calls[hand.told..]
                        .iter()
                        .map(|call| TableMessage::of_fault(call.fault)),
                );
                hand.told = calls.len();
            }
        }
    }

    /// Counts the contacts that began in this tick.
    fn count_contacts(&mut self) {
        let Some(hand) = &self.hand else { return };
        let table = hand.motion.table();
        let events = table.events().iter().rev();
        let new = events.take_while(|event| event.tick == table.ticks());
        let contacts = new.filter(|event| matches!(event.what, TableEventKind::Touched { .. }));
        self.contacts += contacts.count();
    }

    /// Keeps the poses of a movement that is made for the first time.
    fn record(&mut self) {
        let first = |hand: &&mut Hand| !matches!(hand.lead, Lead::Again(_));
        let Some(hand) = self.hand.as_mut().filter(first) else {
            return;
        };
        hand.recorder.note(hand.motion.table());
        if self.news.iter().any(TableMessage::is_fault) {
            hand.recorder.note_fault();
        }
    }

    /// Keeps the film of a movement that ended in a fall or a fault.
    fn develop(&mut self, recorder: Recorder, held: Disc) {
        let faults = self.news.iter().filter(|news| news.is_fault());
        let discs = faults.flat_map(TableMessage::discs).collect();
        let fell_flat = self.news.iter().any(|news| {
            let flat = *news == TableMessage::Lies(held) || *news == TableMessage::Again;
            flat || news.is_objection()
        });
        self.film = recorder.develop(held, discs, fell_flat);
        self.falls += usize::from(self.film.is_some());
    }

    /// The fall or the fault in which the last movement ended.
    pub fn film(&self) -> Option<&Film> {
        self.film.as_ref().filter(|_| self.hand.is_none())
    }

    /// Films made so far.
    pub fn falls(&self) -> usize {
        self.falls
    }

    /// Contacts of two discs that began so far; discs that lay together touched before.
    pub fn contacts(&self) -> usize {
        self.contacts
    }

    /// Counts films and contacts from now on.
    pub fn count_anew(&mut self) {
        (self.falls, self.contacts) = (0, 0);
    }

    /// Nothing can be shown again.
    fn forget_last(&mut self) {
        (self.last, self.film) = (None, None);
    }

    fn finish(&mut self) {
        let Some(hand) = self.hand.take() else { return };
        let shown_again = matches!(hand.lead, Lead::Again(_));
        let own = matches!(hand.lead, Lead::Player);
        match hand.motion {
            Motion::Free(free) => {
                self.news.push(TableMessage::of_end(free.table(), hand.disc));
                if !shown_again {
                    self.finish_free(&free);
                }
            }
            Motion::Live(live) if shown_again => {
                drop(live);
                if let Some(Last::Game { done, .. }) = &self.last {
                    self.news
                        .extend(done.verdict.consequences.iter().map(TableMessage::of_consequence));
                }
            }
            Motion::Live(live) => self.finish_game(*live, own),
        }
        if !shown_again {
            self.develop(hand.recorder, hand.disc);
        }
    }

    fn finish_free(&mut self, free: &Free) {
        self.last = free.record().map(Last::Free);
        let Some(scene) = free.table().scene() else { return };
        if scene != self.scene {
            let before = std::mem::replace(&mut self.scene, scene);
            self.past.push(before);
        }
        self.still = Table::new(&self.scene);
    }
}
