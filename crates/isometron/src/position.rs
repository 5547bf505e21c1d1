//! A position and its rules.

use crate::biconnected;
use crate::board::{CELL_COUNT, Cell, Cells, PASSES, Symmetry};
use crate::forbidden::Forbidden;
use crate::longest::{CountedLines, LineLink, longest_length, longest_line, most_length};
use crate::movegen::FreeTiles;
use crate::moves::{Move, Tile};
use crate::tiles::Tiles;
use rules::{Game, MoveError, Outcome, Reason, Side, zobrist};

/// Tiles on the board, the tile to place next, and the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    tiles: Tiles,
    symmetry: Symmetry,
    turn: Side,
    /// The forced tile that the side to move must place first.
    owed: Option<Tile>,
    passes: u8,
    points: [u16; 2],
    /// Whether a further closed line can be built; it follows from the tiles.
    can_go_on: bool,
    hash: u64,
}

static TILE_KEYS: [[u64; CELL_COUNT]; 4] = [
    zobrist::table(0),
    zobrist::table(64),
    zobrist::table(128),
    zobrist::table(192),
];
static OWED_KEYS: [[u64; CELL_COUNT]; 4] = [
    zobrist::table(256),
    zobrist::table(320),
    zobrist::table(384),
    zobrist::table(448),
];
static PASS_KEYS: [u64; PASSES as usize + 1] = zobrist::table(512);
static SYMMETRY_KEYS: [u64; 3] = zobrist::table(520);
const TURN_KEY: u64 = zobrist::key(530);

fn tile_key(keys: &[[u64; CELL_COUNT]; 4], tile: Tile) -> u64 {
    keys[tile.blank.index()][tile.cell.index()]
}

/// The key of a player's points, out of the tables' range.
fn points_key(side: Side, points: u16) -> u64 {
    zobrist::key((1 + side.index() as u64) << 32 | u64::from(points))
}

impl Position {
    /// A position from its parts; the caller has checked that they agree.
    pub(crate) fn from_parts(
        tiles: Tiles,
        symmetry: Symmetry,
        turn: Side,
        owed: Option<Tile>,
        passes: u8,
        points: [u16; 2],
    ) -> Position {
        let mut position = Position {
            tiles,
            symmetry,
            turn,
            owed,
            passes,
            points,
            can_go_on: biconnected::line_can_be_built(&tiles),
            hash: 0,
        };
        position.hash = position.hash_from_scratch();
        position
    }

    /// The tiles on the board.
    pub fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// How the image of a tile is found.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// The cells closed to free tiles, those that hold a forced tile included.
    pub fn webs(&self) -> Cells {
        self.symmetry.webs()
    }

    /// The forced tile that the side to move must place first: the image of the opponent's last free tile.
    pub fn owed(&self) -> Option<Tile> {
        self.owed
    }

    /// How many passes have been made in a row.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The points a side has scored.
    pub fn points(&self, side: Side) -> u16 {
        self.points[side]
    }

    /// The legal free tiles of the side to move: none while a forced tile is owed or after the end.
    pub fn free_tiles(&self) -> FreeTiles {
        if self.owed.is_some() || self.is_over() {
            return FreeTiles::default();
        }
        self.free_tiles_of(self.turn)
    }

    /// The tiles that a side could place were it to place a free tile now.
    pub fn free_tiles_of(&self, side: Side) -> FreeTiles {
        FreeTiles::new(&self.tiles, side, self.symmetry)
    }

    /// The line that a tile would close if it were placed now: it would score as many points as the line has tiles.
    /// While a forced tile is owed, only lines that count for a forced tile are looked for.
    pub fn preview(&self, tile: Tile) -> Vec<LineLink> {
        longest_line(&self.tiles.with(tile), self.counting_lines(tile.cell))
    }

    /// The line for which the last tile placed, now on `cell`, has scored; empty when it has scored nothing.
    pub fn scored_line(&self, cell: Cell) -> Vec<LineLink> {
        let answers = |owed: Tile| self.symmetry.cell(owed.cell) == cell;
        let lines = if self.owed.is_some_and(answers) {
            CountedLines::Through(cell)
        } else {
            CountedLines::of_forced(cell, self.symmetry)
        };
        longest_line(&self.tiles, lines)
    }

    /// The lines that count for the next tile, on `cell`.
    fn counting_lines(&self, cell: Cell) -> CountedLines {
        match self.owed {
            Some(_) => CountedLines::of_forced(cell, self.symmetry),
            None => CountedLines::Through(cell),
        }
    }

    /// The reason that forbids a tile to the side to move. While an image is owed, a wrong one is allowed.
    pub fn forbidden(&self, tile: Tile) -> Option<Forbidden> {
        match self.owed {
            Some(_) => Forbidden::cell(&self.tiles, self.turn, tile.cell),
            None => Forbidden::of(&self.tiles, self.turn, self.symmetry, tile),
        }
    }

    fn is_over(&self) -> bool {
        self.passes == PASSES || !self.can_go_on
    }

    /// A hash of all but the points: of what is to come.
    pub fn hash_without_points(&self) -> u64 {
        let points = |side| points_key(side, self.points[side]);
        self.hash ^ points(Side::First) ^ points(Side::Second)
    }

    /// Why the rules do not allow a move here, if they do not.
    fn check(&self, mv: Move) -> Result<(), MoveError> {
        if let Some(outcome) = self.outcome() {
            return Err(MoveError::over(outcome.describe(Self::SIDES)));
        }
        let us = Self::SIDES[self.turn];
        let refusal = match (mv, self.owed) {
            (Move::Tile(tile), Some(owed)) if tile == owed => return Ok(()),
            // The error does not name the image: finding it is the game.
            (Move::Tile(_) | Move::Pass, Some(_)) => {
                format!("{us} must first place the image of the opponent's last free tile")
            }
            (Move::Wrong(tile), Some(owed)) if tile == owed => {
                format!("{tile} is the right forced tile, not a wrong one")
            }
            (Move::Wrong(tile), Some(_)) => match self.forbidden(tile) {
                Some(reason) => reason.describe(tile, self.turn),
                None => return Ok(()),
            },
            (Move::Wrong(_), None) => format!("{us} owes no forced tile that could be wrong"),
            (Move::Tile(tile), None) => return self.check_free(tile),
            (Move::Pass, None) if self.free_tiles().is_empty() => return Ok(()),
            (Move::Pass, None) => format!("{us} has a legal free tile and may not pass"),
        };
        Err(MoveError::illegal(refusal))
    }

    fn check_free(&self, tile: Tile) -> Result<(), MoveError> {
        let refusal = |reason: Forbidden| MoveError::illegal(reason.describe(tile, self.turn));
        self.forbidden(tile).map_or(Ok(()), |reason| Err(refusal(reason)))
    }

    fn set_owed(&mut self, owed: Option<Tile>) {
        for tile in [self.owed, owed].into_iter().flatten() {
            self.hash ^= tile_key(&OWED_KEYS, tile);
        }
        self.owed = owed;
    }

    fn set_passes(&mut self, passes: u8) {
        self.hash ^= PASS_KEYS[self.passes as usize] ^ PASS_KEYS[passes as usize];
        self.passes = passes;
    }

    fn flip_turn(&mut self) {
        self.turn = !self.turn;
        self.hash ^= TURN_KEY;
    }

    /// Plays a move that is known to be legal here, and counts for a line as many points as it could have at
    /// most. That is far quicker than the longest line, and nearly right: for looking far ahead.
    pub fn play_roughly(&mut self, mv: Move) {
        self.play_counted(mv, most_length);
    }

    /// Plays a move that is known to be legal here, and to score so many points.
    pub fn play_scored(&mut self, mv: Move, points: u16) {
        self.play_counted(mv, |_, _| usize::from(points));
    }

    /// Puts a tile of the side to move on the board and counts its points.
    fn place(&mut self, tile: Tile, length: impl FnOnce(&Tiles, CountedLines) -> usize) {
        self.tiles = self.tiles.with(tile);
        self.hash ^= tile_key(&TILE_KEYS, tile);
        self.can_go_on = biconnected::line_can_be_built(&self.tiles);
        let scored = length(&self.tiles, self.counting_lines(tile.cell)) as u16;
        let points = &mut self.points[self.turn];
        self.hash ^= points_key(self.turn, *points) ^ points_key(self.turn, *points + scored);
        *points += scored;
    }

    /// The right forced tile is placed. The same player goes on with a free tile, unless it is lost or the
    /// game is over.
    fn place_forced(
        &mut self,
        tile: Tile,
        is_wrong: bool,
        length: impl FnOnce(&Tiles, CountedLines) -> usize,
    ) {
        self.place(tile, length);
        self.set_owed(None);
        let is_free_tile_lost = is_wrong || self.webs().contains(tile.cell);
        if is_free_tile_lost || self.is_over() {
            self.flip_turn();
        }
    }

    fn place_free(&mut self, tile: Tile, length: impl FnOnce(&Tiles, CountedLines) -> usize) {
        self.place(tile, length);
        self.set_passes(0);
        // In a game the image's cell is always empty; a board that was set up may hold a tile there.
        let image = tile.image(self.symmetry);
        self.set_owed((!self.tiles.cells().contains(image.cell)).then_some(image));
        self.flip_turn();
    }

    /// Plays a move; `length` counts the tiles of the longest line that counts.
    fn play_counted(&mut self, mv: Move, length: impl FnOnce(&Tiles, CountedLines) -> usize) {
        match (mv, self.owed) {
            (Move::Tile(_), Some(owed)) => self.place_forced(owed, false, length),
            (Move::Wrong(_), Some(owed)) => self.place_forced(owed, true, length),
            (Move::Tile(tile) | Move::Wrong(tile), None) => self.place_free(tile, length),
            (Move::Pass, _) => {
                self.set_passes(self.passes + 1);
                self.flip_turn();
            }
        }
    }
}

impl Game for Position {
    type Move = Move;
    type Variant = Symmetry;

    const NAME: &'static str = "isometron";
    const SIDES: [&'static str; 2] = ["red", "blue"];

    fn start(symmetry: Symmetry) -> Position {
        Position::from_parts(Tiles::NONE, symmetry, Side::First, None, 0, [0; 2])
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let by = Reason::Points;
        let [red, blue] = self.points;
        Some(match red.cmp(&blue) {
            std::cmp::Ordering::Greater => Outcome::Win {
                side: Side::First,
                by,
            },
            std::cmp::Ordering::Less => Outcome::Win {
                side: Side::Second,
                by,
            },
            std::cmp::Ordering::Equal => Outcome::Draw { by },
        })
    }

    fn each_move(&self, mut visit: impl FnMut(Move)) {
        if self.is_over() {
            return;
        }
        if let Some(owed) = self.owed {
            return visit(Move::Tile(owed));
        }
        let free = self.free_tiles();
        if free.is_empty() {
            return visit(Move::Pass);
        }
        free.iter().for_each(|tile| visit(Move::Tile(tile)));
    }

    fn count_moves(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        // A forced tile and a pass are the only move where they are one.
        u64::from(self.free_tiles().len()).max(1)
    }

    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        self.check(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.play_counted(mv, longest_length);
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn hash_from_scratch(&self) -> u64 {
        let mut hash = SYMMETRY_KEYS[self.symmetry as usize] ^ PASS_KEYS[self.passes as usize];
        if self.turn == Side::Second {
            hash ^= TURN_KEY;
        }
        for side in Side::BOTH {
            hash ^= points_key(side, self.points[side]);
        }
        if let Some(owed) = self.owed {
            hash ^= tile_key(&OWED_KEYS, owed);
        }
        self.tiles
            .iter()
            .fold(hash, |hash, tile| hash ^ tile_key(&TILE_KEYS, tile))
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv = match (text.parse()?, self.owed) {
            (Move::Tile(tile), Some(owed)) if tile != owed => Move::Wrong(tile),
            (mv, _) => mv,
        };
        self.check(mv)?;
        Ok(mv)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }
}
