//! A short cylinder in space, and how it looks from one direction: two ellipses and what lies between them.

use crate::Point;
use crate::svg::{number, path, polygon};

type Vector = [f64; 3];

/// Projection of places above the mat: a place moves by this much for each unit of height.
#[derive(Clone, Copy)]
pub(super) struct Eye {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Eye {
    fn sees(self, [x, y, z]: Vector) -> Point {
        Point::new(x + self.x * z, -y + self.y * z)
    }
}

fn plus(one: Vector, two: Vector, times: f64) -> Vector {
    std::array::from_fn(|k| one[k] + two[k] * times)
}

fn cross(one: Point, two: Point) -> f64 {
    one.x * two.y - one.y * two.x
}

/// A cylinder whose axis looks up.
#[derive(Clone, Copy)]
pub(super) struct Solid {
    centre: Vector,
    axis: Vector,
    radius: f64,
    half: f64,
}

/// A circle in space.
#[derive(Clone, Copy)]
pub(super) struct Ring {
    centre: Vector,
    /// Vectors from the centre to the highest point of the rim, and to a point at right angles to it.
    rising: Vector,
    level: Vector,
}

impl Solid {
    /// A cylinder by its centre, either direction of its axis, its radius and half its thickness.
    pub(super) fn new(centre: Vector, axis: Vector, radius: f64, half: f64) -> Solid {
        let sign = if axis[2] < 0.0 { -1.0 } else { 1.0 };
        Solid {
            centre,
            axis: axis.map(|part| part * sign),
            radius,
            half,
        }
    }

    /// Its upper or its lower half.
    pub(super) fn half(self, upper: bool) -> Solid {
        let way = if upper { self.half } else { -self.half } / 2.0;
        Solid {
            centre: plus(self.centre, self.axis, way),
            half: self.half / 2.0,
            ..self
        }
    }

    fn ring(self, along: f64) -> Ring {
        let [x, y, z] = self.axis;
        let flat = (x * x + y * y).sqrt();
        // The direction in which a flat disc rises does not matter; towards the light looks best.
        let (cosine, sine) = if flat < 1e-6 {
            (0.6, -0.8)
        } else {
            (x / flat, y / flat)
        };
        let scaled = |vector: Vector| vector.map(|part| part * self.radius);
        Ring {
            centre: plus(self.centre, self.axis, along),
            rising: scaled([-cosine * z, -sine * z, flat]),
            level: scaled([-sine, cosine, 0.0]),
        }
    }

    /// Its upper face.
    pub(super) fn top(self) -> Ring {
        self.ring(self.half)
    }

    /// Its whole outline, filled by whatever is round it.
    pub(super) fn shape(self, eye: Eye) -> String {
        let (low, high) = (self.ring(-self.half), self.ring(self.half));
        let (from, to) = (eye.sees(low.centre), eye.sees(high.centre));
        let (rising, level) = high.seen(eye);
        let way = to - from;
        // The rim's points farthest to both sides of the way from face to face.
        let angle = cross(way, level).atan2(cross(way, rising));
        let side = rising * angle.cos() + level * angle.sin();
        let wall = path(&polygon([from + side, to + side, to - side, from - side]), "");
        low.disc(eye, 1.0, "") + &wall + &high.disc(eye, 1.0, "")
    }
}

impl Ring {
    fn seen(&self, eye: Eye) -> (Point, Point) {
        (eye.sees(self.rising), eye.sees(self.level))
    }

    /// The projection of its middle.
    pub(super) fn middle(&self, eye: Eye) -> Point {
        eye.sees(self.centre)
    }

    /// A circle of `share` of its radius, as an ellipse; its left is low, its right is high.
    pub(super) fn disc(&self, eye: Eye, share: f64, attributes: &str) -> String {
        let (rising, level) = self.seen(eye);
        let middle = self.middle(eye);
        let matrix = [rising.x, rising.y, level.x, level.y, middle.x, middle.y].map(number);
        let radius = number(share);
        format!(
            "<circle r=\"{radius}\" transform=\"matrix({})\" {attributes}/>",
            matrix.join(" ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABOVE: Eye = Eye { x: 0.0, y: 0.0 };

    #[test]
    fn a_tilted_disc_rises_against_its_axis_and_looks_narrow() {
        let (sine, cosine) = (0.5, 0.75_f64.sqrt());
        let solid = Solid::new([0.0, 0.0, 1.0], [-sine, 0.0, -cosine], 2.0, 0.3);
        let ring = solid.top();
        // Turned over, the axis looks up and to the right: the left is raised.
        assert!(ring.rising[2] > 0.99 && ring.rising[0] < 0.0);
        let (rising, level) = ring.seen(ABOVE);
        assert!((rising.x + 2.0 * cosine).abs() < 1e-9 && rising.y.abs() < 1e-9);
        assert!((level.y.abs() - 2.0).abs() < 1e-9);
    }

    #[test]
    fn shadows_of_what_is_high_fall_far() {
        let eye = Eye { x: 0.5, y: 0.5 };
        assert_eq!(eye.sees([1.0, 1.0, 2.0]), Point::new(2.0, 0.0));
    }
}
