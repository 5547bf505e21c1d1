//! Reading a text that has one spelling, with errors that say where and what was expected.

use rules::TextError;
use std::fmt::Display;

/// A place in a text, and the key whose value is being read.
pub(crate) struct Reader<'a> {
    text: &'a str,
    /// The start of the key's value and the present place, in bytes.
    begin: usize,
    at: usize,
    field: &'static str,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Reader<'a> {
        Reader {
            text,
            begin: 0,
            at: 0,
            field: "position",
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, expected: impl Into<String>) -> TextError {
        let value = &self.text[self.begin..];
        let character = self.text[self.begin..self.at].chars().count();
        TextError::at(self.field, value, character, expected)
    }

    /// The text is well formed, but says what cannot be.
    pub(crate) fn refuse(&self, expected: impl Into<String>) -> TextError {
        TextError::at("position", self.text, 0, expected)
    }

    /// Goes over exactly these characters.
    pub(crate) fn expect(&mut self, word: &str) -> Result<(), TextError> {
        if self.rest().starts_with(word) {
            self.at += word.len();
            Ok(())
        } else {
            Err(self.error(word))
        }
    }

    /// Goes over what stands before a key, and the key; its value follows.
    pub(crate) fn key(&mut self, before: &str, key: &'static str) -> Result<&mut Reader<'a>, TextError> {
        self.expect(&format!("{before}\"{key}\":"))?;
        (self.field, self.begin) = (key, self.at);
        Ok(self)
    }

    /// One of some words in quotation marks.
    pub(crate) fn choice<T: Copy + Display>(&mut self, all: &[T]) -> Result<T, TextError> {
        let quoted = all.iter().map(|item| format!("\"{item}\""));
        let words: Vec<String> = quoted.collect();
        match words.iter().position(|word| self.rest().starts_with(word)) {
            Some(index) => {
                self.at += words[index].len();
                Ok(all[index])
            }
            None => Err(self.error(words.join(" or "))),
        }
    }

    /// A whole number between two, both allowed, without needless signs and zeros.
    pub(crate) fn number(&mut self, least: i32, most: i32) -> Result<i32, TextError> {
        let digits = self
            .rest()
            .find(|c: char| !c.is_ascii_digit() && c != '-')
            .unwrap_or(self.rest().len());
        let word = &self.rest()[..digits];
        match word.parse::<i32>() {
            Ok(value) if (least..=most).contains(&value) && value.to_string() == word => {
                self.at += digits;
                Ok(value)
            }
            _ => Err(self.error(format!("a whole number from {least} to {most}"))),
        }
    }

    /// A list of any length.
    pub(crate) fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Reader<'a>) -> Result<T, TextError>,
    ) -> Result<Vec<T>, TextError> {
        self.expect("[")?;
        let mut items = Vec::new();
        while !self.rest().starts_with(']') {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(item(self)?);
        }
        self.expect("]")?;
        Ok(items)
    }

    /// A list of `N` items.
    pub(crate) fn fixed<T, const N: usize>(
        &mut self,
        mut item: impl FnMut(&mut Reader<'a>) -> Result<T, TextError>,
    ) -> Result<[T; N], TextError> {
        let mut items = Vec::with_capacity(N);
        for index in 0..N {
            self.expect(if index == 0 { "[" } else { "," })?;
            items.push(item(self)?);
        }
        self.expect("]")?;
        items.try_into().map_err(|_| self.error(format!("{N} items")))
    }

    pub(crate) fn end(&self) -> Result<(), TextError> {
        if self.rest().is_empty() {
            Ok(())
        } else {
            Err(self.error("the end"))
        }
    }

    /// Refuses a text that is not spelled as it would be printed.
    pub(crate) fn same(&self, written: &str) -> Result<(), TextError> {
        if written == self.text {
            return Ok(());
        }
        let shared = written
            .chars()
            .zip(self.text.chars())
            .take_while(|(one, two)| one == two)
            .count();
        let next = written.chars().nth(shared);
        let expected = next.map_or("the end".to_owned(), |next| {
            format!("{next:?}, as it would be written")
        });
        Err(TextError::at("position", self.text, shared, expected))
    }
}
