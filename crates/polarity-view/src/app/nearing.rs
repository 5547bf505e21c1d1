//! The camera comes near to where a hand leans or converts a disc, because a finger is as wide as the whole ring on a
//! phone that shows the whole mat.

use super::TableApp;
use crate::camera::Camera;
use crate::guided::Guided;
use crate::session::Status;
use magnets::Disc;
use magnets::measures::RADIUS;
use rapier3d::math::Vector;

/// Pixels that a disc is to be wide, and how much nearer than the whole mat the camera comes for it at most.
const DISC_PIXELS: f32 = 80.0;
const NEAREST: f32 = 2.5;

/// A camera that came near.
pub(super) struct Near {
    /// The disc at which the hand works.
    subject: Disc,
    /// The camera before; none if the player has chosen another view since.
    overview: Option<Camera>,
}

impl TableApp {
    /// Comes near to the place that a led hand is to work at, and draws back when all is at rest.
    pub(super) fn watch_hand(&mut self) {
        let goal = self.guided.as_ref().map(Guided::goal);
        if let Some((subject, middle)) = goal.and_then(|goal| goal.subject()) {
            self.come_near(subject, middle);
        } else if self.session.status() == Status::Idle
            && let Some(Near { overview, .. }) = self.near.take()
            && let Some(overview) = overview
        {
            self.camera.glide_to(&overview);
        }
    }

    fn come_near(&mut self, subject: Disc, middle: [f32; 2]) {
        let overview = match self.near.take() {
            None => Some(self.camera.clone()),
            Some(near) if near.subject == subject || near.overview.is_none() => {
                self.near = Some(near);
                return;
            }
            Some(near) => near.overview,
        };
        let (width, height) = self.size;
        let zoom = DISC_PIXELS / (2.0 * RADIUS * Camera::overview_scale(width, height));
        let [x, y] = middle;
        self.camera
            .approach(Vector::new(x, y, 0.0), zoom.clamp(1.0, NEAREST));
        self.near = Some(Near { subject, overview });
    }

    /// Leaves the camera where the player has put it.
    pub(super) fn keep_view(&mut self) {
        if let Some(near) = &mut self.near {
            near.overview = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gestures::Spot;
    use magnets::{Placed, Scene};

    const PHONE: (f32, f32) = (390.0, 420.0);

    fn table() -> TableApp {
        let discs = [
            Placed::flat(Disc::RED, 0.0, 0.0, true, 0),
            Placed::flat(Disc(1), -4.0, -9.0, true, 0),
        ];
        let mut app = TableApp::default();
        app.set_size(PHONE.0, PHONE.1);
        app.session_mut()
            .lay_out(&Scene::new(discs.to_vec(), true).unwrap());
        app
    }

    /// Lets time pass, and gives the width of the foundation on the picture.
    fn width_after(app: &mut TableApp, milliseconds: u32) -> f32 {
        for _ in 0..milliseconds / 16 {
            app.advance(16.0);
        }
        let [left, right] = [-RADIUS, RADIUS].map(|x| app.project(Vector::new(x - 4.0, -9.0, 0.0)).unwrap());
        right.x - left.x
    }

    fn tap_the_foundation(app: &mut TableApp) {
        let at: Spot = app.project(Vector::new(-4.0, -9.0, 0.6)).unwrap();
        app.pointer_down(1, at, false, false);
        app.pointer_up(1, true);
    }

    #[test]
    fn it_comes_near_while_a_hand_is_led_and_draws_back_at_rest() {
        let mut app = table();
        let before = width_after(&mut app, 16);
        tap_the_foundation(&mut app);
        let near = width_after(&mut app, 1500);
        assert!(near > 2.0 * before, "{before} to {near}");
        app.command("back");
        let after = width_after(&mut app, 3000);
        assert!((after - before).abs() < 0.1, "{before} to {after}");
    }

    #[test]
    fn a_view_that_the_player_chooses_stays() {
        let mut app = table();
        tap_the_foundation(&mut app);
        width_after(&mut app, 1500);
        app.command("above");
        let chosen = width_after(&mut app, 1500);
        app.command("back");
        let after = width_after(&mut app, 3000);
        assert!((after - chosen).abs() < 0.1, "{chosen} to {after}");
    }
}
