//! What happens between `go` and `bestmove`.

use super::command::{Bounds, Go};
use super::settings::{Setting, Settings};
use crate::lines::{points, texts};
use crate::threads::with_helpers;
use drawing::Draw;
use games::{AnyGame, HistoryVisitor};
use rules::{Game, History};
use search::score::plies_to_end;
use search::time::budget;
use search::{ASK_EVERY, EngineGame, Limits, Line, Searcher, Table, choose};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// One `go`.
pub(super) struct Task<'a> {
    pub(super) go: Go,
    pub(super) settings: Settings,
    pub(super) table: &'a Table,
    pub(super) stop: &'a AtomicBool,
}

/// Thinks, says `info` lines, and gives the best move; `None` when there is none.
pub(super) fn think(game: &AnyGame, task: &Task<'_>, say: &dyn Fn(&str)) -> Option<String> {
    match (game.visit(Think { task, say }), task.go) {
        (Some(best), _) => best,
        (None, Go::Level { level, seed }) => {
            let seed = seed.unwrap_or(task.settings.get(Setting::Seed));
            game.choose(level, seed, &|| task.stop.load(Relaxed))
        }
        (None, Go::Search(_)) => None,
    }
}

struct Think<'a> {
    task: &'a Task<'a>,
    say: &'a dyn Fn(&str),
}

impl HistoryVisitor for Think<'_> {
    type Output = Option<String>;

    fn visit<G: Draw + EngineGame>(self, history: &History<G>) -> Option<String> {
        let Think { task, say } = self;
        let mv = match task.go {
            Go::Level { level, seed } => {
                let seed = seed.unwrap_or(task.settings.get(Setting::Seed));
                let begin = Instant::now();
                let choice = choose(history, level, seed, &|| task.stop.load(Relaxed))?;
                let line = Line {
                    depth: choice.depth,
                    score: choice.score,
                    nodes: choice.nodes,
                    moves: vec![choice.mv],
                };
                say(&info(history.position(), 1, &line, choice.nodes, begin.elapsed()));
                choice.mv
            }
            Go::Search(bounds) => {
                let helpers = AtomicU64::new(0);
                let search = Search::new(task, bounds, &helpers, say);
                let threads = task.settings.get(Setting::Threads);
                with_helpers(history, task.table, threads, &helpers, || {
                    search.best_move(history)
                })?
            }
        };
        Some(history.position().move_text(mv))
    }
}

/// A search within bounds, on this thread, and what has been spent on it.
struct Search<'a> {
    task: &'a Task<'a>,
    say: &'a dyn Fn(&str),
    begin: Instant,
    /// Nodes of the other threads.
    helpers: &'a AtomicU64,
    /// Nodes of this thread's searchers that have ended.
    spent: Cell<u64>,
    /// Nodes of the one at work, as far as it has asked.
    asked: Cell<u64>,
    /// No new depth is begun after `soft`; the search is broken off after `hard`.
    soft: Option<Duration>,
    hard: Option<Duration>,
    soft_over: Cell<bool>,
    nodes: u64,
    depth: u32,
}

impl<'a> Search<'a> {
    fn new(task: &'a Task<'a>, bounds: Bounds, helpers: &'a AtomicU64, say: &'a dyn Fn(&str)) -> Self {
        let clock = bounds.clock.map(budget);
        let hard = [clock.map(|budget| budget.hard), bounds.time];
        let depth = Limits::default().depth;
        Search {
            task,
            say,
            begin: Instant::now(),
            helpers,
            spent: Cell::new(0),
            asked: Cell::new(0),
            soft: clock.map(|budget| budget.soft),
            hard: hard.into_iter().flatten().min(),
            soft_over: Cell::new(false),
            nodes: bounds.nodes.unwrap_or(u64::MAX),
            depth: bounds.depth.unwrap_or(depth).min(depth),
        }
    }

    fn best_move<G: EngineGame>(&self, history: &History<G>) -> Option<G::Move> {
        let count = self.task.settings.get(Setting::Lines);
        let lines = if count == 1 {
            vec![self.run(history, &[], self.depth, |line| {
                self.show(history.position(), 1, line);
            })]
        } else {
            self.several(history, count)
        };
        let best = lines.first()?;
        // The last word: the nodes of a depth that was broken off count, too.
        self.show(history.position(), 1, best);
        best.moves.first().copied()
    }

    /// The best lines, all of them a depth at a time.
    fn several<G: EngineGame>(&self, history: &History<G>, count: u64) -> Vec<Line<G::Move>> {
        let mut lines: Vec<Line<G::Move>> = Vec::new();
        for depth in 1..=self.depth {
            let mut found = Vec::new();
            let mut deeper: Vec<Line<G::Move>> = Vec::new();
            for _ in 0..count {
                if self.is_over() && !(lines.is_empty() && deeper.is_empty()) {
                    break;
                }
                let line = self.run(history, &found, depth, |_| ());
                let Some(first) = line.moves.first() else { break };
                found.push(*first);
                deeper.push(line);
            }
            let ended = self.is_over();
            // A depth that was broken off does not know the order of all lines.
            if lines.is_empty() || !ended {
                deeper.sort_by_key(|line| -line.score);
                lines = deeper;
                for (number, line) in (1..).zip(&lines) {
                    self.show(history.position(), number, line);
                }
            }
            // Every line is played out to a proven end.
            if ended || lines.iter().all(|line| line.depth < depth) {
                break;
            }
        }
        lines
    }

    fn run<G: EngineGame>(
        &self,
        history: &History<G>,
        excluded: &[G::Move],
        depth: u32,
        mut show: impl FnMut(&Line<G::Move>),
    ) -> Line<G::Move> {
        let limits = Limits {
            nodes: self.nodes.saturating_sub(self.spent.get()).max(1),
            depth,
        };
        let stop = || {
            // It asks at every multiple; a depth shown since the last one may have told more exactly.
            self.asked.set((self.asked.get() / ASK_EVERY + 1) * ASK_EVERY);
            self.is_over()
        };
        self.asked.set(0);
        let mut searcher = Searcher::new(history, self.task.table, limits, &stop);
        searcher.exclude(excluded);
        let line = searcher.run(history.position(), |line| {
            self.asked.set(line.nodes);
            show(line);
            if self.soft.is_some_and(|soft| self.begin.elapsed() >= soft) {
                self.soft_over.set(true);
            }
        });
        self.spent.set(self.spent.get() + line.nodes);
        self.asked.set(0);
        line
    }

    fn total(&self) -> u64 {
        self.spent.get() + self.asked.get() + self.helpers.load(Relaxed)
    }

    fn is_over(&self) -> bool {
        self.task.stop.load(Relaxed)
            || self.soft_over.get()
            || self.total() >= self.nodes
            || self.hard.is_some_and(|hard| self.begin.elapsed() >= hard)
    }

    fn show<G: EngineGame>(&self, position: &G, number: u64, line: &Line<G::Move>) {
        (self.say)(&info(position, number, line, self.total(), self.begin.elapsed()));
    }
}

/// `info line 1 depth 5 score +0.35 nodes 1234 nps 800000 moves a5b5 …`; a proven end says `wins 3` or `loses 4` instead of
/// the score.
fn info<G: Game>(position: &G, number: u64, line: &Line<G::Move>, nodes: u64, time: Duration) -> String {
    let worth = match plies_to_end(line.score) {
        Some(plies) if line.score > 0 => format!("wins {plies}"),
        Some(plies) => format!("loses {}", -plies),
        None => format!("score {}", points(line.score)),
    };
    let speed = nodes as f64 / time.as_secs_f64().max(1e-6);
    format!(
        "info line {number} depth {} {worth} nodes {nodes} nps {speed:.0} moves {}",
        line.depth,
        texts(position, &line.moves).join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GameId;
    use std::cell::RefCell;

    struct Said {
        best: String,
        infos: Vec<String>,
    }

    impl Said {
        /// The number after a word of an info line.
        fn number(info: &str, word: &str) -> u64 {
            let mut words = info.split(' ').skip_while(|found| *found != word);
            words.nth(1).and_then(|number| number.parse().ok()).unwrap()
        }

        fn last_nodes(&self) -> u64 {
            Said::number(self.infos.last().unwrap(), "nodes")
        }
    }

    fn listen(
        game: &AnyGame,
        bounds: Bounds,
        set: &[(Setting, u64)],
        heard: impl Fn(&str, &AtomicBool),
    ) -> Said {
        let mut settings = Settings::new();
        for (setting, value) in set {
            settings.set(*setting, *value);
        }
        let (table, stop, infos) = (Table::new(1), AtomicBool::new(false), RefCell::new(Vec::new()));
        let task = Task {
            go: Go::Search(bounds),
            settings,
            table: &table,
            stop: &stop,
        };
        let best = think(game, &task, &|line| {
            infos.borrow_mut().push(line.to_owned());
            heard(line, &stop);
        });
        Said {
            best: best.unwrap(),
            infos: infos.into_inner(),
        }
    }

    fn start(game: GameId) -> AnyGame {
        AnyGame::start(game, None).unwrap()
    }

    fn nodes(nodes: u64) -> Bounds {
        Bounds {
            nodes: Some(nodes),
            ..Bounds::default()
        }
    }

    #[test]
    fn node_limits_are_exact() {
        for game in [GameId::Offboard, GameId::Polygone] {
            for limit in [1, 2, 999, 5000] {
                for lines in [1, 3] {
                    let said = listen(&start(game), nodes(limit), &[(Setting::Lines, lines)], |_, _| ());
                    assert_eq!(
                        said.last_nodes(),
                        limit,
                        "{game}, {lines} lines: {:?}",
                        said.infos
                    );
                    assert!(start(game).moves().unwrap().contains(&said.best));
                }
            }
        }
    }

    #[test]
    fn an_endless_search_stops_within_a_thousand_nodes() {
        let told = Cell::new(0);
        let said = listen(&start(GameId::Offboard), Bounds::default(), &[], |info, stop| {
            if Said::number(info, "depth") >= 4 && told.get() == 0 {
                told.set(Said::number(info, "nodes"));
                stop.store(true, Relaxed);
            }
        });
        assert!(said.last_nodes() - told.get() <= ASK_EVERY, "{:?}", said.infos);
    }

    #[test]
    fn several_lines_begin_with_different_moves_the_best_first() {
        let said = listen(
            &start(GameId::Polygone),
            nodes(20_000),
            &[(Setting::Lines, 4)],
            |_, _| (),
        );
        let first = said
            .infos
            .iter()
            .rposition(|info| info.starts_with("info line 4 "))
            .unwrap();
        let last: Vec<&String> = said.infos[first - 3..=first].iter().collect();
        let mut moves: Vec<&str> = Vec::new();
        for (number, info) in last.iter().enumerate() {
            assert_eq!(Said::number(info, "line"), number as u64 + 1, "{info}");
            moves.extend(info.split("moves ").nth(1).unwrap().split(' ').next());
        }
        assert_eq!(moves[0], said.best);
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), 4);
    }

    #[test]
    fn more_lines_than_moves_and_a_proven_end_are_no_trouble() {
        let won = AnyGame::from_position(GameId::Offboard, "5/3rry/7/8/9/8/7/6/y4 r ----y------- -").unwrap();
        let said = listen(&won, nodes(30_000), &[(Setting::Lines, 100)], |_, _| ());
        assert_eq!(said.best, "h7h8");
        assert!(
            said.infos.last().unwrap().contains(" wins 1 "),
            "{:?}",
            said.infos.last()
        );
    }

    #[test]
    fn time_and_clocks_end_a_search() {
        let clock = search::time::Clock {
            remaining: Duration::from_millis(500),
            increment: Duration::ZERO,
            moves_to_go: Some(10),
        };
        for bounds in [
            Bounds {
                time: Some(Duration::from_millis(20)),
                ..Bounds::default()
            },
            Bounds {
                clock: Some(clock),
                ..Bounds::default()
            },
        ] {
            assert!(
                !listen(&start(GameId::Offboard), bounds, &[], |_, _| ())
                    .best
                    .is_empty()
            );
        }
    }

    #[test]
    fn threads_share_the_nodes() {
        let said = listen(
            &start(GameId::Offboard),
            nodes(200_000),
            &[(Setting::Threads, 3)],
            |_, _| (),
        );
        // This thread may be asleep when the others reach the limit.
        assert!(
            (200_000..400_000).contains(&said.last_nodes()),
            "{:?}",
            said.infos.last()
        );
    }
}
