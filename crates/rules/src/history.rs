//! A game from its first position on: the moves, the way back, and repetition.

use crate::{Game, MoveError, Outcome, Reason};

/// Occurrences of one position that end a game.
const REPETITIONS: usize = 3;

/// The positions of a game in order, the first included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History<G: Game> {
    start: G,
    played: Vec<(G::Move, G)>,
}

impl<G: Game> History<G> {
    /// A game that begins at `start`, without a past.
    pub const fn new(start: G) -> History<G> {
        History {
            start,
            played: Vec::new(),
        }
    }

    /// The first position.
    pub const fn start(&self) -> &G {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &G {
        self.played.last().map_or(&self.start, |(_, position)| position)
    }

    /// How many moves have been played.
    pub fn plies(&self) -> usize {
        self.played.len()
    }

    /// Each move with the position it was played in, in order.
    pub fn moves(&self) -> impl Iterator<Item = (&G, G::Move)> {
        let before = std::iter::once(&self.start).chain(self.played.iter().map(|(_, position)| position));
        before.zip(self.played.iter().map(|(mv, _)| *mv))
    }

    /// How the game ended, repetition included.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| {
            self.is_repeated().then_some(Outcome::Draw {
                by: Reason::Repetition,
            })
        })
    }

    fn is_repeated(&self) -> bool {
        let now = self.position();
        let positions = std::iter::once(&self.start).chain(self.played.iter().map(|(_, position)| position));
        positions
            .filter(|past| past.hash() == now.hash() && *past == now)
            .count()
            >= REPETITIONS
    }

    /// Plays a move; when the game is over or the move is illegal nothing changes.
    pub fn play(&mut self, mv: G::Move) -> Result<(), MoveError> {
        self.refuse_when_over()?;
        let mut next = *self.position();
        next.play(mv)?;
        self.played.push((mv, next));
        Ok(())
    }

    /// Reads a move and plays it.
    pub fn play_text(&mut self, text: &str) -> Result<G::Move, MoveError> {
        self.refuse_when_over()?;
        let mv = self.position().parse_move(text)?;
        self.play(mv)?;
        Ok(mv)
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<G::Move> {
        self.played.pop().map(|(mv, _)| mv)
    }

    fn refuse_when_over(&self) -> Result<(), MoveError> {
        match self.outcome() {
            Some(outcome) => Err(MoveError::over(outcome.describe(G::SIDES))),
            None => Ok(()),
        }
    }
}
