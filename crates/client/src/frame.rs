//! The frame that every flat board plugs into: one page for all of them.
//!
//! A game implements [`BoardGame`]; everything round its board is here.

pub(crate) mod board_frame;
pub mod board_game;
pub mod clock;
pub(crate) mod controller;
pub(crate) mod moves;
pub(crate) mod page;
pub(crate) mod panels;
pub(crate) mod pointers;
pub mod saved;
pub mod session;
mod setup;
pub mod table;
pub mod view_model;
mod viewport;

pub use board_game::{BoardGame, Control, Key, Keyed};
pub use table::BoardTable;

use crate::language::Messages;
use leptos::prelude::{Memo, RwSignal};

/// The table as the views share it.
pub type TableSignal<G> = RwSignal<BoardTable<G>>;
/// The texts in the language of the page.
pub type Texts = Memo<Messages>;
