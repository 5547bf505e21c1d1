//! A player that is another program, spoken to by the engine protocol (`docs/engine.md`).

use super::player::Limit;
use rules::{Game, History};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running program.
pub(crate) struct External {
    command: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Whether `newgame` is sent before the next move is asked for.
    new_game: bool,
}

impl External {
    /// Starts a program; its words are separated by spaces.
    pub(crate) fn start(command: &str) -> Result<External, String> {
        let refused = |why: &dyn std::fmt::Display| format!("{command}: {why}");
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| refused(&"expected a command"))?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| refused(&error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(refused(&"its standard input and output cannot be opened"));
        };
        Ok(External {
            command: command.to_owned(),
            child,
            input,
            output: BufReader::new(output),
            new_game: true,
        })
    }

    /// Notes that another game begins.
    pub(crate) fn begin(&mut self) {
        self.new_game = true;
    }

    /// Asks for a move; returns it with the nodes that the program reports.
    pub(crate) fn choose<G: Game>(
        &mut self,
        history: &History<G>,
        limit: Limit,
        seed: u64,
    ) -> Result<(Option<G::Move>, u64), String> {
        let mut position = format!("position {} text {}", G::NAME, history.start());
        for (number, (before, mv)) in history.moves().enumerate() {
            position.push_str(if number == 0 { " moves " } else { " " });
            position.push_str(&before.move_text(mv));
        }
        let go = match limit {
            Limit::Level(level) => format!("go level {level} seed {seed}"),
            Limit::Nodes(nodes) => format!("go nodes {nodes}"),
            Limit::Depth(depth) => format!("go depth {depth}"),
            Limit::Time(milliseconds) => format!("go time {milliseconds}"),
        };
        let new_game = if std::mem::take(&mut self.new_game) {
            format!("newgame {}\n", G::NAME)
        } else {
            String::new()
        };
        let said = self
            .input
            .write_all(format!("{new_game}{position}\n{go}\n").as_bytes());
        said.and_then(|()| self.input.flush())
            .map_err(|error| format!("{}: {error}", self.command))?;
        let (text, nodes) = self.answer()?;
        let mv = history.position().parse_move(&text);
        let mv = mv.map_err(|error| {
            format!(
                "{} answered {text} in {}: {error}",
                self.command,
                history.position()
            )
        })?;
        Ok((Some(mv), nodes))
    }

    /// Reads up to the best move.
    fn answer(&mut self) -> Result<(String, u64), String> {
        let mut nodes = 0;
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line);
            if read.map_err(|error| format!("{}: {error}", self.command))? == 0 {
                return Err(format!("{} ended in the middle of a game", self.command));
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["bestmove", mv, ..] => return Ok((mv.to_owned(), nodes)),
                ["error", ..] => return Err(format!("{} answered {}", self.command, line.trim_end())),
                ["info", ..] => nodes = number_after("nodes", &words).unwrap_or(nodes),
                _ => (),
            }
        }
    }
}

fn number_after(name: &str, words: &[&str]) -> Option<u64> {
    let at = words.iter().position(|word| *word == name)?;
    words.get(at + 1)?.parse().ok()
}

impl Drop for External {
    fn drop(&mut self) {
        // Kills the program if it has not ended; errors do not matter here.
        let _ = self.input.write_all(b"quit\n");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
