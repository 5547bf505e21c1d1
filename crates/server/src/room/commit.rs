//! How something becomes true: it is written, and only then told.

use super::Room;
use crate::bells::What;
use crate::table::{Refused, refuse};
use crate::time::now;
use crate::writer::Written;
use games::AnyGame;
use protocol::{Event, EventKind, Refusal};
use store::{Entry, NewEvent, NewRating, SeatRow, Summary};

impl Room {
    /// Writes events, and only when they are on the disk tells everyone. What cannot be written has not happened.
    pub(super) async fn commit(
        &mut self,
        kinds: Vec<EventKind>,
        key: Option<String>,
        board: Option<AnyGame>,
        seats: Vec<SeatRow>,
    ) -> Result<u64, Refused> {
        let (at, first) = (now(), self.log.len() as u64 + 1);
        let (rated, ratings) = self.rate(&kinds, at).await.unzip();
        let kinds = kinds.into_iter().chain(rated);
        let events: Vec<Event> = kinds
            .zip(first..)
            .map(|(kind, seq)| Event { seq, at, kind })
            .collect();
        self.take_in(&events, board.as_ref());
        let entry = self.entry(&events, key.clone(), seats, ratings.unwrap_or_default());
        match self.rooms.0.writer.write(entry).await {
            Written::Yes => {
                self.keys.extend(key.map(|key| (key, first)));
                self.log.extend_from_slice(&events);
                self.tell(&events);
                self.ring(&events);
                Ok(first)
            }
            not_written => {
                self.reload().await;
                self.conflicted = not_written == Written::Conflict && !self.broken;
                match key.and_then(|key| self.keys.get(&key).copied()) {
                    Some(seq) => {
                        self.conflicted = false;
                        Ok(seq)
                    }
                    None => refuse(Refusal::Busy, "this could not be kept; try again"),
                }
            }
        }
    }

    /// Lets the players know, wherever they are, that their game begins or is over.
    fn ring(&self, events: &[Event]) {
        let what = events.iter().find_map(|event| match event.kind {
            EventKind::Start {} => Some(What::Start),
            EventKind::End(_) => Some(What::End),
            _ => None,
        });
        if let Some(what) = what {
            let players = self.table.seats.iter().flatten();
            let people = players.map(|player| player.person.to_string()).collect();
            self.rooms.ring(people, &self.id, what);
        }
    }

    fn take_in(&mut self, events: &[Event], board: Option<&AnyGame>) {
        for event in events {
            self.table.apply(event);
            let (EventKind::Move { left, .. } | EventKind::Takeback { left, .. }) = event.kind else {
                continue;
            };
            if let Some(board) = board {
                self.table.set_board(board.clone(), event.at, left);
            }
        }
    }

    fn entry(
        &self,
        events: &[Event],
        key: Option<String>,
        seats: Vec<SeatRow>,
        ratings: Vec<NewRating>,
    ) -> Entry {
        let mut key = key;
        let rows = events.iter().map(|event| NewEvent {
            seq: event.seq as i64,
            at: event.at,
            key: key.take(),
            body: serde_json::to_string(&event.kind).unwrap_or_default(),
        });
        let ended = self.table.ended.as_ref();
        let summary = Summary {
            plies: i64::from(self.table.plies()),
            deadline: self
                .table
                .clock
                .due()
                .filter(|_| self.table.is_live())
                .map(|(at, _)| at),
            started: self.table.started,
            ended: ended.map(|(at, _)| *at),
            winner: ended
                .and_then(|(_, ending)| ending.winner)
                .map(|side| side.index() as i64),
            reason: ended.map(|(_, ending)| ending.reason.to_string()),
        };
        Entry {
            game: self.id.to_string(),
            events: rows.collect(),
            summary,
            seats,
            ratings,
        }
    }
}
