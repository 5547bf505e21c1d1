//! Whole turns: a free tile, and the image with which the opponent must answer it.

use crate::components::Blocks;
use isometron::{Cell, Cells, CountedLines, Move, Position, Symmetry, Tile, Tiles, longest_length_in_steps};
use rules::{Game, Side};

/// A position with a free tile to place, and its blocks.
#[derive(Clone, Copy)]
pub(crate) struct Stand {
    pub(crate) position: Position,
    blocks: Blocks,
    /// The cells of one camp that are empty, or whose images are: each turn fills one, and its image.
    turns_left: u32,
}

/// A free tile and its image, with the points that each scores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) tile: Tile,
    /// The points of the free tile, for the side to move.
    pub(crate) scored: u16,
    /// The points of the image, for the opponent.
    pub(crate) answered: u16,
}

impl Turn {
    /// The points that the side to move gains over the opponent.
    pub(crate) fn gain(self) -> i32 {
        i32::from(self.scored) - i32::from(self.answered)
    }
}

impl Stand {
    pub(crate) fn new(position: Position) -> Stand {
        let empty = position.tiles().empty();
        let is_left = |cell: &Cell| empty.contains(*cell) || empty.contains(position.symmetry().cell(*cell));
        Stand {
            position,
            blocks: Blocks::of(position.tiles()),
            turns_left: Cells::camp(Side::First).into_iter().filter(is_left).count() as u32,
        }
    }

    /// Lists the turns of the side to move, in the order of its moves; lines count as long as they can be at most.
    pub(crate) fn turns(&self) -> Vec<Turn> {
        let free = self.position.free_tiles();
        let mut turns = Vec::with_capacity(free.len() as usize);
        turns.extend(free.iter().map(|tile| self.turn(tile)));
        turns
    }

    /// The turns after which every cell is filled: no more can come.
    pub(crate) fn turns_left(&self) -> u32 {
        self.turns_left
    }

    /// A turn with the most points that each of its tiles can score.
    pub(crate) fn turn(&self, tile: Tile) -> Turn {
        let mut turn = Turn {
            tile,
            scored: 0,
            answered: 0,
        };
        let symmetry = self.position.symmetry();
        let image = tile.image(symmetry);
        if !self.can_close(tile, image) {
            return turn;
        }
        let mut blocks = self.blocks;
        if let Some(closed) = blocks.add(tile) {
            turn.scored = blocks.most_tiles(closed);
        }
        if self.position.tiles().cells().contains(image.cell) {
            return turn;
        }
        if let Some(closed) = blocks.add(image) {
            let counts = match symmetry {
                Symmetry::Axial | Symmetry::Central => blocks.holds(closed, tile.cell),
                Symmetry::Shift => blocks.is_across(closed),
            };
            if counts {
                turn.answered = blocks.most_tiles(closed);
            }
        }
        turn
    }

    /// Whether a tile or its image may close a line at all: two of their arms reach one component.
    fn can_close(&self, tile: Tile, image: Tile) -> bool {
        let reached = self.blocks.reached(tile);
        let joined = |component: u8| {
            if reached.contains(&component) {
                reached[0]
            } else {
                component
            }
        };
        let is_pair = |[first, second, third]: [u8; 3]| first == second || first == third || second == third;
        is_pair(reached) || is_pair(self.blocks.reached(image).map(joined))
    }

    /// The same turn with exact points, and the steps that counting them took.
    pub(crate) fn exact(&self, turn: Turn) -> (Turn, u64) {
        let after = self.position.tiles().with(turn.tile);
        let image = turn.tile.image(self.position.symmetry());
        let lines = CountedLines::of_forced(image.cell, self.position.symmetry());
        let mut steps = 0;
        let mut exact = |most: u16, tiles: &Tiles, lines| {
            if most == 0 {
                return 0;
            }
            let (length, taken) = longest_length_in_steps(tiles, lines);
            steps += taken;
            length as u16
        };
        let exact = Turn {
            scored: exact(turn.scored, &after, CountedLines::Through(turn.tile.cell)),
            answered: exact(turn.answered, &after.with(image), lines),
            ..turn
        };
        (exact, steps)
    }

    /// The stand after a turn.
    pub(crate) fn after(&self, turn: Turn) -> Stand {
        let mut after = *self;
        after.turns_left -= 1;
        after.position.play_scored(Move::Tile(turn.tile), turn.scored);
        if after.position.outcome().is_some() {
            return after;
        }
        after.blocks.add(turn.tile);
        if let Some(image) = after.position.owed() {
            after.position.play_scored(Move::Tile(image), turn.answered);
            after.blocks.add(image);
        }
        after
    }

    /// The stand after the passes that are due, if any.
    pub(crate) fn after_passes(&self) -> Stand {
        let mut after = *self;
        while after.position.outcome().is_none() && after.position.free_tiles().is_empty() {
            after = after.after_pass();
        }
        after
    }

    /// The stand after a pass.
    pub(crate) fn after_pass(&self) -> Stand {
        let mut after = *self;
        after.position.play_scored(Move::Pass, 0);
        after
    }
}
