//! The search between `go` and `bestmove`.

use super::command::Go;
use super::settings::{Setting, Settings};
use crate::engine_cache::EngineCache;
use crate::lines::points;
use analysis::texts;
use analysis::{Bounds, Progress, best_lines};
use drawing::Draw;
use games::{AnyGame, HistoryVisitor};
use rules::{Game, History};
use search::score::plies_to_end;
use search::{Engine, Line, MoveOf, choose};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// One `go`.
pub(super) struct Task<'a> {
    pub(super) go: Go,
    pub(super) settings: Settings,
    pub(super) engine: &'a Mutex<EngineCache>,
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

    fn visit<E: Engine<Game: Draw>>(self, history: &History<E::Game>) -> Option<String> {
        let mv = match self.task.go {
            Go::Level { level, seed } => {
                let seed = seed.unwrap_or(self.task.settings.get(Setting::Seed));
                let begin = Instant::now();
                let choice = choose::<E>(history, level, seed, &|| self.task.stop.load(Relaxed))?;
                let line = Line {
                    depth: choice.depth,
                    score: choice.score,
                    nodes: choice.nodes,
                    moves: vec![choice.mv],
                };
                let progress = Progress {
                    number: 0,
                    line: &line,
                    nodes: choice.nodes,
                    time: begin.elapsed(),
                };
                (self.say)(&info(history.position(), &progress));
                choice.mv
            }
            Go::Search(bounds) => self.search::<E>(history, bounds)?,
        };
        Some(history.position().move_text(mv))
    }
}

impl Think<'_> {
    fn search<E: Engine>(&self, history: &History<E::Game>, bounds: Bounds) -> Option<MoveOf<E>> {
        let settings = self.task.settings;
        let bounds = Bounds {
            threads: settings.get(Setting::Threads) as u32,
            lines: settings.get(Setting::Lines) as usize,
            ..bounds
        };
        let mut cache = self.task.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let engine = cache.get::<E>((settings.get(Setting::Hash) as usize) << 20);
        let stop = || self.task.stop.load(Relaxed);
        let lines = best_lines(engine, history, &bounds, &stop, &mut |progress| {
            (self.say)(&info(history.position(), &progress));
        });
        lines.first()?.moves.first().copied()
    }
}

/// `info line 1 depth 5 score +0.35 nodes 1234 nps 800000 moves a5b5 …`; a proven end says `wins 3` or `loses 4` instead of
/// the score.
fn info<G: Game>(position: &G, progress: &Progress<'_, G::Move>) -> String {
    let Progress {
        number,
        line,
        nodes,
        time,
    } = progress;
    let worth = match plies_to_end(line.score) {
        Some(plies) if line.score > 0 => format!("wins {plies}"),
        Some(plies) => format!("loses {}", -plies),
        None => format!("score {}", points(line.score)),
    };
    let speed = *nodes as f64 / time.as_secs_f64().max(1e-6);
    format!(
        "info line {} depth {} {worth} nodes {nodes} nps {speed:.0} moves {}",
        number + 1,
        line.depth,
        texts(position, &line.moves).join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GameId;
    use search::ASK_EVERY;
    use std::cell::{Cell, RefCell};
    use std::time::Duration;

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
        let (engine, stop) = (Mutex::new(EngineCache::default()), AtomicBool::new(false));
        let infos = RefCell::new(Vec::new());
        let task = Task {
            go: Go::Search(bounds),
            settings,
            engine: &engine,
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
        let clock = search::time::TurnClock {
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
