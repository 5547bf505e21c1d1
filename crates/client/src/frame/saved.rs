//! A game as it is kept in the browser: the moves, the variant, and whom it is played against.

use super::board_game::BoardGame;
use super::clock::{ScreenClock, TimeControl};
use super::session::MoveCursor;
use super::table::SidePlayer;
use crate::opponent::Opponent;
use rules::Game;

/// A game that is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved<G: Game> {
    /// Its moves.
    pub session: MoveCursor<G>,
    /// How it began.
    pub variant: G::Variant,
    /// The computer, in a game against it.
    pub opponent: Option<Opponent>,
    /// The clock.
    pub clock: ScreenClock,
    /// Whether moves that the rules demand are played for both.
    pub assist: bool,
}

/// The line of a game with assist.
const ASSIST: &str = "assist";

impl<G: BoardGame> Saved<G> {
    /// A game that begins.
    pub fn new(variant: G::Variant, opponent: Option<Opponent>) -> Saved<G> {
        Saved {
            session: MoveCursor::new(G::start(variant)),
            variant,
            opponent,
            clock: ScreenClock::new(TimeControl::None),
            assist: false,
        }
    }

    /// A game against the computer from a position that was set up, with the person to move.
    pub fn from_position(position: G, opponent: Opponent) -> Saved<G> {
        Saved {
            session: MoveCursor::new(position),
            variant: G::Variant::default(),
            opponent: Some(Opponent {
                person: position.turn(),
                ..opponent
            }),
            clock: ScreenClock::new(TimeControl::None),
            assist: false,
        }
    }

    /// Players by side.
    pub fn seats(&self) -> [SidePlayer; 2] {
        let mut seats = [SidePlayer::Person; 2];
        if let Some(opponent) = self.opponent {
            seats[!opponent.person] = SidePlayer::Computer;
        }
        seats
    }

    /// Lines: the session, the variant, the opponent; then, as far as they are needed, the clock, the assist, and the first
    /// position if it was set up.
    pub fn to_text(&self) -> String {
        let opponent = self.opponent.map(Opponent::to_text).unwrap_or_default();
        let mut text = format!("{}\n{}\n{opponent}", self.session.to_text(), self.variant);
        let start = *self.session.start();
        let is_set_up = start != G::start(self.variant);
        let more = [
            self.clock.to_text(),
            if self.assist {
                ASSIST.to_owned()
            } else {
                String::new()
            },
            if is_set_up {
                start.to_string()
            } else {
                String::new()
            },
        ];
        let needed = more
            .iter()
            .rposition(|line| !line.is_empty())
            .map_or(0, |last| last + 1);
        for line in &more[..needed] {
            text.push('\n');
            text.push_str(line);
        }
        text
    }

    /// Reads [`to_text`](Self::to_text); what is left out is the usual.
    pub fn from_text(text: &str) -> Option<Saved<G>> {
        let mut lines = text.lines();
        let moves = lines.next()?;
        let variant = match lines.next() {
            Some(variant) => variant.parse().ok()?,
            None => G::Variant::default(),
        };
        let opponent = match lines.next() {
            None | Some("") => None,
            Some(opponent) => Some(Opponent::from_text(opponent)?),
        };
        let clock = ScreenClock::from_text(lines.next().unwrap_or_default())?;
        let assist = lines.next() == Some(ASSIST);
        let start = match lines.next() {
            None => G::start(variant),
            Some(start) => start.parse().ok()?,
        };
        Some(Saved {
            session: MoveCursor::from_text(start, moves)?,
            variant,
            opponent,
            clock,
            assist,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponent::ComputerLevel;
    use rules::Side;

    #[test]
    fn a_kept_game_is_read_back() {
        let opponent = Opponent {
            level: ComputerLevel::new(7).unwrap(),
            person: Side::Second,
            seed: 99,
        };
        for variant in isometron::Symmetry::ALL {
            let mut saved = Saved::<isometron::Position>::new(*variant, Some(opponent));
            saved.clock = ScreenClock::new(TimeControl::Turn(45));
            saved.assist = *variant == isometron::Symmetry::Central;
            let mv = saved.session.position().legal_moves()[5];
            saved.session.play(mv).unwrap();
            assert_eq!(Saved::from_text(&saved.to_text()), Some(saved.clone()));
            assert_eq!(saved.seats(), [SidePlayer::Computer, SidePlayer::Person]);
        }
    }

    #[test]
    fn a_game_from_a_set_up_position_is_read_back() {
        let position: isometron::Position = "8/8/8/8/8/8/8/8 central b - 0 3-5".parse().unwrap();
        let mut saved = Saved::from_position(position, Opponent::new(7));
        assert_eq!(saved.seats(), [SidePlayer::Computer, SidePlayer::Person]);
        let mv = saved.session.position().legal_moves()[0];
        saved.session.play(mv).unwrap();
        assert_eq!(Saved::from_text(&saved.to_text()), Some(saved.clone()));
        saved.clock = ScreenClock::new(TimeControl::Turn(45));
        assert_eq!(Saved::from_text(&saved.to_text()), Some(saved));
    }

    #[test]
    fn what_is_left_out_is_the_usual_and_nonsense_is_no_game() {
        let saved = Saved::<offboard::Position>::from_text("1 a5b5").unwrap();
        assert_eq!((saved.opponent, saved.session.plies()), (None, 1));
        let mut assisted = Saved::<isometron::Position>::new(isometron::Symmetry::Axial, None);
        assisted.assist = true;
        assert_eq!(Saved::from_text(&assisted.to_text()), Some(assisted));
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
