//! The table on paper: from above and from the side, on a plain canvas.

use crate::forecast::Outlook;
use crate::gestures::Spot;
use crate::layout_2d::Layout;
use crate::picture::{DrawnDisc, Gizmo, Glow, Guide, Loupe, Picture};
use magnets::measures::{CIRCLE, RADIUS, THICKNESS};
use rapier3d::math::Vector;
use std::f32::consts::FRAC_PI_2;
use std::f64::consts::TAU;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// How much the look from the side shows, in centimetres.
const LOUPE_WIDTH: f32 = 14.0;

/// The view.
pub(super) struct Paper {
    pen: CanvasRenderingContext2d,
}

/// One of the views: how points come onto the picture, and which way the eye is.
struct Eye {
    layout: Layout,
    /// The direction to the right, in a view from the side.
    side: Option<Vector>,
}

impl Eye {
    fn spot(&self, point: Vector) -> Spot {
        match self.side {
            Some(right) => self.layout.side(point.dot(right), point.z),
            None => self.layout.top(point.x, point.y),
        }
    }

    /// A direction's part towards the eye.
    fn nearness(&self, direction: Vector) -> f32 {
        match self.side {
            Some(right) => direction.dot(right.cross(Vector::Z)),
            None => direction.z,
        }
    }
}

impl Paper {
    pub(super) fn new(canvas: &HtmlCanvasElement) -> Option<Paper> {
        let pen = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        Some(Paper { pen })
    }

    /// Draws a picture of so many pixels to a pixel of the page.
    pub(super) fn draw(&self, picture: &Picture, layout: Layout, size: (f32, f32), dots: f32) {
        let pen = &self.pen;
        // These fail only for numbers that are none.
        let _ = pen.set_transform(dots.into(), 0.0, 0.0, dots.into(), 0.0, 0.0);
        pen.clear_rect(0.0, 0.0, size.0.into(), size.1.into());
        self.mat(layout);
        for side in [None, Some(Vector::X)] {
            let eye = Eye { layout, side };
            if let (None, Some(gizmo)) = (side, &picture.gizmo) {
                self.below(&eye, gizmo);
            }
            if let (None, Some(band)) = (side, &picture.band) {
                let centre = eye.spot(band.centre);
                for radius in [band.inner, band.outer] {
                    self.circle(centre, radius * layout.scale);
                    self.stroke("#8fe0d0", 1.5);
                }
            }
            if let (None, Some(guide)) = (side, &picture.guide) {
                self.guide(&eye, guide);
            }
            self.discs(&eye, picture.discs.iter().collect());
            for line in &picture.lines {
                self.line(&eye, line);
            }
            if let Some(gizmo) = &picture.gizmo {
                self.gizmo(&eye, gizmo);
            }
        }
    }

    /// Draws what is near a place, from the side.
    pub(super) fn draw_loupe(&self, picture: &Picture, loupe: &Loupe, size: (f32, f32), dots: f32) {
        let pen = &self.pen;
        let _ = pen.set_transform(dots.into(), 0.0, 0.0, dots.into(), 0.0, 0.0);
        pen.clear_rect(0.0, 0.0, size.0.into(), size.1.into());
        let scale = size.0 / LOUPE_WIDTH;
        let ground = size.1 - 0.6 * scale;
        let layout = Layout {
            scale,
            centre: Spot {
                x: size.0 / 2.0 - loupe.middle.dot(loupe.right) * scale,
                y: 0.0,
            },
            ground,
        };
        pen.set_fill_style_str("#6b7a83");
        pen.fill_rect(0.0, 0.0, size.0.into(), ground.into());
        pen.set_fill_style_str("#414e56");
        pen.fill_rect(0.0, ground.into(), size.0.into(), (size.1 - ground).into());
        let eye = Eye {
            layout,
            side: Some(loupe.right),
        };
        let near = |shown: &&DrawnDisc| {
            let apart = shown.centre - loupe.middle;
            apart.x.hypot(apart.y) < LOUPE_WIDTH / 2.0
        };
        self.discs(&eye, picture.discs.iter().filter(near).collect());
        if let Some(gizmo) = &picture.gizmo {
            self.gizmo(&eye, gizmo);
        }
    }

    fn discs(&self, eye: &Eye, mut discs: Vec<&DrawnDisc>) {
        discs.sort_by(|one, two| eye.nearness(one.centre).total_cmp(&eye.nearness(two.centre)));
        for shown in discs {
            self.disc(eye, shown);
        }
    }

    fn circle(&self, at: Spot, radius: f32) {
        self.pen.begin_path();
        let _ = self
            .pen
            .arc(at.x.into(), at.y.into(), radius.max(0.0).into(), 0.0, TAU);
    }

    fn fill(&self, colour: &str) {
        self.pen.set_fill_style_str(colour);
        self.pen.fill();
    }

    fn stroke(&self, colour: &str, width: f64) {
        self.pen.set_stroke_style_str(colour);
        self.pen.set_line_width(width);
        self.pen.stroke();
    }

    fn path(&self, spots: &[Spot]) {
        self.pen.begin_path();
        for (k, spot) in spots.iter().enumerate() {
            if k == 0 {
                self.pen.move_to(spot.x.into(), spot.y.into());
            } else {
                self.pen.line_to(spot.x.into(), spot.y.into());
            }
        }
    }

    fn mat(&self, layout: Layout) {
        let centre = layout.centre;
        self.circle(centre, (CIRCLE + 0.9) * layout.scale);
        self.fill("#414e56");
        self.stroke("#cfa973", f64::from(0.6 * layout.scale));
        self.circle(centre, CIRCLE * layout.scale);
        self.stroke("#e2d5ba", 1.5);
        self.circle(centre, RADIUS * layout.scale);
        self.stroke("#e2d5ba", 1.0);
        let (left, right) = (
            layout.side(-CIRCLE - 0.9, 0.0),
            layout.side(CIRCLE + 0.9, Layout::tall()),
        );
        let pen = &self.pen;
        pen.set_fill_style_str("#6b7a83");
        let (width, height) = (right.x - left.x, left.y - right.y);
        pen.fill_rect(left.x.into(), right.y.into(), width.into(), height.into());
        pen.set_fill_style_str("#cfa973");
        pen.fill_rect(
            left.x.into(),
            left.y.into(),
            width.into(),
            f64::from(0.5 * layout.scale),
        );
    }

    /// The place where a disc would be left, and the forecasts for it and for others.
    fn guide(&self, eye: &Eye, guide: &Guide) {
        for (place, outlook) in &guide.ring {
            self.circle(eye.spot(*place), 0.22 * eye.layout.scale);
            self.fill(outlook_colour(*outlook));
        }
        self.circle(eye.spot(guide.foot), 0.5 * eye.layout.scale);
        self.stroke(outlook_colour(guide.outlook), 3.0);
    }

    /// The shadow right under the disc in the hand, and where its lower edge would stand.
    fn below(&self, eye: &Eye, gizmo: &Gizmo) {
        self.circle(eye.spot(gizmo.centre), RADIUS * eye.layout.scale);
        self.fill("rgb(0 0 0 / 35%)");
    }

    fn disc(&self, eye: &Eye, shown: &DrawnDisc) {
        let axis = shown.axis();
        // The axis that looks at the eye, and the face it belongs to.
        let white = eye.nearness(axis) >= 0.0;
        let front = if white { axis } else { -axis };
        let scale = eye.layout.scale;
        let (middle, tip) = (eye.spot(shown.centre), eye.spot(shown.centre + front));
        let (x, y) = ((tip.x - middle.x) / scale, (tip.y - middle.y) / scale);
        let half = THICKNESS / 2.0 * scale;
        let at = |share: f32| Spot {
            x: middle.x + x * half * share,
            y: middle.y + y * half * share,
        };
        let narrow = eye.nearness(front).clamp(0.0, 1.0);
        let angle = y.atan2(x);
        let (upper, lower) = colours(shown, white);
        let length = x.hypot(y);
        let across = if length > 1e-3 {
            (-y / length, x / length)
        } else {
            (0.0, 0.0)
        };
        for (from, to, colour) in [(-1.0, 0.0, lower), (0.0, 1.0, upper)] {
            self.ellipse(at(from), RADIUS * scale, narrow, angle);
            self.fill(colour);
            let corner = |share: f32, sign: f32| Spot {
                x: at(share).x + across.0 * RADIUS * scale * sign,
                y: at(share).y + across.1 * RADIUS * scale * sign,
            };
            self.path(&[
                corner(from, 1.0),
                corner(to, 1.0),
                corner(to, -1.0),
                corner(from, -1.0),
            ]);
            self.fill(colour);
        }
        self.ellipse(at(1.0), RADIUS * scale, narrow, angle);
        self.fill(upper);
        self.stroke(
            shown.glow.map_or("rgb(0 0 0 / 45%)", glow),
            if shown.glow.is_some() { 3.0 } else { 1.0 },
        );
        self.mark(shown, white, at(1.0), narrow, angle, scale);
    }

    /// The mark of the face: a ring on white, a dot on black, a bar or a dot on red.
    fn mark(&self, shown: &DrawnDisc, white: bool, at: Spot, narrow: f32, angle: f32, scale: f32) {
        match (shown.is_red(), white) {
            (false, true) => {
                self.ellipse(at, 0.88 * scale, narrow, angle);
                self.stroke("#4a545c", f64::from(0.2 * scale));
            }
            (true, true) => {
                self.ellipse(at, 0.85 * scale, 0.24, angle + FRAC_PI_2);
                self.fill("#ffe2d6");
            }
            (_, false) => {
                self.ellipse(at, 0.42 * scale, narrow, angle);
                self.fill("#e4dccc");
            }
        }
    }

    /// An ellipse that is narrow along an angle.
    fn ellipse(&self, at: Spot, radius: f32, narrow: f32, angle: f32) {
        self.pen.begin_path();
        let _ = self.pen.ellipse(
            at.x.into(),
            at.y.into(),
            (radius * narrow).into(),
            radius.into(),
            angle.into(),
            0.0,
            TAU,
        );
    }

    fn line(&self, eye: &Eye, line: &[Vector]) {
        let spots: Vec<Spot> = line.iter().map(|&point| eye.spot(point)).collect();
        self.path(&spots);
        self.stroke("rgb(170 214 235 / 45%)", 1.0);
    }

    fn gizmo(&self, eye: &Eye, gizmo: &Gizmo) {
        let colour = if gizmo.feel.tremble() < 0.15 {
            "#8fe0d0"
        } else if gizmo.feel.pull > 0.0 {
            "#ffa83c"
        } else {
            "#68aaff"
        };
        if eye.side.is_some() {
            let ground = Vector::new(gizmo.foot.x, gizmo.foot.y, 0.0);
            self.path(&[eye.spot(ground), eye.spot(gizmo.foot)]);
            self.stroke(colour, 2.0);
            return;
        }
        if let Some(leans) = gizmo.leans {
            let tip = gizmo.centre + leans * (RADIUS + 1.0);
            self.path(&[eye.spot(gizmo.centre), eye.spot(tip)]);
            self.stroke(colour, 2.5);
            let (back, side) = (leans * -0.7, Vector::new(-leans.y, leans.x, 0.0) * 0.4);
            self.path(&[
                eye.spot(tip + leans * 0.4),
                eye.spot(tip + back + side),
                eye.spot(tip + back - side),
            ]);
            self.fill(colour);
        }
        self.circle(eye.spot(gizmo.foot), 0.2 * eye.layout.scale);
        self.fill(colour);
    }
}

fn colours(shown: &DrawnDisc, white: bool) -> (&'static str, &'static str) {
    const WHITE: &str = "#f3eee2";
    const BLACK: &str = "#282b2f";
    match (shown.is_red(), white) {
        (true, _) => ("#c43028", "#96201c"),
        (false, true) => (WHITE, BLACK),
        (false, false) => (BLACK, WHITE),
    }
}

fn outlook_colour(outlook: Outlook) -> &'static str {
    match outlook {
        Outlook::Unknown => "rgb(226 213 186 / 55%)",
        Outlook::Holds => "#78e28c",
        Outlook::Falls => "#ffd84a",
        Outlook::Faults => "#ff7854",
    }
}

fn glow(glow: Glow) -> &'static str {
    match glow {
        Glow::Held => "#8fe0d0",
        Glow::Good => "#78e28c",
        Glow::Fault => "#ff7854",
        Glow::Chosen => "#ffd84a",
        Glow::Carrier => "#b9a6ff",
        Glow::Endangered => "#e8202c",
    }
}
