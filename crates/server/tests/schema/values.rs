//! Values made from the document's schemas, good and broken.

use super::Document;
use rules::Random;
use serde_json::{Map, Value, json};

impl<'a> Document<'a> {
    /// A random value that fits a schema.
    pub(crate) fn value(self, schema: &'a Value, random: &mut Random) -> Value {
        for choices in ["enum", "examples"] {
            if let Some(values) = schema[choices].as_array() {
                return chosen(values, random).clone();
            }
        }
        for choices in ["oneOf", "anyOf"] {
            if let Some(schemas) = schema[choices].as_array() {
                return self.value(chosen(schemas, random), random);
            }
        }
        if schema["$ref"].is_string() {
            return self.value(self.referred(&schema["$ref"]), random);
        }
        if !schema["const"].is_null() {
            return schema["const"].clone();
        }
        let kind = schema["type"]
            .as_array()
            .map_or(&schema["type"], |kinds| chosen(kinds, random));
        match kind.as_str() {
            Some("object") => self.object(schema, random),
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
            Some("null") => Value::Null,
            _ => panic!("no value can be made from {schema}"),
        }
    }

    fn object(self, schema: &'a Value, random: &mut Random) -> Value {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut object = Map::new();
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            if required.contains(&json!(name)) || random.below(2) == 0 {
                object.insert(name.clone(), self.value(field, random));
            }
        }
        Value::Object(object)
    }
}

fn chosen<'a>(values: &'a [Value], random: &mut Random) -> &'a Value {
    &values[random.below(values.len() as u64) as usize]
}

/// A value with something wrong in it: another type, a field too many or too few.
pub(super) fn broken(value: &Value, random: &mut Random) -> Value {
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
