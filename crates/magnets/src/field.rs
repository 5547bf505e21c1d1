//! The force and torque between two magnets.
//!
//! A magnet is one current loop with its exact moment, cut into [`ELEMENTS`] elements. Forces are
//! summed in Neumann's form, in which every pair of elements pushes along the line between them:
//! what one disc gains the other loses. Elements are counted from the line of centres, so that
//! turning a disc about its own axis changes nothing.

use crate::measures::{DIPOLE_BEYOND, ELEMENTS, MAGNET_RADIUS, MAGNET_THICKNESS, NEAREST};
use rapier3d::math::Vector;

/// `(cosine, sine)` of the elements' places on the loop, every 30 degrees.
const COSINES: [f32; ELEMENTS] = [
    1.0,
    0.866_025_4,
    0.5,
    0.0,
    -0.5,
    -0.866_025_4,
    -1.0,
    -0.866_025_4,
    -0.5,
    0.0,
    0.5,
    0.866_025_4,
];
const SINES: [f32; ELEMENTS] = [
    0.0,
    0.5,
    0.866_025_4,
    1.0,
    0.866_025_4,
    0.5,
    0.0,
    -0.5,
    -0.866_025_4,
    -1.0,
    -0.866_025_4,
    -0.5,
];
/// Square of the loop's radius: the thin loop nearest to a thick cylinder magnet.
const LOOP_SQUARE: f32 = MAGNET_RADIUS * MAGNET_RADIUS - MAGNET_THICKNESS * MAGNET_THICKNESS / 3.0;

/// A magnet's place, and the direction of its white face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Magnet {
    /// Its centre.
    pub centre: Vector,
    /// Its axis, of length one.
    pub axis: Vector,
}

/// Force and torque of a second magnet on a first; the second gets `-force` and [`Wrench::reaction`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wrench {
    /// In dyn.
    pub force: Vector,
    /// About the first magnet's centre, in dyn cm.
    pub torque: Vector,
}

impl Wrench {
    /// The torque on the second magnet about its own centre, `apart` away from the first's.
    pub fn reaction(&self, apart: Vector) -> Vector {
        apart.cross(self.force) - self.torque
    }
}

/// Magnets of one strength.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Product of two elements' currents and lengths, and of the constant of nature.
    element: f32,
    /// Product of two moments and of the constant of nature.
    dipole: f32,
    loop_radius: f32,
}

/// Whether magnets so far apart feel each other as dipoles, which takes much less to find out.
pub(crate) fn is_far(apart: Vector) -> bool {
    apart.length_squared() > DIPOLE_BEYOND * DIPOLE_BEYOND
}

impl Field {
    /// Magnets with this remanence in tesla.
    pub fn new(remanence: f32) -> Field {
        use std::f32::consts::PI;
        // In amperes: magnetisation (remanence over 4 pi 1e-7) times thickness in metres, carried by
        // a loop whose area differs from the magnet's.
        let magnetisation = remanence / (4.0 * PI * 1e-7);
        let current = magnetisation * (MAGNET_THICKNESS * 0.01) * MAGNET_RADIUS * MAGNET_RADIUS / LOOP_SQUARE;
        let loop_radius = LOOP_SQUARE.sqrt();
        let length = 2.0 * PI * loop_radius / ELEMENTS as f32;
        // 1e-7 newton per square ampere is 1e-2 dyn.
        let strength = 1e-2 * current * current;
        let area = PI * LOOP_SQUARE;
        Field {
            element: strength * length * length,
            dipole: strength * area * area,
            loop_radius,
        }
    }

    /// Force and torque of `second` on `first`.
    pub fn wrench(&self, first: &Magnet, second: &Magnet) -> Wrench {
        let apart = second.centre - first.centre;
        if is_far(apart) {
            self.dipoles(apart, first.axis, second.axis)
        } else {
            self.loops(apart, first.axis, second.axis)
        }
    }

    /// The energy of the pair, up to a constant (for checks, not for the game).
    pub fn energy(&self, first: &Magnet, second: &Magnet) -> f32 {
        let apart = second.centre - first.centre;
        if is_far(apart) {
            let inverse = 1.0 / apart.length();
            let line = apart * inverse;
            let aligned = first.axis.dot(second.axis) - 3.0 * first.axis.dot(line) * second.axis.dot(line);
            return self.dipole * aligned * inverse * inverse * inverse;
        }
        let one = Elements::new(self.loop_radius, first.axis, apart, Vector::ZERO);
        let two = Elements::new(self.loop_radius, second.axis, apart, apart);
        let mut sum = 0.0;
        for i in 0..ELEMENTS {
            for j in 0..ELEMENTS {
                let distance = (one.place(i) - two.place(j)).length();
                sum -= one.direction(i).dot(two.direction(j)) / distance.max(NEAREST);
            }
        }
        self.element * sum
    }

    fn dipoles(&self, apart: Vector, one: Vector, two: Vector) -> Wrench {
        let inverse = 1.0 / apart.length();
        let line = apart * inverse;
        let cube = inverse * inverse * inverse * self.dipole;
        let (along_one, along_two) = (one.dot(line), two.dot(line));
        let turning = one * along_two + two * along_one + line * (one.dot(two) - 5.0 * along_one * along_two);
        Wrench {
            force: turning * (-3.0 * cube * inverse),
            torque: one.cross(line * (3.0 * along_two) - two) * cube,
        }
    }

    fn loops(&self, apart: Vector, one: Vector, two: Vector) -> Wrench {
        let one = Elements::new(self.loop_radius, one, apart, Vector::ZERO);
        let two = Elements::new(self.loop_radius, two, apart, apart);
        let mut wrench = Wrench::default();
        for i in 0..ELEMENTS {
            let (push, lean) = two.act_on(one.place(i), one.direction(i));
            wrench.force += push;
            wrench.torque += one.place(i).cross(push) + one.direction(i).cross(lean);
        }
        wrench.force *= self.element;
        wrench.torque *= self.element;
        wrench
    }
}

/// A loop's elements: places relative to the first magnet's centre, and unit directions.
struct Elements {
    x: [f32; ELEMENTS],
    y: [f32; ELEMENTS],
    z: [f32; ELEMENTS],
    along_x: [f32; ELEMENTS],
    along_y: [f32; ELEMENTS],
    along_z: [f32; ELEMENTS],
}

impl Elements {
    fn new(radius: f32, axis: Vector, line: Vector, centre: Vector) -> Elements {
        let start = across(axis, line);
        let side = axis.cross(start);
        let fill = |of: fn(Vector) -> f32| {
            let (start, side, centre) = (of(start), of(side), of(centre));
            let place = std::array::from_fn(|k| centre + radius * (COSINES[k] * start + SINES[k] * side));
            let along = std::array::from_fn(|k| COSINES[k] * side - SINES[k] * start);
            (place, along)
        };
        let ((x, along_x), (y, along_y), (z, along_z)) = (fill(|v| v.x), fill(|v| v.y), fill(|v| v.z));
        Elements {
            x,
            y,
            z,
            along_x,
            along_y,
            along_z,
        }
    }

    fn place(&self, k: usize) -> Vector {
        Vector::new(self.x[k], self.y[k], self.z[k])
    }

    fn direction(&self, k: usize) -> Vector {
        Vector::new(self.along_x[k], self.along_y[k], self.along_z[k])
    }

    /// The push of all these elements on an element, and the sum of their directions over distance.
    ///
    /// Lanes are separate sums, added in a fixed order: the compiler may use vector instructions and
    /// the bits stay the same.
    #[inline]
    fn act_on(&self, place: Vector, direction: Vector) -> (Vector, Vector) {
        const LANES: usize = 4;
        let mut push = [[0.0f32; LANES]; 3];
        let mut lean = [[0.0f32; LANES]; 3];
        for block in (0..ELEMENTS).step_by(LANES) {
            for lane in 0..LANES {
                let k = block + lane;
                let (dx, dy, dz) = (place.x - self.x[k], place.y - self.y[k], place.z - self.z[k]);
                let (ax, ay, az) = (self.along_x[k], self.along_y[k], self.along_z[k]);
                let square = dx * dx + dy * dy + dz * dz;
                let square = if square < NEAREST * NEAREST {
                    NEAREST * NEAREST
                } else {
                    square
                };
                let inverse = 1.0 / square.sqrt();
                let facing = direction.x * ax + direction.y * ay + direction.z * az;
                let factor = -(facing * inverse * inverse * inverse);
                push[0][lane] += dx * factor;
                push[1][lane] += dy * factor;
                push[2][lane] += dz * factor;
                lean[0][lane] += ax * inverse;
                lean[1][lane] += ay * inverse;
                lean[2][lane] += az * inverse;
            }
        }
        let sum = |lanes: [f32; LANES]| (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
        let vector = |of: [[f32; LANES]; 3]| Vector::new(sum(of[0]), sum(of[1]), sum(of[2]));
        (vector(push), vector(lean))
    }
}

/// The unit vector across `axis` nearest to `line`; any one across it where the two are parallel.
fn across(axis: Vector, line: Vector) -> Vector {
    let flat = line - axis * line.dot(axis);
    let square = flat.length_squared();
    if square > 1e-6 * line.length_squared() && square > 1e-12 {
        return flat * (1.0 / square.sqrt());
    }
    let other = if axis.x.abs() < 0.6 { Vector::X } else { Vector::Y };
    let flat = other - axis * other.dot(axis);
    flat * (1.0 / flat.length())
}
