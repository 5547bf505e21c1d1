//! Errors of the data files.

use std::fmt;

/// A data file that does not keep to the format: the file, the line, what was expected and what stood there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnError {
    file: String,
    line: usize,
    expected: String,
    found: String,
}

impl LearnError {
    pub(crate) fn new(
        file: &str,
        line: usize,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> LearnError {
        LearnError {
            file: file.to_owned(),
            line,
            expected: expected.into(),
            found: found.into(),
        }
    }
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LearnError {
            file,
            line,
            expected,
            found,
        } = self;
        write!(f, "{file}:{line}: expected {expected}, found {found}")
    }
}

impl std::error::Error for LearnError {}
