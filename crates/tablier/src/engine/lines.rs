//! Reads lines of input; those that are too long or no text are refused.

use std::io::{BufRead, ErrorKind};

/// Bytes of a line; a game of some thousand moves fits.
const LONGEST: usize = 1 << 16;

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Line(String),
    /// A line that cannot be read, and why.
    Refused(&'static str),
    End,
}

/// Reads line by line.
pub(crate) struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    pub(crate) const fn new(input: R) -> Lines<R> {
        Lines { input }
    }

    pub(crate) fn next_line(&mut self) -> Input {
        let mut line = Vec::new();
        let mut length = 0;
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => return Input::End,
            };
            if bytes.is_empty() && length == 0 {
                return Input::End;
            }
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let taken = end.unwrap_or(bytes.len());
            let room = LONGEST.saturating_sub(line.len());
            line.extend_from_slice(&bytes[..taken.min(room)]);
            length += taken;
            let over = end.is_some() || bytes.is_empty();
            let consumed = taken + usize::from(end.is_some());
            self.input.consume(consumed);
            if over {
                break;
            }
        }
        if length > LONGEST {
            return Input::Refused("a line may have 65536 bytes at most: send a shorter one");
        }
        match String::from_utf8(line) {
            Ok(line) => Input::Line(line),
            Err(_) => Input::Refused("this line is no UTF-8 text: send plain text"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor};

    fn lines(bytes: &[u8]) -> Vec<Input> {
        // A buffer of a few bytes, so that lines span several.
        let mut lines = Lines::new(BufReader::with_capacity(3, Cursor::new(bytes)));
        let mut found = Vec::new();
        loop {
            match lines.next_line() {
                Input::End => return found,
                line => found.push(line),
            }
        }
    }

    fn line(text: &str) -> Input {
        Input::Line(text.to_owned())
    }

    #[test]
    fn lines_end_at_a_newline_or_at_the_end() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [line("")]);
        assert_eq!(
            lines(b"one\ntwo three\n\nfour"),
            [line("one"), line("two three"), line(""), line("four")]
        );
    }

    #[test]
    fn long_lines_and_bytes_are_refused_and_the_next_line_is_read() {
        for refused in [vec![b'x'; LONGEST + 1], vec![b'a', 0xff, b'b']] {
            let found = lines(&[&refused[..], b"\nquit\n"].concat());
            assert!(matches!(found[0], Input::Refused(_)));
            assert_eq!(found[1..], [line("quit")]);
        }
        assert_eq!(lines(&vec![b'x'; LONGEST]), [line(&"x".repeat(LONGEST))]);
    }
}
