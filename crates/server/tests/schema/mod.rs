//! Requests made from the API's document, good and broken, and answers held against it.
#![allow(clippy::unwrap_used, reason = "a helper of tests")]

mod check;
pub(crate) mod samples;
mod values;

use rules::Random;
use serde_json::Value;
use testclient::HttpReply;
use values::broken;

/// The document.
#[derive(Clone, Copy)]
pub(crate) struct Document<'a>(pub(crate) &'a Value);

/// One thing that can be asked for.
pub(crate) struct Operation<'a> {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) status: u16,
    told: &'a Value,
}

/// Whether a request shall be as the document says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    Good,
    Broken,
}

impl<'a> Document<'a> {
    pub(crate) fn operations(self) -> impl Iterator<Item = Operation<'a>> {
        let paths = self.0["paths"].as_object().unwrap().iter();
        paths.flat_map(|(path, operations)| {
            operations.as_object().unwrap().iter().map(move |(method, told)| {
                let responses = told["responses"].as_object().unwrap();
                let status = responses.keys().find_map(|status| status.parse().ok()).unwrap();
                Operation {
                    method: method.to_uppercase(),
                    path: path.clone(),
                    status,
                    told,
                }
            })
        })
    }

    /// The schema of a name.
    pub(crate) fn named(self, name: &str) -> &'a Value {
        let schema = &self.0["components"]["schemas"][name];
        assert!(!schema.is_null(), "there is no schema {name}");
        schema
    }

    /// The schema that a `$ref` refers to.
    fn referred(self, reference: &Value) -> &'a Value {
        self.named(reference.as_str().unwrap().rsplit('/').next().unwrap())
    }

    /// The path with its parameters.
    pub(crate) fn path(
        self,
        operation: &Operation,
        wish: Wish,
        tables: &[String],
        random: &mut Random,
    ) -> String {
        let mut path = operation.path.clone();
        let mut query = Vec::new();
        for parameter in operation.told["parameters"].as_array().unwrap() {
            let name = parameter["name"].as_str().unwrap();
            let value = match wish {
                Wish::Good if name == "id" => tables[random.below(tables.len() as u64) as usize].clone(),
                Wish::Good => as_text(&self.value(&parameter["schema"], random)),
                Wish::Broken => pick(
                    &[
                        "",
                        "x",
                        "%00",
                        "%ff",
                        "-1",
                        "99999999999999999999",
                        "a%2Fb",
                        "null",
                    ],
                    random,
                ),
            };
            if parameter["in"] == "path" {
                path = path.replace(&format!("{{{name}}}"), &escaped(&value));
            } else if random.below(3) == 0 {
                query.push(format!("{name}={}", escaped(&value)));
            }
        }
        if query.is_empty() {
            path
        } else {
            format!("{path}?{}", query.join("&"))
        }
    }

    /// The body, or none.
    pub(crate) fn body(self, operation: &Operation, wish: Wish, random: &mut Random) -> String {
        let Some(content) = operation.told["requestBody"]["content"].as_object() else {
            return String::new();
        };
        let (kind, content) = content.iter().next().unwrap();
        let mut value = self.value(&content["schema"], random);
        if wish == Wish::Broken {
            value = broken(&value, random);
        }
        let text = if kind == "text/plain" {
            as_text(&value)
        } else {
            value.to_string()
        };
        let cut = random.below(text.len() as u64 + 1) as usize;
        let cuts = wish == Wish::Broken && random.below(4) == 0 && text.is_char_boundary(cut);
        if cuts { text[..cut].to_owned() } else { text }
    }

    /// Whether an answer is as the document says.
    pub(crate) fn check_answer(self, operation: &Operation, answer: &HttpReply) -> Result<(), String> {
        let told = &operation.told["responses"][operation.status.to_string()]["content"];
        let Some(content) = told.as_object() else {
            return if answer.body.is_empty() {
                Ok(())
            } else {
                Err("expected no body".to_owned())
            };
        };
        let sent = answer.header("content-type").unwrap_or_default();
        let Some((_, content)) = content.iter().find(|(kind, _)| sent.starts_with(kind.as_str())) else {
            // One answer comes in two forms, by request.
            return if sent.starts_with("text/plain") {
                Ok(())
            } else {
                Err(format!("not told: {sent}"))
            };
        };
        let line = &content["schema"]["x-line"];
        if line.is_object() {
            let text = answer.whole();
            let mut lines = text.lines().filter(|line| !line.is_empty());
            return lines.try_for_each(|text| self.holds(line, &serde_json::from_str(text).unwrap()));
        }
        if !sent.starts_with("application/json") {
            return Ok(());
        }
        self.holds(&content["schema"], &answer.json())
    }
}

fn as_text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), ToOwned::to_owned)
}

fn pick(texts: &[&str], random: &mut Random) -> String {
    texts[random.below(texts.len() as u64) as usize].to_owned()
}

/// As it stands in an address; what is escaped already stays.
fn escaped(text: &str) -> String {
    text.replace(' ', "%20")
        .replace('\n', "%0A")
        .replace('+', "%2B")
        .replace('"', "%22")
}
