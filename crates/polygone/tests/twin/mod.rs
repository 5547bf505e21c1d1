//! Polygone once more, slowly: sets of pairs of coordinates, written from the rules alone.

// The kit hands it only texts that the game has printed; anything else must fail loudly.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Row (0 is a) and level.
type Hole = (i8, i8);
/// The lower hole first.
type Segment = (Hole, Hole);
type Colour = BTreeSet<Segment>;

fn exists((row, level): Hole) -> bool {
    let indent = (row - 2).abs();
    (0..=4).contains(&row) && (indent..=10 - indent).contains(&level) && (level - indent) % 2 == 0
}

fn holes() -> impl Iterator<Item = Hole> {
    (0..=4)
        .flat_map(|row| (0..=10).map(move |level| (row, level)))
        .filter(|&hole| exists(hole))
}

fn are_neighbours(a: Hole, b: Hole) -> bool {
    matches!(((a.0 - b.0).abs(), (a.1 - b.1).abs()), (0, 2) | (1, 1))
}

fn segment(a: Hole, b: Hole) -> Segment {
    (a.min(b), a.max(b))
}

fn hole_name((row, level): Hole) -> String {
    format!("{}{level}", char::from(b'a' + row as u8))
}

fn name((a, b): Segment) -> String {
    hole_name(a) + &hole_name(b)
}

fn names<'a>(segments: impl IntoIterator<Item = &'a Segment>) -> String {
    let names: Vec<String> = segments.into_iter().map(|&segment| name(segment)).collect();
    names.join(",")
}

/// The other holes that a segment's end meets when it turns by sixths of a circle, one way round.
/// In a plane where a level is half a unit and a row the root of three halves, this is a rotation.
fn circle(pivot: Hole, end: Hole, sense: i8) -> Vec<Hole> {
    let (mut row, mut level) = (end.0 - pivot.0, end.1 - pivot.1);
    let mut met = Vec::new();
    for _ in 0..5 {
        let (twice_row, twice_level) = (row + sense * level, level - sense * 3 * row);
        (row, level) = (twice_row / 2, twice_level / 2);
        met.push((pivot.0 + row, pivot.1 + level));
    }
    met
}

fn places() -> impl Iterator<Item = Segment> {
    let pairs = holes().flat_map(|a| holes().map(move |b| (a, b)));
    pairs.filter(|&(a, b)| a < b && are_neighbours(a, b))
}

struct Triangle {
    name: String,
    sides: [Segment; 3],
    /// The triangle beyond each side, by its number; none beyond the edge of the board.
    beyond: [Option<usize>; 3],
}

static TRIANGLES: LazyLock<Vec<Triangle>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for (a, b) in places() {
        for c in holes().filter(|&c| b < c && are_neighbours(a, c) && are_neighbours(b, c)) {
            all.push([a, b, c]);
        }
    }
    let triangle = |corners: &[Hole; 3]| {
        let [a, b, c] = *corners;
        let sides = [(a, b), (a, c), (b, c)];
        let beyond = sides.map(|(a, b)| {
            all.iter()
                .position(|other| other != corners && other.contains(&a) && other.contains(&b))
        });
        let name = corners.map(hole_name).concat();
        Triangle { name, sides, beyond }
    };
    all.iter().map(triangle).collect()
});

/// The triangles that can be reached from one without crossing a segment, by their numbers; and whether the
/// outside can.
fn reach(start: usize, all: &Colour) -> (BTreeSet<usize>, bool) {
    let mut region = BTreeSet::from([start]);
    let mut todo = vec![start];
    let mut is_open = false;
    while let Some(number) = todo.pop() {
        let triangle = &TRIANGLES[number];
        for (side, beyond) in triangle.sides.iter().zip(triangle.beyond) {
            match beyond {
                _ if all.contains(side) => {}
                Some(beyond) if region.insert(beyond) => todo.push(beyond),
                Some(_) => {}
                None => is_open = true,
            }
        }
    }
    (region, is_open)
}

/// Whether segments make one closed line that comes to no hole twice.
fn is_simple_ring(border: &Colour) -> bool {
    let touching = |hole: Hole| border.iter().filter(move |&&(a, b)| a == hole || b == hole);
    let Some(&first) = border.first() else {
        return false;
    };
    let (mut line, mut hole) = (vec![first], first.1);
    while hole != first.0 {
        let here: Vec<&Segment> = touching(hole).collect();
        let last = line[line.len() - 1];
        if here.len() != 2 {
            return false;
        }
        let next = if *here[0] == last { *here[1] } else { *here[0] };
        hole = if next.0 == hole { next.1 } else { next.0 };
        line.push(next);
    }
    touching(hole).count() == 2 && line.len() == border.len()
}

/// The polygons among these segments by their borders, sorted, each with the triangles inside.
fn polygons(all: &Colour) -> BTreeMap<Vec<Segment>, BTreeSet<usize>> {
    let mut found = BTreeMap::new();
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    for start in 0..TRIANGLES.len() {
        if seen.contains(&start) {
            continue;
        }
        let (region, is_open) = reach(start, all);
        seen.extend(&region);
        if is_open {
            continue;
        }
        if let Some(border) = simple_border(&region, all) {
            found.insert(border.into_iter().collect(), region);
        }
    }
    found
}

/// The segments round a region, if they are one simple ring and none is inside.
fn simple_border(region: &BTreeSet<usize>, all: &Colour) -> Option<Colour> {
    let mut border = Colour::new();
    for &number in region {
        let triangle = &TRIANGLES[number];
        for (side, beyond) in triangle.sides.iter().zip(triangle.beyond) {
            let is_inside = beyond.is_some_and(|beyond| region.contains(&beyond));
            if all.contains(side) && is_inside {
                return None;
            }
            if all.contains(side) {
                border.insert(*side);
            }
        }
    }
    is_simple_ring(&border).then_some(border)
}

/// A turn: pivot, old end, new end.
type Turn = (Hole, Hole, Hole);
/// The segments that each polygon took, in order.
type Order = Vec<Vec<Segment>>;

/// The whole state.
#[derive(Clone, PartialEq)]
pub(crate) struct Twin {
    white: Colour,
    black: Colour,
    is_white_to_move: bool,
    taken_by_white: usize,
    taken_by_black: usize,
    is_won_by_apex: bool,
}

impl Twin {
    fn own(&self) -> &Colour {
        if self.is_white_to_move {
            &self.white
        } else {
            &self.black
        }
    }

    fn all(&self) -> Colour {
        self.white.union(&self.black).copied().collect()
    }

    fn is_seven(&self) -> bool {
        self.taken_by_white >= 7 || self.taken_by_black >= 7
    }

    fn is_decided(&self) -> bool {
        self.is_seven() || self.is_won_by_apex
    }

    fn turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        if self.is_decided() {
            return turns;
        }
        let all = self.all();
        for &(a, b) in self.own() {
            for (pivot, end) in [(a, b), (b, a)] {
                let mut ends = BTreeSet::new();
                for sense in [1, -1] {
                    let is_free = |to: &Hole| !all.contains(&segment(pivot, *to));
                    ends.extend(circle(pivot, end, sense).into_iter().take_while(is_free));
                }
                let is_forward = |to: Hole| {
                    if self.is_white_to_move {
                        to.1 >= end.1
                    } else {
                        to.1 <= end.1
                    }
                };
                let ends = ends.into_iter().filter(|&to| exists(to) && is_forward(to));
                turns.extend(ends.map(|to| (pivot, end, to)));
            }
        }
        turns
    }

    /// Every complete order of taking after a turn, with where it leads, in the order of trying.
    fn orders(&self, (pivot, old, new): Turn) -> Vec<(Order, Twin)> {
        let mut turned = self.clone();
        let own = if self.is_white_to_move {
            &mut turned.white
        } else {
            &mut turned.black
        };
        assert!(own.remove(&segment(pivot, old)));
        own.insert(segment(pivot, new));
        let mut ends = Vec::new();
        turned.take_on(&mut Vec::new(), &mut ends);
        for (_, end) in &mut ends {
            let goal = if self.is_white_to_move { (2, 10) } else { (2, 0) };
            let stands = end.own().contains(&segment(pivot, new));
            end.is_won_by_apex = new == goal && stands && !end.is_seven();
            end.is_white_to_move = !end.is_white_to_move;
        }
        ends
    }

    fn take_on(&self, order: &mut Order, ends: &mut Vec<(Order, Twin)>) {
        let mut is_finished = true;
        let polygons = if self.is_seven() {
            BTreeMap::new()
        } else {
            polygons(&self.all())
        };
        for border in polygons.into_keys() {
            let (white, black): (Vec<Segment>, Vec<Segment>) =
                border.iter().partition(|segment| self.white.contains(*segment));
            let (prey, by_white) = match white.len().cmp(&black.len()) {
                std::cmp::Ordering::Less => (white, false),
                std::cmp::Ordering::Equal => continue,
                std::cmp::Ordering::Greater => (black, true),
            };
            if prey.is_empty() {
                continue;
            }
            is_finished = false;
            let mut next = self.clone();
            next.white.retain(|segment| !prey.contains(segment));
            next.black.retain(|segment| !prey.contains(segment));
            *(if by_white {
                &mut next.taken_by_white
            } else {
                &mut next.taken_by_black
            }) += prey.len();
            order.push(prey);
            next.take_on(order, ends);
            order.pop();
        }
        if is_finished {
            ends.push((order.clone(), self.clone()));
        }
    }

    /// Each polygon's border, and the triangles inside by their corners' names.
    pub(crate) fn polygons(&self) -> Vec<(String, Vec<String>)> {
        let polygons = polygons(&self.all()).into_iter();
        let name = |number: &usize| TRIANGLES[*number].name.clone();
        polygons
            .map(|(border, inside)| (names(&border), inside.iter().map(name).collect()))
            .collect()
    }

    /// The different results of a turn, each with the first order that leads there.
    fn results(&self, turn: Turn) -> Vec<(Order, Twin)> {
        let mut results: Vec<(Order, Twin)> = Vec::new();
        for (order, end) in self.orders(turn) {
            if !results.iter().any(|(_, known)| *known == end) {
                results.push((order, end));
            }
        }
        results
    }
}

fn turn_name((pivot, old, new): Turn) -> String {
    format!("{}:{}-{}", hole_name(pivot), hole_name(old), hole_name(new))
}

fn move_name(turn: Turn, order: &[Vec<Segment>]) -> String {
    let polygons = std::iter::once(turn_name(turn)).chain(order.iter().map(names));
    polygons.collect::<Vec<String>>().join("x")
}

fn read_colour(text: &str) -> Colour {
    let by_name: BTreeMap<String, Segment> = places().map(|place| (name(place), place)).collect();
    text.split(',')
        .filter(|name| *name != "-")
        .map(|name| by_name[name])
        .collect()
}

impl testkit::Twin for Twin {
    fn read(position: &str) -> Twin {
        let fields: Vec<&str> = position.split(' ').collect();
        let (by_white, by_black) = fields[3].split_once('-').unwrap();
        Twin {
            white: read_colour(fields[0]),
            black: read_colour(fields[1]),
            is_white_to_move: fields[2] == "w",
            taken_by_white: by_white.parse().unwrap(),
            taken_by_black: by_black.parse().unwrap(),
            is_won_by_apex: false,
        }
    }

    fn text(&self) -> String {
        let colour = |segments: &Colour| {
            if segments.is_empty() {
                "-".to_owned()
            } else {
                names(segments)
            }
        };
        let turn = if self.is_white_to_move { 'w' } else { 'b' };
        let (white, black) = (colour(&self.white), colour(&self.black));
        format!(
            "{white} {black} {turn} {}-{}",
            self.taken_by_white, self.taken_by_black
        )
    }

    fn moves(&self) -> Vec<String> {
        let results = |turn| {
            self.results(turn)
                .into_iter()
                .map(move |(order, _)| move_name(turn, &order))
        };
        self.turns().into_iter().flat_map(results).collect()
    }

    fn play(&mut self, mv: &str) -> bool {
        let meant = self
            .turns()
            .into_iter()
            .find(|&turn| mv.split('x').next() == Some(&turn_name(turn)));
        let Some(turn) = meant else { return false };
        let ends = self.orders(turn);
        let written = ends.iter().find(|(order, _)| move_name(turn, order) == mv);
        let is_decided = ends.iter().all(|(_, end)| *end == ends[0].1);
        match written {
            Some((_, end)) => *self = end.clone(),
            None if is_decided && mv == turn_name(turn) => *self = ends[0].1.clone(),
            None => return false,
        }
        true
    }

    fn result(&self) -> Option<String> {
        let opponent = if self.is_white_to_move { "black" } else { "white" };
        if self.taken_by_white >= 7 {
            Some("white wins by seven".to_owned())
        } else if self.taken_by_black >= 7 {
            Some("black wins by seven".to_owned())
        } else if self.is_won_by_apex {
            Some(format!("{opponent} wins by apex"))
        } else if self.turns().is_empty() {
            Some(format!("{opponent} wins by no move"))
        } else {
            None
        }
    }

    /// Every turn of any segment, there or not, to any neighbouring hole; and of the legal turns every order
    /// of taking, its beginnings, its reverse, and one polygon too many.
    fn candidates(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for pivot in holes() {
            for old in holes().filter(|&old| are_neighbours(pivot, old)) {
                for new in holes().filter(|&new| are_neighbours(pivot, new)) {
                    texts.push(turn_name((pivot, old, new)));
                }
            }
        }
        for turn in self.turns() {
            texts.push(turn_name(turn) + "xb3c4");
            texts.push(turn_name(turn) + "x");
            for (order, _) in self.orders(turn) {
                texts.extend((0..=order.len()).map(|length| move_name(turn, &order[..length])));
                let reversed: Order = order.iter().rev().cloned().collect();
                texts.push(move_name(turn, &reversed));
                let joined: Vec<Segment> = order.into_iter().flatten().collect();
                texts.push(move_name(turn, &[joined]));
            }
        }
        texts
    }
}
