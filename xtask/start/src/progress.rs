//! One bar for a build of several steps, with the steps that are left.

use std::io::{IsTerminal, Read, Write};
use std::process::{Command, Stdio};

/// Characters of the bar.
const WIDTH: usize = 24;
/// Bytes of cargo's output that are shown when it fails.
const KEPT: usize = 8_000;

/// A step and its share of the whole, in per cent.
pub type Step = (&'static str, usize);

/// A bar on standard error; a line a step where that is no terminal.
#[derive(Debug)]
pub struct Progress {
    steps: &'static [Step],
    is_terminal: bool,
    shown: String,
}

impl Progress {
    /// A bar that is not shown yet.
    pub fn new(steps: &'static [Step]) -> Progress {
        Progress {
            steps,
            is_terminal: std::io::stderr().is_terminal(),
            shown: String::new(),
        }
    }

    /// Runs a step that cannot tell how far it is.
    pub fn work(&mut self, step: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        self.show(step, 0, 1);
        work().inspect_err(|_| self.end())
    }

    /// Runs a build of cargo; shows its own output only when it fails.
    pub fn compile(&mut self, step: &str, build: &mut Command) -> Result<(), String> {
        self.show(step, 0, 1);
        build.args([
            "--config",
            "term.progress.when='always'",
            "--config",
            "term.progress.width=80",
        ]);
        build.args(["--color", "never"]).stderr(Stdio::piped());
        let mut child = build
            .spawn()
            .map_err(|error| format!("cargo cannot be started: {error}"))?;
        let mut said = Vec::new();
        if let Some(mut stderr) = child.stderr.take() {
            let mut chunk = [0; 4096];
            while let Ok(read @ 1..) = stderr.read(&mut chunk) {
                said.extend_from_slice(&chunk[..read]);
                if let Some((done, all)) = counted(&String::from_utf8_lossy(&said)) {
                    self.show(step, done, all);
                }
                said.drain(..said.len().saturating_sub(KEPT));
            }
        }
        let status = child.wait().map_err(|error| format!("cargo was lost: {error}"))?;
        if status.success() {
            return Ok(());
        }
        self.end();
        let said = String::from_utf8_lossy(&said);
        let lines = said
            .split(['\n', '\r'])
            .filter(|line| !line.trim_start().starts_with("Building ["));
        lines.for_each(|line| eprintln!("{line}"));
        Err(format!("cargo ended with {status}"))
    }

    /// Ends the bar's line.
    pub fn end(&mut self) {
        if self.is_terminal && !self.shown.is_empty() {
            eprintln!();
        }
        self.shown.clear();
    }

    fn show(&mut self, step: &str, done: usize, all: usize) {
        let line = if self.is_terminal {
            line(self.steps, step, done, all)
        } else {
            format!("==> {step}")
        };
        if line == self.shown {
            return;
        }
        if self.is_terminal {
            eprint!("\r\x1b[2K{line}");
            let _ = std::io::stderr().flush();
        } else {
            eprintln!("{line}");
        }
        self.shown = line;
    }
}

/// The bar: per cent of the whole, the step with its count, the steps after it.
fn line(steps: &[Step], step: &str, done: usize, all: usize) -> String {
    let place = steps
        .iter()
        .position(|(name, _)| *name == step)
        .unwrap_or_default();
    let before: usize = steps[..place].iter().map(|(_, share)| share).sum();
    let share = steps.get(place).map_or(0, |(_, share)| *share);
    let percent = before + share * done.min(all) / all.max(1);
    let full = WIDTH * percent / 100;
    let bar = format!("{}{}", "#".repeat(full), "-".repeat(WIDTH - full.min(WIDTH)));
    let count = if all > 1 {
        format!(" {done} of {all}")
    } else {
        String::new()
    };
    let left: Vec<&str> = steps.iter().skip(place + 1).map(|(name, _)| *name).collect();
    let left = if left.is_empty() {
        String::new()
    } else {
        format!(", then {}", left.join(", "))
    };
    format!("[{bar}] {percent:3} % {step}{count}{left}")
}

/// The last count in cargo's own bar, `Building [==> ] 12/345: names`.
fn counted(said: &str) -> Option<(usize, usize)> {
    let (_, bar) = said.rsplit_once("Building [")?;
    let (_, counts) = bar.split_once("] ")?;
    let (done, rest) = counts.split_once('/')?;
    let (all, _) = rest.split_once(|other: char| !other.is_ascii_digit())?;
    Some((done.trim().parse().ok()?, all.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [Step; 3] = [("client", 50), ("packing", 10), ("server", 40)];

    #[test]
    fn the_last_count_of_cargo_is_read() {
        let said = "   Compiling rules\n    Building [=>    ] 11/345: rules\r    Building [==>   ] 12/345: search, rules";
        assert_eq!(counted(said), Some((12, 345)));
        assert_eq!(counted("    Building [==>   ] 12/34"), None);
        assert_eq!(counted("   Compiling rules v0.1.0"), None);
    }

    #[test]
    fn the_bar_has_the_whole_and_what_is_left() {
        let half = line(&STEPS, "client", 100, 200);
        assert_eq!(
            half,
            "[######------------------]  25 % client 100 of 200, then packing, server"
        );
        assert!(line(&STEPS, "packing", 0, 1).contains("  50 % packing, then server"));
        let end = line(&STEPS, "server", 7, 7);
        assert_eq!(end, "[########################] 100 % server 7 of 7");
    }
}
