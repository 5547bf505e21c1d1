//! QR codes of links.

use crate::Point;
use crate::svg::pair;
use qrcode::{Color, EcLevel, QrCode};

/// Light modules round the code, as the standard asks.
const QUIET: usize = 4;

/// A QR code as a path of its dark modules, in a square with the quiet zone. A module has side 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QrPath {
    /// The square's side.
    pub side: usize,
    /// The path's data.
    pub dark: String,
}

impl QrPath {
    /// The code of a text; none when it is too long for one.
    pub fn new(text: &str) -> Option<QrPath> {
        let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
        let width = code.width();
        let place = |index: usize| Point {
            x: (index % width + QUIET) as f64,
            y: (index / width + QUIET) as f64,
        };
        let colours = code.to_colors().into_iter().enumerate();
        let dark = colours
            .filter(|(_, colour)| *colour == Color::Dark)
            .fold(String::new(), |path, (index, _)| {
                path + "M" + &pair(place(index)) + "h1v1h-1z"
            });
        Some(QrPath {
            side: width + 2 * QUIET,
            dark,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raster::Pixels;

    /// The text that a reader of QR codes finds in the picture.
    fn read_back(QrPath { side, dark }: &QrPath) -> Option<String> {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"{side}\">\
             <rect width=\"{side}\" height=\"{side}\" fill=\"#fff\"/><path d=\"{dark}\"/></svg>"
        );
        let pixels = Pixels::of(&svg, 4 * *side as u32).ok()?;
        let (width, height) = (pixels.width() as usize, pixels.height() as usize);
        let grey = |x: usize, y: usize| pixels.pixel(x as u32, y as u32).map_or(255, |[red, ..]| red);
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(width, height, grey);
        let [grid] = &image.detect_grids()[..] else {
            return None;
        };
        grid.decode().ok().map(|(_, text)| text)
    }

    #[test]
    fn links_are_read_back() {
        let long = format!(
            "https://example.org/analysis/offboard?moves={}",
            "i5h5+".repeat(200)
        );
        for link in [
            "https://example.org/table/abcDEF12-_?key=0123456789abcdef",
            "http://192.168.1.20:8080/table/abcDEF12-_?key=0123456789abcdef",
            &long,
        ] {
            let code = QrPath::new(link).unwrap();
            assert_eq!(read_back(&code).as_deref(), Some(link));
        }
    }

    #[test]
    fn a_link_that_no_code_can_hold_has_none() {
        assert!(QrPath::new(&"x".repeat(2953)).is_some());
        assert!(QrPath::new(&"x".repeat(2954)).is_none());
    }
}
