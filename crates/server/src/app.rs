//! The state of the application, and its router.

use crate::connections::Connections;
use crate::cookies::Keys;
use crate::export::Exports;
use crate::health::Health;
use crate::http_error::Problem;
use crate::identity::renew_cookies;
use crate::limits::{Attempts, Client, Limits};
use crate::lobby::Lobby;
use crate::open::{Entered, Open};
use crate::passwords::Passwords;
use crate::processors::Processors;
use crate::public_url::{PublicUrl, is_own_origin};
use crate::requests::{MOST_BYTES, count_requests};
use crate::room_registry::{Patience, Rooms};
use crate::routes::Routes;
use crate::share::{Pictures, is_embed, preview};
use crate::time::{Outages, now, set_clock};
use crate::{
    Analysing, Site, accounts, analysis, archive, blocks, bots, cluster, download, health, housekeeping,
    import, lessons, lobby, metrics, mistakes, openapi, people, push, share, socket, tables, tokens,
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
use store::{GRACE, Outage, Store};
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

/// State of the application.
#[derive(Clone, Debug)]
pub struct App {
    /// The client's files.
    pub(crate) site: Arc<Site>,
    /// The database.
    pub(crate) store: Store,
    /// Keys that sign cookies and links.
    pub(crate) keys: Keys,
    pub(crate) behaviour: Behaviour,
    pub(crate) rooms: Rooms,
    pub(crate) passwords: Passwords,
    pub(crate) attempts: Attempts,
    pub(crate) lobby: Lobby,
    /// Notified when an analysis is requested.
    pub(crate) analyses: Arc<Notify>,
    pub(crate) asked_analyses: analysis::AskedAnalyses,
    /// Sockets and streams that are open.
    pub(crate) sockets: Open,
    /// Bytes of requests whose answers are not sent yet.
    pub(crate) requests: Open,
    /// Open sockets and streams by the session or token of their client.
    pub(crate) connections: Connections,
    /// Answers with many games that are being written.
    pub(crate) exports: Exports,
    /// When it began.
    pub(crate) started: i64,
    /// Push messages to browsers without an open page.
    pub(crate) push: push::Push,
    /// Pictures of boards.
    pub(crate) pictures: Pictures,
    /// The last health report.
    pub(crate) health: Health,
    /// Changes when the server stops.
    pub(crate) stopping: watch::Receiver<bool>,
}

/// Configuration of the application.
#[derive(Clone, Debug)]
pub struct Behaviour {
    /// The address that browsers use. With https, cookies are bound to TLS and to this host.
    pub public_url: Option<PublicUrl>,
    /// Number of our proxies before the server: the first of them has seen the client's address.
    pub proxies: u8,
    /// Version of the program, for monitoring.
    pub version: &'static str,
    /// Sockets that may be open at once.
    pub most_sockets: usize,
    /// Limits of one client.
    pub limits: Limits,
    /// Configuration of the analyses.
    pub analysing: Analysing,
    /// Waiting times of tables.
    pub patience: Patience,
    /// Whether push messages may go to inner networks, and without TLS: for tests.
    pub push_to_private: bool,
    /// Whether everybody may read the measurements, and not only this machine.
    pub metrics_open: bool,
    /// Whether the first page is opened in this machine's browser.
    pub opens_browser: bool,
}

impl Default for Behaviour {
    fn default() -> Behaviour {
        Behaviour {
            public_url: None,
            proxies: 0,
            version: env!("CARGO_PKG_VERSION"),
            most_sockets: 20_000,
            limits: Limits::default(),
            analysing: Analysing::default(),
            patience: Patience::default(),
            push_to_private: false,
            metrics_open: false,
            opens_browser: false,
        }
    }
}

impl App {
    /// Opens the application on a database: records the time without a server and starts the background tasks.
    /// A change of `stopping` says goodbye to all clients and closes their connections.
    pub async fn new(
        site: Site,
        store: Store,
        behaviour: Behaviour,
        stopping: watch::Receiver<bool>,
    ) -> Result<App, crate::Error> {
        set_clock(&store).await?;
        let keys = Keys::load(&store).await?;
        let last_notice = store.last_notice().await?;
        housekeeping::fill_skeletons(&store).await?;
        let mut listener = store.join().await?;
        let outages = note_outage(&store, listener.is_alone()).await?;
        listener.share().await?;
        let processors = Processors::of_machine(behaviour.limits.work);
        let app = App {
            site: Arc::new(site),
            keys,
            passwords: Passwords(processors.clone()),
            rooms: Rooms::new(store.clone(), outages, behaviour.patience, processors),
            attempts: Attempts::default(),
            lobby: Lobby::default(),
            analyses: Arc::default(),
            asked_analyses: analysis::AskedAnalyses::default(),
            sockets: Open::new(behaviour.most_sockets),
            requests: Open::new(MOST_BYTES),
            connections: Connections::default(),
            exports: Exports::default(),
            started: now(),
            push: push::Push::load(&store, behaviour.push_to_private).await?,
            pictures: Pictures::default(),
            health: Health::default(),
            stopping,
            store,
            behaviour,
        };
        tokio::spawn(push::work(app.clone()));
        tokio::spawn(cluster::hear(app.clone(), listener));
        tokio::spawn(lobby::look_after(app.clone()));
        tokio::spawn(metrics::measure_delay(app.rooms.0.metrics.clone()));
        tokio::spawn(housekeeping::keep_house(app.clone(), last_notice));
        for _ in 0..app.behaviour.analysing.workers {
            tokio::spawn(analysis::work(app.clone()));
        }
        Ok(app)
    }
}

impl App {
    /// Counts a socket or stream of a client until the returned guard is dropped.
    pub(crate) fn open_socket(&self, client: &Client) -> Result<Entered, Problem> {
        self.sockets.enter(client.name(), self.behaviour.limits.sockets)
    }
}

/// Milliseconds for which an outage matters: as long as the longest clock runs.
const REMEMBERED: i64 = 30 * 24 * 60 * 60 * 1000;

/// Records the time without a server: there was none while another process runs.
async fn note_outage(store: &Store, alone: bool) -> Result<Outages, store::Error> {
    let now = now();
    let last = store.silent_since().await?;
    if let Some(since) = last.filter(|since| *since < now && alone) {
        store
            .add_outage(Outage {
                since,
                until: now + GRACE,
            })
            .await?;
    }
    if alone {
        store.forget_processes().await?;
    }
    store.beat(now, &[]).await?;
    Ok(Outages::new(store.outages(now - REMEMBERED).await?))
}

/// Headers that let a browser run our own scripts and wasm, and nothing from elsewhere.
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

/// The policy of pages that other sites may frame.
const EMBED_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors *";

const NOT_BUILT: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Tablier</title>\
    <p>This server was built without its pages. Run <code>cargo play</code> to build both.\n";

/// Time limit for an answer to begin: to read a body, to wait for a free processor.
const ANSWERING: Duration = Duration::from_mins(1);
/// Most bytes of an error text.
const MOST_WORDS: usize = 1000;
/// Most bytes of a request's body.
const MOST_BODY: usize = 256 * 1024;

fn all_routes() -> Routes {
    Routes::default()
        .and(health::routes())
        .and(tables::routes())
        .and(accounts::routes())
        .and(download::routes())
        .and(tokens::routes())
        .and(blocks::routes())
        .and(analysis::routes())
        .and(archive::routes())
        .and(import::routes())
        .and(bots::routes())
        .and(people::routes())
        .and(lessons::routes())
        .and(mistakes::routes())
        .and(lobby::routes())
        .and(metrics::routes())
        .and(openapi::routes())
        .and(share::routes())
        .and(push::routes())
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
        .layer(middleware::from_fn(renew_cookies))
        .layer(middleware::from_fn(in_words))
        .layer(middleware::from_fn_with_state(app.clone(), own_pages_only))
        .layer(middleware::from_fn(in_time))
        .layer(middleware::from_fn_with_state(app.clone(), count_requests))
        .layer(middleware::from_fn_with_state(app.clone(), secure))
        .layer(middleware::from_fn_with_state(app.clone(), metrics::measure))
        .with_state(app)
}

async fn file(State(app): State<App>, client: Client, uri: Uri, headers: HeaderMap) -> Response {
    if let Some(page) = app.site.page_with_head()
        && let Some(head) = preview(&app, &client, &uri, &headers).await
    {
        return page.with(&head).respond(&headers);
    }
    let path = match uri.path().trim_start_matches('/') {
        "" if app.site.is_empty() => return Html(NOT_BUILT).into_response(),
        path => path,
    };
    match app.site.file(path) {
        Some(file) => file.respond(&headers),
        None => not_found(&app.site, &headers),
    }
}

/// A browser gets the home page with a notice about the address, a program one line.
fn not_found(site: &Site, headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let is_person = accepted.is_some_and(|accepted| accepted.contains("text/html"));
    match site.file("").filter(|_| is_person) {
        // Without the request's headers the answer is never 304 Not Modified, which would hide the 404.
        Some(page) => (StatusCode::NOT_FOUND, page.respond(&HeaderMap::new())).into_response(),
        None => (StatusCode::NOT_FOUND, "nothing has this address\n").into_response(),
    }
}

/// Allows changes and sockets only from our own pages, or from programs that are no browser.
async fn own_pages_only(State(app): State<App>, request: Request, next: Next) -> Response {
    let reads =
        matches!(*request.method(), Method::GET | Method::HEAD) && !request.uri().path().starts_with("/ws/");
    if !reads && !is_own_origin(request.headers(), app.behaviour.public_url.as_ref()) {
        return Problem::forbidden("origin refused: send requests from this server's own pages")
            .into_response();
    }
    next.run(request).await
}

/// Rewrites the framework's own refusals in our error format.
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

/// Answers 503 if the answer does not begin in time.
async fn in_time(request: Request, next: Next) -> Response {
    match timeout(ANSWERING, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::busy().into_response(),
    }
}

/// Lets browsers come by TLS only, for a year from each visit.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

async fn secure(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_embed = is_embed(request.uri().path());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in SECURITY {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if app
        .behaviour
        .public_url
        .as_ref()
        .is_some_and(PublicUrl::is_secure)
    {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
    }
    if is_embed {
        let policy = HeaderValue::from_static(EMBED_POLICY);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}
