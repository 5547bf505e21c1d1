//! Blocks (biconnected components) that grow with every tile: an upper bound of the line that a tile closes, without a
//! look at the whole board.
//!
//! Tiles and grid points are the nodes of a graph in which a tile meets the points that its arms reach. Each of its
//! components is kept as a tree: a node hangs from the block above it, a block from its top, the one of its nodes that
//! is nearest to the root. An arm between two components makes one hang from the other; an arm within a component makes
//! one block of all blocks on its way round.

use isometron::board::{CELL_COUNT, POINT_COUNT};
use isometron::{Cell, GridPoint, Tile, Tiles};

/// The least tiles of a closed line.
const SHORTEST: u8 = 3;
const NODE_COUNT: usize = CELL_COUNT + POINT_COUNT;
/// Each arm of a tile makes a block at most.
const BLOCK_COUNT: usize = 3 * CELL_COUNT;
/// No block: above a root.
const NONE: u8 = u8::MAX;

/// A tile by the number of its cell; the points follow.
type Node = u8;

fn node_of(point: GridPoint) -> Node {
    (CELL_COUNT + point.index()) as Node
}

/// The kinds of nodes: tiles of the lower camp, tiles of the upper camp, points.
fn kind(node: Node) -> usize {
    match usize::from(node) {
        0..32 => 0,
        32..CELL_COUNT => 1,
        _ => 2,
    }
}

/// The blocks of a board.
#[derive(Clone, Copy)]
pub(crate) struct Blocks {
    /// The component of each point, named by one of its points, and the tiles of each component.
    component: [u8; POINT_COUNT],
    size: [u8; POINT_COUNT],
    /// The block that each node hangs from.
    above: [u8; NODE_COUNT],
    all: [Block; BLOCK_COUNT],
    count: u8,
}

#[derive(Clone, Copy)]
struct Block {
    top: Node,
    /// The nodes that hang from it, by kind: all it has but the top.
    hanging: [u8; 3],
    /// The block it has become a part of, or itself.
    whole: u8,
}

/// A block with a tile that may just have closed a line.
#[derive(Clone, Copy)]
pub(crate) struct Closed(u8);

impl Blocks {
    pub(crate) fn of(tiles: &Tiles) -> Blocks {
        let unused = Block {
            top: 0,
            hanging: [0; 3],
            whole: NONE,
        };
        let mut blocks = Blocks {
            component: std::array::from_fn(|point| point as u8),
            size: [0; POINT_COUNT],
            above: [NONE; NODE_COUNT],
            all: [unused; BLOCK_COUNT],
            count: 0,
        };
        for tile in tiles.iter() {
            blocks.add(tile);
        }
        blocks
    }

    /// The components that a tile's arms reach.
    pub(crate) fn reached(&self, tile: Tile) -> [u8; 3] {
        tile.points().map(|point| self.component[point.index()])
    }

    /// Adds a tile. Gives the block that it makes, if two of its arms reach one component.
    pub(crate) fn add(&mut self, tile: Tile) -> Option<Closed> {
        let node = tile.cell.index() as Node;
        let mut arms = tile.points().map(|point| {
            let component = self.component[point.index()];
            (self.size[usize::from(component)], component, point)
        });
        // The greatest component keeps its root: fewest nodes are turned round, and the ways up stay short.
        arms.sort_unstable_by_key(|(size, ..)| std::cmp::Reverse(*size));
        let [(_, a, first), (_, b, second), (_, c, third)] = arms;
        self.join([a, b, c]);
        self.hang(node, node_of(first));
        let mut closed = None;
        for (point, is_joined) in [(second, b == a), (third, c == a || c == b)] {
            if is_joined {
                closed = Some(Closed(self.close(node, node_of(point))));
            } else {
                self.make_root(node_of(point));
                self.hang(node_of(point), node);
            }
        }
        closed
    }

    /// Makes one component of those that a tile reaches.
    fn join(&mut self, [a, b, c]: [u8; 3]) {
        let size = |component: u8| self.size[usize::from(component)];
        let second = if b == a { 0 } else { size(b) };
        let third = if c == a || c == b { 0 } else { size(c) };
        self.size[usize::from(a)] += 1 + second + third;
        // Written whether it changes or not, many at once.
        for component in &mut self.component {
            *component = if *component == b || *component == c {
                a
            } else {
                *component
            };
        }
    }

    /// The most tiles that a closed line in a block can have: each needs a point where it joins the next.
    pub(crate) fn most_tiles(&self, closed: Closed) -> u16 {
        let [lower, upper, points] = self.nodes(closed);
        let tiles = lower + upper;
        u16::from(if tiles < SHORTEST { 0 } else { tiles.min(points) })
    }

    /// Whether a block has tiles of both camps.
    pub(crate) fn is_across(&self, closed: Closed) -> bool {
        let [lower, upper, _] = self.nodes(closed);
        lower > 0 && upper > 0
    }

    /// Whether a block has the tile on a cell.
    pub(crate) fn holds(&mut self, closed: Closed, cell: Cell) -> bool {
        let node = cell.index() as Node;
        self.above(node) == closed.0 || self.top(closed.0) == node
    }

    fn nodes(&self, Closed(block): Closed) -> [u8; 3] {
        let Block { top, mut hanging, .. } = self.all[usize::from(block)];
        hanging[kind(top)] += 1;
        hanging
    }

    /// Makes a root hang from a node of another component.
    fn hang(&mut self, root: Node, top: Node) {
        let block = self.count;
        self.count += 1;
        let mut hanging = [0; 3];
        hanging[kind(root)] = 1;
        self.all[usize::from(block)] = Block {
            top,
            hanging,
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
        while self.all[usize::from(block)].whole != block {
            block = self.all[usize::from(block)].whole;
        }
        self.above[usize::from(node)] = block;
        block
    }

    fn top(&self, block: u8) -> Node {
        self.all[usize::from(block)].top
    }

    fn make_root(&mut self, node: Node) {
        let (mut below, mut block) = (node, self.above(node));
        self.above[usize::from(node)] = NONE;
        while block != NONE {
            let top = self.top(block);
            let next = self.above(top);
            let turned = &mut self.all[usize::from(block)];
            turned.top = below;
            turned.hanging[kind(below)] -= 1;
            turned.hanging[kind(top)] += 1;
            self.above[usize::from(top)] = block;
            (below, block) = (top, next);
        }
    }

    /// Makes one block of those on the way between two nodes of a component.
    fn close(&mut self, a: Node, b: Node) -> u8 {
        let meeting = self.meeting(a, b);
        let mut parts = Marks::default();
        let mut most = 0;
        let mut whole = Block {
            top: meeting,
            hanging: [0; 3],
            whole: NONE,
        };
        for mut node in [a, b] {
            while node != meeting {
                let block = self.above(node);
                let part = self.all[usize::from(block)];
                node = part.top;
                // Both ways may come through the same block at last.
                if !parts.has(block) {
                    parts.set(block);
                    for (sum, count) in whole.hanging.iter_mut().zip(part.hanging) {
                        *sum += count;
                    }
                    // The greatest part gives its number to the whole, so that most nodes know their block at once.
                    let nodes = part.hanging.iter().sum();
                    if nodes > most {
                        (most, whole.whole) = (nodes, block);
                    }
                }
            }
        }
        for part in parts.iter() {
            self.all[usize::from(part)].whole = whole.whole;
        }
        self.all[usize::from(whole.whole)] = whole;
        whole.whole
    }

    /// The node where the ways up from two nodes of a component meet.
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
    use isometron::{CountedLines, Symmetry, most_length, sample};
    use rules::Variant;

    #[test]
    fn the_bound_is_that_of_the_rules() {
        for seed in 0..2_000 {
            let (tiles, last) = sample::random_tiles(seed, 10 + seed as usize % 54);
            let last = last.and_then(|cell| tiles.get(cell)).unwrap();
            let mut blocks = Blocks::of(&tiles.without(last.cell));
            let closed = blocks.add(last);
            let free = closed.map_or(0, |closed| blocks.most_tiles(closed));
            assert_eq!(
                usize::from(free),
                most_length(&tiles, CountedLines::Through(last.cell)),
                "seed {seed}"
            );
            for &symmetry in Symmetry::ALL {
                let lines = CountedLines::of_forced(last.cell, symmetry);
                let counts = |closed: &Closed| match lines {
                    CountedLines::ThroughBoth(_, other) => blocks.holds(*closed, other),
                    _ => blocks.is_across(*closed),
                };
                let forced = closed
                    .filter(counts)
                    .map_or(0, |closed| blocks.most_tiles(closed));
                assert_eq!(
                    usize::from(forced),
                    most_length(&tiles, lines),
                    "seed {seed}, {symmetry}"
                );
            }
        }
    }
}
