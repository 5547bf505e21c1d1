//! Online games, by link or through the lobby; accounts and their games.

pub(crate) mod account;
pub(crate) mod friend;
pub(crate) mod live;
pub(crate) mod lobby;
pub(crate) mod panels;
pub(crate) mod people;
pub(crate) mod play;
pub(crate) mod safety;
pub(crate) mod share_game;
pub(crate) mod table;
pub(crate) mod tokens;
pub(crate) mod watch;
pub mod words;

use crate::storage::{self, Key};
use leptos::task::spawn_local;
use web_net::decode::FromJson;
use web_net::{HttpAnswer, ask};

/// Whether the server has known this browser as a guest or an account.
pub(crate) fn is_known() -> bool {
    storage::load(Key::Known).is_some()
}

/// Notes that the server knows this browser.
pub(crate) fn note_known() {
    storage::save(Key::Known, "1");
}

/// Asks the server, and does something with its answer.
pub(crate) fn request(
    method: &'static str,
    path: String,
    body: Option<String>,
    then: impl FnOnce(HttpAnswer) + 'static,
) {
    spawn_local(async move { then(ask(method, &path, body).await) });
}

/// Sends what the browser keeps to the signed-in account, and passes the account's answer on.
pub(crate) fn exchange<T: FromJson>(
    path: &str,
    kept: serde_json::Result<String>,
    then: impl FnOnce(T) + 'static,
) {
    let Some(body) = kept.ok().filter(|_| is_known()) else {
        return;
    };
    request("POST", path.to_owned(), Some(body), move |answer| {
        // A guest has no account: only the browser keeps anything.
        if let Some(there) = answer.read() {
            then(there);
        }
    });
}
