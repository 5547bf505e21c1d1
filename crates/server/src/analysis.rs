//! Whole games looked at again by the engine: a queue in the database, workers in every process.

use crate::App;
use crate::cluster::{PeerMessage, TableNotice};
use crate::http_error::Problem;
use crate::identity::Maybe;
use crate::limits::{ANALYSES, Client};
use crate::processors::{Payer, Priority, Turn};
use crate::record;
use crate::routes::Routes;
use crate::tables::table_id;
use crate::time::now;
use ::analysis::Bounds;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use games::{AnyGame, HistoryVisitor};
use protocol::{Analysis, AnalysisProgress, AnalysisState, Record, Review, TableId};
use rules::History;
use search::Engine;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::AnalysisRow;
use tokio::time::{sleep, timeout};

/// How long a process has an analysis for itself unless it says that it is at it, in milliseconds.
const KEPT: i64 = 30_000;
/// How often it says so.
const SAYING: Duration = Duration::from_millis(300);
/// How often the queue is looked at; what is asked for here is begun at once.
const LOOKING: Duration = Duration::from_secs(2);
/// Analyses that wait at most.
const MOST_WAITING: i64 = 1000;
/// Analyses of one person or address that wait at most.
const MOST_WAITING_EACH: usize = 2;
/// Payers whose analyses are remembered.
const MOST_PAYERS: usize = 10_000;
/// Nodes of a whole game at most: a long one is searched less deeply.
const MOST_NODES: u64 = 10_000_000;
/// Nodes that an engine searches in a second, about: the price of an analysis is paid when it is asked for.
const NODES_A_SECOND: f64 = 500_000.0;
/// Memory of the engine for an analysis.
const ENGINE_BYTES: usize = 16 << 20;

/// How analyses are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysing {
    /// How many at once in this process; with none, others on the same database do it.
    pub workers: usize,
    /// Nodes that each position is searched with.
    pub nodes: u64,
}

impl Default for Analysing {
    fn default() -> Analysing {
        Analysing {
            workers: 1,
            nodes: 50_000,
        }
    }
}

/// Nodes for each of so many positions of a game.
fn nodes_each(most: u64, positions: u64) -> u64 {
    most.min(MOST_NODES / positions.max(1)).max(1)
}

/// The games whose analyses were asked for here, by those who pay for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct AskedAnalyses(Arc<Mutex<HashMap<String, Vec<String>>>>);

impl AskedAnalyses {
    fn asked(&self) -> MutexGuard<'_, HashMap<String, Vec<String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn of(&self, payer: &Payer) -> Vec<String> {
        self.asked().get(payer.name()).cloned().unwrap_or_default()
    }

    /// Notes that these games of a payer wait.
    fn set(&self, payer: &Payer, games: Vec<String>) {
        let mut asked = self.asked();
        if asked.len() >= MOST_PAYERS {
            asked.clear();
        }
        if games.is_empty() {
            asked.remove(payer.name());
        } else {
            asked.insert(payer.name().to_owned(), games);
        }
    }
}

impl App {
    /// Refuses an analysis to a person who has too many waiting.
    async fn may_ask(&self, payers: &[Payer], id: &TableId) -> Result<(), Problem> {
        for payer in payers {
            let mut waiting = Vec::new();
            for game in self.asked_analyses.of(payer) {
                let row = self.store.analysis(&game).await?;
                if row.is_some_and(|row| row.state == "queued") {
                    waiting.push(game);
                }
            }
            let is_full =
                waiting.len() >= MOST_WAITING_EACH && !waiting.iter().any(|game| game == id.as_str());
            self.asked_analyses.set(payer, waiting);
            if is_full {
                let words =
                    format!("{MOST_WAITING_EACH} of your analyses wait already; ask again when one is done");
                return Err(Problem::too_many(words, 10));
            }
        }
        Ok(())
    }

    fn note_asked(&self, payers: &[Payer], id: &TableId) {
        for payer in payers {
            let mut games = self.asked_analyses.of(payer);
            games.push(id.to_string());
            self.asked_analyses.set(payer, games);
        }
    }
}

pub(crate) fn routes() -> Routes {
    Routes::default()
        .on("GET", "/api/games/{id}/analysis", look)
        .on("POST", "/api/games/{id}/analysis", ask)
}

/// The record of a game that the one who asks may see and that can be analysed.
async fn analysable(app: &App, id: &TableId, ids: &[String]) -> Result<Record, Problem> {
    let seen = app.rooms.look(id, ids, false).await?;
    if seen.info.settings.game.board().is_none() {
        return Err(Problem::conflict(
            "there is no analysis of Polarity: it is played by hand, so that its moves cannot be searched",
        ));
    }
    if seen.info.ending.is_none() {
        return Err(Problem::conflict("this game is not over; ask again when it is"));
    }
    let record = record::of(&seen).filter(|record| !record.moves.is_empty());
    record.ok_or_else(|| Problem::conflict("no move was played in this game"))
}

async fn ask(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    Maybe(visitor): Maybe,
) -> Result<(StatusCode, Json<Analysis>), Problem> {
    let id = table_id(&id)?;
    let mut payers = vec![Payer::address(client.name())];
    payers.extend(visitor.iter().map(|visitor| Payer::person(&visitor.person.id)));
    let ids = visitor.map(|visitor| visitor.ids).unwrap_or_default();
    let record = analysable(&app, &id, &ids).await?;
    app.rooms.0.processors.afford(&payers)?;
    app.attempts
        .attempt(&format!("analysis {}", client.name()), ANALYSES)?;
    app.may_ask(&payers, &id).await?;
    if app.store.queued_analyses().await? >= MOST_WAITING {
        return Err(Problem::busy());
    }
    let total = record.moves.len() as i64 + 1;
    if app.store.queue_analysis(id.as_str(), total, now()).await? {
        let nodes = total as u64 * nodes_each(app.behaviour.analysing.nodes, total as u64);
        app.rooms
            .0
            .processors
            .charge(&payers, nodes as f64 / NODES_A_SECOND);
        app.note_asked(&payers, &id);
    }
    app.analyses.notify_one();
    let row = app.store.analysis(id.as_str()).await?.ok_or_else(Problem::busy)?;
    Ok((StatusCode::ACCEPTED, Json(read(row))))
}

async fn look(
    State(app): State<App>,
    Path(id): Path<String>,
    Maybe(visitor): Maybe,
) -> Result<Json<Analysis>, Problem> {
    let id = table_id(&id)?;
    let ids = visitor.map(|visitor| visitor.ids).unwrap_or_default();
    analysable(&app, &id, &ids).await?;
    let row = app.store.analysis(id.as_str()).await?;
    row.map(|row| Json(read(row))).ok_or_else(Problem::not_found)
}

fn read(row: AnalysisRow) -> Analysis {
    let state = match row.state.as_str() {
        "queued" => AnalysisState::Queued,
        "running" => AnalysisState::Running,
        "done" => AnalysisState::Done,
        _ => AnalysisState::Failed,
    };
    let progress = AnalysisProgress {
        state,
        done: row.done as u32,
        total: row.total as u32,
    };
    let review = row.result.and_then(|result| serde_json::from_str(&result).ok());
    Analysis { progress, review }
}

/// Makes analyses, one after the other, until the server stops.
pub(crate) async fn work(app: App) {
    let mut stopping = app.stopping.clone();
    loop {
        tokio::select! {
            _ = timeout(LOOKING, app.analyses.notified()) => {}
            _ = stopping.changed() => return,
        }
        loop {
            let claimed = store::in_time(app.store.claim_analysis(now(), now() + KEPT)).await;
            let claimed = claimed.inspect_err(|error| tracing::error!(%error, "cannot claim an analysis"));
            let Some(id) = claimed.ok().flatten().and_then(|id| id.parse().ok()) else {
                break;
            };
            if let Err(error) = analyse(&app, &id).await {
                tracing::error!(table = %id, error, "analysis failed");
                let _ = app.store.end_analysis(id.as_str(), None).await;
            }
        }
    }
}

/// State shared by a worker and its supervisor.
#[derive(Debug, Default)]
struct Work {
    done: AtomicU32,
}

async fn analyse(app: &App, id: &TableId) -> Result<(), String> {
    let said = |error: store::Error| error.to_string();
    let creator = app.store.game(id.as_str()).await.map_err(said)?;
    let ids = [creator.ok_or("the game is gone")?.creator];
    let record = analysable(app, id, &ids).await;
    let record = record.map_err(|_| "it cannot be read")?;
    let game = record.replay().map_err(|error| error.to_string())?;
    let total = record.moves.len() as u32 + 1;
    let show = |state: AnalysisState, done: u32| {
        let progress = AnalysisProgress { state, done, total };
        announce(app, id, progress);
    };
    let nodes = nodes_each(app.behaviour.analysing.nodes, u64::from(total));
    let work = Arc::new(Work::default());
    let shared = work.clone();
    let look = move |turn: &Turn| looked_at(&game, nodes, &shared, turn);
    let mut working = pin!(app.rooms.0.processors.run(Priority::Analysis, &[], look));
    let mut stopping = app.stopping.clone();
    let found = loop {
        let done = work.done.load(Ordering::Relaxed);
        show(AnalysisState::Running, done);
        let kept = app
            .store
            .keep_analysis(id.as_str(), i64::from(done), now() + KEPT);
        if store::in_time(kept).await.is_ok_and(|kept| !kept) {
            // Another process has taken the analysis over.
            return Ok(());
        }
        tokio::select! {
            found = &mut working => break found.map_err(|_| "the server is busy")?,
            () = sleep(SAYING) => {}
            _ = stopping.changed() => {
                return app.store.give_analysis_back(id.as_str()).await.map_err(said);
            }
        }
    };
    let found = found.ok_or("it was broken off")?;
    let found = serde_json::to_string(&found).map_err(|error| error.to_string())?;
    app.store
        .end_analysis(id.as_str(), Some(&found))
        .await
        .map_err(said)?;
    show(AnalysisState::Done, total);
    Ok(())
}

/// Tells those who look at the game how far its analysis is, in every process.
fn announce(app: &App, table: &TableId, progress: AnalysisProgress) {
    let what = TableNotice::Analysis { progress };
    app.rooms
        .elsewhere(table, app.store.mark().to_owned(), what.clone());
    let table = table.clone();
    app.rooms.0.peers.tell(PeerMessage::Table { table, what });
}

fn looked_at(game: &AnyGame, nodes: u64, work: &Work, turn: &Turn) -> Option<Review> {
    game.visit(Look { nodes, work, turn }).flatten()
}

struct Look<'a> {
    nodes: u64,
    work: &'a Work,
    turn: &'a Turn,
}

impl HistoryVisitor for Look<'_> {
    type Output = Option<Review>;

    fn visit<E: Engine<Game: drawing::Draw>>(self, history: &History<E::Game>) -> Option<Review> {
        let bounds = Bounds {
            nodes: Some(self.nodes),
            ..Bounds::default()
        };
        let stop = || self.turn.is_over();
        let progress = |done, _| self.work.done.store(done, Ordering::Relaxed);
        ::analysis::review(&E::new(ENGINE_BYTES), history, &bounds, &stop, progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_game_is_searched_less_deeply() {
        assert_eq!(nodes_each(50_000, 60), 50_000);
        assert_eq!(nodes_each(50_000, 2000), 5000);
        assert_eq!(nodes_each(50_000, 0), 50_000);
    }
}
