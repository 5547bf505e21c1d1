//! The 1 € filter (Casiez, Roussel, Vogel 2012) for a pointer: it smooths slow movements and follows fast ones.

use std::f32::consts::TAU;

/// The cut-off of a pointer at rest, in hertz.
const AT_REST: f32 = 1.5;
/// Growth of the cut-off with speed, in hertz per centimetre a second.
const WITH_SPEED: f32 = 0.6;
/// The cut-off of the speed itself, in hertz.
const OF_SPEED: f32 = 1.0;

/// A filtered place on the mat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Filter {
    last: Option<Last>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Last {
    place: [f32; 2],
    speed: [f32; 2],
    milliseconds: f64,
}

/// Weight of a new sample in a low-pass filter.
fn share(cut_off: f32, seconds: f32) -> f32 {
    let time = 1.0 / (TAU * cut_off);
    1.0 / (1.0 + time / seconds)
}

impl Filter {
    /// The last filtered place.
    pub fn place(&self) -> Option<[f32; 2]> {
        self.last.map(|last| last.place)
    }

    /// Speed of the pointer, in centimetres a second.
    pub fn speed(&self) -> f32 {
        self.last.map_or(0.0, |last| last.speed[0].hypot(last.speed[1]))
    }

    /// Adds a sample of the pointer's place, and returns the filtered place.
    pub fn pass(&mut self, (x, y): (f32, f32), milliseconds: f64) -> (f32, f32) {
        let raw = [x, y];
        let Some(last) = self.last else {
            self.last = Some(Last {
                place: raw,
                speed: [0.0; 2],
                milliseconds,
            });
            return (x, y);
        };
        let seconds = ((milliseconds - last.milliseconds) as f32 / 1000.0).max(0.001);
        let towards = |from: f32, to: f32, share: f32| from + (to - from) * share;
        let fresh = [0, 1].map(|k| (raw[k] - last.place[k]) / seconds);
        let speed = [0, 1].map(|k| towards(last.speed[k], fresh[k], share(OF_SPEED, seconds)));
        let cut_off = AT_REST + WITH_SPEED * speed[0].hypot(speed[1]);
        let place = [0, 1].map(|k| towards(last.place[k], raw[k], share(cut_off, seconds)));
        self.last = Some(Last {
            place,
            speed,
            milliseconds,
        });
        (place[0], place[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trembling_pointer_at_rest_is_calm() {
        let mut filter = Filter::default();
        let mut most: f32 = 0.0;
        for step in 0..200 {
            let tremor = if step % 2 == 0 { 0.2 } else { -0.2 };
            let (x, _) = filter.pass((5.0 + tremor, 0.0), f64::from(step) * 16.0);
            if step > 50 {
                most = most.max((x - 5.0).abs());
            }
        }
        assert!(most < 0.06, "{most}");
    }

    #[test]
    fn a_quick_pointer_is_followed() {
        let mut filter = Filter::default();
        let mut reached = 0.0;
        for step in 0..30 {
            reached = filter.pass((step as f32, 0.0), f64::from(step) * 16.0).0;
        }
        assert!(reached > 28.0, "{reached}");
    }
}
