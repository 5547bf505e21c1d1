//! A place of their own for tests on a shared PostgreSQL.

use crate::Error;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, PgConnection};

/// Makes an empty schema in the database at `url` and gives back the address that uses it.
///
/// # Panics
/// When the name is more than letters, digits and underscores.
pub async fn scratch_schema(url: &str, name: &str) -> Result<String, Error> {
    assert!(
        name.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'),
        "{name}"
    );
    let mut connection = PgConnection::connect(url).await.map_err(Error::Open)?;
    connection
        .execute(AssertSqlSafe(format!("CREATE SCHEMA {name}")))
        .await?;
    connection.close().await?;
    let separator = if url.contains('?') { '&' } else { '?' };
    Ok(format!("{url}{separator}options[search_path]={name}"))
}

/// Runs a statement on a database.
pub async fn run_sql(url: &str, sql: &'static str) -> Result<(), Error> {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.map_err(Error::Open)?;
    connection.execute(sql).await?;
    Ok(connection.close().await?)
}
