//! Writing the few SVG elements that the boards are made of.

use crate::Point;

/// A number with as few digits as a picture needs.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// A point as `x y`, the way paths and translations want it.
pub(crate) fn pair(point: Point) -> String {
    format!("{} {}", number(point.x), number(point.y))
}

/// The paper behind every board.
pub(crate) const CARD: &str = "#f5f0e6";

/// A standalone picture on a card: its upper left corner and size, and how many pixels a unit has where
/// nothing else says how large it is.
pub(crate) fn document(corner: Point, size: Point, scale: f64, defs: &str, content: &str) -> String {
    let (x, y) = (number(corner.x), number(corner.y));
    let (width, height) = (number(size.x), number(size.y));
    let (wide, high) = (number(size.x * scale), number(size.y * scale));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"{x} {y} {width} {height}\">\n{defs}\
         <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\".6\" fill=\"{CARD}\"/>\n\
         {content}</svg>\n"
    )
}

pub(crate) fn circle(centre: Point, radius: f64, attributes: &str) -> String {
    let (x, y, r) = (number(centre.x), number(centre.y), number(radius));
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {attributes}/>")
}

pub(crate) fn path(data: &str, attributes: &str) -> String {
    format!("<path d=\"{data}\" {attributes}/>")
}

pub(crate) fn group(attributes: &str, content: &str) -> String {
    format!("<g {attributes}>{content}</g>\n")
}

/// The path round some corners.
pub(crate) fn polygon(corners: impl IntoIterator<Item = Point>) -> String {
    let corners: Vec<String> = corners.into_iter().map(pair).collect();
    format!("M{}Z", corners.join("L"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [1.0, -0.0001, 2.5, 0.866_025, -10.0].map(number),
            ["1", "0", "2.5", "0.866", "-10"]
        );
    }
}
