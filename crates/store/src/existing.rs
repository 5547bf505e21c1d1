//! Opening a database that is there, without making or changing one.

use crate::{Error, Store, schema};
use sqlx::any::AnyPoolOptions;

impl Store {
    /// Opens a database that is there and whose schema is up to date.
    pub async fn open_existing(url: &str) -> Result<Store, Error> {
        sqlx::any::install_default_drivers();
        let existing = url.replace("mode=rwc", "mode=rw");
        let pool = AnyPoolOptions::new().max_connections(1).connect(&existing).await;
        let pool = pool.map_err(Error::Open)?;
        let step = schema::step(&pool).await;
        pool.close().await;
        if step < schema::newest() {
            return Err(Error::OldSchema);
        }
        Store::open(&existing).await
    }
}
