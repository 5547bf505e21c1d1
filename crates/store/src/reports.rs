//! Complaints about people and what they wrote, and what hosts do about them.

use crate::{Error, Store};

/// A complaint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRow {
    /// Short random letters.
    pub id: String,
    /// The id of the person who complains.
    pub reporter: String,
    /// The id of the person whom it is about.
    pub person: String,
    /// The game that it is about.
    pub game: Option<String>,
    /// The number of the event that it is about.
    pub seq: Option<i64>,
    /// `chat`, `name`, `cheating` or `other`.
    pub reason: String,
    /// The reporter's words.
    pub words: String,
    /// The line of chat as it was.
    pub quote: Option<String>,
    /// When.
    pub created: i64,
    /// When a host was done with it.
    pub closed: Option<i64>,
}

from_row!(ReportRow {
    id,
    reporter,
    person,
    game,
    seq,
    reason,
    words,
    quote,
    created,
    closed
});

impl Store {
    /// Keeps a complaint.
    pub async fn add_report(&self, report: &ReportRow) -> Result<(), Error> {
        let sql = "INSERT INTO reports (id, reporter, person, game, seq, reason, words, quote, created)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        sqlx::query(sql)
            .bind(&report.id)
            .bind(&report.reporter)
            .bind(&report.person)
            .bind(&report.game)
            .bind(report.seq)
            .bind(&report.reason)
            .bind(&report.words)
            .bind(&report.quote)
            .bind(report.created)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// The open complaints of one person, `most` at most.
    pub async fn open_reports_of(&self, reporter: &str, most: i64) -> Result<Vec<ReportRow>, Error> {
        let sql = "SELECT id, reporter, person, game, seq, reason, words, quote, created, closed FROM reports
                   WHERE reporter = $1 AND closed IS NULL LIMIT $2";
        let rows = sqlx::query_as(sql).bind(reporter).bind(most);
        Ok(rows.fetch_all(&self.pool()).await?)
    }

    /// A page of complaints, the oldest first: those that are open, or all. The first page is 0.
    pub async fn reports(&self, all: bool, page: i64, length: i64) -> Result<Vec<ReportRow>, Error> {
        let sql = "SELECT id, reporter, person, game, seq, reason, words, quote, created, closed FROM reports
                   WHERE closed IS NULL OR $1 = 1 ORDER BY created, id LIMIT $2 OFFSET $3";
        Ok(sqlx::query_as(sql)
            .bind(i64::from(all))
            .bind(length)
            .bind(page.saturating_mul(length))
            .fetch_all(&self.pool())
            .await?)
    }

    /// A host is done with a complaint; `false` when there is no such open one.
    pub async fn close_report(&self, id: &str, now: i64) -> Result<bool, Error> {
        let done = sqlx::query("UPDATE reports SET closed = $2 WHERE id = $1 AND closed IS NULL")
            .bind(id)
            .bind(now)
            .execute(&self.pool())
            .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Lets somebody not sign in until then, and ends their sessions and tokens.
    pub async fn ban(&self, person: &str, until: i64) -> Result<(), Error> {
        sqlx::query("UPDATE people SET banned_until = $2 WHERE id = $1")
            .bind(person)
            .bind(until)
            .execute(&self.pool())
            .await?;
        if until > 0 {
            self.revoke_all(person, None).await?;
        }
        Ok(())
    }

    /// Lets somebody not write to others until then.
    pub async fn mute(&self, person: &str, until: i64) -> Result<(), Error> {
        sqlx::query("UPDATE people SET muted_until = $2 WHERE id = $1")
            .bind(person)
            .bind(until)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// Tells the servers that run on this database something, as JSON.
    pub async fn add_notice(&self, body: &str, now: i64) -> Result<(), Error> {
        loop {
            let sql = "INSERT INTO notices (id, at, body)
                       SELECT COALESCE(MAX(id), 0) + 1, $1, $2 FROM notices WHERE 1 = 1 ON CONFLICT DO NOTHING";
            let done = sqlx::query(sql)
                .bind(now)
                .bind(body)
                .execute(&self.pool())
                .await?;
            if done.rows_affected() == 1 {
                return Ok(());
            }
        }
    }

    /// The number of the last notice.
    pub async fn last_notice(&self) -> Result<i64, Error> {
        let sql = "SELECT COALESCE(MAX(id), 0) FROM notices";
        Ok(sqlx::query_scalar(sql).fetch_one(&self.pool()).await?)
    }

    /// Notices after a number, in order: their numbers and what they say.
    pub async fn notices(&self, after: i64) -> Result<Vec<(i64, String)>, Error> {
        let sql = "SELECT id, body FROM notices WHERE id > $1 ORDER BY id LIMIT 1000";
        Ok(sqlx::query_as(sql).bind(after).fetch_all(&self.pool()).await?)
    }
}
