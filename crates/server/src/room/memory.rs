//! Memory of long logs: limited, and shared by the addresses that have woken them.

use super::Room;
use crate::log_size::LogSize;
use crate::open::{Entered, Open, Taken};
use crate::room_registry::Rooms;
use protocol::{ByeReason, ServerMessage};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Bytes of a log that count for nobody.
const FREE: usize = 16 * 1024;
/// Bytes beyond them of all logs that are awake; in memory they are about three times as many.
const MOST: usize = 96 * 1024 * 1024;
/// Those that an address keeps, however many others come.
const KEPT: usize = 4 * 1024 * 1024;
/// How long a finished game stays awake when nobody is there.
const AFTER_THE_END: Duration = Duration::from_secs(1);

/// The memory for long logs of all rooms.
pub(crate) fn long_logs() -> Open {
    Open::keeping(MOST, KEPT)
}

/// The one for whom a room wakes.
#[derive(Debug)]
pub(crate) struct Waker {
    /// Their address; empty when the server wakes it by itself.
    pub(crate) client: String,
    pub(crate) is_refused: Arc<AtomicBool>,
}

impl Waker {
    /// Tells those who have asked that there is no memory for the room.
    pub(super) fn refuse(&self) {
        self.is_refused.store(true, Ordering::Relaxed);
    }
}

/// Memory that a room has.
#[derive(Debug)]
pub(super) struct Memory(Option<(Entered, Taken)>);

impl Memory {
    /// Memory for a log, at the cost of an address; nothing when there is none. A game that goes on is refused only to those
    /// who have much already.
    pub(super) fn take(rooms: &Rooms, client: &str, size: LogSize, is_live: bool) -> Option<Memory> {
        let weight = weight(size);
        if weight == 0 || client.is_empty() {
            return Some(Memory(None));
        }
        let logs = &rooms.0.long_logs;
        match logs.enter_with(client, u32::MAX, weight) {
            Ok(entered) => {
                let taken = entered.lend();
                Some(Memory(Some((entered, taken))))
            }
            Err(_) if is_live && logs.count_of(client) <= KEPT => Some(Memory(None)),
            Err(_) => None,
        }
    }

    fn grown_to(&self, size: LogSize) {
        if let Some((entered, _)) = &self.0 {
            entered.grown_to(weight(size));
        }
    }

    /// Returns when another address, which has less, needs this memory.
    pub(super) async fn taken(&mut self) {
        match &mut self.0 {
            Some((_, taken)) => taken.wait().await,
            None => std::future::pending().await,
        }
    }
}

/// Bytes of a log that count.
fn weight(size: LogSize) -> usize {
    size.bytes().saturating_sub(FREE)
}

impl Room {
    /// Counts the log as it is now.
    pub(super) fn count_memory(&self) {
        self.memory.grown_to(self.size);
    }

    /// How long the room stays awake when nobody is there.
    pub(super) fn patience(&self) -> Duration {
        let sleep = self.rooms.0.patience.sleep;
        if self.table.state.ending().is_some() {
            sleep.min(AFTER_THE_END)
        } else {
            sleep
        }
    }

    pub(super) fn say_out_of_memory(&mut self) {
        self.tell_all(&ServerMessage::Bye {
            reason: ByeReason::Trouble,
            words: "too many long games are open from where you are; close some".to_owned(),
        });
        self.broken = true;
    }
}
