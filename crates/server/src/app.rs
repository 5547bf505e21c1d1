//! The application as a function: from what it needs to a router.

use crate::accounts::Passwords;
use crate::identity::is_own_origin;
use crate::limits::Limits;
use crate::lobby::Lobby;
use crate::problem::Problem;
use crate::rooms::{Patience, Rooms};
use crate::time::{Outages, now};
use crate::{Site, accounts, archive, bots, lobby, metrics, socket, tables};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use std::sync::Arc;
use store::{Outage, SecretKey, Store};
use tokio::sync::{Semaphore, watch};

/// What the application needs.
#[derive(Clone, Debug)]
pub struct App {
    /// The client's files.
    pub(crate) site: Arc<Site>,
    /// The database.
    pub(crate) store: Store,
    /// What cookies are signed with.
    pub(crate) secret: SecretKey,
    /// Whether cookies may only travel over TLS.
    pub(crate) secure_cookies: bool,
    pub(crate) rooms: Rooms,
    pub(crate) passwords: Passwords,
    pub(crate) limits: Limits,
    pub(crate) lobby: Lobby,
    pub(crate) most_sockets: usize,
    /// Sockets that may still be opened.
    pub(crate) sockets: Arc<Semaphore>,
    /// Changes when the server stops.
    pub(crate) stopping: watch::Receiver<bool>,
}

/// How the application behaves.
#[derive(Clone, Copy, Debug)]
pub struct Behaviour {
    /// Whether cookies may only travel over TLS.
    pub secure_cookies: bool,
    /// Sockets that may be open at once.
    pub most_sockets: usize,
    /// How patient tables are.
    pub patience: Patience,
}

impl Default for Behaviour {
    fn default() -> Behaviour {
        Behaviour {
            secure_cookies: false,
            most_sockets: 20_000,
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
        let outages = note_outage(&store).await?;
        Ok(App {
            site: Arc::new(site),
            secret,
            secure_cookies: behaviour.secure_cookies,
            rooms: Rooms::new(store.clone(), outages, behaviour.patience),
            passwords: Passwords::default(),
            limits: Limits::default(),
            lobby: Lobby::default(),
            most_sockets: behaviour.most_sockets,
            sockets: Arc::new(Semaphore::new(behaviour.most_sockets)),
            stopping,
            store,
        })
    }
}

/// How long people get to come back after an outage, in milliseconds: it counts as part of it.
const GRACE: i64 = 3000;
/// How long an outage matters: as long as the longest clock runs.
const REMEMBERED: i64 = 30 * 24 * 60 * 60 * 1000;

async fn note_outage(store: &Store) -> Result<Outages, store::Error> {
    let now = now();
    if let Some(since) = store.last_alive().await?.filter(|since| *since < now) {
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

/// Bytes of a request at most.
const MOST_BODY: usize = 256 * 1024;

/// The application.
pub fn app(app: App) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .merge(tables::router())
        .merge(accounts::router())
        .merge(archive::router())
        .merge(bots::router())
        .merge(lobby::router())
        .merge(metrics::router())
        .merge(socket::router())
        .fallback(get(file))
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn(own_pages_only))
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
