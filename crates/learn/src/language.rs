//! The languages, and a text in each of them.

use rules::{TextError, text};
use std::fmt;
use std::ops::Index;
use std::str::FromStr;

/// A language of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    En,
    /// French.
    Fr,
    /// German.
    De,
    /// Dutch.
    Nl,
}

impl Language {
    /// Every language, in the order of the data files.
    pub const ALL: [Language; 4] = [Language::En, Language::Fr, Language::De, Language::Nl];

    /// The two letters of the language.
    pub const fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Fr => "fr",
            Language::De => "de",
            Language::Nl => "nl",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = TextError;

    fn from_str(code: &str) -> Result<Language, TextError> {
        text::choice("language", code, &Language::ALL)
    }
}

/// One text in every language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts([String; 4]);

impl Texts {
    pub(crate) fn new(texts: [String; 4]) -> Texts {
        Texts(texts)
    }

    /// The texts with their languages.
    pub fn iter(&self) -> impl Iterator<Item = (Language, &str)> {
        Language::ALL.into_iter().zip(self.0.iter().map(String::as_str))
    }
}

impl Index<Language> for Texts {
    type Output = str;

    fn index(&self, language: Language) -> &str {
        &self.0[language as usize]
    }
}
