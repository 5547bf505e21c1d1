//! Comments, log messages and error texts are plain sentences: none begins with a relative or interrogative word. Of a
//! comment each sentence counts.

use super::tokens::{Kind, tokens};
use super::{files, read, shown};
use std::path::Path;

/// Words that begin a sentence without a subject.
const OPENERS: &[&str] = &["what", "who", "whose", "whom", "which", "where", "so"];

/// Files that cannot change: sqlx compares the checksum of a migration with the one a database was built by.
const FROZEN: &str = "crates/store/migrations/";

/// The folders of text files that have comments.
const PLAYTHROUGHS: &str = "/tests/playthroughs/";

pub(super) fn check(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    for extension in ["rs", "toml", "css", "js", "sql", "py", "html", "txt"] {
        for path in files(root, extension) {
            let name = shown(root, &path);
            let has_no_comments = extension == "txt" && !name.contains(PLAYTHROUGHS);
            if name.starts_with(FROZEN) || has_no_comments {
                continue;
            }
            let text = read(&path);
            let lines = if extension == "rs" {
                rust_lines(&text)
            } else {
                other_lines(&text)
            };
            problems.extend(lines.iter().map(|(line, text)| {
                format!("{name}:{line} begins with a word that hides its subject: {text}")
            }));
        }
    }
    problems
}

/// The comments and literals of a Rust source that begin with an opener, each with its line.
fn rust_lines(source: &str) -> Vec<(usize, &str)> {
    let faulty = tokens(source).into_iter().filter(|token| match token.kind {
        Kind::Comment => comment_is_faulty(token.text),
        Kind::Literal => literal_is_faulty(token.text),
    });
    faulty.map(|token| (token.line, token.text)).collect()
}

/// The same for comments of other languages that fill a line.
fn other_lines(text: &str) -> Vec<(usize, &str)> {
    let comments = text.lines().enumerate().filter_map(|(index, line)| {
        let line = line.trim_start();
        let comment = ["//", "/*", "--", "#", "<!--", "\"\"\""]
            .iter()
            .find_map(|mark| line.strip_prefix(mark))?;
        Some((index + 1, comment.trim()))
    });
    comments
        .filter(|(_, comment)| comment_is_faulty(comment))
        .collect()
}

/// A line of a comment begins a sentence if its first letter is a capital one, and again after each full stop.
fn comment_is_faulty(comment: &str) -> bool {
    let comment = comment.trim_start_matches(['-', '*', '#', ' ']);
    comment
        .split(". ")
        .any(|sentence| sentence.starts_with(char::is_uppercase) && begins_with_opener(sentence))
}

/// Questions to a person are sentences; a single word is no sentence.
fn literal_is_faulty(literal: &str) -> bool {
    !literal.ends_with('?') && literal.contains(' ') && begins_with_opener(literal)
}

fn begins_with_opener(sentence: &str) -> bool {
    let first = sentence
        .split(|letter: char| !letter.is_alphanumeric())
        .next()
        .unwrap_or_default();
    OPENERS.iter().any(|opener| first.eq_ignore_ascii_case(opener))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_without_a_subject_are_found() {
        let source = "/// Who plays.\nlet a = \"what is refused\"; // So it is.\n/// Plays,\n/// where one may.\n\
                      let b = \"Which game?\"; let c = \"who\"; // Whole numbers.\n";
        let lines: Vec<usize> = rust_lines(source).iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 2, 2]);
    }

    #[test]
    fn each_sentence_of_a_comment_counts() {
        let source = "/// Plays. What is left stays.\n/// Plays, i.e. who may.\nlet a = \"Plays. So it is\";\n\
                      //! Moves. So do all.\n";
        let lines: Vec<usize> = rust_lines(source).iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 4]);
    }

    #[test]
    fn other_languages_have_comments_too() {
        let text = "# What it is.\nkey = \"What\" # What\n-- Where they play.\n  /* Whose turn. */\n// Plain.\n\
                    <!-- Who plays. -->\n    \"\"\"What it does.\"\"\"\n";
        let lines: Vec<usize> = other_lines(text).iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 3, 4, 6, 7]);
    }
}
