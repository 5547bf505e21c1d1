//! Lines of tiles on a map from cells to the corners their arms reach, slowly.

use std::collections::{BTreeMap, HashMap};

/// Row and column, from 1. The point at the lower left corner of a cell has the cell's numbers.
pub(crate) type Place = (i32, i32);

/// Each tile's cell with the points that its arms reach.
pub(crate) type Board = BTreeMap<Place, Vec<Place>>;

/// The point at a corner of a cell.
pub(crate) fn point(cell: Place, corner: &str) -> Place {
    let (row, column) = cell;
    match corner {
        "ne" => (row + 1, column + 1),
        "se" => (row, column + 1),
        "sw" => (row, column),
        "nw" => (row + 1, column),
        _ => panic!("{corner} is no corner"),
    }
}

/// The tile on `cell` without a blank corner, or with one.
pub(crate) fn arms(cell: Place, blank: Option<&str>) -> Vec<Place> {
    let corners = ["ne", "se", "sw", "nw"].into_iter();
    corners
        .filter(|corner| Some(*corner) != blank)
        .map(|corner| point(cell, corner))
        .collect()
}

/// Tries every line from a tile on, and shows every closed one, once in each direction.
pub(crate) fn each_closed_line(board: &Board, start: Place, visit: &mut impl FnMut(&[Place])) {
    go_on(board, &mut vec![start], &mut Vec::new(), visit);
}

fn go_on(board: &Board, line: &mut Vec<Place>, joints: &mut Vec<Place>, visit: &mut impl FnMut(&[Place])) {
    let last = *line.last().expect("a line starts somewhere");
    for joint in &board[&last] {
        if joints.contains(joint) {
            continue;
        }
        joints.push(*joint);
        for (next, points) in board {
            if !points.contains(joint) {
                continue;
            }
            if *next == line[0] && line.len() >= 3 {
                visit(line);
            }
            if !line.contains(next) {
                line.push(*next);
                go_on(board, line, joints, visit);
                line.pop();
            }
        }
        joints.pop();
    }
}

/// The length of the longest closed line through a tile, or 0.
pub(crate) fn longest_by_trying(board: &Board, start: Place) -> usize {
    let mut longest = 0;
    each_closed_line(board, start, &mut |line| longest = longest.max(line.len()));
    longest
}

/// Without the arms that meet no other and the tiles that have only one left, as long as there are such: no
/// closed line uses them.
fn trimmed(board: &Board) -> Board {
    let reached: Vec<Place> = board.values().flatten().copied().collect();
    let meets = |point: &Place| reached.iter().filter(|other| *other == point).count() > 1;
    let tile =
        |(cell, points): (&Place, &Vec<Place>)| (*cell, points.iter().copied().filter(meets).collect());
    let mut left: Board = board.iter().map(tile).collect();
    left.retain(|_, points| points.len() > 1);
    if left == *board { left } else { trimmed(&left) }
}

/// A point by one number, so that pieces are quickly compared.
type Number = u8;

/// The pieces of lines that a choice of tiles makes: each point they use that a later tile reaches, with the
/// other end of its piece, or with itself when it is used twice.
type Pieces = Vec<(Number, Number)>;

/// Takes the tiles one by one, and keeps of all choices with the same pieces the one with the most tiles.
pub(crate) fn longest_by_pieces(board: &Board, start: Place) -> usize {
    let board = trimmed(board);
    if !board.contains_key(&start) {
        return 0;
    }
    let number = |&(row, column): &Place| (row * 10 + column) as Number;
    let tiles: Vec<(Place, Vec<Number>)> = board
        .iter()
        .map(|(cell, points)| (*cell, points.iter().map(number).collect()))
        .collect();
    let mut longest = 0;
    let mut choices: HashMap<Pieces, usize> = HashMap::from([(Pieces::new(), 0)]);
    for (index, (cell, points)) in tiles.iter().enumerate() {
        let later = |point: Number| {
            tiles[index + 1..]
                .iter()
                .any(|(_, points)| points.contains(&point))
        };
        let gone: Vec<Number> = points.iter().copied().filter(|point| !later(*point)).collect();
        let mut next: HashMap<Pieces, usize> = HashMap::new();
        let mut keep = |mut pieces: Pieces, tiles: usize| {
            let is_dead_end = |(point, end): &(Number, Number)| point != end && gone.contains(point);
            if !pieces.iter().any(is_dead_end) {
                pieces.retain(|(point, _)| !gone.contains(point));
                pieces.sort_unstable();
                let best = next.entry(pieces).or_default();
                *best = tiles.max(*best);
            }
        };
        for (pieces, &count) in &choices {
            if *cell != start {
                keep(pieces.clone(), count);
            }
            for (a, b) in pairs(points) {
                match joined(pieces, a, b) {
                    Joined::Piece(pieces) => keep(pieces, count + 1),
                    Joined::Closed if *cell >= start && count + 1 >= 3 => longest = longest.max(count + 1),
                    Joined::Closed | Joined::Never => {}
                }
            }
        }
        choices = next;
    }
    longest
}

fn pairs<T: Copy>(points: &[T]) -> Vec<(T, T)> {
    let mut pairs = Vec::new();
    for (index, a) in points.iter().enumerate() {
        pairs.extend(points[index + 1..].iter().map(|b| (*a, *b)));
    }
    pairs
}

enum Joined {
    Piece(Pieces),
    /// A closed line, and nothing else.
    Closed,
    Never,
}

fn joined(pieces: &Pieces, a: Number, b: Number) -> Joined {
    let other_end = |point: Number| pieces.iter().find(|piece| piece.0 == point).map(|piece| piece.1);
    if other_end(a) == Some(a) || other_end(b) == Some(b) {
        return Joined::Never;
    }
    if other_end(a) == Some(b) {
        let ends = pieces.iter().filter(|(point, end)| point != end).count();
        return if ends == 2 { Joined::Closed } else { Joined::Never };
    }
    let (far_a, far_b) = (other_end(a).unwrap_or(a), other_end(b).unwrap_or(b));
    let mut pieces = pieces.clone();
    pieces.retain(|(point, _)| ![a, b, far_a, far_b].contains(point));
    pieces.extend(
        [a, b]
            .into_iter()
            .filter(|point| ![far_a, far_b].contains(point))
            .map(|point| (point, point)),
    );
    pieces.extend([(far_a, far_b), (far_b, far_a)]);
    Joined::Piece(pieces)
}

/// Whether a closed line of three tiles or more leads through the tile on `cell`: in at one point, through a
/// first and a last tile that meet without these points and without `cell`, and out at another point.
pub(crate) fn has_closed_line(board: &Board, cell: Place) -> bool {
    let tiles_at = |point: Place| {
        board
            .iter()
            .filter(move |(other, points)| **other != cell && points.contains(&point))
    };
    pairs(&board[&cell]).into_iter().any(|(a, b)| {
        tiles_at(a).any(|(first, _)| {
            tiles_at(b).any(|(last, _)| first != last && meet(board, *first, *last, cell, [a, b]))
        })
    })
}

/// Whether one tile can be reached from another without the tile on `cell` and without two points.
fn meet(board: &Board, first: Place, last: Place, cell: Place, without: [Place; 2]) -> bool {
    let mut reached = vec![first];
    let mut index = 0;
    while index < reached.len() && !reached.contains(&last) {
        let tile = &board[&reached[index]];
        for (next, points) in board {
            let shares = |point: &Place| points.contains(point) && !without.contains(point);
            if *next != cell && !reached.contains(next) && tile.iter().any(shares) {
                reached.push(*next);
            }
        }
        index += 1;
    }
    reached.contains(&last)
}

/// Whether tiles, each joined to the next and the last to the first, are a closed line.
pub(crate) fn is_closed_line(board: &Board, line: &[Place]) -> bool {
    let has_twice = (1..line.len()).any(|index| line[index..].contains(&line[index - 1]));
    line.len() >= 3 && !has_twice && can_join(board, line, 0, &mut Vec::new())
}

/// Whether the tiles from the `index`th on can be joined to the next at points of their own.
fn can_join(board: &Board, line: &[Place], index: usize, joints: &mut Vec<Place>) -> bool {
    if index == line.len() {
        return true;
    }
    let next = line[(index + 1) % line.len()];
    board[&line[index]]
        .iter()
        .filter(|point| board[&next].contains(point))
        .any(|joint| {
            if joints.contains(joint) {
                return false;
            }
            joints.push(*joint);
            let can = can_join(board, line, index + 1, joints);
            joints.pop();
            can
        })
}
