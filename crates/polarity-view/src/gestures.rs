//! Recognises gestures on the picture: place, lean, look round, zoom, or a tap.

/// A place on the picture, in pixels of the page from its upper left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spot {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

impl Spot {
    fn apart(self, other: Spot) -> f32 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    fn between(self, other: Spot) -> Spot {
        Spot {
            x: f32::midpoint(self.x, other.x),
            y: f32::midpoint(self.y, other.y),
        }
    }
}

/// Purpose of a pointer that goes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The first button, or a finger, where the hand can be moved.
    Place,
    /// The second button, or the first with Shift.
    Lean,
    /// The middle button, or beside the mat, or no hand to move.
    Look,
}

/// Command of a gesture; distances in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    /// Move the hand as the pointer has moved.
    Place {
        /// The place before.
        from: Spot,
        /// The place now.
        to: Spot,
    },
    /// Tilt and turn what the hand holds.
    Lean {
        /// To the right.
        x: f32,
        /// Down.
        y: f32,
    },
    /// Look from elsewhere.
    Look {
        /// To the right.
        x: f32,
        /// Down.
        y: f32,
    },
    /// Come nearer by a factor.
    Zoom(f32),
    /// A short touch.
    Tap(Spot),
}

/// A pointer that moved less than this, in pixels, has tapped.
const TAP: f32 = 7.0;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Pointer {
    id: i32,
    at: Spot,
}

/// The pointers that are down now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gestures {
    pointers: Vec<Pointer>,
    purpose: Option<Purpose>,
    /// How far the first pointer has been from where it went down.
    strayed: f32,
    start: Spot,
}

impl Gestures {
    /// A pointer goes down.
    pub fn down(&mut self, id: i32, at: Spot, purpose: Purpose) {
        self.pointers.retain(|pointer| pointer.id != id);
        self.pointers.push(Pointer { id, at });
        if self.pointers.len() == 1 {
            (self.purpose, self.strayed, self.start) = (Some(purpose), 0.0, at);
        } else {
            // With a second finger it was no placing after all.
            (self.purpose, self.strayed) = (None, f32::INFINITY);
        }
    }

    /// A pointer moves.
    pub fn moved(&mut self, id: i32, at: Spot) -> Vec<Act> {
        let before = self.pointers.clone();
        let Some(pointer) = self.pointers.iter_mut().find(|pointer| pointer.id == id) else {
            return Vec::new();
        };
        let from = pointer.at;
        pointer.at = at;
        self.strayed = self.strayed.max(at.apart(self.start));
        match (&before[..], self.purpose) {
            ([one, two], _) => pinch([one.at, two.at], [self.pointers[0].at, self.pointers[1].at]),
            ([_], Some(purpose)) if self.strayed >= TAP => vec![drag(purpose, from, at)],
            _ => {
                // A movement too short for a drag counts from where it began.
                if let Some(pointer) = self.pointers.iter_mut().find(|pointer| pointer.id == id) {
                    pointer.at = from;
                }
                Vec::new()
            }
        }
    }

    /// A pointer goes up; `false` when the browser took it away.
    pub fn up(&mut self, id: i32, meant: bool) -> Option<Act> {
        let known = self.pointers.iter().any(|pointer| pointer.id == id);
        self.pointers.retain(|pointer| pointer.id != id);
        let purpose = self.purpose.take();
        let tapped =
            known && meant && self.strayed < TAP && purpose.is_some_and(|purpose| purpose != Purpose::Lean);
        tapped.then_some(Act::Tap(self.start))
    }
}

fn drag(purpose: Purpose, from: Spot, to: Spot) -> Act {
    let (x, y) = (to.x - from.x, to.y - from.y);
    match purpose {
        Purpose::Place => Act::Place { from, to },
        Purpose::Lean => Act::Lean { x, y },
        Purpose::Look => Act::Look { x, y },
    }
}

/// Two fingers: their middle looks round, their distance zooms.
fn pinch(before: [Spot; 2], now: [Spot; 2]) -> Vec<Act> {
    let (from, to) = (before[0].between(before[1]), now[0].between(now[1]));
    let mut acts = vec![Act::Look {
        x: to.x - from.x,
        y: to.y - from.y,
    }];
    let (wide, wider) = (before[0].apart(before[1]), now[0].apart(now[1]));
    if wide > 1.0 && wider > 1.0 {
        acts.push(Act::Zoom(wider / wide));
    }
    acts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(x: f32, y: f32) -> Spot {
        Spot { x, y }
    }

    #[test]
    fn a_short_touch_is_a_tap_and_a_long_one_a_drag_from_its_start() {
        let mut gestures = Gestures::default();
        gestures.down(1, spot(10.0, 10.0), Purpose::Place);
        assert_eq!(gestures.moved(1, spot(12.0, 10.0)), []);
        assert_eq!(gestures.up(1, true), Some(Act::Tap(spot(10.0, 10.0))));

        gestures.down(1, spot(10.0, 10.0), Purpose::Place);
        assert_eq!(gestures.moved(1, spot(14.0, 10.0)), []);
        let whole = Act::Place {
            from: spot(10.0, 10.0),
            to: spot(30.0, 10.0),
        };
        assert_eq!(gestures.moved(1, spot(30.0, 10.0)), [whole]);
        assert_eq!(gestures.up(1, true), None);
    }

    #[test]
    fn two_fingers_look_and_zoom_and_never_place() {
        let mut gestures = Gestures::default();
        gestures.down(1, spot(100.0, 100.0), Purpose::Place);
        gestures.down(2, spot(200.0, 100.0), Purpose::Place);
        let acts = gestures.moved(2, spot(300.0, 100.0));
        assert_eq!(acts, [Act::Look { x: 50.0, y: 0.0 }, Act::Zoom(2.0)]);
        assert_eq!(gestures.up(2, true), None);
        assert_eq!(
            gestures.moved(1, spot(150.0, 100.0)),
            [],
            "the finger that stays must not place"
        );
        assert_eq!(gestures.up(1, true), None);
    }

    #[test]
    fn each_purpose_has_its_act() {
        for (purpose, act) in [
            (Purpose::Lean, Act::Lean { x: 20.0, y: 5.0 }),
            (Purpose::Look, Act::Look { x: 20.0, y: 5.0 }),
        ] {
            let mut gestures = Gestures::default();
            gestures.down(7, spot(0.0, 0.0), purpose);
            assert_eq!(gestures.moved(7, spot(20.0, 5.0)), [act]);
        }
    }

    #[test]
    fn unknown_pointers_and_cancelled_touches_do_nothing() {
        let mut gestures = Gestures::default();
        assert_eq!(gestures.moved(9, spot(1.0, 1.0)), []);
        assert_eq!(gestures.up(9, true), None);
        gestures.down(1, spot(0.0, 0.0), Purpose::Look);
        assert_eq!(gestures.up(1, false), None);
        gestures.down(1, spot(0.0, 0.0), Purpose::Lean);
        assert_eq!(
            gestures.up(1, true),
            None,
            "a click with the second button is no tap"
        );
    }
}
