//! Figures and lessons on Polarity's table: recorded hands, and a learner's own hand judged by its events.

mod events;
mod read;

pub use events::{EventCondition, ExpectedEvent, Word};

use crate::error::LearnError;
use crate::language::Translations;
use crate::lesson::AnswerOption;
use crate::marks::Mark;

/// The mat at the beginning of a figure or a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// The start of a game, of the usual variant or of a named one.
    Start(Option<String>),
    /// A position's text.
    Position(String),
    /// A recording's position, with its hand shown in a loop.
    Scenario(String),
    /// A recording's position.
    Before(String),
    /// The position that a recorded hand leads to.
    After(String),
}

/// A recorded movement of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// A sentence in English.
    pub title: String,
    /// The position before it.
    pub position: String,
    /// The move with the hand's trace.
    pub mv: String,
}

/// A live picture of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFigure {
    /// The mat.
    pub board: Board,
    /// Marks on it.
    pub marks: Vec<Mark>,
}

/// A lesson of about two minutes on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLesson {
    /// Its title.
    pub title: Translations,
    /// Told when nothing else fits.
    pub other: Translations,
    /// Said at the end.
    pub done: Translations,
    /// The steps in their order.
    pub steps: Vec<TableStep>,
}

/// One task on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableStep {
    /// Its name within the lesson.
    pub name: String,
    /// Its line in the file.
    pub line: usize,
    /// The mat.
    pub board: Board,
    /// Marks on it.
    pub marks: Vec<Mark>,
    /// How the learner moves the hand.
    pub grip: Grip,
    /// The text of the task.
    pub say: Translations,
    /// The task.
    pub task: TableTask,
}

/// How a learner moves the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grip {
    /// The table leads it.
    #[default]
    Led,
    /// Freely, with height and tilt.
    Free,
}

/// The learner's task in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableTask {
    /// Looks, and goes on when ready.
    Look,
    /// Chooses an answer to a question.
    Choose(Vec<AnswerOption>),
    /// Moves the hand; the first reaction that fits counts.
    Hand(Vec<Reaction>),
}

/// A text for the learner after certain events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reaction {
    /// Whether the step is done.
    pub is_right: bool,
    /// The events that must have happened.
    pub what: EventCondition,
    /// A move that leads to it.
    pub proof: Option<Proof>,
    /// Keys that lead to it from the step's position: `w ArrowUp*3 wait Enter`.
    pub keys: Option<String>,
    /// The result of the game then.
    pub ends: Option<String>,
    /// Told to the learner.
    pub text: Translations,
}

/// A move that shows a reaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The name of a recording.
    Shown(String),
    /// A move without a hand, from the step's position.
    Move(String),
}

/// The judgement of a movement of the learner's hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableVerdict<'a> {
    /// A reaction of the step or of the common ones.
    Reaction(&'a Reaction),
    /// Nothing fits.
    Other(&'a Translations),
}

impl TableLesson {
    /// Judges what happened in a step; `outcomes` are the reactions common to all lessons.
    pub fn judge<'a>(
        &'a self,
        step: &'a TableStep,
        outcomes: &'a [Reaction],
        happened: &[ExpectedEvent],
    ) -> TableVerdict<'a> {
        let own: &[Reaction] = match &step.task {
            TableTask::Hand(reactions) => reactions,
            TableTask::Look | TableTask::Choose(_) => &[],
        };
        let mut reactions = own.iter().chain(outcomes);
        match reactions.find(|reaction| reaction.what.fits(happened)) {
            Some(reaction) => TableVerdict::Reaction(reaction),
            None => TableVerdict::Other(&self.other),
        }
    }
}

impl TableStep {
    /// The move that shows a right answer, for a learner who gives up.
    pub fn solution(&self) -> Option<&Proof> {
        let TableTask::Hand(reactions) = &self.task else {
            return None;
        };
        let mut right = reactions.iter().filter(|reaction| reaction.is_right);
        right.find_map(|reaction| reaction.proof.as_ref())
    }
}

impl Recording {
    /// Reads a recording: title, position, move, then the referee's words.
    pub fn parse(file: &str, text: &str) -> Result<Recording, LearnError> {
        let mut lines = text.lines();
        let mut line = |number, expected: &str| {
            let line = lines.next().filter(|line| !line.is_empty());
            line.map(str::to_owned)
                .ok_or_else(|| LearnError::new(file, number, expected, "nothing"))
        };
        Ok(Recording {
            title: line(1, "a title")?,
            position: line(2, "a position")?,
            mv: line(3, "a move")?,
        })
    }
}

#[cfg(feature = "polarity")]
impl Recording {
    /// The game after the recorded hand.
    pub fn play(&self) -> Result<polarity::Match, String> {
        let mut game = game(&self.position)?;
        game.play(&self.mv).map_err(|error| error.to_string())?;
        Ok(game)
    }
}

#[cfg(feature = "polarity")]
fn game(position: &str) -> Result<polarity::Match, String> {
    let position = position
        .parse()
        .map_err(|error: rules::TextError| error.to_string())?;
    Ok(polarity::Match::from_position(position))
}

#[cfg(feature = "polarity")]
impl Board {
    /// The position on the mat; `find` gives the recording of a name.
    pub fn position(
        &self,
        find: impl FnOnce(&str) -> Result<Recording, String>,
    ) -> Result<polarity::Position, String> {
        let game = match self {
            Board::Start(variant) => {
                let variant = variant.as_deref().map(str::parse).transpose();
                let variant = variant.map_err(|error: rules::TextError| error.to_string())?;
                polarity::Match::start(variant.unwrap_or_default())
            }
            Board::Position(text) => game(text)?,
            Board::Scenario(name) | Board::Before(name) => game(&find(name)?.position)?,
            Board::After(name) => find(name)?.play()?,
        };
        Ok(game.position().clone())
    }
}
