//! Games from elsewhere: records that are checked move by move and kept for the one who brings them.

use crate::App;
use crate::http_error::Problem;
use crate::identity::Maybe;
use crate::limits::{Client, IMPORTS};
use crate::log_size;
use crate::processors::{Payer, Priority, Turn};
use crate::room_registry::new_id;
use crate::routes::Routes;
use crate::table::is_heavy;
use crate::time::now;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use games::AnyGame;
use protocol::{
    Ending, Event, EventKind, PersonId, Player, PlayerKind, Record, TableId, TableSettings, TableState,
    split_records,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Import, LogWrite, NewEvent, NewGame, Summary};

/// Games of one import at most, and moves of all of them.
const MOST_GAMES: usize = 100;
const MOST_MOVES: usize = 20_000;
/// Moves that are simulated, of one import.
const MOST_SIMULATED: usize = 300;
/// Imported players have a placeholder id.
const NOBODY: &str = "imported";

pub(crate) fn routes() -> Routes {
    Routes::default().on("POST", "/api/import", import)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportQuery {
    /// Whether everyone may see the games.
    #[serde(default)]
    public: bool,
}

/// A game that was kept.
#[derive(Serialize, JsonSchema)]
pub(crate) struct KeptGame {
    /// Its address here.
    table: TableId,
}

async fn import(
    State(app): State<App>,
    client: Client,
    Query(how): Query<ImportQuery>,
    Maybe(visitor): Maybe,
    text: String,
) -> Result<(HeaderMap, Json<Vec<KeptGame>>), Problem> {
    let records = read(&text).map_err(Problem::bad)?;
    app.attempts
        .attempt(&format!("import {}", client.name()), IMPORTS)?;
    let processors = &app.rooms.0.processors;
    let mut payers = vec![Payer::address(client.name())];
    payers.extend(visitor.iter().map(|visitor| Payer::person(&visitor.person.id)));
    processors.afford(&payers)?;
    let played = processors.run(Priority::Import, &payers, move |turn| {
        let games = records.iter().enumerate();
        games
            .map(|(number, record)| {
                let played = played(record, how.public, now(), turn);
                played.map_err(|words| format!("game {}: {words}", number + 1))
            })
            .collect::<Result<Vec<Played>, String>>()
    });
    let played = played.await?.map_err(Problem::bad)?;
    let most = app.behaviour.limits.imports;
    app.attempts
        .import(&format!("from {}", client.name()), played.len(), most)?;
    let (visitor, cookie) = app.visitor_or_guest(visitor, &client).await?;
    app.attempts
        .import(&format!("by {}", visitor.person.id), played.len(), most)?;
    let mut kept = Vec::new();
    for game in &played {
        let table = new_id()?;
        keep(&app, &table, &visitor.person.id, game).await?;
        kept.push(KeptGame { table });
    }
    Ok((cookie, Json(kept)))
}

/// The records of a text, if there are not too many.
fn read(text: &str) -> Result<Vec<Record>, String> {
    let records: Vec<Record> = split_records(text)
        .take(MOST_GAMES + 1)
        .enumerate()
        .map(|(number, text)| {
            text.parse()
                .map_err(|error| format!("game {}: {error}", number + 1))
        })
        .collect::<Result<_, String>>()?;
    let moves = |heavy: bool| {
        let counted = records.iter().filter(|record| is_heavy(record.game) || !heavy);
        counted.map(|record| record.moves.len()).sum::<usize>()
    };
    match records.len() {
        0 => Err("expected a record: see docs/record.md".to_owned()),
        count if count > MOST_GAMES => Err(format!("at most {MOST_GAMES} games at once")),
        _ if moves(false) > MOST_MOVES => Err(format!("at most {MOST_MOVES} moves at once")),
        _ if moves(true) > MOST_SIMULATED => {
            Err(format!("at most {MOST_SIMULATED} moves of Polarity at once"))
        }
        _ => Ok(records),
    }
}

/// A record as the log of a table.
struct Played {
    position: Option<String>,
    log: Log,
    ending: Ending,
}

fn played(record: &Record, public: bool, now: i64, turn: &Turn) -> Result<Played, String> {
    let Some(ending) = record.ending.clone() else {
        return Err("result: a game that is not over cannot be kept".to_owned());
    };
    let settings = TableSettings {
        variant: record.variant.clone(),
        clock: record.clock,
        rated: record.rated,
        public,
        chat: false,
        teams: record.players.len() > 2,
        ..TableSettings::new(record.game)
    };
    let start = settings.start().map_err(|error| error.to_string())?;
    let start = match &record.position {
        Some(position) => AnyGame::from_position(record.game, position).map_err(|error| error.to_string())?,
        None => start,
    };
    let at = record
        .date
        .map_or(now, |seconds| seconds.saturating_mul(1000).min(now));
    let mut log = Log {
        state: TableState::new(settings),
        events: Vec::new(),
        at,
    };
    for (seat, name) in record.players.iter().enumerate() {
        let player = player(name)?;
        log.add(EventKind::Sit { seat, player });
    }
    log.add(EventKind::Start {});
    let mut moves = record.moves.iter();
    let mut side = start.turn();
    let replayed = record.replay_each(&|| turn.is_over(), |board| {
        let seat = log.state.seat_to_move(side, []);
        side = board.turn();
        log.add(EventKind::Move {
            ply: log.state.plies(),
            seat,
            text: moves.next().cloned().unwrap_or_default(),
            position: board.position(),
            left: None,
        });
    });
    replayed.map_err(|error| error.to_string())?;
    log.add(EventKind::End(ending.clone()));
    log.must_fit()?;
    let position = record.position.clone();
    Ok(Played {
        position,
        log,
        ending,
    })
}

fn player(name: &str) -> Result<Player, String> {
    let person: PersonId = NOBODY
        .parse()
        .map_err(|error: protocol::IdError| error.to_string())?;
    Ok(Player {
        person,
        name: name.to_owned(),
        kind: PlayerKind::Guest,
        rating: None,
        provisional: false,
    })
}

/// A log as it grows, with its state.
struct Log {
    state: TableState,
    events: Vec<Event>,
    at: i64,
}

impl Log {
    fn add(&mut self, kind: EventKind) {
        let event = Event {
            seq: self.events.len() as u64 + 1,
            at: self.at,
            kind,
        };
        self.state.apply(&event);
        self.events.push(event);
    }

    /// A log that is imported is no longer than one that is played here.
    fn must_fit(&self) -> Result<(), String> {
        if log_size::fits(&self.events) {
            return Ok(());
        }
        let (events, bytes) = (log_size::MOST_EVENTS, log_size::MOST_BYTES / 1024);
        Err(format!(
            "it is too long: a game has at most {events} events and {bytes} kB"
        ))
    }
}

async fn keep(app: &App, table: &TableId, creator: &str, played: &Played) -> Result<(), Problem> {
    let Log { state, events, at } = &played.log;
    let settings = serde_json::to_string(state.settings()).map_err(|_| Problem::busy())?;
    let game = NewGame {
        id: table.as_str(),
        game: state.settings().game.name(),
        settings: &settings,
        public: state.settings().public,
        creator,
        created: now(),
    };
    let row = |event: &Event| NewEvent {
        seq: event.seq as i64,
        at: event.at,
        key: None,
        body: serde_json::to_string(&event.kind).unwrap_or_default(),
    };
    let entry = LogWrite {
        game: table.to_string(),
        events: events.iter().map(row).collect(),
        summary: Summary {
            plies: i64::from(state.plies()),
            deadline: None,
            started: Some(*at),
            ended: Some(*at),
            winner: played.ending.winner.map(|side| side.index() as i64),
            reason: Some(played.ending.reason.to_string()),
            players: serde_json::to_string(state.seats()).ok(),
        },
        seats: Vec::new(),
        ratings: Vec::new(),
        opens: None,
    };
    let import = Import {
        game,
        position: played.position.as_deref(),
        entry: &entry,
    };
    Ok(app.store.import(&import).await?)
}
