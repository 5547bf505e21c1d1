//! The table: discs, their bodies, and one tick after another.

use crate::cloth::Cloth;
use crate::events::{TableEvent, TableEventKind};
use crate::field::{Field, Magnet, Wrench, is_far};
use crate::grip::HandGrip;
use crate::hand::Hand;
use crate::mass::balance;
use crate::measures::{
    DEEPEST, Dials, GRAVITY, LIMIT_TICKS, MASS, RADIUS, REST_SPEED, REST_TICKS, REST_TURNING, SAME_PLACE,
    SAME_TURN, THICKNESS, WAKE_SHARE,
};
use crate::scene::{Disc, Placed, Scene};
use crate::towers::Body;
use crate::watch::{Watch, Watched, lowest};
use crate::world::World;
use rapier3d::math::{Pose, Vector};
use rapier3d::prelude::ColliderHandle;

/// A disc on the table or in the hand.
pub(crate) struct Piece {
    pub(crate) name: Disc,
    /// The slot of its body in [`Table::bodies`].
    pub(crate) body: usize,
    /// Its place in its body.
    pub(crate) local: Pose,
    pub(crate) collider: ColliderHandle,
    pub(crate) pose: Pose,
    pub(crate) magnet: Magnet,
    /// Whether the last tick moved it.
    pub(crate) moved: bool,
    /// The numbers it was built from, true for as long as it keeps the pose it got from them.
    built: (Placed, Pose),
    /// Force and torque of all magnets outside its body.
    pub(crate) felt: Wrench,
    /// The contacts' impulses on it in the last step, for discs in bodies of several: the place
    /// relative to the body's centre of mass, and the impulse.
    pub(crate) pushes: Vec<(Vector, Vector)>,
    /// The force with which the mat pressed on it in the last step, for discs that are a body of their own.
    pub(crate) pressed: f32,
    pub(crate) watched: Watched,
}

/// About what a tick takes however few discs there are, what it takes for each of them, and what the force between two of them
/// takes that are near each other, in forces between two that are far apart.
const TICK_WORK: u64 = 72;
const DISC_WORK: u64 = 2;
const NEAR_WORK: u64 = 10;

impl Piece {
    /// Its present place, in whole numbers.
    fn placed(&self) -> Placed {
        let (placed, pose) = self.built;
        if is_same(&self.pose, &pose) {
            placed
        } else {
            Placed::quantised(self.name, &self.pose)
        }
    }
}

/// A deterministic table of magnets.
///
/// All that happens follows from the scene it was built from and the hand's poses, bit for bit, on
/// every machine.
pub struct Table {
    pub(crate) world: World,
    pub(crate) field: Field,
    pub(crate) dials: Dials,
    pub(crate) pieces: Vec<Piece>,
    /// One slot a disc: a body sits in the slot of its first disc.
    pub(crate) bodies: Vec<Option<Body>>,
    /// Force and torque of the upper on the lower disc of each pair, kept while neither moves.
    wrenches: Vec<Wrench>,
    /// Whether bodies have changed, so that no kept wrench counts.
    pub(crate) stale: bool,
    pub(crate) hand: Option<Hand>,
    /// The grip of the next hand.
    pub(crate) grip: HandGrip,
    pub(crate) withdrawn: Vec<Disc>,
    tick: u32,
    work: u64,
    /// The tick at which the hand let go or left; 0 on a table no hand has touched.
    pub(crate) alone_since: u32,
    quiet: u32,
    pub(crate) over: bool,
    pub(crate) watch: Watch,
    pub(crate) events: Vec<TableEvent>,
}

/// The place of the pair `low < high` in a triangular list.
pub(crate) fn pair(low: usize, high: usize) -> usize {
    high * (high - 1) / 2 + low
}

impl Table {
    /// A table with the discs of a scene, under the dials of every game.
    pub fn new(scene: &Scene) -> Table {
        Table::with_dials(scene, Dials::STANDARD)
    }

    /// A table under other dials, for experiments.
    pub fn with_dials(scene: &Scene, dials: Dials) -> Table {
        let mut table = Table {
            world: World::new(dials),
            field: Field::new(dials.remanence),
            dials,
            pieces: Vec::new(),
            bodies: Vec::new(),
            wrenches: Vec::new(),
            stale: true,
            hand: None,
            grip: HandGrip::default(),
            withdrawn: Vec::new(),
            tick: 0,
            work: 0,
            alone_since: 0,
            quiet: 0,
            over: false,
            watch: Watch::default(),
            events: Vec::new(),
        };
        for placed in scene.discs() {
            table.add_piece(placed.disc, placed.pose(), *placed, false);
        }
        table.join_seated();
        table.world.look();
        table.refresh();
        table.survey();
        table.watch_from_here(scene.at_rest());
        table
    }

    /// Adds a disc as a body of its own, at the end of the list.
    pub(crate) fn add_piece(&mut self, name: Disc, pose: Pose, built: Placed, held: bool) -> usize {
        let index = self.pieces.len();
        let handle = self.world.insert_body(pose, held);
        let collider = self.world.insert_disc(index, handle, &Pose::IDENTITY);
        self.world.weigh(handle, &balance(&[pose]));
        self.pieces.push(Piece {
            name,
            body: index,
            local: Pose::IDENTITY,
            collider,
            pose,
            magnet: magnet(&pose),
            moved: true,
            built: (built, pose),
            felt: Wrench::default(),
            pushes: Vec::new(),
            pressed: 0.0,
            watched: Watched::default(),
        });
        self.bodies.push(Some(Body::new(handle, index)));
        self.wrenches.resize(pair(0, index + 1).max(1), Wrench::default());
        self.watch.make_room(index + 1);
        index
    }

    /// Ticks since the table was built.
    pub fn ticks(&self) -> u32 {
        self.tick
    }

    /// How much has been simulated since the table was built: ticks, discs in them, and forces between two
    /// discs. It grows with the time that takes, and is the same on every machine.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// All that happened since the table was built, in order.
    pub fn events(&self) -> &[TableEvent] {
        &self.events
    }

    /// Whether no hand is in the circle and every disc is at rest or frozen.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The scene to begin the next turn with, once all is over.
    pub fn scene(&self) -> Option<Scene> {
        self.over.then(|| {
            let mut discs: Vec<Placed> = self.here().map(Piece::placed).collect();
            discs.sort_by_key(|placed| placed.disc);
            Scene::settled(discs)
        })
    }

    /// The present place of a disc on the table or in the hand, in whole numbers.
    pub fn placed(&self, disc: Disc) -> Option<Placed> {
        self.here().find(|piece| piece.name == disc).map(Piece::placed)
    }

    /// The discs on the table and in the hand as they are now: centre in centimetres, and the unit
    /// quaternion (x, y, z, w) that turns a flat disc with its white face up into this one.
    pub fn poses(&self) -> impl Iterator<Item = (Disc, [f32; 3], [f32; 4])> {
        self.here().map(|piece| {
            let Pose {
                translation,
                rotation,
                ..
            } = piece.pose;
            (piece.name, translation.to_array(), rotation.to_array())
        })
    }

    /// The velocities of all bodies, part by part.
    pub(crate) fn motion(&self) -> impl Iterator<Item = f32> {
        self.bodies.iter().flatten().flat_map(|body| {
            let body = self.world.body(body.handle);
            body.linvel()
                .to_array()
                .into_iter()
                .chain(body.angvel().to_array())
        })
    }

    /// A disc's centre and axis, if it is here.
    pub fn magnet(&self, disc: Disc) -> Option<Magnet> {
        self.here()
            .find(|piece| piece.name == disc)
            .map(|piece| piece.magnet)
    }

    /// The energy of all that is here, in erg and up to a constant: motion, height and magnetism.
    pub fn energy(&self) -> f32 {
        let mut energy = 0.0;
        for body in self.bodies.iter().flatten() {
            energy += self.world.body(body.handle).kinetic_energy();
        }
        let here: Vec<&Piece> = self.here().collect();
        for (k, piece) in here.iter().enumerate() {
            energy += MASS * GRAVITY * piece.magnet.centre.z;
            for other in &here[..k] {
                energy += self.field.energy(&piece.magnet, &other.magnet);
            }
        }
        energy
    }

    /// The body that holds a leaner up: the one whose field gives the greatest lifting torque about the leaner's foot, by its
    /// highest disc. Nothing if no body lifts it.
    pub fn support(&self, leaner: Disc) -> Option<Disc> {
        let piece = self.here().find(|piece| piece.name == leaner)?;
        let up = piece.magnet.axis * 1.0_f32.copysign(piece.magnet.axis.z);
        let flat = Vector::new(up.x, up.y, 0.0);
        // The foot is where the axis leans to; turning about `across` raises the other side.
        let across = Vector::Z.cross(flat);
        let down = flat * (RADIUS * up.z / flat.length()) - Vector::Z * (RADIUS * flat.length());
        let foot = down - up * (THICKNESS / 2.0);
        let lift = |other: &Piece| {
            let wrench = self.field.wrench(&piece.magnet, &other.magnet);
            (wrench.torque - foot.cross(wrench.force)).dot(across)
        };
        let others = |body: &Body| {
            body.discs
                .iter()
                .map(|&disc| &self.pieces[disc])
                .collect::<Vec<_>>()
        };
        let bodies = self.bodies.iter().flatten().map(others);
        let lifts = bodies
            .filter(|body| body.iter().all(|other| other.name != leaner))
            .map(|body| (body.iter().map(|other| lift(other)).sum::<f32>(), body));
        let most = lifts.filter(|(lift, _)| *lift > 0.0);
        let (_, body) = most.reduce(|most, next| if next.0 > most.0 { next } else { most })?;
        let higher = |one: &&Piece, two: &&Piece| one.magnet.centre.z.total_cmp(&two.magnet.centre.z);
        body.into_iter().max_by(higher).map(|top| top.name)
    }

    /// How many discs are one body with this one, itself included, if it is here.
    pub fn tower(&self, disc: Disc) -> Option<usize> {
        let body = self.body(disc)?;
        self.bodies[body].as_ref().map(|body| body.discs.len())
    }

    /// Whether two discs are one body.
    pub fn are_one(&self, one: Disc, two: Disc) -> bool {
        self.body(one).is_some_and(|body| self.body(two) == Some(body))
    }

    /// The number of a disc's body, if it is here.
    fn body(&self, disc: Disc) -> Option<usize> {
        let piece = self.here().find(|piece| piece.name == disc)?;
        Some(piece.body)
    }

    /// Lets one 960th of a second pass.
    pub fn tick(&mut self) {
        self.move_hand();
        self.magnetise();
        self.push_bodies();
        self.world.step();
        self.tick += 1;
        self.work += TICK_WORK + DISC_WORK * self.pieces.len() as u64;
        self.refresh();
        self.keep_above_mat();
        self.survey();
        self.load_seams();
        self.watch_contacts();
        self.watch_discs();
        self.watch_rest();
    }

    /// Lets time pass until all is at rest or frozen; at once if a hand is in the circle.
    pub fn settle(&mut self) {
        while self.hand.is_none() && !self.over {
            self.tick();
        }
    }

    pub(crate) fn happened(&mut self, what: TableEventKind) {
        self.events.push(TableEvent {
            tick: self.tick,
            what,
        });
    }

    /// The discs on the table and in the hand.
    pub(crate) fn here(&self) -> impl Iterator<Item = &Piece> {
        self.pieces
            .iter()
            .filter(|piece| self.bodies[piece.body].is_some())
    }

    /// Whether two discs are both here, and in different bodies.
    pub(crate) fn acts(&self, low: usize, high: usize) -> bool {
        let (one, two) = (self.pieces[low].body, self.pieces[high].body);
        one != two && self.bodies[one].is_some() && self.bodies[two].is_some()
    }

    /// Brings the discs' poses up to date with their bodies.
    pub(crate) fn refresh(&mut self) {
        for piece in &mut self.pieces {
            let Some(body) = &self.bodies[piece.body] else {
                continue;
            };
            let body = self.world.body(body.handle);
            let pose = body.position() * piece.local;
            piece.moved = pose != piece.pose;
            if piece.moved {
                piece.pose = pose;
                piece.magnet = magnet(&pose);
            }
        }
    }

    /// Raises what a hand has pressed into the mat.
    fn keep_above_mat(&mut self) {
        for body in self.bodies.iter().flatten() {
            let rigid = self.world.body(body.handle);
            if !rigid.is_dynamic() || rigid.is_sleeping() {
                continue;
            }
            let depths = body.discs.iter().map(|&disc| lowest(&self.pieces[disc]));
            let rise = -DEEPEST - depths.fold(f32::INFINITY, f32::min);
            if rise <= 0.0 {
                continue;
            }
            let rigid = self.world.body_mut(body.handle);
            let (place, velocity) = (rigid.translation(), rigid.linvel());
            rigid.set_translation(place + Vector::Z * rise, true);
            rigid.set_linvel(Vector::new(velocity.x, velocity.y, velocity.z.max(0.0)), true);
            for &disc in &body.discs {
                let piece = &mut self.pieces[disc];
                piece.pose.translation.z += rise;
                piece.magnet.centre.z += rise;
            }
        }
    }

    /// Adds up what every body feels of all magnets outside it, pairs in order.
    fn magnetise(&mut self) {
        for body in self.bodies.iter_mut().flatten() {
            body.wrench = Wrench::default();
        }
        for piece in &mut self.pieces {
            piece.felt = Wrench::default();
        }
        for high in 1..self.pieces.len() {
            for low in 0..high {
                if self.acts(low, high) {
                    self.magnetise_pair(low, high);
                }
            }
        }
        self.stale = false;
        for piece in &self.pieces {
            let Some(body) = &mut self.bodies[piece.body] else {
                continue;
            };
            let centre = self.world.body(body.handle).center_of_mass();
            let felt = piece.felt;
            body.wrench.force += felt.force;
            body.wrench.torque += felt.torque + (piece.magnet.centre - centre).cross(felt.force);
        }
    }

    fn magnetise_pair(&mut self, low: usize, high: usize) {
        let (one, two) = (&self.pieces[low], &self.pieces[high]);
        let kept = &mut self.wrenches[pair(low, high)];
        if one.moved || two.moved || self.stale {
            *kept = self.field.wrench(&one.magnet, &two.magnet);
            self.work += if is_far(two.magnet.centre - one.magnet.centre) {
                1
            } else {
                NEAR_WORK
            };
        }
        let wrench = *kept;
        let reaction = wrench.reaction(two.magnet.centre - one.magnet.centre);
        let felt = &mut self.pieces[low].felt;
        felt.force += wrench.force;
        felt.torque += wrench.torque;
        let felt = &mut self.pieces[high].felt;
        felt.force -= wrench.force;
        felt.torque += reaction;
    }

    /// Hands the field's forces to the solver, wakes bodies that they disturb, and adds the resistance of the cloth.
    fn push_bodies(&mut self) {
        for slot in 0..self.bodies.len() {
            let Some(body) = &mut self.bodies[slot] else {
                continue;
            };
            let (handle, wrench) = (body.handle, body.wrench);
            let weight = MASS * GRAVITY * body.discs.len() as f32;
            if self.world.body(handle).is_sleeping() {
                let asleep = *body.asleep.get_or_insert(wrench);
                let force = (wrench.force - asleep.force).length();
                let torque = (wrench.torque - asleep.torque).length();
                if force <= WAKE_SHARE * weight && torque <= WAKE_SHARE * weight * RADIUS {
                    continue;
                }
                self.world.wake(handle);
            }
            body.asleep = None;
            let disc = (body.discs.len() == 1).then(|| &self.pieces[body.discs[0]]);
            let rigid = self.world.body_mut(handle);
            body.before = (rigid.linvel(), rigid.angvel());
            rigid.reset_forces(false);
            rigid.reset_torques(false);
            rigid.add_force(wrench.force, false);
            rigid.add_torque(wrench.torque, false);
            match disc {
                Some(disc) if rigid.is_dynamic() => {
                    let torque = body.cloth.resist(&self.dials, disc, rigid.angvel());
                    rigid.add_torque(torque, false);
                }
                _ => body.cloth = Cloth::default(),
            }
        }
    }

    /// Watches for the moment when all is at rest, or the limit.
    fn watch_rest(&mut self) {
        if self.hand.is_some() || self.over {
            return;
        }
        let moves = self.bodies.iter().flatten().any(|body| {
            let body = self.world.body(body.handle);
            !body.is_sleeping()
                && (body.linvel().length() >= REST_SPEED || body.angvel().length() >= REST_TURNING)
        });
        self.quiet = if moves { 0 } else { self.quiet + 1 };
        if self.quiet >= REST_TICKS {
            self.over = true;
            self.happened(TableEventKind::Rested);
        } else if self.tick - self.alone_since >= LIMIT_TICKS {
            self.over = true;
            self.happened(TableEventKind::Frozen);
        }
    }

    /// A hand came or went: rest counts anew.
    pub(crate) fn stir(&mut self) {
        self.quiet = 0;
        self.over = false;
        self.alone_since = self.tick;
        self.stale = true;
    }
}

/// Whether a disc has not moved, but for the last breath of the contacts: a disc must not creep from
/// turn to turn.
fn is_same(one: &Pose, two: &Pose) -> bool {
    (one.translation - two.translation).length() < SAME_PLACE
        && one.rotation.dot(two.rotation).abs() > SAME_TURN
}

pub(crate) fn magnet(pose: &Pose) -> Magnet {
    Magnet {
        centre: pose.translation,
        axis: pose.rotation * Vector::Z,
    }
}
