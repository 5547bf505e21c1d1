//! An empty database for one test.

use tempfile::TempDir;

/// The variable by which `cargo xtask test` names its PostgreSQL.
const POSTGRES: &str = "TABLIER_TEST_POSTGRES";

/// An empty database; a file goes when it does, a schema with the whole server of the tests.
#[derive(Debug)]
pub struct Database {
    /// Its address.
    pub url: String,
    _folder: Option<TempDir>,
}

impl Database {
    /// A new SQLite file.
    pub fn sqlite() -> Database {
        let folder = tempfile::tempdir().unwrap();
        Database {
            url: store::file_url(&folder.path().join("tablier.db")),
            _folder: Some(folder),
        }
    }

    /// A new schema on the PostgreSQL of the tests.
    ///
    /// # Panics
    ///
    /// If nobody has said where it is, or it does not answer: a test that cannot run must not pass.
    pub async fn postgres() -> Database {
        let server = std::env::var(POSTGRES).expect("TABLIER_TEST_POSTGRES, which `cargo xtask test` sets");
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).unwrap();
        let name = format!("t{:016x}", u64::from_le_bytes(bytes));
        let url = store::scratch_schema(&server, &name).await.unwrap();
        Database { url, _folder: None }
    }

    /// The same database at another address, such as a proxy's.
    pub const fn at(url: String) -> Database {
        Database { url, _folder: None }
    }

    /// The same database, for another server on it. The first one must stay longer.
    pub fn again(database: &Database) -> Database {
        Database {
            url: database.url.clone(),
            _folder: None,
        }
    }
}

/// Makes each named function `async fn(Database)` a test on SQLite and a test on PostgreSQL.
#[macro_export]
macro_rules! on_both_databases {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name($crate::Database::sqlite()).await;
            })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            #[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
            async fn $name() {
                super::$name($crate::Database::postgres().await).await;
            })+
        }
    };
}
