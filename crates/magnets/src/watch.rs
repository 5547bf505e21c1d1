//! Watches the table and reports events to a referee.

use crate::events::{Contact, TableEventKind};
use crate::measures::{
    CIRCLE, DOT, FLAT_COSINE, ON_MAT, PART, RADIUS, SEATED_COSINE, STEEP_COSINE, STEP, STICK_TICKS,
    THICKNESS, TOUCH, TURNED_SINE,
};
use crate::scene::{Disc, reach_down};
use crate::table::{Piece, Table, pair};
use crate::towers::Seam;
use rapier3d::math::Vector;

/// Memory of all pairs of discs.
#[derive(Default)]
pub(crate) struct Watch {
    /// Ticks for which each pair has been seated.
    pub(crate) seated: Vec<u8>,
    touching: Vec<bool>,
    /// This tick's near pairs and their gaps, in order.
    near: Vec<(usize, usize, f32)>,
}

impl Watch {
    pub(crate) fn make_room(&mut self, discs: usize) {
        self.seated.resize(pair(0, discs), 0);
        self.touching.resize(pair(0, discs), false);
    }
}

/// Memory of a disc.
#[derive(Clone, Copy, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that is reported once"
)]
pub(crate) struct Watched {
    /// Its place when the turn began.
    origin: Vector,
    standing: bool,
    white_up: bool,
    /// The face it showed when the turn began, if it lay flat then.
    flat: Option<bool>,
    slid: bool,
    left: bool,
    off_spot: bool,
    /// Ticks for which it has touched the disc in the hand.
    by_hand: u32,
    stuck: bool,
}

/// How a disc lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// Tilted less than 8 degrees.
    Flat,
    /// Tilted 8 to 80 degrees, its rim on the mat.
    Leaner,
    /// Steeper, or not on the mat.
    Neither,
}

fn lie(piece: &Piece) -> Lie {
    let upright = piece.magnet.axis.z.abs();
    if upright > FLAT_COSINE {
        Lie::Flat
    } else if upright >= STEEP_COSINE && lowest(piece) < ON_MAT {
        Lie::Leaner
    } else {
        Lie::Neither
    }
}

/// The height of a disc's lowest point.
pub(crate) fn lowest(piece: &Piece) -> f32 {
    piece.magnet.centre.z - reach_down(piece.magnet.axis)
}

/// Whether all of a disc is outside the circle.
fn is_out(piece: &Piece) -> bool {
    let centre = piece.magnet.centre;
    let away = (centre.x * centre.x + centre.y * centre.y).sqrt();
    if away < CIRCLE {
        return false;
    }
    let along = (piece.magnet.axis.x * centre.x + piece.magnet.axis.y * centre.y) / away;
    let reach = RADIUS * (1.0 - along * along).max(0.0).sqrt() + THICKNESS / 2.0 * along.abs();
    away - reach > CIRCLE
}

fn flat_distance(one: Vector, two: Vector) -> f32 {
    let apart = one - two;
    (apart.x * apart.x + apart.y * apart.y).sqrt()
}

/// The gap between faces that lie on each other; the solver at times loses sight of such contacts.
fn face_gap(one: &Piece, two: &Piece) -> Option<f32> {
    let apart = two.magnet.centre - one.magnet.centre;
    let along = apart.dot(one.magnet.axis);
    let offset = (apart - one.magnet.axis * along).length();
    let parallel = one.magnet.axis.dot(two.magnet.axis).abs() > SEATED_COSINE;
    (parallel && offset < 1.5 * RADIUS).then_some(along.abs() - THICKNESS)
}

fn contact(one: &Piece, two: &Piece) -> Contact {
    let apart = two.magnet.centre - one.magnet.centre;
    let along = apart.dot(one.magnet.axis).abs();
    let parallel = one.magnet.axis.dot(two.magnet.axis).abs() > FLAT_COSINE;
    if parallel && along > 0.75 * THICKNESS {
        Contact::Face
    } else {
        Contact::Rim
    }
}

impl Table {
    /// Begins a turn: discs slide from here, and what happened before is known.
    pub fn mark(&mut self) {
        self.watch_from_here(self.over);
    }

    pub(crate) fn watch_from_here(&mut self, at_rest: bool) {
        self.watch_from(0, at_rest);
    }

    /// Begins to watch the discs from index `first` on, as they are now.
    pub(crate) fn watch_from(&mut self, first: usize, at_rest: bool) {
        for index in first..self.pieces.len() {
            let touches = (0..self.pieces.len())
                .any(|other| other != index && self.watch.touching[pair(index.min(other), index.max(other))]);
            let piece = &mut self.pieces[index];
            let standing = at_rest && !touches && lie(piece) == Lie::Leaner;
            piece.watched = Watched {
                origin: piece.magnet.centre,
                standing,
                white_up: piece.magnet.axis.z >= 0.0,
                flat: (at_rest && lie(piece) == Lie::Flat).then_some(piece.magnet.axis.z > 0.0),
                left: is_out(piece),
                off_spot: piece.name == Disc::RED && is_off_spot(piece),
                ..Watched::default()
            };
        }
    }

    /// How a disc lies; nothing if it is not on the table.
    pub fn lie(&self, disc: Disc) -> Option<Lie> {
        self.pieces.iter().find(|piece| piece.name == disc).map(lie)
    }

    /// Whether two discs touch.
    pub fn touching(&self, one: Disc, two: Disc) -> bool {
        let index = |disc| self.pieces.iter().position(|piece| piece.name == disc);
        match (index(one), index(two)) {
            (Some(one), Some(two)) if one != two => self.watch.touching[pair(one.min(two), one.max(two))],
            _ => false,
        }
    }

    /// Notes which discs are near which, how contacts pushed the discs of larger bodies, and how hard the mat
    /// pressed on single discs.
    pub(crate) fn survey(&mut self) {
        let mut near = std::mem::take(&mut self.watch.near);
        near.clear();
        for piece in &mut self.pieces {
            piece.pushes.clear();
            piece.pressed = 0.0;
        }
        for found in self.world.near() {
            let (one, two) = found.discs;
            for (disc, on_second) in [(Some(one), false), (two, true)] {
                let Some(disc) = disc else { continue };
                let piece = &mut self.pieces[disc];
                let large = self.bodies[piece.body]
                    .as_ref()
                    .is_some_and(|body| !body.seams.is_empty());
                if large {
                    piece.pushes.extend(found.pushes(on_second));
                } else if two.is_none() {
                    piece.pressed += found.impulse() / STEP;
                }
            }
            let Some(two) = two else { continue };
            let faces = face_gap(&self.pieces[one], &self.pieces[two]);
            let gap = found.gap().into_iter().chain(faces).reduce(f32::min);
            near.extend(gap.map(|gap| (one, two, gap)));
        }
        near.sort_unstable_by_key(|&(one, two, _)| (one, two));
        self.watch.near = near;
        if self.ticks() == 0 {
            self.note_first_touches();
        }
    }

    /// Discs that touch when the table is built have not just begun to touch.
    fn note_first_touches(&mut self) {
        for &(low, high, gap) in &self.watch.near {
            self.watch.touching[pair(low, high)] = gap < TOUCH;
        }
        for body in self.bodies.iter().flatten() {
            for (low, high) in body.seams.iter().map(Seam::discs) {
                self.watch.touching[pair(low, high)] = true;
            }
        }
    }

    /// Discs that come in stacked have not just begun to touch.
    pub(crate) fn touch_in_hand(&mut self, first: usize) {
        for disc in first + 1..self.pieces.len() {
            self.watch.touching[pair(disc - 1, disc)] = true;
        }
    }

    /// Discs that are no longer here touch nothing.
    pub(crate) fn forget_touches(&mut self, gone: &[usize]) {
        for &disc in gone {
            for other in (0..self.pieces.len()).filter(|&other| other != disc) {
                self.watch.touching[pair(disc.min(other), disc.max(other))] = false;
            }
        }
    }

    /// Reports what began and ceased to touch, and joins what has seated.
    pub(crate) fn watch_contacts(&mut self) {
        let near = std::mem::take(&mut self.watch.near);
        let mut next = near.iter().peekable();
        for low in 0..self.pieces.len() {
            for high in low + 1..self.pieces.len() {
                let gap = next
                    .next_if(|&&(one, two, _)| (one, two) == (low, high))
                    .map(|near| near.2);
                if gap.is_none() && !self.watch.touching[pair(low, high)] {
                    continue;
                }
                self.watch_pair(low, high, gap.unwrap_or(f32::INFINITY));
            }
        }
        self.watch.near = near;
    }

    fn watch_pair(&mut self, low: usize, high: usize, gap: f32) {
        if !self.acts(low, high) {
            return;
        }
        let before = self.watch.touching[pair(low, high)];
        let now = gap < if before { PART } else { TOUCH };
        self.watch.touching[pair(low, high)] = now;
        let (one, two) = (&self.pieces[low], &self.pieces[high]);
        let names = (one.name.min(two.name), one.name.max(two.name));
        if now && !before {
            let by = contact(one, two);
            self.happened(TableEventKind::Touched {
                one: names.0,
                two: names.1,
                by,
            });
            if names.0 == Disc::RED {
                self.happened(TableEventKind::RedTouched { by: names.1 });
            }
        } else if before && !now {
            self.happened(TableEventKind::Parted {
                one: names.0,
                two: names.1,
            });
        }
        if now {
            self.watch_hand_touch(low, high);
            self.watch_seat(low, high);
        }
    }

    /// Counts for how long a disc has touched what the hand holds.
    fn watch_hand_touch(&mut self, low: usize, high: usize) {
        let held = self.held_set();
        let disc = match (held >> low & 1, held >> high & 1) {
            (1, 0) => high,
            (0, 1) => low,
            _ => return,
        };
        if self.pull(held, disc) {
            self.pieces[disc].watched.by_hand += 2;
        }
    }

    /// Whether the hand's discs pull a disc towards them.
    fn pull(&self, held: u64, disc: usize) -> bool {
        let here = &self.pieces[disc].magnet;
        let pull: f32 = (0..self.pieces.len())
            .filter(|&index| held >> index & 1 == 1)
            .map(|index| {
                let there = &self.pieces[index].magnet;
                self.field
                    .wrench(here, there)
                    .force
                    .dot(there.centre - here.centre)
            })
            .sum();
        pull > 0.0
    }

    /// Reports what happened to single discs.
    pub(crate) fn watch_discs(&mut self) {
        let (held, gripped) = (self.held_set(), self.gripped_set());
        for index in 0..self.pieces.len() {
            if self.bodies[self.pieces[index].body].is_none() || gripped >> index & 1 == 1 {
                continue;
            }
            self.watch_sticking(index, held >> index & 1 == 1);
            if self.pieces[index].moved {
                self.watch_disc(index);
            }
        }
    }

    fn watch_sticking(&mut self, index: usize, in_hand: bool) {
        let piece = &mut self.pieces[index];
        let watched = &mut piece.watched;
        // Every tick of touch counts two, every tick takes one: a touch that trembles still counts.
        watched.by_hand = watched.by_hand.saturating_sub(1);
        if !watched.stuck && (in_hand || watched.by_hand >= STICK_TICKS) {
            watched.stuck = true;
            let disc = piece.name;
            self.happened(TableEventKind::Stuck { disc });
        }
    }

    fn watch_disc(&mut self, index: usize) {
        let piece = &self.pieces[index];
        let (disc, centre, upward) = (piece.name, piece.magnet.centre, piece.magnet.axis.z);
        let mut now = piece.watched;
        let mut news = [None; 6];
        if now.white_up == (upward < 0.0) && upward.abs() > TURNED_SINE {
            now.white_up = upward > 0.0;
            news[0] = Some(TableEventKind::Turned {
                disc,
                white_up: now.white_up,
            });
        }
        if now.standing && lie(piece) == Lie::Flat {
            now.standing = false;
            news[1] = Some(TableEventKind::Fell {
                disc,
                white_up: upward > 0.0,
            });
        }
        if now.flat == Some(upward < 0.0) && lie(piece) == Lie::Flat {
            now.flat = None;
            news[5] = Some(TableEventKind::Overturned {
                disc,
                white_up: upward > 0.0,
            });
        }
        if !now.slid && flat_distance(centre, now.origin) > 2.0 * RADIUS {
            now.slid = true;
            news[2] = Some(TableEventKind::Slid { disc });
        }
        if now.left != is_out(piece) {
            now.left = !now.left;
            news[3] = now.left.then_some(TableEventKind::Left { disc });
        }
        if disc == Disc::RED && !now.off_spot && is_off_spot(piece) {
            now.off_spot = true;
            news[4] = Some(TableEventKind::RedMoved);
        }
        self.pieces[index].watched = now;
        for what in news.into_iter().flatten() {
            self.happened(what);
        }
    }
}

fn is_off_spot(piece: &Piece) -> bool {
    flat_distance(piece.magnet.centre, Vector::ZERO) > RADIUS + DOT
}
