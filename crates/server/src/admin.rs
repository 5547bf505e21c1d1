//! The host's work on a database, with a server running on it or not: `tablier admin`.

use crate::Error;
use crate::cluster::PeerMessage;
use crate::connections::Revocation;
use crate::ids::random_text;
use crate::name_rules::read_name;
use crate::passwords;
use crate::redaction::{RedactionError, redact_chat};
use crate::time::now;
use protocol::TableId;
use store::{PasswordChange, PersonRow, ReportRow, Store};

const DAY: i64 = 24 * 60 * 60 * 1000;
/// Letters of a password that a host sets.
const PASSWORD: usize = 16;

/// Complaints on a page.
const REPORTS: i64 = 100;

/// A complaint with the names of those whom it concerns.
#[derive(Clone, Debug)]
pub struct NamedReport {
    /// The complaint.
    pub report: ReportRow,
    /// The name of the person who complains.
    pub reporter: String,
    /// The name of the person whom it is about.
    pub person: String,
}

/// A database as its host works on it.
#[derive(Debug)]
pub struct Admin(Store);

impl Admin {
    /// Opens a database that is there and whose schema is that of this program.
    pub async fn open(database: &str) -> Result<Admin, Error> {
        Ok(Admin(Store::open_existing(database).await?))
    }

    /// Closes the database.
    pub async fn close(self) {
        self.0.close().await;
    }

    async fn tell(&self, message: &PeerMessage) -> Result<(), Error> {
        let text = serde_json::to_string(message).unwrap_or_default();
        Ok(self.0.add_notice(&text, now()).await?)
    }

    /// Finds a person by their id or by the name of their account.
    async fn person(&self, name: &str) -> Result<PersonRow, Error> {
        let missing = || Error::Refused(format!("no person {name}: give an account's name or an id"));
        let by_id = self.0.person(name).await?;
        let person = match by_id {
            Some(person) => Some(person),
            None => self.0.account(name).await?.map(|(person, _)| person),
        };
        person.filter(|person| person.kind != "gone").ok_or_else(missing)
    }

    async fn sign_out(&self, person: String) -> Result<(), Error> {
        let revocation = Revocation::Person { person, but: None };
        self.tell(&PeerMessage::Revoked { revocation }).await
    }

    /// Bans a person for so many days, or for ever; 0 days lift the ban.
    pub async fn ban(&self, name: &str, days: Option<u32>) -> Result<(), Error> {
        let person = self.person(name).await?;
        self.0.ban(&person.id, until(days)).await?;
        self.sign_out(person.id).await
    }

    /// Mutes a person for so many days, or for ever; 0 days lift it.
    pub async fn mute(&self, name: &str, days: Option<u32>) -> Result<(), Error> {
        let person = self.person(name).await?;
        Ok(self.0.mute(&person.id, until(days)).await?)
    }

    /// Renames a person, also in all their games.
    pub async fn rename(&self, name: &str, new: &str) -> Result<(), Error> {
        let person = self.person(name).await?;
        let good = read_name(new).map_err(|words| Error::Refused(words.to_owned()))?;
        if !self.0.rename(&person.id, &good.name, &good.skeleton).await? {
            let words = format!("{new} is taken, or looks like a name that is");
            return Err(Error::Refused(words));
        }
        self.0.change_name_everywhere(&person.id, &good.name).await?;
        self.tell(&PeerMessage::Names {}).await
    }

    /// Gives an account a random password, which is given back, and signs it out everywhere.
    pub async fn reset_password(&self, name: &str) -> Result<String, Error> {
        let person = self.person(name).await?;
        if person.kind == "guest" {
            return Err(Error::Refused(format!("{name} is a guest and has no password")));
        }
        let password = random_text(PASSWORD)?;
        let refused = || Error::Refused("the password cannot be hashed".to_owned());
        let hash = passwords::hash(&password).ok_or_else(refused)?;
        let change = PasswordChange {
            account: &person.id,
            old: None,
            new: &hash,
            but: None,
        };
        self.0.set_password(change).await?;
        self.sign_out(person.id).await?;
        Ok(password)
    }

    /// Takes the text of a line of chat out of a game.
    pub async fn remove_chat(&self, table: &str, event: u64) -> Result<(), Error> {
        let id = table_id(table)?;
        redact_chat(&self.0, table, event)
            .await
            .map_err(|error| match error {
                RedactionError::Store(error) => error.into(),
                RedactionError::Nothing => {
                    Error::Refused(format!("event {event} of {table} is no line of chat"))
                }
                RedactionError::Damaged(words) => Error::Refused(words),
                RedactionError::Busy => Error::Refused("the game goes on too fast; try again".to_owned()),
            })?;
        self.tell(&PeerMessage::Logs { tables: vec![id] }).await
    }

    /// Removes a game from all lists and pages, with its log.
    pub async fn remove_game(&self, table: &str) -> Result<(), Error> {
        let id = table_id(table)?;
        if !self.0.remove_game(table, now()).await? {
            return Err(Error::Refused(format!("there is no game {table}")));
        }
        self.tell(&PeerMessage::Removed { table: id }).await
    }

    /// Makes another key to sign cookies and links with; those signed with the one before are good for so many days.
    pub async fn rotate_key(&self, days: u32) -> Result<(), Error> {
        self.0.rotate_key(now() + i64::from(days) * DAY).await?;
        self.tell(&PeerMessage::Keys {}).await
    }

    /// A page of 100 complaints, the oldest first: those that are open, or all. The first page is 1.
    pub async fn reports(&self, all: bool, page: u32) -> Result<Vec<NamedReport>, Error> {
        let page = i64::from(page.saturating_sub(1));
        let mut named = Vec::new();
        for report in self.0.reports(all, page, REPORTS).await? {
            let [reporter, person] = [
                self.name_of(&report.reporter).await?,
                self.name_of(&report.person).await?,
            ];
            named.push(NamedReport {
                report,
                reporter,
                person,
            });
        }
        Ok(named)
    }

    async fn name_of(&self, id: &str) -> Result<String, Error> {
        let person = self.0.person(id).await?;
        Ok(person.map_or_else(|| id.to_owned(), |person| person.name))
    }

    /// Closes a complaint.
    pub async fn close_report(&self, id: &str) -> Result<(), Error> {
        if self.0.close_report(id, now()).await? {
            Ok(())
        } else {
            Err(Error::Refused(format!("there is no open report {id}")))
        }
    }
}

/// The end of so many days; without a number it never comes.
fn until(days: Option<u32>) -> i64 {
    match days {
        None => i64::MAX,
        Some(0) => 0,
        Some(days) => now() + i64::from(days) * DAY,
    }
}

fn table_id(text: &str) -> Result<TableId, Error> {
    text.parse()
        .map_err(|error: protocol::IdError| Error::Refused(error.to_string()))
}
