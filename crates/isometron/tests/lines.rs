//! The longest closed line and the test for the end, on random boards, against slow searches.

use crate::twin::Twin;
use crate::twin::lines::{self, Board, Counting, Place};
use isometron::{
    Cell, CountedLines, Position, Symmetry, Tiles, longest_length, longest_line, most_length, sample,
};
use rules::{Game, Random, Variant};
use std::collections::HashSet;
use testkit::{Twin as _, deep};

fn place(cell: Cell) -> Place {
    (cell.row() as i32 + 1, cell.column() as i32 + 1)
}

fn board(tiles: &Tiles) -> Board {
    let points = |tile: isometron::Tile| {
        tile.points()
            .map(|point| (point.row() as i32 + 1, point.column() as i32 + 1))
    };
    tiles
        .iter()
        .map(|tile| (place(tile.cell), points(tile).into()))
        .collect()
}

/// Random boards of `fewest` to `most` tiles, with the tile that was placed last.
fn each_board(boards: u64, fewest: u64, most: u64, mut check: impl FnMut(&Tiles, Cell)) {
    let mut random = Random::new(fewest);
    for _ in 0..boards {
        let count = fewest + random.below(most - fewest + 1);
        let (tiles, last) = sample::random_tiles(random.bits(), count as usize);
        check(&tiles, last.expect("no board is empty"));
    }
}

/// The same with a set of cells that hold tiles with all four arms.
fn with_four_arms(board: &Board, random: &mut Random) -> Board {
    let arms = |(cell, points): (&Place, &Vec<Place>)| {
        let points = if random.below(3) == 0 {
            lines::arms(*cell, None)
        } else {
            points.clone()
        };
        (*cell, points)
    };
    board.iter().map(arms).collect()
}

/// Every kind of lines that count for the tile on a cell, for the rules and for the twin.
fn kinds(cell: Cell) -> Vec<(CountedLines, Counting)> {
    let forced = Symmetry::ALL.iter().map(|&symmetry| {
        let is_shift = symmetry == Symmetry::Shift;
        let answered = place(symmetry.cell(cell));
        let counting = Counting {
            through: if is_shift {
                vec![place(cell)]
            } else {
                vec![place(cell), answered]
            },
            in_both_camps: is_shift,
        };
        (CountedLines::of_forced(cell, symmetry), counting)
    });
    let free = (CountedLines::Through(cell), Counting::through(place(cell)));
    forced.chain([free]).collect()
}

#[test]
fn the_longest_line_is_that_of_trying_all() {
    let mut found = [0; 4];
    each_board(deep(1_000, 50_000), 3, 33, |tiles, last| {
        let board = board(tiles);
        for (kind, (lines, counting)) in kinds(last).into_iter().enumerate() {
            let tried = lines::longest_by_trying(&board, &counting);
            assert_eq!(longest_length(tiles, lines), tried, "{tiles:?} {lines:?}");
            found[kind] += u64::from(tried > 0);
        }
    });
    assert!(
        found.iter().all(|&lines| lines > 0),
        "every kind is tested: {found:?}"
    );
}

#[test]
fn the_longest_line_of_a_full_board_is_that_of_the_slow_pieces() {
    each_board(deep(60, 3_000), 34, 64, |tiles, last| {
        let board = board(tiles);
        for (lines, counting) in kinds(last) {
            let slow = lines::longest_by_pieces(&board, &counting);
            assert_eq!(longest_length(tiles, lines), slow, "{tiles:?} {lines:?}");
            assert!(most_length(tiles, lines) >= slow, "{tiles:?} {lines:?}");
        }
    });
}

#[test]
fn the_slow_pieces_find_what_trying_all_finds() {
    let mut random = Random::new(1);
    each_board(deep(1_000, 20_000), 3, 27, |tiles, last| {
        let board = with_four_arms(&board(tiles), &mut random);
        for (_, counting) in kinds(last) {
            let tried = lines::longest_by_trying(&board, &counting);
            let slow = lines::longest_by_pieces(&board, &counting);
            assert_eq!(slow, tried, "{board:?} {last}");
        }
    });
}

#[test]
fn the_twin_knows_without_trying_whether_there_is_a_closed_line() {
    let mut random = Random::new(2);
    each_board(deep(1_000, 20_000), 3, 27, |tiles, last| {
        let board = with_four_arms(&board(tiles), &mut random);
        let tried = lines::longest_by_trying(&board, &Counting::through(place(last))) > 0;
        assert_eq!(
            lines::has_closed_line(&board, place(last)),
            tried,
            "{board:?} {last}"
        );
    });
}

#[test]
fn the_line_that_is_shown_is_closed() {
    each_board(deep(500, 50_000), 20, 64, |tiles, last| {
        for (lines, counting) in kinds(last) {
            check_line(tiles, lines, &counting);
        }
    });
}

fn check_line(tiles: &Tiles, lines: CountedLines, counting: &Counting) {
    let line = longest_line(tiles, lines);
    assert_eq!(line.len(), longest_length(tiles, lines), "{tiles:?} {lines:?}");
    let cells: Vec<Place> = line.iter().map(|link| place(link.cell)).collect();
    let Some(first) = cells.first() else { return };
    assert_eq!(*first, place(lines.cell()), "{tiles:?}");
    assert!(counting.counts(&cells), "{tiles:?} {line:?}");
    assert!(lines::is_closed_line(&board(tiles), &cells), "{tiles:?} {line:?}");
    let mut joints = HashSet::new();
    for (link, next) in line.iter().zip(line.iter().cycle().skip(1)) {
        assert!(joints.insert(link.joint), "{tiles:?} {line:?}");
        for cell in [link.cell, next.cell] {
            let reaches = tiles.get(cell).unwrap().points().contains(&link.joint);
            assert!(reaches, "{tiles:?} {line:?}");
        }
    }
}

#[test]
fn the_board_alone_tells_whether_a_line_can_be_built() {
    let mut ended = [0; 2];
    each_board(deep(2_000, 100_000), 50, 64, |tiles, _| {
        let rows = rules::text::write_rows(&[8; 8], |row, column| {
            let tile = tiles.get(Cell::new(7 - row, column)?)?;
            Some(['a', 'b', 'c', 'd'][tile.blank as usize])
        });
        let text = format!("{rows} axial r - 0 0-0");
        let position: Position = text.parse().unwrap();
        let result = position
            .outcome()
            .map(|outcome| outcome.describe(Position::SIDES));
        assert_eq!(result, Twin::read(&text).result(), "{text}");
        ended[usize::from(result.is_some())] += 1;
    });
    assert!(
        ended.iter().all(|count| *count > 100),
        "both answers are tested: {ended:?}"
    );
}
