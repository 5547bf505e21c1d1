//! Notifies people of what concerns them, in whichever process they listen.

use crate::cluster::PeerMessage;
use crate::room_registry::Rooms;
use protocol::TableId;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc;

/// Kinds of notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum What {
    /// A person has challenged them.
    Challenge,
    /// A person whom they challenged declined.
    Declined,
    /// A game of theirs begins.
    Start,
    /// A game of theirs is over.
    End,
}

/// One notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notification {
    pub(crate) table: TableId,
    pub(crate) what: What,
}

/// Subscriptions of this process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notifications(Arc<Mutex<Subscriptions>>);

#[derive(Debug, Default)]
struct Subscriptions {
    next: u64,
    /// By person, each with its number.
    by_person: HashMap<String, HashMap<u64, mpsc::Sender<Notification>>>,
}

impl Notifications {
    fn subscriptions(&self) -> MutexGuard<'_, Subscriptions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subscribes under all ids that a person has had, until the subscription is dropped.
    pub(crate) fn subscribe(&self, ids: &[String], outbox: &mpsc::Sender<Notification>) -> Subscription {
        let mut subscriptions = self.subscriptions();
        subscriptions.next += 1;
        let number = subscriptions.next;
        for id in ids {
            let outboxes = subscriptions.by_person.entry(id.clone()).or_default();
            outboxes.insert(number, outbox.clone());
        }
        Subscription {
            notifications: self.clone(),
            ids: ids.to_vec(),
            number,
        }
    }

    /// Notifies these people. A subscriber whose queue is full is dropped and must reconnect.
    pub(crate) fn publish(&self, people: &[String], table: &TableId, what: What) {
        let mut subscriptions = self.subscriptions();
        for person in people {
            if let Some(outboxes) = subscriptions.by_person.get_mut(person) {
                let notification = || Notification {
                    table: table.clone(),
                    what,
                };
                outboxes.retain(|_, outbox| outbox.try_send(notification()).is_ok());
            }
        }
    }
}

impl Rooms {
    /// Notifies these people in all processes.
    pub(crate) fn publish(&self, people: Vec<String>, table: &TableId, what: What) {
        self.0.notifications.publish(&people, table, what);
        let table = table.clone();
        self.0
            .peers
            .tell(PeerMessage::Notification { people, table, what });
    }
}

/// A subscription of one person; dropping it ends it.
#[derive(Debug)]
pub(crate) struct Subscription {
    notifications: Notifications,
    ids: Vec<String>,
    number: u64,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut subscriptions = self.notifications.subscriptions();
        for id in &self.ids {
            if let Some(outboxes) = subscriptions.by_person.get_mut(id) {
                outboxes.remove(&self.number);
                if outboxes.is_empty() {
                    subscriptions.by_person.remove(id);
                }
            }
        }
    }
}
