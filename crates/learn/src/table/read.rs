//! Reads figures and lessons of Polarity from their texts.

use super::{Board, EventCondition, Grip, Proof, Reaction, TableFigure, TableLesson, TableStep, TableTask};
use crate::error::LearnError;
use crate::language::Translations;
use crate::lesson::{AnswerOption, read};
use crate::lines::{self, Entry};
use crate::marks::{self, Mark};
use games::GameId;

/// Keywords of a mat, for errors.
const BOARD: &str = "start, position, scenario, before or after";

/// A mat with its marks.
#[derive(Default)]
struct Scene {
    board: Option<Board>,
    marks: Vec<Mark>,
}

impl Scene {
    /// Takes an entry in if it belongs to a scene.
    fn read(&mut self, entry: &Entry<'_>) -> Result<bool, LearnError> {
        if marks::WORDS.contains(&entry.word) {
            self.marks.push(Mark::parse(GameId::Polarity, entry)?);
            return Ok(true);
        }
        let name = || Ok(entry.words("the name of a recording")?.join(" "));
        let board = match entry.word {
            "start" => Board::Start(Some(entry.rest.to_owned()).filter(|variant| !variant.is_empty())),
            "position" => Board::Position(entry.rest.to_owned()),
            "scenario" => Board::Scenario(name()?),
            "before" => Board::Before(name()?),
            "after" => Board::After(name()?),
            _ => return Ok(false),
        };
        entry.leaf()?;
        if self.board.replace(board).is_some() {
            return Err(entry.error(format!("only one {BOARD}")));
        }
        Ok(true)
    }
}

impl TableFigure {
    /// Reads a figure; `file` names it in errors.
    pub fn parse(file: &str, text: &str) -> Result<TableFigure, LearnError> {
        let mut scene = Scene::default();
        for entry in lines::entries(file, text)? {
            if !scene.read(&entry)? {
                return Err(entry.error(format!("{BOARD}, light, cross or label")));
            }
        }
        let board = scene.board;
        Ok(TableFigure {
            board: board.ok_or_else(|| LearnError::new(file, 1, BOARD, "none"))?,
            marks: scene.marks,
        })
    }
}

impl TableLesson {
    /// Reads a lesson; `file` names it in errors.
    pub fn parse(file: &str, text: &str) -> Result<TableLesson, LearnError> {
        let entries = lines::entries(file, text)?;
        let (head, body) = read::head(file, &entries)?;
        if head.game != GameId::Polarity {
            return Err(LearnError::new(file, 1, "game polarity", head.game.to_string()));
        }
        let groups: Vec<&[Entry<'_>]> = body.chunk_by(|_, next| next.word != "step").collect();
        read::names(file, &groups)?;
        Ok(TableLesson {
            title: head.title,
            other: head.other,
            done: head.done,
            steps: groups.into_iter().map(step).collect::<Result<_, _>>()?,
        })
    }
}

impl Reaction {
    /// Reads the reactions that are common to all lessons; `file` names them in errors.
    pub fn parse_outcomes(file: &str, text: &str) -> Result<Vec<Reaction>, LearnError> {
        let entries = lines::entries(file, text)?;
        match entries.split_first() {
            Some((head, body)) if (head.word, head.rest) == ("game", "polarity") => {
                let wrong = |entry: &Entry<'_>| match entry.word {
                    "wrong" => reaction(entry),
                    _ => Err(entry.error("wrong")),
                };
                body.iter().map(wrong).collect()
            }
            Some((head, _)) => Err(head.error("game polarity")),
            None => Err(LearnError::new(file, 1, "game polarity", "nothing")),
        }
    }
}

fn step(group: &[Entry<'_>]) -> Result<TableStep, LearnError> {
    let head = &group[0];
    let mut scene = Scene::default();
    let mut say: Option<Translations> = None;
    let mut choices: Vec<AnswerOption> = Vec::new();
    let mut reactions: Vec<Reaction> = Vec::new();
    let mut grip = Grip::Led;
    for entry in &group[1..] {
        match entry.word {
            _ if scene.read(entry)? => {}
            "say" if say.is_none() => say = Some(read::titled(entry)?),
            "hand" if (grip, entry.rest) == (Grip::Led, "free") => {
                entry.leaf()?;
                grip = Grip::Free;
            }
            "right" | "wrong" => reactions.push(reaction(entry)?),
            "choice" => choices.push(read::choice(entry)?),
            _ => {
                return Err(entry.error(format!(
                    "{BOARD}, marks, say once, hand free once, right, wrong or choice"
                )));
            }
        }
    }
    let task = task(head, choices, reactions)?;
    if grip == Grip::Free && !matches!(task, TableTask::Hand(_)) {
        return Err(head.error("hand free only where the learner's hand moves"));
    }
    Ok(TableStep {
        name: head.rest.to_owned(),
        line: head.line,
        board: scene.board.ok_or_else(|| head.error(BOARD))?,
        marks: scene.marks,
        grip,
        say: say.ok_or_else(|| head.error("say in the step"))?,
        task,
    })
}

fn task(
    head: &Entry<'_>,
    choices: Vec<AnswerOption>,
    reactions: Vec<Reaction>,
) -> Result<TableTask, LearnError> {
    let has_choice = choices.iter().any(|choice| choice.is_right);
    let has_reaction = reactions.iter().any(|reaction| reaction.is_right);
    match (choices.is_empty(), reactions.is_empty()) {
        (true, true) => Ok(TableTask::Look),
        (false, true) if has_choice => Ok(TableTask::Choose(choices)),
        (true, false) if has_reaction => Ok(TableTask::Hand(reactions)),
        (false, false) => Err(head.error("a hand or choices, not both")),
        _ => Err(head.error("a right answer")),
    }
}

fn reaction(entry: &Entry<'_>) -> Result<Reaction, LearnError> {
    read::allow_items(entry, &["shown", "move", "keys", "ends"])?;
    let shown = read::item(entry, "shown")?.map(|item| Proof::Shown(item.rest.clone()));
    let mv = read::item(entry, "move")?.map(|item| Proof::Move(item.rest.clone()));
    if shown.is_some() && mv.is_some() {
        return Err(entry.error("shown or move, not both"));
    }
    Ok(Reaction {
        is_right: entry.word == "right",
        what: EventCondition::parse(entry)?,
        proof: shown.or(mv),
        keys: read::item(entry, "keys")?.map(|item| item.rest.clone()),
        ends: read::item(entry, "ends")?.map(|item| item.rest.clone()),
        text: read::required(entry)?,
    })
}
