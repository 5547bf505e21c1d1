//! Messages between processes on one PostgreSQL: by its own notifications, or by NATS. A SQLite file has one process:
//! nobody to tell.

use crate::nats::Nats;
use crate::{Error, Store, in_time};
use sqlx::AnyConnection;
use sqlx::postgres::PgListener;
use std::time::Duration;
use tokio::time::sleep;

/// Bytes of one message at most: PostgreSQL takes 8,000.
const MOST_BYTES: usize = 7900;
/// How often is asked whether the process before us is really gone, and how long each time.
const ASKED: u32 = 5;
const BETWEEN: Duration = Duration::from_millis(40);

/// The way to the other processes on this database.
#[derive(Clone, Debug)]
pub(crate) struct Bus {
    way: Way,
    /// This process among the others.
    mark: String,
}

#[derive(Clone, Debug)]
enum Way {
    /// No other process uses the database.
    Alone,
    Postgres(Channel),
    Nats(Channel, Box<Nats>),
}

/// A database server's address, and the name of the channel, which goes with the schema.
#[derive(Clone, Debug)]
struct Channel {
    url: String,
    name: String,
}

/// Something from another process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerNotice {
    /// These games' logs have grown.
    Logs(Vec<String>),
    /// A process, by its mark, says something.
    Told(String, String),
    /// One of our own messages came back: the connection works.
    Echo,
    /// Messages were lost: anything may have happened.
    Missed,
    /// The connection is lost; [`Listener::reconnect`] makes a new one.
    Lost,
}

/// Hears what other processes tell.
#[derive(Debug)]
pub struct Listener {
    /// Holds the lock that all processes share, and listens unless NATS does.
    line: Option<PgListener>,
    nats: Option<crate::nats::Subscription>,
    bus: Bus,
    alone: bool,
}

impl Bus {
    pub(crate) fn on_file() -> Result<Bus, Error> {
        let way = Way::Alone;
        Ok(Bus { way, mark: mark()? })
    }

    pub(crate) fn on_server(url: &str, schema: &str) -> Result<Bus, Error> {
        let (url, name) = (url.to_owned(), format!("tablier_{schema}"));
        let way = Way::Postgres(Channel { url, name });
        Ok(Bus { way, mark: mark()? })
    }

    const fn channel(&self) -> Option<&Channel> {
        match &self.way {
            Way::Alone => None,
            Way::Postgres(channel) | Way::Nats(channel, _) => Some(channel),
        }
    }

    /// Tells the others with the transaction that `connection` is in.
    pub(crate) async fn tell_logs_within(
        &self,
        connection: &mut AnyConnection,
        games: &[&str],
    ) -> Result<(), Error> {
        if let Way::Postgres(channel) = &self.way {
            for text in log_messages(games) {
                self.notify(connection, channel, "logs", &text).await?;
            }
        }
        Ok(())
    }

    /// Tells the others after the transaction, where messages do not go with it.
    pub(crate) async fn tell_logs_after(&self, games: &[&str]) {
        if let Way::Nats(_, nats) = &self.way {
            for text in log_messages(games) {
                nats.publish(format!("{} logs {text}", self.mark)).await;
            }
        }
    }

    async fn notify(
        &self,
        connection: &mut AnyConnection,
        channel: &Channel,
        kind: &str,
        text: &str,
    ) -> Result<(), Error> {
        sqlx::query("SELECT 1 FROM pg_notify($1, $2)")
            .bind(&channel.name)
            .bind(format!("{} {kind} {text}", self.mark))
            .execute(connection)
            .await?;
        Ok(())
    }

    /// Reads a message.
    fn read(&self, payload: &str) -> Option<PeerNotice> {
        let (mark, rest) = payload.split_once(' ')?;
        let (kind, text) = rest.split_once(' ')?;
        match kind {
            // Also from ourselves: whoever was cut off has missed something, too.
            "missed" => Some(PeerNotice::Missed),
            _ if mark == self.mark => Some(PeerNotice::Echo),
            "logs" => Some(PeerNotice::Logs(
                text.split_whitespace().map(ToOwned::to_owned).collect(),
            )),
            "told" => Some(PeerNotice::Told(mark.to_owned(), text.to_owned())),
            _ => None,
        }
    }
}

/// Names of games as messages that are not too long.
fn log_messages(games: &[&str]) -> Vec<String> {
    let mut messages: Vec<String> = Vec::new();
    for game in games {
        match messages.last_mut() {
            Some(text) if text.len() + game.len() < MOST_BYTES - 100 => {
                text.push(' ');
                text.push_str(game);
            }
            _ => messages.push((*game).to_owned()),
        }
    }
    messages
}

fn mark() -> Result<String, Error> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(Error::Random)?;
    Ok(format!("{:016x}", u64::from_le_bytes(bytes)))
}

impl Store {
    /// Sends messages between processes through a NATS server instead of the database.
    pub async fn with_bus(mut self, url: &str) -> Result<Store, Error> {
        let Some(channel) = self.bus.channel().cloned() else {
            return Err(Error::BusOnFile);
        };
        // Two databases may share a NATS server, and a name.
        let subject = format!("{}.{}", channel.name, self.bus_name().await?);
        let nats = Nats::connect(url, subject, format!("{} missed -", self.bus.mark)).await?;
        self.bus.way = Way::Nats(channel, Box::new(nats));
        Ok(self)
    }

    async fn bus_name(&self) -> Result<String, Error> {
        self.kept_setting("bus", mark()?).await
    }

    /// Whether other processes may be there.
    pub const fn has_bus(&self) -> bool {
        !matches!(self.bus.way, Way::Alone)
    }

    /// This process among the others.
    pub fn mark(&self) -> &str {
        &self.bus.mark
    }

    /// Sends a short message to all other processes; a message that is too long is not sent.
    pub async fn tell(&self, text: &str) -> Result<(), Error> {
        if text.len() > MOST_BYTES {
            return Ok(());
        }
        match &self.bus.way {
            Way::Alone => Ok(()),
            Way::Postgres(channel) => {
                in_time(async {
                    let mut connection = self.pool().acquire().await?;
                    self.bus.notify(&mut connection, channel, "told", text).await
                })
                .await
            }
            Way::Nats(_, nats) => {
                nats.publish(format!("{} told {text}", self.bus.mark)).await;
                Ok(())
            }
        }
    }

    /// Joins the processes on this database. Until [`Listener::share`] is called, whoever comes next waits.
    pub async fn join(&self) -> Result<Listener, Error> {
        let mut joined = Listener {
            line: None,
            nats: None,
            bus: self.bus.clone(),
            alone: true,
        };
        joined.connect().await?;
        if let (Some(listener), Some(channel)) = (&mut joined.line, self.bus.channel()) {
            joined.alone = is_alone(listener, &channel.name).await?;
        }
        Ok(joined)
    }
}

/// Whether no other process holds the lock that all share. One that was killed holds it for a moment longer.
async fn is_alone(listener: &mut PgListener, channel: &str) -> Result<bool, Error> {
    for _ in 0..ASKED {
        let alone: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock(hashtext($1))")
            .bind(channel)
            .fetch_one(&mut *listener)
            .await?;
        if alone {
            return Ok(true);
        }
        sleep(BETWEEN).await;
    }
    Ok(false)
}

impl Listener {
    /// Whether there was no other process.
    pub const fn is_alone(&self) -> bool {
        self.alone
    }

    /// Lets others in.
    pub async fn share(&mut self) -> Result<(), Error> {
        let (Some(listener), Some(channel)) = (&mut self.line, self.bus.channel()) else {
            return Ok(());
        };
        sqlx::query("SELECT pg_advisory_lock_shared(hashtext($1))")
            .bind(&channel.name)
            .execute(&mut *listener)
            .await?;
        if self.alone {
            sqlx::query("SELECT pg_advisory_unlock(hashtext($1))")
                .bind(&channel.name)
                .execute(&mut *listener)
                .await?;
        }
        Ok(())
    }

    async fn connect(&mut self) -> Result<(), Error> {
        let Some(channel) = self.bus.channel() else {
            return Ok(());
        };
        let mut listener = PgListener::connect(&channel.url).await.map_err(Error::Open)?;
        // Otherwise it would connect again by itself, and nobody would read what came in between.
        listener.eager_reconnect(false);
        if let Way::Nats(_, nats) = &self.bus.way {
            self.nats = Some(nats.subscribe().await?);
        } else {
            listener.listen(&channel.name).await?;
        }
        self.line = Some(listener);
        Ok(())
    }

    /// Leaves a connection that may hang and makes a new one; what came in between is missed.
    pub async fn reconnect(&mut self) -> Result<(), Error> {
        (self.line, self.nats) = (None, None);
        if let Way::Nats(_, nats) = &self.bus.way {
            nats.reconnect().await;
        }
        self.alone = false;
        in_time(async {
            self.connect().await?;
            self.share().await
        })
        .await
    }

    /// The next news; never any from a file.
    pub async fn next(&mut self) -> PeerNotice {
        loop {
            if let Some(nats) = &mut self.nats {
                match nats.next().await {
                    Some(text) => match self.bus.read(&text) {
                        Some(news) => return news,
                        None => continue,
                    },
                    None => self.nats = None,
                }
                return PeerNotice::Lost;
            }
            let Some(listener) = self
                .line
                .as_mut()
                .filter(|_| matches!(self.bus.way, Way::Postgres(_)))
            else {
                return std::future::pending().await;
            };
            let Ok(Some(notification)) = listener.try_recv().await else {
                self.line = None;
                return PeerNotice::Lost;
            };
            if let Some(news) = self.bus.read(notification.payload()) {
                return news;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_others_are_news_and_our_own_an_echo() {
        let bus = Bus::on_file().unwrap();
        let logs = PeerNotice::Logs(vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(bus.read("other logs  a b"), Some(logs));
        let told = PeerNotice::Told("other".to_owned(), "{\"a\": 1}".to_owned());
        assert_eq!(bus.read("other told {\"a\": 1}"), Some(told));
        assert_eq!(bus.read(&format!("{} logs a", bus.mark)), Some(PeerNotice::Echo));
        assert_eq!(bus.read("other missed -"), Some(PeerNotice::Missed));
        for strange in ["", "other", "other logs", "other sings a"] {
            assert_eq!(bus.read(strange), None, "{strange}");
        }
    }

    #[test]
    fn long_lists_of_games_become_several_messages() {
        let games: Vec<String> = (0..2000).map(|number| format!("game-{number:05}")).collect();
        let games: Vec<&str> = games.iter().map(String::as_str).collect();
        let messages = log_messages(&games);
        assert!(messages.len() > 1 && messages.iter().all(|text| text.len() < MOST_BYTES));
        assert_eq!(messages.join(" "), games.join(" "));
        assert!(log_messages(&[]).is_empty());
    }
}
