//! Push subscriptions of browsers.

use crate::{Error, Store};

/// A browser's subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushRow {
    /// The address of the browser's push service.
    pub endpoint: String,
    /// The browser's owner.
    pub person: String,
    /// The browser's public key, base64url.
    pub p256dh: String,
    /// The browser's secret, base64url.
    pub auth: String,
    /// The language of its texts.
    pub language: String,
    /// Our own address, as the browser knows it: it names the sender.
    pub site: String,
    /// When it was made.
    pub created: i64,
    /// The hash of the session or token that the browser has; nothing in old ones.
    pub session: Option<String>,
}

from_row!(PushRow {
    endpoint,
    person,
    p256dh,
    auth,
    language,
    site,
    created,
    session
});

const NAME: &str = "push-key";

impl Store {
    /// The key that signs push messages, as hexadecimal digits: made by whoever asks first.
    pub async fn push_key(&self, proposed: String) -> Result<String, Error> {
        self.kept_setting(NAME, proposed).await
    }

    /// Keeps a subscription; a person's oldest ones make room.
    pub async fn subscribe_push(&self, row: &PushRow, most: i64) -> Result<(), Error> {
        let mut transaction = self.pool().begin().await?;
        let sql = "INSERT INTO push_subscriptions (endpoint, person, p256dh, auth, language, site, created, session)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                   ON CONFLICT (endpoint) DO UPDATE SET person = excluded.person, p256dh = excluded.p256dh,
                   auth = excluded.auth, language = excluded.language, site = excluded.site, created = excluded.created,
                   session = excluded.session, failures = 0";
        sqlx::query(sql)
            .bind(&row.endpoint)
            .bind(&row.person)
            .bind(&row.p256dh)
            .bind(&row.auth)
            .bind(&row.language)
            .bind(&row.site)
            .bind(row.created)
            .bind(&row.session)
            .execute(&mut *transaction)
            .await?;
        let sql = "DELETE FROM push_subscriptions WHERE person = $1 AND endpoint NOT IN
                   (SELECT endpoint FROM push_subscriptions WHERE person = $1
                    ORDER BY created DESC, endpoint LIMIT $2)";
        sqlx::query(sql)
            .bind(&row.person)
            .bind(most)
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Removes a subscription, of one person if one is named.
    pub async fn unsubscribe_push(&self, endpoint: &str, person: Option<&str>) -> Result<(), Error> {
        let sql = "DELETE FROM push_subscriptions WHERE endpoint = $1 AND ($2 = '' OR person = $2)";
        sqlx::query(sql)
            .bind(endpoint)
            .bind(person.unwrap_or_default())
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// A browser has another session, perhaps of somebody else: its subscription goes with it.
    pub async fn hand_on_push(&self, session: &str, new: &str, person: &str) -> Result<(), Error> {
        sqlx::query("UPDATE push_subscriptions SET session = $2, person = $3 WHERE session = $1")
            .bind(session)
            .bind(new)
            .bind(person)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// Forgets the failures of a subscription: its service has taken a message.
    pub async fn push_taken(&self, endpoint: &str) -> Result<(), Error> {
        sqlx::query("UPDATE push_subscriptions SET failures = 0 WHERE endpoint = $1 AND failures > 0")
            .bind(endpoint)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// Counts a failure of a subscription; one with `most` in a row is removed.
    pub async fn push_failed(&self, endpoint: &str, most: i64) -> Result<(), Error> {
        sqlx::query("UPDATE push_subscriptions SET failures = failures + 1 WHERE endpoint = $1")
            .bind(endpoint)
            .execute(&self.pool())
            .await?;
        sqlx::query("DELETE FROM push_subscriptions WHERE endpoint = $1 AND failures >= $2")
            .bind(endpoint)
            .bind(most)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// The subscriptions of a person, or of the account that a guest has become.
    pub async fn push_subscriptions(&self, person: &str) -> Result<Vec<PushRow>, Error> {
        let sql =
            "SELECT endpoint, person, p256dh, auth, language, site, created, session FROM push_subscriptions
                   WHERE person = $1 OR person = (SELECT became FROM people WHERE id = $1)
                   ORDER BY created";
        Ok(sqlx::query_as(sql).bind(person).fetch_all(&self.pool()).await?)
    }
}
