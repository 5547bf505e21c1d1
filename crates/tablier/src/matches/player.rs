//! Players of a match, as the command line names them.

use search::{Level, Strength};
use std::fmt;
use std::str::FromStr;

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// `random`: any legal move.
    Random,
    /// `mcts:PLAYOUTS`: plain Monte Carlo tree search.
    Mcts(u64),
    /// `strength:NODES,DEPTH,NOISE,CARELESS`: the parameters of a level.
    Strength(Strength),
    /// `LIMIT`: the engine, in this process.
    Engine(Limit),
    /// `LIMIT@COMMAND`: a program that speaks the engine protocol.
    Command { limit: Limit, command: String },
}

/// The limit of the search for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// `level:N`.
    Level(Level),
    /// `nodes:N`.
    Nodes(u64),
    /// `depth:PLIES`.
    Depth(u32),
    /// `time:MILLISECONDS`.
    Time(u64),
}

const EXPECTED: &str = "expected level:1 to level:10, nodes:N, depth:N or time:MILLISECONDS, each also with @COMMAND \
                        after it for another program, or random, mcts:PLAYOUTS or strength:NODES,DEPTH,NOISE,CARELESS";

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        read(text).ok_or_else(|| EXPECTED.to_owned())
    }
}

fn read(text: &str) -> Option<Player> {
    if text == "random" {
        return Some(Player::Random);
    }
    if let Some(playouts) = text.strip_prefix("mcts:") {
        return positive(playouts).map(Player::Mcts);
    }
    if let Some(numbers) = text.strip_prefix("strength:") {
        return strength(numbers).map(Player::Strength);
    }
    match text.split_once('@') {
        None => limit(text).map(Player::Engine),
        Some((_, command)) if command.trim().is_empty() => None,
        Some((text, command)) => Some(Player::Command {
            limit: limit(text)?,
            command: command.to_owned(),
        }),
    }
}

fn limit(text: &str) -> Option<Limit> {
    let (kind, number) = text.split_once(':')?;
    Some(match kind {
        "level" => Limit::Level(number.parse().ok()?),
        "nodes" => Limit::Nodes(positive(number)?),
        "depth" => Limit::Depth(positive(number)?.try_into().ok()?),
        "time" => Limit::Time(positive(number)?),
        _ => return None,
    })
}

fn strength(numbers: &str) -> Option<Strength> {
    let numbers: Vec<&str> = numbers.split(',').collect();
    let [nodes, depth, noise, careless] = numbers[..] else {
        return None;
    };
    Some(Strength {
        nodes: positive(nodes)?,
        depth: positive(depth)?.try_into().ok()?,
        noise: noise
            .parse()
            .ok()
            .filter(|noise| (0..1_000_000).contains(noise))?,
        careless: careless.parse().ok().filter(|careless| *careless <= 100)?,
    })
}

fn positive(number: &str) -> Option<u64> {
    number.parse().ok().filter(|number| *number > 0)
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Mcts(playouts) => write!(f, "mcts:{playouts}"),
            Player::Strength(Strength {
                nodes,
                depth,
                noise,
                careless,
            }) => write!(f, "strength:{nodes},{depth},{noise},{careless}"),
            Player::Engine(limit) => limit.fmt(f),
            Player::Command { limit, command } => write!(f, "{limit}@{command}"),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Level(level) => write!(f, "level:{level}"),
            Limit::Nodes(nodes) => write!(f, "nodes:{nodes}"),
            Limit::Depth(depth) => write!(f, "depth:{depth}"),
            Limit::Time(milliseconds) => write!(f, "time:{milliseconds}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_printed_as_they_are_read() {
        for text in [
            "random",
            "mcts:10000",
            "strength:2000,4,150,5",
            "level:10",
            "nodes:5000",
            "depth:6",
            "time:100",
            "level:3@./other/tablier engine",
            "nodes:9@a@b",
        ] {
            assert_eq!(
                text.parse::<Player>().map(|player| player.to_string()),
                Ok(text.to_owned())
            );
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "Random",
            "level",
            "level:",
            "level:0",
            "level:11",
            "nodes:0",
            "nodes:-1",
            "depth:99999999999",
            "mcts:",
            "mcts:0",
            "time:x",
            "level:3@",
            "level:3@ ",
            "@tablier",
            "strength:1,1,1",
            "strength:1,1,-1,1",
            "strength:1,1,1,101",
            "mcts:5@tablier",
        ] {
            assert!(text.parse::<Player>().is_err(), "{text}");
        }
    }
}
