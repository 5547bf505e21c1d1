//! Messages through a NATS server, delivered at most once: after a lost connection a process reads the database again.

use crate::{Error, PATIENCE};
use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures_util::StreamExt;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

/// How long a message may wait to be taken; a NATS server that is away must not hold up a commit.
const TAKING: Duration = Duration::from_millis(50);
/// How often a lost server is tried again.
const AGAIN: Duration = Duration::from_millis(200);

/// A connection to a NATS server.
#[derive(Clone, Debug)]
pub(crate) struct Nats {
    client: Client,
    subject: String,
    /// Told to everybody when messages may have been lost.
    missed: String,
    /// Counts the times that messages may have been lost.
    losses: watch::Receiver<u64>,
}

/// Messages of one subject.
#[derive(Debug)]
pub(crate) struct Subscription {
    messages: Subscriber,
    nats: Nats,
}

impl Nats {
    pub(crate) async fn connect(url: &str, subject: String, missed: String) -> Result<Nats, Error> {
        let (count, losses) = watch::channel(0);
        let options = ConnectOptions::new()
            .name("tablier")
            .connection_timeout(PATIENCE)
            .ping_interval(Duration::from_secs(2))
            .max_reconnects(None)
            .reconnect_delay_callback(|_| AGAIN)
            .event_callback(move |event| {
                // The first connection counts as well: nobody listens yet.
                if matches!(event, Event::Connected | Event::SlowConsumer(_)) {
                    count.send_modify(|count| *count += 1);
                }
                std::future::ready(())
            });
        let refused = |error: &dyn std::fmt::Display| Error::Bus(error.to_string());
        let connecting = timeout(PATIENCE, options.connect(url)).await;
        let client = connecting
            .map_err(|error| refused(&error))?
            .map_err(|error| refused(&error))?;
        Ok(Nats {
            client,
            subject,
            missed,
            losses,
        })
    }

    /// Publishes, or loses, a message. A lost connection makes everybody read again when it is back.
    pub(crate) async fn publish(&self, text: String) {
        if self.client.connection_state() != State::Connected {
            return;
        }
        let publishing = self.client.publish(self.subject.clone(), text.into());
        match timeout(TAKING, publishing).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "cannot publish to NATS"),
            Err(_) => tracing::warn!(after = ?TAKING, "cannot publish to NATS: it takes nothing"),
        }
    }

    pub(crate) async fn subscribe(&self) -> Result<Subscription, Error> {
        let messages = self.client.subscribe(self.subject.clone()).await;
        let messages = messages.map_err(|error| Error::Bus(error.to_string()))?;
        let mut nats = self.clone();
        nats.losses.mark_unchanged();
        Ok(Subscription { messages, nats })
    }

    /// Gives up a connection that may hang.
    pub(crate) async fn reconnect(&self) {
        let _ = timeout(PATIENCE, self.client.force_reconnect()).await;
    }
}

impl Subscription {
    /// The next message; nothing when the subscription has ended.
    pub(crate) async fn next(&mut self) -> Option<String> {
        tokio::select! {
            message = self.messages.next() => {
                message.map(|message| String::from_utf8_lossy(&message.payload).into_owned())
            }
            Ok(()) = self.nats.losses.changed() => {
                // Whatever we have published since the connection broke is lost to the others.
                self.nats.publish(self.nats.missed.clone()).await;
                Some(self.nats.missed.clone())
            }
        }
    }
}
