//! The order of taking, chosen polygon by polygon. The position says which may be taken next.

use polygone::{Move, Polygon, Position, Segments, Taken};

/// A turn whose taking is being chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Taking {
    /// The turn with what has been chosen so far.
    begun: Move,
    /// Polygons that may be taken next.
    next: Vec<(Polygon, Move)>,
}

impl Taking {
    /// The taking after a turn.
    pub fn new(position: &Position, turn: Move) -> Taking {
        let begun = Move {
            taken: Taken::NONE,
            ..turn
        };
        Taking {
            begun,
            next: position.next_polygons(begun),
        }
    }

    /// The turn with what has been chosen so far.
    pub fn begun(&self) -> Move {
        self.begun
    }

    /// The polygons that may be taken next.
    pub fn polygons(&self) -> impl ExactSizeIterator<Item = &Polygon> {
        self.next.iter().map(|(polygon, _)| polygon)
    }

    /// The segments that a polygon costs.
    pub fn prey(&self, index: usize) -> Segments {
        let taken = self.begun.taken.segments();
        let grown = self.next.get(index).map(|(_, grown)| grown.taken.segments());
        grown.map_or(Segments::NONE, |grown| grown.without(taken))
    }

    /// Chooses a polygon. Gives everything that will have been taken as soon as that is certain.
    pub fn choose(&mut self, position: &Position, index: usize) -> Option<Segments> {
        let (_, grown) = self.next.get(index)?;
        self.begun = *grown;
        self.next = position.next_polygons(self.begun);
        let (mut seen, mut ends) = (Vec::new(), Vec::new());
        each_end(position, self.begun, &mut seen, &mut ends);
        match ends[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// The different sets of segments that will have been taken at the end. The set taken so far decides the continuations,
/// not its order; `seen` has the sets already visited.
fn each_end(position: &Position, begun: Move, seen: &mut Vec<Segments>, ends: &mut Vec<Segments>) {
    let taken = begun.taken.segments();
    if seen.contains(&taken) {
        return;
    }
    seen.push(taken);
    let next = position.next_polygons(begun);
    if next.is_empty() {
        ends.push(taken);
    }
    for (_, grown) in next {
        each_end(position, grown, seen, ends);
    }
}
