//! The labelled examples of the rulebook, on the boards that the rules give for them.

use crate::twin::lines::{self, Board, Place};
use isometron::{Cell, CountedLines, Move, Position, Tile, Tiles, longest_line};
use rules::Game;

/// Rows from the top, a letter a tile; each letter with its blank corner.
struct Example {
    rows: [&'static str; 3],
    blanks: &'static str,
}

const CLOSED_LINES: Example = Example {
    rows: [".abcde", ".fghij", "..klm."],
    blanks: "anw bsw cnw dnw ese fnw gsw hnw isw jse knw lsw mnw",
};

const SCORES: Example = Example {
    rows: ["..abcde", ".fghij.", ".nklm.."],
    blanks: "ase bsw cne dse ese fnw gsw hnw jse kse lne mnw nnw",
};

impl Example {
    fn place(&self, letter: char) -> Place {
        let row = self.rows.iter().position(|row| row.contains(letter)).unwrap();
        let column = self.rows[row].find(letter).unwrap();
        (3 - row as i32, column as i32 + 1)
    }

    fn letter(&self, place: Place) -> char {
        let all = self.rows.concat();
        all.chars()
            .find(|letter| *letter != '.' && self.place(*letter) == place)
            .unwrap()
    }

    fn cell(&self, letter: char) -> Cell {
        let (row, column) = self.place(letter);
        Cell::new(row as usize - 1, column as usize - 1).unwrap()
    }

    fn tile(&self, letter: char) -> Tile {
        let mut blanks = self.blanks.split(' ');
        let blank = blanks.find(|blank| blank.starts_with(letter)).unwrap();
        format!("{}{}", self.cell(letter), &blank[1..]).parse().unwrap()
    }

    fn letters(&self) -> Vec<char> {
        self.blanks
            .split(' ')
            .map(|blank| blank.chars().next().unwrap())
            .collect()
    }

    /// Only the tiles with these letters.
    fn tiles(&self, letters: &[char]) -> Tiles {
        letters.iter().map(|letter| self.tile(*letter)).collect()
    }

    fn board(&self) -> Board {
        let arms = |letter: &char| {
            let blank = self.tile(*letter).to_string()[2..].to_owned();
            (
                self.place(*letter),
                lines::arms(self.place(*letter), Some(&blank)),
            )
        };
        self.letters().iter().map(arms).collect()
    }

    fn is_closed_line(&self, line: &str) -> bool {
        let places: Vec<Place> = line.chars().map(|letter| self.place(letter)).collect();
        lines::is_closed_line(&self.board(), &places)
    }

    /// How many tiles the longest closed line has that uses only these tiles, the first of them for certain.
    fn longest_with_only(&self, line: &str) -> usize {
        let letters: Vec<char> = line.chars().collect();
        longest_line(
            &self.tiles(&letters),
            CountedLines::Through(self.cell(letters[0])),
        )
        .len()
    }

    fn meet(&self, a: char, b: char) -> bool {
        self.tile(a)
            .points()
            .iter()
            .any(|point| self.tile(b).points().contains(point))
    }

    fn each_meets_the_next(&self, line: &str) -> bool {
        let next = line.chars().cycle().skip(1);
        line.chars().zip(next).all(|(a, b)| self.meet(a, b))
    }
}

#[test]
fn line_fabchk_is_not_closed() {
    assert!(!CLOSED_LINES.meet('k', 'f'));
    assert!(!CLOSED_LINES.is_closed_line("fabchk"));
    assert!(CLOSED_LINES.longest_with_only("fabchk") < 6);
}

#[test]
fn line_dei_is_closed() {
    assert!(CLOSED_LINES.is_closed_line("dei"));
    assert_eq!(CLOSED_LINES.longest_with_only("dei"), 3);
}

#[test]
fn line_abcdejmlg_is_closed() {
    assert!(CLOSED_LINES.is_closed_line("abcdejmlg"));
    assert_eq!(CLOSED_LINES.longest_with_only("abcdejmlg"), 9);
}

#[test]
fn line_abcdeihg_would_use_a_grid_point_twice() {
    assert!(CLOSED_LINES.each_meets_the_next("abcdeihg"));
    assert!(!CLOSED_LINES.is_closed_line("abcdeihg"));
    assert!(CLOSED_LINES.longest_with_only("abcdeihg") < 8);
}

#[test]
fn line_deihlmji_would_use_tile_i_twice() {
    assert!(CLOSED_LINES.each_meets_the_next("deihlmji"));
    assert!(!CLOSED_LINES.is_closed_line("deihlmji"));
}

#[test]
fn tile_n_closes_just_the_lines_of_the_example() {
    let mut closed = Vec::new();
    lines::each_closed_line(&SCORES.board(), SCORES.place('n'), &mut |line| {
        let letters: Vec<char> = line[1..].iter().map(|place| SCORES.letter(*place)).collect();
        // Of the two directions, the one that the rulebook writes.
        if letters.last() == Some(&'f') {
            closed.push(letters.into_iter().chain(['n']).collect::<String>());
        }
    });
    closed.sort_by_key(|line| (line.len(), line.clone()));
    closed.dedup();
    assert_eq!(closed, ["kgfn", "khbafn", "khcbafn", "klmjcbafn", "klmjedcbafn"]);
}

#[test]
fn tile_n_scores_11_with_klmjedcbafn() {
    let line: Vec<char> = longest_line(
        &SCORES.tiles(&SCORES.letters()),
        CountedLines::Through(SCORES.cell('n')),
    )
    .into_iter()
    .map(|link| SCORES.letter((link.cell.row() as i32 + 1, link.cell.column() as i32 + 1)))
    .collect();
    let mut sorted = line.clone();
    sorted.sort_unstable();
    assert_eq!(sorted.into_iter().collect::<String>(), "abcdefjklmn");
    assert!(SCORES.is_closed_line(&line.into_iter().collect::<String>()));
}

#[test]
fn tile_n_played_scores_11() {
    let mut position: Position = "8/8/8/8/8/2bcabb1/1dcd1b2/2bad3 axial r - 0 5-7".parse().unwrap();
    let tile = SCORES.tile('n');
    assert_eq!(position.preview(tile).len(), 11);
    position.play(Move::Tile(tile)).unwrap();
    assert_eq!(
        position.to_string(),
        "8/8/8/8/8/2bcabb1/1dcd1b2/1dbad3 axial b b8sw 0 16-7"
    );
}
