//! How segments travel in Polygone: round their pivot, then, polygon after polygon, out to the taker's tray.

use drawing::Point;
use drawing::polygone::geometry::{Geometry, TRAY_SCALE};
use polygone::{Hole, Move, Position, Segment, Segments, Taken, Triangles};
use rules::{Game, Side};

/// Milliseconds that a turn takes, that a polygon takes to fill, and that its segments take to fly out.
const TURN: u32 = 300;
const FILL: u32 = 500;
const FLY: u32 = 500;
/// Further than anything turns that nothing stops.
const ALL_ROUND: f64 = 330.0;

/// A place where a segment can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// On the board.
    Place(Segment),
    /// Among those that a side has taken.
    Tray(Side, usize),
}

impl Spot {
    /// Its middle, its angle in degrees and its size.
    pub fn pose(self, view: Geometry) -> (Point, f64, f64) {
        match self {
            Spot::Place(segment) => {
                let [first, second] = segment.ends();
                (view.middle(segment), view.angle(first, second), 1.0)
            }
            Spot::Tray(side, index) => (view.tray(side, index), 90.0, TRAY_SCALE),
        }
    }
}

/// A part of what is seen when a move is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// The segment that is now on `spot` turns round its pivot, before it flies there if it does.
    Turn {
        /// The spot where it ends.
        spot: Spot,
        /// Round which hole.
        pivot: Hole,
        /// How far off it begins.
        degrees: f64,
    },
    /// A polygon fills and fades.
    Fill {
        /// Its triangles.
        inside: Triangles,
        /// After so many milliseconds.
        wait: u32,
    },
    /// The segment that is now on `spot` flies there.
    Fly {
        /// The spot where it ends.
        spot: Spot,
        /// The spot where it begins.
        from: Spot,
        /// After so many milliseconds.
        wait: u32,
    },
}

/// How long motions last, in milliseconds.
pub fn lasts(motions: &[Motion]) -> u32 {
    let end = |motion: &Motion| match motion {
        Motion::Turn { .. } => TURN,
        Motion::Fill { wait, .. } => wait + FILL,
        Motion::Fly { wait, .. } => wait + FLY,
    };
    motions.iter().map(end).max().unwrap_or(0)
}

/// How far a segment can turn round a pivot before another one in the same hole stops it: anticlockwise, below 0, and
/// clockwise, in degrees.
pub fn room(position: &Position, pivot: Hole, end: Hole, view: Geometry) -> [f64; 2] {
    let here = view.angle(pivot, end);
    let standing = Side::BOTH.map(|side| position.segments(side));
    let others = pivot.segments().and(standing[0].or(standing[1])).into_iter();
    let others = others
        .flat_map(Segment::ends)
        .filter(|hole| *hole != pivot && *hole != end);
    others.fold([-ALL_ROUND, ALL_ROUND], |[least, most], other| {
        let on = (view.angle(pivot, other) - here).rem_euclid(360.0);
        [least.max(on - 360.0), most.min(on)]
    })
}

/// By how many degrees a move turns its segment, of which the player's hand has done `begun` already: the free way, and
/// of two free ways the shorter, or the one that the hand took.
pub fn swing(position: &Position, mv: Move, view: Geometry, begun: f64) -> f64 {
    let [least, most] = room(position, mv.pivot, mv.old_end, view);
    let on = view.angle(mv.pivot, mv.new_end) - view.angle(mv.pivot, mv.old_end);
    let clockwise = on.rem_euclid(360.0);
    let is_free = |way: &f64| (least..=most).contains(way);
    let off = |way: &f64| (way - begun).abs();
    let ways = [clockwise, clockwise - 360.0].into_iter().filter(is_free);
    ways.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(clockwise)
}

/// The polygons of a move with what each costs, in the order of taking.
fn takings(position: &Position, mv: Move) -> Vec<(Triangles, Segments)> {
    let mut begun = Move {
        taken: Taken::NONE,
        ..mv
    };
    let mut takings = Vec::new();
    for prey in mv.taken.polygons() {
        let next = position.next_polygons(begun).into_iter();
        let before = begun.taken.segments();
        let Some((polygon, grown)) = next
            .into_iter()
            .find(|(_, grown)| grown.taken.segments().without(before) == prey)
        else {
            break;
        };
        takings.push((polygon.inside, prey));
        begun = grown;
    }
    takings
}

/// The old and the new spot of each segment that a move takes, with the polygon that it goes with.
fn flights(position: &Position, mv: Move) -> Vec<(Segment, Spot, usize)> {
    let mut counts = Side::BOTH.map(|side| usize::from(position.taken(side)));
    let moved = Segment::between(mv.pivot, mv.new_end);
    let mut flights = Vec::new();
    for (nth, prey) in mv.taken.polygons().enumerate() {
        for segment in prey {
            let owner = if Some(segment) == moved {
                Some(position.turn())
            } else {
                position.owner(segment)
            };
            let taker = !owner.unwrap_or_else(|| position.turn());
            flights.push((segment, Spot::Tray(taker, counts[taker]), nth));
            counts[taker] += 1;
        }
    }
    flights
}

/// The animation of a move in `position`, of whose turn the hand has done `begun` degrees already; `None` if nothing
/// is left to turn.
pub fn motions(position: &Position, mv: Move, view: Geometry, begun: Option<f64>) -> Vec<Motion> {
    let Some(place) = Segment::between(mv.pivot, mv.new_end) else {
        return Vec::new();
    };
    let flights = flights(position, mv);
    let taken = flights.iter().find(|(segment, ..)| *segment == place);
    let turn = begun.map(|begun| Motion::Turn {
        spot: taken.map_or(Spot::Place(place), |(_, spot, _)| *spot),
        pivot: mv.pivot,
        degrees: begun - swing(position, mv, view, begun),
    });
    let mut motions: Vec<Motion> = turn.into_iter().collect();
    let turned = lasts(&motions);
    let wait = |nth: usize| turned + nth as u32 * (FILL + FLY / 2);
    let fills = takings(position, mv).into_iter().enumerate();
    motions.extend(fills.map(|(nth, (inside, _))| Motion::Fill {
        inside,
        wait: wait(nth),
    }));
    motions.extend(flights.into_iter().map(|(segment, spot, nth)| Motion::Fly {
        spot,
        from: Spot::Place(segment),
        wait: wait(nth) + FILL / 2,
    }));
    motions
}

/// The animation of taking back a move in `position`.
pub fn motions_back(position: &Position, mv: Move, view: Geometry) -> Vec<Motion> {
    let Some(place) = Segment::between(mv.pivot, mv.old_end) else {
        return Vec::new();
    };
    let moved = Segment::between(mv.pivot, mv.new_end);
    let turn = Motion::Turn {
        spot: Spot::Place(place),
        pivot: mv.pivot,
        degrees: swing(position, mv, view, 0.0),
    };
    let flights = flights(position, mv).into_iter();
    let back = flights.filter(|(segment, ..)| Some(*segment) != moved);
    let back = back.map(|(segment, from, _)| Motion::Fly {
        spot: Spot::Place(segment),
        from,
        wait: 0,
    });
    [turn].into_iter().chain(back).collect()
}

/// Every segment with its spot. Segments that a side has taken have the other's colour.
pub fn segments(position: &Position) -> Vec<(Spot, Side)> {
    let on_board = Segment::all().filter_map(|place| Some((Spot::Place(place), position.owner(place)?)));
    let taken = |side: Side| {
        (0..usize::from(position.taken(side))).map(move |index| (Spot::Tray(side, index), !side))
    };
    on_board.chain(Side::BOTH.into_iter().flat_map(taken)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Random;

    /// A turn that closes two polygons and takes from both sides, the turned segment too.
    const BUSY: &str = "a2b1,c4d3,c4d5,d3e4,e4e6 a8b9,b5c4,b5c6,c6d7,d7e6 w 3-2";
    const TURN_TEXT: &str = "c4:d5-c6xc6d7,d7e6xc4c6";
    const VIEW: Geometry = Geometry { flipped: false };

    #[test]
    fn motions_connect_the_positions_of_random_games() {
        let mut random = Random::new(3);
        let mut taken = 0;
        for _ in 0..20 {
            let mut position = Position::start(rules::Standard);
            while position.outcome().is_none() {
                let moves = position.legal_moves();
                let mv = moves[random.below(moves.len() as u64) as usize];
                let before = position;
                position.play(mv).unwrap();
                taken += mv.taken.segments().len();
                check_motions(&before, mv, &position);
            }
        }
        assert!(taken > 20, "{taken}");
    }

    fn check_motions(before: &Position, mv: Move, after: &Position) {
        let (was, is) = (segments(before), segments(after));
        let there = motions(before, mv, VIEW, Some(0.0));
        let fills = there
            .iter()
            .filter(|motion| matches!(motion, Motion::Fill { .. }));
        assert_eq!(fills.count(), mv.taken.polygons().count(), "{before} {mv}");
        for motion in &there {
            let (Motion::Turn { spot, .. } | Motion::Fly { spot, .. }) = motion else {
                continue;
            };
            assert!(
                is.iter().any(|(found, _)| found == spot),
                "{before} {mv}: {motion:?}"
            );
        }
        for motion in motions_back(before, mv, VIEW) {
            if let Motion::Fly { spot, from, .. } = motion {
                let side = was.iter().find(|(found, _)| *found == spot).unwrap().1;
                assert!(is.contains(&(from, side)), "{before} {mv}");
            }
        }
        // Segments that neither turn nor fly stay.
        let flying: Vec<Spot> = there
            .iter()
            .filter_map(|motion| match motion {
                Motion::Fly { from, .. } => Some(*from),
                _ => None,
            })
            .collect();
        let old = Segment::between(mv.pivot, mv.old_end).map(Spot::Place);
        let stays = was
            .iter()
            .filter(|(spot, _)| !flying.contains(spot) && Some(*spot) != old);
        for piece in stays {
            assert!(is.contains(piece), "{before} {mv}: {piece:?}");
        }
    }

    #[test]
    fn a_segment_turns_the_free_way_and_never_over_another() {
        let mut random = Random::new(11);
        for _ in 0..10 {
            let mut position = Position::start(rules::Standard);
            for _ in 0..40 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for mv in &moves {
                    let swing = swing(&position, *mv, VIEW, 0.0);
                    let goal = VIEW.angle(mv.pivot, mv.old_end) + swing - VIEW.angle(mv.pivot, mv.new_end);
                    assert!(
                        (goal / 360.0 - (goal / 360.0).round()).abs() < 1e-9,
                        "{position} {mv}"
                    );
                    let [least, most] = room(&position, mv.pivot, mv.old_end, VIEW);
                    assert!(
                        least < swing && swing < most,
                        "{position} {mv}: {least} {swing} {most}"
                    );
                }
                position.play_unchecked(moves[random.below(moves.len() as u64) as usize]);
            }
        }
    }

    #[test]
    fn a_turned_segment_that_is_taken_turns_before_it_flies() {
        let position: Position = BUSY.parse().unwrap();
        let mv = position.parse_move(TURN_TEXT).unwrap();
        let motions = motions(&position, mv, VIEW, Some(0.0));
        let own = Spot::Tray(Side::Second, 2);
        assert!(matches!(motions[0], Motion::Turn { spot, .. } if spot == own));
        let waits: Vec<u32> = motions
            .iter()
            .filter_map(|motion| match motion {
                Motion::Fly { wait, .. } => Some(*wait),
                _ => None,
            })
            .collect();
        assert_eq!(waits.len(), 3);
        assert!(TURN < waits[0] && waits[0] == waits[1] && waits[1] < waits[2]);
        assert_eq!(lasts(&motions), waits[2] + FLY);
    }

    #[test]
    fn a_segment_goes_on_from_where_the_hand_left_it() {
        let position = Position::start(rules::Standard);
        let mv = position.legal_moves()[0];
        let whole = swing(&position, mv, VIEW, 0.0);
        let begun = whole * 0.8;
        let Motion::Turn { degrees, .. } = motions(&position, mv, VIEW, Some(begun))[0] else {
            panic!("the first is the turn");
        };
        assert!((degrees + whole * 0.2).abs() < 1e-9);
    }
}
