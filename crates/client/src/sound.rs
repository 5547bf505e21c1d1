//! What moves sound like.

/// The sound of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// Pieces slide.
    Slide,
    /// Pieces push others.
    Push,
    /// A piece is put down.
    Place,
    /// Pieces are taken.
    Take,
    /// Points are won.
    Score,
}
