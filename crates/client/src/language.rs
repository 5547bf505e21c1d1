//! The four languages and their texts, which are data: one folder of messages a language, the same keys in each.
//!
//! The enum [`Text`] is made from the English messages by the build script.

use std::sync::OnceLock;

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// French.
    French,
    /// English.
    English,
    /// German.
    German,
    /// Dutch.
    Dutch,
}

impl Language {
    /// All of them, in the order of the switch.
    pub const ALL: [Language; 4] = [
        Language::French,
        Language::English,
        Language::German,
        Language::Dutch,
    ];

    /// The two letters that browsers use.
    pub const fn code(self) -> &'static str {
        ["fr", "en", "de", "nl"][self as usize]
    }

    /// The language's own name.
    pub const fn name(self) -> &'static str {
        ["Français", "English", "Deutsch", "Nederlands"][self as usize]
    }

    /// The language of a browser's tag such as `de-CH`.
    pub fn from_tag(tag: &str) -> Option<Language> {
        let code = tag.split('-').next()?;
        Language::ALL
            .into_iter()
            .find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// The first of the browser's languages that we speak, or English.
    pub fn preferred(tags: impl IntoIterator<Item = String>) -> Language {
        tags.into_iter()
            .find_map(|tag| Language::from_tag(&tag))
            .unwrap_or(Language::English)
    }

    /// The form that a count takes of the forms `one|many` of a text.
    const fn plural_form(self, count: usize) -> usize {
        let is_singular = match self {
            Language::French => count < 2,
            Language::English | Language::German | Language::Dutch => count == 1,
        };
        !is_singular as usize
    }

    /// Takes in the texts of a language. They stay for as long as the page does.
    pub fn learn(self, texts: String) {
        // An earlier call has set them already.
        let _ = KNOWN[self as usize].set(texts);
    }

    /// Whether the texts are there.
    pub fn is_known(self) -> bool {
        !self.file().is_empty()
    }

    fn file(self) -> &'static str {
        #[cfg(not(target_arch = "wasm32"))]
        {
            self.learn(self.own_file().to_owned());
        }
        KNOWN[self as usize].get().map_or("", String::as_str)
    }

    /// The joined messages; a browser fetches them.
    #[cfg(not(target_arch = "wasm32"))]
    const fn own_file(self) -> &'static str {
        match self {
            Language::French => include_str!(concat!(env!("OUT_DIR"), "/fr.txt")),
            Language::English => include_str!(concat!(env!("OUT_DIR"), "/en.txt")),
            Language::German => include_str!(concat!(env!("OUT_DIR"), "/de.txt")),
            Language::Dutch => include_str!(concat!(env!("OUT_DIR"), "/nl.txt")),
        }
    }
}

/// The texts that are there.
static KNOWN: [OnceLock<String>; 4] = [const { OnceLock::new() }; 4];

include!(concat!(env!("OUT_DIR"), "/text.rs"));

/// All texts in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Messages {
    language: Language,
    /// By [`Text`].
    texts: Vec<&'static str>,
}

impl Messages {
    /// The texts in a language; empty ones as long as they are not there.
    pub fn of(language: Language) -> Messages {
        let mut texts: Vec<&str> = language.file().lines().collect();
        texts.resize(Text::COUNT, "");
        Messages { language, texts }
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// A text.
    pub fn text(&self, text: Text) -> &'static str {
        self.texts[text as usize]
    }

    /// A text with its `{name}`s replaced.
    pub fn fill(&self, text: Text, values: &[(&str, &str)]) -> String {
        fill(self.text(text), values)
    }

    /// A text that has several forms, `one|many`, with `{n}` replaced by the count.
    pub fn count(&self, text: Text, count: usize) -> String {
        let mut forms = self.text(text).split('|');
        let form = forms.nth(self.language.plural_form(count)).unwrap_or_default();
        fill(form, &[("n", &count.to_string())])
    }
}

fn fill(text: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| {
        text.replace(&format!("{{{name}}}"), value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};

    /// The files of a folder, in order.
    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }

    /// The messages of a language: the file, key and text of each.
    fn messages(language: Language) -> Vec<(String, String, String)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("messages");
        let mut messages = Vec::new();
        for file in files(&folder.join(language.code())) {
            let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
            for line in fs::read_to_string(file).unwrap().lines() {
                let (key, text) = line.split_once(" = ").unwrap_or_else(|| panic!("{name}: {line}"));
                messages.push((name.clone(), key.to_owned(), text.to_owned()));
            }
        }
        messages
    }

    /// The `{name}`s in a text, and how many forms it has.
    fn shape(text: &str) -> (Vec<&str>, usize) {
        let mut names: Vec<&str> = text
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
            .collect();
        names.sort_unstable();
        names.dedup();
        (names, text.split('|').count())
    }

    #[test]
    fn every_language_has_every_text_in_the_same_order_and_shape() {
        let english = messages(Language::English);
        assert_eq!(english.len(), Text::COUNT);
        for language in Language::ALL {
            let messages = messages(language);
            assert_eq!(messages.len(), Text::COUNT, "{language:?}");
            for ((file, key, text), (english_file, english_key, english_text)) in
                messages.iter().zip(&english)
            {
                assert_eq!((file, key), (english_file, english_key), "{language:?}");
                assert!(!text.trim().is_empty(), "{language:?} {key}");
                assert_eq!(shape(text), shape(english_text), "{language:?} {key}");
            }
        }
    }

    #[test]
    fn texts_are_found_by_their_names() {
        for (language, text) in [(Language::English, "Language"), (Language::Dutch, "Taal")] {
            assert_eq!(Messages::of(language).text(Text::Language), text);
        }
    }

    /// The Rust sources under a folder, one after the other.
    fn sources(folder: &Path) -> String {
        let read = |path: PathBuf| {
            if path.is_dir() {
                sources(&path)
            } else {
                fs::read_to_string(path).unwrap()
            }
        };
        files(folder).into_iter().map(read).collect()
    }

    #[test]
    fn every_text_is_used() {
        let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        let used: std::collections::HashSet<&str> = sources
            .split("Text::")
            .skip(1)
            .filter_map(|rest| rest.split(|letter: char| !letter.is_ascii_alphanumeric()).next())
            .collect();
        let unused: Vec<String> = messages(Language::English)
            .into_iter()
            .map(|(_, key, _)| key)
            .filter(|key| {
                let words = key.split('-').map(|word| word[..1].to_uppercase() + &word[1..]);
                !used.contains(words.collect::<String>().as_str())
            })
            .collect();
        assert!(unused.is_empty(), "{unused:?}");
    }

    #[test]
    fn plurals_follow_the_language() {
        let points = |language, n| Messages::of(language).count(Text::Points, n);
        assert_eq!(points(Language::English, 0), "0 points");
        assert_eq!(points(Language::English, 1), "1 point");
        assert_eq!(points(Language::French, 0), "0 point");
        assert_eq!(points(Language::French, 2), "2 points");
        assert_eq!(points(Language::German, 2), "2 Punkte");
        assert_eq!(points(Language::Dutch, 1), "1 punt");
    }

    #[test]
    fn the_browser_chooses_the_language() {
        let preferred = |tags: &[&str]| Language::preferred(tags.iter().map(ToString::to_string));
        assert_eq!(preferred(&["pt-BR", "de-CH", "fr"]), Language::German);
        assert_eq!(preferred(&["NL"]), Language::Dutch);
        assert_eq!(preferred(&["xx", ""]), Language::English);
    }
}
