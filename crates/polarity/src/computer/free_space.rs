//! Free space round discs, for leaning and laying.

use super::target::directions;
use crate::disc_pose::{centre, lie, white_up};
use crate::position::{Group, Position};
use crate::setup::owner;
use crate::technique::LEANS;
use magnets::measures::{CIRCLE, RADIUS};
use magnets::{Disc, Lie, Placed};
use rules::Side;

/// Higher towers rarely hold a leaner.
const HIGHEST: usize = 3;
/// Additional clearance of a leaner on a tower of three: neighbours disturb it more.
const TOWER_NEEDS: [f64; 3] = [0.0, 0.0, 2.5];
/// A leaner this far from all other discs is not much disturbed by them, nor they by it.
const CLEAR: f64 = 5.5;
/// A leaner within this many centimetres of a foundation or tower leans against it.
pub(super) const LEANS_WITHIN: f64 = 5.8;
/// A leaner's middle stays this far inside the circle.
const INSIDE: f64 = CIRCLE as f64 - RADIUS as f64 - 0.5;

/// A place beside an own foundation or tower where a disc could lean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) at: [f64; 2],
    pub(super) direction: usize,
    pub(super) tilt: i16,
    /// How many discs the base has, and how many leaners stand around it.
    pub(super) height: usize,
    pub(super) carried: usize,
    /// How far the nearest other disc is, beyond what is needed there.
    pub(super) clearance: f64,
}

pub(super) fn apart(one: [f64; 2], two: [f64; 2]) -> f64 {
    let (x, y) = (one[0] - two[0], one[1] - two[1]);
    (x * x + y * y).sqrt()
}

/// The groups a side can lean against, and where they are.
fn bases(position: &Position, side: Side) -> impl Iterator<Item = (&Group, [f64; 2])> {
    let flat = move |group: &Group| {
        let mut discs = group.discs.iter().filter_map(|disc| position.placed(*disc));
        !group.owed
            && group.discs.len() <= HIGHEST
            && discs.all(|placed| lie(placed) == Lie::Flat && owner(white_up(placed)) == side)
    };
    position
        .groups()
        .iter()
        .filter(move |group| flat(group))
        .filter_map(|group| {
            let [x, y, _] = centre(position.placed(*group.discs.first()?)?);
            (group.discs[0] != Disc::RED).then_some((group, [x, y]))
        })
}

/// All places inside the circle where a side could lean a disc, near other discs or not.
pub(super) fn spots(position: &Position, side: Side) -> Vec<Spot> {
    let directions = directions();
    let mut spots = Vec::new();
    for (base, middle) in bases(position, side) {
        let higher = base.discs.len() - 1;
        let (away, tilt) = LEANS[higher];
        let carried = leaners_at(position, middle);
        for (direction, unit) in directions.iter().enumerate() {
            let at = [middle[0] + away * unit[0], middle[1] + away * unit[1]];
            if apart(at, [0.0, 0.0]) < INSIDE {
                let clearance = clearance(position, at, &base.discs) - TOWER_NEEDS[higher];
                spots.push(Spot {
                    at,
                    direction,
                    tilt,
                    height: higher + 1,
                    carried,
                    clearance,
                });
            }
        }
    }
    spots
}

/// How many leaners stand around a base.
fn leaners_at(position: &Position, base: [f64; 2]) -> usize {
    let leans = |placed: &&Placed| lie(placed) == Lie::Leaner && apart(base, place(placed)) < LEANS_WITHIN;
    position.scene().discs().iter().filter(leans).count()
}

/// How many leaners would fall without these discs: the nearest disc that lies with their colour up is one of them.
pub(super) fn leaners_on(position: &Position, discs: &[Disc]) -> usize {
    let all = position.scene().discs();
    let base = |leaner: &Placed| {
        let lies = |placed: &&Placed| {
            placed.disc != Disc::RED && lie(placed) == Lie::Flat && white_up(placed) == white_up(leaner)
        };
        let away = |placed: &Placed| apart(place(placed), place(leaner));
        let near = all
            .iter()
            .filter(lies)
            .filter(|placed| away(placed) < LEANS_WITHIN);
        near.min_by(|one, two| away(one).total_cmp(&away(two)))
    };
    all.iter()
        .filter(|placed| lie(placed) == Lie::Leaner && !discs.contains(&placed.disc))
        .filter_map(base)
        .filter(|base| discs.contains(&base.disc))
        .count()
}

/// The place of a disc's middle on the mat.
fn place(placed: &Placed) -> [f64; 2] {
    let [x, y, _] = centre(placed);
    [x, y]
}

/// How far the nearest disc is that is not one of these.
pub(super) fn clearance(position: &Position, at: [f64; 2], but: &[Disc]) -> f64 {
    let others = position.scene().discs().iter();
    others
        .filter(|placed| !but.contains(&placed.disc))
        .map(|placed| {
            let [x, y, _] = centre(placed);
            apart(at, [x, y])
        })
        .fold(f64::INFINITY, f64::min)
}

/// How many places there are where a side can lean a disc undisturbed.
pub(super) fn room(position: &Position, side: Side) -> usize {
    let free = |spot: &Spot| spot.clearance > CLEAR;
    spots(position, side).into_iter().filter(free).count()
}
