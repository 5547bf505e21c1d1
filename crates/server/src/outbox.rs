//! Outgoing messages of one connection, limited in number and in bytes.

use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::mpsc;

/// Messages that wait at most, and their bytes. The log of a game fits twice.
const MOST_MESSAGES: usize = 128;
const MOST_UNREAD: usize = 1200 * 1024;

/// The end into which messages are put.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    unread: Arc<AtomicUsize>,
}

/// The end from which they are sent.
#[derive(Debug)]
pub(crate) struct Letters {
    queue: mpsc::Receiver<Utf8Bytes>,
    unread: Arc<AtomicUsize>,
}

/// A queue for one connection.
pub(crate) fn outbox() -> (Outbox, Letters) {
    let (sender, queue) = mpsc::channel(MOST_MESSAGES);
    let unread = Arc::<AtomicUsize>::default();
    let outbox = Outbox {
        queue: sender,
        unread: unread.clone(),
    };
    (outbox, Letters { queue, unread })
}

impl Outbox {
    /// Adds a message; `false` when too much waits already or the connection is gone.
    pub(crate) fn try_send(&self, text: Utf8Bytes) -> bool {
        let length = text.len();
        if self.unread.load(Ordering::Relaxed) + length > MOST_UNREAD {
            return false;
        }
        let sent = self.queue.try_send(text).is_ok();
        if sent {
            self.unread.fetch_add(length, Ordering::Relaxed);
        }
        sent
    }

    /// Adds a message when there is room; `false` when the connection is gone.
    pub(crate) async fn send(&self, text: Utf8Bytes) -> bool {
        let length = text.len();
        let sent = self.queue.send(text).await.is_ok();
        if sent {
            self.unread.fetch_add(length, Ordering::Relaxed);
        }
        sent
    }

    /// Returns when the connection is gone.
    pub(crate) async fn closed(&self) {
        self.queue.closed().await;
    }
}

impl Letters {
    pub(crate) async fn recv(&mut self) -> Option<Utf8Bytes> {
        let text = self.queue.recv().await?;
        // A message can be received before its sender has counted it.
        let subtract = |unread: usize| Some(unread.saturating_sub(text.len()));
        let _ = self
            .unread
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, subtract);
        Some(text)
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
}
