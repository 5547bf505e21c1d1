//! Which tiles can lie on one closed line, and whether another can still be built.
//!
//! Tiles and grid points form a graph in which a tile meets the points its arms reach. A closed line is a
//! cycle of at least three tiles in it, so it stays inside a block: a largest part that no single tile or
//! point holds together. The blocks are found by Tarjan's depth-first search.

use crate::board::{CELL_COUNT, Cell, Cells, Corner, POINT_COUNT, Point};
use crate::tiles::{Arms, Tiles};

/// The least tiles of a closed line.
pub(crate) const SHORTEST: usize = 3;

/// A block: its tiles and its grid points.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block {
    pub(crate) tiles: Cells,
    points: u128,
}

impl Block {
    /// No line in it has more tiles: each tile of a line has a point where it joins the next.
    pub(crate) fn most_tiles(&self) -> usize {
        self.tiles.len().min(self.points.count_ones()) as usize
    }

    fn has(&self, point: Point) -> bool {
        self.points >> point.index() & 1 == 1
    }

    fn add(&mut self, node: Node) {
        match node {
            Node::Tile(cell) => self.tiles = self.tiles.with(cell),
            Node::Point(point) => self.points |= 1 << point.index(),
        }
    }

    /// The corners of one of its tiles that its lines can use.
    pub(crate) fn arms(&self, arms: &Arms, cell: Cell) -> impl Iterator<Item = Corner> {
        arms.of(cell).filter(move |&corner| self.has(cell.point(corner)))
    }
}

/// The block that holds every closed line through the tile on `cell`, if there is such a line.
pub(crate) fn block_of(arms: &Arms, cell: Cell) -> Option<Block> {
    // Most tiles touch too little; the search is spared for the others.
    if arms
        .of(cell)
        .filter(|&corner| is_joined(arms, cell, corner))
        .count()
        < 2
    {
        return None;
    }
    // With three arms a tile has two in one block at most.
    let mut found = None;
    let mut search = Search::new(arms, |block: Block| {
        if block.tiles.contains(cell) && block.arms(arms, cell).count() >= 2 {
            found = Some(block);
        }
    });
    search.visit(Node::Tile(cell), None);
    found.filter(|block| block.tiles.len() as usize >= SHORTEST)
}

/// Whether another arm reaches the point at a corner of `cell`.
fn is_joined(arms: &Arms, cell: Cell, corner: Corner) -> bool {
    let point = cell.point(corner);
    let reaches =
        |at: Corner| at != corner && point.cell(at).is_some_and(|other| arms.at(at).contains(other));
    Corner::ALL.into_iter().any(reaches)
}

/// Whether a closed line can still be built: one that uses an empty cell, if every empty cell held a tile
/// with four arms.
///
/// A block of at least three tiles has a closed line through each of its tiles `e`, so it is enough to look
/// for a block of three tiles with an empty cell. Proof: the block has a cycle through `e`. If it has only
/// two tiles, say `e p f q` with points `p` and `q`, take a third tile `g`; as no single node holds the
/// block together, two paths lead from `g` to two different nodes of the cycle and share nothing but `g`.
/// If they end in `p` and `q`, then `e p g q` with these paths is a cycle, and it has a third tile, because
/// no three tiles share two points. If they end in `e` and `f`, or in one of these and one of the points,
/// then they and the cycle's way from one end to the other through both `e` and `f` make a cycle with `e`,
/// `f` and `g`.
pub(crate) fn line_can_be_built(tiles: &Tiles) -> bool {
    let empty = tiles.empty();
    if has_three_round_a_point(empty) {
        return true;
    }
    let arms = tiles.arms().filled(empty);
    let mut can_be_built = false;
    let mut search = Search::new(&arms, |block: Block| {
        can_be_built |= block.tiles.len() as usize >= SHORTEST && !block.tiles.and(empty).is_empty();
    });
    for cell in empty {
        if !search.has_seen(Node::Tile(cell)) {
            search.visit(Node::Tile(cell), None);
        }
    }
    can_be_built
}

/// Three empty cells round one point always make a closed line: a short cut for all but late boards.
fn has_three_round_a_point(empty: Cells) -> bool {
    let above = empty.next_upright(true);
    let (right, across) = (empty.next_sideways(true), above.next_sideways(true));
    let (left_pair, right_pair) = (empty.and(above), right.and(across));
    let three = left_pair
        .and(right.or(across))
        .or(right_pair.and(empty.or(above)));
    !three.is_empty()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Node {
    Tile(Cell),
    Point(Point),
}

impl Node {
    const COUNT: usize = CELL_COUNT + POINT_COUNT;

    const fn index(self) -> usize {
        match self {
            Node::Tile(cell) => cell.index(),
            Node::Point(point) => CELL_COUNT + point.index(),
        }
    }
}

/// Tarjan's search: `visit` returns the earliest node that a subtree reaches back to; where that is not
/// above the subtree's parent, the subtree and the parent are a block.
struct Search<'a, V> {
    arms: &'a Arms,
    on_block: V,
    /// When each node was found, from 1; 0 for not yet.
    found: [u8; Node::COUNT],
    time: u8,
    path: Vec<Node>,
}

impl<'a, V: FnMut(Block)> Search<'a, V> {
    fn new(arms: &'a Arms, on_block: V) -> Search<'a, V> {
        Search {
            arms,
            on_block,
            found: [0; Node::COUNT],
            time: 0,
            path: Vec::with_capacity(Node::COUNT),
        }
    }

    fn has_seen(&self, node: Node) -> bool {
        self.found[node.index()] > 0
    }

    fn visit(&mut self, node: Node, parent: Option<Node>) -> u8 {
        self.time += 1;
        self.found[node.index()] = self.time;
        let mut earliest = self.time;
        for corner in Corner::ALL {
            let Some(next) = self.neighbour(node, corner).filter(|&next| Some(next) != parent) else {
                continue;
            };
            let reached = match self.found[next.index()] {
                0 => self.visit_subtree(node, next),
                time => time,
            };
            earliest = earliest.min(reached);
        }
        earliest
    }

    fn visit_subtree(&mut self, node: Node, top: Node) -> u8 {
        let above = self.path.len();
        self.path.push(top);
        let reached = self.visit(top, Some(node));
        if reached >= self.found[node.index()] {
            let mut block = Block::default();
            block.add(node);
            self.path.drain(above..).for_each(|below| block.add(below));
            (self.on_block)(block);
        }
        reached
    }

    /// What a node meets at a corner: a tile its own, a point that of the tile there.
    fn neighbour(&self, node: Node, corner: Corner) -> Option<Node> {
        match node {
            Node::Tile(cell) => {
                let arm = self.arms.at(corner).contains(cell);
                arm.then(|| Node::Point(cell.point(corner)))
            }
            Node::Point(point) => {
                let cell = point
                    .cell(corner)
                    .filter(|&cell| self.arms.at(corner).contains(cell));
                cell.map(Node::Tile)
            }
        }
    }
}
