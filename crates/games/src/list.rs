//! The list.

use drawing::Draw;
use isometron_engine::Isometron;
use rules::{Game, History, TextError, Variant, text};
use search::{AlphaBeta, Engine, Offboard, Polygone};
use std::fmt;
use std::str::FromStr;

/// Work that is written once for all board games, and compiled for each.
pub trait Visitor {
    /// The result.
    type Output;

    /// Runs it for the game of the engine `E`.
    fn visit<E: Engine<Game: Draw>>(self) -> Self::Output;
}

/// Work on a game under way that is written once for all board games, and compiled for each.
pub trait HistoryVisitor {
    /// The result.
    type Output;

    /// Runs it for a game of the engine `E`.
    fn visit<E: Engine<Game: Draw>>(self, history: &History<E::Game>) -> Self::Output;
}

macro_rules! games {
    ($($name:ident: $position:ty, $engine:ty;)+) => {
        /// One of the games with a board and countable moves.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum BoardId {
            $(#[doc = concat!("The game of [`", stringify!($position), "`].")] $name,)+
        }

        impl BoardId {
            /// Every board game.
            pub const ALL: &'static [BoardId] = &[$(BoardId::$name,)+];

            /// The name in commands, records and addresses.
            pub const fn name(self) -> &'static str {
                match self {
                    $(BoardId::$name => <$position as Game>::NAME,)+
                }
            }

            /// Runs `work` for this game.
            pub fn visit<V: Visitor>(self, work: V) -> V::Output {
                match self {
                    $(BoardId::$name => work.visit::<$engine>(),)+
                }
            }
        }

        impl From<BoardId> for GameId {
            fn from(id: BoardId) -> GameId {
                match id {
                    $(BoardId::$name => GameId::$name,)+
                }
            }
        }

        /// One of the games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum GameId {
            $(#[doc = concat!("The game of [`", stringify!($position), "`].")] $name,)+
            /// The game of magnets, which is played by hand. Without the feature of its name it has an id, and cannot be
            /// played.
            Polarity,
        }

        impl GameId {
            /// Every game.
            pub const ALL: &'static [GameId] = &[
                $(GameId::$name,)+
                GameId::Polarity,
            ];

            /// The board game it is; Polarity is none.
            pub const fn board(self) -> Option<BoardId> {
                match self {
                    $(GameId::$name => Some(BoardId::$name),)+
                    GameId::Polarity => None,
                }
            }

            /// The name in commands, records and addresses.
            pub const fn name(self) -> &'static str {
                match self.board() {
                    Some(board) => board.name(),
                    None => "polarity",
                }
            }

            /// The name in headings.
            pub const fn title(self) -> &'static str {
                match self {
                    $(GameId::$name => stringify!($name),)+
                    GameId::Polarity => "Polarity",
                }
            }
        }

        impl GameId {
            /// The names of its variants, the usual one first.
            pub fn variants(self) -> Vec<String> {
                match self {
                    $(GameId::$name => names::<<$position as Game>::Variant>(),)+
                    #[cfg(feature = "polarity")]
                    GameId::Polarity => names::<polarity::StartVariant>(),
                    #[cfg(not(feature = "polarity"))]
                    GameId::Polarity => Vec::new(),
                }
            }
        }

        /// A game in progress.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum AnyGame {
            $(#[doc = concat!("A game of [`", stringify!($position), "`].")] $name(History<$position>),)+
            /// A game of Polarity.
            #[cfg(feature = "polarity")]
            Polarity(polarity::Match),
        }

        impl AnyGame {
            pub(crate) fn at(id: GameId, position: &str) -> Result<AnyGame, TextError> {
                Ok(match id {
                    $(GameId::$name => AnyGame::$name(History::new(position.parse()?)),)+
                    #[cfg(feature = "polarity")]
                    GameId::Polarity => AnyGame::Polarity(polarity::Match::from_position(position.parse()?)),
                    #[cfg(not(feature = "polarity"))]
                    GameId::Polarity => return Err(not_here(id)),
                })
            }

            pub(crate) fn first(id: GameId, variant: Option<&str>) -> Result<AnyGame, TextError> {
                Ok(match id {
                    $(GameId::$name => {
                        let variant = variant.map(str::parse).transpose()?.unwrap_or_default();
                        AnyGame::$name(History::new(<$position>::start(variant)))
                    })+
                    #[cfg(feature = "polarity")]
                    GameId::Polarity => {
                        let variant = variant.map(str::parse).transpose()?.unwrap_or_default();
                        AnyGame::Polarity(polarity::Match::start(variant))
                    }
                    #[cfg(not(feature = "polarity"))]
                    GameId::Polarity => return Err(not_here(id)),
                })
            }
        }

        impl AnyGame {
            /// Runs `work` for this game, if it is a board game.
            pub fn visit<V: HistoryVisitor>(&self, work: V) -> Option<V::Output> {
                match self {
                    $(AnyGame::$name(history) => Some(work.visit::<$engine>(history)),)+
                    #[cfg(feature = "polarity")]
                    AnyGame::Polarity(_) => None,
                }
            }
        }

        /// Evaluates an expression over the history of a board game, or another over Polarity's match.
        macro_rules! with_game {
            ($game:expr, $history:ident => $value:expr, $by_hand:pat => $other:expr) => {
                match $game {
                    $(AnyGame::$name($history) => $value,)+
                    #[cfg(feature = "polarity")]
                    AnyGame::Polarity($by_hand) => $other,
                }
            };
        }
        pub(crate) use with_game;
    };
}

games! {
    Offboard: offboard::Position, AlphaBeta<Offboard>;
    Polygone: polygone::Position, AlphaBeta<Polygone>;
    Isometron: isometron::Position, Isometron;
}

fn names<V: Variant>() -> Vec<String> {
    V::ALL.iter().map(ToString::to_string).collect()
}

/// The error for a game that this program was built without.
#[cfg(not(feature = "polarity"))]
fn not_here(id: GameId) -> TextError {
    let all: Vec<&str> = BoardId::ALL.iter().map(|board| board.name()).collect();
    TextError::at("game", id.name(), 0, all.join(" or "))
}

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for BoardId {
    type Err = TextError;

    fn from_str(name: &str) -> Result<BoardId, TextError> {
        text::choice("game", name, BoardId::ALL)
    }
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
