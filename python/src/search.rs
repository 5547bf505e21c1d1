//! The engines: the computer's move, and the best lines.

use analysis::{Bounds, best_lines};
use drawing::Draw;
use games::{HistoryVisitor, Level};
use pyo3::prelude::*;
use rules::{Game, History};
use search::score::{plies_to_end, winning_chance};
use search::{Engine, choose, choose_with};

/// Bytes that an analysis remembers positions in.
const ENGINE_BYTES: usize = 64 << 20;

/// One of the best ways to go on.
#[pyclass(frozen, get_all, module = "tablier")]
pub(crate) struct Line {
    /// The moves, the best first.
    moves: Vec<String>,
    /// Hundredths of a point for the side to move.
    score: i32,
    /// The chance to win, from 0 to 1.
    chance: f64,
    /// Plies to a proven win, negative to a proven loss.
    plies_to_end: Option<i32>,
    /// Plies searched.
    depth: u32,
    /// Nodes searched for this line.
    nodes: u64,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("Line({} {})", self.score, self.moves.join(" "))
    }
}

/// How strong a choice is.
#[derive(Clone, Copy)]
pub(crate) enum Effort {
    /// One of the ten levels.
    Level(Level),
    /// Full strength within so many nodes.
    Nodes(u64),
}

/// The computer's move.
pub(crate) struct Choose<'a> {
    pub(crate) effort: Effort,
    pub(crate) seed: u64,
    pub(crate) stop: &'a dyn Fn() -> bool,
}

impl HistoryVisitor for Choose<'_> {
    type Output = Option<String>;

    fn visit<E: Engine<Game: Draw>>(self, history: &History<E::Game>) -> Option<String> {
        let choice = match self.effort {
            Effort::Level(level) => choose::<E>(history, level, self.seed, self.stop),
            Effort::Nodes(nodes) => {
                let strength = search::Strength {
                    nodes,
                    ..E::LEVELS.at(Level::STRONGEST)
                };
                choose_with::<E>(history, strength, self.seed, self.stop)
            }
        };
        choice.map(|choice| history.position().move_text(choice.mv))
    }
}

/// The best lines.
pub(crate) struct Analyse<'a> {
    pub(crate) bounds: Bounds,
    pub(crate) stop: &'a dyn Fn() -> bool,
}

impl HistoryVisitor for Analyse<'_> {
    type Output = Vec<Line>;

    fn visit<E: Engine<Game: Draw>>(self, history: &History<E::Game>) -> Vec<Line> {
        let engine = E::new(ENGINE_BYTES);
        let lines = best_lines(&engine, history, &self.bounds, self.stop, &mut |_| ());
        let told = lines.iter().map(|line| {
            let mut at = *history.position();
            let mut moves = Vec::new();
            for mv in &line.moves {
                moves.push(at.move_text(*mv));
                at.play_unchecked(*mv);
            }
            Line {
                moves,
                score: line.score,
                chance: winning_chance(line.score),
                plies_to_end: plies_to_end(line.score),
                depth: line.depth,
                nodes: line.nodes,
            }
        });
        told.collect()
    }
}
