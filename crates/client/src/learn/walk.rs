//! A learner's way through a lesson, without a browser.

use crate::frame::BoardGame;
use crate::language::{Messages, Text};
use crate::progress::State;
use games::AnyGame;
use learn::{Lesson, LessonJudgement, LessonLanguage, LessonTask, Setup, Step, Translations};
use std::sync::Arc;

/// Next step that the page waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Moves that are shown first.
    Demonstration,
    /// The learner.
    Task,
    /// A move that is on its way, there or back, and the answers to it.
    Answered,
    /// The learner may go on: to a step, or to the end.
    Solved(Option<usize>),
}

/// An answer to the learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Feedback<R> {
    pub(super) is_right: bool,
    words: Words<R>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Words<R> {
    /// A text of the lesson.
    Lesson(Translations),
    /// A text of the page.
    Page(Text),
    /// A reason of the rules.
    Reason(R),
}

/// Consequence of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The other side's answers, then the step that follows.
    Replies(Vec<String>, Option<usize>),
    /// It is taken back.
    Back,
}

/// The state.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Walk<G: BoardGame> {
    lesson: Arc<Lesson>,
    /// The step, or `None` at the end.
    at: Option<usize>,
    /// The position in which the step begins.
    start: G,
    phase: Phase,
    feedback: Option<Feedback<G::Forbidden>>,
    /// Wrong choices of the step.
    missed: Vec<usize>,
    is_helped: bool,
}

impl<G: BoardGame> Walk<G> {
    /// The beginning of a lesson; `None` if its first step has no position.
    pub(super) fn new(lesson: Lesson) -> Option<Walk<G>> {
        let start = position(lesson.steps.first()?.setup.as_ref()?)?;
        let mut walk = Walk {
            lesson: Arc::new(lesson),
            at: Some(0),
            start,
            phase: Phase::Task,
            feedback: None,
            missed: Vec::new(),
            is_helped: false,
        };
        walk.enter(Some(0), start);
        Some(walk)
    }

    /// Goes to a step, or to the end. A step without a position goes on from `here`.
    pub(super) fn enter(&mut self, at: Option<usize>, here: G) {
        self.at = at;
        self.feedback = None;
        self.missed.clear();
        let setup = self.step().and_then(|step| step.setup.as_ref());
        self.start = setup.and_then(position).unwrap_or(here);
        match self.step() {
            Some(step) if !step.play.is_empty() => self.phase = Phase::Demonstration,
            _ => self.begin(),
        }
    }

    /// Waits for the learner. A step without a task may be passed at once.
    pub(super) fn begin(&mut self) {
        self.phase = match self.step() {
            Some(Step {
                task: LessonTask::Look,
                next,
                ..
            }) => Phase::Solved(*next),
            Some(_) => Phase::Task,
            None => Phase::Solved(None),
        };
    }

    /// Shows the demonstration again.
    pub(super) fn show_again(&mut self) {
        self.phase = Phase::Demonstration;
    }

    /// The step, unless the lesson is over.
    pub(super) fn step(&self) -> Option<&Step> {
        self.lesson.steps.get(self.at?)
    }

    pub(super) fn phase(&self) -> Phase {
        self.phase
    }

    pub(super) fn start(&self) -> G {
        self.start
    }

    pub(super) fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The number of the step, counted from 1, or `None` at the end.
    pub(super) fn number(&self) -> Option<usize> {
        self.at.map(|at| at + 1)
    }

    /// Whether the learner is to move on the board.
    pub(super) fn awaits_move(&self) -> bool {
        let task = self.step().map(|step| &step.task);
        self.phase == Phase::Task && matches!(task, Some(LessonTask::Move { .. }))
    }

    /// The text of the step, or what is said at the end.
    pub(super) fn said(&self) -> &Translations {
        self.step().map_or(&self.lesson.done, |step| &step.say)
    }

    /// The last answer.
    pub(super) fn feedback(&self) -> Option<&Feedback<G::Forbidden>> {
        self.feedback.as_ref()
    }

    /// The options of a question, each with whether it was found to be wrong.
    pub(super) fn options(&self, language: LessonLanguage) -> Vec<(String, bool)> {
        let Some(LessonTask::Choose(choices)) = self.step().map(|step| &step.task) else {
            return Vec::new();
        };
        let option = |(at, choice): (usize, &learn::AnswerOption)| {
            (choice.option[language].to_owned(), self.missed.contains(&at))
        };
        choices.iter().enumerate().map(option).collect()
    }

    /// How the lesson went, once it is over.
    pub(super) fn result(&self) -> Option<State> {
        let state = if self.is_helped {
            State::Helped
        } else {
            State::Understood
        };
        self.at.is_none().then_some(state)
    }

    /// The step's marks, as the content of an SVG.
    pub(super) fn marks(&self) -> String {
        match (self.step(), self.game()) {
            (Some(step), Some(game)) => learn::marks_svg(&game, &step.marks),
            _ => String::new(),
        }
    }

    fn game(&self) -> Option<AnyGame> {
        AnyGame::from_position(G::ID, &self.start.to_string()).ok()
    }

    /// Judges a move that was played on the board.
    pub(super) fn answer(&mut self, mv: &str) -> Option<Next> {
        let (lesson, game) = (Arc::clone(&self.lesson), self.game()?);
        let step = lesson.steps.get(self.at?)?;
        self.phase = Phase::Answered;
        let (feedback, next) = match lesson.judge(step, &game, mv) {
            LessonJudgement::Right(right) => {
                let words = right
                    .text
                    .clone()
                    .map_or(Words::Page(Text::LessonRight), Words::Lesson);
                let feedback = Feedback {
                    is_right: true,
                    words,
                };
                (feedback, Next::Replies(right.replies.clone(), right.next))
            }
            LessonJudgement::Wrong(text) | LessonJudgement::Other(text) => {
                (Feedback::wrong(text), Next::Back)
            }
            // The board plays legal moves only.
            LessonJudgement::Refused { text, .. } => {
                (Feedback::refused(text, Words::Page(Text::WhyNot)), Next::Back)
            }
        };
        self.feedback = Some(feedback);
        Some(next)
    }

    /// Says why an attempt was refused: in the words of the lesson if it has any for this move, else in those of the rules.
    pub(super) fn attempt(&mut self, mv: Option<&str>, reason: G::Forbidden) {
        let (lesson, game) = (Arc::clone(&self.lesson), self.game());
        let step = self.at.and_then(|at| lesson.steps.get(at));
        let verdict = step
            .zip(game.as_ref())
            .zip(mv)
            .map(|((step, game), mv)| lesson.judge(step, game, mv));
        let text = match verdict {
            Some(LessonJudgement::Refused { text, .. }) => text,
            _ => None,
        };
        self.feedback = Some(Feedback::refused(text, Words::Reason(reason)));
    }

    /// Judges a chosen option.
    pub(super) fn choose(&mut self, option: usize) {
        let lesson = Arc::clone(&self.lesson);
        let Some(step) = self.at.and_then(|at| lesson.steps.get(at)) else {
            return;
        };
        let LessonTask::Choose(choices) = &step.task else {
            return;
        };
        let Some(choice) = choices.get(option) else { return };
        self.feedback = Some(Feedback {
            is_right: choice.is_right,
            words: Words::Lesson(choice.answer.clone()),
        });
        if choice.is_right {
            self.phase = Phase::Solved(step.next);
        } else if !self.missed.contains(&option) {
            self.missed.push(option);
        }
    }

    /// The learner may go on.
    pub(super) fn solve(&mut self, next: Option<usize>) {
        self.phase = Phase::Solved(next);
    }

    /// A right answer, for a learner who gives up.
    pub(super) fn give_up(&mut self) -> Option<String> {
        self.is_helped = true;
        let step = self.step()?;
        self.lesson.solution(step, &self.game()?)
    }
}

impl<R: Copy> Feedback<R> {
    fn wrong(text: &Translations) -> Feedback<R> {
        Feedback {
            is_right: false,
            words: Words::Lesson(text.clone()),
        }
    }

    fn refused(text: Option<&Translations>, otherwise: Words<R>) -> Feedback<R> {
        let words = text.cloned().map_or(otherwise, Words::Lesson);
        Feedback {
            is_right: false,
            words,
        }
    }

    /// Its text, in the words of a game.
    pub(super) fn text<G: BoardGame<Forbidden = R>>(
        &self,
        messages: &Messages,
        language: LessonLanguage,
    ) -> String {
        match &self.words {
            Words::Reason(reason) => G::why_not(messages, *reason),
            Words::Lesson(texts) => texts[language].to_owned(),
            Words::Page(text) => messages.text(*text).to_owned(),
        }
    }
}

/// The position of a set-up.
fn position<G: BoardGame>(setup: &Setup) -> Option<G> {
    let game = setup.game(G::ID).ok()?;
    game.position().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language as Spoken;

    fn walk(text: &str) -> Walk<offboard::Position> {
        Walk::new(Lesson::parse("lesson", text).unwrap()).unwrap()
    }

    /// The first lesson of Offboard.
    fn first_push() -> Walk<offboard::Position> {
        walk(include_str!(
            "../../../../learn/lessons/offboard/01-first-push.txt"
        ))
    }

    fn cell(text: &str) -> offboard::Cell {
        offboard::Cell::all()
            .find(|cell| cell.to_string() == text)
            .unwrap()
    }

    fn told(walk: &Walk<offboard::Position>) -> (bool, String) {
        let feedback = walk.feedback().unwrap();
        (
            feedback.is_right,
            feedback.text::<offboard::Position>(&Messages::of(Spoken::English), LessonLanguage::En),
        )
    }

    #[test]
    fn right_answers_lead_to_the_end() {
        let mut walk = first_push();
        for (mv, next) in [
            ("i5h5", Some(1)),
            ("e2e3", Some(2)),
            ("h7h8", Some(3)),
            ("d6d7", None),
        ] {
            assert!(walk.awaits_move(), "{mv}");
            assert_eq!(walk.answer(mv), Some(Next::Replies(Vec::new(), next)), "{mv}");
            assert!(walk.feedback().unwrap().is_right);
            walk.solve(next);
            let here = walk.start();
            walk.enter(next, here);
        }
        assert_eq!(walk.number(), None);
        assert_eq!(walk.result(), Some(State::Understood));
        assert!(walk.said()[LessonLanguage::En].starts_with("You can move"));
    }

    #[test]
    fn other_moves_are_taken_back_and_refused_ones_explained() {
        let mut walk = first_push();
        let here = walk.start();
        walk.enter(Some(1), here);
        assert_eq!(walk.answer("e2f3"), Some(Next::Back));
        assert!(told(&walk).1.contains("not the one we are after"));
        walk.begin();
        let reason = walk
            .start()
            .shift(cell("e3"), offboard::Direction::E)
            .unwrap_err();
        walk.attempt(Some("e3e4"), reason);
        assert_eq!(
            told(&walk),
            (
                false,
                "The front marble alone is one against one. Take the rear one, so that both push.".to_owned()
            )
        );
        walk.attempt(None, reason);
        assert_eq!(
            told(&walk).1,
            "1 cannot push 1: a push needs more marbles than it pushes."
        );
        assert!(walk.awaits_move());
    }

    #[test]
    fn who_gives_up_is_shown_an_answer_and_it_is_noted() {
        let mut walk = first_push();
        let here = walk.start();
        walk.enter(Some(3), here);
        let solution = walk.give_up().unwrap();
        assert_eq!(walk.answer(&solution), Some(Next::Replies(Vec::new(), None)));
        walk.enter(None, here);
        assert_eq!(walk.result(), Some(State::Helped));
    }

    #[test]
    fn questions_and_demonstrations_are_gone_through() {
        let text = "game offboard\ntitle\n  en T\n  fr T\n  de T\n  nl T\nother\n  en O\n  fr O\n  de O\n  nl O\ndone\n  en D\n  fr D\n  de D\n  nl D\n\n\
                    step show\nstart\nplay i5h5\nsay\n  en S\n  fr S\n  de S\n  nl S\n\n\
                    step ask\nsay\n  en Q\n  fr Q\n  de Q\n  nl Q\nchoice wrong\n  en A | No.\n  fr A | Non.\n  de A | Nein.\n  nl A | Nee.\n\
                    choice right\n  en B | Yes.\n  fr B | Oui.\n  de B | Ja.\n  nl B | Ja.\n";
        let mut walk = walk(text);
        assert_eq!(walk.phase(), Phase::Demonstration);
        walk.begin();
        assert_eq!(walk.phase(), Phase::Solved(Some(1)));
        let here = walk.start();
        walk.enter(Some(1), here);
        assert!(!walk.awaits_move());
        walk.choose(0);
        assert_eq!(told(&walk), (false, "No.".to_owned()));
        assert_eq!(
            walk.options(LessonLanguage::En),
            [("A".to_owned(), true), ("B".to_owned(), false)]
        );
        walk.choose(1);
        assert_eq!(
            (told(&walk), walk.phase()),
            ((true, "Yes.".to_owned()), Phase::Solved(None))
        );
    }
}
