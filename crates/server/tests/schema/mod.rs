//! Requests made from the API's document, good and broken, and answers held against it. As much of JSON Schema as the
//! document uses.
#![allow(clippy::unwrap_used, reason = "a helper of tests")]

use rules::Random;
use serde_json::{Map, Value, json};
use testclient::HttpReply;

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

    fn named(self, name: &str) -> &'a Value {
        let schema = &self.0["components"]["schemas"][name];
        assert!(!schema.is_null(), "there is no schema {name}");
        schema
    }

    fn resolved(self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(to) => self.resolved(self.named(to.rsplit('/').next().unwrap())),
            None => schema,
        }
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

    /// A value as a schema wants it.
    fn value(self, schema: &'a Value, random: &mut Random) -> Value {
        let schema = self.resolved(schema);
        for choices in ["enum", "examples", "oneOf"] {
            let Some(choices_are) = schema[choices].as_array() else {
                continue;
            };
            let chosen = &choices_are[random.below(choices_are.len() as u64) as usize];
            return if choices == "oneOf" {
                self.value(chosen, random)
            } else {
                chosen.clone()
            };
        }
        match schema["type"].as_str() {
            Some("object") => {
                let required = schema["required"].as_array().cloned().unwrap_or_default();
                let mut object = Map::new();
                for (name, field) in schema["properties"].as_object().into_iter().flatten() {
                    if required.contains(&json!(name)) || random.below(2) == 0 {
                        object.insert(name.clone(), self.value(field, random));
                    }
                }
                Value::Object(object)
            }
            Some("array") => (0..random.below(3))
                .map(|_| self.value(&schema["items"], random))
                .collect(),
            Some("integer") => {
                let least = schema["minimum"].as_u64().unwrap_or(0);
                let most = schema["maximum"].as_u64().unwrap_or(least + 3);
                json!(least + random.below(most - least + 1))
            }
            Some("boolean") => json!(random.below(2) == 0),
            Some("string") => json!("text"),
            _ => Value::Null,
        }
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

    pub(crate) fn check(self, schema: &str, value: &Value) -> Result<(), String> {
        self.holds(self.named(schema), value)
    }

    fn holds(self, schema: &'a Value, value: &Value) -> Result<(), String> {
        let schema = self.resolved(schema);
        let wrong = |why: &str| Err(format!("{why}: {value} is not {schema}"));
        if let Some(choices) = schema["oneOf"].as_array() {
            let fitting = choices.iter().filter(|choice| self.holds(choice, value).is_ok());
            return if fitting.count() == 1 {
                Ok(())
            } else {
                wrong("not one of them")
            };
        }
        if let Some(names) = schema["enum"].as_array()
            && !names.contains(value)
        {
            return wrong("no such name");
        }
        let fits = match schema["type"].as_str() {
            Some("object") => value.is_object(),
            Some("array") => value.is_array(),
            Some("string") => value.is_string(),
            Some("integer") => value.is_i64() || value.is_u64(),
            Some("number") => value.is_number(),
            Some("boolean") => value.is_boolean(),
            _ => value.is_null(),
        };
        let bound = |name: &str| schema[name].as_f64();
        let number = value.as_f64().unwrap_or(0.0);
        if !fits {
            return wrong("another type");
        }
        if value.is_number()
            && (bound("minimum").is_some_and(|least| number < least)
                || bound("maximum").is_some_and(|most| number > most))
        {
            return wrong("out of bounds");
        }
        value
            .as_array()
            .into_iter()
            .flatten()
            .try_for_each(|item| self.holds(&schema["items"], item))?;
        self.fields_hold(schema, value)
    }

    fn fields_hold(self, schema: &'a Value, value: &Value) -> Result<(), String> {
        let Some(object) = value.as_object() else {
            return Ok(());
        };
        for name in schema["required"].as_array().into_iter().flatten() {
            if !object.contains_key(name.as_str().unwrap()) {
                return Err(format!("{name} is missing in {value}"));
            }
        }
        for (name, field) in object {
            match schema["properties"].get(name) {
                Some(told) => self.holds(told, field)?,
                None if schema["additionalProperties"] == false => {
                    return Err(format!("{name} is not told: {value}"));
                }
                None => {}
            }
        }
        Ok(())
    }
}

/// A value with something wrong in it: another type, a field too many or too few.
fn broken(value: &Value, random: &mut Random) -> Value {
    let strange = [
        json!(null),
        json!(-1),
        json!(1e300),
        json!("\u{0}"),
        json!("x".repeat(5000)),
        json!([[]]),
        json!({}),
        json!(18_446_744_073_709_551_615_u64),
        json!("é\u{202e}"),
    ];
    let one = strange[random.below(strange.len() as u64) as usize].clone();
    let Some(object) = value.as_object().filter(|object| !object.is_empty()) else {
        return one;
    };
    let mut object = object.clone();
    let names: Vec<String> = object.keys().cloned().collect();
    let name = names[random.below(names.len() as u64) as usize].clone();
    match random.below(5) {
        0 => drop(object.remove(&name)),
        1 => drop(object.insert("unknown".to_owned(), one)),
        2 | 3 => {
            let inner = broken(&object[&name], random);
            object.insert(name, inner);
        }
        _ => return one,
    }
    Value::Object(object)
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
