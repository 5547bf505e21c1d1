//! The API's document against the server: every route is in it, and whatever is asked by it, well or badly, is
//! answered as it says.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;
mod schema;

use common::Server;
use protocol::{ClientMessage, LobbyRequest};
use rules::Random;
use schema::samples::Kinds;
use schema::{Document, Wish};
use serde_json::{Value, json};
use server::{Behaviour, Limits, Site};
use std::collections::{BTreeMap, BTreeSet};
use testclient::{Database, Http};

/// Requests of each operation.
const ROUNDS: usize = 25;

async fn open_server(database: Database) -> Server {
    let limits = Limits {
        requests: u32::MAX,
        tables: u32::MAX,
        open_tables: u32::MAX,
        ..Limits::default()
    };
    let behaviour = Behaviour {
        limits,
        ..Behaviour::default()
    };
    Server::with(database, behaviour).await
}

#[tokio::test]
async fn every_route_is_in_the_document_and_no_other() {
    let server = Server::start(Site::default()).await;
    let document = server.get("/api/openapi.json").await.json();
    let mut told: Vec<(String, String)> = Document(&document)
        .operations()
        .map(|operation| (operation.method, operation.path))
        .collect();
    let mut there: Vec<(String, String)> = server::routes()
        .into_iter()
        .filter(|(_, path)| path.starts_with("/api"))
        .map(|(method, path)| (method.to_owned(), path.to_owned()))
        .collect();
    told.sort();
    there.sort();
    assert_eq!(told, there);
}

/// Methods and paths in backquotes, as in `GET /api/tables/ID[?challenge=K]`, without their parameters.
fn requests_of(prose: &str) -> BTreeSet<(String, String)> {
    let quoted = prose.split('`').skip(1).step_by(2);
    let requests = quoted.filter_map(|text| text.split_once(" /"));
    let known = requests.filter(|(method, _)| ["GET", "POST", "PUT", "DELETE"].contains(method));
    known
        .map(|(method, path)| {
            let path = path.split(['[', '?']).next().unwrap_or_default();
            (method.to_owned(), without_names(&format!("/{path}")))
        })
        .collect()
}

/// A path whose parameters, `{id}` in the router and `ID` in prose, have no names.
fn without_names(path: &str) -> String {
    let is_parameter = |part: &&str| {
        part.starts_with('{') || (!part.is_empty() && part.bytes().all(|byte| byte.is_ascii_uppercase()))
    };
    let parts = path
        .split('/')
        .map(|part| if is_parameter(&part) { "*" } else { part });
    parts.collect::<Vec<_>>().join("/")
}

#[test]
fn every_route_is_in_the_prose_and_no_other() {
    let prose = include_str!("../../../docs/protocol.md");
    let routes = server::routes();
    let (sockets, requests): (Vec<_>, Vec<_>) =
        routes.into_iter().partition(|(_, path)| path.starts_with("/ws/"));
    let requests: BTreeSet<_> = requests
        .into_iter()
        .map(|(method, path)| (method.to_owned(), without_names(path)))
        .collect();
    assert_eq!(requests_of(prose), requests);
    for (_, path) in sockets {
        let heading = format!("`{}`", path.replace("{id}", "ID"));
        assert!(prose.contains(&heading), "docs/protocol.md lacks {heading}");
    }
}

#[tokio::test]
async fn the_document_can_be_read_by_people() {
    let server = Server::start(Site::default()).await;
    let page = server.get("/api").await;
    assert_eq!(
        (page.status, page.header("content-type")),
        (200, Some("text/html; charset=utf-8"))
    );
    assert!(
        page.header("content-security-policy")
            .unwrap()
            .starts_with("default-src 'none'")
    );
    let text = page.text();
    assert!(
        !text.contains("<script") && !text.contains("style="),
        "nothing runs in it"
    );
    for needed in [
        "/api/tables/{id}/act",
        "<a href=\"#CreateTable\">",
        "id=\"CreateTable\"",
    ] {
        assert!(text.contains(needed), "{needed}");
    }
    assert_eq!(
        server.get("/api/page.css").await.header("content-type"),
        Some("text/css; charset=utf-8")
    );
}

/// A client with an account, a game in progress and a finished one.
async fn somebody(server: &Server) -> (Http, Vec<String>) {
    let mut http = server.stranger();
    http.post(
        "/api/account",
        &json!({ "name": "Eve", "password": "correct horse" }),
    )
    .await;
    let settings = json!({ "settings": { "game": "offboard" }, "side": "first", "computer": 1 });
    let mut tables = Vec::new();
    for _ in 0..2 {
        let made = http.post("/api/tables", &settings).await.json();
        tables.push(made["table"].as_str().unwrap().to_owned());
    }
    let record = "tablier record 1\ngame: offboard\nfirst: Ann\nsecond: Bob\nclock: none\nrated: no\n\
                  result: first wins by resignation\n\n1. a5b5 a1b1\n";
    let kept = http.ask("POST", "/api/import", record).await.unwrap().json();
    tables.push(kept[0]["table"].as_str().unwrap().to_owned());
    (http, tables)
}

async fn asked_well_and_badly(database: Database) {
    let server = open_server(database).await;
    let document = server.get("/api/openapi.json").await.json();
    let document = Document(&document);
    let (eve, tables) = somebody(&server).await;
    let mut random = Random::new(2026);
    let mut done = 0;
    for operation in document.operations() {
        let mut well = 0;
        for round in 0..ROUNDS {
            let wish = if round % 2 == 0 { Wish::Good } else { Wish::Broken };
            let path = document.path(&operation, wish, &tables, &mut random);
            let body = document.body(&operation, wish, &mut random);
            // Signing out or leaving would end the others' tests: each asks as somebody of their own.
            let ends = [
                "/api/account",
                "/api/session",
                "/api/sessions",
                "/api/tokens",
                "/api/blocks",
            ];
            let mut http = match round % 4 {
                0 | 1 if !ends.iter().any(|end| operation.path.starts_with(end)) => eve.clone(),
                0 | 1 => known(&server).await,
                _ => server.stranger(),
            };
            let goes_on = operation.path.ends_with("/stream") || operation.path.ends_with("/events");
            if goes_on && round % 4 < 2 {
                continue;
            }
            let answer = http.ask(&operation.method, &path, &body).await.unwrap();
            let told = format!(
                "{} {path} {body}: {} {}",
                operation.method, answer.status, answer.head
            );
            assert!(answer.status < 500, "{told}");
            if answer.status == operation.status {
                well += 1;
                document
                    .check_answer(&operation, &answer)
                    .unwrap_or_else(|error| panic!("{told}: {error}"));
            } else {
                assert!((400..500).contains(&answer.status), "{told}");
                let problem = document.check("Problem", &answer.json());
                problem.unwrap_or_else(|error| panic!("{told}: {error}"));
            }
        }
        done += usize::from(well > 0);
    }
    assert!(done >= 20, "only {done} operations were ever done");
    assert_eq!(server.get("/healthz").await.status, 200);
    let seen = eve.clone().get(&format!("/api/tables/{}", tables[0])).await;
    assert_eq!(seen.status, 200, "no table was harmed");
}

/// A guest of their own.
async fn known(server: &Server) -> Http {
    let mut http = server.stranger();
    http.post("/api/me", &json!({})).await;
    http
}

testclient::on_both_databases!(asked_well_and_badly);

/// The kinds that a schema describes, each with its description.
fn described_kinds<'a>(schema: &'a Value, tag: &str) -> BTreeMap<&'a str, &'a str> {
    let kinds = schema["oneOf"].as_array().unwrap().iter();
    let name = |kind: &'a Value| kind["properties"][tag]["const"].as_str().unwrap();
    let description = |kind: &'a Value| kind["description"].as_str().unwrap_or_default();
    kinds.map(|kind| (name(kind), description(kind))).collect()
}

#[tokio::test]
async fn every_kind_of_event_and_message_is_described() {
    let server = Server::start(Site::default()).await;
    let document = server.get("/api/openapi.json").await.json();
    let document = Document(&document);
    for Kinds { schema, tag, samples } in schema::samples::all() {
        let described = described_kinds(document.named(schema), tag);
        assert!(
            described.values().all(|text| !text.is_empty()),
            "{schema}: {described:?}"
        );
        let described: BTreeSet<&str> = described.into_keys().collect();
        let sampled = samples.iter().map(|sample| sample[tag].as_str().unwrap());
        assert_eq!(
            described,
            sampled.collect(),
            "{schema}: each kind has a schema and a sample"
        );
        for sample in &samples {
            document.check(schema, sample).unwrap();
            for (field, strange) in [(tag, json!("dance")), ("dance", json!(1))] {
                let mut broken = sample.clone();
                broken[field] = strange;
                assert!(document.check(schema, &broken).is_err(), "{schema} {broken}");
            }
        }
    }
}

#[tokio::test]
async fn messages_made_from_the_document_are_read() {
    let server = Server::start(Site::default()).await;
    let document = server.get("/api/openapi.json").await.json();
    let document = Document(&document);
    let mut random = Random::new(2026);
    for _ in 0..300 {
        let message = document
            .value(document.named("ClientMessage"), &mut random)
            .to_string();
        assert!(ClientMessage::read(&message).is_ok(), "{message}");
        let request = document
            .value(document.named("LobbyRequest"), &mut random)
            .to_string();
        assert!(LobbyRequest::read(&request).is_ok(), "{request}");
    }
}

#[tokio::test]
async fn a_name_in_the_document_stands_for_one_schema() {
    let server = Server::start(Site::default()).await;
    let document = server.get("/api/openapi.json").await.json();
    let names = document["components"]["schemas"].as_object().unwrap().keys();
    // Two types of one name would be Name and Name2.
    let numbered: Vec<&String> = names
        .filter(|name| name.ends_with(|last: char| last.is_ascii_digit()))
        .collect();
    assert_eq!(numbered, Vec::<&String>::new());
}

#[test]
fn the_checker_checks() {
    let document = json!({ "components": { "schemas": {
        "A": { "type": "object", "properties": { "n": { "type": "integer", "minimum": 1 } }, "required": ["n"],
               "additionalProperties": false },
        "B": { "oneOf": [{ "$ref": "#/components/schemas/A" }, { "type": "null" }] },
        "C": { "type": "object", "properties": { "id": { "type": "string", "minLength": 2, "pattern": "^[A-Za-z0-9_-]+$" } },
               "oneOf": [{ "properties": { "type": { "const": "x" }, "n": { "type": ["integer", "null"] } }, "required": ["type"] },
                         { "properties": { "type": { "const": "y" } }, "required": ["type"] }] },
        "D": { "type": "array", "prefixItems": [{ "type": "boolean" }, { "enum": ["x"] }], "minItems": 2, "maxItems": 2 },
        "E": { "type": "object", "additionalProperties": { "type": "number", "maximum": 1 } },
    } } });
    let document = Document(&document);
    for (schema, value, good) in [
        ("A", json!({ "n": 1 }), true),
        ("A", json!({ "n": 0 }), false),
        ("A", json!({ "n": 1, "m": 1 }), false),
        ("A", json!({}), false),
        ("A", json!({ "n": "1" }), false),
        ("B", Value::Null, true),
        ("B", json!(3), false),
        ("C", json!({ "id": "a-", "type": "x", "n": null }), true),
        ("C", json!({ "id": "a-", "type": "y", "n": null }), false),
        ("C", json!({ "id": "a-", "type": "z" }), false),
        ("C", json!({ "id": "a", "type": "y" }), false),
        ("C", json!({ "id": "a b", "type": "y" }), false),
        ("D", json!([true, "x"]), true),
        ("D", json!([true, "y"]), false),
        ("D", json!([true]), false),
        ("E", json!({ "a": 1 }), true),
        ("E", json!({ "a": 2 }), false),
    ] {
        assert_eq!(document.check(schema, &value).is_ok(), good, "{schema} {value}");
    }
}
