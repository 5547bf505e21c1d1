//! The look from the side beside the look from above.

use super::{TableApp, View};
use crate::goal::Goal;
use crate::guided::Guided;
use crate::picture::Loupe;
use magnets::Disc;
use rapier3d::math::Vector;

/// A picture narrower than this, in pixels of the page, is a small screen's: nobody sees there how a disc is held.
const SMALL: f32 = 600.0;
/// A disc that leans this little is as good as flat: the sine of its tilt.
const FLAT: f32 = 0.1;
/// From the middle of a leaning disc to the middle of what is looked at, in centimetres.
const TO_SUPPORT: f32 = 2.0;

impl Loupe {
    /// Looks across a line along the mat, with the player's right on the right.
    pub(crate) fn across(middle: Vector, along: Vector, right: Vector) -> Loupe {
        let right = if along.dot(right) < 0.0 { -along } else { along };
        Loupe { middle, right }
    }

    /// Looks across the line from what a disc leans on to the disc.
    pub(crate) fn of_goal(goal: &Goal, right: Vector) -> Loupe {
        let [x, y] = goal.place();
        let (middle, along) = match *goal {
            Goal::Lean(leaning) => {
                let (sine, cosine) = leaning.angle.sin_cos();
                let [from_x, from_y] = leaning.centre;
                let middle = Vector::new(f32::midpoint(from_x, x), f32::midpoint(from_y, y), 0.0);
                (middle, Vector::new(cosine, sine, 0.0))
            }
            Goal::Convert { angle, .. } => {
                (Vector::new(x, y, 0.0), Vector::new(angle.cos(), angle.sin(), 0.0))
            }
            Goal::Lay { .. } => (Vector::new(x, y, 0.0), right),
        };
        Loupe::across(middle, along, right)
    }
}

impl TableApp {
    /// The look from the side while a movement goes on.
    pub(crate) fn beside(&self) -> Option<Loupe> {
        self.beside
    }

    /// Looks from the side at a hand that is led, and on small screens at every movement until all is at rest.
    pub(super) fn look_beside(&mut self) {
        let led = self.guided.as_ref().map(Guided::goal);
        let is_small = self.size.0 < SMALL && self.view == View::Space;
        self.beside = match (led, self.session.held(), self.session.moving()) {
            (Some(goal), ..) => Some(Loupe::of_goal(&goal, self.right())),
            (None, Some((held, _)), _) if is_small => self.loupe_at(held),
            // A disc that was let go is seen from where it was held.
            (None, None, Some(disc)) if is_small => self.beside.or_else(|| self.loupe_at(disc)),
            _ => None,
        };
    }

    /// Looks across the direction in which a disc leans.
    fn loupe_at(&self, disc: Disc) -> Option<Loupe> {
        let magnet = self.session.table().magnet(disc)?;
        let upward = magnet.axis * 1.0_f32.copysign(magnet.axis.z);
        let leans = Vector::new(upward.x, upward.y, 0.0);
        let (along, back) = if leans.length() > FLAT {
            (leans.normalize_or_zero(), TO_SUPPORT)
        } else {
            (self.right(), 0.0)
        };
        let middle = magnet.centre - along * back;
        Some(Loupe::across(
            Vector::new(middle.x, middle.y, 0.0),
            along,
            self.right(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Seats, Status};
    use magnets::{Placed, Scene};

    const PHONE: (f32, f32) = (390.0, 420.0);
    const DESK: (f32, f32) = (820.0, 640.0);
    const LEANER: &str = include_str!("../../../../lessons/polarity/leaner.txt");

    fn pass(app: &mut TableApp, milliseconds: u32) {
        for _ in 0..milliseconds / 16 {
            app.advance(16.0);
        }
    }

    /// A free hand that holds a leaner beside the foundation at (-4, -9).
    fn free_hand(size: (f32, f32)) -> TableApp {
        let discs = [
            Placed::flat(Disc::RED, 0.0, 0.0, true, 0),
            Placed::flat(Disc(1), -4.0, -9.0, true, 0),
        ];
        let mut app = TableApp::default();
        app.set_size(size.0, size.1);
        app.session_mut()
            .lay_out(&Scene::new(discs.to_vec(), true).unwrap());
        app.command("free");
        app.command("white");
        app.session.steer(|hand| hand.move_to(-4.0 + 3.73, -9.0));
        app.session.steer(|hand| hand.set_tilt(31.0));
        pass(&mut app, 1500);
        app
    }

    #[test]
    fn a_small_screen_looks_from_the_side_while_a_free_hand_works_and_until_all_rests() {
        let mut app = free_hand(PHONE);
        let held = app.picture().loupe.unwrap();
        assert!(
            (held.middle.x + 2.3).abs() < 0.5 && held.right.x > 0.99,
            "{held:?}"
        );
        app.session.steer(|hand| hand.set_height(0.05));
        pass(&mut app, 1500);
        app.command("release");
        let released = app.picture().loupe;
        pass(&mut app, 16);
        assert_eq!(app.session().status(), Status::Settling);
        assert_eq!(app.picture().loupe, released, "it does not turn round");
        pass(&mut app, 5000);
        assert_eq!(app.session().status(), Status::Idle);
        assert_eq!(app.picture().loupe, None);
    }

    #[test]
    fn a_small_screen_looks_from_the_side_at_the_other_players_hand() {
        let lines: Vec<&str> = LEANER.lines().collect();
        for (size, is_shown) in [(PHONE, true), (DESK, false)] {
            let mut app = TableApp::default();
            app.set_size(size.0, size.1);
            let seats = Seats {
                own: [false; 2],
                shared: false,
            };
            app.set_up(lines[1], seats).unwrap();
            assert!(app.perform(lines[2]));
            pass(&mut app, 500);
            assert_eq!(app.session().status(), Status::Watching);
            assert_eq!(app.picture().loupe.is_some(), is_shown);
        }
    }

    #[test]
    fn a_wide_screen_has_the_look_from_the_side_for_led_hands_only() {
        let mut app = free_hand(DESK);
        assert_eq!(app.picture().loupe, None);
        app.command("free");
        pass(&mut app, 16);
        assert!(app.picture().loupe.is_some());
    }

    #[test]
    fn the_flat_view_shows_the_side_anyway() {
        let mut app = free_hand(PHONE);
        app.set_view(View::Flat);
        pass(&mut app, 16);
        assert_eq!(app.picture().loupe, None);
    }
}
