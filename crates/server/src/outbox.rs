//! Outgoing messages of one connection, limited in number and in bytes: its own, and those of all connections together.

use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

/// Messages that wait at most, and their bytes. The log of a game fits.
const MOST_MESSAGES: usize = 128;
const MOST_UNREAD: usize = 640 * 1024;
/// Unread bytes of all connections of this process. When there are more, those who have not read all of theirs get nothing
/// more, and the others nothing long.
const MOST_OF_ALL: usize = 200 * 1024 * 1024;
const LONG: usize = 16 * 1024;
/// How often a connection that waits for the others looks again.
const AGAIN: Duration = Duration::from_secs(1);

/// Unread bytes of many connections.
#[derive(Debug)]
struct Total {
    bytes: AtomicUsize,
    most: usize,
}

static ALL: Total = Total {
    bytes: AtomicUsize::new(0),
    most: MOST_OF_ALL,
};

impl Total {
    fn is_full(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) >= self.most
    }
}

/// Bytes of one connection that were not sent yet.
#[derive(Debug)]
struct Unread {
    bytes: AtomicUsize,
    total: &'static Total,
    /// Notified when bytes are sent, and when the connection is gone.
    changed: Notify,
    is_gone: AtomicBool,
}

impl Unread {
    fn of(total: &'static Total) -> Arc<Unread> {
        Arc::new(Unread {
            bytes: AtomicUsize::new(0),
            total,
            changed: Notify::new(),
            is_gone: AtomicBool::new(false),
        })
    }

    fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Whether this connection must wait until others have read.
    fn is_crowded(&self) -> bool {
        self.bytes() > 0 && self.total.is_full()
    }

    fn add(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.total.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    fn subtract(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        self.total.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        self.total.bytes.fetch_sub(self.bytes(), Ordering::Relaxed);
    }
}

/// The end into which messages are put.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    unread: Arc<Unread>,
}

/// The end from which they are sent.
#[derive(Debug)]
pub(crate) struct Letters {
    queue: mpsc::Receiver<Utf8Bytes>,
    unread: Arc<Unread>,
    /// Bytes of the message that is being sent.
    sending: usize,
}

/// A way to wait until a connection has read its messages. It does not keep the connection open.
#[derive(Debug)]
pub(crate) struct Reader(Arc<Unread>);

/// A queue for one connection.
pub(crate) fn outbox() -> (Outbox, Letters) {
    outbox_of(&ALL)
}

fn outbox_of(total: &'static Total) -> (Outbox, Letters) {
    let (sender, queue) = mpsc::channel(MOST_MESSAGES);
    let unread = Unread::of(total);
    let outbox = Outbox {
        queue: sender,
        unread: unread.clone(),
    };
    let sending = 0;
    let letters = Letters {
        queue,
        unread,
        sending,
    };
    (outbox, letters)
}

impl Outbox {
    /// Adds a message; `false` when too much waits already or the connection is gone.
    pub(crate) fn try_send(&self, text: Utf8Bytes) -> bool {
        let length = text.len();
        let is_too_long = length > LONG && self.unread.total.is_full();
        if self.unread.bytes() + length > MOST_UNREAD || is_too_long || self.unread.is_crowded() {
            return false;
        }
        self.unread.add(length);
        let sent = self.queue.try_send(text).is_ok();
        if !sent {
            self.unread.subtract(length);
        }
        sent
    }

    /// Adds a message when there is room; `false` when the connection is gone.
    pub(crate) async fn send(&self, text: Utf8Bytes) -> bool {
        let Ok(place) = self.queue.reserve().await else {
            return false;
        };
        self.unread.add(text.len());
        place.send(text);
        true
    }

    /// Whether this connection must wait until others have read.
    pub(crate) fn is_crowded(&self) -> bool {
        self.unread.is_crowded()
    }

    pub(crate) fn reader(&self) -> Reader {
        Reader(self.unread.clone())
    }

    /// Returns when the connection is gone.
    pub(crate) async fn closed(&self) {
        self.queue.closed().await;
    }
}

impl Reader {
    /// Returns when everything was read and there is room for more, or the connection is gone.
    pub(crate) async fn ready(&self) {
        let unread = &self.0;
        loop {
            let changed = unread.changed.notified();
            let is_ready = unread.bytes() == 0 && !unread.total.is_full();
            if is_ready || unread.is_gone.load(Ordering::Relaxed) {
                return;
            }
            let _ = timeout(AGAIN, changed).await;
        }
    }
}

impl Letters {
    /// The next message; the one before counts as sent now.
    pub(crate) async fn recv(&mut self) -> Option<Utf8Bytes> {
        let sent = std::mem::take(&mut self.sending);
        if sent > 0 {
            self.unread.subtract(sent);
            self.unread.changed.notify_waiters();
        }
        let text = self.queue.recv().await?;
        self.sending = text.len();
        Some(text)
    }
}

impl Drop for Letters {
    fn drop(&mut self) {
        self.unread.is_gone.store(true, Ordering::Relaxed);
        self.unread.changed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn unread_bytes_are_limited() {
        let (outbox, mut letters) = outbox();
        let text = Utf8Bytes::from("x".repeat(MOST_UNREAD / 2));
        assert!(outbox.try_send(text.clone()) && outbox.try_send(text.clone()));
        assert!(!outbox.try_send(text.clone()), "the third is too much");
        assert!(letters.recv().await.is_some());
        assert!(!outbox.try_send(text.clone()), "the first is being sent");
        assert!(letters.recv().await.is_some());
        assert!(outbox.try_send(text), "reading makes room");
        drop(letters);
        assert!(!outbox.try_send("gone".into()));
    }

    #[tokio::test]
    async fn unread_messages_are_limited() {
        let (outbox, _letters) = outbox();
        let taken = (0..10_000).take_while(|_| outbox.try_send("x".into())).count();
        assert_eq!(taken, MOST_MESSAGES);
    }

    #[tokio::test]
    async fn when_all_have_too_much_unread_the_slow_get_nothing_more() {
        let total: &'static Total = Box::leak(Box::new(Total {
            bytes: AtomicUsize::new(0),
            most: 1000,
        }));
        let (slow, slow_letters) = outbox_of(total);
        let (quick, mut quick_letters) = outbox_of(total);
        let text = Utf8Bytes::from("x".repeat(500));
        assert!(slow.try_send(text.clone()) && slow.try_send(text.clone()));
        assert!(!slow.try_send(text.clone()), "the slow are left");
        assert!(quick.try_send(text.clone()), "a quick reader is served");
        assert!(!quick.try_send(text.clone()));
        let (late, late_letters) = outbox_of(total);
        let long = Utf8Bytes::from("x".repeat(LONG + 1));
        assert!(!late.try_send(long), "nobody gets anything long");
        assert!(late.try_send("short".into()));
        drop((late, late_letters));
        assert!(quick_letters.recv().await.is_some());
        let reader = quick.reader();
        let waiting = tokio::spawn(async move { reader.ready().await });
        let empty = timeout(Duration::from_millis(50), quick_letters.recv()).await;
        assert!(empty.is_err(), "all of it is sent");
        assert!(!waiting.is_finished(), "there is no room for long answers");
        drop((slow, slow_letters));
        timeout(Duration::from_mins(1), waiting)
            .await
            .expect("there is room again")
            .unwrap();
        assert_eq!(
            total.bytes.load(Ordering::Relaxed),
            0,
            "whoever is gone counts no more"
        );
    }

    #[tokio::test]
    async fn nobody_waits_for_a_reader_who_is_gone() {
        let (outbox, letters) = outbox();
        assert!(outbox.try_send("unread".into()));
        let reader = outbox.reader();
        drop(outbox);
        let waiting = tokio::spawn(async move { reader.ready().await });
        drop(letters);
        let ended = timeout(Duration::from_mins(1), waiting).await;
        ended.expect("it ends").unwrap();
    }
}
