//! Parses a request.

use analysis::Bounds;
use games::{AnyGame, GameId, Level};
use std::time::Duration;

/// The kind of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The computer's move.
    Choose {
        /// The strength of play.
        level: Level,
        /// Chooses among good moves.
        seed: u64,
    },
    /// The best lines.
    Lines(Bounds),
    /// A review of every move, within bounds for each position.
    Review(Bounds),
}

/// A request.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) wanted: Wanted,
    /// The game to think about.
    pub(crate) game: AnyGame,
}

impl Request {
    /// Parses a request's lines.
    pub(crate) fn read(text: &str) -> Result<Request, String> {
        let lines: Vec<&str> = text.split('\n').collect();
        let [wanted, game, start, moves] = lines[..] else {
            return Err(format!("a request has 4 lines, not {}", lines.len()));
        };
        let wanted = Wanted::read(wanted)?;
        let game: GameId = game.parse().map_err(|error| format!("{error}"))?;
        let game = replay(game, start, moves)?;
        Ok(Request { wanted, game })
    }
}

/// The game after its moves. It begins at a position, at the start of a variant, or, if nothing is said, at the usual start.
pub(crate) fn replay(game: GameId, start: &str, moves: &str) -> Result<AnyGame, String> {
    let mut game = if start.contains(' ') {
        AnyGame::from_position(game, start)
    } else {
        AnyGame::start(game, (!start.is_empty()).then_some(start))
    }
    .map_err(|error| error.to_string())?;
    for mv in moves.split(' ').filter(|mv| !mv.is_empty()) {
        game.play(mv).map_err(|error| format!("{mv}: {error}"))?;
    }
    Ok(game)
}

impl Wanted {
    fn read(line: &str) -> Result<Wanted, String> {
        let words: Vec<&str> = line.split(' ').collect();
        let refused = || format!("{line:?} is no request");
        let number = |word: &str| word.parse::<u64>().map_err(|_| refused());
        Ok(match words[..] {
            ["choose", level, seed] => Wanted::Choose {
                level: level.parse().map_err(|error| format!("{error}"))?,
                seed: number(seed)?,
            },
            ["lines", count, ref limits @ ..] => Wanted::Lines(Bounds {
                lines: number(count)? as usize,
                ..bounds(limits).ok_or_else(refused)?
            }),
            ["review", ref limits @ ..] => Wanted::Review(bounds(limits).ok_or_else(refused)?),
            _ => return Err(refused()),
        })
    }
}

/// Limits, a word and a number each: `nodes 5000 depth 8 time 200`. At least one, because a worker cannot be stopped.
fn bounds(words: &[&str]) -> Option<Bounds> {
    let mut bounds = Bounds::default();
    for pair in words.chunks(2) {
        let [name, value] = pair else { return None };
        match *name {
            "nodes" => bounds.nodes = Some(value.parse().ok()?),
            "depth" => bounds.depth = Some(value.parse().ok()?),
            "time" => bounds.time = Some(Duration::from_millis(value.parse().ok()?)),
            _ => return None,
        }
    }
    (!bounds.is_infinite()).then_some(bounds)
}
