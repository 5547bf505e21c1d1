//! The API's document, as data: `/api/openapi.json` for programs, `/api` for people.

mod operation;
mod operations;
mod page;

use crate::routes::Routes;
use axum::Json;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use operation::{Body, Operation, Output, SchemaOf, of};
use operations::OPERATIONS;
use protocol::{ClientMessage, LobbyMessage, LobbyRequest, ServerMessage, TableId};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::RecursiveTransform;
use schemars::{Schema, json_schema};
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

/// Text at the head of the document.
const ABOUT: &str = "Everything that the pages do, and more, for programs. Times are milliseconds since 1970. Whatever \
                     is refused has a body with `error`, words that say what to do; 429 and 503 come with \
                     Retry-After. Answers may grow: skip fields, kinds of events and messages, and reasons that you do \
                     not know. The socket /ws/table/ID takes ClientMessage and sends ServerMessage, the socket \
                     /ws/lobby takes LobbyRequest and sends LobbyMessage; docs/protocol.md tells how they go.";

/// The document.
fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| {
        let mut writer = Writer::new();
        let mut paths: Map<String, Value> = Map::new();
        for operation in OPERATIONS {
            let path = paths.entry(operation.path).or_insert_with(|| json!({}));
            path[operation.method.to_lowercase()] = writer.described(operation);
        }
        json!({
            "openapi": "3.1.0",
            "info": { "title": "Tablier", "version": env!("CARGO_PKG_VERSION"), "description": ABOUT },
            "security": [{}, { "token": [] }, { "cookie": [] }],
            "paths": paths,
            "components": {
                "schemas": writer.schemas(),
                "securitySchemes": {
                    "token": { "type": "http", "scheme": "bearer", "description": "A personal token: POST /api/tokens. Its scope is read, play or account." },
                    "cookie": { "type": "apiKey", "in": "cookie", "name": "tablier", "description": "Over https: __Host-tablier." },
                },
            },
        })
    })
}

/// Writes schemas of types, and collects those of the types that they name. A type's schema says of a request which
/// fields may be left out, and of an answer which may be missing.
struct Writer {
    requests: SchemaGenerator,
    answers: SchemaGenerator,
}

impl Writer {
    fn new() -> Writer {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        // A default is for fields that are left out, and an answer leaves out none that has one.
        let no_default = RecursiveTransform(|schema: &mut Schema| drop(schema.remove("default")));
        let answers = settings.clone().for_serialize().with_transform(no_default);
        Writer {
            requests: settings.for_deserialize().into_generator(),
            answers: answers.into_generator(),
        }
    }

    /// The schemas that have a name: those that the operations refer to, and those of the sockets' messages.
    fn schemas(mut self) -> Map<String, Value> {
        self.requests.subschema_for::<ClientMessage>();
        self.requests.subschema_for::<LobbyRequest>();
        self.answers.subschema_for::<ServerMessage>();
        self.answers.subschema_for::<LobbyMessage>();
        let mut schemas = self.requests.take_definitions(true);
        for (name, schema) in self.answers.take_definitions(true) {
            let of_requests = schemas.get(&name);
            debug_assert!(
                of_requests.is_none_or(|other| *other == schema),
                "{name} is not the same in requests and answers"
            );
            schemas.insert(name, schema);
        }
        schemas
    }

    fn described(&mut self, operation: &Operation) -> Value {
        let mut parameters = self.path_parameters(operation.path);
        parameters.extend(
            operation
                .query
                .into_iter()
                .flat_map(|query| self.query_parameters(query)),
        );
        let refused = self.answers.subschema_for::<protocol::Problem>();
        let mut described = json!({
            "summary": operation.summary,
            "parameters": parameters,
            "responses": {
                operation.status.to_string(): self.answer(operation),
                "default": {
                    "description": "It was refused; the words say what to do.",
                    "content": { "application/json": { "schema": refused } },
                },
            },
        });
        let (kind, schema) = match operation.body {
            None => return described,
            Some(Body::Json(schema)) => ("application/json", schema),
            Some(Body::Text(schema)) => ("text/plain", schema),
        };
        described["requestBody"] =
            json!({ "required": true, "content": { kind: { "schema": schema(&mut self.requests) } } });
        described
    }

    fn path_parameters(&mut self, path: &str) -> Vec<Value> {
        let names = path.split(['{', '}']).skip(1).step_by(2);
        let parameters = names.map(|name| {
            let schema = if name == "id" {
                of::<TableId>()
            } else {
                person_or_token
            };
            json!({ "name": name, "in": "path", "required": true, "schema": schema(&mut self.requests) })
        });
        parameters.collect()
    }

    /// A parameter for each field of the type that the query is read as.
    fn query_parameters(&mut self, query: SchemaOf) -> Vec<Value> {
        let mut schema = query(&mut self.requests);
        let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
        let parameters = fields.into_iter().flatten().map(|(name, field)| {
            let description = field.as_object_mut().and_then(|field| field.remove("description"));
            let schema = without_null(field);
            json!({ "name": name, "in": "query", "required": false, "description": description, "schema": schema })
        });
        parameters.collect()
    }

    fn answer(&mut self, operation: &Operation) -> Value {
        let content = match operation.output {
            Output::Nothing => return json!({ "description": "It was done." }),
            Output::Json(schema) => json!({ "application/json": { "schema": schema(&mut self.answers) } }),
            Output::Lines(schema) => json!({
                "application/x-ndjson": { "schema": { "type": "string", "x-line": schema(&mut self.answers) } },
            }),
            Output::Text(kind) => json!({ kind: { "schema": { "type": "string" } } }),
        };
        json!({ "description": operation.summary, "content": content })
    }
}

/// The parameter `name` of a path.
fn person_or_token(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "string",
        "description": "The name or id of a person; the name of a token.",
        "examples": ["Ann", "person-0001"],
    })
}

/// The schema of a value that is left out rather than null, as in a query.
fn without_null(schema: &Value) -> Value {
    let is_value = |alternative: &&Value| **alternative != "null" && alternative["type"] != "null";
    let first = |alternatives: &Value| alternatives.as_array()?.iter().find(is_value).cloned();
    if let Some(alternative) = first(&schema["anyOf"]) {
        return alternative;
    }
    let mut schema = schema.clone();
    if let Some(kind) = first(&schema["type"]) {
        schema["type"] = kind;
    }
    schema
}
