//! Figures of the rules pages: a position, a short loop of moves, marks.

use crate::error::LearnError;
use crate::lines::{self, Entry};
use crate::marks::{self, Mark};
use games::{AnyGame, GameId};
use rules::TextError;

/// The board at the beginning of a figure or a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// The start of a game, of the usual variant or of a named one.
    Start(Option<String>),
    /// A position's text.
    Position(String),
}

/// A live picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The board.
    pub setup: Setup,
    /// Moves played in a loop.
    pub play: Vec<String>,
    /// Marks on the board.
    pub marks: Vec<Mark>,
}

impl Setup {
    /// The game at this point, without a past.
    pub fn game(&self, game: GameId) -> Result<AnyGame, TextError> {
        match self {
            Setup::Start(variant) => AnyGame::start(game, variant.as_deref()),
            Setup::Position(text) => AnyGame::from_position(game, text),
        }
    }
}

/// Common part of figures and steps: the position, and the marks on it.
#[derive(Debug, Default)]
pub(crate) struct Scene {
    pub(crate) setup: Option<Setup>,
    pub(crate) play: Vec<String>,
    pub(crate) marks: Vec<Mark>,
}

impl Scene {
    /// Takes an entry in if it belongs to a scene.
    pub(crate) fn read(&mut self, game: GameId, entry: &Entry<'_>) -> Result<bool, LearnError> {
        match entry.word {
            "start" | "position" => self.read_setup(game, entry)?,
            "play" if !self.play.is_empty() => return Err(entry.error("only one line of moves")),
            "play" => {
                entry.leaf()?;
                self.play = entry.words("moves")?;
            }
            word if marks::WORDS.contains(&word) => self.marks.push(Mark::parse(game, entry)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn read_setup(&mut self, game: GameId, entry: &Entry<'_>) -> Result<(), LearnError> {
        entry.leaf()?;
        if self.setup.is_some() {
            return Err(entry.error("only one start or position"));
        }
        let setup = match (entry.word, entry.rest) {
            ("start", "") => Setup::Start(None),
            ("start", variant) => Setup::Start(Some(variant.to_owned())),
            (_, position) => Setup::Position(position.to_owned()),
        };
        // A program without the physics reads Polarity's files and cannot check their positions.
        if game != GameId::Polarity || cfg!(feature = "polarity") {
            setup
                .game(game)
                .map_err(|error| entry.error(format!("a position of {game} ({error})")))?;
        }
        self.setup = Some(setup);
        Ok(())
    }
}

impl Figure {
    /// Reads a figure; `file` names it in errors.
    pub fn parse(file: &str, game: GameId, text: &str) -> Result<Figure, LearnError> {
        let mut scene = Scene::default();
        for entry in lines::entries(file, text)? {
            if !scene.read(game, &entry)? {
                let words = marks::WORDS.join(", ");
                return Err(entry.error(format!("start, position, play, {words}")));
            }
        }
        let Scene { setup, play, marks } = scene;
        let setup = setup.ok_or_else(|| LearnError::new(file, 1, "start or position", "neither"))?;
        Ok(Figure { setup, play, marks })
    }
}
