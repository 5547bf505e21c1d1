//! The journal of a match: a line a game, so that an interrupted match can be continued.

use super::game::Played;
use crate::failure::Failure;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The games on file, by the match (see [`key`]) and their number in it.
pub(crate) struct Journal {
    path: PathBuf,
    file: Option<File>,
    games: BTreeMap<(String, u64), Played>,
}

impl Journal {
    /// Without a file, nothing is kept.
    pub(crate) fn open(path: Option<&Path>) -> Result<Journal, Failure> {
        let mut journal = Journal {
            path: path.unwrap_or(Path::new("")).to_owned(),
            file: None,
            games: BTreeMap::new(),
        };
        if let Some(path) = path {
            journal.file = Some(journal.load(path)?);
        }
        Ok(journal)
    }

    fn load(&mut self, path: &Path) -> Result<File, Failure> {
        let failed = |error: std::io::Error| Failure::about(path.display(), error);
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(failed)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;
        // Drops a last line without its end: it was being written when the match was interrupted.
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        for (index, line) in text[..whole].lines().enumerate() {
            let (key, number, played) = read(line).ok_or_else(|| {
                Failure::about(
                    format_args!("{} line {}", path.display(), index + 1),
                    "this is no game of a match: name another file, or remove the line",
                )
            })?;
            self.games.insert((key, number), played);
        }
        Ok(file)
    }

    pub(crate) fn get(&self, key: &str, number: u64) -> Option<&Played> {
        self.games.get(&(key.to_owned(), number))
    }

    pub(crate) fn add(&mut self, key: &str, number: u64, played: &Played) -> Result<(), Failure> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let line = format!("{key}\t{number}\t{played}\n");
        file.write_all(line.as_bytes())
            .map_err(|error| Failure::about(self.path.display(), error))
    }
}

/// A key is five fields: game, both players, plies of the openings, seed.
const KEY_FIELDS: usize = 5;

/// The key that tells one match from another.
pub(crate) fn key(fields: [&dyn std::fmt::Display; KEY_FIELDS]) -> String {
    fields
        .map(|field| field.to_string().replace(['\t', '\n'], " "))
        .join("\t")
}

fn read(line: &str) -> Option<(String, u64, Played)> {
    let (key_end, _) = line.match_indices('\t').nth(KEY_FIELDS - 1)?;
    let (number, played) = line[key_end + 1..].split_once('\t')?;
    Some((
        line[..key_end].to_owned(),
        number.parse().ok()?,
        Played::read(played)?,
    ))
}

#[cfg(test)]
mod tests {
    use super::super::game::tests::example;
    use super::*;

    #[test]
    fn games_are_kept_and_a_torn_line_is_forgotten() {
        let path = std::env::temp_dir().join(format!("tablier-journal-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let key = key([&"offboard", &"level:2", &"nodes:5@a\tb", &4, &1]);
        let played = Played::read(&example().to_string()).unwrap();
        let mut journal = Journal::open(Some(&path)).unwrap();
        journal.add(&key, 0, &played).unwrap();
        journal.add(&key, 7, &played).unwrap();
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{whole}{}", &whole[..40])).unwrap();
        let mut journal = Journal::open(Some(&path)).unwrap();
        assert_eq!(journal.get(&key, 0), Some(&played));
        assert_eq!(journal.get(&key, 7), Some(&played));
        assert_eq!(journal.get(&key, 1), None);
        assert_eq!(journal.get("another", 0), None);
        journal.add(&key, 1, &played).unwrap();
        assert!(Journal::open(Some(&path)).unwrap().get(&key, 1).is_some());
        std::fs::write(&path, "nonsense\n").unwrap();
        assert!(Journal::open(Some(&path)).is_err());
        std::fs::remove_file(&path).unwrap();
    }
}
