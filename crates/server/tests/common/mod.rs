//! A server on a free port with a database of its own, as a client on the network sees it.
#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a helper of tests")]

use protocol::TableSettings;
use serde_json::{Value, json};
use server::{App, Behaviour, Site, app, listen};
use std::net::SocketAddr;
use std::time::Duration;
use store::Store;
pub(crate) use testclient::HttpReply;
use testclient::{Database, Http, TestSocket};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// A running server; its data go when it does.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) store: Store,
    stop: watch::Sender<bool>,
    database: Database,
}

/// Serves a database at an address, until the runtime ends.
pub(crate) async fn serve(
    url: &str,
    at: SocketAddr,
    site: Site,
    behaviour: Behaviour,
) -> (SocketAddr, Store, watch::Sender<bool>) {
    serve_store(Store::open(url).await.unwrap(), at, site, behaviour).await
}

/// The same with a store that is open.
async fn serve_store(
    store: Store,
    at: SocketAddr,
    site: Site,
    behaviour: Behaviour,
) -> (SocketAddr, Store, watch::Sender<bool>) {
    let listener = TcpListener::bind(at).await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopping) = watch::channel(false);
    let router = app(App::new(site, store.clone(), behaviour, stopping).await.unwrap());
    tokio::spawn(listen(listener, router, u32::MAX, std::future::pending()));
    (address, store, stop)
}

impl Server {
    pub(crate) async fn start(site: Site) -> Server {
        Server::on(Database::sqlite(), site, Behaviour::default()).await
    }

    /// A server without pages on a certain database.
    pub(crate) async fn with(database: Database, behaviour: Behaviour) -> Server {
        Server::on(database, Site::default(), behaviour).await
    }

    /// A server without pages whose messages to others go through NATS.
    pub(crate) async fn with_bus(database: Database, bus: &str) -> Server {
        let store = Store::open(&database.url).await.unwrap();
        let store = store.with_bus(bus).await.unwrap();
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        let (address, store, stop) =
            serve_store(store, anywhere, Site::default(), Behaviour::default()).await;
        Server {
            address,
            store,
            stop,
            database,
        }
    }

    /// A server with pages on a certain database.
    pub(crate) async fn on(database: Database, site: Site, behaviour: Behaviour) -> Server {
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        let (address, store, stop) = serve(&database.url, anywhere, site, behaviour).await;
        Server {
            address,
            store,
            stop,
            database,
        }
    }

    /// Sends a request with some header lines and reads the answer to its end.
    pub(crate) async fn request(&self, method: &str, path: &str, headers: &str) -> HttpReply {
        let mut http = Http {
            headers: headers.to_owned(),
            ..self.stranger()
        };
        http.ask(method, path, "").await.unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> HttpReply {
        self.request("GET", path, "").await
    }

    /// A client without a cookie.
    pub(crate) fn stranger(&self) -> Http {
        Http::new(self.address)
    }

    /// Makes a table for two, and lets both sit down.
    pub(crate) async fn table(&self, settings: &TableSettings) -> (Http, Http, String) {
        let (mut one, mut other) = (self.stranger(), self.stranger());
        let created = one
            .post("/api/tables", &json!({ "settings": settings, "side": "first" }))
            .await;
        assert_eq!(created.status, 200, "{}", created.text());
        let id = created.json()["table"].as_str().unwrap().to_owned();
        let key = created.json()["challenge"].clone();
        let joined = other
            .post(&format!("/api/tables/{id}/join"), &json!({ "challenge": key }))
            .await;
        assert_eq!(
            (joined.status, joined.json()),
            (200, json!(1)),
            "{}",
            joined.text()
        );
        (one, other, id)
    }
}

/// Waits until something is so, and fails when it takes too long.
pub(crate) async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_mins(1), waiting).await;
    assert!(waited.is_ok(), "{what}: not within a minute");
}

/// Signs up an account of that name.
pub(crate) async fn sign_up(server: &Server, name: &str) -> Http {
    let mut http = server.stranger();
    let body = json!({ "name": name, "password": "correct horse" });
    let answer = http.post("/api/account", &body).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    http
}

/// The body that makes a token of somebody who has signed up.
pub(crate) fn new_token(name: &str, scope: &str) -> Value {
    json!({ "name": name, "password": "correct horse", "scope": scope, "days": 30 })
}

/// Acts at a table by request; gives the status.
pub(crate) async fn act(http: &mut Http, table: &str, key: &str, ply: u32, action: Value) -> u16 {
    let body = json!({ "key": key, "ply": ply, "action": action });
    http.post(&format!("/api/tables/{table}/act"), &body).await.status
}

/// Plays a move by request.
pub(crate) async fn play(http: &mut Http, table: &str, ply: u32, text: &str) {
    let action = json!({ "do": "move", "text": text });
    assert_eq!(act(http, table, "move-0001", ply, action).await, 200);
}

/// A game of two moves that the second resigns.
pub(crate) async fn short_game(one: &mut Http, other: &mut Http, settings: Value) -> String {
    let created = one
        .post("/api/tables", &json!({ "settings": settings, "side": "first" }))
        .await;
    assert_eq!(created.status, 200, "{}", created.text());
    let created = created.json();
    let table = created["table"].as_str().unwrap().to_owned();
    let join = json!({ "challenge": created["challenge"] });
    let joined = other.post(&format!("/api/tables/{table}/join"), &join).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    play(one, &table, 0, "a5b5").await;
    play(other, &table, 1, "a1b1").await;
    assert_eq!(
        act(other, &table, "resign-01", 2, json!({ "do": "resign" })).await,
        200
    );
    table
}

/// Sends JSON by any method.
pub(crate) async fn send(http: &mut Http, method: &str, path: &str, body: &Value) -> HttpReply {
    http.ask(method, path, &body.to_string()).await.unwrap()
}

/// The id of whoever asks.
pub(crate) async fn id_of(http: &mut Http) -> String {
    http.get("/api/me").await.json()["person"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// A socket that is open and has been answered.
pub(crate) async fn socket(http: &Http, path: &str) -> TestSocket {
    let mut line = TestSocket::open(http, path).await;
    if path == "/ws/lobby" {
        line.until(|message| message["type"] == "seeks").await;
    } else {
        line.say(&json!({ "type": "hello", "version": 1, "last": 0 }))
            .await;
        line.until(|message| message["type"] == "welcome").await;
    }
    line
}

/// Whether the server closes a socket; gives the reason of its last message.
pub(crate) async fn closes(line: &mut TestSocket) -> Value {
    let mut reason = Value::Null;
    while let Some(message) = line.hear().await {
        assert_ne!(message["type"], "pong", "the socket still answers");
        reason = message["reason"].clone();
    }
    reason
}
