//! The table but for drawing and the browser: input by pointer, wheel, key and command, time, and events out.

mod beside;
mod commands;
mod falls;
mod guiding;
mod lifting;
mod nearing;
mod picking;

use crate::camera::{Camera, Ray};
use crate::filter::Filter;
use crate::forecast::{Foresight, LiftForesight};
use crate::gestures::{Act, Gestures, Purpose, Spot};
use crate::guided::Guided;
use crate::layout_2d::{Layout, Panel};
use crate::layouts;
use crate::picture::{Loupe, Picture, Wanted};
use crate::poses::ShownPoses;
use crate::session::{Seats, Status, TableSession};
use crate::steering::Steering;
use crate::ticker::{Ticker, TimeScale};
use magnets::Disc;
use magnets::measures::CIRCLE;
use polarity::{Match, Move, Position, StartVariant};
use polarity_facts::{GuideMarks, TapRefusal};
use rapier3d::math::Vector;

/// How the table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// In space.
    Space,
    /// Two flat views, from above and from the side.
    Flat,
}

/// Radians a pixel when looking round, and degrees a pixel when leaning.
const LOOK: f32 = 0.008;
const LEAN: f32 = 0.4;
/// Share of a slow pointer's way that a led hand goes, up to which speed, and from which speed on it goes all of it, in
/// centimetres a second.
const SLOW_GAIN: f32 = 0.4;
const SLOW_POINTER: f32 = 1.5;
const QUICK_POINTER: f32 = 6.0;

/// Share of the pointer's way that a led hand goes.
fn gain(speed: f32) -> f32 {
    let share = ((speed - SLOW_POINTER) / (QUICK_POINTER - SLOW_POINTER)).clamp(0.0, 1.0);
    SLOW_GAIN + (1.0 - SLOW_GAIN) * share
}

/// A pointer that stays on the button for so long, in milliseconds, holds it.
pub const HOLDS: f64 = 350.0;

/// An event for the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageEvent {
    /// A movement of the player's hand was judged and became this move.
    Moved(String),
    /// More of the moving hand, to be shown to players elsewhere.
    Hand(String),
}

/// The table and the player at it.
pub struct TableApp {
    session: TableSession,
    camera: Camera,
    clock: Ticker,
    gestures: Gestures,
    view: View,
    /// Width and height of the picture, in pixels of the page.
    size: (f32, f32),
    wanted: Wanted,
    /// Marks that the table allows both players.
    marks: GuideMarks,
    /// Whether the picture has to be drawn anew.
    stale: bool,
    /// Panel of the flat view in which a drag began.
    panel: Panel,
    /// How much of the hand has been shown to players elsewhere.
    shown: ShownPoses,
    events: Vec<PageEvent>,
    /// The disc that the keys have chosen to take next.
    chosen: Option<Disc>,
    /// The discs that the page speaks of.
    lit: Vec<Disc>,
    /// Why the last tap or call for a disc did nothing, and the disc that was tapped.
    refused: Option<(Option<Disc>, TapRefusal)>,
    /// The hand that is led, while one is.
    guided: Option<Guided>,
    /// Forecast of the guided hand.
    foresight: Foresight,
    /// Forecast of the discs that fall when one that is owed is lifted.
    losses: LiftForesight,
    /// Places to set down what the hand has lifted.
    suggested: lifting::Suggestions,
    /// The look from the side while a movement goes on.
    beside: Option<Loupe>,
    /// Whether hands are not led.
    is_free: bool,
    /// The pointer that leads a hand, and how far from it the hand is held.
    pointer: Filter,
    grip: [f32; 2],
    /// The time at which the player began to hold the hand that is led.
    held_since: Option<f64>,
    /// Real time that has passed, in milliseconds.
    time: f64,
    /// The film that is shown instead of the table.
    showing: Option<falls::Showing>,
    /// The place that the camera has come near to.
    near: Option<nearing::Near>,
}

impl Default for TableApp {
    fn default() -> TableApp {
        TableApp {
            session: TableSession::new(&layouts::opening()),
            camera: Camera::default(),
            clock: Ticker::default(),
            gestures: Gestures::default(),
            view: View::Space,
            size: (1.0, 1.0),
            wanted: Wanted {
                field: false,
                guide: true,
            },
            marks: GuideMarks::All,
            stale: true,
            panel: Panel::Top,
            shown: ShownPoses::default(),
            events: Vec::new(),
            chosen: None,
            lit: Vec::new(),
            refused: None,
            guided: None,
            foresight: Foresight::default(),
            losses: LiftForesight::default(),
            suggested: lifting::Suggestions::default(),
            beside: None,
            is_free: false,
            pointer: Filter::default(),
            grip: [0.0; 2],
            held_since: None,
            time: 0.0,
            showing: None,
            near: None,
        }
    }
}

impl TableApp {
    /// The table.
    pub fn session(&self) -> &TableSession {
        &self.session
    }

    /// The table, to lay out other discs or show a record.
    pub fn session_mut(&mut self) -> &mut TableSession {
        self.stale = true;
        &mut self.session
    }

    /// Takes the events for the page.
    pub fn take_events(&mut self) -> Vec<PageEvent> {
        std::mem::take(&mut self.events)
    }

    /// Sets up a game: `start` is a position, or a variant such as `temple-north`; nothing is the usual variant.
    pub fn set_up(&mut self, start: &str, seats: Seats) -> Result<(), rules::TextError> {
        let position = match start.parse::<StartVariant>() {
            _ if start.is_empty() => Position::start(StartVariant::default()),
            Ok(variant) => Position::start(variant),
            Err(_) => start.parse()?,
        };
        (self.stale, self.refused) = (true, None);
        self.session.take_up(Match::from_position(position), seats);
        Ok(())
    }

    /// Says which sides this screen steers now.
    pub fn set_own(&mut self, own: [bool; 2]) {
        self.stale |= self.session.seats().own != own;
        self.session.set_own(own);
    }

    /// Shows another player's move after the one being shown; returns whether it can be shown.
    pub fn perform(&mut self, text: &str) -> bool {
        self.stale = true;
        self.session.is_performing() || text.parse::<Move>().is_ok_and(|mv| self.session.perform(&mv))
    }

    /// Shows more of another player's hand.
    pub fn see(&mut self, poses: &str) {
        self.stale = true;
        crate::poses::see(&mut self.session, poses);
    }

    /// The disc that the keys have chosen to take next.
    pub fn chosen(&self) -> Option<Disc> {
        self.chosen.filter(|disc| self.session.liftable().contains(disc))
    }

    /// Lights the discs that the page speaks of, and no others.
    pub fn light(&mut self, discs: &[u8]) {
        self.stale = true;
        self.lit = discs.iter().copied().map(Disc).collect();
    }

    /// The discs that the page speaks of.
    pub fn lit(&self) -> &[Disc] {
        &self.lit
    }

    /// The camera.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// How time passes.
    pub fn pace(&self) -> TimeScale {
        self.clock.pace
    }

    /// Marks shown besides the discs.
    pub fn wanted(&self) -> Wanted {
        self.wanted
    }

    /// Marks that the table allows both players.
    pub fn marks(&self) -> GuideMarks {
        self.marks
    }

    /// Allows both players these marks.
    pub fn set_marks(&mut self, marks: GuideMarks) {
        (self.marks, self.stale) = (marks, true);
    }

    /// Whether forecasts are shown.
    pub fn shows_forecasts(&self) -> bool {
        self.wanted.guide && self.marks == GuideMarks::All
    }

    /// How the table is shown.
    pub fn view(&self) -> View {
        self.view
    }

    /// Shows it in another way.
    pub fn set_view(&mut self, view: View) {
        (self.view, self.stale) = (view, true);
    }

    /// The picture has another size, in pixels of the page.
    pub fn set_size(&mut self, width: f32, height: f32) {
        if width > 0.0 && height > 0.0 && self.size != (width, height) {
            self.size = (width, height);
            self.camera.set_aspect(width / height);
            self.stale = true;
        }
    }

    /// The picture's width and height in pixels of the page.
    pub fn size(&self) -> (f32, f32) {
        self.size
    }

    /// Layout of the flat views.
    pub fn layout(&self) -> Layout {
        Layout::new(self.size.0, self.size.1)
    }

    /// Picture to draw now.
    pub fn picture(&self) -> Picture {
        let wanted = Wanted {
            guide: self.wanted.guide && self.marks != GuideMarks::Nothing,
            ..self.wanted
        };
        if let Some(picture) = self.film_picture() {
            return picture;
        }
        let mut picture = Picture::of(&self.session, wanted, self.chosen());
        picture.guide(self);
        picture
    }

    /// Lets real time pass; whether the picture has changed.
    pub fn advance(&mut self, milliseconds: f64) -> bool {
        let ticks = self.clock.ticks(milliseconds);
        self.time += milliseconds.max(0.0);
        let moving = self.session.status() != Status::Idle;
        self.begin_hold();
        for _ in 0..ticks {
            if let Some(guided) = &mut self.guided
                && !self.session.follow(guided)
            {
                self.guided = None;
            }
            if !self.session.tick() {
                break;
            }
        }
        self.tell(milliseconds);
        self.advance_film(milliseconds);
        self.watch_hand();
        self.look_beside();
        let hand = self.hand_place();
        let glides = self.camera.advance(milliseconds as f32 / 1000.0, hand);
        let changed = glides || self.stale || (moving && ticks > 0);
        self.stale = false;
        changed
    }

    /// Records events for the page.
    fn tell(&mut self, milliseconds: f64) {
        if let Some(text) = self.session.take_made() {
            self.shown.moved();
            self.events.push(PageEvent::Moved(text));
        }
        if self.session.seats().shared {
            let poses = self.shown.pass(&self.session, milliseconds);
            self.events.extend(poses.map(PageEvent::Hand));
        }
    }

    fn hand_place(&self) -> Option<Vector> {
        let (disc, _) = self.session.held()?;
        Some(self.session.table().magnet(disc)?.centre)
    }

    /// The line of sight through a place on the picture.
    fn ray(&self, at: Spot) -> Ray {
        let (width, height) = self.size;
        self.camera
            .ray(2.0 * at.x / width - 1.0, 1.0 - 2.0 * at.y / height)
    }

    /// Projects a point of the table onto the picture.
    pub fn project(&self, point: Vector) -> Option<Spot> {
        let (width, height) = self.size;
        match self.view {
            View::Space => self.camera.project(point).map(|(right, up)| Spot {
                x: f32::midpoint(1.0, right) * width,
                y: f32::midpoint(1.0, -up) * height,
            }),
            View::Flat => Some(self.layout().top(point.x, point.y)),
        }
    }

    /// The place at some height that a place on the picture shows.
    fn locate(&self, at: Spot, height: f32) -> Option<(f32, f32)> {
        match self.view {
            View::Space => self.ray(at).at_height(height).map(|point| (point.x, point.y)),
            View::Flat => Some(self.layout().place(at)),
        }
    }

    /// A pointer goes down: `second` for the second button or Shift, `middle` for the middle button.
    pub fn pointer_down(&mut self, id: i32, at: Spot, second: bool, middle: bool) {
        if self.stop_film() {
            return;
        }
        let holding = self.session.status() == Status::Holding;
        if self.view == View::Flat {
            self.panel = self.layout().panel(at);
        }
        let on_mat = self
            .locate(at, 0.0)
            .is_some_and(|(x, y)| x.hypot(y) < CIRCLE * 1.15);
        let purpose = if middle || !holding {
            Purpose::Look
        } else if second {
            Purpose::Lean
        } else if on_mat || self.view == View::Flat || self.is_near_hand(at) {
            Purpose::Place
        } else {
            Purpose::Look
        };
        self.gestures.down(id, at, purpose);
        self.grip(at);
    }

    /// Notes where a pointer takes hold of a hand that is led; one that goes down elsewhere calls it there.
    fn grip(&mut self, at: Spot) {
        self.pointer = Filter::default();
        self.grip = [0.0; 2];
        if let (Some(guided), Some((x, y))) = (&self.guided, self.locate(at, 0.0))
            && self.is_near_hand(at)
        {
            let [handle_x, handle_y] = guided.goal().handle();
            self.grip = [handle_x - x, handle_y - y];
        }
    }

    /// Whether a place on the picture is near the disc in the hand.
    fn is_near_hand(&self, at: Spot) -> bool {
        let hand = self.hand_place().and_then(|place| self.project(place));
        hand.is_some_and(|hand| (hand.x - at.x).hypot(hand.y - at.y) < 90.0)
    }

    /// A pointer moves.
    pub fn pointer_move(&mut self, id: i32, at: Spot) {
        for act in self.gestures.moved(id, at) {
            self.act(act);
        }
    }

    /// A pointer goes up, or the browser takes it away.
    pub fn pointer_up(&mut self, id: i32, meant: bool) {
        if let Some(act) = self.gestures.up(id, meant) {
            self.act(act);
        }
    }

    fn act(&mut self, act: Act) {
        (self.stale, self.refused) = (true, None);
        match act {
            Act::Place { from, to } => self.place(from, to),
            Act::Lean { x, y } => self.session.steer(|hand| {
                hand.set_tilt(hand.tilt() + y * LEAN);
                if x.abs() > y.abs() {
                    hand.set_heading(hand.heading() + x * LEAN);
                }
            }),
            Act::Look { x, y } => self.camera.orbit(-x * LOOK, y * LOOK),
            Act::Zoom(factor) => self.camera.zoom(factor),
            Act::Tap(at) => self.tap(at),
        }
    }

    /// Moves the hand so that it stays under the pointer.
    fn place(&mut self, from: Spot, to: Spot) {
        let Some(height) = self.session.steering().map(Steering::height) else {
            return;
        };
        if (self.view, self.panel) == (View::Flat, Panel::Side) {
            let scale = self.layout().scale;
            self.session.steer(|hand| {
                hand.move_by((to.x - from.x) / scale, 0.0);
                hand.set_height(hand.height() - (to.y - from.y) / scale);
            });
            return;
        }
        let height = if self.guided.is_some() { 0.0 } else { height };
        let (Some(from), Some(to)) = (self.locate(from, height), self.locate(to, height)) else {
            return;
        };
        match &mut self.guided {
            Some(guided) => {
                let before = self.pointer.place();
                let (x, y) = self.pointer.pass(to, self.time);
                if let Some([from_x, from_y]) = before {
                    // The slower, the finer: the hand lags behind the pointer.
                    let lag = 1.0 - gain(self.pointer.speed());
                    self.grip[0] -= (x - from_x) * lag;
                    self.grip[1] -= (y - from_y) * lag;
                }
                let grip = self.grip;
                guided.change(|goal| goal.follow((x + grip[0], y + grip[1])));
            }
            None => self
                .session
                .steer(|hand| hand.move_by(to.0 - from.0, to.1 - from.1)),
        }
    }

    /// The wheel turns, in pixels: it raises and lowers what the hand holds, or zooms.
    pub fn wheel(&mut self, down: f32, zoom: bool) {
        if !down.is_finite() {
            return;
        }
        self.stale = true;
        let notches = (down / 100.0).clamp(-5.0, 5.0);
        if zoom || self.session.status() != Status::Holding {
            self.camera.zoom(1.15f32.powf(-notches));
        } else {
            // The nearer to the mat, the finer.
            self.session
                .steer(|hand| hand.set_height(hand.height() - notches * (0.05 + 0.12 * hand.height())));
        }
    }
}

#[cfg(test)]
mod capture_tests;
#[cfg(test)]
mod crowd_tests;
#[cfg(test)]
mod forecast_tests;
#[cfg(test)]
mod game_tests;
#[cfg(test)]
mod grip_tests;
#[cfg(test)]
mod guided_tests;
#[cfg(test)]
mod tap_tests;
#[cfg(test)]
mod tests;
