//! The application as a function: from what it needs to a router.

use crate::accounts::Passwords;
use crate::identity::is_own_origin;
use crate::limits::{Attempts, Client, Entered, Limits, Open, count_requests};
use crate::lobby::Lobby;
use crate::problem::Problem;
use crate::processors::Processors;
use crate::rooms::{Patience, Rooms};
use crate::routes::Routes;
use crate::time::{Outages, now};
use crate::{
    Analysing, Site, accounts, analysis, archive, bots, import, lobby, metrics, openapi, peers, people,
    socket, tables,
};
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use std::sync::Arc;
use std::time::Duration;
use store::{Outage, SecretKey, Store};
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

/// What the application needs.
#[derive(Clone, Debug)]
pub struct App {
    /// The client's files.
    pub(crate) site: Arc<Site>,
    /// The database.
    pub(crate) store: Store,
    /// What cookies are signed with.
    pub(crate) secret: SecretKey,
    pub(crate) behaviour: Behaviour,
    pub(crate) rooms: Rooms,
    pub(crate) passwords: Passwords,
    pub(crate) attempts: Attempts,
    pub(crate) lobby: Lobby,
    /// Notified when an analysis is asked for.
    pub(crate) analyses: Arc<Notify>,
    /// Sockets and streams that are open.
    pub(crate) sockets: Open,
    /// Changes when the server stops.
    pub(crate) stopping: watch::Receiver<bool>,
}

/// How the application behaves.
#[derive(Clone, Copy, Debug)]
pub struct Behaviour {
    /// Whether cookies may only travel over TLS.
    pub secure_cookies: bool,
    /// Whether a proxy before us says whom a request comes from.
    pub behind_proxy: bool,
    /// Sockets that may be open at once.
    pub most_sockets: usize,
    /// What one client may ask for.
    pub limits: Limits,
    /// How analyses are made.
    pub analysing: Analysing,
    /// How patient tables are.
    pub patience: Patience,
}

impl Default for Behaviour {
    fn default() -> Behaviour {
        Behaviour {
            secure_cookies: false,
            behind_proxy: false,
            most_sockets: 20_000,
            limits: Limits::default(),
            analysing: Analysing::default(),
            patience: Patience::default(),
        }
    }
}

impl App {
    /// An application on a database: notes when there was no server, and begins to look after the games.
    /// When `stopping` changes, everyone is told and let go.
    pub async fn new(
        site: Site,
        store: Store,
        behaviour: Behaviour,
        stopping: watch::Receiver<bool>,
    ) -> Result<App, store::Error> {
        let secret = store.secret_key().await?;
        let mut listener = store.join().await?;
        let outages = note_outage(&store, listener.is_alone()).await?;
        listener.share().await?;
        let processors = Processors::of_machine(behaviour.limits.work);
        let app = App {
            site: Arc::new(site),
            secret,
            behaviour,
            passwords: Passwords(processors.clone()),
            rooms: Rooms::new(store.clone(), outages, behaviour.patience, processors),
            attempts: Attempts::default(),
            lobby: Lobby::default(),
            analyses: Arc::default(),
            sockets: Open::new(behaviour.most_sockets),
            stopping,
            store,
        };
        tokio::spawn(peers::hear(app.clone(), listener));
        tokio::spawn(lobby::look_after(app.clone()));
        for _ in 0..behaviour.analysing.workers {
            tokio::spawn(analysis::work(app.clone()));
        }
        Ok(app)
    }
}

impl App {
    /// Counts a socket or a stream of a client's until what is given back is dropped.
    pub(crate) fn open_socket(&self, client: &Client) -> Result<Entered, Problem> {
        self.sockets.enter(client.name(), self.behaviour.limits.sockets)
    }
}

/// How long people get to come back after an outage, in milliseconds: it counts as part of it.
const GRACE: i64 = 3000;
/// How long an outage matters: as long as the longest clock runs.
const REMEMBERED: i64 = 30 * 24 * 60 * 60 * 1000;

/// While another process runs there is no outage.
async fn note_outage(store: &Store, alone: bool) -> Result<Outages, store::Error> {
    let now = now();
    let last = store.last_alive().await?;
    if let Some(since) = last.filter(|since| *since < now && alone) {
        store
            .add_outage(Outage {
                since,
                until: now + GRACE,
            })
            .await?;
    }
    store.mark_alive(now).await?;
    Ok(Outages::new(store.outages(now - REMEMBERED).await?))
}

/// What a browser may do with our pages: run our own scripts and wasm, and nothing from elsewhere.
const SECURITY: [(&str, &str); 4] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; \
         connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("referrer-policy", "same-origin"),
    ("x-content-type-options", "nosniff"),
];

const NOT_BUILT: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Tablier</title>\
    <p>This server was built without its pages. Run <code>cargo play</code> to build both.\n";

/// How long an answer may take to begin: to read a body, to wait for a free processor.
const ANSWERING: Duration = Duration::from_mins(1);
/// Bytes of a refusal at most.
const MOST_WORDS: usize = 1000;
/// Bytes of a request at most.
const MOST_BODY: usize = 256 * 1024;

fn all_routes() -> Routes {
    Routes::default()
        .on("GET", "/healthz", health)
        .and(tables::routes())
        .and(accounts::routes())
        .and(analysis::routes())
        .and(archive::routes())
        .and(import::routes())
        .and(bots::routes())
        .and(people::routes())
        .and(lobby::routes())
        .and(metrics::routes())
        .and(openapi::routes())
        .and(socket::routes())
}

/// Every method and path that the application knows, apart from the client's files.
pub fn routes() -> Vec<(&'static str, &'static str)> {
    all_routes().list()
}

/// The application.
pub fn app(app: App) -> Router {
    all_routes()
        .router()
        .fallback(get(file))
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn(in_words))
        .layer(middleware::from_fn(own_pages_only))
        .layer(middleware::from_fn(in_time))
        .layer(middleware::from_fn_with_state(app.clone(), count_requests))
        .layer(middleware::from_fn(secure))
        .with_state(app)
}

/// Whether the server can do its work: its database must answer.
async fn health(State(app): State<App>) -> Response {
    match app.store.health().await {
        Ok(()) => "ok\n".into_response(),
        Err(error) => {
            tracing::error!(%error, "health");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response()
        }
    }
}

async fn file(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" if app.site.is_empty() => return Html(NOT_BUILT).into_response(),
        path => path,
    };
    match app.site.file(path) {
        Some(file) => file.respond(&headers),
        None => (StatusCode::NOT_FOUND, "there is nothing here\n").into_response(),
    }
}

/// What changes something, and every socket, must come from our own pages, or from a program that is no browser.
async fn own_pages_only(request: Request, next: Next) -> Response {
    let reads =
        matches!(*request.method(), Method::GET | Method::HEAD) && !request.uri().path().starts_with("/ws/");
    if !reads && !is_own_origin(request.headers()) {
        return Problem::forbidden("this page is not one of ours").into_response();
    }
    next.run(request).await
}

/// What the framework refuses in its own words is said as every other problem is.
async fn in_words(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let ours = path == "/api" || path.starts_with("/api/") || path.starts_with("/ws/");
    let response = next.run(request).await;
    let json = |value: &HeaderValue| value.as_bytes().starts_with(b"application/json");
    let said = response.headers().get(header::CONTENT_TYPE).is_some_and(json);
    let status = response.status();
    if !ours || said || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let words = to_bytes(response.into_body(), MOST_WORDS)
        .await
        .unwrap_or_default();
    let words = match String::from_utf8_lossy(&words).trim() {
        "" => "this cannot be done here".to_owned(),
        words => words.to_owned(),
    };
    Problem::new(status, words).into_response()
}

/// An answer begins in time, or says that it does not.
async fn in_time(request: Request, next: Next) -> Response {
    match timeout(ANSWERING, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::busy().into_response(),
    }
}

async fn secure(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in SECURITY {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}
