//! A game as a text that people can read, keep and send: `docs/record.md` describes it.

use crate::{Clock, Ending, date_time, read_date_time};
use games::{AnyGame, GameId};
use std::fmt;
use std::str::FromStr;

const HEAD: &str = "tablier record 1";
/// Letters of a name at most.
const MOST_NAME: usize = 60;

/// A game from its first position to its last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game.
    pub game: GameId,
    /// How it starts; the usual way if it is left out.
    pub variant: Option<String>,
    /// The first position, when it is not the start of the variant.
    pub position: Option<String>,
    /// The players: first, second, and with teams the partners of the two.
    pub players: Vec<String>,
    /// When it began, in seconds since 1970.
    pub date: Option<i64>,
    /// The time to think.
    pub clock: Clock,
    /// Whether it counted for the ratings.
    pub rated: bool,
    /// How it ended; none while it goes on.
    pub ending: Option<Ending>,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
}

/// Why a record was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Counted from 1.
    line: usize,
    words: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.words)
    }
}

impl std::error::Error for RecordError {}

const SEATS: [&str; 4] = ["first", "second", "first-partner", "second-partner"];

impl Record {
    /// Plays the record: the game after its last move, or the first line that is wrong.
    pub fn replay(&self) -> Result<AnyGame, RecordError> {
        self.replay_each(&|| false, |_| ())
    }

    /// The same, unless `stop` breaks it off; `after_move` sees the game after each move.
    pub fn replay_each(
        &self,
        stop: &dyn Fn() -> bool,
        mut after_move: impl FnMut(&AnyGame),
    ) -> Result<AnyGame, RecordError> {
        let refuse = |line, words: String| Err(RecordError { line, words });
        let mut game = match self.first_position() {
            Ok(game) => game,
            Err(words) => return refuse(1, words),
        };
        for (index, text) in self.moves.iter().enumerate() {
            if stop() {
                return refuse(
                    self.line_of_move(index),
                    "it takes too long: bring fewer moves".to_owned(),
                );
            }
            if let Err(error) = game.play_unless(text, stop) {
                return refuse(self.line_of_move(index), format!("{text}: {error}"));
            }
            after_move(&game);
        }
        match (game.outcome().map(Ending::from), &self.ending) {
            (Some(rules), kept) if kept.as_ref() != Some(&rules) => {
                refuse(1, format!("result: the moves end with {rules}"))
            }
            (
                None,
                Some(Ending {
                    reason: crate::EndReason::Rules(word),
                    ..
                }),
            ) => refuse(1, format!("result: the moves do not end the game by {word}")),
            _ => Ok(game),
        }
    }

    /// The board before the first move.
    pub fn first_position(&self) -> Result<AnyGame, String> {
        let game = match &self.position {
            Some(position) => AnyGame::from_position(self.game, position),
            None => AnyGame::start(self.game, self.variant.as_deref()),
        };
        game.map_err(|error| error.to_string())
    }

    fn line_of_move(&self, index: usize) -> usize {
        let tags = self.tags().len();
        1 + tags + 1 + index / 2 + 1
    }

    fn tags(&self) -> Vec<(&'static str, String)> {
        let mut tags = vec![("game", self.game.to_string())];
        tags.extend(self.variant.iter().map(|variant| ("variant", variant.clone())));
        tags.extend(
            self.position
                .iter()
                .map(|position| ("position", position.clone())),
        );
        tags.extend(SEATS.into_iter().zip(self.players.iter().cloned()));
        tags.extend(self.date.map(|date| ("date", date_time(date))));
        tags.push(("clock", self.clock.to_string()));
        tags.push(("rated", if self.rated { "yes" } else { "no" }.to_owned()));
        let result = self
            .ending
            .as_ref()
            .map_or("unfinished".to_owned(), ToString::to_string);
        tags.push(("result", result));
        tags
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for (name, value) in self.tags() {
            writeln!(f, "{name}: {value}")?;
        }
        writeln!(f)?;
        for (index, pair) in self.moves.chunks(2).enumerate() {
            writeln!(f, "{}. {}", index + 1, pair.join(" "))?;
        }
        Ok(())
    }
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        if !text.ends_with('\n') {
            let line = text.split('\n').count();
            return Err(RecordError {
                line,
                words: "expected the end of the line".to_owned(),
            });
        }
        let mut reader = Reader {
            lines: text.split_terminator('\n').collect(),
            at: 0,
        };
        reader.head()?;
        let game = reader.needed("game", |name| {
            name.parse::<GameId>().map_err(|error| error.to_string())
        })?;
        let variant = reader.tag("variant", any_text)?;
        let position = reader.tag("position", any_text)?;
        if variant.is_some() && position.is_some() {
            return reader.refuse_before("a record has a variant or a position, not both");
        }
        let mut players = vec![reader.needed(SEATS[0], name)?, reader.needed(SEATS[1], name)?];
        if let Some(partner) = reader.tag(SEATS[2], name)? {
            players.extend([partner, reader.needed(SEATS[3], name)?]);
        }
        let date = reader.tag("date", |date| {
            read_date_time(date).ok_or_else(|| "expected a time like 2026-11-16T00:36:49Z".to_owned())
        })?;
        let clock = reader.needed("clock", |clock| {
            clock.parse::<Clock>().map_err(|error| error.to_string())
        })?;
        let rated = reader.needed("rated", yes_or_no)?;
        let ending = reader.needed("result", result)?;
        let moves = reader.moves()?;
        let record = Record {
            game,
            variant,
            position,
            players,
            date,
            clock,
            rated,
            ending,
            moves,
        };
        record
            .first_position()
            .map_err(|words| RecordError { line: 2, words })?;
        Ok(record)
    }
}

/// Checked by the game itself, once the whole record is read.
fn any_text(text: &str) -> Result<String, String> {
    if text.is_empty() {
        Err("expected a text".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

fn name(text: &str) -> Result<String, String> {
    let fits = (1..=MOST_NAME).contains(&text.chars().count());
    if fits && text.trim() == text && !text.contains(char::is_control) {
        Ok(text.to_owned())
    } else {
        Err(format!("expected a name of 1 to {MOST_NAME} letters"))
    }
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("expected yes or no".to_owned()),
    }
}

fn result(text: &str) -> Result<Option<Ending>, String> {
    if text == "unfinished" {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|error: &str| format!("{error} or unfinished"))
}

/// Goes through the lines of a record.
struct Reader<'a> {
    lines: Vec<&'a str>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn refuse<T>(&self, words: impl Into<String>) -> Result<T, RecordError> {
        Err(RecordError {
            line: self.at + 1,
            words: words.into(),
        })
    }

    fn refuse_before<T>(&self, words: &str) -> Result<T, RecordError> {
        Err(RecordError {
            line: self.at,
            words: words.to_owned(),
        })
    }

    fn line(&self) -> Option<&'a str> {
        self.lines.get(self.at).copied()
    }

    fn head(&mut self) -> Result<(), RecordError> {
        if self.line() != Some(HEAD) {
            return self.refuse(format!("expected `{HEAD}`"));
        }
        self.at += 1;
        Ok(())
    }

    /// The tag on this line, if it is the one with this name.
    fn tag<T>(
        &mut self,
        name: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, RecordError> {
        let named = self
            .line()
            .and_then(|line| line.split_once(": "))
            .filter(|(found, _)| *found == name);
        let Some((_, value)) = named else {
            return Ok(None);
        };
        match read(value) {
            Ok(value) => {
                self.at += 1;
                Ok(Some(value))
            }
            Err(words) => self.refuse(format!("{name}: {words}")),
        }
    }

    fn needed<T>(&mut self, name: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<T, RecordError> {
        match self.tag(name, read)? {
            Some(value) => Ok(value),
            None => self.refuse(format!("expected `{name}: …`")),
        }
    }

    fn moves(&mut self) -> Result<Vec<String>, RecordError> {
        if self.line() != Some("") {
            return self.refuse("expected an empty line before the moves");
        }
        self.at += 1;
        let mut moves = Vec::new();
        while let Some(line) = self.line() {
            let number = format!("{}. ", moves.len() / 2 + 1);
            let pair = line.strip_prefix(&number).filter(|_| moves.len() % 2 == 0);
            let words: Vec<&str> = pair.map(|pair| pair.split(' ').collect()).unwrap_or_default();
            if !(1..=2).contains(&words.len()) || words.iter().any(|word| !is_move(word)) {
                return self.refuse(format!("expected `{number}` and one move or two"));
            }
            moves.extend(words.into_iter().map(ToOwned::to_owned));
            self.at += 1;
        }
        Ok(moves)
    }
}

fn is_move(word: &str) -> bool {
    !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// The records in a text that holds several, each separated from the next by an empty line.
pub fn split_records(text: &str) -> impl Iterator<Item = &str> {
    let separator = format!("\n\n{HEAD}\n");
    let mut rest = Some(text).filter(|text| !text.is_empty());
    std::iter::from_fn(move || {
        let text = rest.take()?;
        let Some(end) = text.find(&separator) else {
            return Some(text);
        };
        rest = Some(&text[end + 2..]);
        Some(&text[..=end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::BoardId;
    use proptest::prelude::*;
    use rules::Random;

    /// A game of random moves, to its end or so far.
    fn played(game: GameId, seed: u64, most: usize) -> Record {
        let mut random = Random::new(seed);
        let mut board = AnyGame::start(game, None).unwrap();
        let mut moves = Vec::new();
        while moves.len() < most && board.outcome().is_none() {
            let choices = board.moves().unwrap();
            let chosen = &choices[random.below(choices.len() as u64) as usize];
            board.play(chosen).unwrap();
            moves.push(chosen.clone());
        }
        Record {
            game,
            variant: None,
            position: None,
            players: vec!["Ann".into(), "Blue marble 42".into()],
            date: Some(1_794_789_409),
            clock: Clock::Fischer {
                base: 300,
                increment: 3,
            },
            rated: true,
            ending: board.outcome().map(Ending::from),
            moves,
        }
    }

    #[test]
    fn every_game_is_read_back_and_replayed() {
        for game in BoardId::ALL.iter().map(|&board| GameId::from(board)) {
            for seed in 0..20 {
                let record = played(game, seed, 60);
                let text = record.to_string();
                let read: Record = text.parse().unwrap();
                assert_eq!(read, record, "{text}");
                read.replay().unwrap();
            }
        }
    }

    #[test]
    fn many_records_make_one_text() {
        let games = [(0, 0), (1, 7), (2, 0), (3, 12)];
        let records: Vec<Record> = games
            .map(|(seed, most)| played(GameId::Polygone, seed, most))
            .into();
        let text = records
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n");
        let read: Vec<Record> = split_records(&text).map(|text| text.parse().unwrap()).collect();
        assert_eq!(read, records);
        assert_eq!(split_records("").count(), 0);
    }

    #[test]
    fn all_tags_are_kept() {
        let text = "tablier record 1\ngame: isometron\nvariant: central\nfirst: Ann\nsecond: Bob\nfirst-partner: Cem\n\
                    second-partner: Dan\nclock: 3d\nrated: no\nresult: draw by agreement\n\n";
        assert_eq!(text.parse::<Record>().unwrap().to_string(), text);
        let text = "tablier record 1\ngame: offboard\nposition: 5/4rr/7/8/9/8/7/6/5 y --y-y------- -\nfirst: A\nsecond: B\n\
                    clock: none\nrated: no\nresult: first wins by points\n\n";
        let record: Record = text.parse().unwrap();
        assert_eq!(record.to_string(), text);
        record.replay().unwrap();
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let good = played(GameId::Offboard, 1, 5).to_string();
        let refused = |from: &str, to: &str| {
            let text = good.replace(from, to);
            assert_ne!(text, good, "{from}");
            text.parse::<Record>().unwrap_err().to_string()
        };
        assert!(refused("record 1", "record 2").starts_with("line 1: expected"));
        assert!(refused("offboard", "chess").starts_with("line 2: game"));
        assert!(refused("first: Ann", "first:  Ann").starts_with("line 3: first"));
        assert!(refused("rated: yes", "rated: maybe").starts_with("line 7: rated"));
        assert!(refused("unfinished", "over").starts_with("line 8: result"));
        assert!(refused("\n2. ", "\n3. ").starts_with("line 11: expected `2. `"));
        assert!(refused("\n\n", "\n").starts_with("line 9: expected an empty line"));
        assert!(refused("\n1. ", "\n1.  ").starts_with("line 10"));
        assert!(
            good.trim_end().parse::<Record>().is_err(),
            "one spelling: with the last end of line"
        );
        assert!(format!("{good}\n").parse::<Record>().is_err());
    }

    #[test]
    fn a_record_that_does_not_fit_its_moves_is_not_replayed() {
        let mut record = played(GameId::Offboard, 1, 5);
        record.moves[3] = "a5a9".to_owned();
        assert!(
            record
                .replay()
                .unwrap_err()
                .to_string()
                .starts_with("line 11: a5a9: ")
        );
        let mut record = played(GameId::Offboard, 1, 5);
        record.ending = Some(Ending::win(
            rules::Side::First,
            crate::EndReason::Rules("points".into()),
        ));
        assert!(
            record
                .replay()
                .unwrap_err()
                .to_string()
                .contains("do not end the game by points")
        );
        record.ending = Some(Ending::win(rules::Side::First, crate::EndReason::Resignation));
        assert!(record.replay().is_ok());
    }

    proptest! {
        #[test]
        fn a_damaged_record_is_refused_or_has_one_spelling(at in 0_usize..200, with in "\\PC|\n") {
            let mut text = played(GameId::Isometron, 5, 8).to_string();
            let at = at.min(text.len());
            if text.is_char_boundary(at) {
                text.insert_str(at, &with);
            }
            if let Ok(record) = text.parse::<Record>() {
                prop_assert_eq!(record.to_string(), text);
                let _ = record.replay();
            }
        }
    }
}
