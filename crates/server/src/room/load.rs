//! How a table wakes: its log is all it needs.

use super::Room;
use super::hand::HandBytes;
use super::memory::Memory;
use super::presence::Presence;
use super::simulate::Simulated;
use crate::log_size::LogSize;
use crate::room_registry::Rooms;
use crate::table::Table;
use crate::time::now;
use games::AnyGame;
use protocol::{ByeReason, Event, EventKind, ServerMessage, TableId, TableSettings};
use std::collections::HashMap;
use store::{EventRow, GameRow};
use tokio::sync::mpsc;

/// Reason why a table cannot be loaded.
#[derive(Debug)]
pub(super) enum Unloaded {
    NoTable,
    NoMemory,
    Trouble(String),
}

impl From<String> for Unloaded {
    fn from(error: String) -> Unloaded {
        Unloaded::Trouble(error)
    }
}

impl Room {
    /// Reads a table from the database, for a client.
    pub(super) async fn wake(
        rooms: Rooms,
        id: TableId,
        client: &str,
        simulated: mpsc::Sender<Simulated>,
    ) -> Result<Room, Unloaded> {
        let told = |error: store::Error| error.to_string();
        let row = store::in_time(rooms.0.store.game(id.as_str())).await;
        let Some(row) = row.map_err(told)? else {
            return Err(Unloaded::NoTable);
        };
        let (table, log, keys) = read(&rooms, &row).await?;
        let (size, is_live) = (LogSize::of(&log), table.state.ending().is_none());
        let memory = Memory::take(&rooms, client, size, is_live).ok_or(Unloaded::NoMemory)?;
        let away_since = vec![Some(now()); table.state.seats().len()];
        Ok(Room {
            rooms,
            id,
            row,
            table,
            size,
            memory,
            hand: HandBytes::default(),
            log,
            keys,
            listeners: HashMap::new(),
            next_listener: 0,
            away_since,
            presence: Presence::default(),
            elsewhere: HashMap::new(),
            conflicted: false,
            thinking: None,
            simulation: None,
            simulated,
            attempts: (0, 0),
            broken: false,
        })
    }

    /// Applies the events that another process has written.
    pub(super) async fn catch_up(&mut self) {
        let after = self.log.len() as i64;
        let events = self.rooms.0.store.events(self.id.as_str(), after);
        match store::in_time(events).await.map(|rows| self.apply_rows(rows)) {
            Ok(Ok(())) => {}
            Ok(Err(reason)) => {
                tracing::info!(table = %self.id, reason, "full log reload");
                self.reload().await;
            }
            Err(_) => self.reload().await,
        }
    }

    /// Fails when the new events are not enough to know the table; then it may be half changed.
    fn apply_rows(&mut self, rows: Vec<EventRow>) -> Result<(), String> {
        let mut news = Vec::with_capacity(rows.len());
        for row in rows {
            let event = read_event(&row)?;
            let expected = self.log.len() as u64 + news.len() as u64 + 1;
            if event.seq != expected {
                return Err(out_of_order(event.seq as i64, expected));
            }
            if let EventKind::Redacted { .. } = event.kind {
                return Err("earlier events have changed".to_owned());
            }
            self.table.follow(&event)?;
            self.keys.extend(row.action_key.map(|key| (key, event.seq)));
            news.push(event);
        }
        self.log.extend_from_slice(&news);
        self.size.add(&news);
        self.count_memory();
        self.tell(&news);
        Ok(())
    }

    /// Reads the log again, because what is in memory may not be what is on the disk.
    pub(super) async fn reload(&mut self) {
        match read(&self.rooms, &self.row).await {
            Ok((mut table, log, keys)) => {
                table.clock.keep_credit(&self.table.clock);
                let known = self.log.len().min(log.len());
                (self.table, self.log, self.keys) = (table, log, keys);
                let news = self.log.split_off(known);
                self.log.extend_from_slice(&news);
                self.size = LogSize::of(&self.log);
                self.count_memory();
                self.tell(&news);
            }
            Err(error) => {
                tracing::error!(table = %self.id, error, "cannot reload table log");
                let words = "the server cannot reach its database; please come again".to_owned();
                self.tell_all(&ServerMessage::Bye {
                    reason: ByeReason::Trouble,
                    words,
                });
                self.broken = true;
            }
        }
    }
}

fn out_of_order(found: i64, expected: u64) -> String {
    format!("event {found} stands in the place of {expected}")
}

type Read = (Table, Vec<Event>, HashMap<String, u64>);

async fn read(rooms: &Rooms, row: &GameRow) -> Result<Read, String> {
    let settings: TableSettings = serde_json::from_str(&row.settings).map_err(|error| error.to_string())?;
    let rows = store::in_time(rooms.0.store.events(&row.id, 0)).await;
    let rows = rows.map_err(|error| error.to_string())?;
    let start = match &row.position {
        Some(position) => AnyGame::from_position(settings.game, position).map_err(|error| error.to_string()),
        None => settings.start().map_err(|error| error.to_string()),
    }?;
    let mut table = Table::new(settings, start, rooms.outages().clone());
    let mut log = Vec::with_capacity(rows.len());
    let mut keys = HashMap::new();
    for row in rows {
        if row.seq != log.len() as i64 + 1 {
            return Err(out_of_order(row.seq, log.len() as u64 + 1));
        }
        let event = read_event(&row)?;
        keys.extend(row.action_key.map(|key| (key, event.seq)));
        table.apply(&event);
        log.push(event);
    }
    let turned = log.iter().rev().find_map(|event| match event.kind {
        EventKind::Move { left, .. } | EventKind::Takeback { left, .. } => Some((event.at, left)),
        _ => None,
    });
    if let Some((at, left)) = turned {
        let board = table.replay_to(table.state.plies())?;
        table.set_board(board, at, left);
    }
    Ok((table, log, keys))
}

pub(crate) fn read_event(row: &EventRow) -> Result<Event, String> {
    let kind = serde_json::from_str(&row.body).map_err(|error| format!("event {}: {error}", row.seq))?;
    Ok(Event {
        seq: row.seq as u64,
        at: row.at,
        kind,
    })
}
