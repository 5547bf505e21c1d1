//! Polygone once more, slowly: sets of pairs of coordinates, written from the rules alone.

// The kit hands it only texts that the game has printed; anything else must fail loudly.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Row (0 is a) and level.
type Hole = (i32, i32);
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
fn circle(pivot: Hole, end: Hole, sense: i32) -> Vec<Hole> {
    let (mut row, mut level) = (end.0 - pivot.0, end.1 - pivot.1);
    let mut met = Vec::new();
    for _ in 0..5 {
        (row, level) = ((sense * level + row) / 2, (level - sense * 3 * row) / 2);
        met.push((pivot.0 + row, pivot.1 + level));
    }
    met
}

/// Each segment's place with the triangles on its sides: two, or one at the edge of the board.
static SIDES: LazyLock<BTreeMap<Segment, Vec<[Hole; 3]>>> = LazyLock::new(|| {
    let mut sides: BTreeMap<Segment, Vec<[Hole; 3]>> = BTreeMap::new();
    for a in holes() {
        for b in holes().filter(|&b| a < b && are_neighbours(a, b)) {
            for c in holes().filter(|&c| b < c && are_neighbours(a, c) && are_neighbours(b, c)) {
                for side in [(a, b), (a, c), (b, c)] {
                    sides.entry(side).or_default().push([a, b, c]);
                }
            }
        }
    }
    sides
});

/// The triangles that can be reached from `start` without crossing a segment; `None` when the outside can.
fn region(start: [Hole; 3], all: &Colour) -> Option<BTreeSet<[Hole; 3]>> {
    let mut region = BTreeSet::from([start]);
    let mut todo = vec![start];
    while let Some([a, b, c]) = todo.pop() {
        for side in [(a, b), (a, c), (b, c)] {
            if all.contains(&side) {
                continue;
            }
            let triangles = &SIDES[&side];
            if triangles.len() == 1 {
                return None;
            }
            todo.extend(triangles.iter().filter(|&&triangle| region.insert(triangle)));
        }
    }
    Some(region)
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

/// The borders of the polygons among these segments, sorted.
fn polygons(all: &Colour) -> Vec<Vec<Segment>> {
    let mut found = BTreeSet::new();
    for start in all.iter().flat_map(|segment| &SIDES[segment]) {
        let Some(region) = region(*start, all) else {
            continue;
        };
        let inside = |segment: &Segment| {
            SIDES[segment]
                .iter()
                .filter(|triangle| region.contains(*triangle))
                .count()
        };
        let is_within = |segment: &Segment| inside(segment) == SIDES[segment].len() && inside(segment) == 2;
        let border: Colour = all
            .iter()
            .copied()
            .filter(|segment| inside(segment) == 1)
            .collect();
        if !all.iter().any(is_within) && is_simple_ring(&border) {
            found.insert(border.into_iter().collect());
        }
    }
    found.into_iter().collect()
}

/// A turn: pivot, old end, new end.
type Turn = (Hole, Hole, Hole);
/// What each polygon took, in order.
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
            Vec::new()
        } else {
            polygons(&self.all())
        };
        for border in polygons {
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
    let taken: String = order.iter().map(|prey| format!("x{}", names(prey))).collect();
    turn_name(turn) + &taken
}

fn read_colour(text: &str) -> Colour {
    let by_name: BTreeMap<String, Segment> = SIDES.keys().map(|&segment| (name(segment), segment)).collect();
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
        let colour = |segments: &Colour| match segments.is_empty() {
            true => "-".to_owned(),
            false => names(segments),
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
        let results = self.results(turn);
        let written = self
            .orders(turn)
            .into_iter()
            .find(|(order, _)| move_name(turn, order) == mv);
        match (written, &results[..]) {
            (Some((_, end)), _) => *self = end,
            (None, [(_, only)]) if mv == turn_name(turn) => *self = only.clone(),
            _ => return false,
        }
        true
    }

    fn result(&self) -> Option<String> {
        let (us, them) = if self.is_white_to_move {
            ("white", "black")
        } else {
            ("black", "white")
        };
        if self.taken_by_white >= 7 {
            Some("white wins by seven".to_owned())
        } else if self.taken_by_black >= 7 {
            Some("black wins by seven".to_owned())
        } else if self.is_won_by_apex {
            Some(format!("{them} wins by apex"))
        } else if self.turns().is_empty() {
            let _ = us;
            Some(format!("{them} wins by no move"))
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
