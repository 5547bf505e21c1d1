//! A session: its settings and position, and the search that runs beside it.

use super::command::{self, Command, Go};
use super::settings::{Setting, Settings};
use super::thinking::{Task, think};
use crate::engine_cache::EngineCache;
use analysis::STACK;
use games::{AnyGame, GameId};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// The receiver of answers, a line at a time, from either thread.
pub(super) struct Answers<W> {
    out: Mutex<W>,
    /// The reader is gone.
    closed: AtomicBool,
}

impl<W: Write> Answers<W> {
    pub(super) fn send(&self, line: &str) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            self.closed.store(true, SeqCst);
        }
    }
}

/// A search under way.
struct Running {
    stop: Arc<AtomicBool>,
    /// Whether its best move is still to come.
    busy: Arc<AtomicBool>,
    thread: JoinHandle<()>,
    endless: bool,
}

pub(crate) struct Session<W> {
    answers: Arc<Answers<W>>,
    settings: Settings,
    /// Made when it is first needed, in the size set by then.
    engine: Arc<Mutex<EngineCache>>,
    game: Option<AnyGame>,
    running: Option<Running>,
}

impl<W: Write + Send + 'static> Session<W> {
    pub(crate) fn new(out: W) -> Session<W> {
        Session {
            answers: Arc::new(Answers {
                out: Mutex::new(out),
                closed: AtomicBool::new(false),
            }),
            settings: Settings::new(),
            engine: Arc::default(),
            game: None,
            running: None,
        }
    }

    /// Whether the answers are still read.
    pub(crate) fn is_open(&self) -> bool {
        !self.answers.closed.load(SeqCst)
    }

    pub(crate) fn send_error(&self, why: &str) {
        // One line, whatever the reason quotes.
        let why: Vec<&str> = why.split_whitespace().collect();
        self.answers.send(&format!("error {}", why.join(" ")));
    }

    /// Executes a line; `Break` after `quit`.
    pub(crate) fn receive(&mut self, line: &str) -> ControlFlow<()> {
        match command::read(line) {
            Ok(None) => (),
            Ok(Some(Command::Quit)) => {
                self.stop();
                return ControlFlow::Break(());
            }
            Ok(Some(command)) => {
                if let Err(why) = self.execute(command) {
                    self.send_error(&why);
                }
            }
            Err(why) => self.send_error(&why),
        }
        ControlFlow::Continue(())
    }

    fn execute(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Introduce => self.introduce(),
            Command::Ready => self.answers.send("ready"),
            Command::Stop => self.stop(),
            Command::Quit => (),
            Command::Set(setting, value) => {
                self.refuse_while_searching()?;
                self.settings.set(setting, value);
                if setting == Setting::Hash {
                    self.forget();
                }
            }
            Command::NewGame(game) => {
                self.refuse_while_searching()?;
                self.game = Some(game);
                self.forget();
            }
            Command::Position(game) => {
                self.refuse_while_searching()?;
                self.game = Some(game);
            }
            Command::Go(go) => self.go(go)?,
        }
        Ok(())
    }

    fn introduce(&self) {
        self.answers
            .send(concat!("id name Tablier\nid version ", env!("CARGO_PKG_VERSION")));
        for game in GameId::ALL {
            self.answers
                .send(&format!("game {game} {}", game.variants().join(" ")));
        }
        for setting in Setting::ALL {
            self.answers.send(&setting.to_string());
        }
        self.answers.send("ready");
    }

    fn forget(&self) {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        engine.forget();
    }

    fn refuse_while_searching(&mut self) -> Result<(), String> {
        let searching = |running: &Running| running.busy.load(SeqCst) && !running.thread.is_finished();
        if self.running.as_ref().is_some_and(searching) {
            return Err("a search is running: wait for its bestmove, or send stop first".to_owned());
        }
        self.join();
        Ok(())
    }

    fn go(&mut self, go: Go) -> Result<(), String> {
        self.refuse_while_searching()?;
        let game = self.game.clone().ok_or("go: send a position first")?;
        if let Some(result) = game.result() {
            return Err(format!("go: the game is over, {result}: send another position"));
        }
        if game.moves().is_none() && matches!(go, Go::Search(_)) {
            return Err(
                "go: this game is played by hand and cannot be searched: send go level 1 to 10".to_owned(),
            );
        }
        let (engine, settings) = (Arc::clone(&self.engine), self.settings);
        let (stop, busy) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(true)));
        let answers = Arc::clone(&self.answers);
        let search = {
            let (stop, busy) = (Arc::clone(&stop), Arc::clone(&busy));
            move || {
                let task = Task {
                    go,
                    settings,
                    engine: &engine,
                    stop: &stop,
                };
                let best = think(&game, &task, &|line| answers.send(line));
                // Before it is said: whoever has read it may send the next position at once.
                busy.store(false, SeqCst);
                match best {
                    Some(mv) => answers.send(&format!("bestmove {mv}")),
                    None => answers.send("error go: there is no legal move: send another position"),
                }
            }
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(search);
        let thread = thread.map_err(|error| format!("go: cannot start a thread, try again: {error}"))?;
        self.running = Some(Running {
            stop,
            busy,
            thread,
            endless: matches!(go, Go::Search(bounds) if bounds.is_infinite()),
        });
        Ok(())
    }

    /// Ends the search and waits for its answer; at most some thousand nodes.
    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.store(true, SeqCst);
        }
        self.join();
    }

    fn join(&mut self) {
        if let Some(running) = self.running.take()
            && running.thread.join().is_err()
        {
            self.send_error("the search failed: send newgame and the position again");
        }
    }

    /// Waits, at the end of input, for a search with a limit; stops one without.
    pub(crate) fn finish(&mut self) {
        if self.running.as_ref().is_some_and(|running| running.endless) {
            self.stop();
        }
        self.join();
    }
}
