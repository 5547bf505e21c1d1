//! What processes on one PostgreSQL tell each other. A SQLite file has one process: nobody to tell.

use crate::{Error, Store};
use sqlx::AnyConnection;
use sqlx::postgres::PgListener;
use std::time::Duration;
use tokio::time::sleep;

/// Bytes of one message at most: PostgreSQL takes 8,000.
const MOST_BYTES: usize = 7900;
/// How often is asked whether the process before us is really gone, and how long each time.
const ASKED: u32 = 5;
const BETWEEN: Duration = Duration::from_millis(40);
/// How long to wait before a lost connection is tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// The way to the other processes on this database.
#[derive(Clone, Debug)]
pub(crate) struct Bus {
    /// The address, and the channel's name, which goes with the schema.
    line: Option<(String, String)>,
    /// This process among the others.
    mark: String,
}

/// Something from another process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// These games' logs have grown.
    Logs(Vec<String>),
    /// A process, by its mark, says something.
    Told(String, String),
    /// The connection was lost for a while: anything may have happened.
    Missed,
}

/// Hears what other processes tell.
#[derive(Debug)]
pub struct Listener {
    line: Option<PgListener>,
    bus: Bus,
    alone: bool,
}

impl Bus {
    pub(crate) fn on_file() -> Result<Bus, Error> {
        let line = None;
        Ok(Bus { line, mark: mark()? })
    }

    pub(crate) fn on_server(url: &str, schema: &str) -> Result<Bus, Error> {
        let line = Some((url.to_owned(), format!("tablier_{schema}")));
        Ok(Bus { line, mark: mark()? })
    }

    /// Tells the others with the transaction that `connection` is in.
    pub(crate) async fn tell_logs<'a>(
        &self,
        connection: &mut AnyConnection,
        games: impl Iterator<Item = &'a str>,
    ) -> Result<(), Error> {
        let mut text = String::new();
        for game in games {
            if text.len() + game.len() > MOST_BYTES - 100 {
                self.tell(connection, "logs", &text).await?;
                text.clear();
            }
            text.push(' ');
            text.push_str(game);
        }
        self.tell(connection, "logs", &text).await
    }

    async fn tell(&self, connection: &mut AnyConnection, kind: &str, text: &str) -> Result<(), Error> {
        let Some((_, channel)) = self.line.as_ref().filter(|_| !text.is_empty()) else {
            return Ok(());
        };
        sqlx::query("SELECT 1 FROM pg_notify($1, $2)")
            .bind(channel)
            .bind(format!("{} {kind} {text}", self.mark))
            .execute(connection)
            .await?;
        Ok(())
    }

    /// Reads a message; our own are no news.
    fn read(&self, payload: &str) -> Option<News> {
        let (mark, rest) = payload.split_once(' ')?;
        let (kind, text) = rest.split_once(' ')?;
        match kind {
            _ if mark == self.mark => None,
            "logs" => Some(News::Logs(
                text.split_whitespace().map(ToOwned::to_owned).collect(),
            )),
            "told" => Some(News::Told(mark.to_owned(), text.to_owned())),
            _ => None,
        }
    }
}

fn mark() -> Result<String, Error> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(Error::Random)?;
    Ok(format!("{:016x}", u64::from_le_bytes(bytes)))
}

impl Store {
    /// This process among the others.
    pub fn mark(&self) -> &str {
        &self.bus.mark
    }

    /// Tells all other processes something short; what is too long is not told.
    pub async fn tell(&self, text: &str) -> Result<(), Error> {
        if self.bus.line.is_none() || text.len() > MOST_BYTES {
            return Ok(());
        }
        let mut connection = self.pool.acquire().await?;
        self.bus.tell(&mut connection, "told", text).await
    }

    /// Joins the processes on this database. Until [`Listener::share`] is called, whoever comes next waits.
    pub async fn join(&self) -> Result<Listener, Error> {
        let mut joined = Listener {
            line: None,
            bus: self.bus.clone(),
            alone: true,
        };
        if let Some((url, channel)) = &self.bus.line {
            let mut listener = PgListener::connect(url).await.map_err(Error::Open)?;
            listener.listen(channel).await?;
            joined.alone = is_alone(&mut listener, channel).await?;
            joined.line = Some(listener);
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
        let (Some(listener), Some((_, channel))) = (&mut self.line, &self.bus.line) else {
            return Ok(());
        };
        sqlx::query("SELECT pg_advisory_lock_shared(hashtext($1))")
            .bind(channel)
            .execute(&mut *listener)
            .await?;
        if self.alone {
            sqlx::query("SELECT pg_advisory_unlock(hashtext($1))")
                .bind(channel)
                .execute(&mut *listener)
                .await?;
        }
        Ok(())
    }

    /// The next news; never any from a file.
    pub async fn next(&mut self) -> News {
        loop {
            let Some(listener) = &mut self.line else {
                return std::future::pending().await;
            };
            match listener.try_recv().await {
                Ok(Some(notification)) => {
                    if let Some(news) = self.bus.read(notification.payload()) {
                        return news;
                    }
                }
                Ok(None) => {
                    self.alone = false;
                    // Without the lock another process may think that it is alone; nothing worse.
                    let _ = self.share().await;
                    return News::Missed;
                }
                Err(_) => sleep(AGAIN).await,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_others_are_news() {
        let bus = Bus::on_file().unwrap();
        let logs = News::Logs(vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(bus.read("other logs  a b"), Some(logs));
        let told = News::Told("other".to_owned(), "{\"a\": 1}".to_owned());
        assert_eq!(bus.read("other told {\"a\": 1}"), Some(told));
        assert_eq!(bus.read(&format!("{} logs a", bus.mark)), None);
        for strange in ["", "other", "other logs", "other sings a"] {
            assert_eq!(bus.read(strange), None, "{strange}");
        }
    }
}
