//! How tiles come onto Isometron's board, and how the line that they close lights up.

use drawing::Point;
use drawing::isometron::geometry::Geometry;
use isometron::{Cell, CountedLines, LineLink, Move, Position, Symmetry, Tile, longest_line};

/// Milliseconds that a tile takes to come, and that a line takes from tile to tile, at most.
const COME: u32 = 380;
const STEP: u32 = 90;
/// Milliseconds that a whole line may take.
const LINE: u32 = 1600;

/// How a tile comes onto its cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// Comes down from the hand.
    Down,
    /// Comes as the image of another tile: from that tile's place, turned by so many degrees or reflected.
    Image {
        /// The way from its cell to the one where the other tile lies.
        from: Point,
        /// By how many degrees it turns on the way.
        degrees: f64,
        /// Whether it is reflected on the way.
        reflected: bool,
    },
}

/// A tile that comes onto the board, and what it brings.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// The tile.
    pub tile: Tile,
    /// How it comes.
    pub way: Way,
    /// The line that it closes.
    pub line: Vec<LineLink>,
}

/// How long motions last, in milliseconds.
pub fn lasts(motions: &[Motion]) -> u32 {
    let one = |motion: &Motion| COME + motion.line.len() as u32 * step(motion.line.len());
    motions.iter().map(one).max().unwrap_or(0)
}

/// When a line begins to light up, and the time from tile to tile.
pub fn pace(length: usize) -> (u32, u32) {
    (COME, step(length))
}

fn step(length: usize) -> u32 {
    STEP.min(LINE / length.max(1) as u32)
}

/// The tile that a move puts on the board.
pub fn placed(position: &Position, mv: Move) -> Option<Tile> {
    match mv {
        Move::Pass => None,
        Move::Tile(tile) => Some(tile),
        Move::Wrong(_) => position.owed(),
    }
}

/// The animation of a move in `position`.
pub fn motions(position: &Position, mv: Move, view: Geometry) -> Vec<Motion> {
    let motion = |tile: Tile| Motion {
        tile,
        way: match position.owed() {
            Some(owed) if owed == tile => image_way(position.symmetry(), tile.cell, view),
            _ => Way::Down,
        },
        line: position.preview(tile),
    };
    placed(position, mv).map(motion).into_iter().collect()
}

fn image_way(symmetry: Symmetry, cell: Cell, view: Geometry) -> Way {
    Way::Image {
        from: view.cell(symmetry.cell(cell)) - view.cell(cell),
        degrees: if symmetry == Symmetry::Central { 180.0 } else { 0.0 },
        reflected: symmetry == Symmetry::Axial,
    }
}

/// The longest closed line on the board.
pub fn longest_of_all(position: &Position) -> Vec<LineLink> {
    let mut longest: Vec<LineLink> = Vec::new();
    for tile in position.tiles().iter() {
        // A tile of the longest line so far has none that is longer.
        if longest.iter().all(|link| link.cell != tile.cell) {
            let line = longest_line(position.tiles(), CountedLines::Through(tile.cell));
            if line.len() > longest.len() {
                longest = line;
            }
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Game, Random, Variant};

    #[test]
    fn every_tile_of_random_games_comes_and_images_come_from_their_tiles() {
        let mut random = Random::new(4);
        for &symmetry in Symmetry::ALL {
            let mut position = Position::start(symmetry);
            let mut images = 0;
            while position.outcome().is_none() {
                let moves = position.legal_moves();
                let mv = moves[random.below(moves.len() as u64) as usize];
                let motions = motions(&position, mv, Geometry::default());
                let before = position;
                position.play(mv).unwrap();
                let Some(tile) = placed(&before, mv) else {
                    assert!(motions.is_empty());
                    continue;
                };
                assert_eq!(motions[0].tile, tile);
                assert_eq!(position.tiles().get(tile.cell), Some(tile));
                let scored = position.points(before.turn()) - before.points(before.turn());
                assert_eq!(motions[0].line.len(), usize::from(scored));
                if let Way::Image { from, .. } = motions[0].way {
                    let source = tile.image(symmetry);
                    assert_eq!(before.tiles().get(source.cell), Some(source));
                    assert!(from.length() > 0.9);
                    images += 1;
                }
            }
            assert!(images > 5);
        }
    }

    #[test]
    fn a_long_line_lights_up_in_a_bearable_time() {
        for length in 1..=64 {
            let (wait, step) = pace(length);
            assert!(wait + step * length as u32 <= COME + LINE);
        }
    }

    #[test]
    fn the_longest_line_of_all_is_as_long_as_the_longest_through_any_tile() {
        let text = "1a1b4/c1c5/1bd2d2/1c1bb3/1d1aa3/1ac2c2/d1d5/1b1a4 axial b - 0 10-16";
        let position: Position = text.parse().unwrap();
        let longest = position
            .tiles()
            .iter()
            .map(|tile| longest_line(position.tiles(), CountedLines::Through(tile.cell)).len());
        assert_eq!(Some(longest_of_all(&position).len()), longest.max());
        assert_eq!(longest_of_all(&Position::start(Symmetry::Axial)), Vec::new());
    }
}
