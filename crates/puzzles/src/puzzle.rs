//! A puzzle as a line of text.

use crate::motif::Motif;
use rules::TextError;
use std::fmt;
use std::str::FromStr;

/// Separates the fields of a line; no position and no move contains it.
const FIELD: &str = "; ";
/// The fields of a line.
const FIELDS: usize = 6;
/// Separates moves that are equally right.
const OR: char = '|';

/// A position with one move that solves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its name in addresses and in the browser's memory.
    pub id: String,
    /// The goal that the first move has to reach.
    pub goal: PuzzleGoal,
    /// The position, in its game's notation.
    pub position: String,
    /// The moves of both sides. For the solver, all moves that keep the goal; the line goes on after the first.
    pub line: Vec<Vec<String>>,
    /// The nodes after which the engine plays the first move and keeps to it.
    pub nodes: u64,
    /// Its ideas.
    pub motifs: Vec<Motif>,
}

/// A goal that the first move of a puzzle reaches, and no other move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleGoal {
    /// A forced win within so many plies, the first move included.
    Win(u32),
    /// A win when the game is played out by both sides as well as possible.
    WinInTheEnd,
    /// The opponent has no forced win within so many plies after the move.
    Hold(u32),
}

/// The judgement of a solver's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverAnswer {
    /// It is the move of the line, which goes on after it.
    Right,
    /// It keeps the goal in another way: the puzzle is solved.
    AnotherWay,
    /// It does not keep the goal.
    Wrong,
}

impl Puzzle {
    /// The judgement of the solver's move at a place of the line. A move that wins the game at once solves every puzzle;
    /// the caller knows of that.
    pub fn answer(&self, ply: usize, mv: &str) -> SolverAnswer {
        let Some(moves) = self.line.get(ply) else {
            return SolverAnswer::Wrong;
        };
        match moves.iter().position(|right| right == mv) {
            Some(0) => SolverAnswer::Right,
            Some(_) => SolverAnswer::AnotherWay,
            None => SolverAnswer::Wrong,
        }
    }
}

impl fmt::Display for PuzzleGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleGoal::Win(plies) => write!(f, "win {plies}"),
            PuzzleGoal::WinInTheEnd => f.write_str("win"),
            PuzzleGoal::Hold(plies) => write!(f, "hold {plies}"),
        }
    }
}

impl FromStr for PuzzleGoal {
    type Err = TextError;

    fn from_str(text: &str) -> Result<PuzzleGoal, TextError> {
        let expected = || TextError::at("goal", text, 0, "win, win N or hold N");
        let plies = |number: &str| number.parse().map_err(|_| expected());
        match text.split_once(' ') {
            None if text == "win" => Ok(PuzzleGoal::WinInTheEnd),
            Some(("win", number)) => Ok(PuzzleGoal::Win(plies(number)?)),
            Some(("hold", number)) => Ok(PuzzleGoal::Hold(plies(number)?)),
            _ => Err(expected()),
        }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or = OR.to_string();
        let line: Vec<String> = self.line.iter().map(|moves| moves.join(&or)).collect();
        let motifs: Vec<&str> = self.motifs.iter().map(|motif| motif.name()).collect();
        write!(
            f,
            "{}{FIELD}{}{FIELD}{}{FIELD}{}{FIELD}{}{FIELD}{}",
            self.id,
            self.goal,
            self.position,
            line.join(" "),
            self.nodes,
            motifs.join(" ")
        )
    }
}

impl FromStr for Puzzle {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Puzzle, TextError> {
        let fields: Vec<&str> = text.split(FIELD).collect();
        let [id, goal, position, line, nodes, motifs] = fields[..] else {
            let expected = format!("{FIELDS} fields: id, goal, position, moves, nodes, themes");
            return Err(TextError::at("puzzle", text, 0, expected));
        };
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(TextError::at("puzzle's name", id, 0, "letters and digits"));
        }
        let line: Vec<Vec<String>> = line
            .split(' ')
            .map(|moves| moves.split(OR).map(str::to_owned).collect())
            .collect();
        if line.iter().flatten().any(String::is_empty) {
            return Err(TextError::at("moves", fields[3], 0, "moves separated by spaces"));
        }
        let nodes_expected = |_| TextError::at("nodes", nodes, 0, "a number");
        let motifs: Result<Vec<Motif>, TextError> = motifs
            .split(' ')
            .filter(|name| !name.is_empty())
            .map(str::parse)
            .collect();
        Ok(Puzzle {
            id: id.to_owned(),
            goal: goal.parse()?,
            position: position.to_owned(),
            line,
            nodes: nodes.parse().map_err(nodes_expected)?,
            motifs: motifs?,
        })
    }
}
