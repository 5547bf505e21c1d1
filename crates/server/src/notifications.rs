//! Bells for people: rung when something concerns them, in whichever process they listen.

use crate::cluster::Told;
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
    /// Somebody asks them to play.
    Challenge,
    /// A person whom they challenged declined.
    Declined,
    /// A game of theirs begins.
    Start,
    /// A game of theirs is over.
    End,
}

/// One ring of a bell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ring {
    pub(crate) table: TableId,
    pub(crate) what: What,
}

/// All bells that hang in this process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bells(Arc<Mutex<Hanging>>);

#[derive(Debug, Default)]
struct Hanging {
    next: u64,
    /// By person, each with its number.
    bells: HashMap<String, HashMap<u64, mpsc::Sender<Ring>>>,
}

impl Bells {
    fn hanging(&self) -> MutexGuard<'_, Hanging> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hangs a bell for somebody under all the names they have had, until what is given back is dropped.
    pub(crate) fn hang(&self, names: &[String], outbox: &mpsc::Sender<Ring>) -> Bell {
        let mut hanging = self.hanging();
        hanging.next += 1;
        let number = hanging.next;
        for name in names {
            let bells = hanging.bells.entry(name.clone()).or_default();
            bells.insert(number, outbox.clone());
        }
        Bell {
            bells: self.clone(),
            names: names.to_vec(),
            number,
        }
    }

    /// Notifies these people. A subscriber whose queue is full is dropped and must reconnect.
    pub(crate) fn ring(&self, people: &[String], table: &TableId, what: What) {
        let mut hanging = self.hanging();
        for person in people {
            if let Some(bells) = hanging.bells.get_mut(person) {
                let ring = || Ring {
                    table: table.clone(),
                    what,
                };
                bells.retain(|_, outbox| outbox.try_send(ring()).is_ok());
            }
        }
    }
}

impl Rooms {
    /// Rings the bells of these people in all processes.
    pub(crate) fn ring(&self, people: Vec<String>, table: &TableId, what: What) {
        self.0.bells.ring(&people, table, what);
        let table = table.clone();
        self.0.peers.tell(Told::Ring { people, table, what });
    }
}

/// A bell that hangs.
#[derive(Debug)]
pub(crate) struct Bell {
    bells: Bells,
    names: Vec<String>,
    number: u64,
}

impl Drop for Bell {
    fn drop(&mut self) {
        let mut hanging = self.bells.hanging();
        for name in &self.names {
            if let Some(bells) = hanging.bells.get_mut(name) {
                bells.remove(&self.number);
                if bells.is_empty() {
                    hanging.bells.remove(name);
                }
            }
        }
    }
}
