//! Blocks that grow with every tile: how long a line a new tile closes at most, without a look at the whole board.
//!
//! Tiles and grid points are the nodes of the graph of blocks (biconnected components). Each of its nets is kept as a tree: a
//! node hangs from the block above it, a block from its top, the one of its nodes that is nearest to the root. An arm
//! between two nets makes one hang from the other; an arm within a net makes one block of all blocks on its way round.

use crate::nets::Nets;
use isometron::Tile;
use isometron::Tiles;
use isometron::board::{CELL_COUNT, POINT_COUNT, Point};

/// The least tiles of a closed line.
const SHORTEST: usize = 3;
/// A tile is a node by the number of its cell; the points follow.
const NODE_COUNT: usize = CELL_COUNT + POINT_COUNT;
/// Each arm of a tile makes a block at most.
const BLOCK_COUNT: usize = 3 * CELL_COUNT;
/// No block: above a root.
const NONE: u8 = u8::MAX;

/// A node, by the number it has among the nodes of all blocks.
type Node = u8;

/// The blocks of a board.
#[derive(Clone, Copy)]
pub(crate) struct Growth {
    pub(crate) nets: Nets,
    /// The block that each node hangs from.
    above: [u8; NODE_COUNT],
    blocks: [Block; BLOCK_COUNT],
    block_count: u8,
}

#[derive(Clone, Copy)]
struct Block {
    top: Node,
    /// How many tiles and points hang from it: all it has but the top.
    tiles: u8,
    points: u8,
    /// The block it has become a part of, or itself.
    whole: u8,
}

impl Growth {
    pub(crate) fn of(tiles: &Tiles) -> Growth {
        let unused = Block {
            top: 0,
            tiles: 0,
            points: 0,
            whole: NONE,
        };
        let mut growth = Growth {
            nets: Nets::of(&Tiles::NONE),
            above: [NONE; NODE_COUNT],
            blocks: [unused; BLOCK_COUNT],
            block_count: 0,
        };
        for tile in tiles.iter() {
            growth.add(tile);
        }
        growth
    }

    /// Adds a tile, and says how many tiles a closed line through it has at most; 0 when there is none.
    pub(crate) fn add(&mut self, tile: Tile) -> usize {
        let node = tile.cell.index() as Node;
        let mut arms = tile.points().map(|point| (self.nets.of_point(point), point));
        self.nets.join(tile);
        // The greatest net keeps its root: fewest nodes are turned round, and the ways up stay short.
        arms.sort_unstable_by_key(|((_, size), _)| std::cmp::Reverse(*size));
        let [((a, _), first), ((b, _), second), ((c, _), third)] = arms;
        self.hang(node, point_node(first));
        let mut closed = None;
        for (point, is_joined) in [(second, b == a), (third, c == a || c == b)] {
            let point = point_node(point);
            if is_joined {
                closed = Some(self.close(node, point));
            } else {
                self.make_root(point);
                self.hang(point, node);
            }
        }
        closed.map_or(0, |block| self.most_tiles(block))
    }

    fn most_tiles(&self, block: u8) -> usize {
        let Block {
            top, tiles, points, ..
        } = self.blocks[usize::from(block)];
        let top_is_tile = is_tile(top);
        let tiles = usize::from(tiles) + usize::from(top_is_tile);
        let points = usize::from(points) + usize::from(!top_is_tile);
        if tiles < SHORTEST { 0 } else { tiles.min(points) }
    }

    /// Makes a root hang from a node of another net.
    fn hang(&mut self, root: Node, top: Node) {
        let block = self.block_count;
        self.block_count += 1;
        self.blocks[usize::from(block)] = Block {
            top,
            tiles: u8::from(is_tile(root)),
            points: u8::from(!is_tile(root)),
            whole: block,
        };
        self.above[usize::from(root)] = block;
    }

    /// The block that a node hangs from.
    fn above(&mut self, node: Node) -> u8 {
        let mut block = self.above[usize::from(node)];
        if block == NONE {
            return NONE;
        }
        while self.blocks[usize::from(block)].whole != block {
            block = self.blocks[usize::from(block)].whole;
        }
        self.above[usize::from(node)] = block;
        block
    }

    fn top(&self, block: u8) -> Node {
        self.blocks[usize::from(block)].top
    }

    fn make_root(&mut self, node: Node) {
        let (mut below, mut block) = (node, self.above(node));
        self.above[usize::from(node)] = NONE;
        while block != NONE {
            let top = self.top(block);
            let next = self.above(top);
            let turned = &mut self.blocks[usize::from(block)];
            turned.top = below;
            turned.exchange(below, top);
            self.above[usize::from(top)] = block;
            (below, block) = (top, next);
        }
    }

    /// Makes one block of those on the way between two nodes of a net.
    fn close(&mut self, a: Node, b: Node) -> u8 {
        let meeting = self.meeting(a, b);
        let mut parts = Marks::default();
        let mut most = 0;
        let mut whole = Block {
            top: meeting,
            tiles: 0,
            points: 0,
            whole: NONE,
        };
        for mut node in [a, b] {
            while node != meeting {
                let block = self.above(node);
                let part = self.blocks[usize::from(block)];
                node = part.top;
                // Both ways may come through the same block at last.
                if !parts.has(block) {
                    parts.set(block);
                    whole.tiles += part.tiles;
                    whole.points += part.points;
                    // The greatest part gives its number to the whole, so that most nodes know their block at once.
                    let nodes = part.tiles + part.points;
                    if nodes > most {
                        (most, whole.whole) = (nodes, block);
                    }
                }
            }
        }
        for part in parts.iter() {
            self.blocks[usize::from(part)].whole = whole.whole;
        }
        self.blocks[usize::from(whole.whole)] = whole;
        whole.whole
    }

    /// Where the ways up from two nodes of a net meet.
    fn meeting(&mut self, a: Node, b: Node) -> Node {
        let mut ways = [a, b];
        let mut seen = [Marks::default(); 2];
        seen[0].set(a);
        seen[1].set(b);
        loop {
            for way in 0..2 {
                let block = self.above(ways[way]);
                if block == NONE {
                    continue;
                }
                ways[way] = self.top(block);
                if seen[1 - way].has(ways[way]) {
                    return ways[way];
                }
                seen[way].set(ways[way]);
            }
        }
    }
}

impl Block {
    /// One node hangs from it no more, another does.
    fn exchange(&mut self, old: Node, new: Node) {
        match (is_tile(old), is_tile(new)) {
            (true, false) => {
                self.tiles -= 1;
                self.points += 1;
            }
            (false, true) => {
                self.points -= 1;
                self.tiles += 1;
            }
            _ => {}
        }
    }
}

fn point_node(point: Point) -> Node {
    (CELL_COUNT + point.index()) as Node
}

fn is_tile(node: Node) -> bool {
    usize::from(node) < CELL_COUNT
}

/// A set of nodes, or of blocks.
#[derive(Clone, Copy, Default)]
struct Marks([u64; 4]);

impl Marks {
    fn set(&mut self, index: u8) {
        self.0[usize::from(index / 64)] |= 1 << (index % 64);
    }

    fn has(&self, index: u8) -> bool {
        self.0[usize::from(index / 64)] >> (index % 64) & 1 == 1
    }

    fn iter(self) -> impl Iterator<Item = u8> {
        (0..4).flat_map(move |word: u8| {
            rules::Ones::of(self.0[usize::from(word)]).map(move |bit| word * 64 + bit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isometron::most_length;
    use isometron::sample;

    #[test]
    fn a_tile_closes_what_a_look_at_the_whole_board_finds() {
        let mut closed = 0;
        for seed in 0..400 {
            let (board, _) = sample::random_tiles(seed, 60);
            let mut random = rules::Random::new(seed);
            let mut order: Vec<Tile> = board.iter().collect();
            order.sort_by_cached_key(|_| random.bits());
            let (mut tiles, mut growth) = (Tiles::NONE, Growth::of(&Tiles::NONE));
            for tile in order {
                tiles = tiles.with(tile);
                let length = growth.add(tile);
                assert_eq!(length, most_length(&tiles, tile.cell), "seed {seed}: {tile}");
                closed += usize::from(length > 0);
            }
        }
        assert!(closed > 1_000, "{closed}");
    }
}
