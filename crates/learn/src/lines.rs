//! The lines of figures and lessons: keywords in the first column, what belongs to them indented.

use crate::error::LearnError;
use crate::language::{LessonLanguage, Translations};

/// A keyword of the first column with the lines that belong to it.
#[derive(Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) file: &'a str,
    pub(crate) line: usize,
    pub(crate) word: &'a str,
    pub(crate) rest: &'a str,
    pub(crate) items: Vec<Item<'a>>,
}

/// An indented line; lines indented further continue it.
#[derive(Debug)]
pub(crate) struct Item<'a> {
    pub(crate) line: usize,
    pub(crate) word: &'a str,
    pub(crate) rest: String,
}

/// Splits a file into its entries.
pub(crate) fn entries<'a>(file: &'a str, text: &'a str) -> Result<Vec<Entry<'a>>, LearnError> {
    let mut entries: Vec<Entry<'a>> = Vec::new();
    for (index, raw) in text.lines().enumerate() {
        if raw.is_empty() || raw.starts_with('#') {
            continue;
        }
        let line = index + 1;
        let error = |expected: &str| LearnError::new(file, line, expected, format!("{raw:?}"));
        let content = raw.trim_start_matches(' ');
        if content.trim() != content || content.is_empty() {
            return Err(error("a line without tabs and without blanks at its end"));
        }
        let (word, rest) = content.split_once(' ').unwrap_or((content, ""));
        match (raw.len() - content.len(), entries.last_mut()) {
            (0, _) => entries.push(Entry {
                file,
                line,
                word,
                rest,
                items: Vec::new(),
            }),
            (2, Some(entry)) => entry.items.push(Item {
                line,
                word,
                rest: rest.to_owned(),
            }),
            (4, Some(entry)) => match entry.items.last_mut() {
                Some(item) => {
                    item.rest.push(' ');
                    item.rest.push_str(content);
                }
                None => return Err(error("a line indented by two before one indented by four")),
            },
            (2 | 4, None) => return Err(error("a keyword in the first column")),
            _ => return Err(error("a line indented by 0, 2 or 4 blanks")),
        }
    }
    Ok(entries)
}

impl Entry<'_> {
    /// An error in the keyword's line.
    pub(crate) fn error(&self, expected: impl Into<String>) -> LearnError {
        let found = format!("{:?}", format!("{} {}", self.word, self.rest).trim_end());
        LearnError::new(self.file, self.line, expected, found)
    }

    /// An error in a line that belongs to the keyword.
    pub(crate) fn item_error(&self, item: &Item<'_>, expected: impl Into<String>) -> LearnError {
        let found = format!("{:?}", format!("{} {}", item.word, item.rest).trim_end());
        LearnError::new(self.file, item.line, expected, found)
    }

    /// The words after the keyword, at least one.
    pub(crate) fn words(&self, expected: &str) -> Result<Vec<String>, LearnError> {
        let words: Vec<String> = self.rest.split(' ').map(str::to_owned).collect();
        if words.iter().any(String::is_empty) {
            return Err(self.error(format!("{expected}, separated by single blanks")));
        }
        Ok(words)
    }

    /// Nothing but the keyword in its line.
    pub(crate) fn bare(&self) -> Result<(), LearnError> {
        match self.rest {
            "" => Ok(()),
            _ => Err(self.error(format!("{:?} alone in its line", self.word))),
        }
    }

    /// Nothing indented below the keyword.
    pub(crate) fn leaf(&self) -> Result<(), LearnError> {
        match self.items.first() {
            None => Ok(()),
            Some(item) => Err(self.item_error(item, format!("nothing indented below {:?}", self.word))),
        }
    }

    /// The text below the keyword, and nothing else.
    pub(crate) fn texts(&self) -> Result<Translations, LearnError> {
        let languages = |item: &&Item<'_>| item.word.parse::<LessonLanguage>().is_err();
        if let Some(item) = self.items.iter().find(languages) {
            return Err(self.item_error(item, "a text: en, fr, de or nl"));
        }
        self.texts_if_any()?
            .ok_or_else(|| self.error("texts below: en, fr, de and nl"))
    }

    /// The text among what stands below the keyword: none, or one in every language, in their order.
    pub(crate) fn texts_if_any(&self) -> Result<Option<Translations>, LearnError> {
        let is_text = |item: &&Item<'_>| item.word.parse::<LessonLanguage>().is_ok();
        let items: Vec<&Item<'_>> = self.items.iter().filter(is_text).collect();
        if items.is_empty() {
            return Ok(None);
        }
        let mut texts: [String; 4] = Default::default();
        for (language, text) in LessonLanguage::ALL.into_iter().zip(&mut texts) {
            let Some(item) = items.get(language as usize) else {
                return Err(self.error(format!("texts below: en, fr, de and nl ({language} is missing)")));
            };
            if item.word != language.code() || item.rest.is_empty() {
                return Err(self.item_error(item, format!("the text in {language}")));
            }
            text.clone_from(&item.rest);
        }
        match items.get(LessonLanguage::ALL.len()) {
            None => Ok(Some(Translations::new(texts))),
            Some(item) => Err(self.item_error(item, "one text a language")),
        }
    }
}
