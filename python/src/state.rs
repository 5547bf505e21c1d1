//! A game in progress, as Python sees it.

use crate::actions::Actions;
use crate::observation::Observe;
use crate::search::{Analyse, Choose, Effort, Line};
use analysis::Bounds;
use games::{AnyGame, BoardId, Level};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use rules::{Game, History, Random, Side, perft};
use std::cell::RefCell;
use std::time::Duration;

/// Evaluates an expression over the history of whichever game it is.
macro_rules! with_history {
    ($game:expr, $history:ident => $value:expr) => {
        match $game {
            AnyGame::Offboard($history) => $value,
            AnyGame::Polygone($history) => $value,
            AnyGame::Isometron($history) => $value,
        }
    };
}

/// The names of the games.
pub(crate) fn games() -> Vec<&'static str> {
    BoardId::ALL.iter().map(|id| id.name()).collect()
}

fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A game in progress: a position with the moves that led to it.
#[pyclass(module = "tablier")]
#[derive(Clone)]
pub(crate) struct State {
    id: BoardId,
    game: AnyGame,
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (game, position=None, variant=None, moves=None))]
    fn new(
        game: &str,
        position: Option<&str>,
        variant: Option<&str>,
        moves: Option<Vec<String>>,
    ) -> PyResult<State> {
        let id: BoardId = game.parse().map_err(refused)?;
        let mut game = match (position, variant) {
            (Some(_), Some(_)) => {
                return Err(refused("give a position or a variant: a position has its own"));
            }
            (Some(position), None) => AnyGame::from_position(id.into(), position),
            (None, variant) => AnyGame::start(id.into(), variant),
        }
        .map_err(refused)?;
        for mv in moves.unwrap_or_default() {
            game.play(&mv)
                .map_err(|error| refused(format!("{mv}: {error}")))?;
        }
        Ok(State { id, game })
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.id.name()
    }

    #[getter]
    fn text(&self) -> String {
        self.game.position()
    }

    #[getter]
    fn to_move(&self) -> usize {
        self.game.turn().index()
    }

    #[getter]
    fn side_names(&self) -> (&'static str, &'static str) {
        with_history!(&self.game, history => side_names(history))
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    #[getter]
    fn result(&self) -> Option<String> {
        self.game.result()
    }

    #[getter]
    fn winner(&self) -> Option<usize> {
        self.game.outcome()?.winner().map(Side::index)
    }

    #[getter]
    fn hash(&self) -> u64 {
        with_history!(&self.game, history => history.position().hash())
    }

    #[getter]
    fn start(&self) -> String {
        with_history!(&self.game, history => history.start().to_string())
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        with_history!(&self.game, history => history.moves().map(|(before, mv)| before.move_text(mv)).collect())
    }

    #[getter]
    fn action_count(&self) -> usize {
        with_history!(&self.game, history => action_count(history))
    }

    fn legal_moves(&self) -> Vec<String> {
        // A flat game always has a list.
        self.game.moves().unwrap_or_default()
    }

    fn play(&mut self, r#move: &str) -> PyResult<()> {
        self.game.play(r#move).map_err(refused)
    }

    fn undo(&mut self) -> PyResult<()> {
        if self.game.undo() {
            Ok(())
        } else {
            Err(PyIndexError::new_err("there is no move to undo"))
        }
    }

    fn clone(&self) -> State {
        Clone::clone(self)
    }

    fn legal_actions(&self) -> Vec<usize> {
        let mut actions = with_history!(&self.game, history => legal_actions(history));
        actions.sort_unstable();
        actions
    }

    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut mask = vec![0; self.action_count()];
        for action in with_history!(&self.game, history => legal_actions(history)) {
            mask[action] = 1;
        }
        PyBytes::new(py, &mask)
    }

    fn play_action(&mut self, action: usize) -> PyResult<()> {
        with_history!(&mut self.game, history => {
            let mv = find_action(history, action).ok_or_else(|| no_action(action))?;
            history.play(mv).map_err(refused)
        })
    }

    fn move_of(&self, action: usize) -> PyResult<String> {
        with_history!(&self.game, history => {
            let mv = find_action(history, action).ok_or_else(|| no_action(action))?;
            Ok(history.position().move_text(mv))
        })
    }

    fn action_of(&self, r#move: &str) -> PyResult<usize> {
        with_history!(&self.game, history => action_of(history, r#move))
            .ok_or_else(|| refused(format!("{move} has no action here")))
    }

    /// A view of native 16-bit numbers: the buffer protocol needs no numpy, and numpy reads it without a copy.
    #[pyo3(signature = (side=None))]
    fn observation<'py>(&self, py: Python<'py>, side: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let side = match side {
            None => self.game.turn(),
            Some(index) => *Side::BOTH.get(index).ok_or_else(|| refused("a side is 0 or 1"))?,
        };
        let planes = with_history!(&self.game, history => history.position().observe(side));
        let bytes: Vec<u8> = planes
            .numbers
            .iter()
            .flat_map(|number| number.to_ne_bytes())
            .collect();
        let view = py.import("builtins")?.getattr("memoryview")?;
        let view = view.call1((PyBytes::new(py, &bytes),))?;
        view.call_method1("cast", ("h", planes.shape.to_vec()))
    }

    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| with_history!(&self.game, history => perft::perft(history.position(), depth)))
    }

    #[pyo3(signature = (seed=0, max_plies=10_000))]
    fn playout(&self, py: Python<'_>, seed: u64, max_plies: usize) -> State {
        let mut state = Clone::clone(self);
        py.detach(|| with_history!(&mut state.game, history => play_out(history, seed, max_plies)));
        state
    }

    #[pyo3(signature = (level=None, *, nodes=None, seed=0))]
    fn choose(
        &self,
        py: Python<'_>,
        level: Option<u8>,
        nodes: Option<u64>,
        seed: u64,
    ) -> PyResult<Option<String>> {
        let effort = match (level, nodes) {
            (None, Some(nodes)) => Effort::Nodes(nodes),
            (Some(level), None) => {
                Effort::Level(Level::new(level).ok_or_else(|| refused("a level is 1 to 10"))?)
            }
            _ => return Err(refused("give a level or a number of nodes")),
        };
        self.think(py, |game, stop| {
            game.visit(Choose { effort, seed, stop }).flatten()
        })
    }

    #[pyo3(signature = (*, nodes=None, depth=None, seconds=None, lines=1))]
    fn analyse(
        &self,
        py: Python<'_>,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
        lines: usize,
    ) -> PyResult<Vec<Line>> {
        let time = seconds
            .map(Duration::try_from_secs_f64)
            .transpose()
            .map_err(refused)?;
        let bounds = Bounds {
            nodes,
            depth,
            time,
            lines,
            ..Bounds::default()
        };
        if bounds.is_infinite() {
            return Err(refused("give a limit: nodes, depth or seconds"));
        }
        self.think(py, |game, stop| {
            game.visit(Analyse { bounds, stop }).unwrap_or_default()
        })
    }

    fn svg(&self) -> String {
        self.game.svg()
    }

    /// Notebooks show it as a picture.
    fn _repr_svg_(&self) -> String {
        self.game.svg()
    }

    fn __repr__(&self) -> String {
        format!("State({:?}, {:?})", self.game(), self.text())
    }

    fn __copy__(&self) -> State {
        Clone::clone(self)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        Clone::clone(self)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let state = slf.borrow();
        let arguments = (state.game(), state.start(), None::<&str>, state.moves());
        Ok((slf.get_type().into_any(), arguments.into_pyobject(py)?))
    }
}

impl State {
    /// Searches without Python's lock, and breaks off when Python is interrupted.
    fn think<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&AnyGame, &dyn Fn() -> bool) -> T + Send,
    ) -> PyResult<T> {
        let game = Clone::clone(&self.game);
        let (found, interrupted) = py.detach(|| {
            let interrupted = RefCell::new(None);
            let stop = || {
                if interrupted.borrow().is_none() {
                    *interrupted.borrow_mut() = Python::attach(|py| py.check_signals()).err();
                }
                interrupted.borrow().is_some()
            };
            let found = work(&game, &stop);
            (found, interrupted.into_inner())
        });
        interrupted.map_or(Ok(found), Err)
    }
}

fn no_action(action: usize) -> PyErr {
    refused(format!("action {action} is not legal here"))
}

fn side_names<G: Game>(_: &History<G>) -> (&'static str, &'static str) {
    (G::SIDES[0], G::SIDES[1])
}

fn action_count<G: Actions>(_: &History<G>) -> usize {
    G::count()
}

/// Calls `visit` with every legal move and its number: with none after the end, by repetition too.
fn each_action<G: Actions>(history: &History<G>, visit: impl FnMut(Option<usize>, G::Move)) {
    if history.outcome().is_none() {
        history.position().each_action(visit);
    }
}

fn legal_actions<G: Actions>(history: &History<G>) -> Vec<usize> {
    let mut actions = Vec::new();
    each_action(history, |action, _| actions.extend(action));
    actions
}

fn find_action<G: Actions>(history: &History<G>, wanted: usize) -> Option<G::Move> {
    let mut found = None;
    each_action(history, |action, mv| {
        if action == Some(wanted) {
            found = Some(mv);
        }
    });
    found
}

fn action_of<G: Actions>(history: &History<G>, text: &str) -> Option<usize> {
    let position = history.position();
    let wanted = position.parse_move(text).ok()?;
    let mut found = None;
    each_action(history, |action, mv| {
        if mv == wanted {
            found = action;
        }
    });
    found
}

fn play_out<G: Game>(history: &mut History<G>, seed: u64, most: usize) {
    let mut random = Random::new(seed);
    for _ in 0..most {
        let moves = history.position().legal_moves();
        let any = random.below(moves.len() as u64) as usize;
        // Playing refuses a move after the end, by repetition too.
        if moves.get(any).is_none_or(|mv| history.play(*mv).is_err()) {
            return;
        }
    }
}
