//! Judges what a learner does on the board.

use crate::language::Translations;
use crate::lesson::{Lesson, LessonTask, Right, RightAnswer, Step};
use crate::score::score;
use games::AnyGame;
use rules::{Game, MoveError};

/// The judgement of a learner's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonJudgement<'a> {
    /// A right answer.
    Right(&'a Right),
    /// A legal move with a text of its own.
    Wrong(&'a Translations),
    /// The rules refuse it.
    Refused {
        /// The reason.
        reason: MoveError,
        /// The lesson's own text, if it has one.
        text: Option<&'a Translations>,
    },
    /// A legal move that the step does not list.
    Other(&'a Translations),
}

impl Lesson {
    /// Judges a move in a step, played in `game`. In a step without moves every legal move is another.
    pub fn judge<'a>(&'a self, step: &'a Step, game: &AnyGame, mv: &str) -> LessonJudgement<'a> {
        let mut after = game.clone();
        let LessonTask::Move {
            right,
            wrong,
            refused,
        } = &step.task
        else {
            return match after.play(mv) {
                Ok(()) => LessonJudgement::Other(&self.other),
                Err(reason) => LessonJudgement::Refused { reason, text: None },
            };
        };
        if let Err(reason) = after.play(mv) {
            let listed = refused
                .iter()
                .find(|refused| refused.moves.iter().any(|listed| listed == mv));
            return LessonJudgement::Refused {
                reason,
                text: listed.map(|refused| &refused.text),
            };
        }
        let is_listed = |moves: &[String]| moves.iter().any(|listed| is_same(game, listed, mv));
        let fits = |right: &&Right| match &right.answer {
            RightAnswer::Moves(moves) => is_listed(moves),
            RightAnswer::Any => true,
            RightAnswer::Gains(least) => gain(game, &after) >= *least,
            RightAnswer::Wins => after.outcome().and_then(rules::Outcome::winner) == Some(game.turn()),
        };
        if let Some(right) = right.iter().find(fits) {
            return LessonJudgement::Right(right);
        }
        match wrong.iter().find(|wrong| is_listed(&wrong.moves)) {
            Some(wrong) => LessonJudgement::Wrong(&wrong.text),
            None => LessonJudgement::Other(step.other.as_ref().unwrap_or(&self.other)),
        }
    }
}

impl Lesson {
    /// A right answer to a step that asks for a move of a board game, to be shown to a learner who gives up.
    pub fn solution(&self, step: &Step, game: &AnyGame) -> Option<String> {
        let LessonTask::Move { right, .. } = &step.task else {
            return None;
        };
        let listed = right.iter().find_map(|right| match &right.answer {
            RightAnswer::Moves(moves) => moves.first().cloned(),
            _ => None,
        });
        let is_right = |mv: &String| matches!(self.judge(step, game, mv), LessonJudgement::Right(_));
        listed.or_else(|| game.moves()?.into_iter().find(is_right))
    }
}

/// The points or segments that the mover has won.
fn gain(before: &AnyGame, after: &AnyGame) -> u32 {
    let side = before.turn();
    score(after, side) - score(before, side)
}

/// Whether two texts are one move.
fn is_same(game: &AnyGame, one: &str, other: &str) -> bool {
    one == other
        || matches!((spelling(game, one), spelling(game, other)), (Some(one), Some(other)) if one == other)
}

/// The one spelling of a move of a board game, if it can be played.
// The wildcard is Polarity where the program knows it, and nothing else.
#[allow(unreachable_patterns, clippy::match_wildcard_for_single_variants)]
fn spelling(game: &AnyGame, mv: &str) -> Option<String> {
    match game {
        AnyGame::Offboard(history) => spelled(history.position(), mv),
        AnyGame::Polygone(history) => spelled(history.position(), mv),
        AnyGame::Isometron(history) => spelled(history.position(), mv),
        _ => None,
    }
}

fn spelled<G: Game>(position: &G, mv: &str) -> Option<String> {
    let mv = position.parse_move(mv).ok()?;
    Some(position.move_text(mv))
}
