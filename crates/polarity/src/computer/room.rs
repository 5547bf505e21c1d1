//! What is free around discs: where one can lean, and lay.

use super::aim::{DIRECTIONS, directions};
use crate::lying::{centre, lie, white_up};
use crate::position::{Group, Position};
use crate::setup::owner;
use magnets::measures::{CIRCLE, RADIUS};
use magnets::{Disc, Lie};
use rules::Side;

/// How far from a base's centre the middle of a leaner is, in centimetres, and its tilt in tenths of a degree:
/// against a foundation, and against a tower of two. Higher towers hold none that lasts.
pub(super) const STANDS: [(f64, i16); 2] = [(3.73, 310), (4.32, 450)];
/// A leaner this far from all other discs is hardly disturbed by them, nor they by it: of those at 5.2 to 6.8
/// centimetres about every third stands, of those nearer none.
const CLEAR: f64 = 6.0;
/// What a place to lean is worth beside a disc that leans.
const HINT: f64 = 0.01;
/// A leaner's middle stays this far inside the circle.
const INSIDE: f64 = CIRCLE as f64 - RADIUS as f64 - 0.5;

/// A place beside an own foundation or tower where a disc could lean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) at: [f64; 2],
    pub(super) direction: usize,
    pub(super) tilt: i16,
    /// How far the nearest other disc is.
    pub(super) clearance: f64,
}

pub(super) fn apart(one: [f64; 2], two: [f64; 2]) -> f64 {
    let (x, y) = (one[0] - two[0], one[1] - two[1]);
    (x * x + y * y).sqrt()
}

/// The groups a side can lean against: where they are and how high.
fn bases(position: &Position, side: Side) -> impl Iterator<Item = (&Group, [f64; 2])> {
    let flat = move |group: &Group| {
        let mut discs = group.discs.iter().filter_map(|disc| position.placed(*disc));
        !group.owed
            && group.discs.len() <= STANDS.len()
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
    for (group, base) in bases(position, side) {
        let (away, tilt) = STANDS[group.discs.len() - 1];
        for (direction, unit) in directions.iter().enumerate().take(DIRECTIONS) {
            let at = [base[0] + away * unit[0], base[1] + away * unit[1]];
            if apart(at, [0.0, 0.0]) < INSIDE {
                let clearance = clearance(position, at, &group.discs);
                spots.push(Spot {
                    at,
                    direction,
                    tilt,
                    clearance,
                });
            }
        }
    }
    spots
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

/// The places where both sides could lean a disc undisturbed.
#[derive(Clone, Debug)]
pub(super) struct Free([Vec<[f64; 2]>; 2]);

impl Free {
    pub(super) fn of(position: &Position) -> Free {
        Free(Side::BOTH.map(|side| {
            let spots = spots(position, side).into_iter();
            let free = spots.filter(|spot| spot.clearance > CLEAR);
            free.map(|spot| spot.at).collect()
        }))
    }

    /// How many there are for a side.
    pub(super) fn room(&self, side: Side) -> usize {
        self.0[side].len()
    }

    /// What a disc that leans there leaves.
    pub(super) fn without(&self, at: [f64; 2]) -> Free {
        let left = |spots: &Vec<[f64; 2]>| spots.iter().copied().filter(|spot| is_clear(at, *spot)).collect();
        Free([left(&self.0[0]), left(&self.0[1])])
    }

    /// How many discs more than the opponent a side will have leant when all room is used, and what room it
    /// has now beyond theirs as a hint; each leans where it leaves most to itself and least to the other.
    pub(super) fn race(mut self, mut turn: Side, reserves: [u8; 2], side: Side) -> f64 {
        let room = |free: &Free| free.room(side) as f64 - free.room(side.other()) as f64;
        let hint = HINT * room(&self);
        let mut leant = [0u8; 2];
        while leant[0] < reserves[0] && leant[1] < reserves[1] {
            if let Some(at) = self.best(turn) {
                self = self.without(at);
                leant[turn] += 1;
            } else if self.room(turn.other()) == 0 {
                break;
            }
            turn = turn.other();
        }
        f64::from(leant[side]) - f64::from(leant[side.other()]) + hint
    }

    /// Where a disc leaves its side most and the other side least.
    fn best(&self, side: Side) -> Option<[f64; 2]> {
        let left = |spots: &[[f64; 2]], at| spots.iter().filter(|spot| is_clear(at, **spot)).count() as i64;
        let own = &self.0[side];
        let leaves = |at: [f64; 2]| left(own, at) - left(&self.0[side.other()], at);
        own.iter().copied().max_by_key(|at| leaves(*at))
    }
}

/// Whether a leaner at one place leaves another free.
fn is_clear(one: [f64; 2], two: [f64; 2]) -> bool {
    let (x, y) = (one[0] - two[0], one[1] - two[1]);
    x * x + y * y > CLEAR * CLEAR
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places on a line, in centimetres.
    fn free(first: &[f64], second: &[f64]) -> Free {
        Free([first, second].map(|line| line.iter().map(|x| [*x, 0.0]).collect()))
    }

    fn race(free: Free, turn: Side) -> i32 {
        free.race(turn, [20, 20], Side::First).round() as i32
    }

    #[test]
    fn each_leans_as_often_as_there_is_room() {
        assert_eq!(race(free(&[0.0, 1.0, 10.0], &[]), Side::First), 2);
        assert_eq!(race(free(&[0.0], &[10.0, 20.0, 30.0]), Side::Second), -2);
    }

    #[test]
    fn who_is_at_turn_takes_the_room_of_both() {
        let both = free(&[0.0, 10.0], &[2.0, 30.0]);
        assert_eq!(race(both.clone(), Side::First), 1);
        assert_eq!(race(both, Side::Second), -1);
    }

    #[test]
    fn the_race_ends_with_a_reserve() {
        let lonely = free(&[0.0, 10.0, 20.0], &[]);
        assert_eq!(lonely.race(Side::First, [1, 9], Side::First).round() as i32, 1);
    }
}
