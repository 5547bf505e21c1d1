#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod challenge;
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

pub use challenge::{AfterHand, Challenge, ChallengeRun, ChallengeStep, near_red};
#[cfg(feature = "polarity")]
pub use draw::table_marks_svg;
pub use draw::{lights_svg, marks_svg};
pub use error::LearnError;
pub use figure::{Figure, Setup};
pub use judge::LessonJudgement;
pub use language::{LessonLanguage, Translations};
pub use lesson::{AnswerOption, Effect, Lesson, LessonTask, RefusedAttempt, Right, RightAnswer, Step, Wrong};
pub use marks::{Mark, Thing};
#[cfg(feature = "pages")]
pub use page::{Block, Inline, Page, Section};
pub use table::{
    Board, EventCondition, ExpectedEvent, Grip, Proof, Reaction, Recording, TableFigure, TableLesson,
    TableStep, TableTask, TableVerdict, Word,
};
