//! An operation of the API: a method, a path, and the Rust types of its query, its body and its answer.

use schemars::{JsonSchema, Schema, SchemaGenerator};

/// Writes the schema of a type.
pub(super) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// One operation.
pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) summary: &'static str,
    /// The type whose fields are the parameters of the query.
    pub(super) query: Option<SchemaOf>,
    pub(super) body: Option<Body>,
    /// The status of success.
    pub(super) status: u16,
    pub(super) output: Output,
}

/// Body of a request.
pub(super) enum Body {
    Json(SchemaOf),
    Text(SchemaOf),
}

/// Body of an answer.
pub(super) enum Output {
    Nothing,
    Json(SchemaOf),
    /// An object a line.
    Lines(SchemaOf),
    Text(&'static str),
}

/// A reference to the schema of a type, or the schema itself if the type has no name in the document.
pub(super) const fn of<T: JsonSchema>() -> SchemaOf {
    SchemaGenerator::subschema_for::<T>
}

pub(super) const fn body<T: JsonSchema>() -> Body {
    Body::Json(of::<T>())
}

pub(super) const fn json<T: JsonSchema>() -> Output {
    Output::Json(of::<T>())
}

pub(super) const fn lines<T: JsonSchema>() -> Output {
    Output::Lines(of::<T>())
}

pub(super) const fn query<T: JsonSchema>() -> SchemaOf {
    T::json_schema
}

pub(super) const fn get(path: &'static str, summary: &'static str, output: Output) -> Operation {
    Operation {
        method: "GET",
        path,
        summary,
        query: None,
        body: None,
        status: 200,
        output,
    }
}

pub(super) const fn send(
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    body: Option<Body>,
    output: Output,
) -> Operation {
    Operation {
        method,
        body,
        ..get(path, summary, output)
    }
}

pub(super) const fn with(operation: Operation, query: SchemaOf) -> Operation {
    let query = Some(query);
    Operation { query, ..operation }
}

pub(super) const fn status(operation: Operation, status: u16) -> Operation {
    Operation { status, ..operation }
}
