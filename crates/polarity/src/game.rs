//! A game from its first position on: the moves, what the referee said of each, and the way back.

use crate::forbidden::Forbidden;
use crate::judge::declare;
use crate::live::{Done, Live};
use crate::moves::{Move, Task};
use crate::position::Position;
use crate::setup::{SIDES, StartVariant};
use crate::verdict::{Consequence, Verdict};
use rules::{MoveError, Outcome};

/// A game under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    start: Position,
    played: Vec<Done>,
}

impl Match {
    /// A game from its start.
    pub fn start(variant: StartVariant) -> Match {
        Match::from_position(Position::start(variant))
    }

    /// A game from a position, without a past.
    pub fn from_position(start: Position) -> Match {
        Match {
            start,
            played: Vec::new(),
        }
    }

    /// The first position.
    pub fn first(&self) -> &Position {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.played.last().map_or(&self.start, |done| &done.position)
    }

    /// The moves so far, in order.
    pub fn played(&self) -> &[Done] {
        &self.played
    }

    /// Attempts of this turn to lean a disc that had to be taken up again, since the last capture.
    pub fn attempts(&self) -> usize {
        let task = |done: &Done| match done.mv {
            Move::Hand { task, .. } => Some(task),
            Move::Declare { .. } => None,
        };
        let is_attempt = |done: &&Done| {
            task(done) == Some(Task::Lean) && done.verdict.consequences.contains(&Consequence::Again)
        };
        self.played.iter().rev().take_while(is_attempt).count()
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    /// How the game ended, as a line: `white wins by points`.
    pub fn result(&self) -> Option<String> {
        self.outcome().map(|outcome| outcome.describe(SIDES))
    }

    /// The events of the last move and the referee's remarks, a line each.
    pub fn remarks(&self) -> Vec<String> {
        self.played
            .last()
            .map_or_else(Vec::new, |done| done.verdict.lines())
    }

    /// Reads a move and plays it, simulating its trace; one that is refused changes nothing.
    pub fn play(&mut self, text: &str) -> Result<&Verdict, MoveError> {
        self.play_unless(text, &|| false)
    }

    /// The same, unless `stop`, which is asked every tick, breaks the simulation off.
    pub fn play_unless(&mut self, text: &str, stop: &dyn Fn() -> bool) -> Result<&Verdict, MoveError> {
        let done = self.position().play_unless(text.parse()?, stop)?;
        Ok(self.push(done))
    }

    /// Plays a move; one that is refused changes nothing.
    pub fn play_move(&mut self, mv: Move) -> Result<&Verdict, Forbidden> {
        let done = self.position().play(mv)?;
        Ok(self.push(done))
    }

    /// Adds a movement that was made live in the position now; any other is refused.
    pub fn add(&mut self, live: Live) -> Result<&Verdict, Forbidden> {
        if live.before() != self.position() {
            return Err(Forbidden::OtherPosition);
        }
        let done = live.finish()?;
        Ok(self.push(done))
    }

    fn push(&mut self, done: Done) -> &Verdict {
        let index = self.played.len();
        self.played.push(done);
        &self.played[index].verdict
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        self.played.pop().map(|done| done.mv)
    }
}

impl Position {
    /// The result of a move.
    pub fn play(&self, mv: Move) -> Result<Done, Forbidden> {
        self.play_unless(mv, &|| false)
    }

    fn play_unless(&self, mv: Move, stop: &dyn Fn() -> bool) -> Result<Done, Forbidden> {
        match &mv {
            Move::Hand { task, trace } => {
                let done = Live::replay(self, *task, trace, stop)?;
                Ok(Done { mv, ..done })
            }
            Move::Declare { disc } => {
                self.allow_declaring(*disc)?;
                let (position, verdict) = declare(self, *disc);
                Ok(Done {
                    mv,
                    position,
                    verdict,
                })
            }
        }
    }
}
