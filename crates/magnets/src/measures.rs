//! Every size, mass, strength and threshold of the table, in centimetres, grams and seconds.

/// Radius of the circle on the mat.
pub const CIRCLE: f32 = 22.5;
/// Radius of the dot in the middle of the mat, on which the red disc lies.
pub const DOT: f32 = 0.28;
/// Radius of a disc's case.
pub const RADIUS: f32 = 1.6;
/// Thickness of a disc's case.
pub const THICKNESS: f32 = 0.6;
/// Mass of one disc.
pub const MASS: f32 = 14.0;
/// Radius of the magnet inside the case.
pub const MAGNET_RADIUS: f32 = 1.27;
/// Thickness of the magnet inside the case.
pub const MAGNET_THICKNESS: f32 = 0.48;
/// How many discs a game has: 52 and the red one.
pub const DISCS: usize = 53;
/// Downward acceleration.
pub const GRAVITY: f32 = 981.0;

/// Adjustable constants: the strength of the magnets, and the losses of motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dials {
    /// Remanence of the magnets in tesla: how strong they are, and so how hard the game is.
    pub remanence: f32,
    /// Coulomb friction of case on case and case on mat.
    pub friction: f32,
    /// Rolling resistance of a rim on the cloth, as a share of the pressing force acting at the rim.
    pub rolling: f32,
    /// Radius of the patch on which a rim stands: friction there resists turning on the spot.
    pub patch: f32,
    /// How far the pressing force shifts under a sunk rim before the disc tips.
    pub tipping: f32,
    /// Share of the linear speed lost in a second.
    pub linear_damping: f32,
    /// Share of the turning speed lost in a second.
    pub angular_damping: f32,
    /// Whether a body that no longer moves may be put to sleep.
    pub sleeping: bool,
}

impl Dials {
    /// The dials of every game; docs/lab/leaners.md has the tables that chose the friction and the remanence.
    pub const STANDARD: Dials = Dials {
        remanence: 0.31,
        friction: 0.5,
        rolling: 0.2,
        patch: 0.4,
        tipping: 0.05,
        linear_damping: 0.5,
        angular_damping: 10.0,
        sleeping: true,
    };
}

/// Physics steps in a second.
pub const TICKS_PER_SECOND: u32 = 960;
/// Steps between two samples of the hand.
pub const TICKS_PER_SAMPLE: u32 = 16;
/// Length of a step.
pub const STEP: f32 = 1.0 / TICKS_PER_SECOND as f32;
/// Contact spring of the solver: frequency in hertz, and its damping ratio.
pub const CONTACT_FREQUENCY: f32 = 960.0;
/// See [`CONTACT_FREQUENCY`].
pub const CONTACT_DAMPING: f32 = 10.0;
/// Distance at which the solver starts to watch a contact.
pub const PREDICTION: f32 = 0.2;
/// How far ahead the solver looks for bodies that are faster than [`PREDICTION`] in a step: snapping
/// discs are, and would end inside each other.
pub const FAST_PREDICTION: f32 = 0.6;
/// Sweeps of the contact solver in a step.
pub const SWEEPS: usize = 4;
/// Cases that overlap are driven apart no faster than this.
pub const FASTEST_CORRECTION: f32 = 20.0;
/// No body is ever faster.
pub const FASTEST: f32 = 1000.0;

/// Straight elements of the current loop that stands for a magnet.
pub const ELEMENTS: usize = 12;
/// Beyond this distance of the centres a pair acts as two plain dipoles.
pub const DIPOLE_BEYOND: f32 = 5.0 * RADIUS;
/// Elements act as if never nearer than this; cases that do not overlap never are.
pub const NEAREST: f32 = 0.583;

/// A body below this speed (of its fastest point) for [`SLEEP_AFTER`] seconds falls asleep.
pub const SLEEP_SPEED: f32 = 0.05;
/// See [`SLEEP_SPEED`].
pub const SLEEP_AFTER: f32 = 0.25;
/// A sleeping body wakes when the field on it changes by this share of its weight (or weight x radius).
pub const WAKE_SHARE: f32 = 0.005;

/// Cases nearer than this touch.
pub const TOUCH: f32 = 0.02;
/// Cases that touched and are farther than this have parted: wider than [`TOUCH`] so that a
/// trembling contact does not count again and again.
pub const PART: f32 = 0.04;
/// Cosine of 8 degrees: a disc tilted less lies flat.
pub const FLAT_COSINE: f32 = 0.990_268_07;
/// Sine of 3 degrees: the cloth resists rolling and tipping only of a disc that is tilted more.
pub const RIM_SINE: f32 = 0.052_335_955;
/// Cosine of 80 degrees: a disc tilted more stands on its rim.
pub const STEEP_COSINE: f32 = 0.173_648_18;
/// A disc counts as turned over once its axis passes the horizontal by 5 degrees (the sine).
pub const TURNED_SINE: f32 = 0.087_155_744;
/// A rim this near to the mat stands on it.
pub const ON_MAT: f32 = 0.05;
/// At rest: every disc slower than this ...
pub const REST_SPEED: f32 = 0.5;
/// ... and turning slower than this (10 degrees a second) ...
pub const REST_TURNING: f32 = 0.174_532_93;
/// ... for so many ticks.
pub const REST_TICKS: u32 = TICKS_PER_SECOND / 4;
/// This many ticks after the hand has let go or gone, moving discs are frozen.
pub const LIMIT_TICKS: u32 = 12 * TICKS_PER_SECOND;
/// A disc that has touched the hand's disc for so many ticks sticks to it.
pub const STICK_TICKS: u32 = TICKS_PER_SECOND / 10;

/// A disc nearer than this to where the table was built with it ...
pub const SAME_PLACE: f32 = 0.003;
/// ... and turned by less than 0.1 degrees (cosine of half of it) has not moved.
pub const SAME_TURN: f32 = 0.999_999_6;

/// Faces whose axes differ by less than this (cosine of 3 degrees) are seated.
pub const SEATED_COSINE: f32 = 0.998_629_5;
/// The widest gap between seated faces; the magnets press them together, so they may also overlap
/// by [`SEATED_OVERLAP`] until they are one body.
pub const SEATED_GAP: f32 = 0.02;
/// See [`SEATED_GAP`].
pub const SEATED_OVERLAP: f32 = 0.15;
/// The largest distance between the axes of seated discs.
pub const SEATED_OFFSET: f32 = 0.8;
/// Seated faces move against each other slower than this (free contacts under the magnets' pressure
/// tremble) ...
pub const SEATED_SPEED: f32 = 12.0;
/// ... and turn against each other slower than this ...
pub const SEATED_TURNING: f32 = 10.0;
/// ... for so many ticks before they are one body.
pub const SEATED_TICKS: u8 = 12;
/// A seam that has been overloaded for so many ticks comes apart.
pub const SPLIT_TICKS: u8 = 8;
/// Weight of the newest tick in the smoothed load on a seam.
pub const SEAM_SMOOTHING: f32 = 0.125;

/// No disc that the hand does not hold sinks deeper into the mat: the mat is hard, and a hand that
/// presses a disc onto it goes into the disc instead.
pub const DEEPEST: f32 = 0.08;

/// A disc that a hand brings in appears at least so far from all others.
pub const ENTRY_DISTANCE: f32 = 12.0;

/// A yielding hand turns a disc this fast for each dyn centimetre of torque, in radians a second: on a single foundation it
/// comes to rest within about a tenth of a second ...
pub const YIELDING: f32 = 4e-4;
/// ... and no faster than this (90 degrees a second) ...
pub const TURNING_SPEED: f32 = std::f32::consts::FRAC_PI_2;
/// ... nor by more than 40 degrees.
pub const MOST_TURN: f32 = 0.698_131_7;
/// It turns discs that are tilted from 10 degrees, so that none lies down in the hand, ...
pub const LEAST_TILT: f32 = 0.174_532_93;
/// ... to 90 degrees.
pub const UPRIGHT_TILT: f32 = std::f32::consts::FRAC_PI_2;
/// A field that lifts by this share of weight x radius is left alone with the disc; the fingers help against a weaker one ...
pub const WHOLE_FIELD: f32 = 0.1;
/// ... as a spring, in dyn centimetres a radian.
pub const FINGERS: f32 = MASS * GRAVITY * RADIUS;
