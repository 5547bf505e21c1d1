//! The network: a table made for a friend, a seat taken by a link, the socket of a game.

use super::keep;
use super::mounted::{Mounted, with};
use crate::online::Online;
use courier::{Heard, Socket, ask};
use games::GameId;
use protocol::{ClientMessage, Created, Looked, ServerMessage};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::Window;

/// The address of this page.
const HOME: &str = "/polarity";
/// Parts of addresses that are no tables.
const MODES: [&str; 3] = ["two", COMPUTER, "friend"];
/// The address of the game against the computer, and what of it names the level.
const COMPUTER: &str = "computer";
const LEVEL: &str = "?level=";
/// Where it stands that somebody has played here: the first page then asks for their games.
const KNOWN: &str = "tablier.known";

/// The connection to a table.
pub(super) struct Wire {
    id: String,
    socket: Option<Socket>,
    kept: usize,
}

/// Goes to another address without leaving the page.
fn go_to(path: &str) {
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        // Refused only for another server's address.
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(path));
    }
}

/// What the address asks for: a table with the key of its link, or a way of playing.
pub(super) fn read_address(window: &Window) {
    let location = window.location();
    let (path, hash) = (
        location.pathname().unwrap_or_default(),
        location.hash().unwrap_or_default(),
    );
    let Some(part) = path.strip_prefix(HOME).and_then(|rest| rest.strip_prefix('/')) else {
        return;
    };
    if MODES.contains(&part) {
        let search = location.search().unwrap_or_default();
        let level = search.strip_prefix(LEVEL);
        with(|mounted| mounted.propose(part, level));
    } else if !part.is_empty() {
        follow(part.to_owned(), hash.trim_start_matches('#').to_owned());
    }
}

/// Makes a table for a friend.
pub(super) fn invite(body: String) {
    spawn_local(async move {
        let answer = ask("POST", "/api/tables", Some(body)).await;
        match answer.read::<Created>() {
            Some(created) => {
                keep::store_at(KNOWN, "1");
                let key = created.challenge.map(|key| key.to_string()).unwrap_or_default();
                let id = created.table.to_string();
                go_to(&format!("{HOME}/{id}#{key}"));
                follow(id, key);
            }
            None => tell("link-failed"),
        }
    });
}

fn tell(trouble: &'static str) {
    with(|mounted| mounted.app.network.trouble = Some(trouble));
}

/// Looks at a table, sits down where a link lets one, and listens.
fn follow(id: String, key: String) {
    spawn_local(async move {
        let query = if key.is_empty() {
            String::new()
        } else {
            format!("?challenge={key}")
        };
        let answer = ask("GET", &format!("/api/tables/{id}{query}"), None).await;
        if answer.status == 0 {
            // The socket tries again until the server is back.
            with(|mounted| mounted.connect(id));
            return;
        }
        let Some(looked) = answer.read::<Looked>() else {
            return tell(if answer.status == 0 {
                "link-failed"
            } else {
                "link-none"
            });
        };
        if looked.table.settings.game != GameId::Polarity {
            // Another game's table is not this one.
            let path = format!("/table/{id}{}", query.replace("challenge", "key"));
            drop(web_sys::window().map(|window| window.location().replace(&path)));
            return;
        }
        let free = looked.table.seats.iter().any(Option::is_none) && looked.table.ending.is_none();
        if looked.seat.is_none() && free {
            let body = if key.is_empty() {
                "{}".to_owned()
            } else {
                format!("{{\"challenge\":\"{key}\"}}")
            };
            // Who comes second looks on.
            ask("POST", &format!("/api/tables/{id}/join"), Some(body)).await;
            keep::store_at(KNOWN, "1");
        }
        with(|mounted| mounted.connect(id));
    });
}

fn slot(id: &str) -> String {
    format!("tablier.table.{id}")
}

impl Mounted {
    /// Opens the choices for a way of playing, unless such a game is under way; at another level, it is not.
    fn propose(&mut self, with: &str, level: Option<&str>) {
        let play = self.app.play();
        let same = level.is_none_or(|level| level == play.level().to_string());
        let under_way = self.app.session().game().is_some() && play.with().name() == with && same;
        if let Some(level) = level {
            self.app.play_mut().terms.set("level", level);
            // From now on the address is that of the game that is kept, at whatever level.
            if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
                let path = format!("{HOME}/{with}");
                let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&path));
            }
        }
        if !under_way && self.app.command(&format!("with-{with}")) {
            self.command("game-sheet");
        }
    }

    fn connect(&mut self, id: String) {
        let kept = keep::load_from(&slot(&id));
        let kept: Vec<ClientMessage> = kept
            .lines()
            .filter_map(|line| ClientMessage::read(line).ok())
            .collect();
        self.app.follow(Online::new(keep::seed(), &kept));
        let socket = Socket::open(&format!("/ws/table/{id}"), r#"{"type":"ping"}"#, hear);
        self.wire = Some(Wire {
            id,
            socket,
            kept: kept.len(),
        });
    }

    /// Says what there is to say; leaves a table that is no longer followed, and goes on to the next game.
    pub(super) fn speak(&mut self) {
        let Some(wire) = &mut self.wire else { return };
        let Some((online, _)) = self.app.online_mut() else {
            self.wire = None;
            go_to(HOME);
            return;
        };
        let messages = online.take_outbox();
        if let Some(socket) = &wire.socket {
            for message in &messages {
                socket.say(&message.write());
            }
        }
        let unsettled: Vec<String> = online.table().unsettled().map(ClientMessage::write).collect();
        if unsettled.len() != wire.kept
            || messages
                .iter()
                .any(|message| matches!(message, ClientMessage::Act { .. }))
        {
            keep::store_at(&slot(&wire.id), &unsettled.join("\n"));
            wire.kept = unsettled.len();
        }
        if let Some(next) = online.take_next() {
            let next = next.to_string();
            go_to(&format!("{HOME}/{next}"));
            self.connect(next);
        }
    }

    /// Copies the link for the friend.
    pub(super) fn copy_link(&mut self) -> bool {
        let address = web_sys::window().and_then(|window| window.location().href().ok());
        address.is_some_and(|address| self.copy(&address))
    }

    /// Copies the link to a game against the computer at the level that is chosen.
    pub(super) fn copy_level(&mut self) -> bool {
        let origin = web_sys::window().and_then(|window| window.location().origin().ok());
        let level = self.app.play().terms.level;
        origin.is_some_and(|origin| self.copy(&format!("{origin}{HOME}/{COMPUTER}{LEVEL}{level}")))
    }

    fn copy(&mut self, address: &str) -> bool {
        if let Some(window) = web_sys::window() {
            // Without leave to copy, nothing happens.
            drop(window.navigator().clipboard().write_text(address));
        }
        self.app.play_mut();
        self.app.network.copied = true;
        true
    }
}

/// What the socket tells.
fn hear(heard: Heard<'_>) {
    with(|mounted| {
        let Some((online, session)) = mounted.app.online_mut() else {
            return;
        };
        match heard {
            Heard::Opened => online.opened(),
            Heard::Cut => online.cut(),
            Heard::Beat => online.beat(),
            Heard::Text(text) => {
                if let Ok(message) = ServerMessage::read(text) {
                    online.hear(&message, session);
                }
            }
        }
        mounted.speak();
    });
}
