//! New-game form, for every kind of opponent.

pub(crate) mod fields;

use crate::frame::clock::TimeControl;
use games::GameId;
use protocol::{Clock, GuideChoice, SideChoice, TableSettings, has_assist, has_guide, has_teams};

/// The kind of clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockKind {
    /// No clock.
    #[default]
    Free,
    /// Minutes for the game and seconds for each turn.
    Minutes,
    /// Days for each move.
    Days,
    /// Seconds for each turn, by a sand timer: at one screen only.
    Sand,
}

impl ClockKind {
    /// Clocks of a game between two browsers.
    pub const ELSEWHERE: &'static [ClockKind] = &[ClockKind::Free, ClockKind::Minutes, ClockKind::Days];
    /// Clocks of a game at one screen.
    pub const HERE: &'static [ClockKind] = &[ClockKind::Free, ClockKind::Minutes, ClockKind::Sand];
}

/// The choices of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one box to tick, free of the others"
)]
pub struct GameForm {
    /// The own side.
    pub side: SideChoice,
    /// The kind of clock.
    pub pace: ClockKind,
    /// Minutes at the start.
    pub minutes: u32,
    /// Seconds added a turn.
    pub increment: u32,
    /// Days a move.
    pub days: u32,
    /// Seconds a turn of the sand timer.
    pub sand: u32,
    /// Whether two play each side.
    pub teams: bool,
    /// Whether Isometron's images are placed for both players.
    pub assist: bool,
    /// How much of Polarity's guide the table shows.
    pub guide: GuideChoice,
    /// Whether the game is rated.
    pub rated: bool,
    /// Whether everyone may watch.
    pub public: bool,
    /// Whether there is a chat.
    pub chat: bool,
    /// Whether the opponent must have about the same rating.
    pub near: bool,
}

/// Largest difference between ratings that are about the same.
const NEAR: u32 = 200;

impl GameForm {
    /// The minutes to choose from.
    pub const MINUTES: [u32; 8] = [1, 3, 5, 10, 15, 30, 60, 90];
    /// The seconds a turn to choose from.
    pub const INCREMENTS: [u32; 7] = [0, 2, 3, 5, 10, 15, 30];
    /// The days a move to choose from.
    pub const DAYS: [u32; 6] = [1, 2, 3, 5, 7, 14];

    /// The seconds of a sand timer to choose from.
    pub const SANDS: [u32; 6] = [15, 30, 60, 90, 120, 180];

    /// Defaults for a game with a friend.
    pub const FRIEND: GameForm = GameForm {
        side: SideChoice::Random,
        pace: ClockKind::Free,
        minutes: 10,
        increment: 5,
        days: 3,
        sand: 60,
        teams: false,
        assist: false,
        guide: GuideChoice::All,
        rated: false,
        public: false,
        chat: true,
        near: false,
    };
    /// Defaults for a game with a stranger.
    pub const STRANGER: GameForm = GameForm {
        pace: ClockKind::Minutes,
        public: true,
        ..GameForm::FRIEND
    };

    /// The choices that give this time at one screen.
    pub fn of_time(time: TimeControl) -> GameForm {
        let mut form = GameForm::FRIEND;
        match time {
            TimeControl::None => {}
            TimeControl::Game { base, increment } => {
                form.pace = ClockKind::Minutes;
                (form.minutes, form.increment) = (base / 60, increment);
            }
            TimeControl::Turn(seconds) => (form.pace, form.sand) = (ClockKind::Sand, seconds),
        }
        form
    }

    /// The time at one screen.
    pub const fn time(&self) -> TimeControl {
        match self.pace {
            ClockKind::Free | ClockKind::Days => TimeControl::None,
            ClockKind::Minutes => TimeControl::Game {
                base: self.minutes * 60,
                increment: self.increment,
            },
            ClockKind::Sand => TimeControl::Turn(self.sand),
        }
    }

    /// The clock of a table.
    pub const fn clock(&self) -> Clock {
        match self.pace {
            ClockKind::Free | ClockKind::Sand => Clock::None,
            ClockKind::Minutes => Clock::Fischer {
                base: self.minutes * 60,
                increment: self.increment,
            },
            ClockKind::Days => Clock::Days(self.days),
        }
    }

    /// Whether the game can be rated: it has a clock, and one player a side.
    pub fn can_be_rated(&self) -> bool {
        self.clock() != Clock::None && !self.teams
    }

    /// The settings of a table.
    pub fn settings(&self, game: GameId, variant: Option<String>) -> TableSettings {
        TableSettings {
            variant,
            clock: self.clock(),
            rated: self.rated && self.can_be_rated(),
            public: self.public,
            chat: self.chat,
            teams: self.teams && has_teams(game),
            assist: self.assist && has_assist(game),
            guide: if has_guide(game) {
                self.guide
            } else {
                GuideChoice::All
            },
            ..TableSettings::new(game)
        }
    }

    /// Largest difference of the opponent's rating; `None` for any.
    pub fn range(&self) -> Option<u32> {
        self.near.then_some(NEAR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_a_side_play_isometron_and_it_does_not_count() {
        let form = GameForm {
            teams: true,
            rated: true,
            pace: ClockKind::Minutes,
            ..GameForm::FRIEND
        };
        let settings = form.settings(GameId::Isometron, None);
        assert!(settings.teams && !settings.rated);
        assert!(settings.start().is_ok());
        assert!(!form.settings(GameId::Offboard, None).teams);
        let form = GameForm {
            assist: true,
            ..GameForm::FRIEND
        };
        assert!(form.settings(GameId::Isometron, None).assist);
        assert!(!form.settings(GameId::Polygone, None).assist);
    }

    #[test]
    fn the_guide_is_chosen_for_polarity_alone() {
        let form = GameForm {
            guide: GuideChoice::Nothing,
            ..GameForm::FRIEND
        };
        assert_eq!(form.settings(GameId::Polarity, None).guide, GuideChoice::Nothing);
        assert_eq!(form.settings(GameId::Offboard, None).guide, GuideChoice::All);
    }

    #[test]
    fn times_at_one_screen_are_chosen_and_found_again() {
        for &pace in ClockKind::HERE {
            let form = GameForm {
                pace,
                ..GameForm::FRIEND
            };
            assert_eq!(GameForm::of_time(form.time()), form);
        }
    }

    #[test]
    fn every_choice_makes_a_table() {
        for &pace in ClockKind::ELSEWHERE {
            for minutes in GameForm::MINUTES {
                for increment in GameForm::INCREMENTS {
                    for days in GameForm::DAYS {
                        let form = GameForm {
                            pace,
                            minutes,
                            increment,
                            days,
                            rated: true,
                            ..GameForm::FRIEND
                        };
                        let settings = form.settings(GameId::Offboard, None);
                        assert!(settings.start().is_ok(), "{settings:?}");
                        let clock = form.clock();
                        assert_eq!(clock.to_string().parse(), Ok(clock));
                    }
                }
            }
        }
        assert_eq!(
            GameForm {
                near: true,
                ..GameForm::STRANGER
            }
            .range(),
            Some(NEAR)
        );
    }
}
