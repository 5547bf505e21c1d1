//! The server over a real socket.

mod common;

use common::{Server, until};
use server::Site;
use std::borrow::Cow;
use std::time::Duration;

/// A site like the one that is built.
fn site() -> Site {
    let files = [
        ("index.html", "<!doctype html><title>page</title>"),
        ("icon.svg", "<svg/>"),
        ("icon-192.png", "png"),
        ("assets-1/client.js", "js"),
        ("assets-1/client_bg.wasm", "\0asm"),
        ("assets-1/client_bg.wasm.gz", "gz"),
        ("assets-1/client_bg.wasm.br", "br"),
        ("assets-1/page.css", "css"),
    ];
    Site::new(files.map(|(name, content)| (name.to_owned(), Cow::from(content.as_bytes()))))
}

#[tokio::test]
async fn the_page_is_served_with_a_strict_policy() {
    let server = Server::start(site()).await;
    let page = server.get("/").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert!(page.text().contains("<title>page</title>"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"));
    assert!(!policy.contains("unsafe-inline"));
}

#[tokio::test]
async fn every_file_has_its_type() {
    let server = Server::start(site()).await;
    for (path, content_type) in [
        ("/assets-1/client_bg.wasm", "application/wasm"),
        ("/assets-1/client.js", "text/javascript; charset=utf-8"),
        ("/assets-1/page.css", "text/css; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
        ("/icon-192.png", "image/png"),
    ] {
        assert_eq!(
            server.get(path).await.header("content-type"),
            Some(content_type),
            "{path}"
        );
    }
}

#[tokio::test]
async fn files_named_after_their_content_are_kept_for_ever() {
    let server = Server::start(site()).await;
    let wasm = server.get("/assets-1/client_bg.wasm").await;
    assert_eq!(
        wasm.header("cache-control"),
        Some("public, max-age=31536000, immutable")
    );
}

#[tokio::test]
async fn the_compressed_form_is_sent_to_who_takes_it() {
    let server = Server::start(site()).await;
    let path = "/assets-1/client_bg.wasm";
    for (accepted, encoding, body) in [
        ("gzip, br", Some("br"), "br"),
        ("gzip", Some("gzip"), "gz"),
        ("", None, "\0asm"),
    ] {
        let accept = format!("accept-encoding: {accepted}\r\n");
        let answer = server.request("GET", path, &accept).await;
        assert_eq!(
            (answer.header("content-encoding"), answer.text()),
            (encoding, body)
        );
        assert_eq!(answer.header("vary"), Some("accept-encoding"));
        assert_eq!(answer.header("content-type"), Some("application/wasm"));
    }
}

#[tokio::test]
async fn an_unchanged_file_is_not_sent_again() {
    let server = Server::start(site()).await;
    let first = server.get("/").await;
    let known = format!("if-none-match: {}\r\n", first.header("etag").unwrap());
    let again = server.request("GET", "/", &known).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let other = server.request("GET", "/icon.svg", &known).await;
    assert_eq!(other.status, 200);
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let server = Server::start(site()).await;
    for path in [
        "/nothing",
        "/assets-1/",
        "/assets-1/client_bg.wasm.br",
        "/../Cargo.toml",
        "/%2e%2e/x",
        "//index.htm",
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.header("content-security-policy").is_some(), "{path}");
    }
    let first = server.get("/").await;
    let person = format!(
        "accept: text/html,*/*\r\nif-none-match: {}\r\n",
        first.header("etag").unwrap()
    );
    let page = server.request("GET", "/nothing", &person).await;
    assert_eq!(
        (page.status, page.text()),
        (404, first.text()),
        "a person sees a page"
    );
    assert_eq!(server.request("POST", "/", "").await.status, 405);
    let head = server.request("HEAD", "/", "").await;
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[tokio::test]
async fn a_server_without_pages_says_how_to_get_them() {
    let server = Server::start(Site::default()).await;
    let page = server.get("/").await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("cargo play"));
    assert_eq!(server.get("/icon.svg").await.status, 404);
}

#[tokio::test]
async fn health_asks_the_database() {
    let server = Server::start(site()).await;
    let healthy = server.get("/healthz").await;
    assert_eq!(healthy.status, 200);
    assert!(
        healthy.text().starts_with("ok\nlast write "),
        "{}",
        healthy.text()
    );
    assert_eq!(healthy.header("cache-control"), Some("no-store"));
    // Thousands who ask cost one query a second.
    for _ in 0..10 {
        tokio::time::sleep(Duration::from_millis(5)).await;
        assert_eq!(server.get("/healthz").await.text(), healthy.text());
    }
    server.store.close().await;
    until("the database is gone", async || {
        server.get("/healthz").await.status == 503
    })
    .await;
    let alive = server.get("/livez").await;
    assert_eq!((alive.status, alive.text()), (200, "ok\n"), "a proxy keeps it");
}

#[tokio::test]
async fn a_taken_port_is_said_in_one_line_with_a_way_out() {
    let server = Server::start(site()).await;
    let folder = tempfile::tempdir().unwrap();
    let database = server::database_in(folder.path()).unwrap();
    let config = server::Config {
        address: server.address,
        database,
        bus: None,
        behaviour: server::Behaviour::default(),
    };
    let error = server::serve(config).await.unwrap_err().to_string();
    assert!(
        error.contains("is taken by another program; choose another with --port"),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1);
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        0,
        "nothing was written"
    );
}
