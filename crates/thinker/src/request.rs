//! Reading a request.

use rules::History;
use search::{EngineGame, Level};

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The computer's move.
    Choose {
        /// How well it plays.
        level: Level,
        /// What its choice among good moves depends on.
        seed: u64,
    },
    /// The best ways to go on.
    Lines {
        /// How many.
        count: usize,
        /// Nodes for each.
        nodes: u64,
    },
    /// Every move judged.
    Review {
        /// Nodes for each position.
        nodes: u64,
    },
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request<'a> {
    pub(crate) wanted: Wanted,
    pub(crate) game: &'a str,
    start: &'a str,
    moves: &'a str,
}

impl Request<'_> {
    /// Reads a request's lines.
    pub(crate) fn read(text: &str) -> Result<Request<'_>, String> {
        let lines: Vec<&str> = text.split('\n').collect();
        let [wanted, game, start, moves] = lines[..] else {
            return Err(format!("a request has 4 lines, not {}", lines.len()));
        };
        Ok(Request {
            wanted: Wanted::read(wanted)?,
            game,
            start,
            moves,
        })
    }

    /// The game that it is about.
    pub(crate) fn history<G: EngineGame>(&self) -> Result<History<G>, String> {
        let start: G = self.start.parse().map_err(|error| format!("{error}"))?;
        let mut history = History::new(start);
        for mv in self.moves.split(' ').filter(|mv| !mv.is_empty()) {
            history.play_text(mv).map_err(|error| format!("{mv}: {error}"))?;
        }
        Ok(history)
    }
}

impl Wanted {
    fn read(line: &str) -> Result<Wanted, String> {
        let words: Vec<&str> = line.split(' ').collect();
        let refused = || format!("{line:?} is nothing that can be wanted");
        let number = |word: &str| word.parse::<u64>().map_err(|_| refused());
        Ok(match words[..] {
            ["choose", level, seed] => Wanted::Choose {
                level: level.parse().map_err(|error| format!("{error}"))?,
                seed: number(seed)?,
            },
            ["lines", count, nodes] => Wanted::Lines {
                count: number(count)? as usize,
                nodes: number(nodes)?,
            },
            ["review", nodes] => Wanted::Review {
                nodes: number(nodes)?,
            },
            _ => return Err(refused()),
        })
    }
}
