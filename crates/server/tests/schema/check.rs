//! Values held against the document's schemas. A schema of an answer lets it have more fields, so that answers may
//! grow; here every field must be described, so that the document grows with them.

use super::Document;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Names of an object's fields that a schema describes.
type Fields = BTreeSet<String>;

/// The one pattern of the document.
const LETTERS: &str = "^[A-Za-z0-9_-]+$";

impl<'a> Document<'a> {
    /// Whether a value fits the schema of a name.
    pub(crate) fn check(self, schema: &str, value: &Value) -> Result<(), String> {
        self.holds(self.named(schema), value)
    }

    pub(super) fn holds(self, schema: &'a Value, value: &Value) -> Result<(), String> {
        let described = self.described(schema, value)?;
        let mut names = value.as_object().into_iter().flat_map(Map::keys);
        match names.find(|name| !described.contains(*name)) {
            Some(name) => Err(format!("{name} is not described: {value}")),
            None => Ok(()),
        }
    }

    /// Checks a value; gives the fields that the schema and its parts describe.
    fn described(self, schema: &'a Value, value: &Value) -> Result<Fields, String> {
        if *schema == true {
            return Ok(names(value));
        }
        let keywords = schema
            .as_object()
            .ok_or_else(|| format!("{schema} is no schema"))?;
        let mut described = Fields::new();
        for (keyword, wanted) in keywords {
            let fields = self.keyword(schema, keyword, wanted, value);
            described.extend(fields.map_err(|why| format!("{why}: {value} is not {schema}"))?);
        }
        Ok(described)
    }

    fn keyword(
        self,
        schema: &'a Value,
        keyword: &str,
        wanted: &'a Value,
        value: &Value,
    ) -> Result<Fields, String> {
        match keyword {
            "$ref" => return self.described(self.referred(wanted), value),
            "oneOf" | "anyOf" => return self.alternative(wanted, keyword == "oneOf", value),
            "properties" => return self.properties(wanted, value),
            "additionalProperties" => return self.additional(schema, wanted, value),
            "items" => each(value).try_for_each(|item| self.holds(wanted, item))?,
            "prefixItems" => {
                let mut pairs = each(wanted).zip(each(value));
                pairs.try_for_each(|(schema, item)| self.holds(schema, item))?;
            }
            "description" | "examples" | "default" | "format" => {}
            _ => check_alone(keyword, wanted, value)?,
        }
        Ok(Fields::new())
    }

    /// The first schema that the value fits; of `oneOf` there may be no second.
    fn alternative(self, schemas: &'a Value, only: bool, value: &Value) -> Result<Fields, String> {
        let mut fitting = each(schemas).filter_map(|schema| self.described(schema, value).ok());
        let first = fitting.next().ok_or("no alternative fits")?;
        if only && fitting.next().is_some() {
            return Err("several alternatives fit".to_owned());
        }
        Ok(first)
    }

    fn properties(self, properties: &'a Value, value: &Value) -> Result<Fields, String> {
        let mut described = Fields::new();
        for (name, schema) in properties.as_object().into_iter().flatten() {
            described.insert(name.clone());
            value
                .get(name)
                .map_or(Ok(()), |field| self.holds(schema, field))?;
        }
        Ok(described)
    }

    /// Fields besides the named ones: all, none, or those that fit a schema.
    fn additional(self, schema: &Value, wanted: &'a Value, value: &Value) -> Result<Fields, String> {
        let others = value.as_object().into_iter().flatten();
        let mut others = others.filter(|(name, _)| schema["properties"].get(name).is_none());
        if *wanted == false {
            let other = others.next();
            return other.map_or(Ok(Fields::new()), |(name, _)| {
                Err(format!("{name} is not allowed"))
            });
        }
        others.try_for_each(|(_, field)| self.holds(wanted, field))?;
        Ok(names(value))
    }
}

/// Checks a keyword that needs no other schema.
fn check_alone(keyword: &str, wanted: &Value, value: &Value) -> Result<(), String> {
    let fits = match keyword {
        "type" => each(wanted).chain([wanted]).any(|kind| is_of(kind, value)),
        "enum" => each(wanted).any(|name| name == value),
        "const" => wanted == value,
        "required" if !value.is_object() => true,
        "required" => each(wanted).all(|name| value.get(name.as_str().unwrap_or_default()).is_some()),
        "minimum" | "minLength" | "minItems" => size(value).is_none_or(|size| Some(size) >= wanted.as_f64()),
        "maximum" | "maxLength" | "maxItems" => size(value).is_none_or(|size| Some(size) <= wanted.as_f64()),
        "pattern" => {
            assert_eq!(wanted, LETTERS, "the checker knows one pattern");
            let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
            value
                .as_str()
                .is_some_and(|text| !text.is_empty() && text.bytes().all(is_letter))
        }
        _ => return Err(format!("the checker does not know {keyword}")),
    };
    if fits {
        Ok(())
    } else {
        Err(format!("{keyword} does not fit"))
    }
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        _ => false,
    }
}

/// A number, or how many letters or items a value has.
fn size(value: &Value) -> Option<f64> {
    match value {
        Value::String(text) => Some(text.chars().count() as f64),
        Value::Array(items) => Some(items.len() as f64),
        _ => value.as_f64(),
    }
}

fn each(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn names(value: &Value) -> Fields {
    value
        .as_object()
        .into_iter()
        .flat_map(Map::keys)
        .cloned()
        .collect()
}
