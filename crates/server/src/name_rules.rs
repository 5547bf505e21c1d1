//! Names that people may have: which letters, no look-alikes, no reserved words, nothing that looks like an id.

use crate::ids::is_id_shaped;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Letters of a name.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=24;

/// Words that belong to the server.
const RESERVED: [&str; 34] = [
    "admin",
    "administrator",
    "anonymous",
    "bot",
    "computer",
    "deleted",
    "engine",
    "gast",
    "gone",
    "guest",
    "host",
    "imported",
    "invité",
    "isometron",
    "me",
    "mod",
    "moderator",
    "nobody",
    "null",
    "offboard",
    "official",
    "ordinateur",
    "polarity",
    "polygone",
    "root",
    "server",
    "staff",
    "support",
    "system",
    "tablier",
    "team",
    "undefined",
    "webmaster",
    "you",
];
/// Beginnings that belong to the server: its engine is called "Computer 5".
const RESERVED_BEGINNINGS: [&str; 4] = ["admin", "computer", "moderator", "ordinateur"];

/// A name that may be had, unless another account has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GoodName {
    pub(crate) name: String,
    /// The name with letters that look alike made one.
    pub(crate) skeleton: String,
}

/// Reads a name of a person; the error says what to do.
pub(crate) fn read_name(text: &str) -> Result<GoodName, &'static str> {
    let name = clean_label(text).ok_or(
        "a name has 2 to 24 letters of one alphabet (Latin, Greek or Cyrillic), digits, and single spaces or . - _ ' between them",
    )?;
    if is_id_shaped(&name) {
        return Err("this name looks like an id; choose another");
    }
    let skeleton = skeleton(&name);
    let is_reserved = RESERVED.iter().any(|word| skeleton == self::skeleton(word))
        || RESERVED_BEGINNINGS
            .iter()
            .any(|word| skeleton.starts_with(&self::skeleton(word)));
    if is_reserved {
        return Err("this name is reserved; choose another");
    }
    Ok(GoodName { name, skeleton })
}

/// A short text of plain letters, without space around it.
pub(crate) fn clean_label(text: &str) -> Option<String> {
    let name: String = text.trim().nfc().collect();
    let is_between = |c: char| matches!(c, ' ' | '-' | '_' | '.' | '\'');
    let mut alphabets = name.chars().filter_map(alphabet);
    let first = alphabets.next();
    let one_alphabet = alphabets.all(|other| Some(other) == first);
    let plain = name
        .chars()
        .all(|c| c.is_ascii_digit() || is_between(c) || alphabet(c).is_some());
    let mut pairs = name.chars().zip(name.chars().skip(1));
    // Initials are written "K. Smith" and "Zoe K."
    let apart = !pairs.any(|(one, other)| is_between(one) && is_between(other) && (one, other) != ('.', ' '));
    let ends = !name.starts_with(is_between) && !name.trim_end_matches('.').ends_with(is_between);
    let fits = LENGTH.contains(&name.chars().count());
    (fits && plain && one_alphabet && apart && ends).then_some(name)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alphabet {
    Latin,
    Greek,
    Cyrillic,
}

/// The alphabet of a letter that names may have. Letters that are taken for signs or for others of their own alphabet, such
/// as the dotless i's neighbours ĸ and ſ, are left out.
const fn alphabet(letter: char) -> Option<Alphabet> {
    match letter {
        'ĸ' | 'ŉ' | 'ſ' | '×' | '÷' => None,
        'a'..='z' | 'A'..='Z' | 'À'..='ž' | 'Ơ' | 'ơ' | 'Ư' | 'ư' | 'Ș'..='ț' | 'ẞ' | 'Ạ'..='ỹ' => {
            Some(Alphabet::Latin)
        }
        'Ά' | 'Έ'..='Ώ' | 'ΐ'..='ώ' => Some(Alphabet::Greek),
        'Ѐ'..='џ' | 'Ґ' | 'ґ' => Some(Alphabet::Cyrillic),
        _ => None,
    }
}

/// A name as the eye reads it quickly: without accents and signs, letters that look alike made one.
pub(crate) fn skeleton(name: &str) -> String {
    let bare = name
        .nfkd()
        .filter(|c| !is_combining_mark(*c) && c.is_alphanumeric());
    let letters: String = bare.flat_map(char_alike).collect();
    letters.replace("rn", "m").replace("vv", "w")
}

/// The letter, or the two, that stand for all that look like this one.
fn char_alike(letter: char) -> impl Iterator<Item = char> {
    let (one, two) = match letter {
        'æ' | 'Æ' => ('a', Some('e')),
        'œ' | 'Œ' => ('o', Some('e')),
        'ß' | 'ẞ' => ('s', Some('s')),
        letter => (one_alike(letter), None),
    };
    std::iter::once(one).chain(two)
}

/// Small and capital letters may look like different ones: Greek Ν like N, but ν like v.
fn one_alike(letter: char) -> char {
    match letter {
        'а' | 'А' | 'α' | 'Α' => 'a',
        'в' | 'В' | 'β' | 'Β' | 'ь' | 'Ь' => 'b',
        'с' | 'С' => 'c',
        'đ' | 'Đ' | 'ð' | 'Ð' => 'd',
        'е' | 'Е' | 'ε' | 'Ε' | 'є' | 'Є' => 'e',
        'н' | 'Н' | 'Η' | 'ħ' | 'Ħ' | 'ћ' | 'ђ' => 'h',
        'ј' | 'Ј' => 'j',
        'к' | 'К' | 'κ' | 'Κ' => 'k',
        '1' | 'i' | 'I' | 'ı' | 'ł' | 'Ł' | 'і' | 'І' | 'ι' | 'Ι' => 'l',
        'м' | 'М' | 'Μ' => 'm',
        'ŋ' | 'Ŋ' | 'η' | 'Ν' | 'п' | 'П' => 'n',
        '0' | 'ø' | 'Ø' | 'о' | 'О' | 'ο' | 'Ο' => 'o',
        'р' | 'Р' | 'ρ' | 'Ρ' | 'þ' | 'Þ' => 'p',
        'г' | 'Г' | 'ґ' | 'Ґ' => 'r',
        'ѕ' | 'Ѕ' => 's',
        'т' | 'Т' | 'τ' | 'Τ' | 'ŧ' | 'Ŧ' => 't',
        'и' | 'И' | 'υ' | 'μ' => 'u',
        'ν' => 'v',
        'ω' | 'ш' | 'Ш' => 'w',
        'х' | 'Х' | 'χ' | 'Χ' => 'x',
        'у' | 'У' | 'Υ' | 'γ' => 'y',
        'ζ' | 'Ζ' => 'z',
        'з' | 'З' => '3',
        _ => letter.to_lowercase().next().unwrap_or(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{guest_name, random_text};

    #[test]
    fn plain_names_are_taken() {
        for name in [
            "Ann",
            "  Zoë O'Neill ",
            "Jean-Luc",
            "r2.d2",
            "Şule",
            "Νίκος",
            "Вова 7",
            "Nguyễn",
            "Łukasz",
            "Alexander",
            "Christopher1",
            "Zoë K.",
            "A. Smith",
        ] {
            let good = read_name(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(good.name, name.trim());
        }
        assert!(read_name(&guest_name().unwrap()).is_ok());
    }

    #[test]
    fn strange_names_are_not() {
        for bad in [
            "",
            "a",
            "a\nb",
            "<b>",
            "a  b",
            "\u{202e}abc",
            "-ann",
            "ann-",
            "a-_b",
            "Аnn",
            "аnn",
            "Ａｎｎ",
            "𝐀nn",
            "ann\u{200b}",
            "🎲🎲",
            "ǃann",
            "ſam",
            "李白",
            &"x".repeat(25),
        ] {
            assert!(read_name(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn reserved_words_and_ids_are_not_names() {
        for bad in [
            "admin",
            "Adm1n",
            "A.d.m.i.n",
            "Administrator 2",
            "Computer 5",
            "Ordinateur 3",
            "Tablier",
            "guest",
            "rnod",
            "imported",
        ] {
            assert_eq!(
                read_name(bad),
                Err("this name is reserved; choose another"),
                "{bad}"
            );
        }
        for _ in 0..200 {
            let id = random_text(12).unwrap();
            for name in [id.clone(), id.to_uppercase()] {
                assert!(read_name(&name).is_err(), "{name}");
            }
        }
    }

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        for (one, other) in [
            ("Alice", "AIice"),
            ("Alice", "a-l-1-c-e"),
            ("Zoe", "Zoë"),
            ("Bob", "B0b"),
            ("modern", "modem"),
            ("coco", "сосо"),
            ("wave", "vvave"),
            ("Nora", "Ñora"),
            ("Oscar", "Øscar"),
            ("Kat", "Κατ"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        for (one, other) in [
            ("Ann", "Anna"),
            ("Bob", "Rob"),
            ("Вова", "Жожа"),
            ("Ann 2", "Ann 3"),
        ] {
            assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
        }
    }
}
