//! The API's document, as data: `/api/openapi.json` for programs, `/api` for people.

mod operations;
mod page;
mod schemas;

use crate::routes::Routes;
use axum::Json;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use operations::{OPERATIONS, Operation, Output};
use serde_json::{Map, Value, json};
use std::sync::OnceLock;

const STYLE: &str = include_str!("openapi/page.css");

pub(crate) fn routes() -> Routes {
    Routes::default()
        .on("GET", "/api", async || Html(page::page(document())))
        .on("GET", "/api/page.css", async || {
            ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE).into_response()
        })
        .on("GET", "/api/openapi.json", async || Json(document()))
}

/// The document.
fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| {
        let mut paths: Map<String, Value> = Map::new();
        for operation in OPERATIONS {
            let path = paths.entry(operation.path).or_insert_with(|| json!({}));
            path[operation.method.to_lowercase()] = described(operation);
        }
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Tablier",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "Everything that the pages do, and more, for programs. Times are milliseconds since 1970. \
                                Whatever is refused has a body with `error`, words that say what to do; 429 and 503 come \
                                with Retry-After. docs/protocol.md tells of the sockets.",
            },
            "security": [{}, { "token": [] }, { "cookie": [] }],
            "paths": paths,
            "components": {
                "schemas": schemas::all(),
                "securitySchemes": {
                    "token": { "type": "http", "scheme": "bearer", "description": "A personal token: POST /api/tokens. Its scope is read, play or account." },
                    "cookie": { "type": "apiKey", "in": "cookie", "name": "tablier", "description": "Over https: __Host-tablier." },
                },
            },
        })
    })
}

fn described(operation: &Operation) -> Value {
    let in_path = operation.path.split(['{', '}']).skip(1).step_by(2);
    let in_path = in_path.map(|name| parameter(name, "path", name));
    let in_query = operation
        .query
        .iter()
        .map(|(name, schema)| parameter(name, "query", schema));
    let mut described = json!({
        "summary": operation.summary,
        "parameters": in_path.chain(in_query).collect::<Vec<_>>(),
        "responses": {
            operation.status.to_string(): answer(operation),
            "default": {
                "description": "It was refused; the words say what to do.",
                "content": { "application/json": { "schema": reference("Problem") } },
            },
        },
    });
    if let Some(schema) = operation.body {
        let kind = if schema == "record" {
            "text/plain"
        } else {
            "application/json"
        };
        described["requestBody"] =
            json!({ "required": true, "content": { kind: { "schema": reference(schema) } } });
    }
    described
}

fn parameter(name: &str, place: &str, schema: &str) -> Value {
    json!({ "name": name, "in": place, "required": place == "path", "schema": reference(schema) })
}

fn answer(operation: &Operation) -> Value {
    let content = match operation.output {
        Output::Nothing => return json!({ "description": "It was done." }),
        Output::Json(schema) => json!({ "application/json": { "schema": reference(schema) } }),
        Output::Lines(schema) => json!({
            "application/x-ndjson": { "schema": { "type": "string", "x-line": reference(schema) } },
        }),
        Output::Text(kind) => json!({ kind: { "schema": { "type": "string" } } }),
    };
    json!({ "description": operation.summary, "content": content })
}

fn reference(schema: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{schema}") })
}
