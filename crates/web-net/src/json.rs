//! A small reader of JSON: it keeps serde out of the browser's module.

/// The deepest nesting that is read; our messages nest five deep.
const DEEPEST: usize = 32;

/// A value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Json {
    /// `null`, or a name that an object does not have.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number; times and counts of our messages fit exactly.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// Names and their values.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a whole text; `None` when it is not JSON.
    pub fn read(text: &str) -> Option<Json> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(DEEPEST)?;
        reader.skip_space();
        (reader.at == text.len()).then_some(value)
    }

    /// The value of a name; null if the name is missing or this is no object.
    pub fn get(&self, name: &str) -> &Json {
        const NOTHING: &Json = &Json::Null;
        match self {
            Json::Object(entries) => entries
                .iter()
                .find(|(found, _)| found == name)
                .map_or(NOTHING, |(_, value)| value),
            _ => NOTHING,
        }
    }

    /// The text, if this is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The whole number, if this is one.
    pub fn number(&self) -> Option<i64> {
        match self {
            Json::Number(number) if number.fract() == 0.0 => Some(*number as i64),
            _ => None,
        }
    }

    /// Whether this is `true`.
    pub fn is_true(&self) -> bool {
        *self == Json::Bool(true)
    }

    /// Whether this is `null`.
    pub fn is_null(&self) -> bool {
        *self == Json::Null
    }

    /// The values, if this is a list; otherwise none.
    pub fn list(&self) -> &[Json] {
        match self {
            Json::List(values) => values,
            _ => &[],
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// Index of the next byte, always between two characters.
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\n', '\r', '\t']).len();
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn value(&mut self, deeper: usize) -> Option<Json> {
        self.skip_space();
        let deeper = deeper.checked_sub(1)?;
        match self.rest().as_bytes().first()? {
            b'{' => self.object(deeper),
            b'[' => self.list(deeper),
            b'"' => self.string().map(Json::Text),
            b'n' => self.take("null").then_some(Json::Null),
            b't' => self.take("true").then_some(Json::Bool(true)),
            b'f' => self.take("false").then_some(Json::Bool(false)),
            _ => self.number(),
        }
    }

    fn object(&mut self, deeper: usize) -> Option<Json> {
        self.at += 1;
        let mut entries = Vec::new();
        self.skip_space();
        if self.take("}") {
            return Some(Json::Object(entries));
        }
        loop {
            self.skip_space();
            let name = self.string()?;
            self.skip_space();
            if !self.take(":") {
                return None;
            }
            entries.push((name, self.value(deeper)?));
            self.skip_space();
            if self.take("}") {
                return Some(Json::Object(entries));
            }
            if !self.take(",") {
                return None;
            }
        }
    }

    fn list(&mut self, deeper: usize) -> Option<Json> {
        self.at += 1;
        let mut values = Vec::new();
        self.skip_space();
        if self.take("]") {
            return Some(Json::List(values));
        }
        loop {
            values.push(self.value(deeper)?);
            self.skip_space();
            if self.take("]") {
                return Some(Json::List(values));
            }
            if !self.take(",") {
                return None;
            }
        }
    }

    fn number(&mut self) -> Option<Json> {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'))
            .unwrap_or(rest.len());
        // Fractions are refused: the server writes whole numbers only.
        let number = rest[..length].parse::<i64>().ok()?;
        self.at += length;
        Some(Json::Number(number as f64))
    }

    fn string(&mut self) -> Option<String> {
        if !self.take("\"") {
            return None;
        }
        let mut text = String::new();
        loop {
            let plain = self.rest().find(['"', '\\'])?;
            text += &self.rest()[..plain];
            self.at += plain;
            if self.take("\"") {
                return Some(text);
            }
            self.at += 1;
            text.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Option<char> {
        let mark = self.rest().chars().next()?;
        self.at += mark.len_utf8();
        Some(match mark {
            '"' | '\\' | '/' => mark,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let first = self.unit()?;
                if (0xd800..0xdc00).contains(&first) && self.take("\\u") {
                    let second = self.unit()?;
                    return char::decode_utf16([first, second]).next()?.ok();
                }
                return char::from_u32(u32::from(first));
            }
            _ => return None,
        })
    }

    /// Reads the four hexadecimal digits of a UTF-16 unit.
    fn unit(&mut self) -> Option<u16> {
        let unit = u16::from_str_radix(self.rest().get(..4)?, 16).ok()?;
        self.at += 4;
        Some(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    fn same(ours: &Json, theirs: &Value) -> bool {
        match (ours, theirs) {
            (Json::Null, Value::Null) => true,
            (Json::Bool(ours), Value::Bool(theirs)) => ours == theirs,
            (Json::Number(_), Value::Number(theirs)) => ours.number() == theirs.as_i64(),
            (Json::Text(ours), Value::String(theirs)) => ours == theirs,
            (Json::List(ours), Value::Array(theirs)) => {
                ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| same(a, b))
            }
            (Json::Object(ours), Value::Object(theirs)) => {
                ours.len() == theirs.len() && ours.iter().all(|(name, value)| same(value, &theirs[name]))
            }
            _ => false,
        }
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (-9_007_199_254_740_991_i64..9_007_199_254_740_991).prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::vec((any::<String>(), inner), 0..5)
                    .prop_map(|entries| Value::Object(entries.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_serde_writes_is_read_the_same(value in any_value()) {
            let read = Json::read(&value.to_string()).unwrap();
            prop_assert!(same(&read, &value), "{read:?} {value}");
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,60}", nonsense in "[\\[\\]{}:,\"\\\\a-z0-9u -]{0,40}") {
            let _ = Json::read(&text);
            let _ = Json::read(&nonsense);
        }
    }

    #[test]
    fn escapes_are_read_and_nonsense_is_not() {
        let read = Json::read(r#" { "a" : "\u00e9\ud83d\ude00\n\"" , "b":[] } "#).unwrap();
        assert_eq!(read.get("a").text(), Some("é😀\n\""));
        assert_eq!((read.get("b").list().len(), read.get("c")), (0, &Json::Null));
        for bad in [
            "",
            "{",
            "[1,]",
            "{\"a\"}",
            "\"\\x\"",
            "\"\\ud800\"",
            "1 2",
            "nul",
            "{\"a\":1,}",
            "1.5",
        ] {
            assert_eq!(Json::read(bad), None, "{bad}");
        }
        assert_eq!(Json::read(&"[".repeat(9999)), None);
    }
}
