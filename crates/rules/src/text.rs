//! Reading the one-line text formats, with errors that say where and what was expected.

use std::fmt;

/// Why a text was refused: the field, the character in it, what stood there and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    field: &'static str,
    /// Counted from 1 within the field.
    character: usize,
    found: Option<char>,
    expected: String,
}

impl TextError {
    /// An error at the 0-based character `at` of a field's `text`.
    pub fn at(field: &'static str, text: &str, at: usize, expected: impl Into<String>) -> TextError {
        TextError {
            field,
            character: at + 1,
            found: text.chars().nth(at),
            expected: expected.into(),
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, character {}: expected {}, found ",
            self.field, self.character, self.expected
        )?;
        match self.found {
            Some(found) => write!(f, "{found:?}"),
            None => f.write_str("the end"),
        }
    }
}

impl std::error::Error for TextError {}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text is no move of this game.
    Unreadable(TextError),
    /// The rules do not allow it here; the sentence says which rule.
    Illegal(String),
}

impl MoveError {
    /// A move that the rules do not allow, with the reason as a sentence.
    pub fn illegal(reason: impl Into<String>) -> MoveError {
        MoveError::Illegal(reason.into())
    }

    /// A move after the end; `result` says how the game ended.
    pub fn over(result: impl fmt::Display) -> MoveError {
        MoveError::Illegal(format!("the game is over: {result}"))
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Unreadable(error) => error.fmt(f),
            MoveError::Illegal(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for MoveError {}

impl From<TextError> for MoveError {
    fn from(error: TextError) -> MoveError {
        MoveError::Unreadable(error)
    }
}

/// Splits a position into exactly the named fields, separated by single spaces.
pub fn fields<'a, const N: usize>(
    names: [&'static str; N],
    text: &'a str,
) -> Result<[&'a str; N], TextError> {
    let mut found = [""; N];
    let mut parts = text.split(' ');
    for (slot, name) in found.iter_mut().zip(names) {
        *slot = match parts.next() {
            Some(part) if !part.is_empty() => part,
            _ => {
                return Err(TextError::at(
                    name,
                    "",
                    0,
                    format!("{N} fields separated by single spaces"),
                ));
            }
        };
    }
    if parts.next().is_some() {
        let at = found.iter().map(|part| part.chars().count() + 1).sum::<usize>() - 1;
        return Err(TextError::at(
            "position",
            text,
            at,
            format!("the end after {N} fields"),
        ));
    }
    Ok(found)
}

/// Reads one of a few fixed words.
pub fn choice<T: Copy + fmt::Display>(field: &'static str, text: &str, all: &[T]) -> Result<T, TextError> {
    let words: Vec<String> = all.iter().map(ToString::to_string).collect();
    match words.iter().position(|word| word == text) {
        Some(index) => Ok(all[index]),
        None => Err(TextError::at(
            field,
            text,
            shared_start(&words, text),
            words.join(" or "),
        )),
    }
}

/// The length of the longest start of `text` that is a start of one of the `words`.
fn shared_start(words: &[String], text: &str) -> usize {
    let shared = |word: &String| word.chars().zip(text.chars()).take_while(|(a, b)| a == b).count();
    words.iter().map(shared).max().unwrap_or(0)
}

/// Reads rows joined by `/`, each a mix of pieces and counts of empty cells.
///
/// `lengths` gives the cells of each row in the order of the text; `piece` reads one piece;
/// `place` is called with row, cell in the row, and the piece. Counts are 1 to 9 and as long
/// as they can be, so that every board has one spelling.
pub fn read_rows<P>(
    field: &'static str,
    text: &str,
    lengths: &[usize],
    pieces: &str,
    piece: impl Fn(char) -> Option<P>,
    mut place: impl FnMut(usize, usize, P),
) -> Result<(), TextError> {
    let error = |at, expected: String| Err(TextError::at(field, text, at, expected));
    let (mut row, mut cell, mut after_count) = (0, 0, false);
    for (at, c) in text.chars().enumerate() {
        let left = lengths[row] - cell;
        if left == 0 {
            if c != '/' || row + 1 == lengths.len() {
                let expected = if row + 1 == lengths.len() {
                    "the end of the rows"
                } else {
                    "'/' after a full row"
                };
                return error(at, expected.to_owned());
            }
            (row, cell, after_count) = (row + 1, 0, false);
        } else if let Some(found) = piece(c) {
            place(row, cell, found);
            (cell, after_count) = (cell + 1, false);
        } else {
            let most = left.min(9);
            match c.to_digit(10).map(|digit| digit as usize) {
                Some(count) if count >= 1 && count <= most && !after_count => {
                    (cell, after_count) = (cell + count, true);
                }
                _ if after_count => return error(at, format!("{pieces} after a count of empty cells")),
                _ => {
                    return error(
                        at,
                        format!("{pieces}, or a count of empty cells from 1 to {most}"),
                    );
                }
            }
        }
    }
    if row + 1 < lengths.len() || cell < lengths[row] {
        return error(text.chars().count(), format!("{} rows, all full", lengths.len()));
    }
    Ok(())
}

/// Writes what [`read_rows`] reads; `piece` gives the piece on a cell, if any.
pub fn write_rows(lengths: &[usize], piece: impl Fn(usize, usize) -> Option<char>) -> String {
    let mut text = String::new();
    for (row, &length) in lengths.iter().enumerate() {
        if row > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for cell in 0..length {
            match piece(row, cell) {
                None => empty += 1,
                Some(found) => {
                    push_count(&mut text, empty);
                    text.push(found);
                    empty = 0;
                }
            }
        }
        push_count(&mut text, empty);
    }
    text
}

fn push_count(text: &mut String, empty: usize) {
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Result<Vec<(usize, usize, char)>, TextError> {
        let mut placed = Vec::new();
        let piece = |c| (c == 'x').then_some(c);
        read_rows("cells", text, &[2, 3], "x", piece, |row, cell, found| {
            placed.push((row, cell, found));
        })?;
        Ok(placed)
    }

    #[test]
    fn rows_are_read_and_written_back() {
        let placed = rows("x1/1x1").unwrap();
        assert_eq!(placed, [(0, 0, 'x'), (1, 1, 'x')]);
        let piece = |row, cell| {
            placed
                .iter()
                .find(|(r, c, _)| (*r, *c) == (row, cell))
                .map(|(.., found)| *found)
        };
        assert_eq!(write_rows(&[2, 3], piece), "x1/1x1");
    }

    #[test]
    fn row_errors_say_where_and_what() {
        let cases = [
            ("", "cells, character 1: expected 2 rows, all full, found the end"),
            (
                "2",
                "cells, character 2: expected 2 rows, all full, found the end",
            ),
            (
                "2/",
                "cells, character 3: expected 2 rows, all full, found the end",
            ),
            (
                "3/3",
                "cells, character 1: expected x, or a count of empty cells from 1 to 2, found '3'",
            ),
            (
                "11/3",
                "cells, character 2: expected x after a count of empty cells, found '1'",
            ),
            (
                "2/3/",
                "cells, character 4: expected the end of the rows, found '/'",
            ),
            (
                "2x3",
                "cells, character 2: expected '/' after a full row, found 'x'",
            ),
            (
                "é",
                "cells, character 1: expected x, or a count of empty cells from 1 to 2, found 'é'",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(rows(text).unwrap_err().to_string(), expected, "{text:?}");
        }
    }

    #[test]
    fn fields_are_exactly_the_named_ones() {
        let split = |text| fields(["one", "two"], text);
        assert_eq!(split("a b").unwrap(), ["a", "b"]);
        for text in ["", "a", "a ", "a  b", " a b", "a b ", "a b c"] {
            assert!(split(text).is_err(), "{text:?}");
        }
        assert_eq!(
            split("a b c").unwrap_err().to_string(),
            "position, character 4: expected the end after 2 fields, found ' '"
        );
    }
}
