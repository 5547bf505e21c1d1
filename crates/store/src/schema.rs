//! Schema: its migrations, and the versions of the program that can work with it.

use crate::Error;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyPool, SqlSafeStr};

/// The migrations: number, words and SQL of each, in order.
const MIGRATIONS: &[(i64, &str, &str)] = &include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// The setting with the lowest step that a program must know to work with the database. A migration only adds, so that the
/// version before works on; one that cannot keep to that writes its own number here.
const FLOOR: &str = "schema-floor";

/// Fills in what searches need, in rows of before step 20 and in those that a program of before has written since. The
/// conditions are those of two indexes, which are empty otherwise.
const FILL_IN: [&str; 2] = [
    "UPDATE games SET result = CASE WHEN winner IS NOT NULL THEN winner WHEN reason = 'aborted' THEN 3 ELSE 2 END
     WHERE ended IS NOT NULL AND result IS NULL AND removed = 0",
    "UPDATE seats SET result = (SELECT games.result FROM games WHERE games.id = seats.game),
                      name = (SELECT games.game FROM games WHERE games.id = seats.game),
                      public = (SELECT games.public FROM games WHERE games.id = seats.game)
     WHERE name IS NULL OR (ended IS NOT NULL AND result IS NULL)",
];

/// The last step that this program knows.
pub(crate) fn newest() -> i64 {
    MIGRATIONS.last().map_or(0, |(step, ..)| *step)
}

/// Brings a database up to date; gives the step before and after. One that is ahead of this program is left as it is.
pub(crate) async fn migrate(pool: &AnyPool) -> Result<[i64; 2], Error> {
    let before = step(pool).await;
    if before < newest() {
        tracing::info!(
            from = before,
            to = newest(),
            "bringing the database's schema up to date"
        );
    }
    let steps = MIGRATIONS.iter().map(|(step, words, sql)| {
        let sql = sql.into_sql_str();
        Migration::new(*step, (*words).into(), MigrationType::Simple, sql, false)
    });
    let mut migrator = Migrator::with_migrations(steps.collect());
    migrator.set_ignore_missing(true);
    migrator.run(pool).await.map_err(Error::Migrate)?;
    check_floor(pool).await?;
    for sql in FILL_IN {
        sqlx::query(sql).execute(pool).await?;
    }
    let after = step(pool).await;
    tracing::info!(step = after, "the database's schema is up to date");
    Ok([before, after])
}

async fn check_floor(pool: &AnyPool) -> Result<(), Error> {
    let floor = sqlx::query_scalar("SELECT value FROM settings WHERE name = $1");
    let floor: Option<String> = floor.bind(FLOOR).fetch_optional(pool).await?;
    let Some(floor) = floor else { return Ok(()) };
    let floor: i64 = floor.parse().map_err(|_| Error::Damaged(FLOOR))?;
    if floor > newest() {
        return Err(Error::TooNew);
    }
    Ok(())
}

/// The last step of the schema that was taken; 0 in a new database.
pub(crate) async fn step(pool: &AnyPool) -> i64 {
    let step = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations");
    step.fetch_one(pool).await.unwrap_or(0)
}
