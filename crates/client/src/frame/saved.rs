//! A game as it is kept in the browser: the moves, the variant, and whom it is played against.

use super::board_game::BoardGame;
use super::clock::{ScreenClock, TimeControl};
use super::session::Session;
use super::table::Seat;
use crate::rival::Rival;
use rules::Game;

/// A game that is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved<G: Game> {
    /// Its moves.
    pub session: Session<G>,
    /// How it began.
    pub variant: G::Variant,
    /// The computer as the opponent, if it is.
    pub rival: Option<Rival>,
    /// The clock.
    pub clock: ScreenClock,
}

impl<G: BoardGame> Saved<G> {
    /// A game that begins.
    pub fn new(variant: G::Variant, rival: Option<Rival>) -> Saved<G> {
        Saved {
            session: Session::new(G::start(variant)),
            variant,
            rival,
            clock: ScreenClock::new(TimeControl::None),
        }
    }

    /// Who sits where.
    pub fn seats(&self) -> [Seat; 2] {
        let mut seats = [Seat::Person; 2];
        if let Some(rival) = self.rival {
            seats[!rival.person] = Seat::Computer;
        }
        seats
    }

    /// Lines: the session, the variant, the opponent, and the clock, if there is one.
    pub fn to_text(&self) -> String {
        let rival = self.rival.map(Rival::to_text).unwrap_or_default();
        let text = format!("{}\n{}\n{rival}", self.session.to_text(), self.variant);
        match self.clock.to_text().as_str() {
            "" => text,
            clock => format!("{text}\n{clock}"),
        }
    }

    /// Reads [`to_text`](Self::to_text); what is left out is the usual.
    pub fn from_text(text: &str) -> Option<Saved<G>> {
        let mut lines = text.lines();
        let moves = lines.next()?;
        let variant = match lines.next() {
            Some(variant) => variant.parse().ok()?,
            None => G::Variant::default(),
        };
        let rival = match lines.next() {
            None | Some("") => None,
            Some(rival) => Some(Rival::from_text(rival)?),
        };
        let clock = ScreenClock::from_text(lines.next().unwrap_or_default())?;
        Some(Saved {
            session: Session::from_text(G::start(variant), moves)?,
            variant,
            rival,
            clock,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rival::Level;
    use rules::Side;

    #[test]
    fn a_kept_game_is_read_back() {
        let rival = Rival {
            level: Level::new(7).unwrap(),
            person: Side::Second,
            seed: 99,
        };
        for variant in isometron::Symmetry::ALL {
            let mut saved = Saved::<isometron::Position>::new(*variant, Some(rival));
            saved.clock = ScreenClock::new(TimeControl::Turn(45));
            let mv = saved.session.position().legal_moves()[5];
            saved.session.play(mv).unwrap();
            assert_eq!(Saved::from_text(&saved.to_text()), Some(saved.clone()));
            assert_eq!(saved.seats(), [Seat::Computer, Seat::Person]);
        }
    }

    #[test]
    fn what_is_left_out_is_the_usual_and_nonsense_is_no_game() {
        let saved = Saved::<offboard::Position>::from_text("1 a5b5").unwrap();
        assert_eq!((saved.rival, saved.session.plies()), (None, 1));
        for text in [
            "",
            "1",
            "0\nodd",
            "0\nstandard\ncomputer",
            "0\nstandard\n11 first 3",
        ] {
            assert_eq!(Saved::<offboard::Position>::from_text(text), None, "{text:?}");
        }
    }

    use rules::Variant;
}
