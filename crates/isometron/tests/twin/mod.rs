//! Isometron once more, slowly: a map from cells to blank corners, written from the rules alone.

pub(crate) mod lines;

use lines::{Board, Counting, Place, arms, has_closed_line, longest_by_pieces, point};
use std::collections::BTreeMap;

const CORNERS: [&str; 4] = ["ne", "se", "sw", "nw"];
const LETTERS: [&str; 4] = ["a", "b", "c", "d"];

fn cells() -> Vec<Place> {
    (1..=8)
        .flat_map(|row| (1..=8).map(move |column| (row, column)))
        .collect()
}

fn name((row, column): Place) -> String {
    format!("{}{row}", char::from(b'a' + column as u8 - 1))
}

fn is_in_camp((row, _): Place, side: char) -> bool {
    (row <= 4) == (side == 'r')
}

type Tile = (Place, String);

fn tile_text((cell, blank): &Tile) -> String {
    name(*cell) + blank
}

fn all_tiles() -> Vec<Tile> {
    let turned = |cell| CORNERS.map(|corner| (cell, corner.to_owned()));
    cells().into_iter().flat_map(turned).collect()
}

fn read_tile(text: &str) -> Option<Tile> {
    all_tiles().into_iter().find(|tile| tile_text(tile) == text)
}

/// The whole state.
#[derive(Clone)]
pub(crate) struct Twin {
    board: BTreeMap<Place, String>,
    symmetry: String,
    turn: char,
    owed: Option<Tile>,
    passes: u32,
    points: [u32; 2],
}

impl Twin {
    fn webs(&self) -> &'static [&'static str] {
        match self.symmetry.as_str() {
            "axial" => &["a3", "c1", "f4", "h2", "h6", "f8", "c5", "a7"],
            _ => &["a3", "c1", "f4", "h2", "a6", "c8", "f5", "h7"],
        }
    }

    fn is_web(&self, cell: Place) -> bool {
        self.webs().contains(&name(cell).as_str())
    }

    fn image(&self, ((row, column), blank): &Tile) -> Tile {
        let swap = |a: &str, b: &str| blank.replace(a, "?").replace(b, a).replace('?', b);
        match self.symmetry.as_str() {
            "axial" => ((9 - row, *column), swap("n", "s")),
            "central" => {
                let half_turn = match blank.as_str() {
                    "ne" => "sw",
                    "sw" => "ne",
                    "se" => "nw",
                    _ => "se",
                };
                ((9 - row, 9 - column), half_turn.to_owned())
            }
            _ => ((if *row > 4 { row - 4 } else { row + 4 }, *column), blank.clone()),
        }
    }

    fn lines(&self) -> Board {
        let tile = |(cell, blank): (&Place, &String)| (*cell, arms(*cell, Some(blank)));
        self.board.iter().map(tile).collect()
    }

    fn is_empty_in_camp(&self, cell: Place) -> bool {
        is_in_camp(cell, self.turn) && !self.board.contains_key(&cell)
    }

    fn stops_a_line(&self, tile: &Tile) -> bool {
        let mut after = self.clone();
        after.board.insert(tile.0, tile.1.clone());
        let reached: Vec<Place> = after.lines().into_values().flatten().collect();
        let is_end = |end: &Place| reached.iter().filter(|point| *point == end).count() == 1;
        let goes_on = |(row, column): Place| {
            let cells = [
                (row, column),
                (row - 1, column),
                (row, column - 1),
                (row - 1, column - 1),
            ];
            let on_board = |&(row, column): &Place| (1..=8).contains(&row) && (1..=8).contains(&column);
            cells
                .into_iter()
                .filter(on_board)
                .any(|cell| after.is_empty_in_camp(cell))
        };
        let corners = CORNERS.into_iter().map(|corner| point(tile.0, corner));
        corners.filter(is_end).any(|end| !goes_on(end))
    }

    fn is_legal_free(&self, tile: &Tile) -> bool {
        self.is_empty_in_camp(tile.0) && !self.is_web(tile.0) && !self.stops_a_line(tile)
    }

    fn free_tiles(&self) -> Vec<Tile> {
        all_tiles()
            .into_iter()
            .filter(|tile| self.is_legal_free(tile))
            .collect()
    }

    fn can_build_a_line(&self) -> bool {
        let mut board = self.lines();
        let empty: Vec<Place> = cells()
            .into_iter()
            .filter(|cell| !self.board.contains_key(cell))
            .collect();
        board.extend(empty.iter().map(|cell| (*cell, arms(*cell, None))));
        empty.iter().any(|cell| has_closed_line(&board, *cell))
    }

    fn is_over(&self) -> bool {
        self.passes >= 2 || !self.can_build_a_line()
    }

    /// Puts a tile on the board and counts the longest of the lines that count for it.
    fn place(&mut self, (cell, blank): &Tile, counting: &Counting) {
        self.board.insert(*cell, blank.clone());
        let player = usize::from(self.turn == 'b');
        self.points[player] += longest_by_pieces(&self.lines(), counting) as u32;
    }

    /// The lines that count for a forced tile: those whose image was not closed before.
    fn counting_for_forced(&self, owed: &Tile) -> Counting {
        let answered = self.image(owed).0;
        match self.symmetry.as_str() {
            "shift" => Counting {
                through: vec![owed.0],
                in_both_camps: true,
            },
            _ => Counting {
                through: vec![owed.0, answered],
                in_both_camps: false,
            },
        }
    }

    fn flip(&mut self) {
        self.turn = if self.turn == 'r' { 'b' } else { 'r' };
    }

    fn place_forced(&mut self, owed: &Tile, is_right: bool) {
        self.place(owed, &self.counting_for_forced(owed));
        self.owed = None;
        let follows_free_tile = is_right && !self.is_web(owed.0) && !self.is_over();
        if !follows_free_tile {
            self.flip();
        }
    }

    fn place_free(&mut self, tile: &Tile) {
        self.place(tile, &Counting::through(tile.0));
        self.passes = 0;
        // Only on a board that was set up can there be a tile already.
        let image = self.image(tile);
        self.owed = (!self.board.contains_key(&image.0)).then_some(image);
        self.flip();
    }
}

impl testkit::Twin for Twin {
    fn read(position: &str) -> Twin {
        let fields: Vec<&str> = position.split(' ').collect();
        let mut board = BTreeMap::new();
        for (index, row) in fields[0].split('/').enumerate() {
            let mut column = 1;
            for letter in row.chars() {
                if let Some(count) = letter.to_digit(10) {
                    column += count as i32;
                } else {
                    let blank = LETTERS
                        .iter()
                        .position(|known| *known == letter.to_string())
                        .unwrap();
                    board.insert((8 - index as i32, column), CORNERS[blank].to_owned());
                    column += 1;
                }
            }
        }
        let (red, blue) = fields[5].split_once('-').unwrap();
        Twin {
            board,
            symmetry: fields[1].to_owned(),
            turn: fields[2].chars().next().unwrap(),
            owed: read_tile(fields[3]),
            passes: fields[4].parse().unwrap(),
            points: [red.parse().unwrap(), blue.parse().unwrap()],
        }
    }

    fn text(&self) -> String {
        let mut rows = Vec::new();
        for row in (1..=8).rev() {
            let mut text = String::new();
            for column in 1..=8 {
                match self.board.get(&(row, column)) {
                    Some(blank) => {
                        let letter = CORNERS.iter().position(|corner| corner == blank).unwrap();
                        text.push_str(LETTERS[letter]);
                    }
                    None => text.push('1'),
                }
            }
            // Ones in a row are added up, the longest first.
            for count in (2..=8).rev() {
                text = text.replace(&"1".repeat(count), &count.to_string());
            }
            rows.push(text);
        }
        let owed = self.owed.as_ref().map_or("-".to_owned(), tile_text);
        let [red, blue] = self.points;
        let (symmetry, turn, passes) = (&self.symmetry, self.turn, self.passes);
        format!(
            "{} {symmetry} {turn} {owed} {passes} {red}-{blue}",
            rows.join("/")
        )
    }

    fn moves(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        if let Some(owed) = &self.owed {
            return vec![tile_text(owed)];
        }
        let free = self.free_tiles();
        if free.is_empty() {
            vec!["--".to_owned()]
        } else {
            free.iter().map(tile_text).collect()
        }
    }

    fn play(&mut self, mv: &str) -> bool {
        if self.is_over() {
            return false;
        }
        if mv == "--" {
            let must_pass = self.owed.is_none() && self.free_tiles().is_empty();
            if must_pass {
                self.passes += 1;
                self.flip();
            }
            return must_pass;
        }
        let says_wrong = mv.ends_with('?');
        let Some(tile) = read_tile(mv.strip_suffix('?').unwrap_or(mv)) else {
            return false;
        };
        match self.owed.clone() {
            Some(owed) if tile == owed && says_wrong => return false,
            Some(owed) if tile == owed => self.place_forced(&owed, true),
            Some(owed) if self.is_empty_in_camp(tile.0) => self.place_forced(&owed, false),
            None if !says_wrong && self.is_legal_free(&tile) => self.place_free(&tile),
            _ => return false,
        }
        true
    }

    fn result(&self) -> Option<String> {
        let [red, blue] = self.points;
        self.is_over().then(|| {
            let result = match red.cmp(&blue) {
                std::cmp::Ordering::Greater => "red wins by points",
                std::cmp::Ordering::Less => "blue wins by points",
                std::cmp::Ordering::Equal => "draw by points",
            };
            result.to_owned()
        })
    }

    fn candidates(&self) -> Vec<String> {
        let tiles = all_tiles().iter().map(tile_text).collect::<Vec<String>>();
        let wrong = tiles.iter().map(|tile| format!("{tile}?")).collect();
        let odd = [
            "--", "--?", "-", "", "?", "a1", "a0ne", "i1ne", "a1ne??", "a1NE", "a1en",
        ]
        .map(str::to_owned);
        [tiles, wrong, odd.to_vec()].concat()
    }
}
