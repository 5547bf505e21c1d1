//! All that a view draws, in centimetres: made from the session, drawn in space or flat.

use crate::app::TableApp;
use crate::film::Film;
use crate::forecast::{Foresight, Outlook};
use crate::goal::{DIRECTIONS, Goal};
use crate::haptics::{self, Feel};
use crate::session::{Status, TableSession};
use magnets::Disc;
use magnets::field::Magnet;
use magnets::measures::{RADIUS, THICKNESS};
use polarity_facts::TapRefusal;
use rapier3d::math::{Rotation, Vector};

/// How a disc is lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glow {
    /// In the hand.
    Held,
    /// Something good came of it.
    Good,
    /// It is concerned in a fault.
    Fault,
    /// It is the one to be taken next, or the page speaks of it.
    Chosen,
    /// A disc can be leaned on it.
    Carrier,
    /// It falls when what is owed is lifted.
    Endangered,
}

/// A disc to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnDisc {
    /// Its number.
    pub disc: Disc,
    /// Its centre.
    pub centre: Vector,
    /// Rotation from lying flat, white up.
    pub turn: Rotation,
    /// How it is lit.
    pub glow: Option<Glow>,
}

impl DrawnDisc {
    /// Direction of its white face.
    pub fn axis(&self) -> Vector {
        self.turn * Vector::Z
    }

    /// Whether it is the red one.
    pub fn is_red(&self) -> bool {
        self.disc == Disc::RED
    }
}

/// Marks round the disc in the hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gizmo {
    /// The disc's centre.
    pub centre: Vector,
    /// Its lowest point.
    pub foot: Vector,
    /// Direction in which it leans, along the mat, of length one; nothing when it is flat.
    pub leans: Option<Vector>,
    /// How far, in degrees.
    pub tilt: f32,
    /// Force of the field on it.
    pub feel: Feel,
}

/// Ring round a support in which the lower edge of a leaner holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// The middle of the ring.
    pub centre: Vector,
    /// The inner radius.
    pub inner: f32,
    /// The outer radius.
    pub outer: f32,
}

/// Place where a guided hand would leave a disc's lower edge, and the forecast for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Guide {
    /// The place of the lower edge.
    pub foot: Vector,
    /// Forecast for that place.
    pub outlook: Outlook,
    /// Other places round the same support.
    pub ring: Vec<(Vector, Outlook)>,
}

/// Rings in which leaners hold, by the height of the support, in radii of a disc: measured on this table.
const HOLDS: [(f32, f32); 2] = [(2.95, 3.3), (3.2, 3.65)];
/// Half the width of the ring round the support that a guided hand is at, in centimetres.
const HALF_BAND: f32 = 0.28;
/// The ring is shown when the hand is this near.
const NEAR: f32 = 9.0;
/// The field is drawn round so many discs.
const FIELD_DISCS: usize = 10;

/// Marks wanted besides the discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The lines of the field.
    pub field: bool,
    /// The ring where a leaner holds.
    pub guide: bool,
}

/// A look from the side at where a disc is about to be left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loupe {
    /// The middle of what is seen.
    pub middle: Vector,
    /// To the right, along the mat.
    pub right: Vector,
}

/// A picture of the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The discs, in order of their names.
    pub discs: Vec<DrawnDisc>,
    /// Round the disc in the hand.
    pub gizmo: Option<Gizmo>,
    /// Ring in which a leaner holds.
    pub band: Option<Band>,
    /// Goal and forecast of a guided hand.
    pub guide: Option<Guide>,
    /// A look from the side, while a hand is led or, on a small screen, anything moves.
    pub loupe: Option<Loupe>,
    /// The lines of the field.
    pub lines: Vec<Vec<Vector>>,
}

impl Picture {
    /// The table as it is now.
    pub fn of(session: &TableSession, wanted: Wanted, chosen: Option<Disc>) -> Picture {
        let table = session.table();
        let held = session.held().map(|(disc, _)| disc);
        let discs = table.poses().map(|(disc, centre, turn)| DrawnDisc {
            disc,
            centre: Vector::from_array(centre),
            turn: Rotation::from_array(turn),
            glow: match Some(disc) {
                this if this == held => Some(Glow::Held),
                this if this == chosen => Some(Glow::Chosen),
                _ => glow(session, disc),
            },
        });
        let mut discs: Vec<DrawnDisc> = discs.collect();
        discs.sort_by_key(|shown| shown.disc);
        let gizmo = held.and_then(|disc| gizmo(&discs, disc));
        Picture {
            band: gizmo
                .filter(|_| wanted.guide)
                .and_then(|gizmo| band(session, &gizmo)),
            lines: if wanted.field {
                lines(&discs, held)
            } else {
                Vec::new()
            },
            discs,
            gizmo,
            guide: None,
            loupe: None,
        }
    }

    /// A frame of a film, with the discs concerned lit.
    pub fn of_film(film: &Film, frame: usize) -> Picture {
        let discs = film.frame(frame).iter().map(|(disc, centre, turn)| DrawnDisc {
            disc: *disc,
            centre: Vector::from_array(*centre),
            turn: Rotation::from_array(*turn),
            glow: film.discs().contains(disc).then_some(Glow::Fault),
        });
        let mut discs: Vec<DrawnDisc> = discs.collect();
        discs.sort_by_key(|shown| shown.disc);
        Picture {
            discs,
            ..Picture::default()
        }
    }

    /// Shows what a hand that is led would do, and what it could be led to.
    pub(crate) fn guide(&mut self, app: &TableApp) {
        if app.session().status() == Status::Idle {
            let carriers = app.carriers();
            for shown in &mut self.discs {
                if shown.glow.is_none_or(|glow| glow == Glow::Good) && carriers.contains(&shown.disc) {
                    shown.glow = Some(Glow::Carrier);
                }
            }
        }
        // Owed discs are lit already.
        let refused = app.refused().filter(|(_, why)| *why != TapRefusal::OwedFirst);
        let refused = refused.and_then(|(disc, _)| disc);
        for shown in &mut self.discs {
            let is_plain = matches!(shown.glow, None | Some(Glow::Carrier));
            if is_plain && (app.lit().contains(&shown.disc) || refused == Some(shown.disc)) {
                shown.glow = Some(Glow::Chosen);
            }
        }
        for shown in &mut self.discs {
            if shown.glow != Some(Glow::Fault) && app.endangered().contains(&shown.disc) {
                shown.glow = Some(Glow::Endangered);
            }
        }
        self.loupe = app.beside();
        let Some(guided) = app.guided() else { return };
        if app.shows_forecasts() {
            self.band = None;
            self.guide = Some(guide(&guided.goal(), app.foresight()));
        } else if self.band.is_some() {
            self.band = usual_band(&guided.goal());
        }
    }
}

/// Ring on which the lower edge of a leaner usually stands.
fn usual_band(goal: &Goal) -> Option<Band> {
    let Goal::Lean(leaning) = goal else { return None };
    let ([x, y], ring) = (leaning.centre, leaning.usual_ring());
    Some(Band {
        centre: Vector::new(x, y, 0.0),
        inner: ring - HALF_BAND,
        outer: ring + HALF_BAND,
    })
}

/// Guide for a goal.
fn guide(goal: &Goal, foresight: &Foresight) -> Guide {
    let outlook = foresight.of(goal);
    let Goal::Lean(leaning) = goal else {
        let [x, y] = goal.place();
        return Guide {
            foot: Vector::new(x, y, 0.0),
            outlook,
            ring: Vec::new(),
        };
    };
    let on_mat = |[x, y]: [f32; 2]| Vector::new(x, y, 0.0);
    let known = foresight.ring(*leaning).copied().unwrap_or_default();
    let step = std::f32::consts::TAU / DIRECTIONS as f32;
    let ring = known.iter().enumerate();
    let place = |direction: usize| on_mat(leaning.on_ring(direction as f32 * step, leaning.usual_ring()));
    let ring = ring.map(|(direction, outlook)| (place(direction), *outlook));
    Guide {
        foot: on_mat(leaning.foot()),
        outlook,
        ring: ring.collect(),
    }
}

fn glow(session: &TableSession, disc: Disc) -> Option<Glow> {
    if session.status() == Status::Idle && session.is_owed(disc) {
        return Some(Glow::Fault);
    }
    let concerned = session
        .news()
        .iter()
        .rev()
        .find(|news| news.discs().contains(&disc))?;
    if concerned.is_fault() || concerned.is_objection() {
        Some(Glow::Fault)
    } else {
        concerned.is_good().then_some(Glow::Good)
    }
}

fn magnet(shown: &DrawnDisc) -> Magnet {
    Magnet {
        centre: shown.centre,
        axis: shown.axis(),
    }
}

fn gizmo(discs: &[DrawnDisc], held: Disc) -> Option<Gizmo> {
    let shown = discs.iter().find(|shown| shown.disc == held)?;
    let others: Vec<Magnet> = discs
        .iter()
        .filter(|other| other.disc != held)
        .map(magnet)
        .collect();
    let axis = shown.axis();
    // The face that looks up decides which way it leans.
    let upward = if axis.z < 0.0 { -axis } else { axis };
    let level = Vector::new(upward.x, upward.y, 0.0);
    let leans = (level.length() > 0.02).then(|| level.normalize());
    let down = (-Vector::Z + upward * upward.z).normalize_or_zero();
    Some(Gizmo {
        centre: shown.centre,
        foot: shown.centre + down * RADIUS - upward * (THICKNESS / 2.0),
        leans,
        tilt: upward.z.clamp(-1.0, 1.0).acos().to_degrees(),
        feel: Feel::of(&[magnet(shown)], &others),
    })
}

fn band(session: &TableSession, gizmo: &Gizmo) -> Option<Band> {
    if session.status() != Status::Holding {
        return None;
    }
    let flat = |one: Vector, two: Vector| (one.x - two.x).hypot(one.y - two.y);
    let (disc, centre) = session
        .supports()
        .min_by(|one, two| flat(one.1, gizmo.centre).total_cmp(&flat(two.1, gizmo.centre)))
        .filter(|(_, centre)| flat(*centre, gizmo.centre) < NEAR)?;
    let (inner, outer) = *HOLDS.get(session.table().tower(disc)?.checked_sub(1)?)?;
    Some(Band {
        centre,
        inner: inner * RADIUS,
        outer: outer * RADIUS,
    })
}

/// The lines round the discs nearest to the hand, or to the centre.
fn lines(discs: &[DrawnDisc], held: Option<Disc>) -> Vec<Vec<Vector>> {
    let all: Vec<Magnet> = discs.iter().map(magnet).collect();
    let middle = discs
        .iter()
        .find(|shown| Some(shown.disc) == held)
        .map_or(Vector::ZERO, |shown| shown.centre);
    let mut nearest = all.clone();
    let away = |magnet: &Magnet| (magnet.centre - middle).length();
    nearest.sort_by(|one, two| away(one).total_cmp(&away(two)));
    nearest.truncate(FIELD_DISCS);
    haptics::lines(&nearest, &all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layouts::{first_leaner, opening};

    const ALL: Wanted = Wanted {
        field: true,
        guide: true,
    };

    #[test]
    fn a_table_without_a_hand_shows_its_discs_and_its_field() {
        let picture = Picture::of(&TableSession::new(&opening()), ALL, None);
        assert_eq!(picture.discs.len(), 13);
        assert!(picture.discs[0].is_red());
        assert!(picture.gizmo.is_none() && picture.band.is_none());
        assert!(picture.lines.len() > 50);
    }

    #[test]
    fn the_gizmo_shows_which_way_the_hand_leans_and_the_ring_where_it_would_hold() {
        let mut session = TableSession::new(&first_leaner());
        assert!(session.bring(true, -4.0, -20.0));
        session.steer(|hand| hand.move_to(-4.0, -9.0 - 3.73));
        session.steer(|hand| hand.set_tilt(30.0));
        for _ in 0..1500 {
            session.tick();
        }
        let picture = Picture::of(&session, ALL, None);
        let gizmo = picture.gizmo.unwrap();
        assert!((gizmo.tilt - 30.0).abs() < 0.2, "{gizmo:?}");
        assert!(
            gizmo.leans.unwrap().y < -0.99,
            "away from the foundation: {gizmo:?}"
        );
        assert!((gizmo.foot.z - crate::steering::CARRY).abs() < 0.02, "{gizmo:?}");
        let band = picture.band.unwrap();
        let foot = (gizmo.foot.x - band.centre.x).hypot(gizmo.foot.y - band.centre.y);
        assert!(band.inner < foot && foot < band.outer, "{foot} {band:?}");
        assert_eq!(picture.discs[2].glow, Some(Glow::Held));
    }
}
