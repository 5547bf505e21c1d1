//! Reads a lesson from its text.

use super::{AnswerOption, Effect, Lesson, LessonTask, RefusedAttempt, Right, RightAnswer, Step, Wrong};
use crate::error::LearnError;
use crate::figure::Scene;
use crate::language::{LessonLanguage, Translations};
use crate::lines::{self, Entry, Item};
use games::GameId;

/// Keywords of a step, for errors.
const STEP_WORDS: &str = "step, start, position, play, light, cross, label, ring, open, say, right, wrong, refused, choice, other or go";

/// Lines that say what a move leads to.
const EFFECTS: &[&str] = &["gains", "loses", "ends", "reaches"];

impl Lesson {
    /// Reads a lesson; `file` names it in errors.
    pub fn parse(file: &str, text: &str) -> Result<Lesson, LearnError> {
        let entries = lines::entries(file, text)?;
        let (head, body) = head(file, &entries)?;
        Ok(Lesson {
            game: head.game,
            title: head.title,
            other: head.other,
            done: head.done,
            steps: steps(file, head.game, body)?,
        })
    }
}

/// The entries before the first step.
pub(crate) struct Head {
    pub(crate) game: GameId,
    pub(crate) title: Translations,
    pub(crate) other: Translations,
    pub(crate) done: Translations,
}

/// Reads the head of a lesson; the entries of its steps are left.
pub(crate) fn head<'e, 'a>(
    file: &str,
    entries: &'e [Entry<'a>],
) -> Result<(Head, &'e [Entry<'a>]), LearnError> {
    let first = entries.iter().position(|entry| entry.word == "step");
    let (head, body) = entries.split_at(first.unwrap_or(entries.len()));
    let [game, title, other, done] = head else {
        return Err(LearnError::new(
            file,
            head.last().map_or(1, |entry| entry.line),
            "game, title, other and done before the first step",
            format!("{} keywords", head.len()),
        ));
    };
    for (entry, word) in [(game, "game"), (title, "title"), (other, "other"), (done, "done")] {
        if entry.word != word {
            return Err(entry.error(word));
        }
    }
    game.leaf()?;
    let id = game.rest.parse();
    let head = Head {
        game: id.map_err(|error| game.error(format!("a game ({error})")))?,
        title: titled(title)?,
        other: titled(other)?,
        done: titled(done)?,
    };
    Ok((head, body))
}

/// The texts of an entry that has nothing else.
pub(crate) fn titled(entry: &Entry<'_>) -> Result<Translations, LearnError> {
    entry.bare()?;
    entry.texts()
}

fn steps(file: &str, game: GameId, entries: &[Entry<'_>]) -> Result<Vec<Step>, LearnError> {
    let groups: Vec<&[Entry<'_>]> = entries.chunk_by(|_, next| next.word != "step").collect();
    let names = names(file, &groups)?;
    let read = |(index, group): (usize, &&[Entry<'_>])| {
        let next = (index + 1 < names.len()).then_some(index + 1);
        StepReader::new(game, &names, next).read(group)
    };
    groups.iter().enumerate().map(read).collect()
}

/// The names of steps: at least one, and each once.
pub(crate) fn names<'a>(file: &str, groups: &[&[Entry<'a>]]) -> Result<Vec<&'a str>, LearnError> {
    let mut names: Vec<&str> = Vec::new();
    for group in groups {
        let head = &group[0];
        head.leaf()?;
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if head.rest.is_empty() || !head.rest.chars().all(is_name) || names.contains(&head.rest) {
            return Err(head.error("a new name of small letters, digits and hyphens"));
        }
        names.push(head.rest);
    }
    if names.is_empty() {
        return Err(LearnError::new(file, 1, "at least one step", "none"));
    }
    Ok(names)
}

/// Collects the parts of one step.
struct StepReader<'a> {
    game: GameId,
    names: &'a [&'a str],
    next: Option<usize>,
    scene: Scene,
    say: Option<Translations>,
    other: Option<Translations>,
    choices: Vec<AnswerOption>,
    right: Vec<Right>,
    wrong: Vec<Wrong>,
    refused: Vec<RefusedAttempt>,
}

impl<'a> StepReader<'a> {
    fn new(game: GameId, names: &'a [&'a str], next: Option<usize>) -> StepReader<'a> {
        StepReader {
            game,
            names,
            next,
            scene: Scene::default(),
            say: None,
            other: None,
            choices: Vec::new(),
            right: Vec::new(),
            wrong: Vec::new(),
            refused: Vec::new(),
        }
    }

    fn read(mut self, group: &[Entry<'_>]) -> Result<Step, LearnError> {
        let head = &group[0];
        for entry in &group[1..] {
            self.entry(entry)?;
        }
        let is_move = !self.right.is_empty();
        if !is_move && (!self.wrong.is_empty() || !self.refused.is_empty() || self.other.is_some()) {
            return Err(head.error("a right answer beside wrong, refused or other"));
        }
        let task = match (is_move, self.choices.is_empty()) {
            (true, true) => LessonTask::Move {
                right: self.right,
                wrong: self.wrong,
                refused: self.refused,
            },
            (false, true) => LessonTask::Look,
            (false, false) if self.choices.iter().any(|choice| choice.is_right) => {
                LessonTask::Choose(self.choices)
            }
            (false, false) => return Err(head.error("a right choice")),
            (true, false) => return Err(head.error("moves or choices, not both")),
        };
        Ok(Step {
            name: head.rest.to_owned(),
            line: head.line,
            setup: self.scene.setup,
            play: self.scene.play,
            marks: self.scene.marks,
            say: self.say.ok_or_else(|| head.error("say in the step"))?,
            task,
            other: self.other,
            next: self.next,
        })
    }

    fn entry(&mut self, entry: &Entry<'_>) -> Result<(), LearnError> {
        if self.scene.read(self.game, entry)? {
            return Ok(());
        }
        match entry.word {
            "say" if self.say.is_none() => self.say = Some(titled(entry)?),
            "other" if self.other.is_none() => self.other = Some(titled(entry)?),
            "right" => {
                let right = self.right(entry)?;
                self.right.push(right);
            }
            "wrong" => {
                allow_items(entry, EFFECTS)?;
                self.wrong.push(Wrong {
                    moves: entry.words("moves")?,
                    effect: effect(entry)?,
                    text: required(entry)?,
                });
            }
            "refused" => {
                allow_items(entry, &["because"])?;
                let because = item(entry, "because")?.ok_or_else(|| entry.error("because below"))?;
                self.refused.push(RefusedAttempt {
                    moves: entry.words("moves")?,
                    because: because.rest.clone(),
                    text: required(entry)?,
                });
            }
            "choice" => self.choices.push(choice(entry)?),
            "go" => {
                entry.leaf()?;
                self.next = self.target(entry, entry.rest)?;
            }
            _ => return Err(entry.error(format!("{STEP_WORDS}, say and other once"))),
        }
        Ok(())
    }

    fn right(&self, entry: &Entry<'_>) -> Result<Right, LearnError> {
        allow_items(entry, &[EFFECTS, &["reply", "go"]].concat())?;
        let answer = match entry.rest.split_once(' ') {
            Some(("gains", number)) => RightAnswer::Gains(
                number
                    .parse()
                    .map_err(|_| entry.error("a number of points or segments"))?,
            ),
            None if entry.rest == "any" => RightAnswer::Any,
            None if entry.rest == "wins" => RightAnswer::Wins,
            _ => RightAnswer::Moves(entry.words("moves, any, gains N or wins")?),
        };
        let replies = match item(entry, "reply")? {
            None => Vec::new(),
            Some(item) => item.rest.split(' ').map(str::to_owned).collect(),
        };
        let next = match item(entry, "go")? {
            None => self.next,
            Some(item) => self.target(entry, &item.rest)?,
        };
        Ok(Right {
            answer,
            effect: effect(entry)?,
            text: entry.texts_if_any()?,
            replies,
            next,
        })
    }

    /// The step of a name; `end` is none.
    fn target(&self, entry: &Entry<'_>, name: &str) -> Result<Option<usize>, LearnError> {
        if name == "end" {
            return Ok(None);
        }
        let found = self.names.iter().position(|other| *other == name);
        found
            .map(Some)
            .ok_or_else(|| entry.error(format!("the name of a step, or end, instead of {name:?}")))
    }
}

pub(crate) fn allow_items(entry: &Entry<'_>, words: &[&str]) -> Result<(), LearnError> {
    let is_known =
        |item: &Item<'_>| words.contains(&item.word) || item.word.parse::<LessonLanguage>().is_ok();
    match entry.items.iter().find(|item| !is_known(item)) {
        None => Ok(()),
        Some(item) => Err(entry.item_error(item, format!("{}, en, fr, de or nl", words.join(", ")))),
    }
}

pub(crate) fn item<'e, 'a>(entry: &'e Entry<'a>, word: &str) -> Result<Option<&'e Item<'a>>, LearnError> {
    let mut items = entry.items.iter().filter(|item| item.word == word);
    let first = items.next();
    match (items.next(), first) {
        (Some(second), _) => Err(entry.item_error(second, format!("{word} once"))),
        (None, Some(item)) if item.rest.is_empty() => {
            Err(entry.item_error(item, format!("something after {word}")))
        }
        (None, first) => Ok(first),
    }
}

fn effect(entry: &Entry<'_>) -> Result<Effect, LearnError> {
    let number = |word: &str| match item(entry, word)? {
        None => Ok(None),
        Some(item) => match item.rest.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(entry.item_error(item, "a number of points or segments")),
        },
    };
    Ok(Effect {
        gains: number("gains")?,
        loses: number("loses")?,
        ends: item(entry, "ends")?.map(|item| item.rest.clone()),
        reaches: item(entry, "reaches")?.map(|item| item.rest.clone()),
    })
}

pub(crate) fn required(entry: &Entry<'_>) -> Result<Translations, LearnError> {
    entry
        .texts_if_any()?
        .ok_or_else(|| entry.error("texts below: en, fr, de and nl"))
}

/// A choice: each text is the option, a bar, and the answer to it.
pub(crate) fn choice(entry: &Entry<'_>) -> Result<AnswerOption, LearnError> {
    let is_right = match entry.rest {
        "right" => true,
        "wrong" => false,
        _ => return Err(entry.error("choice right or choice wrong")),
    };
    let both = entry.texts()?;
    let mut options: [String; 4] = Default::default();
    let mut answers: [String; 4] = Default::default();
    for (language, text) in both.iter() {
        let Some((option, answer)) = text.split_once(" | ") else {
            return Err(entry.error(format!("an option, \" | \" and an answer in {language}")));
        };
        option.clone_into(&mut options[language as usize]);
        answer.clone_into(&mut answers[language as usize]);
    }
    Ok(AnswerOption {
        is_right,
        option: Translations::new(options),
        answer: Translations::new(answers),
    })
}
