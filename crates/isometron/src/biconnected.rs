//! Biconnected components: tiles that can lie on one closed line, and whether another can still be built.
//!
//! Tiles and grid points form a graph in which a tile meets the points its arms reach. A closed line is a
//! cycle of at least three tiles in it, so it stays inside a block: a largest part that no single tile or
//! point holds together. The blocks are found by Tarjan's depth-first search.

use crate::board::{CELL_COUNT, Cell, Cells, Corner, GridPoint, POINT_COUNT, SIZE};
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

    fn has(&self, point: GridPoint) -> bool {
        self.points >> point.index() & 1 == 1
    }

    fn add(&mut self, node: Node) {
        if node < CELL_COUNT {
            self.tiles = self.tiles.with_index(node);
        } else {
            self.points |= 1 << (node - CELL_COUNT);
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
    search.visit(cell.index(), NONE);
    found.filter(|block| block.tiles.len() as usize >= SHORTEST)
}

/// The tiles on closed lines, each with the corners where such a line can leave it.
pub(crate) fn closed_arms(tiles: &Tiles) -> Vec<(Cell, Vec<Corner>)> {
    let arms = tiles.arms();
    let mut closed = Vec::new();
    let mut search = Search::new(&arms, |block: Block| {
        if block.tiles.len() as usize >= SHORTEST {
            let in_block = |cell: Cell| (cell, block.arms(&arms, cell).collect());
            closed.extend(block.tiles.into_iter().map(in_block));
        }
    });
    for cell in tiles.cells() {
        if !search.has_seen(cell) {
            search.visit(cell.index(), NONE);
        }
    }
    closed
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
        if !search.has_seen(cell) {
            search.visit(cell.index(), NONE);
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

/// A tile is a node by the number of its cell; the points follow.
type Node = usize;

const NODE_COUNT: usize = CELL_COUNT + POINT_COUNT;
/// No node: beyond the edge, or before the first.
const NONE: Node = NODE_COUNT;

const fn point_node(point: GridPoint) -> Node {
    CELL_COUNT + point.index()
}

/// Neighbours of a node at each corner: of a tile its own points, of a point the tiles of which it is that corner.
static NEIGHBOURS: [[u8; 4]; NODE_COUNT] = {
    let mut neighbours = [[NONE as u8; 4]; NODE_COUNT];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let mut corner = 0;
        while corner < 4 {
            let point = point_node(Cell::at(cell / SIZE, cell % SIZE).point(Corner::ALL[corner]));
            neighbours[cell][corner] = point as u8;
            neighbours[point][corner] = cell as u8;
            corner += 1;
        }
        cell += 1;
    }
    neighbours
};

/// Tarjan's search: `visit` returns the earliest node that a subtree reaches back to; where that is not
/// above the subtree's parent, the subtree and the parent are a block.
struct Search<'a, V> {
    arms: &'a Arms,
    on_block: V,
    /// When each node was found, from 1; 0 for not yet.
    found: [u8; NODE_COUNT],
    time: u8,
    /// The nodes found that are in no block yet, and how many they are.
    path: [u8; NODE_COUNT],
    path_len: usize,
}

impl<'a, V: FnMut(Block)> Search<'a, V> {
    fn new(arms: &'a Arms, on_block: V) -> Search<'a, V> {
        Search {
            arms,
            on_block,
            found: [0; NODE_COUNT],
            time: 0,
            path: [0; NODE_COUNT],
            path_len: 0,
        }
    }

    fn has_seen(&self, cell: Cell) -> bool {
        self.found[cell.index()] > 0
    }

    fn visit(&mut self, node: Node, parent: Node) -> u8 {
        self.time += 1;
        self.found[node] = self.time;
        let mut earliest = self.time;
        for (corner, next) in NEIGHBOURS[node].into_iter().enumerate() {
            let next = Node::from(next);
            // The tile is the lesser of the two nodes; beyond the edge there is none.
            if next == parent || next == NONE || !self.arms.has(corner, node.min(next)) {
                continue;
            }
            let reached = match self.found[next] {
                0 => self.visit_subtree(node, next),
                time => time,
            };
            earliest = earliest.min(reached);
        }
        earliest
    }

    fn visit_subtree(&mut self, node: Node, top: Node) -> u8 {
        let above = self.path_len;
        self.path[above] = top as u8;
        self.path_len += 1;
        let reached = self.visit(top, node);
        if reached >= self.found[node] {
            let mut block = Block::default();
            block.add(node);
            for &below in &self.path[above..self.path_len] {
                block.add(Node::from(below));
            }
            self.path_len = above;
            (self.on_block)(block);
        }
        reached
    }
}
