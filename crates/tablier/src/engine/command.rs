//! Reading a line of the protocol.

use super::settings::Setting;
use crate::options;
use analysis::Bounds;
use games::{AnyGame, GameId};
use search::Level;
use search::time::TurnClock;
use std::time::Duration;

/// Commands to the engine.
#[derive(Debug)]
pub(crate) enum Command {
    /// `tablier`: identify the engine.
    Introduce,
    /// `ready`: answer when all earlier commands are done.
    Ready,
    /// `set NAME VALUE`.
    Set(Setting, u64),
    /// `newgame GAME [VARIANT]`: clear the engine's memory and set up the start.
    NewGame(AnyGame),
    /// `position GAME start [VARIANT] [moves …]` or `position GAME text TEXT [moves …]`.
    Position(AnyGame),
    Go(Go),
    Stop,
    Quit,
}

/// `go …`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Go {
    /// `level L [seed S]`.
    Level { level: Level, seed: Option<u64> },
    /// Anything else.
    Search(Bounds),
}

/// Longest time in milliseconds, a year: much more would overflow the clock.
const LONGEST: u64 = 1000 * 3600 * 24 * 365;
/// Most letters of the input that an error quotes.
const MOST_QUOTED: usize = 40;

const COMMANDS: &str = "tablier, ready, set, newgame, position, go, stop or quit";
const LIMITS: &str =
    "nodes N, depth N, time MS, clock MS [increment MS] [togo N], level L [seed S] or infinite";

/// Reads a line; `None` for an empty one. An error says what to send instead.
pub(crate) fn read(line: &str) -> Result<Option<Command>, String> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let rest: Vec<&str> = words.collect();
    let command = match (first, &rest[..]) {
        ("tablier", []) => Command::Introduce,
        ("ready", []) => Command::Ready,
        ("stop", []) => Command::Stop,
        ("quit", []) => Command::Quit,
        ("set", rest) => set(rest)?,
        ("newgame", rest) => Command::NewGame(new_game(rest)?),
        ("position", rest) => Command::Position(position(rest)?),
        ("go", rest) => Command::Go(go(rest)?),
        ("tablier" | "ready" | "stop" | "quit", [extra, ..]) => {
            return Err(format!(
                "{first}: expected nothing after it, found {}",
                quoted(extra)
            ));
        }
        _ => return Err(format!("{}: expected {COMMANDS}", quoted(first))),
    };
    Ok(Some(command))
}

/// The input, quoted and shortened to fit on one line.
fn quoted(text: &str) -> String {
    let short: String = text.chars().take(MOST_QUOTED).collect();
    format!("{short:?}")
}

fn set(words: &[&str]) -> Result<Command, String> {
    let names = Setting::ALL.map(Setting::name).join(", ");
    let [name, value] = words else {
        return Err(format!(
            "set: expected a name and a number; the names are {names}"
        ));
    };
    let setting = Setting::ALL.into_iter().find(|setting| setting.name() == *name);
    let setting = setting.ok_or_else(|| format!("set {}: the names are {names}", quoted(name)))?;
    let range = setting.range();
    let value = value.parse().ok().filter(|value| range.contains(value));
    let value = value.ok_or_else(|| {
        format!(
            "set {name}: expected a number from {} to {}",
            range.start(),
            range.end()
        )
    })?;
    Ok(Command::Set(setting, value))
}

fn new_game(words: &[&str]) -> Result<AnyGame, String> {
    match words {
        [name] => start(game(name)?, None),
        [name, variant] => start(game(name)?, Some(variant)),
        _ => Err("newgame: expected a game and perhaps its variant".to_owned()),
    }
}

fn game(name: &str) -> Result<GameId, String> {
    options::game(name).map_err(|why| format!("{}: {why}", quoted(name)))
}

fn start(game: GameId, variant: Option<&str>) -> Result<AnyGame, String> {
    AnyGame::start(game, variant).map_err(|error| error.to_string())
}

fn position(words: &[&str]) -> Result<AnyGame, String> {
    let end = words
        .iter()
        .position(|word| *word == "moves")
        .unwrap_or(words.len());
    let (from, moves) = words.split_at(end);
    let mut position = match from {
        [name, "start"] => start(game(name)?, None)?,
        [name, "start", variant] => start(game(name)?, Some(variant))?,
        [name, "text", text @ ..] => {
            AnyGame::from_position(game(name)?, &text.join(" ")).map_err(|error| error.to_string())?
        }
        _ => {
            return Err(
                "position: expected a game, then start [VARIANT] or text TEXT, then perhaps moves".to_owned(),
            );
        }
    };
    for mv in moves.iter().skip(1) {
        position
            .play(mv)
            .map_err(|error| format!("move {}: {error}", quoted(mv)))?;
    }
    Ok(position)
}

fn go(words: &[&str]) -> Result<Go, String> {
    match words {
        ["infinite"] => return Ok(Go::Search(Bounds::default())),
        ["level", level] => {
            return Ok(Go::Level {
                level: read_level(level)?,
                seed: None,
            });
        }
        ["level", level, "seed", seed] => {
            let (level, seed) = (read_level(level)?, Some(number("seed", seed, 0, u64::MAX)?));
            return Ok(Go::Level { level, seed });
        }
        _ => (),
    }
    let mut bounds = Bounds::default();
    let mut pairs = words.chunks_exact(2);
    for pair in &mut pairs {
        bound(&mut bounds, pair[0], pair[1])?;
    }
    if !pairs.remainder().is_empty() || words.is_empty() {
        return Err(format!("go: expected {LIMITS}"));
    }
    Ok(Go::Search(bounds))
}

fn bound(bounds: &mut Bounds, name: &str, value: &str) -> Result<(), String> {
    let milliseconds = |least| number(name, value, least, LONGEST).map(Duration::from_millis);
    match (name, &mut bounds.clock) {
        ("nodes", _) => bounds.nodes = Some(number(name, value, 1, u64::MAX)?),
        ("depth", _) => bounds.depth = Some(number(name, value, 1, 1000)? as u32),
        ("time", _) => bounds.time = Some(milliseconds(1)?),
        ("clock", clock) => {
            *clock = Some(TurnClock {
                remaining: milliseconds(0)?,
                increment: Duration::ZERO,
                moves_to_go: None,
            });
        }
        ("increment", Some(clock)) => clock.increment = milliseconds(0)?,
        ("togo", Some(clock)) => clock.moves_to_go = Some(number(name, value, 1, 10_000)? as u32),
        ("increment" | "togo", None) => return Err(format!("go {name}: expected clock MS before it")),
        _ => return Err(format!("go {}: expected {LIMITS}", quoted(name))),
    }
    Ok(())
}

fn read_level(text: &str) -> Result<Level, String> {
    text.parse()
        .map_err(|_| "go level: expected a number from 1 to 10".to_owned())
}

fn number(name: &str, value: &str, least: u64, most: u64) -> Result<u64, String> {
    let number = value
        .parse()
        .ok()
        .filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("go {name}: expected a number from {least} to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_of(line: &str) -> Go {
        match read(line) {
            Ok(Some(Command::Go(go))) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn limits_add_up() {
        assert_eq!(
            go_of("go nodes 5 depth 3  time 10"),
            Go::Search(Bounds {
                nodes: Some(5),
                depth: Some(3),
                time: Some(Duration::from_millis(10)),
                ..Bounds::default()
            })
        );
        let Go::Search(bounds) = go_of("go clock 60000 increment 500 togo 10") else {
            panic!()
        };
        let clock = bounds.clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_mins(1));
        assert_eq!(clock.increment, Duration::from_millis(500));
        assert_eq!(clock.moves_to_go, Some(10));
        assert!(!bounds.is_infinite());
        assert!(matches!(go_of("go infinite"), Go::Search(bounds) if bounds.is_infinite()));
        assert!(matches!(
            go_of("go level 3 seed 9"),
            Go::Level { seed: Some(9), .. }
        ));
    }

    #[test]
    fn a_position_has_its_moves_played() {
        let Ok(Some(Command::Position(game))) = read("position isometron start central") else {
            panic!()
        };
        let mv = &game.moves().unwrap()[0];
        let Ok(Some(Command::Position(after))) =
            read(&format!("position isometron start central moves {mv}"))
        else {
            panic!()
        };
        let Ok(Some(Command::Position(same))) =
            read(&format!("position isometron text {}", after.position()))
        else {
            panic!()
        };
        assert_eq!(same.position(), after.position());
    }

    #[test]
    fn errors_say_what_to_send() {
        for (line, said) in [
            ("hello", "\"hello\": expected tablier, ready"),
            ("quit now", "quit: expected nothing after it, found \"now\""),
            ("set", "set: expected a name and a number; the names are hash"),
            ("set hash 0", "set hash: expected a number from 1 to 1024"),
            ("set colour 1", "set \"colour\": the names are hash"),
            ("newgame", "newgame: expected a game"),
            ("newgame chess", "\"chess\": the games are offboard"),
            ("newgame isometron round", "symmetry, character 1"),
            ("position", "position: expected a game"),
            ("position offboard text x", "turn, character 1"),
            (
                "position offboard start moves e5e6",
                "move \"e5e6\": there is no marble on e5",
            ),
            ("go", "go: expected nodes N"),
            ("go nodes", "go: expected nodes N"),
            ("go nodes 0", "go nodes: expected a number from 1"),
            ("go far 1", "go \"far\": expected nodes N"),
            ("go togo 5", "go togo: expected clock MS before it"),
            ("go level 11", "go level: expected a number from 1 to 10"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.starts_with(said), "{line}: {error}");
        }
        assert!(read("  \t ").unwrap().is_none());
    }
}
