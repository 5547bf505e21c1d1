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

/// Letters of a person's id.
pub(crate) const ID: usize = 12;

/// Whether a name could be a person's id, whatever the size of its letters.
pub(crate) fn is_id_shaped(name: &str) -> bool {
    let is_letter = |byte: u8| LETTERS.contains(&byte.to_ascii_lowercase());
    name.len() == ID && name.bytes().all(is_letter)
}

/// A random text of plain letters; five bits a letter.
pub(crate) fn random_text(letters: usize) -> Result<String, Error> {
    let mut bytes = vec![0; letters];
    getrandom::fill(&mut bytes).map_err(Error::Random)?;
    Ok(bytes
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect())
}

/// A coin that falls either way.
pub(crate) fn coin() -> Result<bool, Error> {
    let mut bytes = [0; 1];
    getrandom::fill(&mut bytes).map_err(Error::Random)?;
    Ok(bytes[0] % 2 == 1)
}

/// A name for a guest, like "Blue marble 42".
pub(crate) fn guest_name() -> Result<String, Error> {
    let mut bytes = [0; 3];
    getrandom::fill(&mut bytes).map_err(Error::Random)?;
    let [colour, thing, number] = bytes;
    let (colour, thing) = (COLOURS[usize::from(colour % 16)], THINGS[usize::from(thing % 16)]);
    Ok(format!("{colour} {thing} {}", number % 100))
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
}
