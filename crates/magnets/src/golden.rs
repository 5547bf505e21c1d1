//! Scenes whose every bit is known: the same on every machine, in every build, in every browser.

use crate::grip::HandGrip;
use crate::measures::{CIRCLE, RADIUS, TICKS_PER_SAMPLE};
use crate::scene::{Disc, Placed, Scene};
use crate::table::Table;
use crate::trace::{HandPose, Trace};

/// How many golden scenes there are.
pub const GOLDEN: usize = 15;

/// Plays a golden scene from 0 to [`GOLDEN`] to its end and gives the hash of all that happened;
/// 0 for any other number.
pub fn golden(scene: usize) -> u64 {
    let Some(play) = play(scene) else { return 0 };
    let mut hash = Hash::default();
    let mut table = play.begin();
    for tick in 0..play.ticks {
        play.tick(&mut table);
        if tick % 60 == 0 {
            hash.table(&table);
        }
    }
    hash.table(&table);
    for event in table.events() {
        hash.bytes(format!("{event:?}").as_bytes());
    }
    hash.0
}

/// A scene for measuring speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bench {
    /// 52 discs flat on the mat and a hand that moves over them.
    Board,
    /// The same with every disc kept awake by a hand that sweeps low and fast.
    Chaos,
    /// 52 discs pulled together into clusters, and a hand among them.
    Clusters,
}

impl Bench {
    /// All of them.
    pub const ALL: [Bench; 3] = [Bench::Board, Bench::Chaos, Bench::Clusters];
}

/// A scene for measuring speed under way; the caller holds the watch.
pub struct Run {
    play: Play,
    table: Table,
}

impl Run {
    /// The scene before its first tick.
    pub fn new(scene: Bench) -> Run {
        let play = match scene {
            Bench::Board => board(52, 5.0, 1.0, 30),
            Bench::Chaos => board(52, 1.2, 4.0, 30),
            Bench::Clusters => clusters(),
        };
        Run {
            table: play.begin(),
            play,
        }
    }

    /// Lets some ticks pass.
    pub fn pass(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.play.tick(&mut self.table);
        }
    }

    /// The hash of the state: the same after the same number of ticks.
    pub fn hash(&self) -> u64 {
        let mut hash = Hash::default();
        hash.table(&self.table);
        hash.0
    }
}

/// FNV-1a, 64 bits.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn table(&mut self, table: &Table) {
        for (disc, centre, turn) in table.poses() {
            self.bytes(&[disc.0]);
            for part in centre.into_iter().chain(turn) {
                self.bytes(&part.to_bits().to_le_bytes());
            }
        }
        for part in table.motion() {
            self.bytes(&part.to_bits().to_le_bytes());
        }
    }
}

/// The hand's action in a golden scene.
enum Grip {
    Nothing,
    Bring(Vec<Disc>, bool),
    Lift(Disc),
}

struct Play {
    discs: Vec<Placed>,
    at_rest: bool,
    grip: Grip,
    trace: Option<Trace>,
    ticks: u32,
}

impl Play {
    fn begin(&self) -> Table {
        let scene = Scene::new(self.discs.clone(), self.at_rest).unwrap_or_else(|_| Scene::settled(vec![]));
        let mut table = Table::new(&scene);
        let trace = self.trace.as_ref();
        let start = trace.map(|trace| trace.samples()[0]).unwrap_or_default();
        table.set_grip(trace.map(Trace::grip).unwrap_or_default());
        match &self.grip {
            Grip::Nothing => {}
            // A hand that cannot come in leaves a scene with another hash.
            Grip::Bring(discs, white_up) => drop(table.bring(discs, *white_up, start)),
            Grip::Lift(disc) => drop(table.lift(*disc)),
        }
        table
    }

    fn tick(&self, table: &mut Table) {
        match &self.trace {
            Some(trace) => drop(table.follow(trace)),
            None => table.tick(),
        }
    }

    fn still(discs: Vec<Placed>, seconds: u32) -> Play {
        Play {
            discs,
            at_rest: false,
            grip: Grip::Nothing,
            trace: None,
            ticks: seconds * crate::measures::TICKS_PER_SECOND,
        }
    }

    fn handed(discs: Vec<Placed>, grip: Grip, path: &Path) -> Play {
        let trace = Trace::new(path.samples.clone(), path.release);
        let trace = trace.ok().map(|trace| trace.held_by(path.grip));
        Play {
            discs,
            at_rest: true,
            grip,
            ticks: (path.samples.len() as u32 + 90) * TICKS_PER_SAMPLE,
            trace,
        }
    }
}

/// A hand's way through a few poses at an even speed between two.
struct Path {
    samples: Vec<HandPose>,
    release: Option<u32>,
    grip: HandGrip,
}

impl Path {
    /// Starts at `(x, y, height, tilt, heading)` in the hand's units.
    fn from(at: [i16; 5]) -> Path {
        Path {
            samples: vec![hand_pose(at)],
            release: None,
            grip: HandGrip::Rigid,
        }
    }

    fn to(mut self, at: [i16; 5], samples: i32) -> Path {
        let last = self.samples[self.samples.len() - 1];
        let from = [last.x, last.y, last.height, last.tilt, last.heading];
        for step in 1..=samples {
            let part = |k: usize| {
                let way = i32::from(at[k]) - i32::from(from[k]);
                (i32::from(from[k]) + way * step / samples) as i16
            };
            self.samples.push(hand_pose(std::array::from_fn(part)));
        }
        self
    }

    fn release(mut self) -> Path {
        self.release = Some((self.samples.len() as u32 - 1) * TICKS_PER_SAMPLE);
        self
    }

    fn yielding(mut self) -> Path {
        self.grip = HandGrip::Yielding;
        self
    }
}

fn hand_pose([x, y, height, tilt, heading]: [i16; 5]) -> HandPose {
    HandPose {
        x,
        y,
        height,
        tilt,
        heading,
    }
    .clamped()
}

/// Numbers that look random and are always the same.
struct Numbers(u64);

impl Numbers {
    /// The next one, from 0 to 1.
    fn next(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }
}

fn flat(disc: u8, x: f32, y: f32, white_up: bool) -> Placed {
    Placed::flat(Disc(disc), x, y, white_up, 0)
}

fn leaner(disc: u8, pivot: f32, tilt: f32) -> Placed {
    Placed::leaning(Disc(disc), pivot * RADIUS, 0.0, tilt, 0.0, true)
}

fn tower(first: u8, count: u8, x: f32, y: f32) -> Vec<Placed> {
    (0..count)
        .map(|level| Placed::flat(Disc(first + level), x, y, true, level))
        .collect()
}

/// Discs in rings, `apart` centimetres from each other.
fn rings(count: usize, apart: f32) -> Vec<[f32; 2]> {
    let mut places = vec![[0.0, 0.0]];
    let mut ring = 1;
    while places.len() < count {
        let radius = apart * ring as f32;
        for k in 0..6 * ring {
            let (sine, cosine) = libm::sincosf(k as f32 * std::f32::consts::PI / (3.0 * ring as f32));
            places.push([radius * cosine, radius * sine]);
        }
        ring += 1;
    }
    places.truncate(count);
    places
}

/// A board of flat discs of both colours and a hand over it at `height` centimetres.
fn board(count: u8, height: f32, speed: f32, rounds: i16) -> Play {
    let apart = (CIRCLE - RADIUS) / 4.3;
    let places = rings(usize::from(count), apart);
    let discs = places
        .iter()
        .zip(0..)
        .map(|(&[x, y], disc)| flat(disc, x, y, disc % 2 == 0))
        .collect();
    let up = (height * 100.0) as i16;
    let samples = (120.0 / speed) as i32;
    let mut path = Path::from([-1500, -1500, 2000, 0, 0]).to([-1500, -1500, up, 0, 0], 60);
    for round in 0..rounds {
        let y = -1500 + 100 * round;
        let side = if round % 2 == 0 { 1500 } else { -1500 };
        path = path.to([side, y, up, (round % 4) * 200, round * 100], samples);
    }
    Play::handed(discs, Grip::Bring(vec![Disc(count)], true), &path)
}

/// Rows of discs that pull each other together, and a hand that stirs them.
fn clusters() -> Play {
    let places = rings(52, 2.0 * RADIUS + 0.15);
    let discs = places
        .iter()
        .zip(0..)
        .map(|(&[x, y], disc)| flat(disc, x, y, disc % 2 == 0))
        .collect();
    let mut path = Path::from([0, -2200, 2000, 0, 0]).to([0, -2200, 100, 0, 0], 60);
    for round in 0..20i16 {
        let side = if round % 2 == 0 { 2000 } else { -2000 };
        path = path.to([side, round * 100 - 1000, 100, 300, 900], 60);
    }
    let mut play = Play::handed(discs, Grip::Bring(vec![Disc(52)], true), &path);
    play.at_rest = false;
    play
}

/// Discs thrown over each other.
fn heap(count: u8, seed: u64) -> Play {
    let mut numbers = Numbers(seed);
    let mut place = |disc: u8| {
        let (x, y) = (numbers.next() * 16.0 - 8.0, numbers.next() * 16.0 - 8.0);
        let (tilt, heading) = (numbers.next() * 80.0, numbers.next() * 360.0);
        let mut placed = Placed::leaning(Disc(disc), x, y, tilt, heading, numbers.next() < 0.5);
        placed.centre[2] += 3400 * i32::from(disc % 8);
        placed
    };
    Play::still((0..count).map(&mut place).collect(), 4)
}

fn play(scene: usize) -> Option<Play> {
    let bring = |disc: u8, white_up: bool| Grip::Bring(vec![Disc(disc)], white_up);
    Some(match scene {
        0 => Play::still(vec![flat(1, 0.0, 0.0, true), leaner(2, 3.1, 40.0)], 6),
        1 => {
            let mut discs = tower(1, 2, 0.0, 0.0);
            discs.push(leaner(4, 3.5, 50.0));
            Play::still(discs, 6)
        }
        2 => Play::still(vec![flat(1, 0.0, 0.0, true), leaner(2, 2.7, 30.0)], 3),
        3 => Play::still(
            vec![
                flat(1, 0.0, 0.0, true),
                flat(2, 4.0, 0.5, false),
                flat(3, -4.2, 0.0, true),
            ],
            3,
        ),
        4 => {
            let mut discs = tower(1, 8, 0.0, 0.0);
            for (level, placed) in discs.iter_mut().enumerate() {
                placed.centre[2] += 700 * level as i32;
            }
            Play::still(discs, 3)
        }
        5 => {
            let path = Path::from([0, 0, 1500, 0, 0])
                .to([0, 0, 250, 0, 0], 200)
                .to([0, 0, 1500, 0, 0], 60);
            Play::handed(
                vec![flat(1, 0.0, 0.0, true), flat(2, 6.0, 0.0, true)],
                bring(9, true),
                &path,
            )
        }
        6 => {
            let path = Path::from([-300, 20, 1500, 0, 0])
                .to([-300, 20, 100, 0, 0], 200)
                .to([300, 0, 90, 0, 0], 90);
            Play::handed(
                vec![flat(1, 0.0, 0.0, false), flat(0, 8.0, 0.0, true)],
                bring(9, true),
                &path,
            )
        }
        7 => {
            let path = Path::from([-100, 0, 1500, 450, 0]).to([-100, 0, 70, 450, 0], 240);
            Play::handed(vec![flat(1, 0.0, 0.0, false)], bring(9, true), &path.release())
        }
        8 => heap(24, 7),
        9 => board(52, 2.0, 2.0, 4),
        10 => {
            let discs = rings(30, 4.6)
                .iter()
                .zip(0..)
                .map(|(&[x, y], disc)| flat(disc, x, y, true))
                .collect();
            let stack = (40..45).map(Disc).collect();
            let path = Path::from([-1200, 0, 2000, 0, 0])
                .to([-1200, 0, 150, 0, 0], 60)
                .to([1200, 100, 150, 300, 0], 120)
                .to([0, 600, 60, 1200, 600], 120);
            Play::handed(discs, Grip::Bring(stack, true), &path.release())
        }
        11 => {
            let discs = vec![flat(1, 0.0, 0.0, true), leaner(2, 3.2, 27.5)];
            let path = Path::from([0, 0, 1600, 0, 0])
                .to([0, 0, 300, 0, 0], 260)
                .to([0, 0, 1600, 0, 0], 60);
            Play::handed(discs, bring(9, true), &path)
        }
        12 => {
            let mut discs = tower(1, 4, 0.0, 0.0);
            discs.push(flat(8, 5.0, 0.0, true));
            let path = Path::from([0, 0, 0, 0, 0])
                .to([0, 0, 500, 0, 0], 60)
                .to([500, 0, 500, 1800, 0], 60)
                .to([900, 0, 10, 1800, 0], 60);
            Play::handed(discs, Grip::Lift(Disc(2)), &path.release())
        }
        13 => heap(40, 11),
        14 => {
            let path = Path::from([350, 20, 1600, 480, 40])
                .to([350, 20, 0, 480, 40], 240)
                .to([365, 0, 0, 480, 0], 60)
                .to([365, 0, 100, 480, 0], 30)
                .to([376, 0, 0, 200, 0], 60)
                .to([376, 0, 0, 200, 0], 60);
            let discs = vec![flat(1, 0.0, 0.0, true), flat(2, 0.0, 6.0, false)];
            Play::handed(discs, bring(9, true), &path.release().yielding())
        }
        _ => return None,
    })
}
