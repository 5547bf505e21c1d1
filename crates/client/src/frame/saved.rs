//! A game as it is kept in the browser: the moves, the variant, and whom it is played against.

use super::board_game::BoardGame;
use super::clock::{ScreenClock, TimeControl};
use super::session::MoveCursor;
use super::table::SidePlayer;
use crate::opponent::{ComputerLevel, Opponent};
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

    /// The game that a page opens with, and a game that was asked for, by a level or a position, while another one is under
    /// way: it waits for the player's word. Without a level the last one stays.
    pub fn opening(
        saved: Option<Saved<G>>,
        opponent: Option<Opponent>,
        level: Option<ComputerLevel>,
        position: Option<G>,
    ) -> (Saved<G>, Option<Saved<G>>) {
        let last = saved.as_ref().and_then(|saved| saved.opponent);
        let opponent = opponent.map(|opponent| Opponent {
            level: level.or(last.map(|last| last.level)).unwrap_or(opponent.level),
            ..opponent
        });
        let fresh = Saved::new(G::Variant::default(), opponent);
        let position = position.filter(|position| position.outcome().is_none());
        let asked = match opponent.zip(position) {
            Some((opponent, position)) => Some(Saved::from_position(position, opponent)),
            None if level.is_some() && last.map(|last| last.level) != level => Some(fresh.clone()),
            None => None,
        };
        match (saved, asked) {
            (Some(saved), Some(asked)) if saved.is_under_way() => (saved, Some(asked)),
            (_, Some(asked)) => (asked, None),
            (saved, None) => (saved.unwrap_or(fresh), None),
        }
    }

    fn is_under_way(&self) -> bool {
        self.session.plies() > 0 && self.session.outcome().is_none()
    }

    /// Whether it begins with a position that was set up: a choice in the form would begin another one.
    pub fn is_set_up(&self) -> bool {
        *self.session.start() != G::start(self.variant)
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
        let more = [
            self.clock.to_text(),
            if self.assist {
                ASSIST.to_owned()
            } else {
                String::new()
            },
            if self.is_set_up() {
                self.session.start().to_string()
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

    #[test]
    fn a_game_under_way_is_replaced_only_with_the_players_word() {
        let level = ComputerLevel::new(7);
        let mut mine = Saved::<offboard::Position>::new(
            rules::Standard,
            Some(Opponent {
                level: level.unwrap(),
                ..Opponent::new(1)
            }),
        );
        let opening = |saved: &Saved<offboard::Position>, level, position| {
            Saved::opening(Some(saved.clone()), Some(Opponent::new(2)), level, position)
        };
        let position: offboard::Position = "5/6/7/8/1rry5/8/7/6/r3y y ------------ -".parse().unwrap();
        let (shown, offered) = opening(&mine, None, Some(position));
        assert_eq!(
            (shown.session.start(), offered),
            (&position, None),
            "no move would be lost"
        );
        assert_eq!(
            shown.opponent.map(|opponent| opponent.level),
            level,
            "the last one"
        );
        mine.session
            .play(mine.session.position().legal_moves()[0])
            .unwrap();
        let (shown, offered) = opening(&mine, None, Some(position));
        assert_eq!((&shown, offered.unwrap().session.start()), (&mine, &position));
        let (shown, offered) = opening(&mine, ComputerLevel::new(2), None);
        assert_eq!((&shown, offered.unwrap().session.plies()), (&mine, 0));
        assert_eq!(opening(&mine, level, None), (mine.clone(), None));
        assert_eq!(opening(&mine, None, None), (mine, None));
    }

    use rules::Variant;
}
