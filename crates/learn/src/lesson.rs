//! Lessons: steps with tasks, answers and what each answer is told.

pub(crate) mod read;

use crate::figure::Setup;
use crate::language::Translations;
use crate::marks::Mark;
use games::GameId;

/// A lesson of about two minutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The game it teaches.
    pub game: GameId,
    /// Its title.
    pub title: Translations,
    /// Told after a legal move that a step does not list.
    pub other: Translations,
    /// Said at the end.
    pub done: Translations,
    /// The steps; the first one begins.
    pub steps: Vec<Step>,
}

/// One task on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its name within the lesson.
    pub name: String,
    /// Its line in the file.
    pub line: usize,
    /// The board; `None` goes on from the last answer.
    pub setup: Option<Setup>,
    /// Moves shown in a loop before the task.
    pub play: Vec<String>,
    /// Marks on the board.
    pub marks: Vec<Mark>,
    /// The text of the task.
    pub say: Translations,
    /// The task.
    pub task: LessonTask,
    /// Told after a legal move that is not listed, instead of the lesson's own text.
    pub other: Option<Translations>,
    /// The step after a look or a choice: its index, or `None` at the end.
    pub next: Option<usize>,
}

/// The learner's task in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonTask {
    /// Looks, and goes on when ready.
    Look,
    /// Chooses an answer to a question.
    Choose(Vec<AnswerOption>),
    /// Moves on the board.
    Move {
        /// Right answers; the first that fits counts.
        right: Vec<Right>,
        /// Legal moves with a text of their own.
        wrong: Vec<Wrong>,
        /// Attempts that the rules refuse, with a text of their own.
        refused: Vec<RefusedAttempt>,
    },
}

/// One of the answers to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerOption {
    /// Whether it is right.
    pub is_right: bool,
    /// The text on the button.
    pub option: Translations,
    /// Told to who chooses it.
    pub answer: Translations,
}

/// A right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Right {
    /// The moves it covers.
    pub answer: RightAnswer,
    /// The effect that each of them has.
    pub effect: Effect,
    /// Told to the learner.
    pub text: Option<Translations>,
    /// Moves played then: the other side's, and the learner's where one is forced.
    pub replies: Vec<String>,
    /// The next step's index, or `None` at the end.
    pub next: Option<usize>,
}

/// The moves of a right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RightAnswer {
    /// Just these.
    Moves(Vec<String>),
    /// Every legal move.
    Any,
    /// Every move that gains at least so many points or segments.
    Gains(u32),
    /// Every move that wins.
    Wins,
}

/// The effect of a move, as far as the lesson names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Points or segments of the mover.
    pub gains: Option<u32>,
    /// Points or segments of the other side.
    pub loses: Option<u32>,
    /// The result of the game: `red wins by points`.
    pub ends: Option<String>,
    /// A piece of the position's text after the move.
    pub reaches: Option<String>,
}

/// A legal move that misses the point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The moves.
    pub moves: Vec<String>,
    /// The effect that each of them has.
    pub effect: Effect,
    /// Told to the learner.
    pub text: Translations,
}

/// An attempt that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedAttempt {
    /// The attempts.
    pub moves: Vec<String>,
    /// A piece of the reason that the rules give.
    pub because: String,
    /// Told to the learner.
    pub text: Translations,
}
