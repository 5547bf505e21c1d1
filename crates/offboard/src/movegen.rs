//! Finding the moves, a direction at a time on whole sets of cells.

use crate::board::{Cells, Direction};

/// Calls `visit` with each direction and what `of::<D>` finds in it.
macro_rules! in_each_direction {
    ($visit:ident, $of:ident($($argument:expr),*)) => {
        $visit(Direction::E, $of::<0>($($argument),*));
        $visit(Direction::NE, $of::<1>($($argument),*));
        $visit(Direction::NW, $of::<2>($($argument),*));
        $visit(Direction::W, $of::<3>($($argument),*));
        $visit(Direction::SW, $of::<4>($($argument),*));
        $visit(Direction::SE, $of::<5>($($argument),*));
    };
}

/// The own marbles that can be the rear of a move in each direction.
#[inline]
pub(crate) fn each_direction(own: Cells, theirs: Cells, mut visit: impl FnMut(Direction, Cells)) {
    let empty = Cells::ALL.without(own.or(theirs));
    in_each_direction!(visit, movers(own, theirs, empty));
}

/// Whether some own marble has a free cell beside it: then there is a move, and hardly ever is there none.
#[inline]
pub(crate) fn has_single_step(own: Cells, theirs: Cells) -> bool {
    let empty = Cells::ALL.without(own.or(theirs));
    let beside = empty
        .before::<0>()
        .or(empty.before::<1>())
        .or(empty.before::<2>());
    !own.and(beside).is_empty()
}

/// The own marbles that can be the rear of a push over the edge in each direction.
#[inline]
pub(crate) fn each_ejection(own: Cells, theirs: Cells, mut visit: impl FnMut(Direction, Cells)) {
    in_each_direction!(visit, ejectors(own, theirs));
}

#[inline]
fn ejectors<const D: usize>(own: Cells, theirs: Cells) -> Cells {
    pushers::<D>(own, theirs, Cells::edge::<D>())
}

#[inline]
fn movers<const D: usize>(own: Cells, theirs: Cells, empty: Cells) -> Cells {
    let free = empty.before::<D>();
    let mut movers = whole_lines::<D>(own, own.and(free));
    if !own.and(theirs.before::<D>()).is_empty() {
        movers = movers.or(pushers::<D>(own, theirs, free.or(Cells::edge::<D>())));
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
/// of their own colour ahead of them, the last of them one of `last`.
#[inline]
fn pushers<const D: usize>(own: Cells, theirs: Cells, last: Cells) -> Cells {
    let mut pushers = Cells::NONE;
    let mut block = theirs.and(last);
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
