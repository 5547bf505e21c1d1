//! Letters and digits as strokes, because a picture must look the same where no font is installed.
//!
//! A glyph is a path in a box 6 wide and 10 high, y downwards, its baseline at 10.

use crate::Point;
use crate::svg;

const WIDTH: f64 = 6.0;
const HEIGHT: f64 = 10.0;
/// Distance from the left of a glyph to the left of the next.
const ADVANCE: f64 = 8.0;

/// The strokes of a character, if it has any.
pub const fn strokes(character: char) -> Option<&'static str> {
    Some(match character {
        '0' => "M3 0C1 0 0 2 0 5S1 10 3 10S6 8 6 5S5 0 3 0Z",
        '1' => "M1.4 2.2L3.9 0V10",
        '2' => "M.3 2.6C.5 1 1.6 0 3.1 0C4.7 0 5.8 1.1 5.8 2.6C5.8 5 2 7 0 10H6",
        '3' => {
            "M.5 1.2C1.2 .4 2 0 3 0C4.6 0 5.6 1 5.6 2.4C5.6 3.8 4.5 4.8 2.6 4.8\
             C4.8 4.8 6 5.9 6 7.4C6 9 4.8 10 3 10C1.6 10 .6 9.4 0 8.4"
        }
        '4' => "M4.4 10V0L0 7H6",
        '5' => {
            "M5.4 0H1L.5 4.6C1.2 4 2 3.7 3 3.7C4.8 3.7 6 4.9 6 6.8C6 8.8 4.8 10 2.9 10C1.6 10 .6 9.5 0 8.6"
        }
        '6' => {
            "M5 .6C4.5 .2 4 0 3.3 0C1.2 0 0 2.2 0 5.4C0 8.4 1.1 10 3 10C4.8 10 6 8.7 6 6.8\
             C6 5 4.8 3.8 3.1 3.8C1.6 3.8 .4 4.8 0 6.2"
        }
        '7' => "M0 0H6C4 3 2.6 6 2.2 10",
        '8' => {
            "M3 4.7C1.3 4.7 .4 3.7 .4 2.4C.4 1 1.4 0 3 0S5.6 1 5.6 2.4C5.6 3.7 4.7 4.7 3 4.7\
             C1.2 4.7 0 5.8 0 7.4C0 9 1.2 10 3 10S6 9 6 7.4C6 5.8 4.8 4.7 3 4.7Z"
        }
        '9' => {
            "M1 9.4C1.5 9.8 2 10 2.7 10C4.8 10 6 7.8 6 4.6C6 1.6 4.9 0 3 0C1.2 0 0 1.3 0 3.2\
             C0 5 1.2 6.2 2.9 6.2C4.4 6.2 5.6 5.2 6 3.8"
        }
        'a' => "M5.4 4V10M5.4 7C5.4 5.3 4.3 4 2.8 4C1.3 4 .2 5.3 .2 7S1.3 10 2.8 10C4.3 10 5.4 8.7 5.4 7",
        'b' => "M.6 0V10M.6 7C.6 5.3 1.7 4 3.2 4C4.7 4 5.8 5.3 5.8 7S4.7 10 3.2 10C1.7 10 .6 8.7 .6 7",
        'c' => "M5.4 5C4.9 4.4 4.2 4 3.3 4C1.6 4 .4 5.3 .4 7S1.6 10 3.3 10C4.2 10 4.9 9.6 5.4 9",
        'd' => "M5.4 0V10M5.4 7C5.4 5.3 4.3 4 2.8 4C1.3 4 .2 5.3 .2 7S1.3 10 2.8 10C4.3 10 5.4 8.7 5.4 7",
        'e' => "M.4 7H5.6C5.6 5.2 4.6 4 3 4C1.4 4 .4 5.3 .4 7C.4 8.8 1.5 10 3.2 10C4.1 10 4.9 9.6 5.3 9",
        'f' => "M4.8 .3C4.4 .1 4.1 0 3.8 0C2.7 0 2.2 .8 2.2 2V10M.6 4H4.4",
        'g' => {
            "M5.4 4V10.2C5.4 11.9 4.4 13 2.8 13C1.9 13 1.1 12.7 .6 12.2\
             M5.4 7C5.4 5.3 4.3 4 2.8 4C1.3 4 .2 5.3 .2 7S1.3 10 2.8 10C4.3 10 5.4 8.7 5.4 7"
        }
        'h' => "M.8 0V10M.8 7C.8 5.2 1.8 4 3.2 4C4.6 4 5.2 5 5.2 6.6V10",
        'i' => "M3 4V10M3 1.2V1.3",
        'j' => "M3.6 4V11C3.6 12.3 2.9 13 1.8 13M3.6 1.2V1.3",
        'k' => "M.8 0V10M5 4L.8 7.6M2.4 6.3L5.4 10",
        'l' => "M3 0V10",
        'm' => "M0 4V10M0 6.6C0 5 .7 4 1.6 4C2.6 4 3 4.8 3 6.2V10M3 6.6C3 5 3.7 4 4.6 4C5.6 4 6 4.8 6 6.2V10",
        'n' => "M.8 4V10M.8 7C.8 5.2 1.8 4 3.2 4C4.6 4 5.2 5 5.2 6.6V10",
        'A' => "M0 10L3 0L6 10M1.1 6.4H4.9",
        'B' => "M.5 0V10H3.2C4.9 10 6 9 6 7.4S4.9 4.8 3.2 4.8H.5M3 4.8C4.5 4.8 5.4 3.9 5.4 2.4S4.5 0 3 0H.5",
        '-' => "M.8 5.5H5.2",
        '+' => "M.6 5.2H5.4M3 2.8V7.6",
        _ => return None,
    })
}

/// A label of the given height, its middle at `centre`; a character without strokes leaves a gap.
/// The colour comes from a `stroke` round it.
pub fn label(text: &str, centre: Point, height: f64) -> String {
    let scale = height / HEIGHT;
    let width = ADVANCE * (text.chars().count() as f64 - 1.0) + WIDTH;
    let corner = centre - Point::new(width, HEIGHT) * (scale / 2.0);
    let mut drawn = String::new();
    for (place, character) in text.chars().enumerate() {
        if let Some(strokes) = strokes(character) {
            let at = corner + Point::new(ADVANCE * place as f64 * scale, 0.0);
            let transform = format!(
                "transform=\"translate({}) scale({})\"",
                svg::pair(at),
                svg::number(scale)
            );
            drawn += &svg::path(strokes, &transform);
        }
    }
    drawn
}

/// The attributes of a group that holds labels in a colour.
pub fn pen(colour: &str) -> String {
    format!(
        "fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\""
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_centred_and_has_a_path_for_each_character() {
        let label = label("12", Point::new(7.0, 5.0), 10.0);
        assert_eq!(label.matches("<path").count(), 2);
        assert!(label.contains("translate(0 0)"), "{label}");
        assert!(label.contains("translate(8 0)"), "{label}");
    }

    #[test]
    fn every_stroke_begins_with_a_place() {
        for character in ('0'..='9').chain('a'..='n').chain(['-', 'A', 'B']) {
            assert!(
                strokes(character).is_some_and(|path| path.starts_with('M')),
                "{character}"
            );
        }
        assert_eq!(strokes('?'), None);
    }
}
