//! The errors of a hand: place, tilt, turn, speed, and letting go too early.

use super::Thought;
use super::free_space::apart;
use super::target::Aim;
use crate::disc_pose::centre;

/// How far a hand errs: standard deviations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    /// In tenths of a millimetre, along both axes.
    pub(super) place: u16,
    /// In tenths of a degree.
    pub(super) tilt: u16,
    /// The way it faces, in tenths of a degree.
    pub(super) turn: u16,
    /// How many samples too early it lets go.
    pub(super) early: u16,
    /// How far it comes down in a sample near the mat, in tenths of a millimetre.
    pub(super) speed: i16,
    /// After how many ticks it reacts to what it sees.
    pub(super) reaction: u32,
}

/// Discs nearer than this crowd a hand, in centimetres.
const CROWDING: f64 = 7.0;
/// Each of them makes its errors greater by this share, in hundredths.
const BY_EACH: u64 = 5;

impl Thought<'_> {
    /// An error with a standard deviation of `deviation`, at most three times as large.
    pub(super) fn error(&mut self, deviation: u16) -> i16 {
        (0..3).map(|_| self.about(deviation)).sum()
    }

    /// The pose that the hand reaches when it aims: it errs more among many discs.
    pub(super) fn missed(&mut self, aim: Aim) -> Aim {
        let discs = self.position.scene().discs().iter();
        let near = |at: [f64; 3]| apart(aim.place(), [at[0], at[1]]) < CROWDING;
        let near = discs.filter(|placed| near(centre(placed))).count() as u64;
        let crowded = |error: u16| (u64::from(error) * (100 + BY_EACH * near) / 100) as u16;
        let hand = self.hand;
        Aim {
            x: aim.x.saturating_add(self.error(crowded(hand.place))),
            y: aim.y.saturating_add(self.error(crowded(hand.place))),
            tilt: aim
                .tilt
                .saturating_add(self.error(crowded(hand.tilt)))
                .clamp(0, 900),
            heading: (aim.heading + self.error(crowded(hand.turn))).rem_euclid(3600),
            early: self.error(hand.early).unsigned_abs(),
            speed: hand.speed,
            ..aim
        }
    }

    /// The same for a disc that lies flat on the mat before it is let go: only the place is missed.
    pub(super) fn missed_flat(&mut self, aim: Aim) -> Aim {
        Aim {
            tilt: 0,
            heading: aim.heading,
            early: 0,
            ..self.missed(aim)
        }
    }
}
