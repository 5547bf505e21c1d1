#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod draw;
mod error;
mod figure;
mod judge;
mod language;
mod lesson;
mod lines;
mod marks;
#[cfg(feature = "pages")]
mod page;
mod score;
mod table;

pub use draw::marks_svg;
#[cfg(feature = "polarity")]
pub use draw::table_marks_svg;
pub use error::LearnError;
pub use figure::{Figure, Setup};
pub use judge::Verdict;
pub use language::{Language, Texts};
pub use lesson::{Answer, Choice, Effect, Lesson, Refused, Right, Step, Task, Wrong};
pub use marks::{Mark, Thing};
#[cfg(feature = "pages")]
pub use page::{Block, Inline, Page, Section};
pub use table::{
    Board, Event, Grip, Proof, Reaction, Recording, TableFigure, TableLesson, TableStep, TableTask,
    TableVerdict, What, Word,
};
