#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod glyphs;
pub mod isometron;
pub mod offboard;
mod point;
#[cfg(feature = "polarity")]
pub mod polarity;
pub mod polygone;
#[cfg(feature = "qr")]
pub mod qr;
mod svg;

pub use point::Point;

use rules::Game;

/// A game whose positions can be drawn.
pub trait Draw: Game {
    /// The whole picture, as a standalone SVG document.
    fn svg(&self, options: &Options<Self::Move>) -> String;
}

/// Marks to show besides the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options<M> {
    /// The move that led here, to be marked.
    pub last: Option<M>,
    /// Whether the board is turned by half a turn.
    pub flipped: bool,
}

impl<M> Default for Options<M> {
    fn default() -> Options<M> {
        Options {
            last: None,
            flipped: false,
        }
    }
}
