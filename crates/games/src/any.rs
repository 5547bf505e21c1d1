//! A game whose kind is known only at run time.

use crate::list::{AnyGame, GameId, HistoryVisitor, with_game};
use drawing::{Draw, Options};
use rules::{Game, History, MoveError, Outcome, Side, TextError};
use search::{Engine, Level};

impl AnyGame {
    /// A game from its start; `variant` as its text, or the usual one.
    pub fn start(id: GameId, variant: Option<&str>) -> Result<AnyGame, TextError> {
        AnyGame::first(id, variant)
    }

    /// A game from a position's text, without a past.
    pub fn from_position(id: GameId, position: &str) -> Result<AnyGame, TextError> {
        AnyGame::at(id, position)
    }

    /// The text of the position now.
    pub fn position(&self) -> String {
        with_game!(self, history => history.position().to_string(), table => table.position().to_string())
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        with_game!(self, history => history.position().turn(), table => table.position().turn())
    }

    /// The texts of the legal moves, in byte order; an empty list when the game is over, by repetition too.
    /// `None` in a game that is played by hand: its moves cannot be counted.
    pub fn moves(&self) -> Option<Vec<String>> {
        let mut moves = with_game!(self, history => Some(move_texts(history)), _ => None)?;
        moves.sort_unstable();
        Some(moves)
    }

    /// Plays a move; one that is refused changes nothing.
    pub fn play(&mut self, mv: &str) -> Result<(), MoveError> {
        with_game!(self, history => history.play_text(mv).map(drop), table => table.play(mv).map(drop))
    }

    /// The same, unless `stop` ends a simulation: it is called all the time.
    pub fn play_unless(&mut self, mv: &str, stop: &dyn Fn() -> bool) -> Result<(), MoveError> {
        with_game!(self, history => {
            let _ = stop;
            history.play_text(mv).map(drop)
        }, table => table.play_unless(mv, stop).map(drop))
    }

    /// Takes the last move back; `false` at the start.
    pub fn undo(&mut self) -> bool {
        with_game!(self, history => history.undo().is_some(), table => table.undo().is_some())
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        with_game!(self, history => history.outcome(), table => table.outcome())
    }

    /// How the game ended, as a line: `red wins by points`.
    pub fn result(&self) -> Option<String> {
        with_game!(self, history => result(history), table => table.result())
    }

    /// The computer's move at a level, or `None` when the game is over. The same game, level and seed give the
    /// same move on every machine, unless `stop`, which is called now and then, ends the search.
    pub fn choose(&self, level: Level, seed: u64, stop: &dyn Fn() -> bool) -> Option<String> {
        match self {
            #[cfg(feature = "polarity")]
            AnyGame::Polarity(table) => {
                let (position, attempts) = (table.position(), table.attempts());
                let choice = polarity::computer::choose_after(position, attempts, level.number(), seed, stop);
                choice.map(|mv| mv.to_string())
            }
            _ => self.visit(Choose { level, seed, stop }).flatten(),
        }
    }

    /// The referee's remarks on the last move, a line each; empty in games without a referee.
    pub fn remarks(&self) -> Vec<String> {
        with_game!(self, _history => Vec::new(), table => table.remarks())
    }

    /// The picture of the position now, with the last move marked.
    pub fn svg(&self) -> String {
        with_game!(self, history => picture(history), table => drawing::polarity::svg(table.position()))
    }
}

fn move_texts<G: Game>(history: &History<G>) -> Vec<String> {
    if history.outcome().is_some() {
        return Vec::new();
    }
    let position = history.position();
    position
        .legal_moves()
        .into_iter()
        .map(|mv| position.move_text(mv))
        .collect()
}

fn result<G: Game>(history: &History<G>) -> Option<String> {
    history.outcome().map(|outcome| outcome.describe(G::SIDES))
}

/// The computer's move at a level, chosen by the game's engine.
struct Choose<'a> {
    level: Level,
    seed: u64,
    stop: &'a dyn Fn() -> bool,
}

impl HistoryVisitor for Choose<'_> {
    type Output = Option<String>;

    fn visit<E: Engine<Game: Draw>>(self, history: &History<E::Game>) -> Option<String> {
        let choice = search::choose::<E>(history, self.level, self.seed, self.stop)?;
        Some(history.position().move_text(choice.mv))
    }
}

fn picture<G: Draw>(history: &History<G>) -> String {
    let last = history.moves().last().map(|(_, mv)| mv);
    history.position().svg(&Options {
        last,
        ..Options::default()
    })
}
