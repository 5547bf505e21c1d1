#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod animation;

pub use animation::{Animation, FRAME_SIDE, MOST_FRAMES, shown_plies};

use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{Options, Tree};
use std::fmt;

/// Pixels of a picture's longer side at most.
pub const MOST_SIDE: u32 = 2400;
/// Width and height of a card that previews of links show.
pub const CARD: (u32, u32) = (1200, 630);
/// Pixels round the board on a card.
const MARGIN: u32 = 15;

/// Reason why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RasterError(String);

impl RasterError {
    fn new(error: impl fmt::Display) -> RasterError {
        RasterError(error.to_string())
    }
}

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RasterError {}

/// Pixels of a picture, row by row.
#[derive(Clone, Debug)]
pub struct Pixels(Pixmap);

impl Pixels {
    /// Draws an SVG document whose longer side has so many pixels.
    pub fn of(svg: &str, longer_side: u32) -> Result<Pixels, RasterError> {
        let longest = longer_side.clamp(1, MOST_SIDE) as f32;
        let tree = read(svg)?;
        let size = tree.size();
        let scale = longest / size.width().max(size.height());
        let pixels = |length: f32| (length * scale).round().max(1.0) as u32;
        let mut pixmap = blank(pixels(size.width()), pixels(size.height()))?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        Ok(Pixels(pixmap))
    }

    /// Draws an SVG document in the middle of a card with a background of one colour.
    pub fn card(svg: &str, [red, green, blue]: [u8; 3]) -> Result<Pixels, RasterError> {
        let (width, height) = CARD;
        let size = read(svg)?.size();
        let room = |side: u32, length: f32| (side - 2 * MARGIN) as f32 / length;
        let scale = room(width, size.width()).min(room(height, size.height()));
        // The board has the very pixels of a picture of its own.
        let Pixels(board) = Pixels::of(svg, (scale * size.width().max(size.height())) as u32)?;
        let mut pixmap = blank(width, height)?;
        pixmap.fill(Color::from_rgba8(red, green, blue, u8::MAX));
        let before = |side: u32, length: u32| (side.saturating_sub(length) / 2) as i32;
        let (x, y) = (before(width, board.width()), before(height, board.height()));
        let paint = PixmapPaint::default();
        pixmap.draw_pixmap(x, y, board.as_ref(), &paint, Transform::identity(), None);
        Ok(Pixels(pixmap))
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.0.width()
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.0.height()
    }

    /// Red, green, blue and opacity of a pixel; nothing outside the picture.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width() {
            return None;
        }
        let colour = self.0.pixel(x, y)?.demultiply();
        Some([colour.red(), colour.green(), colour.blue(), colour.alpha()])
    }

    /// A PNG file.
    pub fn png(&self) -> Result<Vec<u8>, RasterError> {
        self.0.encode_png().map_err(RasterError::new)
    }

    /// Reads a PNG file.
    pub fn from_png(png: &[u8]) -> Result<Pixels, RasterError> {
        Pixmap::decode_png(png).map(Pixels).map_err(RasterError::new)
    }
}

fn read(svg: &str) -> Result<Tree, RasterError> {
    Tree::from_str(svg, &Options::default()).map_err(RasterError::new)
}

fn blank(width: u32, height: u32) -> Result<Pixmap, RasterError> {
    Pixmap::new(width, height).ok_or_else(|| RasterError::new("the picture has no size"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"5\" viewBox=\"0 0 10 5\">\
        <rect width=\"10\" height=\"5\" fill=\"#ff0000\"/></svg>";
    const RED: Option<[u8; 4]> = Some([255, 0, 0, 255]);

    #[test]
    fn the_longer_side_is_as_long_as_asked() {
        let pixels = Pixels::of(SQUARE, 100).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (100, 50));
        assert_eq!((pixels.pixel(99, 49), pixels.pixel(100, 0)), (RED, None));
        assert_eq!(Pixels::of(SQUARE, u32::MAX).unwrap().width(), MOST_SIDE);
        assert!(Pixels::of("<svg", 100).is_err());
    }

    #[test]
    fn a_card_has_the_picture_in_its_middle() {
        let card = Pixels::card(SQUARE, [1, 2, 3]).unwrap();
        assert_eq!((card.width(), card.height()), CARD);
        let ground = Some([1, 2, 3, 255]);
        assert_eq!((card.pixel(0, 0), card.pixel(600, 315)), (ground, RED));
        let read = Pixels::from_png(&card.png().unwrap()).unwrap();
        assert_eq!((read.pixel(0, 0), read.pixel(600, 315)), (ground, RED));
    }
}
