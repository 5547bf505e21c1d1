//! The application as a function: from what it needs to a router.

use crate::Site;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use std::sync::Arc;
use store::Store;

/// What the application needs.
#[derive(Clone, Debug)]
pub struct App {
    /// The client's files.
    pub site: Arc<Site>,
    /// The database.
    pub store: Store,
}

/// What a browser may do with our pages: run our own scripts and wasm, and nothing from elsewhere.
const SECURITY: [(&str, &str); 4] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; \
         connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("referrer-policy", "same-origin"),
    ("x-content-type-options", "nosniff"),
];

const NOT_BUILT: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Tablier</title>\
    <p>This server was built without its pages. Run <code>cargo play</code> to build both.\n";

/// The application.
pub fn app(app: App) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .fallback(get(file))
        .layer(middleware::from_fn(secure))
        .with_state(app)
}

/// Whether the server can do its work: its database must answer.
async fn health(State(app): State<App>) -> Response {
    match app.store.health().await {
        Ok(()) => "ok\n".into_response(),
        Err(error) => {
            eprintln!("health: {error}");
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
