//! Captures after a turn, in every order that the mover may choose.

use crate::board::WINNING_COUNT;
use crate::moves::Taken;
use crate::polygons::{Capture, Wheels};
use crate::sets::Segments;
use crate::tables::Dart;
use std::collections::BTreeSet;

/// The segments on the board and how many each side has taken, while a turn is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stand {
    pub(crate) segments: [Segments; 2],
    pub(crate) taken: [u8; 2],
}

impl Stand {
    pub(crate) fn occupied(&self) -> Segments {
        self.segments[0].or(self.segments[1])
    }

    /// Whether a side has taken enough to win, so that no further polygon is looked at.
    pub(crate) fn is_won(&self) -> bool {
        self.taken[0] >= WINNING_COUNT || self.taken[1] >= WINNING_COUNT
    }

    /// Takes the segments of one polygon, all of one colour, off the board.
    #[must_use]
    pub(crate) fn after(&self, prey: Segments) -> Stand {
        let mut stand = *self;
        let loser = usize::from(self.segments[0].and(prey).is_empty());
        stand.segments[loser] = self.segments[loser].without(prey);
        stand.taken[1 - loser] += prey.len() as u8;
        stand
    }

    /// The polygons that take something here, in the order of their sorted borders, one for each different
    /// prey, since that alone decides what comes of it; none when the game is won.
    pub(crate) fn captures(&self, wheels: &Wheels) -> Vec<Capture> {
        let mut captures: Vec<Capture> = Vec::new();
        if self.is_won() {
            return captures;
        }
        self.each_capture(wheels, |capture| {
            match captures.iter_mut().find(|other| other.prey == capture.prey) {
                Some(other) if capture.border.list_order() < other.border.list_order() => *other = capture,
                Some(_) => {}
                None => captures.push(capture),
            }
        });
        captures.sort_unstable_by_key(|capture| capture.border.list_order());
        captures
    }

    /// Whether no polygon takes anything here.
    pub(crate) fn is_settled(&self, wheels: &Wheels) -> bool {
        let mut settled = true;
        self.each_capture(wheels, |_| settled = false);
        settled
    }

    /// Calls `visit` with every polygon that takes something, perhaps several times. On the way round a
    /// ring of two colours there is a hole where the second changes to the first: only there walks begin.
    #[inline]
    fn each_capture(&self, wheels: &Wheels, mut visit: impl FnMut(Capture)) {
        self.segments[1].each_dart(|arriving| {
            let leaving = wheels.clockwise(arriving.hole(), arriving.direction());
            if !leaving.spoke().segment.and(self.segments[0]).is_empty() {
                let capture = wheels.capture(leaving, self.segments);
                capture.into_iter().for_each(&mut visit);
            }
        });
    }

    /// Whether a turn to a place, which led here from a settled stand, makes a polygon that takes something.
    /// No segment in the pivot hole stands between the old place and the new, so the region that the old
    /// one leaves open is beside the new one too: only there can polygons be new.
    #[inline]
    pub(crate) fn turn_takes(&self, to: Dart, wheels: &Wheels) -> bool {
        let takes = |dart| wheels.capture(dart, self.segments).is_some();
        let beside = wheels.clockwise(to.hole(), to.direction());
        // A segment that stands alone at an end only hangs into a region.
        let hangs = beside == to || wheels.at(to.spoke().to).is_power_of_two();
        !hangs && (takes(to) || takes(beside))
    }
}

/// Calls `visit` with every different stand that taking can end in, and the first order that leads there:
/// polygons in the order of their sorted borders, depth first.
pub(crate) fn each_end(stand: Stand, wheels: &Wheels, visit: &mut impl FnMut(&Stand, Taken)) {
    walk(stand, *wheels, Taken::NONE, &mut BTreeSet::new(), visit);
}

fn walk(
    mut stand: Stand,
    mut wheels: Wheels,
    mut taken: Taken,
    seen: &mut BTreeSet<Stand>,
    visit: &mut impl FnMut(&Stand, Taken),
) {
    let mut captures = stand.captures(&wheels);
    while let [Capture { prey, .. }] = captures[..] {
        taken.push(prey);
        wheels.toggle(prey);
        stand = stand.after(prey);
        captures = stand.captures(&wheels);
    }
    if captures.is_empty() && seen.is_empty() {
        return visit(&stand, taken);
    }
    // Continuations of a stand seen before have been visited by an earlier order.
    if !seen.insert(stand) {
        return;
    }
    if captures.is_empty() {
        visit(&stand, taken);
    }
    for Capture { prey, .. } in captures {
        let (mut wheels, mut taken) = (wheels, taken);
        wheels.toggle(prey);
        taken.push(prey);
        walk(stand.after(prey), wheels, taken, seen, visit);
    }
}

/// The stand after an order of taking, or the reason why the order is not complete.
pub(crate) fn follow(mut stand: Stand, taken: &Taken) -> Result<Stand, String> {
    for prey in taken.polygons() {
        let captures = stand.captures(&Wheels::of(stand.occupied()));
        if !captures.iter().any(|capture| capture.prey == prey) {
            return Err(format!("no polygon takes {prey} here; {}", possible(&captures)));
        }
        stand = stand.after(prey);
    }
    match stand.captures(&Wheels::of(stand.occupied())) {
        none if none.is_empty() => Ok(stand),
        captures => Err(format!("the taking is not complete; {}", possible(&captures))),
    }
}

fn possible(captures: &[Capture]) -> String {
    let preys: Vec<String> = captures
        .iter()
        .map(|capture| format!("x{}", capture.prey))
        .collect();
    match preys.len() {
        0 => "nothing more can be taken".to_owned(),
        _ => format!("next can be {}", preys.join(" or ")),
    }
}
