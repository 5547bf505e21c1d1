//! The real program, killed while games are played: nothing that it has acknowledged is lost.
//! `cargo xtask chaos` does the same at full size.

use testclient::{Chaos, Database, Deployment, Program, Toll};

const SMALL: Chaos = Chaos {
    games: 12,
    kills: 4,
    plies: 60,
    think: 60,
    between: 700,
    seed: 6,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_acknowledged_survives_on_sqlite() {
    check(&Database::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
async fn what_is_acknowledged_survives_on_postgres() {
    check(&Database::postgres().await).await;
}

async fn check(database: &Database) {
    let program = Program::start(env!("CARGO_BIN_EXE_tablier").as_ref(), &database.url).await;
    let mut site = Deployment::alone(program);
    let toll = SMALL.run(&mut site).await;
    let whole = Toll {
        games: toll.games.max(12),
        kills: 4,
        lost: 0,
        doubled: 0,
        stuck: 0,
        on_time: 0,
        ..toll
    };
    assert_eq!(toll, whole);
    assert!(toll.acknowledged > 100, "{toll:?}");
    site.stop().await;
}
