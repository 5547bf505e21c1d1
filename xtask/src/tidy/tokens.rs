//! Finds the comments and string literals of a Rust source, as far as the checks of `tidy` need them.

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    Comment,
    Literal,
}

/// A comment (without its slashes) or a string literal (without its quotes).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Token<'a> {
    /// Counted from 1.
    pub(super) line: usize,
    pub(super) kind: Kind,
    pub(super) text: &'a str,
}

pub(super) fn tokens(source: &str) -> Vec<Token<'_>> {
    let bytes = source.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    let mut line = 1;
    while at < bytes.len() {
        let rest = &source[at..];
        let (length, token) = if rest.starts_with("//") {
            let end = rest.find('\n').unwrap_or(rest.len());
            let text = rest[..end].trim_start_matches('/').trim_start_matches('!').trim();
            (end, Some((Kind::Comment, text)))
        } else if rest.starts_with("/*") {
            let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
            (
                end,
                Some((Kind::Comment, rest[..end].trim_matches(['/', '*', '!', ' ']))),
            )
        } else if let Some(hashes) = raw_string(source, at) {
            let open = hashes + 2;
            let close = format!("\"{}", "#".repeat(hashes));
            let text = rest[open..].split(&close).next().unwrap_or_default();
            let length = (open + text.len() + close.len()).min(rest.len());
            (length, Some((Kind::Literal, text)))
        } else if rest.starts_with('"') {
            let end = string_end(rest);
            (end, Some((Kind::Literal, rest[1..end].trim_end_matches('"'))))
        } else if rest.starts_with('\'') {
            (char_end(rest), None)
        } else {
            (rest.chars().next().map_or(1, char::len_utf8), None)
        };
        found.extend(token.map(|(kind, text)| Token { line, kind, text }));
        line += rest[..length].matches('\n').count();
        at += length;
    }
    found
}

/// The number of `#` if a raw string begins here.
fn raw_string(source: &str, at: usize) -> Option<usize> {
    let rest = source[at..].strip_prefix('r')?;
    let in_name =
        source[..at].ends_with(|before: char| before.is_alphanumeric() && before != 'b' || before == '_');
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    (!in_name && rest[hashes..].starts_with('"')).then_some(hashes)
}

/// The length of the string literal that the text begins with.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (index, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return index + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of the character literal that the text begins with; of a lifetime, its apostrophe alone.
fn char_end(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => text
            .get(3..)
            .and_then(|rest| rest.find('\''))
            .map_or(text.len(), |end| end + 4),
        Some(_) => match chars.next() {
            Some((index, '\'')) => index + 1,
            _ => 1,
        },
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_told_from_strings_and_characters() {
        let source = "//! Top.\nlet a = \"x // \\\" y\"; // end\nlet b = ('\"', '\\'', '/'); fn f<'a>() {}\n\
                      let c = r#\"raw \" // text\"#;\n/* block */ let var\"\";";
        let found: Vec<_> = tokens(source)
            .iter()
            .map(|token| (token.line, token.kind, token.text))
            .collect();
        assert_eq!(
            found,
            [
                (1, Kind::Comment, "Top."),
                (2, Kind::Literal, "x // \\\" y"),
                (2, Kind::Comment, "end"),
                (4, Kind::Literal, "raw \" // text"),
                (5, Kind::Comment, "block"),
                (5, Kind::Literal, ""),
            ]
        );
    }

    #[test]
    fn unfinished_sources_end() {
        for source in ["\"", "r#\"", "'", "'\\", "/*", "//", "\"\\"] {
            assert!(tokens(source).len() <= 1, "{source}");
        }
    }
}
