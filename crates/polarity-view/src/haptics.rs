//! The force of the field on the hand, and the field's lines for the eye.

use magnets::field::{Field, Magnet};
use magnets::measures::{CIRCLE, Dials, GRAVITY, MASS};
use rapier3d::math::Vector;

/// The push or pull on what the hand holds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Feel {
    /// How hard, as a share of a disc's weight.
    pub strength: f32,
    /// Share of attraction: from -1, all repulsion, to 1, all attraction.
    pub pull: f32,
}

impl Feel {
    /// The force of all other discs on those in a hand.
    pub fn of(held: &[Magnet], others: &[Magnet]) -> Feel {
        let field = Field::new(Dials::STANDARD.remanence);
        let (mut towards, mut all) = (0.0, 0.0);
        for here in held {
            for there in others {
                let force = field.wrench(here, there).force;
                let apart = there.centre - here.centre;
                towards += force.dot(apart.normalize_or_zero());
                all += force.length();
            }
        }
        if all <= 0.0 {
            return Feel::default();
        }
        Feel {
            strength: all / (MASS * GRAVITY),
            pull: (towards / all).clamp(-1.0, 1.0),
        }
    }

    /// How much the hand trembles, from 0 to 1: nothing until a tenth of the weight, all at three weights.
    pub fn tremble(&self) -> f32 {
        ((self.strength - 0.1) / 2.9).clamp(0.0, 1.0).sqrt()
    }
}

/// Lines from each magnet.
const LINES: usize = 8;
/// Points of a line at most, and the way between two, in centimetres.
const POINTS: usize = 26;
const STEP: f32 = 0.55;

/// The lines of the field that start at some magnets, as points one after another.
pub fn lines(from: &[Magnet], all: &[Magnet]) -> Vec<Vec<Vector>> {
    from.iter().flat_map(|magnet| lines_of(magnet, all)).collect()
}

fn lines_of(magnet: &Magnet, all: &[Magnet]) -> Vec<Vec<Vector>> {
    let one = magnet.axis.any_orthonormal_vector();
    let two = magnet.axis.cross(one);
    // From the face that is seen; the lines of a disc with its other pole up are followed backwards.
    let way = if magnet.axis.z < 0.0 { -1.0 } else { 1.0 };
    let start = |k: usize| {
        let (sine, cosine) = (std::f32::consts::TAU * k as f32 / LINES as f32).sin_cos();
        // Near to the axis: lines that begin farther out come back at once.
        magnet.centre + magnet.axis * (way * 0.55) + (one * cosine + two * sine) * 0.22
    };
    (0..LINES).map(|k| trace(start(k), way, all)).collect()
}

/// Follows the field from a point, or goes against it, until it enters the mat, leaves the table or comes to a
/// magnet.
fn trace(start: Vector, way: f32, all: &[Magnet]) -> Vec<Vector> {
    let mut points = vec![start];
    let mut here = start;
    while points.len() < POINTS {
        let middle = here + direction(here, all) * (way * STEP / 2.0);
        here += direction(middle, all) * (way * STEP);
        let outside = here.z < 0.02 || here.length() > CIRCLE * 1.4;
        points.push(Vector::new(here.x, here.y, here.z.max(0.02)));
        let arrived = all.iter().any(|magnet| (magnet.centre - here).length() < 0.5);
        if outside || arrived {
            break;
        }
    }
    points
}

/// The direction of the field of dipoles.
fn direction(place: Vector, all: &[Magnet]) -> Vector {
    let mut sum = Vector::ZERO;
    for magnet in all {
        let apart = place - magnet.centre;
        let square = apart.length_squared().max(0.25);
        let line = apart / square.sqrt();
        sum += (line * (3.0 * magnet.axis.dot(line)) - magnet.axis) / (square * square.sqrt());
    }
    sum.normalize_or_zero()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn magnet(x: f32, z: f32, up: f32) -> Magnet {
        Magnet {
            centre: Vector::new(x, 0.0, z),
            axis: Vector::Z * up,
        }
    }

    #[test]
    fn like_poles_push_and_unlike_ones_pull() {
        let held = [magnet(0.0, 3.0, 1.0)];
        let above = Feel::of(&held, &[magnet(0.0, 0.3, 1.0)]);
        assert!(above.pull > 0.9 && above.strength > 0.1, "{above:?}");
        let turned = Feel::of(&held, &[magnet(0.0, 0.3, -1.0)]);
        assert!(turned.pull < -0.9, "{turned:?}");
        let beside = Feel::of(&[magnet(0.0, 0.3, 1.0)], &[magnet(3.5, 0.3, 1.0)]);
        assert!(beside.pull < 0.0 && beside.tremble() > 0.0, "{beside:?}");
    }

    #[test]
    fn far_away_the_hand_is_quiet() {
        let far = Feel::of(&[magnet(0.0, 9.0, 1.0)], &[magnet(10.0, 0.3, 1.0)]);
        assert!(far.tremble() <= 0.0, "{far:?}");
        assert_eq!(Feel::of(&[], &[]), Feel::default());
    }

    #[test]
    fn lines_leave_by_one_face_and_bend_back() {
        for up in [1.0, -1.0] {
            let all = [magnet(0.0, 0.3, up)];
            let found = lines(&all, &all);
            assert_eq!(found.len(), LINES);
            for line in found {
                assert!(line.len() > 3 && line.iter().all(|point| point.is_finite() && point.z > 0.0));
                let highest = line.iter().map(|point| point.z).fold(0.0, f32::max);
                assert!(highest > 1.0, "it rises from the face that is seen");
                assert!(line[line.len() - 1].z < highest, "it comes down again");
            }
        }
    }
}
