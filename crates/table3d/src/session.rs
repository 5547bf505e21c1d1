//! The practice table: discs at rest, a hand that comes and goes, the way back, and the last movement again.

use crate::free::Free;
use crate::news::News;
use crate::record::{Record, Take};
use crate::steering::{CARRY, Steering};
use magnets::measures::{DISCS, ENTRY_DISTANCE, FLAT_COSINE};
use magnets::{Disc, HandError, HandPose, Placed, Scene, Table, Trace};
use rapier3d::math::Vector;

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No hand, all at rest.
    Idle,
    /// A hand holds something.
    Holding,
    /// The hand is gone; something may still move.
    Settling,
    /// The last movement is shown again.
    Replaying,
}

impl Status {
    /// The name in the page.
    pub const fn name(self) -> &'static str {
        ["idle", "holding", "settling", "replaying"][self as usize]
    }
}

struct Hand {
    free: Free,
    disc: Disc,
    white_up: bool,
    steering: Steering,
    /// The trace it follows, when a movement is shown again.
    replay: Option<Trace>,
    /// How many of the table's events have been told.
    told: usize,
}

/// The practice table.
pub struct Session {
    scene: Scene,
    still: Table,
    past: Vec<Scene>,
    hand: Option<Hand>,
    last: Option<Record>,
    news: Vec<News>,
}

impl Session {
    /// A table with these discs, left alone until they rest.
    pub fn new(scene: &Scene) -> Session {
        let mut still = Table::new(scene);
        if !scene.at_rest() {
            still.settle();
        }
        let scene = still.scene().unwrap_or_else(|| scene.clone());
        Session {
            still: Table::new(&scene),
            scene,
            past: Vec::new(),
            hand: None,
            last: None,
            news: Vec::new(),
        }
    }

    /// The discs at rest: those before the hand came in, while one is there.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The table, to be shown.
    pub fn table(&self) -> &Table {
        self.hand.as_ref().map_or(&self.still, |hand| hand.free.table())
    }

    /// What is going on.
    pub fn status(&self) -> Status {
        match &self.hand {
            None => Status::Idle,
            Some(hand) if hand.replay.is_some() => Status::Replaying,
            Some(hand) if hand.free.holds() => Status::Holding,
            Some(_) => Status::Settling,
        }
    }

    /// What has happened since the hand came in.
    pub fn news(&self) -> &[News] {
        &self.news
    }

    /// The last movement.
    pub fn last(&self) -> Option<&Record> {
        self.last.as_ref()
    }

    /// Whether there is anything to take back.
    pub fn has_past(&self) -> bool {
        !self.past.is_empty()
    }

    /// The disc in the hand and whether its white face is up, while one is shown in a hand.
    pub fn held(&self) -> Option<(Disc, bool)> {
        let hand = self.hand.as_ref()?;
        hand.free.table().hand_ticks()?;
        Some((hand.disc, hand.white_up))
    }

    /// Where the hand shall be, while the player steers it.
    pub fn steering(&self) -> Option<&Steering> {
        let hand = self.hand.as_ref().filter(|_| self.status() == Status::Holding)?;
        Some(&hand.steering)
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

    /// What the held disc could lean on: what lies flat with the same face up, and is not red.
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
        DISCS - 1 - self.scene.discs().iter().filter(|placed| placed.disc != Disc::RED).count()
    }

    /// A hand comes in over `(x, y)` with a disc, one face up, and goes on to carry it over the mat.
    pub fn bring(&mut self, white_up: bool, x: f32, y: f32) -> Result<(), HandError> {
        self.must_be_idle()?;
        let used = |name: u8| self.scene.discs().iter().any(|placed| placed.disc == Disc(name));
        let disc = (1..DISCS as u8).find(|&name| !used(name)).map(Disc);
        let disc = disc.ok_or(HandError::Empty)?;
        let mut start = Steering::from_pose(HandPose::default());
        start.move_to(x, y);
        start.set_height(ENTRY_DISTANCE + 2.0);
        let take = Take::Bring { disc, white_up };
        let free = Free::begin(&self.scene, take, start.pose())?;
        start.set_height(CARRY);
        self.begin(free, disc, white_up, start, None);
        Ok(())
    }

    /// A hand takes hold of a disc on the table, and of what is one with it.
    pub fn lift(&mut self, disc: Disc) -> Result<(), HandError> {
        self.must_be_idle()?;
        let free = Free::begin(&self.scene, Take::Lift { disc }, HandPose::default())?;
        let steering = Steering::from_pose(free.pose().unwrap_or_default());
        let white_up = free.table().magnet(disc).is_none_or(|magnet| magnet.axis.z >= 0.0);
        self.begin(free, disc, white_up, steering, None);
        Ok(())
    }

    /// Shows the last movement again.
    pub fn replay(&mut self) -> bool {
        match &self.last {
            Some(record) if self.hand.is_none() => {
                let record = record.clone();
                self.show(&record).is_ok()
            }
            _ => false,
        }
    }

    /// Shows any movement; afterwards the table is as it was.
    pub fn show(&mut self, record: &Record) -> Result<(), HandError> {
        self.must_be_idle()?;
        let trace = record.trace.clone();
        let free = Free::begin(&record.scene, record.take, trace.samples()[0])?;
        let (disc, white_up) = match record.take {
            Take::Bring { disc, white_up } => (disc, white_up),
            Take::Lift { disc } => (disc, true),
        };
        let steering = Steering::from_pose(trace.samples()[0]);
        self.begin(free, disc, white_up, steering, Some(trace));
        Ok(())
    }

    fn must_be_idle(&self) -> Result<(), HandError> {
        if self.hand.is_some() { Err(HandError::Busy) } else { Ok(()) }
    }

    fn begin(&mut self, free: Free, disc: Disc, white_up: bool, steering: Steering, replay: Option<Trace>) {
        self.news.clear();
        let told = free.table().events().len();
        self.hand = Some(Hand {
            free,
            disc,
            white_up,
            steering,
            replay,
            told,
        });
    }

    /// The hand lets go.
    pub fn let_go(&mut self) {
        if let Some(hand) = self.hand.as_mut().filter(|hand| hand.replay.is_none()) {
            hand.free.let_go();
        }
    }

    /// The way back: the hand leaves with what it holds, what still moves never happened, or the table is as
    /// it was one movement ago.
    pub fn take_back(&mut self) {
        match self.status() {
            Status::Holding => {
                if let Some(hand) = &mut self.hand {
                    hand.free.leave();
                }
            }
            Status::Settling | Status::Replaying => {
                self.hand = None;
                self.news.clear();
            }
            Status::Idle => {
                if let Some(scene) = self.past.pop() {
                    self.set(scene);
                    self.news.clear();
                    self.last = None;
                }
            }
        }
    }

    /// Puts other discs on the table; the old ones can be taken back.
    pub fn lay_out(&mut self, scene: &Scene) {
        let new = Session::new(scene);
        self.hand = None;
        self.news.clear();
        self.last = None;
        let old = self.scene.clone();
        self.past.push(old);
        self.set(new.scene);
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
        let more = match &hand.replay {
            Some(trace) => hand.free.follow(trace),
            None => {
                hand.free.steer(hand.steering.pose());
                hand.free.tick()
            }
        };
        let events = hand.free.table().events();
        // The disc that was in the hand has come a long way; that is no slide.
        let own = News::Slid(hand.disc);
        let news = events[hand.told..].iter().filter_map(News::of);
        self.news.extend(news.filter(|news| *news != own));
        hand.told = events.len();
        if !more {
            self.finish();
        }
        more
    }

    fn finish(&mut self) {
        let Some(hand) = self.hand.take() else { return };
        self.news.push(News::of_end(hand.free.table(), hand.disc));
        if hand.replay.is_some() {
            return;
        }
        self.last = hand.free.record();
        let Some(scene) = hand.free.table().scene() else { return };
        if scene != self.scene {
            let before = std::mem::replace(&mut self.scene, scene);
            self.past.push(before);
        }
        self.still = Table::new(&self.scene);
    }
}

/// The red disc in the centre, five foundations a side, and a leaner each.
pub fn opening() -> Scene {
    const WHITE: [(f32, f32); 5] = [(-6.5, -4.0), (0.5, -9.5), (8.5, -6.0), (-14.0, -7.5), (14.5, 2.5)];
    const BLACK: [(f32, f32); 5] = [(6.0, 6.5), (-1.5, 13.5), (-9.0, 5.0), (-15.5, 2.0), (13.0, 10.5)];
    let mut discs = vec![Placed::flat(Disc::RED, 0.0, 0.0, true, 0)];
    let sides = [(WHITE, true, 1), (BLACK, false, 27)];
    for (places, white_up, first) in sides {
        for (&(x, y), name) in places.iter().zip(first..) {
            discs.push(Placed::flat(Disc(name), x, y, white_up, 0));
        }
    }
    discs.push(leaner(6, WHITE[2], -40.0, true));
    discs.push(leaner(32, BLACK[2], 120.0, false));
    Scene::new(discs, false).unwrap_or_else(|_| empty())
}

/// One foundation to lean a first disc on, and the red disc.
pub fn first_leaner() -> Scene {
    let discs = vec![
        Placed::flat(Disc::RED, 0.0, 0.0, true, 0),
        Placed::flat(Disc(1), -4.0, -9.0, true, 0),
    ];
    Scene::new(discs, true).unwrap_or_else(|_| empty())
}

/// The red disc alone.
pub fn empty() -> Scene {
    let red = Placed::flat(Disc::RED, 0.0, 0.0, true, 0);
    // One disc on the mat makes a scene.
    Scene::new(vec![red], true).expect("one disc")
}

/// A leaner in the middle of where one holds, on the side of a foundation that `heading` points to.
fn leaner(name: u8, (x, y): (f32, f32), heading: f32, white_up: bool) -> Placed {
    let pivot = 3.1 * magnets::measures::RADIUS;
    let (sine, cosine) = heading.to_radians().sin_cos();
    Placed::leaning(Disc(name), x + pivot * cosine, y + pivot * sine, 31.0, heading, white_up)
}

#[cfg(test)]
mod tests {
    use super::*;
    use magnets::Lie;

    fn run(session: &mut Session, ticks: u32) {
        for _ in 0..ticks {
            session.tick();
        }
    }

    fn settle(session: &mut Session) {
        while session.tick() {}
    }

    /// A leaner by the foundation of `first_leaner`, as a person would place it.
    fn lean(session: &mut Session) {
        session.bring(true, 0.0, -20.0).unwrap();
        session.steer(|hand| hand.move_to(-4.0 + 3.73, -9.0));
        session.steer(|hand| hand.set_tilt(31.0));
        run(session, 960);
        session.steer(|hand| hand.set_height(0.05));
        run(session, 960);
        session.let_go();
        settle(session);
    }

    #[test]
    fn the_opening_stands_as_it_is_meant() {
        let session = Session::new(&opening());
        for name in (1..=5).chain(27..=31) {
            assert_eq!(session.table().lie(Disc(name)), Some(Lie::Flat), "{name}");
        }
        for name in [6, 32] {
            assert_eq!(session.table().lie(Disc(name)), Some(Lie::Leaner), "{name}");
        }
        assert_eq!(session.status(), Status::Idle);
        assert_eq!(session.reserve(), 40);
    }

    #[test]
    fn a_leaner_is_placed_told_replayed_and_taken_back() {
        let mut session = Session::new(&first_leaner());
        let before = session.scene().clone();
        lean(&mut session);
        assert_eq!(session.news(), [News::Stands(Disc(2))]);
        assert_eq!(session.status(), Status::Idle);
        let after = session.scene().clone();
        assert_ne!(after, before);

        assert!(session.replay());
        assert_eq!(session.status(), Status::Replaying);
        settle(&mut session);
        assert_eq!(session.news(), [News::Stands(Disc(2))]);
        assert_eq!(session.scene(), &after);

        session.take_back();
        assert_eq!(session.scene(), &before);
        assert!(!session.has_past());
    }

    #[test]
    fn the_record_says_all() {
        let mut session = Session::new(&first_leaner());
        lean(&mut session);
        let record: Record = session.last().unwrap().to_string().parse().unwrap();
        let replayed = Free::replay(&record).unwrap();
        assert_eq!(replayed.table().scene().as_ref(), Some(session.scene()));
    }

    #[test]
    fn a_hand_that_changes_its_mind_leaves_everything_as_it_was() {
        let mut session = Session::new(&first_leaner());
        let before = session.scene().clone();
        session.bring(false, 0.0, -20.0).unwrap();
        assert_eq!(session.bring(true, 0.0, 0.0), Err(HandError::Busy));
        run(&mut session, 300);
        session.take_back();
        settle(&mut session);
        assert_eq!(session.news(), [News::TakenAway]);
        assert_eq!((session.scene(), session.has_past()), (&before, false));
    }

    #[test]
    fn a_disc_is_lifted_from_the_table_and_laid_elsewhere() {
        let mut session = Session::new(&first_leaner());
        session.lift(Disc(1)).unwrap();
        session.steer(|hand| hand.set_height(6.0));
        run(&mut session, 300);
        session.steer(|hand| hand.move_to(10.0, 5.0));
        run(&mut session, 900);
        session.steer(|hand| hand.set_height(0.0));
        run(&mut session, 900);
        session.let_go();
        settle(&mut session);
        let news = session.news();
        assert_eq!(news.last(), Some(&News::Lies(Disc(1))), "{news:?}");
        let place = session.table().magnet(Disc(1)).unwrap().centre;
        assert!((place.x - 10.0).abs() < 0.1 && (place.y - 5.0).abs() < 0.1, "{place}");
    }

    #[test]
    fn lowering_a_disc_onto_an_own_foundation_is_told_as_a_fault() {
        let mut session = Session::new(&first_leaner());
        session.bring(true, 0.0, -20.0).unwrap();
        session.steer(|hand| hand.move_to(-4.0, -9.0));
        run(&mut session, 960);
        session.steer(|hand| hand.set_height(1.0));
        run(&mut session, 960);
        assert!(session.news().contains(&News::Stuck(Disc(1))), "{:?}", session.news());
        assert!(session.news().iter().any(|news| news.is_fault()));
        session.take_back();
        settle(&mut session);
        assert!(session.table().magnet(Disc(1)).is_none(), "it left with the hand");
    }
}
