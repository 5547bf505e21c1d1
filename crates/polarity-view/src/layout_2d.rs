//! The table on paper: from above, and below that from the side, to one scale.

use crate::gestures::Spot;
use magnets::measures::CIRCLE;

/// Half the width of the view from above, in centimetres.
const HALF: f32 = CIRCLE * 1.07;
/// The height of the view from the side.
const TALL: f32 = 10.0;
/// The gap between the two views.
const GAP: f32 = 1.0;

/// The view that a place on the picture belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The view from above.
    Top,
    /// The view from the side, with the eye where y is least.
    Side,
}

/// The places of the views on a picture of some size, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// Pixels in a centimetre.
    pub scale: f32,
    /// The mat's centre in the view from above.
    pub centre: Spot,
    /// The mat's place on the picture in the view from the side, from the top.
    pub ground: f32,
}

impl Layout {
    /// The layout for a picture of this size.
    pub fn new(width: f32, height: f32) -> Layout {
        let tall = 2.0 * HALF + GAP + TALL + GAP;
        let scale = (width / (2.0 * HALF)).min(height / tall).max(0.1);
        let above = (height - tall * scale) / 2.0;
        Layout {
            scale,
            centre: Spot {
                x: width / 2.0,
                y: above + HALF * scale,
            },
            ground: above + (2.0 * HALF + GAP + TALL) * scale,
        }
    }

    /// The view at a place.
    pub fn panel(&self, at: Spot) -> Panel {
        if at.y < self.centre.y + (HALF + GAP / 2.0) * self.scale {
            Panel::Top
        } else {
            Panel::Side
        }
    }

    /// The place on the mat of a point of the picture from above.
    pub fn place(&self, at: Spot) -> (f32, f32) {
        (
            (at.x - self.centre.x) / self.scale,
            (self.centre.y - at.y) / self.scale,
        )
    }

    /// The point of a place on the mat in the picture from above.
    pub fn top(&self, x: f32, y: f32) -> Spot {
        Spot {
            x: self.centre.x + x * self.scale,
            y: self.centre.y - y * self.scale,
        }
    }

    /// The point of a place in the picture from the side.
    pub fn side(&self, x: f32, height: f32) -> Spot {
        Spot {
            x: self.centre.x + x * self.scale,
            y: self.ground - height * self.scale,
        }
    }

    /// The height of the view from the side, in centimetres.
    pub const fn tall() -> f32 {
        TALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_views_fit_and_places_come_back() {
        for (width, height) in [(390.0, 500.0), (900.0, 740.0), (300.0, 1000.0)] {
            let layout = Layout::new(width, height);
            for (x, y) in [(-CIRCLE, 0.0), (CIRCLE, 0.0), (0.0, CIRCLE), (0.0, -CIRCLE)] {
                let at = layout.top(x, y);
                assert!(
                    (0.0..=width).contains(&at.x) && (0.0..=height).contains(&at.y),
                    "{at:?}"
                );
                assert_eq!(layout.panel(at), Panel::Top);
                let (back_x, back_y) = layout.place(at);
                assert!((back_x - x).abs() < 1e-3 && (back_y - y).abs() < 1e-3);
            }
            for height_above in [0.0, TALL] {
                let at = layout.side(3.0, height_above);
                assert!((0.0..=height).contains(&at.y), "{at:?}");
                assert_eq!(layout.panel(at), Panel::Side);
            }
        }
    }
}
