//! Removes chat lines and names from logs, and informs every client that has read them.

use crate::App;
use crate::room::read_event;
use crate::time::now;
use protocol::{Event, EventKind, Player, TableId};
use std::time::Duration;
use store::{GameRow, NameChange, Redaction, Store};
use tokio::time::{Instant, timeout};

/// How often a redaction is tried when a game goes on at the same moment.
const TRIES: usize = 8;
/// Games whose names are changed between two looks at the clock.
const STEP: i64 = 20;
/// How long whoever changes a name waits for it; the rest is done later.
const WAITING: Duration = Duration::from_secs(5);
/// Most time for the games between two looks at the clock.
const STEP_TIME: Duration = Duration::from_secs(30);

/// Reason why something was not redacted.
#[derive(Debug)]
pub(crate) enum RedactionError {
    Store(store::Error),
    /// No such game, or no such line.
    Nothing,
    /// A log cannot be read.
    Damaged(String),
    /// The game went on at the same moment, again and again.
    Busy,
}

impl From<store::Error> for RedactionError {
    fn from(error: store::Error) -> RedactionError {
        RedactionError::Store(error)
    }
}

/// Takes the text of a line of chat out of a game's log.
pub(crate) async fn redact_chat(store: &Store, game: &str, seq: u64) -> Result<(), RedactionError> {
    redact(
        store,
        game,
        |event| match &event.kind {
            EventKind::Chat { seat, text: Some(_) } if event.seq == seq => Some(EventKind::Chat {
                seat: *seat,
                text: None,
            }),
            _ => None,
        },
        None,
    )
    .await?
    .then_some(())
    .ok_or(RedactionError::Nothing)
}

/// Replaces the name of a player in a game's log, under any id that they have had.
async fn redact_name(store: &Store, game: &str, ids: &[String], name: &str) -> Result<bool, RedactionError> {
    let is_theirs =
        |player: &Player| player.name != name && ids.iter().any(|id| id == player.person.as_str());
    let renamed = |player: &Player| Player {
        name: name.to_owned(),
        ..player.clone()
    };
    redact(
        store,
        game,
        |event| match &event.kind {
            EventKind::Sit { seat, player } if is_theirs(player) => Some(EventKind::Sit {
                seat: *seat,
                player: renamed(player),
            }),
            _ => None,
        },
        Some(name),
    )
    .await
}

/// Replaces events of a log; `false` when there is nothing to replace.
async fn redact(
    store: &Store,
    game: &str,
    replaced: impl Fn(&Event) -> Option<EventKind>,
    name: Option<&str>,
) -> Result<bool, RedactionError> {
    for _ in 0..TRIES {
        let row = store.game(game).await?.ok_or(RedactionError::Nothing)?;
        let rows = store.events(game, 0).await?;
        let log: Result<Vec<Event>, String> = rows.iter().map(read_event).collect();
        let log = log.map_err(RedactionError::Damaged)?;
        let changed = log.iter().filter_map(|event| Some((event.seq, replaced(event)?)));
        let changed: Vec<(u64, EventKind)> = changed.collect();
        if changed.is_empty() {
            return Ok(false);
        }
        let json = |kind: &EventKind| serde_json::to_string(kind).unwrap_or_default();
        let events: Vec<(i64, String)> = changed
            .iter()
            .map(|(seq, kind)| (*seq as i64, json(kind)))
            .collect();
        let notice = json(&EventKind::Redacted {
            events: changed.iter().map(|(seq, _)| *seq).collect(),
            name: name.map(ToOwned::to_owned),
        });
        let players = players(&row, &changed);
        let redaction = Redaction {
            game,
            events: &events,
            players: players.as_deref(),
            notice: &notice,
            at: now(),
        };
        if store.redact(&redaction).await? {
            return Ok(true);
        }
    }
    Err(RedactionError::Busy)
}

/// The players of a game's row after these events have replaced others.
fn players(row: &GameRow, changed: &[(u64, EventKind)]) -> Option<String> {
    let mut seats: Vec<Option<Player>> = serde_json::from_str(row.players.as_deref()?).ok()?;
    for (_, kind) in changed {
        if let EventKind::Sit { seat, player } = kind
            && let Some(place) = seats.get_mut(*seat)
        {
            *place = Some(player.clone());
        }
    }
    serde_json::to_string(&seats).ok()
}

/// Replaces a name in the next games of a person; gives those games, none when all are done.
async fn go_on(store: &Store, change: &NameChange) -> Result<Vec<TableId>, RedactionError> {
    let games = store.games_of_change(change, STEP).await?;
    let mut ids = vec![change.person.clone()];
    ids.extend(store.former_guests(&change.person, i64::MAX).await?);
    let mut done = Vec::new();
    for (_, game) in &games {
        match redact_name(store, game, &ids, &change.name).await {
            Ok(true) => done.extend(game.parse().ok()),
            Ok(false) | Err(RedactionError::Nothing) => {}
            // One log that cannot be read must not keep the name in all the others.
            Err(RedactionError::Damaged(error)) => {
                tracing::error!(table = game, error, "cannot replace a name");
            }
            Err(RedactionError::Store(error @ store::Error::DamagedRow(_))) => {
                tracing::error!(table = game, %error, "cannot replace a name");
            }
            Err(error) => return Err(error),
        }
    }
    store.go_on_with_change(change, games.last()).await?;
    Ok(done)
}

impl App {
    /// Replaces names in games for a while; what is left is done by the housekeeper.
    pub(crate) async fn change_names(&self) {
        let (begun, since) = (Instant::now(), now());
        while begun.elapsed() < WAITING {
            match self.change_next_name(since).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    tracing::error!(%error, "cannot read or note changes of names");
                    return;
                }
            }
        }
    }

    /// Goes on with a change of a name that has not failed since then; `false` when there is none. One that fails must not
    /// hold up the others.
    async fn change_next_name(&self, since: i64) -> Result<bool, store::Error> {
        let Some(change) = store::in_time(self.store.next_name_change(since)).await? else {
            return Ok(false);
        };
        match timeout(STEP_TIME, go_on(&self.store, &change)).await {
            Ok(Ok(games)) => self.rooms.logs_have_grown(games.into_iter()),
            failed => {
                tracing::error!(person = change.person, ?failed, "cannot replace a name");
                store::in_time(self.store.name_change_failed(&change, now())).await?;
            }
        }
        Ok(true)
    }
}
