//! The page's texts, which are data: one file a language, the same keys in each.

/// The texts in one language.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    file: &'static str,
}

impl Words {
    /// The texts in the language of a code such as `de`; English for any other.
    pub fn of(code: &str) -> Words {
        Words {
            file: match code {
                "fr" => include_str!("../messages/fr.txt"),
                "de" => include_str!("../messages/de.txt"),
                "nl" => include_str!("../messages/nl.txt"),
                _ => include_str!("../messages/en.txt"),
            },
        }
    }

    /// The `key = text` lines.
    fn entries(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.file.lines().filter_map(|line| line.split_once(" = "))
    }

    /// A text; nothing for an unknown key.
    pub fn text(self, key: &str) -> &'static str {
        let mut entries = self.entries();
        entries
            .find(|(found, _)| *found == key)
            .map_or("", |(_, text)| text)
    }

    /// A page with every `{key}` replaced by its text.
    pub fn fill(self, page: &str) -> String {
        self.entries().fold(page.to_owned(), |page, (key, text)| {
            page.replace(&format!("{{{key}}}"), text)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::PAGE;

    const CODES: [&str; 4] = ["fr", "en", "de", "nl"];

    #[test]
    fn every_language_has_every_text_in_the_same_order() {
        let keys = |code| Words::of(code).entries().map(|(key, _)| key).collect::<Vec<_>>();
        for code in CODES {
            assert_eq!(keys(code), keys("en"), "{code}");
            assert!(
                Words::of(code).entries().all(|(_, text)| !text.trim().is_empty()),
                "{code}"
            );
            let reserve = Words::of(code).text("reserve");
            assert!(reserve.contains("{n}"), "{code}");
        }
    }

    /// The keys that stand in a source file as strings with this beginning.
    fn keys_in<'a>(source: &'a str, beginning: &'a str) -> impl Iterator<Item = &'a str> {
        let strings = source.split('"').skip(1).step_by(2);
        strings.filter(move |string| string.starts_with(beginning))
    }

    #[test]
    fn all_that_can_happen_has_words() {
        let (news, page) = (include_str!("news.rs"), include_str!("page.rs"));
        let keys: Vec<&str> = ["news-", "hint-", "white-", "black-", "feel-", "holding-"]
            .iter()
            .flat_map(|beginning| keys_in(news, beginning).chain(keys_in(page, beginning)))
            .collect();
        assert!(keys.len() > 40, "{keys:?}");
        for key in keys {
            assert!(!Words::of("en").text(key).is_empty(), "{key}");
        }
    }

    #[test]
    fn the_page_leaves_no_text_out() {
        for code in CODES {
            let page = Words::of(code).fill(PAGE);
            assert!(!page.contains('{'), "{code}");
        }
    }
}
