//! The document as a page: plain text and links, no script.

use serde_json::Value;
use std::fmt::Write;

/// The whole page.
pub(super) fn page(document: &Value) -> String {
    let mut page = String::from(
        "<!doctype html><html lang=en><meta charset=utf-8>\
         <meta name=viewport content=\"width=device-width, initial-scale=1\">\
         <title>Tablier: the API</title><link rel=stylesheet href=/api/page.css><main><h1>Tablier: the API</h1>",
    );
    let about = document["info"]["description"].as_str().unwrap_or_default();
    let json = "<a href=/api/openapi.json>The same for programs</a>";
    // Writing to a text cannot fail.
    let _ = write!(
        page,
        "<p>{}<p>{json}<h2>What can be asked for</h2>",
        escaped(about)
    );
    for (path, operations) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in operations.as_object().into_iter().flatten() {
            operation_section(&mut page, path, method, operation);
        }
    }
    page.push_str("<h2>What is sent and answered</h2>");
    for (name, schema) in document["components"]["schemas"]
        .as_object()
        .into_iter()
        .flatten()
    {
        let text = serde_json::to_string_pretty(schema).unwrap_or_default();
        let _ = write!(
            page,
            "<section id=\"{name}\"><h3>{name}</h3><pre tabindex=0>{}</pre></section>",
            escaped(&text)
        );
    }
    page
}

fn operation_section(page: &mut String, path: &str, method: &str, operation: &Value) {
    let method = method.to_uppercase();
    let summary = escaped(operation["summary"].as_str().unwrap_or_default());
    let _ = write!(
        page,
        "<section><h3><b>{method}</b> {}</h3><p>{summary}",
        escaped(path)
    );
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let named: Vec<&Value> = parameters
        .filter(|parameter| parameter["in"] == "query")
        .collect();
    if !named.is_empty() {
        page.push_str("<p>May ask with:<ul>");
        for parameter in named {
            let [name, about] =
                ["name", "description"].map(|key| parameter[key].as_str().unwrap_or_default());
            let (name, about, schema) = (escaped(name), escaped(about), links(&parameter["schema"]));
            let _ = write!(page, "<li><code>{name}</code>: {about} {schema}");
        }
        page.push_str("</ul>");
    }
    let sent = links(&operation["requestBody"]);
    if !sent.is_empty() {
        let _ = write!(page, "<p>Sends {sent}");
    }
    for (status, answer) in operation["responses"].as_object().into_iter().flatten() {
        if status != "default" {
            let _ = write!(page, "<p>Answers {status} {}", links(answer));
        }
    }
    page.push_str("</section>");
}

/// Links to the schemas that a part of the document refers to.
fn links(value: &Value) -> String {
    match value {
        Value::Object(fields) if fields.get("type").is_some_and(|kind| kind == "array") => {
            let items = links(&value["items"]);
            format!("a list of {items}")
        }
        Value::Object(fields) => {
            let parts = fields
                .iter()
                .map(|(name, field)| match (name.as_str(), field.as_str()) {
                    ("$ref", Some(to)) => {
                        let name = escaped(to.rsplit('/').next().unwrap_or_default());
                        format!("<a href=\"#{name}\">{name}</a>")
                    }
                    _ => links(field),
                });
            parts.collect()
        }
        _ => String::new(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
