//! Offboard at one screen: its state, its words and its views.

mod board;
pub mod cursor;
pub mod hand;
pub(crate) mod page;
pub mod speech;
pub mod table;
pub mod turn;
