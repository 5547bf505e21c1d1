//! Random names and ids.

use crate::Error;

const COLOURS: [&str; 16] = [
    "Amber", "Blue", "Coral", "Crimson", "Golden", "Green", "Indigo", "Ivory", "Jade", "Lilac", "Ochre",
    "Pearl", "Ruby", "Silver", "Teal", "Violet",
];
const THINGS: [&str; 16] = [
    "acorn", "button", "comet", "disc", "dome", "feather", "kite", "lantern", "magnet", "marble", "pebble",
    "ring", "sail", "star", "tile", "tower",
];
/// Letters that are not taken for one another.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz23456789A";

/// A random text of plain letters; five bits a letter.
pub(crate) fn random_text(letters: usize) -> Result<String, Error> {
    let mut bytes = vec![0; letters];
    getrandom::fill(&mut bytes).map_err(Error::Random)?;
    Ok(bytes
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect())
}

/// A name for a guest, like "Blue marble 42".
pub(crate) fn guest_name() -> Result<String, Error> {
    let mut bytes = [0; 3];
    getrandom::fill(&mut bytes).map_err(Error::Random)?;
    let [colour, thing, number] = bytes;
    let (colour, thing) = (COLOURS[usize::from(colour % 16)], THINGS[usize::from(thing % 16)]);
    Ok(format!("{colour} {thing} {}", number % 100))
}

/// A name that people may give themselves, without space around it.
pub(crate) fn clean_name(name: &str) -> Option<String> {
    let name = name.trim();
    let fits = (2..=24).contains(&name.chars().count());
    let plain = name
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | '\''));
    (fits && plain && !name.contains("  ")).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_texts_are_ids() {
        let id = random_text(10).unwrap();
        assert!(id.parse::<protocol::TableId>().is_ok());
        assert_ne!(random_text(10).unwrap(), id);
    }

    #[test]
    fn names_are_plain() {
        assert!(clean_name(&guest_name().unwrap()).is_some());
        assert_eq!(clean_name("  Zoë O'Neill "), Some("Zoë O'Neill".to_owned()));
        for bad in ["", "a", "a\nb", "<b>", "a  b", "\u{202e}abc", &"x".repeat(25)] {
            assert_eq!(clean_name(bad), None, "{bad}");
        }
    }
}
