//! A learner's way through a lesson on the table of magnets, without a browser.

use crate::progress::State;
use learn::{
    Board, ExpectedEvent, Grip, LessonLanguage, Mark, Proof, Reaction, TableLesson, TableStep, TableTask,
    TableVerdict, Thing, Translations,
};
use std::collections::HashMap;
use std::sync::Arc;

/// The name of the reactions that all lessons share, among the lessons.
const OUTCOMES: &str = "outcomes";

/// A recorded hand: the position before it, the move, the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hand {
    before: String,
    mv: String,
    after: String,
}

/// All lessons on the table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TableContent {
    lessons: Vec<(String, Arc<TableLesson>)>,
    outcomes: Arc<Vec<Reaction>>,
    hands: Arc<HashMap<String, Hand>>,
}

impl TableContent {
    /// Reads the file of the lessons and that of the recorded hands.
    pub(crate) fn read(files: &[String]) -> Option<TableContent> {
        let [lessons, hands] = files else { return None };
        let mut content = TableContent {
            lessons: Vec::new(),
            outcomes: Arc::default(),
            hands: Arc::new(parts(hands).filter_map(hand).collect()),
        };
        for (name, text) in parts(lessons) {
            if name == OUTCOMES {
                content.outcomes = Arc::new(Reaction::parse_outcomes(name, text).ok()?);
            } else {
                let lesson = TableLesson::parse(name, text).ok()?;
                content.lessons.push((name.to_owned(), Arc::new(lesson)));
            }
        }
        (!content.lessons.is_empty()).then_some(content)
    }

    /// The beginning of a lesson, and the name and title of the one after it.
    pub(crate) fn lesson(&self, name: &str) -> Option<(TableWalk, Option<(String, Translations)>)> {
        let mut lessons = self.lessons.iter().skip_while(|(found, _)| found != name);
        let (_, lesson) = lessons.next()?;
        let mut walk = TableWalk {
            lesson: Arc::clone(lesson),
            outcomes: Arc::clone(&self.outcomes),
            hands: Arc::clone(&self.hands),
            at: Some(0),
            phase: TablePhase::Task,
            told: None,
            missed: Vec::new(),
            is_helped: false,
        };
        walk.enter(Some(0));
        let following = lessons.next();
        Some((
            walk,
            following.map(|(name, lesson)| (name.clone(), lesson.title.clone())),
        ))
    }
}

/// The parts of a file, each after a line `= NAME`.
fn parts(file: &str) -> impl Iterator<Item = (&str, &str)> {
    let file = file.strip_prefix("= ").unwrap_or_default();
    file.split("\n= ").filter_map(|part| part.split_once('\n'))
}

fn hand((name, text): (&str, &str)) -> Option<(String, Hand)> {
    let mut lines = text.lines().map(str::to_owned);
    let hand = Hand {
        before: lines.next()?,
        mv: lines.next()?,
        after: lines.next()?,
    };
    Some((name.to_owned(), hand))
}

/// The event that the page waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TablePhase {
    /// The learner, who has not seen the recorded hand yet.
    Unseen,
    /// The recorded hand.
    Showing,
    /// The learner's hand or choice.
    Task,
    /// The learner, who may try again.
    Missed,
    /// The learner, who may go on.
    Solved,
}

/// The state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TableWalk {
    lesson: Arc<TableLesson>,
    outcomes: Arc<Vec<Reaction>>,
    hands: Arc<HashMap<String, Hand>>,
    /// The step, or `None` at the end.
    at: Option<usize>,
    phase: TablePhase,
    told: Option<(bool, Translations)>,
    /// Wrong choices of the step.
    missed: Vec<usize>,
    is_helped: bool,
}

impl TableWalk {
    /// Goes to a step, or to the end.
    fn enter(&mut self, at: Option<usize>) {
        self.at = at.filter(|at| *at < self.lesson.steps.len());
        self.told = None;
        self.missed.clear();
        self.phase = match self.step() {
            Some(TableStep {
                board: Board::Scenario(_),
                ..
            }) => TablePhase::Unseen,
            Some(step) if step.task != TableTask::Look => TablePhase::Task,
            _ => TablePhase::Solved,
        };
    }

    /// Goes on to the next step, or to the end.
    pub(crate) fn go_on(&mut self) {
        self.enter(self.at.map(|at| at + 1));
    }

    /// The step, unless the lesson is over.
    pub(crate) fn step(&self) -> Option<&TableStep> {
        self.lesson.steps.get(self.at?)
    }

    pub(crate) fn phase(&self) -> TablePhase {
        self.phase
    }

    pub(crate) fn lesson(&self) -> &TableLesson {
        &self.lesson
    }

    /// The number of the step, counted from 1, or `None` at the end.
    pub(crate) fn number(&self) -> Option<usize> {
        self.at.map(|at| at + 1)
    }

    /// The text of the step, or what is said at the end.
    pub(crate) fn said(&self) -> &Translations {
        self.step().map_or(&self.lesson.done, |step| &step.say)
    }

    /// The last answer, and whether it was right.
    pub(crate) fn told(&self) -> Option<&(bool, Translations)> {
        self.told.as_ref()
    }

    /// The position or the variant that the step begins with; empty for the usual variant.
    pub(crate) fn position(&self) -> Option<&str> {
        let hand = |name: &str| self.hands.get(name);
        match &self.step()?.board {
            Board::Start(variant) => Some(variant.as_deref().unwrap_or_default()),
            Board::Position(text) => Some(text),
            Board::Scenario(name) | Board::Before(name) => Some(&hand(name)?.before),
            Board::After(name) => Some(&hand(name)?.after),
        }
    }

    /// The discs that the step speaks of, by their numbers; the red one is 0.
    pub(crate) fn lit(&self) -> Vec<u8> {
        let lit = self.step().map_or(&[][..], |step| &step.marks).iter();
        let things = lit.filter_map(|mark| match mark {
            Mark::Light(things) => Some(things),
            _ => None,
        });
        let number = |thing: &Thing| match thing {
            Thing::Disc(number) => Some(*number),
            Thing::Red => Some(0),
            _ => None,
        };
        things.flatten().filter_map(number).collect()
    }

    /// How the learner's hand is moved.
    pub(crate) fn grip(&self) -> Grip {
        self.step().map_or(Grip::Led, |step| step.grip)
    }

    /// Whether the learner's hand is to move.
    pub(crate) fn awaits_hand(&self) -> bool {
        self.phase == TablePhase::Task && self.has_hand()
    }

    /// Whether the step asks for the learner's hand.
    pub(crate) fn has_hand(&self) -> bool {
        let task = self.step().map(|step| &step.task);
        matches!(task, Some(TableTask::Hand(_)))
    }

    /// Whether the step has a hand to be shown.
    pub(crate) fn has_demonstration(&self) -> bool {
        let board = self.step().map(|step| &step.board);
        matches!(board, Some(Board::Scenario(_)))
    }

    /// Shows the recorded hand: the move.
    pub(crate) fn watch(&mut self) -> Option<String> {
        let Board::Scenario(name) = &self.step()?.board else {
            return None;
        };
        let mv = self.hands.get(name)?.mv.clone();
        self.phase = TablePhase::Showing;
        Some(mv)
    }

    /// Shows a right answer to a learner who gives up: the move.
    pub(crate) fn give_up(&mut self) -> Option<String> {
        let mv = match self.step()?.solution()? {
            Proof::Shown(name) => self.hands.get(name)?.mv.clone(),
            Proof::Move(mv) => mv.clone(),
        };
        (self.is_helped, self.told) = (true, None);
        self.phase = TablePhase::Showing;
        Some(mv)
    }

    /// The hand that was shown is gone: what happened is judged where it was an answer.
    pub(crate) fn seen(&mut self, happened: &[ExpectedEvent]) {
        if self.has_hand() {
            self.judge(happened);
        } else {
            self.phase = match self.step().map(|step| &step.task) {
                Some(TableTask::Choose(_)) => TablePhase::Task,
                _ => TablePhase::Solved,
            };
        }
    }

    /// Judges what the learner's hand did.
    pub(crate) fn judge(&mut self, happened: &[ExpectedEvent]) {
        let (lesson, outcomes) = (Arc::clone(&self.lesson), Arc::clone(&self.outcomes));
        let Some(step) = self.at.and_then(|at| lesson.steps.get(at)) else {
            return;
        };
        let (is_right, text) = match lesson.judge(step, &outcomes, happened) {
            TableVerdict::Reaction(reaction) => (reaction.is_right, &reaction.text),
            TableVerdict::Other(text) => (false, text),
        };
        self.told = Some((is_right, text.clone()));
        self.phase = if is_right {
            TablePhase::Solved
        } else {
            TablePhase::Missed
        };
    }

    /// Waits for the learner's hand again.
    pub(crate) fn try_again(&mut self) {
        if self.has_hand() {
            self.told = None;
            self.phase = TablePhase::Task;
        }
    }

    /// The options of a question, each with whether it was found to be wrong. They wait for what is shown first.
    pub(crate) fn options(&self, language: LessonLanguage) -> Vec<(String, bool)> {
        let is_open = matches!(self.phase, TablePhase::Task | TablePhase::Solved);
        let Some(TableTask::Choose(choices)) = self.step().map(|step| &step.task).filter(|_| is_open) else {
            return Vec::new();
        };
        let option = |(at, choice): (usize, &learn::AnswerOption)| {
            (choice.option[language].to_owned(), self.missed.contains(&at))
        };
        choices.iter().enumerate().map(option).collect()
    }

    /// Judges a chosen option.
    pub(crate) fn choose(&mut self, option: usize) {
        let lesson = Arc::clone(&self.lesson);
        let step = self.at.and_then(|at| lesson.steps.get(at));
        let Some(TableTask::Choose(choices)) = step.map(|step| &step.task) else {
            return;
        };
        let Some(choice) = choices.get(option) else { return };
        self.told = Some((choice.is_right, choice.answer.clone()));
        if choice.is_right {
            self.phase = TablePhase::Solved;
        } else if !self.missed.contains(&option) {
            self.missed.push(option);
        }
    }

    /// How the lesson went, once it is over.
    pub(crate) fn result(&self) -> Option<State> {
        let state = if self.is_helped {
            State::Helped
        } else {
            State::Understood
        };
        self.at.is_none().then_some(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use learn::{Recording, Word};

    const LEAN: &str = include_str!("../../../../learn/lessons/polarity/01-lean.txt");
    const COMMON: &str = include_str!("../../../../learn/lessons/polarity/outcomes.txt");
    const LEANER: &str = include_str!("../../../../lessons/polarity/leaner.txt");

    fn content() -> TableContent {
        let hand = Recording::parse("leaner", LEANER).unwrap();
        let hands: String = ["again", "leaner"]
            .map(|name| format!("= {name}\n{}\n{}\nafter\n", hand.position, hand.mv))
            .concat();
        let lessons = format!("= lean\n{LEAN}\n= other\n{LEAN}\n= outcomes\n{COMMON}");
        TableContent::read(&[lessons, hands]).unwrap()
    }

    fn event(word: Word) -> Vec<ExpectedEvent> {
        vec![ExpectedEvent { word, discs: vec![3] }]
    }

    #[test]
    fn a_lesson_is_shown_tried_asked_and_understood() {
        let (mut walk, following) = content().lesson("lean").unwrap();
        assert_eq!(following.unwrap().0, "other");
        assert_eq!((walk.phase(), walk.lit()), (TablePhase::Unseen, vec![1]));
        assert!(walk.position().unwrap().starts_with("{\"rules\":\"temple\""));
        assert!(walk.watch().unwrap().starts_with("lean:"));
        assert_eq!(walk.phase(), TablePhase::Showing);
        walk.seen(&event(Word::Leans));
        assert_eq!((walk.phase(), walk.told()), (TablePhase::Solved, None));
        walk.go_on();
        assert!(walk.awaits_hand());
        walk.judge(&event(Word::Again));
        assert_eq!(walk.phase(), TablePhase::Missed);
        assert!(walk.told().unwrap().1[LessonLanguage::En].starts_with("It fell flat"));
        walk.try_again();
        assert!(walk.awaits_hand() && walk.told().is_none());
        walk.judge(&event(Word::Leans));
        assert!(walk.told().unwrap().0);
        walk.go_on();
        assert_eq!(walk.phase(), TablePhase::Unseen);
        walk.go_on();
        assert_eq!(walk.options(LessonLanguage::En).len(), 2);
        walk.choose(1);
        assert_eq!(walk.phase(), TablePhase::Task);
        assert!(walk.options(LessonLanguage::En)[1].1);
        walk.choose(0);
        walk.go_on();
        assert_eq!((walk.number(), walk.result()), (None, Some(State::Understood)));
    }

    #[test]
    fn what_goes_wrong_anywhere_is_told_and_who_gives_up_is_helped() {
        let (mut walk, _) = content().lesson("lean").unwrap();
        walk.go_on();
        walk.judge(&event(Word::Red));
        assert!(walk.told().unwrap().1[LessonLanguage::En].starts_with("The red disc"));
        assert!(walk.give_up().unwrap().starts_with("lean:"));
        walk.seen(&event(Word::Leans));
        assert_eq!(walk.phase(), TablePhase::Solved);
        walk.go_on();
        walk.go_on();
        walk.go_on();
        assert_eq!(walk.result(), Some(State::Helped));
    }

    #[test]
    fn files_that_are_missing_or_broken_make_no_lessons() {
        assert_eq!(TableContent::read(&[]), None);
        assert_eq!(
            TableContent::read(&["= a\nnonsense\n".into(), String::new()]),
            None
        );
        assert!(content().lesson("nothing").is_none());
    }
}
