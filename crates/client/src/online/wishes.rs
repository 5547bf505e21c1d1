//! What is chosen before a game with somebody elsewhere.

use games::GameId;
use protocol::{Clock, SideChoice, TableSettings};

/// The kind of clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// None.
    #[default]
    Free,
    /// Minutes for the game and seconds for each turn.
    Minutes,
    /// Days for each move.
    Days,
}

/// The choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one box to tick, free of the others"
)]
pub struct Wishes {
    /// The own side.
    pub side: SideChoice,
    /// The kind of clock.
    pub pace: Pace,
    /// Minutes at the start.
    pub minutes: u32,
    /// Seconds added a turn.
    pub increment: u32,
    /// Days a move.
    pub days: u32,
    /// Whether it counts.
    pub rated: bool,
    /// Whether everyone may watch.
    pub public: bool,
    /// Whether there is a chat.
    pub chat: bool,
    /// Whether only somebody of about the same strength is looked for.
    pub near: bool,
}

/// How far ratings may be apart that are about the same.
const NEAR: u32 = 200;

impl Wishes {
    /// The minutes to choose from.
    pub const MINUTES: [u32; 8] = [1, 3, 5, 10, 15, 30, 60, 90];
    /// The seconds a turn to choose from.
    pub const INCREMENTS: [u32; 7] = [0, 2, 3, 5, 10, 15, 30];
    /// The days a move to choose from.
    pub const DAYS: [u32; 6] = [1, 2, 3, 5, 7, 14];

    /// What is usual with a friend.
    pub const FRIEND: Wishes = Wishes {
        side: SideChoice::Random,
        pace: Pace::Free,
        minutes: 10,
        increment: 5,
        days: 3,
        rated: false,
        public: false,
        chat: true,
        near: false,
    };
    /// What is usual with somebody unknown.
    pub const STRANGER: Wishes = Wishes {
        pace: Pace::Minutes,
        public: true,
        ..Wishes::FRIEND
    };

    /// The clock.
    pub const fn clock(&self) -> Clock {
        match self.pace {
            Pace::Free => Clock::None,
            Pace::Minutes => Clock::Fischer {
                base: self.minutes * 60,
                increment: self.increment,
            },
            Pace::Days => Clock::Days(self.days),
        }
    }

    /// The settings of a table. Without a clock nothing is rated.
    pub fn settings(&self, game: GameId, variant: Option<String>) -> TableSettings {
        TableSettings {
            variant,
            clock: self.clock(),
            rated: self.rated && self.pace != Pace::Free,
            public: self.public,
            chat: self.chat,
            ..TableSettings::new(game)
        }
    }

    /// How far the other's rating may be away.
    pub fn range(&self) -> Option<u32> {
        self.near.then_some(NEAR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_makes_a_table() {
        for pace in [Pace::Free, Pace::Minutes, Pace::Days] {
            for minutes in Wishes::MINUTES {
                for increment in Wishes::INCREMENTS {
                    for days in Wishes::DAYS {
                        let wishes = Wishes {
                            pace,
                            minutes,
                            increment,
                            days,
                            rated: true,
                            ..Wishes::FRIEND
                        };
                        let settings = wishes.settings(GameId::Offboard, None);
                        assert!(settings.start().is_ok(), "{settings:?}");
                        let clock = wishes.clock();
                        assert_eq!(clock.to_string().parse(), Ok(clock));
                    }
                }
            }
        }
        assert_eq!(
            Wishes {
                near: true,
                ..Wishes::STRANGER
            }
            .range(),
            Some(NEAR)
        );
    }
}
