//! Periodic work: notices the host's changes, closes connections with ended credentials, removes unneeded rows.

use crate::App;
use crate::cluster;
use crate::connections::Revocation;
use crate::identity::SESSION;
use crate::name_rules::skeleton;
use crate::time::now;
use std::time::Duration;
use store::GuestRound;
use tokio::time::{interval, sleep, timeout};

/// How often notices of hosts are looked for.
const NOTICES: Duration = Duration::from_secs(1);
/// Time between two looks at the credentials of open connections.
const CHECKING: Duration = Duration::from_mins(1);
/// Looks at credentials from one cleaning to the next.
const CLEANING: u32 = 10;
/// Most time for a cleaning.
const CLEANING_TIME: Duration = Duration::from_mins(5);
/// Credentials that one statement looks at.
const TOGETHER: usize = 500;

const DAY: i64 = 24 * 60 * 60 * 1000;
/// How long somebody who was challenged may think about it.
pub(crate) const CHALLENGE: i64 = 7 * DAY;
/// How long a table waits for its players.
const WAITING: i64 = 14 * DAY;
/// How long a game that never began is kept after its end.
const NEVER_BEGUN: i64 = 30 * DAY;
/// Age at which a guest without games and sessions is removed.
const GUEST: i64 = 90 * DAY;
/// How long notices are kept; a server looks for them every second.
const NOTICE: i64 = DAY;

/// Gives accounts of before a skeleton; of two that look alike the older one has it.
pub(crate) async fn fill_skeletons(store: &store::Store) -> Result<(), store::Error> {
    for (id, name) in store.accounts_without_skeleton().await? {
        store.set_skeleton(&id, &skeleton(&name)).await?;
    }
    Ok(())
}

/// Runs all of it until the server stops; `last` is the number of the last notice at its start. Neither half waits for the
/// other.
pub(crate) async fn keep_house(app: App, last: i64) {
    tokio::join!(hear_hosts(&app, last), look_after(&app));
}

/// Hears what hosts do.
async fn hear_hosts(app: &App, mut last: i64) {
    let mut stopping = app.stopping.clone();
    let mut ticks = interval(NOTICES);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            _ = stopping.changed() => return,
        }
        if let Err(error) = hear_notices(app, &mut last).await {
            tracing::warn!(%error, "cannot read notices");
        }
    }
}

/// Checks credentials, and cleans.
async fn look_after(app: &App) {
    let mut stopping = app.stopping.clone();
    // A name that was being replaced when the last server stopped.
    app.change_names().await;
    let mut guests = GuestRound::default();
    for number in 1_u32.. {
        tokio::select! {
            () = sleep(CHECKING) => {}
            _ = stopping.changed() => return,
        }
        if let Err(error) = store::in_time(check_connections(app)).await {
            tracing::warn!(%error, "cannot check the credentials of connections");
        }
        if number.is_multiple_of(CLEANING) {
            match timeout(CLEANING_TIME, clean(app, &mut guests, now())).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::warn!(%error, "cleanup failed"),
                Err(_) => tracing::warn!("cleanup timed out"),
            }
        }
    }
}

async fn hear_notices(app: &App, last: &mut i64) -> Result<(), store::Error> {
    for (id, body) in store::in_time(app.store.notices(*last)).await? {
        *last = id;
        if let Ok(message) = serde_json::from_str(&body) {
            cluster::take_in(app, String::new(), message).await;
        }
    }
    Ok(())
}

/// Closes connections whose credentials have ended unnoticed by this process.
pub(crate) async fn check_connections(app: &App) -> Result<(), store::Error> {
    for hashes in app.connections.hashes().chunks(TOGETHER) {
        let good = app.store.good_credentials(hashes, now() - SESSION, now()).await?;
        for hash in hashes.iter().filter(|hash| !good.contains(hash)) {
            let hash = hash.clone();
            app.connections.revoke(&Revocation::Credential { hash });
        }
    }
    Ok(())
}

/// Removes what nobody needs at this time.
pub(crate) async fn clean(app: &App, guests: &mut GuestRound, now: i64) -> Result<(), store::Error> {
    let store = &app.store;
    store.forget_sessions(now - SESSION).await?;
    store.forget_tokens(now).await?;
    store.forget_challenges(now - CHALLENGE).await?;
    store.forget_notices(now - NOTICE).await?;
    store.forget_guests(now - GUEST, guests).await?;
    for id in store.waiting_games(now - WAITING).await? {
        if let Ok(table) = id.parse() {
            app.rooms.expire(&table).await;
        }
    }
    for id in store.games_never_begun(now - NEVER_BEGUN).await? {
        store.remove_game(&id, now).await?;
        if let Ok(table) = id.parse() {
            app.rooms.removed(&table);
        }
    }
    app.change_names().await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::Visitor;
    use crate::{Behaviour, Site};
    use protocol::{TableSettings, TokenScope};
    use store::Store;
    use testclient::Database;
    use tokio::sync::watch;

    async fn app(database: &Database) -> App {
        let store = Store::open(&database.url).await.unwrap();
        let (_stop, stopping) = watch::channel(false);
        App::new(Site::default(), store, Behaviour::default(), stopping)
            .await
            .unwrap()
    }

    async fn guest(app: &App, id: &str, since: i64) -> Visitor {
        app.store.add_guest(id, "Teal tile 7", since).await.unwrap();
        app.store.add_session(id, id, since).await.unwrap();
        Visitor {
            person: app.store.person(id).await.unwrap().unwrap(),
            ids: vec![id.to_owned()],
            token_hash: id.to_owned(),
            scope: TokenScope::Account,
        }
    }

    #[tokio::test]
    async fn connections_end_with_their_credentials() {
        let database = Database::sqlite();
        let app = app(&database).await;
        let (one, other) = (
            guest(&app, "person-1", now()).await,
            guest(&app, "person-2", now()).await,
        );
        let (mut first, second) = (
            app.connections.enter(Some(&one)),
            app.connections.enter(Some(&other)),
        );
        check_connections(&app).await.unwrap();
        assert_eq!(app.connections.hashes(), ["person-1", "person-2"]);
        // Ended by a process that could not tell.
        app.store.remove_session("person-1").await.unwrap();
        check_connections(&app).await.unwrap();
        first.revoked().await;
        assert_eq!(app.connections.hashes(), ["person-2"]);
        drop(second);
        assert_eq!(app.connections.hashes(), Vec::<String>::new());
    }

    #[tokio::test]
    async fn what_nobody_needs_is_removed_and_nothing_else() {
        let database = Database::sqlite();
        let app = app(&database).await;
        let (old, mut guests) = (now() - 100 * DAY, GuestRound::default());
        guest(&app, "person-1", old).await;
        let host = guest(&app, "person-2", now()).await;
        let settings = TableSettings::new(games::GameId::Offboard);
        let player = app.player(&host, settings.game).await.unwrap();
        let table = app
            .rooms
            .create(&settings, "person-2", vec![(0, player)])
            .await
            .unwrap();
        clean(&app, &mut guests, now()).await.unwrap();
        assert_eq!(app.store.person("person-1").await.unwrap(), None);
        assert!(app.store.session("person-2", 0, now()).await.unwrap().is_some());
        let row = async || app.store.game(table.as_str()).await.unwrap();
        assert_eq!(row().await.unwrap().ended, None, "a new table waits");
        clean(&app, &mut guests, now() + WAITING).await.unwrap();
        let ended = row().await.unwrap();
        assert_eq!(ended.reason.as_deref(), Some("aborted"));
        clean(&app, &mut guests, now() + NEVER_BEGUN + DAY).await.unwrap();
        assert_eq!(row().await, None);
        assert_eq!(app.store.events(table.as_str(), 0).await.unwrap(), []);
    }
}
