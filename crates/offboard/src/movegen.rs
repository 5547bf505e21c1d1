//! Finding the moves, a direction at a time on whole sets of cells.

use crate::board::{Cells, Direction};

/// The own marbles that can be the rear of a move in each direction.
#[inline]
pub(crate) fn each_direction(own: Cells, theirs: Cells, mut visit: impl FnMut(Direction, Cells)) {
    let empty = Cells::ALL.without(own.or(theirs));
    visit(Direction::E, movers::<0>(own, theirs, empty));
    visit(Direction::NE, movers::<1>(own, theirs, empty));
    visit(Direction::NW, movers::<2>(own, theirs, empty));
    visit(Direction::W, movers::<3>(own, theirs, empty));
    visit(Direction::SW, movers::<4>(own, theirs, empty));
    visit(Direction::SE, movers::<5>(own, theirs, empty));
}

#[inline]
fn movers<const D: usize>(own: Cells, theirs: Cells, empty: Cells) -> Cells {
    let free = empty.before::<D>();
    let mut movers = whole_lines::<D>(own, own.and(free));
    if !own.and(theirs.before::<D>()).is_empty() {
        movers = movers.or(pushers::<D>(own, theirs, free));
    }
    movers
}

/// The marbles of `rank` and all own marbles in line behind them.
#[inline]
fn whole_lines<const D: usize>(own: Cells, mut rank: Cells) -> Cells {
    let mut lines = Cells::NONE;
    while !rank.is_empty() {
        lines = lines.or(rank);
        rank = own.and(rank.before::<D>());
    }
    lines
}

/// The own marbles that push. `block` goes through the opposing marbles that have exactly `pushed - 1`
/// of their own colour ahead of them and then a free cell or the edge.
#[inline]
fn pushers<const D: usize>(own: Cells, theirs: Cells, free: Cells) -> Cells {
    let mut pushers = Cells::NONE;
    let mut block = theirs.and(free.or(Cells::edge::<D>()));
    let mut pushed = 1;
    while !block.is_empty() {
        let mut rank = own.and(block.before::<D>());
        let mut needed = pushed;
        while needed > 0 && !rank.is_empty() {
            rank = own.and(rank.before::<D>());
            needed -= 1;
        }
        pushers = pushers.or(whole_lines::<D>(own, rank));
        block = theirs.and(block.before::<D>());
        pushed += 1;
    }
    pushers
}
