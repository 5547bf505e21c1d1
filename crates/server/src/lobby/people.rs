//! Those who are in the lobby of this process, and the seeks that they see.

use crate::outbox::Outbox;
use axum::extract::ws::Utf8Bytes;
use protocol::{LobbyMessage, Seek};
use std::collections::BTreeMap;

/// The most seeks of one address.
const MOST_OF_ADDRESS: usize = 20;

#[derive(Debug, Default)]
pub(super) struct People {
    next: u64,
    pub(super) listeners: BTreeMap<u64, Listener>,
    /// The seeks that were made here.
    pub(super) own: BTreeMap<u64, Own>,
    /// The seeks of all processes, as they were last seen.
    pub(super) seeks: Vec<Seek>,
    /// The same as a message, for all who come: made when it is first sent.
    list: Option<Utf8Bytes>,
}

/// Somebody in the lobby.
#[derive(Debug)]
pub(super) struct Listener {
    pub(super) outbox: Outbox,
    /// Whether changes are enough, in place of the whole list.
    pub(super) wants_changes: bool,
    pub(super) address: String,
}

/// A seek that was made here.
#[derive(Clone, Debug)]
pub(super) struct Own {
    /// Connection that made the seek.
    pub(super) connection: u64,
    pub(super) person: String,
    /// Whether it is in the database.
    pub(super) added: bool,
}

impl People {
    pub(super) fn tell(&self, connection: u64, message: &LobbyMessage) {
        if let Some(listener) = self.listeners.get(&connection) {
            // A listener that does not read is dropped with the next list.
            let _ = listener.outbox.try_send(message.write().into());
        }
    }

    /// Sends the seeks to everyone, if they have changed.
    pub(super) fn show(&mut self, seeks: Vec<Seek>) {
        if seeks == self.seeks {
            return;
        }
        let is_in = |list: &[Seek], seek: &Seek| list.iter().any(|other| other.seek == seek.seek);
        let added = seeks
            .iter()
            .filter(|seek| !is_in(&self.seeks, seek))
            .cloned()
            .collect();
        let removed = self.seeks.iter().filter(|seek| !is_in(&seeks, seek));
        let removed = removed.map(|seek| seek.seek).collect();
        let changes = Utf8Bytes::from(LobbyMessage::Changes { added, removed }.write());
        (self.seeks, self.list) = (seeks, None);
        let wants_all = self.listeners.values().any(|listener| !listener.wants_changes);
        let all = if wants_all { self.list() } else { changes.clone() };
        self.listeners.retain(|_, listener| {
            let text = if listener.wants_changes { &changes } else { &all };
            listener.outbox.try_send(text.clone())
        });
    }

    /// The message with all seeks.
    fn list(&mut self) -> Utf8Bytes {
        let seeks = &self.seeks;
        let list = self.list.get_or_insert_with(|| {
            let seeks = seeks.clone();
            LobbyMessage::Seeks { seeks }.write().into()
        });
        list.clone()
    }

    /// Adds somebody and sends them the list; nothing when there is no room for it.
    pub(super) fn enter(&mut self, listener: Listener) -> Option<u64> {
        if !listener.outbox.try_send(self.list()) {
            return None;
        }
        self.next += 1;
        self.listeners.insert(self.next, listener);
        Some(self.next)
    }

    /// Removes other seeks of a person; refuses if the address has too many.
    pub(super) fn make_room(&mut self, connection: u64, person: &str) -> Result<(), String> {
        let address = |connection: &u64| self.listeners.get(connection).map(|listener| &listener.address);
        let here = address(&connection);
        let of_here = self
            .own
            .values()
            .filter(|own| own.person != person && address(&own.connection) == here);
        if of_here.count() >= MOST_OF_ADDRESS {
            return Err(
                "too many people at your address look for a game; accept one of their games".to_owned(),
            );
        }
        let own = self.own.iter().filter(|(_, own)| own.person == person);
        let own: Vec<(u64, u64)> = own.map(|(seek, own)| (*seek, own.connection)).collect();
        for (seek, connection) in own {
            self.own.remove(&seek);
            let words = "you are already searching in another window; cancel there first".to_owned();
            self.tell(connection, &LobbyMessage::Refused { words });
        }
        Ok(())
    }

    /// Removes the seek of a connection.
    pub(super) fn forget(&mut self, connection: u64) -> Option<u64> {
        let seek = *self.own.iter().find(|(_, own)| own.connection == connection)?.0;
        self.own.remove(&seek);
        Some(seek)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::outbox;

    #[tokio::test]
    async fn the_first_list_is_made_once_for_all() {
        let mut people = People::default();
        let mut texts = Vec::new();
        for _ in 0..2 {
            let (outbox, mut letters) = outbox();
            let listener = Listener {
                outbox,
                wants_changes: true,
                address: String::new(),
            };
            assert!(people.enter(listener).is_some());
            texts.push(letters.recv().await.unwrap());
        }
        assert_eq!(texts[0].as_ptr(), texts[1].as_ptr());
    }
}
