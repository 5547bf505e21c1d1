//! The list.

use drawing::Draw;
use rules::{Game, History, TextError, text};
use search::EngineGame;
use std::fmt;
use std::str::FromStr;

/// Work that is written once for all games, and compiled for each.
pub trait Visitor {
    /// What it gives back.
    type Output;

    /// Does it for the game `G`.
    fn visit<G: Draw + EngineGame>(self) -> Self::Output;
}

macro_rules! games {
    ($($name:ident: $position:ty,)+) => {
        /// One of the games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum GameId {
            $(#[doc = concat!("The game of [`", stringify!($position), "`].")] $name,)+
        }

        impl GameId {
            /// Every game.
            pub const ALL: &'static [GameId] = &[$(GameId::$name,)+];

            /// The name in commands, records and addresses.
            pub const fn name(self) -> &'static str {
                match self {
                    $(GameId::$name => <$position as Game>::NAME,)+
                }
            }

            /// Does `work` for this game.
            pub fn visit<V: Visitor>(self, work: V) -> V::Output {
                match self {
                    $(GameId::$name => work.visit::<$position>(),)+
                }
            }
        }

        /// A game under way, whichever it is.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum AnyGame {
            $(#[doc = concat!("A game of [`", stringify!($position), "`].")] $name(History<$position>),)+
        }

        impl AnyGame {
            pub(crate) fn at(id: GameId, position: &str) -> Result<AnyGame, TextError> {
                Ok(match id {
                    $(GameId::$name => AnyGame::$name(History::new(position.parse()?)),)+
                })
            }

            pub(crate) fn first(id: GameId, variant: Option<&str>) -> Result<AnyGame, TextError> {
                Ok(match id {
                    $(GameId::$name => {
                        let variant = variant.map(str::parse).transpose()?.unwrap_or_default();
                        AnyGame::$name(History::new(<$position>::start(variant)))
                    })+
                })
            }
        }

        /// Evaluates an expression over the history of whichever game it is.
        macro_rules! with_history {
            ($game:expr, $history:ident => $value:expr) => {
                match $game {
                    $(AnyGame::$name($history) => $value,)+
                }
            };
        }
        pub(crate) use with_history;
    };
}

games! {
    Offboard: offboard::Position,
    Polygone: polygone::Position,
    Isometron: isometron::Position,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for GameId {
    type Err = TextError;

    fn from_str(name: &str) -> Result<GameId, TextError> {
        text::choice("game", name, GameId::ALL)
    }
}
