//! The mass of discs in one body, worked out with sums, products and roots only.
//!
//! The solver could add up its colliders' masses itself, but it looks for the principal axes with an
//! arc cosine, and takes the platform's wherever any crate of the build links `std`: other bits in the
//! browser than on the server. Given a body whose own axes are the principal ones, it needs none.

use crate::measures::{MASS, RADIUS, THICKNESS};
use rapier3d::math::{Matrix, Pose, Rotation, Vector};

/// Inertia of a disc about its axis, and about any line through its centre across the axis.
pub(crate) const ALONG: f32 = MASS * RADIUS * RADIUS / 2.0;
pub(crate) const ACROSS: f32 = MASS * (3.0 * RADIUS * RADIUS + THICKNESS * THICKNESS) / 12.0;
/// Sweeps of the eigenvalue search; three are enough for 24 bits, more change nothing.
const SWEEPS: usize = 5;

/// How a body's mass is spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Balance {
    /// The centre of mass and the principal axes: the frame to give the body.
    pub(crate) frame: Pose,
    /// The mass of all discs.
    pub(crate) mass: f32,
    /// The inertia about the three axes, ascending.
    pub(crate) inertia: Vector,
}

/// How the mass of some discs is spread; a disc alone keeps its own frame.
pub(crate) fn balance(poses: &[Pose]) -> Balance {
    let mass = MASS * poses.len() as f32;
    let first = poses[0];
    if poses.len() == 1 {
        return Balance {
            frame: first,
            mass,
            inertia: Vector::new(ACROSS, ACROSS, ALONG),
        };
    }
    let home = first.inverse();
    let local: Vec<Pose> = poses.iter().map(|pose| home * *pose).collect();
    let sum = local
        .iter()
        .fold(Vector::ZERO, |sum, pose| sum + pose.translation);
    let centre = sum / local.len() as f32;
    let mut tensor = [[0.0; 3]; 3];
    for pose in &local {
        let axis = (pose.rotation * Vector::Z).to_array();
        let arm = pose.translation - centre;
        let round = ACROSS + MASS * arm.length_squared();
        let arm = arm.to_array();
        for (i, row) in tensor.iter_mut().enumerate() {
            for (j, part) in row.iter_mut().enumerate() {
                *part += (ALONG - ACROSS) * axis[i] * axis[j] - MASS * arm[i] * arm[j];
                if i == j {
                    *part += round;
                }
            }
        }
    }
    let (inertia, axes) = principal(tensor);
    Balance {
        frame: Pose::from_parts(first * centre, (first.rotation * axes).normalize()),
        mass,
        inertia,
    }
}

/// The principal values of a symmetric tensor, ascending, and the rotation onto its axes (Jacobi's way).
fn principal(mut tensor: [[f32; 3]; 3]) -> (Vector, Rotation) {
    // The axes as rows.
    let mut axes = [Vector::X, Vector::Y, Vector::Z];
    for _ in 0..SWEEPS {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let skew = tensor[p][q];
            if skew == 0.0 {
                continue;
            }
            let half = (tensor[q][q] - tensor[p][p]) / (2.0 * skew);
            let tangent = 1.0f32.copysign(half) / (half.abs() + (half * half + 1.0).sqrt());
            let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
            let sine = tangent * cosine;
            let r = 3 - p - q;
            let (with_p, with_q) = (tensor[p][r], tensor[q][r]);
            tensor[p][p] -= tangent * skew;
            tensor[q][q] += tangent * skew;
            (tensor[p][q], tensor[q][p]) = (0.0, 0.0);
            tensor[p][r] = cosine * with_p - sine * with_q;
            tensor[q][r] = sine * with_p + cosine * with_q;
            (tensor[r][p], tensor[r][q]) = (tensor[p][r], tensor[q][r]);
            (axes[p], axes[q]) = (
                axes[p] * cosine - axes[q] * sine,
                axes[p] * sine + axes[q] * cosine,
            );
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|&one, &two| tensor[one][one].total_cmp(&tensor[two][two]));
    let value = |k: usize| tensor[order[k]][order[k]];
    let (x, y) = (axes[order[0]], axes[order[1]]);
    let frame = Matrix::from_cols(x, y, x.cross(y));
    (
        Vector::new(value(0), value(1), value(2)),
        Rotation::from_mat3(&frame).normalize(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use rapier3d::prelude::{MassProperties, SharedShape};

    /// The same discs, added up by the solver.
    fn by_the_solver(poses: &[Pose]) -> MassProperties {
        let mut disc = SharedShape::cylinder(THICKNESS / 2.0, RADIUS).mass_properties(1.0);
        disc.set_mass(MASS, true);
        let upright = Rotation::from_xyzw(0.5f32.sqrt(), 0.0, 0.0, 0.5f32.sqrt());
        let add = |sum: MassProperties, pose: &Pose| {
            sum + disc.transform_by(&Pose::from_parts(pose.translation, pose.rotation * upright))
        };
        poses.iter().fold(MassProperties::default(), add)
    }

    fn check(poses: &[Pose]) {
        let (found, expected) = (balance(poses), by_the_solver(poses));
        assert!((found.frame.translation - expected.local_com).length() < 1e-4);
        assert!((found.mass - expected.mass()).abs() < 1e-2);
        assert!(found.inertia.x <= found.inertia.y && found.inertia.y <= found.inertia.z);
        let axes = Matrix::from_quat(found.frame.rotation);
        let tensor = axes * Matrix::from_diagonal(found.inertia) * axes.transpose();
        let difference = tensor - expected.reconstruct_inertia_matrix();
        let worst = difference
            .to_cols_array()
            .into_iter()
            .map(f32::abs)
            .fold(0.0, f32::max);
        // The solver's own way is that far from the truth where two axes are alike.
        assert!(
            worst < 5e-3 * found.inertia.z,
            "{poses:?}: {worst} of {}",
            found.inertia
        );
    }

    #[test]
    fn a_tower_weighs_what_the_solver_says() {
        let lean = Rotation::from_xyzw(0.1, -0.3, 0.2, 0.9).normalize();
        for count in 1..=20 {
            for offset in [0.0, 0.3, 0.8] {
                let pose = |k: u8| {
                    let k = f32::from(k);
                    let place = Vector::new(offset * (k * 0.7 - 1.0), offset * (k % 3.0), k * THICKNESS);
                    Pose::from_parts(lean * place, lean)
                };
                check(&(0..count).map(pose).collect::<Vec<Pose>>());
            }
        }
    }

    #[test]
    fn a_straight_tower_is_a_tall_cylinder() {
        for count in 2..=20u8 {
            let pose = |k: u8| Pose::from_translation(Vector::Z * (f32::from(k) * THICKNESS));
            let found = balance(&(0..count).map(pose).collect::<Vec<Pose>>());
            let (mass, height) = (MASS * f32::from(count), THICKNESS * f32::from(count));
            let along = mass * RADIUS * RADIUS / 2.0;
            let across = mass * (3.0 * RADIUS * RADIUS + height * height) / 12.0;
            let mut expected = [across, across, along];
            expected.sort_by(f32::total_cmp);
            for (found, expected) in found.inertia.to_array().into_iter().zip(expected) {
                assert!(
                    (found / expected - 1.0).abs() < 1e-5,
                    "{count}: {found} {expected}"
                );
            }
        }
    }
}
