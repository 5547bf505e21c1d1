//! Copies everything from one database to another, and counts the rows.

use crate::{Error, Store, schema};
use futures_util::TryStreamExt;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Row};

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Number,
    Fraction,
}

use Kind::{Fraction, Number, Text};

/// A table with its columns.
struct Table {
    name: &'static str,
    columns: &'static [(&'static str, Kind)],
    /// In which order rows go over, where rows of the same table refer to each other.
    order: &'static str,
}

const fn table(name: &'static str, columns: &'static [(&'static str, Kind)]) -> Table {
    Table {
        name,
        columns,
        order: "1",
    }
}

/// Every table that is kept, those first that others refer to. A test compares this with the schema. Seeks are left
/// out: they live as long as their connections.
const TABLES: [Table; 21] = [
    table("settings", &[("name", Text), ("value", Text)]),
    Table {
        name: "people",
        columns: &[
            ("id", Text),
            ("kind", Text),
            ("name", Text),
            ("name_key", Text),
            ("password", Text),
            ("became", Text),
            ("created", Number),
            ("skeleton", Text),
            ("banned_until", Number),
            ("muted_until", Number),
            ("device_epoch", Number),
        ],
        order: "CASE WHEN became IS NULL THEN 0 ELSE 1 END",
    },
    table(
        "sessions",
        &[
            ("token_hash", Text),
            ("person", Text),
            ("created", Number),
            ("used", Number),
        ],
    ),
    table(
        "games",
        &[
            ("id", Text),
            ("game", Text),
            ("settings", Text),
            ("public", Number),
            ("creator", Text),
            ("created", Number),
            ("plies", Number),
            ("deadline", Number),
            ("started", Number),
            ("ended", Number),
            ("winner", Number),
            ("reason", Text),
            ("imported", Number),
            ("position", Text),
            ("players", Text),
            ("removed", Number),
            ("packed", Number),
            ("result", Number),
        ],
    ),
    table(
        "seats",
        &[
            ("game", Text),
            ("seat", Number),
            ("person", Text),
            ("created", Number),
            ("ended", Number),
            ("result", Number),
            ("name", Text),
            ("public", Number),
        ],
    ),
    table(
        "events",
        &[
            ("game", Text),
            ("seq", Number),
            ("at", Number),
            ("action_key", Text),
            ("body", Text),
        ],
    ),
    table(
        "finished_logs",
        &[("game", Text), ("last", Number), ("log", Text)],
    ),
    table("outages", &[("since", Number), ("until", Number)]),
    table("processes", &[("mark", Text), ("seen", Number)]),
    table(
        "tokens",
        &[
            ("token_hash", Text),
            ("person", Text),
            ("name", Text),
            ("created", Number),
            ("scope", Text),
            ("expires", Number),
            ("used", Number),
        ],
    ),
    table(
        "ratings",
        &[
            ("person", Text),
            ("game", Text),
            ("rating", Fraction),
            ("deviation", Fraction),
            ("volatility", Fraction),
            ("games", Number),
            ("updated", Number),
        ],
    ),
    table(
        "rating_changes",
        &[
            ("person", Text),
            ("table_id", Text),
            ("game", Text),
            ("at", Number),
            ("rating", Fraction),
        ],
    ),
    table(
        "analyses",
        &[
            ("game", Text),
            ("state", Text),
            ("created", Number),
            ("worker", Text),
            ("until", Number),
            ("tries", Number),
            ("done", Number),
            ("total", Number),
            ("result", Text),
        ],
    ),
    table(
        "challenges",
        &[("game", Text), ("person", Text), ("created", Number)],
    ),
    table(
        "blocks",
        &[("person", Text), ("blocked", Text), ("created", Number)],
    ),
    table(
        "reports",
        &[
            ("id", Text),
            ("reporter", Text),
            ("person", Text),
            ("game", Text),
            ("seq", Number),
            ("reason", Text),
            ("words", Text),
            ("quote", Text),
            ("created", Number),
            ("closed", Number),
        ],
    ),
    table(
        "name_changes",
        &[
            ("person", Text),
            ("name", Text),
            ("created", Number),
            ("game", Text),
            ("tried", Number),
        ],
    ),
    table("notices", &[("id", Number), ("at", Number), ("body", Text)]),
    table("lessons", &[("person", Text), ("learned", Text)]),
    table("mistakes", &[("person", Text), ("kept", Text)]),
    table(
        "push_subscriptions",
        &[
            ("endpoint", Text),
            ("person", Text),
            ("p256dh", Text),
            ("auth", Text),
            ("language", Text),
            ("site", Text),
            ("created", Number),
            ("failures", Number),
            ("session", Text),
        ],
    ),
];

/// Rows that go over in one statement.
const TOGETHER: usize = 50;

impl Store {
    /// Copies everything into an empty database, or nothing. Gives the number of rows of each table, which are the same
    /// on both sides.
    pub async fn copy_to(&self, target: &Store) -> Result<Vec<(&'static str, i64)>, Error> {
        // Columns that this program does not know would stay behind.
        if schema::step(&self.pool()).await != schema::step(&target.pool()).await {
            return Err(Error::TooNew);
        }
        let mut from = self.pool().begin().await?;
        if !self.is_file() {
            sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                .execute(&mut *from)
                .await?;
        }
        let mut to = target.pool().begin().await?;
        self.take_as_long_as_needed(&mut from).await?;
        target.take_as_long_as_needed(&mut to).await?;
        let mut copied = Vec::new();
        for table in &TABLES {
            if count(&mut to, table).await? > 0 {
                return Err(Error::NotEmpty(table.name));
            }
            table.copy(&mut from, &mut to).await?;
            let counts = [count(&mut from, table).await?, count(&mut to, table).await?];
            if counts[0] != counts[1] {
                return Err(Error::Counts(table.name, counts));
            }
            copied.push((table.name, counts[0]));
        }
        to.commit().await?;
        Ok(copied)
    }
}

async fn count(connection: &mut AnyConnection, table: &Table) -> Result<i64, Error> {
    let sql = format!("SELECT COUNT(*) FROM {}", table.name);
    Ok(sqlx::query_scalar(AssertSqlSafe(sql))
        .fetch_one(connection)
        .await?)
}

impl Table {
    async fn copy(&self, from: &mut AnyConnection, to: &mut AnyConnection) -> Result<(), Error> {
        let sql = format!(
            "SELECT {} FROM {} ORDER BY {}",
            self.names(),
            self.name,
            self.order
        );
        let mut rows = sqlx::query(AssertSqlSafe(sql)).fetch(from);
        let mut together = Vec::with_capacity(TOGETHER);
        while let Some(row) = rows.try_next().await? {
            together.push(row);
            if together.len() == TOGETHER {
                self.insert(to, &together).await?;
                together.clear();
            }
        }
        if together.is_empty() {
            return Ok(());
        }
        self.insert(to, &together).await
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    async fn insert(&self, to: &mut AnyConnection, rows: &[AnyRow]) -> Result<(), Error> {
        let width = self.columns.len();
        let places = |row: usize| {
            let numbers = (1..=width).map(|column| format!("${}", row * width + column));
            format!("({})", numbers.collect::<Vec<_>>().join(", "))
        };
        let places: Vec<String> = (0..rows.len()).map(places).collect();
        let sql = format!(
            "INSERT INTO {} ({}) VALUES {}",
            self.name,
            self.names(),
            places.join(", ")
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for row in rows {
            for (index, (_, kind)) in self.columns.iter().enumerate() {
                query = bind(query, row, index, *kind)?;
            }
        }
        query.execute(to).await?;
        Ok(())
    }
}

fn bind<'q>(
    query: Query<'q, Any, AnyArguments>,
    row: &AnyRow,
    index: usize,
    kind: Kind,
) -> Result<Query<'q, Any, AnyArguments>, Error> {
    Ok(match kind {
        Text => query.bind(row.try_get::<Option<String>, _>(index)?),
        Number => query.bind(row.try_get::<Option<i64>, _>(index)?),
        Fraction => query.bind(row.try_get::<Option<f64>, _>(index)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the schema, from SQLite's own list.
    #[tokio::test]
    async fn every_table_and_column_goes_over() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&crate::file_url(&folder.path().join("a.db")))
            .await
            .unwrap();
        let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'
                   AND name NOT LIKE '\\_sqlx%' ESCAPE '\\' AND name <> 'seeks' ORDER BY name";
        let names: Vec<String> = sqlx::query_scalar(sql).fetch_all(&store.pool()).await.unwrap();
        let mut ours: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
        ours.sort_unstable();
        assert_eq!(names, ours);
        for table in &TABLES {
            let sql = format!(
                "SELECT name, type FROM pragma_table_info('{}') ORDER BY cid",
                table.name
            );
            let columns: Vec<(String, String)> = sqlx::query_as(AssertSqlSafe(sql))
                .fetch_all(&store.pool())
                .await
                .unwrap();
            let expected = table.columns.iter().map(|(name, kind)| {
                let kind = match kind {
                    Text => "TEXT",
                    Number => "BIGINT",
                    Fraction => "DOUBLE PRECISION",
                };
                ((*name).to_owned(), kind.to_owned())
            });
            assert_eq!(columns, expected.collect::<Vec<_>>(), "{}", table.name);
        }
    }
}
