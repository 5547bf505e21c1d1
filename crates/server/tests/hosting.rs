//! Hosting: the public address, and the measurements that dashboards and alerts are made of.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Server, play};
use games::GameId;
use protocol::TableSettings;
use serde_json::{Value, json};
use server::Behaviour;
use std::collections::BTreeSet;
use testclient::{Database, Http};

async fn at(public_url: &str) -> Server {
    let behaviour = Behaviour {
        public_url: Some(public_url.parse().unwrap()),
        ..Behaviour::default()
    };
    Server::with(Database::sqlite(), behaviour).await
}

fn from_page(server: &Server, origin: &str) -> Http {
    Http {
        headers: format!("origin: {origin}\r\n"),
        ..server.stranger()
    }
}

#[tokio::test]
async fn a_public_https_address_decides_cookies_origins_and_hsts() {
    let server = at("https://games.example").await;
    let answer = from_page(&server, "https://games.example")
        .post("/api/me", &json!({}))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let cookie = answer.header("set-cookie").unwrap();
    assert!(
        cookie.starts_with("__host-tablier=") && cookie.contains("; secure"),
        "{cookie}"
    );
    assert_eq!(
        answer.header("strict-transport-security"),
        Some("max-age=31536000")
    );
    let own_host = format!("http://{}", server.address);
    for strange in [own_host.as_str(), "http://games.example", "https://evil.example"] {
        let refused = from_page(&server, strange).post("/api/me", &json!({})).await;
        assert_eq!(refused.status, 403, "{strange}: {}", refused.text());
    }
}

#[tokio::test]
async fn a_public_http_address_makes_plain_cookies_and_no_hsts() {
    let server = at("http://games.example").await;
    // The address is the host's word; a header is not.
    let mut visitor = Http {
        headers: "origin: http://games.example\r\nx-forwarded-proto: https\r\n".to_owned(),
        ..server.stranger()
    };
    let answer = visitor.post("/api/me", &json!({})).await;
    let cookie = answer.header("set-cookie").unwrap();
    assert!(
        cookie.starts_with("tablier=") && !cookie.contains("secure"),
        "{cookie}"
    );
    assert_eq!(answer.header("strict-transport-security"), None);
}

/// The measurements of a server on which a move was played.
async fn measurements() -> String {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let settings = TableSettings::new(GameId::Offboard);
    let (mut one, _, table) = server.table(&settings).await;
    play(&mut one, &table, 0, "a5b5").await;
    assert_eq!(server.get("/api/nothing").await.status, 404);
    server.get("/metrics").await.text().to_owned()
}

#[tokio::test]
async fn measurements_are_for_this_machine_unless_the_host_opens_them() {
    for (metrics_open, status) in [(false, 404), (true, 200)] {
        let behaviour = Behaviour {
            metrics_open,
            ..Behaviour::default()
        };
        let server = Server::with(Database::sqlite(), behaviour).await;
        assert_eq!(server.get("/metrics").await.status, 200);
        for header in ["x-forwarded-for: 192.0.2.1", "forwarded: for=192.0.2.1"] {
            let proxied = server.request("GET", "/metrics", &format!("{header}\r\n")).await;
            assert_eq!(proxied.status, status, "{header}");
        }
    }
}

/// The value of a measurement with its labels.
fn value(page: &str, name: &str) -> f64 {
    let line = page
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} is not in\n{page}"))
        .parse()
        .unwrap()
}

#[tokio::test]
async fn what_happens_is_measured() {
    let page = measurements().await;
    assert_eq!(value(&page, "tablier_moves_total") as u64, 1);
    assert_eq!(value(&page, "tablier_games_started_total") as u64, 1);
    assert_eq!(value(&page, "tablier_games_ended_total") as u64, 0);
    assert_eq!(value(&page, "tablier_tables_awake") as u64, 1);
    assert_eq!(
        value(&page, "tablier_http_requests_total{code=\"4xx\"}") as u64,
        1
    );
    let requests = value(&page, "tablier_http_request_duration_seconds_count");
    assert_eq!(requests as u64, 4, "the request for measurements is not done yet");
    let all = value(&page, "tablier_http_request_duration_seconds_bucket{le=\"+Inf\"}");
    assert_eq!(all as u64, 4);
    assert_eq!(value(&page, "tablier_commit_queue_entries") as i64, 0);
    let connections = ["idle", "used"].map(|state| {
        let name = format!("tablier_database_connections{{pool=\"log\",state=\"{state}\"}}");
        value(&page, &name) as u64
    });
    assert_eq!(connections.iter().sum::<u64>(), 1);
    assert!(value(&page, "tablier_last_write_age_seconds") < 60.0);
}

/// Names of measurements in a text.
fn names(text: &str) -> BTreeSet<String> {
    let words = text.split(|sign: char| !(sign.is_ascii_alphanumeric() || sign == '_'));
    let is_name = |word: &&str| {
        let rest = ["tablier_", "process_"]
            .iter()
            .find_map(|begin| word.strip_prefix(begin));
        rest.is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_lowercase()))
    };
    words.filter(is_name).map(str::to_owned).collect()
}

/// A name without what a histogram adds to it.
fn family(name: &str) -> &str {
    let endings = ["_bucket", "_sum", "_count"];
    endings
        .iter()
        .find_map(|ending| {
            name.strip_suffix(ending)
                .filter(|name| name.ends_with("_seconds"))
        })
        .unwrap_or(name)
}

#[tokio::test]
async fn the_dashboard_the_alerts_and_the_page_about_them_name_what_is_measured() {
    // A file has no other processes, whose echo is measured on PostgreSQL only.
    let mut known = names(&measurements().await);
    known.insert("tablier_last_echo_age_seconds".to_owned());
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    let read = |path: &str| std::fs::read_to_string(format!("{root}{path}")).unwrap();
    let dashboard: Value = serde_json::from_str(&read("deploy/grafana/tablier.json")).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let asked: Vec<&str> = panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().unwrap())
        .map(|target| target["expr"].as_str().unwrap())
        .collect();
    assert!(panels.len() > 5 && asked.iter().all(|asked| !names(asked).is_empty()));
    let alerts = read("deploy/prometheus/alerts.yml");
    for name in asked.iter().flat_map(|asked| names(asked)).chain(names(&alerts)) {
        assert!(known.contains(&name), "{name} is not measured");
    }
    let page = names(&read("docs/hosting.md"));
    let families: BTreeSet<String> = known.iter().map(|name| family(name).to_owned()).collect();
    assert_eq!(page, families, "docs/hosting.md lists all of them");
}

#[tokio::test]
async fn a_file_in_use_is_not_even_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tablier.db");
    let url = store::file_url(&path);
    let lock = store::DatabaseLock::take(&url).unwrap();
    let config = server::Config {
        address: ([127, 0, 0, 1], 0).into(),
        database: url.clone(),
        bus: None,
        behaviour: Behaviour::default(),
    };
    let target = store::file_url(&folder.path().join("other.db"));
    for error in [
        server::serve(config).await.unwrap_err(),
        server::migrate(&url).await.unwrap_err(),
        server::move_all(&url, &target).await.unwrap_err(),
        server::move_all(&target, &url).await.unwrap_err(),
    ] {
        assert!(error.to_string().contains("another server"), "{error}");
    }
    assert!(!path.exists(), "nothing was made or changed");
    drop(lock);
    assert_eq!(server::migrate(&url).await.unwrap()[0], 0);
}
