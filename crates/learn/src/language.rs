//! The languages, and a text in each of them.

use rules::{TextError, text};
use std::fmt;
use std::ops::Index;
use std::str::FromStr;

/// A language of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LessonLanguage {
    /// English.
    En,
    /// French.
    Fr,
    /// German.
    De,
    /// Dutch.
    Nl,
}

impl LessonLanguage {
    /// Every language, in the order of the data files.
    pub const ALL: [LessonLanguage; 4] = [
        LessonLanguage::En,
        LessonLanguage::Fr,
        LessonLanguage::De,
        LessonLanguage::Nl,
    ];

    /// The two letters of the language.
    pub const fn code(self) -> &'static str {
        match self {
            LessonLanguage::En => "en",
            LessonLanguage::Fr => "fr",
            LessonLanguage::De => "de",
            LessonLanguage::Nl => "nl",
        }
    }
}

impl fmt::Display for LessonLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for LessonLanguage {
    type Err = TextError;

    fn from_str(code: &str) -> Result<LessonLanguage, TextError> {
        text::choice("language", code, &LessonLanguage::ALL)
    }
}

/// One text in every language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Translations([String; 4]);

impl Translations {
    pub(crate) fn new(texts: [String; 4]) -> Translations {
        Translations(texts)
    }

    /// The texts with their languages.
    pub fn iter(&self) -> impl Iterator<Item = (LessonLanguage, &str)> {
        LessonLanguage::ALL
            .into_iter()
            .zip(self.0.iter().map(String::as_str))
    }
}

impl Index<LessonLanguage> for Translations {
    type Output = str;

    fn index(&self, language: LessonLanguage) -> &str {
        &self.0[language as usize]
    }
}
