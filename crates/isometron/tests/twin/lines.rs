//! Lines of tiles on a map from cells to the corners their arms reach, slowly.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

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

/// The closed lines that count: through all of some tiles, and perhaps only those with tiles in both camps.
pub(crate) struct Counting {
    pub(crate) through: Vec<Place>,
    pub(crate) in_both_camps: bool,
}

impl Counting {
    pub(crate) fn through(tile: Place) -> Counting {
        Counting {
            through: vec![tile],
            in_both_camps: false,
        }
    }

    pub(crate) fn counts(&self, line: &[Place]) -> bool {
        let has_row = |is_in: fn(i32) -> bool| line.iter().any(|(row, _)| is_in(*row));
        let is_in_both = has_row(|row| row <= 4) && has_row(|row| row >= 5);
        self.through.iter().all(|tile| line.contains(tile)) && (is_in_both || !self.in_both_camps)
    }
}

/// The length of the longest closed line that counts, or 0, by listing every ring through the first tile.
pub(crate) fn longest_by_trying(board: &Board, counting: &Counting) -> usize {
    let mut longest = 0;
    each_closed_line(board, counting.through[0], &mut |line| {
        if counting.counts(line) {
            longest = longest.max(line.len());
        }
    });
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

/// The pieces of a choice of tiles, and whether it has tiles of the lower and of the upper camp.
type Choice = (Pieces, [bool; 2]);

/// Choices with the number of their tiles.
type Choices = HashMap<Choice, usize, BuildHasherDefault<Quick>>;

/// A hasher for short keys that nobody chooses badly on purpose: the usual one takes most of the time.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u8(*byte);
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(byte)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u8(number as u8);
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

/// The tiles that hang together with one of them.
fn joined_to(board: &Board, start: Place) -> Board {
    let mut joined = Board::from([(start, board[&start].clone())]);
    loop {
        let reached: Vec<Place> = joined.values().flatten().copied().collect();
        let before = joined.len();
        let meets = |points: &[Place]| points.iter().any(|point| reached.contains(point));
        let more = board.iter().filter(|(_, points)| meets(points));
        joined.extend(more.map(|(cell, points)| (*cell, points.clone())));
        if joined.len() == before {
            return joined;
        }
    }
}

/// Takes the tiles one by one, and keeps of all choices with the same pieces in the same camps the one with the most
/// tiles.
pub(crate) fn longest_by_pieces(board: &Board, counting: &Counting) -> usize {
    let board = trimmed(board);
    let through = &counting.through;
    if !board.contains_key(&through[0]) || !has_closed_line(&board, through[0]) {
        return 0;
    }
    let board = joined_to(&board, through[0]);
    if !through.iter().all(|tile| board.contains_key(tile)) {
        return 0;
    }
    let number = |&(row, column): &Place| (row * 10 + column) as Number;
    let tiles: Vec<(Place, Vec<Number>)> = board
        .iter()
        .map(|(cell, points)| (*cell, points.iter().map(number).collect()))
        .collect();
    let mut longest = 0;
    let mut choices = Choices::from_iter([((Pieces::new(), [false; 2]), 0)]);
    for (index, (cell, points)) in tiles.iter().enumerate() {
        let to_come = &tiles[index + 1..];
        let later = |point: &Number| {
            to_come
                .iter()
                .filter(|(_, points)| points.contains(point))
                .count()
        };
        let gone: Vec<Number> = points.iter().copied().filter(|point| later(point) == 0).collect();
        // One more arm cannot use a point, whether it is used up or not.
        let useless: Vec<Number> = points.iter().copied().filter(|point| later(point) <= 1).collect();
        let mut next = Choices::default();
        let mut keep = |mut pieces: Pieces, camps: [bool; 2], tiles: usize, longest: usize| {
            let is_dead_end = |(point, end): &(Number, Number)| point != end && gone.contains(point);
            if tiles + to_come.len() > longest && !pieces.iter().any(is_dead_end) {
                pieces.retain(|(point, end)| point != end || !useless.contains(point));
                pieces.sort_unstable();
                let best = next.entry((pieces, camps)).or_default();
                *best = tiles.max(*best);
            }
        };
        // Choices are told apart by their camps only where that matters.
        let here = [cell.0 <= 4, cell.0 >= 5].map(|is_in| is_in && counting.in_both_camps);
        for ((pieces, camps), &count) in &choices {
            if !through.contains(cell) {
                keep(pieces.clone(), *camps, count, longest);
            }
            let camps = [camps[0] || here[0], camps[1] || here[1]];
            for (a, b) in pairs(points) {
                match joined(pieces, a, b) {
                    Joined::Piece(pieces) => keep(pieces, camps, count + 1, longest),
                    Joined::Closed => {
                        let is_through = through.iter().all(|tile| tile <= cell);
                        let is_in_camps = camps == [true; 2] || !counting.in_both_camps;
                        if is_through && is_in_camps && count + 1 >= 3 {
                            longest = longest.max(count + 1);
                        }
                    }
                    Joined::Never => {}
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
