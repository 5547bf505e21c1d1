//! `tablier engine` over real pipes.

// Helpers of tests fail by panicking.
#![allow(clippy::unwrap_used)]

mod common;

use common::{tablier, tablier_bytes, text};
use rules::Random;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const DOCUMENT: &str = include_str!("../../../docs/engine.md");

/// A running `tablier engine`, with its input and its output.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tablier"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Engine {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end_matches('\n').to_owned()
    }

    /// Reads lines up to the first that begins with `start`, and returns them all.
    fn hear_until(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.hear();
            assert!(!line.is_empty(), "the engine has ended after {heard:?}");
            heard.push(line);
            if heard.last().is_some_and(|line| line.starts_with(start)) {
                return heard;
            }
        }
    }

    fn end(mut self) {
        drop(self.input);
        assert!(self.child.wait().unwrap().success());
    }
}

/// An info line without the numbers that differ between machines and versions.
fn masked(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if words[0] == "info" {
        for at in 1..words.len() {
            if matches!(words[at - 1], "nodes" | "nps") {
                words[at] = "…";
            }
        }
    }
    words.join(" ")
}

#[test]
fn the_session_in_the_document_runs_as_written() {
    let session = DOCUMENT
        .split("```session\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let mut engine = Engine::start();
    for line in session.lines() {
        match line.strip_prefix("> ") {
            Some(said) => engine.say(said),
            None => assert_eq!(masked(&engine.hear()), masked(line)),
        }
    }
    assert_eq!(engine.hear(), "", "after quit there is nothing more");
    engine.end();
}

#[test]
fn commands_are_answered_during_a_search() {
    let mut engine = Engine::start();
    engine.say("position offboard start");
    engine.say("go infinite");
    engine.hear_until("info line 1 depth 2");
    for refused in [
        "go nodes 5",
        "position polygone start",
        "newgame offboard",
        "set hash 5",
    ] {
        engine.say(refused);
        let error = engine.hear_until("error");
        assert_eq!(
            error.last().unwrap(),
            "error a search is running: wait for its bestmove, or send stop first"
        );
    }
    engine.say("ready");
    engine.hear_until("ready");
    engine.say("stop");
    engine.hear_until("bestmove");
    // The next position may come as soon as the best move is heard.
    for _ in 0..50 {
        engine.say("position polygone start\ngo nodes 20");
        let heard = engine.hear_until("bestmove");
        assert!(heard.iter().all(|line| !line.starts_with("error")), "{heard:?}");
    }
    engine.say("stop\nready");
    assert_eq!(engine.hear(), "ready");
    engine.end();
}

#[test]
fn a_level_and_a_seed_give_the_same_move() {
    let play = |input: &str| {
        let output = tablier(&["engine"], input);
        text(&output.stdout).lines().last().unwrap().to_owned()
    };
    let named = play("position isometron start shift\ngo level 2 seed 77\n");
    assert!(named.starts_with("bestmove "), "{named}");
    assert_eq!(
        named,
        play("set seed 77\nset threads 2\nposition isometron start shift\ngo level 2\n")
    );
}

#[test]
fn the_end_of_input_still_gets_an_answer() {
    for go in [
        "go nodes 3000",
        "go infinite",
        "go depth 2",
        "go time 5",
        "go clock 0",
    ] {
        let output = tablier(&["engine"], &format!("position polygone start\n{go}"));
        let answers = text(&output.stdout);
        assert!(
            answers.lines().last().unwrap().starts_with("bestmove "),
            "{go}: {answers}"
        );
        assert_eq!(output.status.code(), Some(0));
    }
    let silent = tablier(&["engine"], "");
    assert_eq!((text(&silent.stdout), silent.status.code()), ("", Some(0)));
}

#[test]
fn polarity_is_played_at_levels_alone() {
    let mut engine = Engine::start();
    engine.say("position polarity start\ngo nodes 5");
    let error = engine.hear();
    assert!(
        error.starts_with("error go: this game is played by hand"),
        "{error}"
    );
    engine.say("go level 1 seed 3");
    let best = engine.hear();
    let mv = best.strip_prefix("bestmove ").unwrap();
    engine.say(&format!("position polarity start moves {mv}\nready"));
    assert_eq!(engine.hear(), "ready", "its move can be played");
    engine.end();
}

/// Valid lines, which [`spoilt`] damages.
const LINES: &[&str] = &[
    "tablier",
    "ready",
    "set hash 1",
    "set threads 2",
    "set lines 3",
    "set seed 5",
    "newgame offboard",
    "newgame isometron central",
    "position offboard start moves a5b5 a1b1",
    "position polygone start",
    "position isometron start shift",
    "position offboard text 5/3rry/7/8/9/8/7/6/y4 r ----y------- - moves h7h8",
    "position offboard text r3y/rr2yy/rrr1yyy/8/9/8/yyy1rrr/yy2rr/y3r r ------------ -",
    "go nodes 50",
    "go depth 2",
    "go time 1",
    "go clock 10 increment 1 togo 3",
    "go level 1 seed 4",
    "go infinite",
    "stop",
    "stop",
];

/// A line with up to three random edits: a byte changed, removed or inserted, the end cut off, another line appended.
fn spoilt(random: &mut Random) -> Vec<u8> {
    let pick = |random: &mut Random| {
        LINES[random.below(LINES.len() as u64) as usize]
            .as_bytes()
            .to_vec()
    };
    let mut line = pick(random);
    for _ in 0..random.below(4) {
        let at = random.below(line.len() as u64 + 1) as usize;
        match random.below(6) {
            0 => line.insert(at, random.bits() as u8),
            1 if at < line.len() => line[at] = random.bits() as u8,
            2 if at < line.len() => drop(line.remove(at)),
            3 => line.truncate(at),
            4 => line.extend(pick(random)),
            _ => line.insert(at, b" 0123456789-"[random.below(12) as usize]),
        }
    }
    // `quit` would end the engine before the last line.
    if line.windows(4).any(|word| word == b"quit") {
        Vec::new()
    } else {
        line
    }
}

#[test]
fn no_input_crashes_the_engine() {
    let mut random = Random::new(11);
    for _ in 0..4 {
        let mut input = Vec::new();
        for _ in 0..testkit::deep(5_000, 250_000) {
            input.extend(spoilt(&mut random));
            input.push(b'\n');
        }
        // After binary noise and a very long line, valid commands must still be answered.
        input.extend(
            (0..5000)
                .map(|_| random.bits() as u8)
                .filter(|byte| *byte != b'q'),
        );
        input.extend(vec![b'9'; 300_000]);
        input.extend(b"\nstop\nset threads 1\nposition offboard start\ngo nodes 10\nstop\nready\nquit\n");
        let output = tablier_bytes(&["engine"], &input);
        let answers = text(&output.stdout);
        assert_eq!(text(&output.stderr), "");
        assert_eq!(output.status.code(), Some(0));
        let last: Vec<&str> = answers.lines().rev().take(2).collect();
        assert!(last[0] == "ready" && last[1].starts_with("bestmove "), "{last:?}");
        for line in answers.lines() {
            let word = line.split(' ').next().unwrap();
            assert!(
                ["id", "game", "option", "ready", "info", "bestmove", "error"].contains(&word),
                "{line}"
            );
            assert!(!line.contains("panicked"), "{line}");
        }
    }
}

#[test]
fn the_engine_ends_quietly_when_its_reader_is_gone() {
    let mut engine = Engine::start();
    drop(engine.output);
    // The engine may notice that nobody reads, and end, before the last line.
    for _ in 0..100 {
        if writeln!(engine.input, "tablier").is_err() {
            break;
        }
    }
    drop(engine.input);
    assert!(engine.child.wait().unwrap().success());
}
