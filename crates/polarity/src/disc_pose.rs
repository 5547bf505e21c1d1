//! How a disc lies, read from its whole numbers: the same numbers that a position's text holds.

use magnets::measures::{CIRCLE, FLAT_COSINE, ON_MAT, RADIUS, SEATED_OFFSET, STEEP_COSINE, THICKNESS};
use magnets::{Lie, Placed};

/// Units of length in a centimetre.
const LENGTH: f64 = 1000.0;

/// A disc's centre in centimetres.
pub fn centre(disc: &Placed) -> [f64; 3] {
    disc.centre.map(|part| f64::from(part) / LENGTH)
}

/// The direction its white face looks in.
pub fn axis(disc: &Placed) -> [f64; 3] {
    let [x, y, z, w] = disc.turn.map(f64::from);
    let square = x * x + y * y + z * z + w * w;
    [
        2.0 * (x * z + w * y) / square,
        2.0 * (y * z - w * x) / square,
        (z * z + w * w - x * x - y * y) / square,
    ]
}

/// Whether its white face is up.
pub fn white_up(disc: &Placed) -> bool {
    axis(disc)[2] >= 0.0
}

/// Flat, leaning, or neither.
pub fn lie(disc: &Placed) -> Lie {
    let upright = axis(disc)[2].abs();
    let reach = f64::from(RADIUS) * (1.0 - upright * upright).max(0.0).sqrt() + half_thickness() * upright;
    if upright > f64::from(FLAT_COSINE) {
        Lie::Flat
    } else if upright >= f64::from(STEEP_COSINE) && centre(disc)[2] - reach < f64::from(ON_MAT) {
        Lie::Leaner
    } else {
        Lie::Neither
    }
}

/// Whether all of it is outside the circle.
pub fn is_out(disc: &Placed) -> bool {
    let ([x, y, _], [a, b, _]) = (centre(disc), axis(disc));
    let away = (x * x + y * y).sqrt();
    if away < f64::from(CIRCLE) {
        return false;
    }
    let along = (a * x + b * y) / away;
    let reach = f64::from(RADIUS) * (1.0 - along * along).max(0.0).sqrt() + half_thickness() * along.abs();
    away - reach > f64::from(CIRCLE)
}

fn half_thickness() -> f64 {
    f64::from(THICKNESS) / 2.0
}

/// The square of the distance between two places on the mat, in square units.
pub(crate) fn square_apart(one: [i32; 2], two: [i32; 2]) -> i64 {
    let way = |k: usize| i64::from(one[k]) - i64::from(two[k]);
    way(0) * way(0) + way(1) * way(1)
}

/// A disc's place seen from above, in units.
pub(crate) fn spot(disc: &Placed) -> [i32; 2] {
    [disc.centre[0], disc.centre[1]]
}

/// Whether discs, bottom to top, lie face on face in one stack.
pub(crate) fn is_stack(discs: &[&Placed]) -> bool {
    let offset = f64::from(SEATED_OFFSET) * LENGTH;
    let seated = |pair: &[&Placed]| {
        let rise = centre(pair[1])[2] - centre(pair[0])[2];
        let beside = square_apart(spot(pair[0]), spot(pair[1])) as f64;
        (rise - f64::from(THICKNESS)).abs() < half_thickness() && beside < offset * offset
    };
    discs.iter().all(|disc| lie(disc) == Lie::Flat) && discs.windows(2).all(seated)
}

/// Whether two discs are near enough for their cases to touch.
pub(crate) fn may_touch(one: &Placed, two: &Placed) -> bool {
    let (one, two) = (centre(one), centre(two));
    let square: f64 = (0..3).map(|k| (one[k] - two[k]) * (one[k] - two[k])).sum();
    let most = f64::from(2.0 * RADIUS) + half_thickness();
    square < most * most
}
