//! The field against exact values for uniformly magnetised cylinders (see `reference/make.py`).
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use magnets::field::{Field, Magnet};
use rapier3d::math::Vector;

/// The reference was computed for magnets of this remanence, in tesla.
const REMANENCE: f32 = 0.34;

struct Row {
    kind: String,
    first: Magnet,
    second: Magnet,
    force: Vector,
    torque: Vector,
}

fn rows() -> Vec<Row> {
    include_str!("../reference/cylinders.csv")
        .lines()
        .skip(1)
        .map(row)
        .collect()
}

fn row(line: &str) -> Row {
    let (kind, numbers) = line.split_once(',').unwrap();
    let numbers: Vec<f32> = numbers.split(',').map(|number| number.parse().unwrap()).collect();
    let vector = |at: usize| Vector::new(numbers[at], numbers[at + 1], numbers[at + 2]);
    let magnet = |centre: Vector, axis: Vector| Magnet {
        centre,
        axis: axis.normalize(),
    };
    Row {
        kind: kind.to_owned(),
        first: magnet(vector(0), vector(3)),
        second: magnet(Vector::ZERO, vector(6)),
        force: vector(9),
        torque: vector(12),
    }
}

/// The largest error of force and torque over the rows of a kind, as shares of the exact values.
fn worst(kind: &str) -> (f32, f32) {
    let field = Field::new(REMANENCE);
    let mut worst = (0.0f32, 0.0f32);
    for row in rows().iter().filter(|row| row.kind == kind) {
        let wrench = field.wrench(&row.first, &row.second);
        // A torque that vanishes by symmetry is measured against force times a tenth of a radius.
        let lever = row.torque.length().max(0.16 * row.force.length());
        let force = (wrench.force - row.force).length() / row.force.length();
        let torque = (wrench.torque - row.torque).length() / lever;
        println!(
            "{kind} {:?}: {:.2} % {:.2} %",
            row.first.centre,
            100.0 * force,
            100.0 * torque
        );
        worst = (worst.0.max(force), worst.1.max(torque));
    }
    worst
}

#[test]
fn within_three_per_cent_where_leaners_live() {
    let (force, torque) = worst("leaner");
    assert!(force < 0.03 && torque < 0.03, "{force} {torque}");
}

#[test]
fn within_ten_per_cent_at_contact() {
    let (force, torque) = worst("contact");
    assert!(force < 0.10 && torque < 0.10, "{force} {torque}");
}

#[test]
fn within_a_fifth_as_dipoles() {
    let (force, torque) = worst("far");
    assert!(force < 0.20 && torque < 0.20, "{force} {torque}");
}

#[test]
fn action_equals_reaction() {
    let field = Field::new(REMANENCE);
    for row in rows() {
        let there = field.wrench(&row.first, &row.second);
        let back = field.wrench(&row.second, &row.first);
        let apart = row.second.centre - row.first.centre;
        let scale = there.force.length() + 1.0;
        assert!(
            (there.force + back.force).length() < 1e-4 * scale,
            "{:?}",
            row.first
        );
        let torque = there.reaction(apart) - back.torque;
        assert!(
            torque.length() < 3e-4 * scale * apart.length(),
            "{:?} {torque}",
            row.first
        );
    }
}
