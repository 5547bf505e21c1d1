//! Every lesson is played through on the real rules: every right answer, every wrong and every refused one.

use crate::{closed_lines, figures, files};
use games::AnyGame;
use learn::{Effect, Lesson, LessonJudgement, LessonTask, Right, RightAnswer, Step, Translations};
use rules::Side;

/// A walk through a lesson by every right answer.
struct Walk<'a> {
    file: &'a str,
    lesson: &'a Lesson,
    /// Steps and positions already seen.
    seen: Vec<(usize, String)>,
    left: Vec<(usize, AnyGame)>,
}

impl<'a> Walk<'a> {
    fn through(file: &'a str, lesson: &'a Lesson) -> Walk<'a> {
        let first = lesson.steps[0].setup.as_ref();
        let first = first.unwrap_or_else(|| panic!("{file}: the first step needs a start or a position"));
        let mut walk = Walk {
            file,
            lesson,
            seen: Vec::new(),
            left: vec![(0, first.game(lesson.game).unwrap())],
        };
        while let Some((index, game)) = walk.left.pop() {
            walk.step(index, game);
        }
        walk
    }

    fn step(&mut self, index: usize, incoming: AnyGame) {
        let step = &self.lesson.steps[index];
        let game = match &step.setup {
            Some(setup) => setup.game(self.lesson.game).unwrap(),
            None => incoming,
        };
        let key = (index, game.position());
        if self.seen.contains(&key) {
            return;
        }
        self.seen.push(key);
        let place = format!("{}:{} {}", self.file, step.line, step.name);
        let shown = figures::show(&place, &game, &step.play);
        closed_lines::prove(&place, &shown, &step.marks);
        match &step.task {
            LessonTask::Look | LessonTask::Choose(_) => self.left.extend(step.next.map(|next| (next, game))),
            LessonTask::Move { right, .. } => {
                assert_eq!(game.outcome(), None, "{place}: the game is over");
                self.prove_mistakes(&place, step, &game);
                let solution = self.lesson.solution(step, &game).unwrap();
                let verdict = self.lesson.judge(step, &game, &solution);
                assert!(
                    matches!(verdict, LessonJudgement::Right(_)),
                    "{place}: solution {solution}"
                );
                for right in right {
                    self.prove_right(&place, step, &game, right);
                }
            }
        }
    }

    fn prove_right(&mut self, place: &str, step: &Step, game: &AnyGame, right: &Right) {
        let fits = |mv: &String| self.lesson.judge(step, game, mv) == LessonJudgement::Right(right);
        let moves: Vec<String> = match &right.answer {
            RightAnswer::Moves(moves) => {
                let stranger = moves.iter().find(|mv| !fits(mv));
                assert_eq!(stranger, None, "{place}: a right answer that is not judged right");
                moves.clone()
            }
            _ => game.moves().unwrap().into_iter().filter(fits).collect(),
        };
        assert!(!moves.is_empty(), "{place}: no move fits {:?}", right.answer);
        for mv in moves {
            let place = format!("{place}: {mv}");
            let after = figures::play(&place, game, std::slice::from_ref(&mv));
            prove_effect(&place, game, &after, &right.effect);
            let after = figures::show(&place, &after, &right.replies);
            self.left.extend(right.next.map(|next| (next, after)));
        }
    }

    fn prove_mistakes(&self, place: &str, step: &Step, game: &AnyGame) {
        let LessonTask::Move { wrong, refused, .. } = &step.task else {
            return;
        };
        for wrong in wrong {
            for mv in &wrong.moves {
                let place = format!("{place}: wrong {mv}");
                let verdict = self.lesson.judge(step, game, mv);
                assert_eq!(verdict, LessonJudgement::Wrong(&wrong.text), "{place}");
                let after = figures::play(&place, game, std::slice::from_ref(mv));
                prove_effect(&place, game, &after, &wrong.effect);
            }
        }
        for listed in refused {
            for mv in &listed.moves {
                let verdict = self.lesson.judge(step, game, mv);
                let LessonJudgement::Refused { reason, text } = verdict else {
                    panic!("{place}: refused {mv}: {verdict:?}");
                };
                assert_eq!(text, Some(&listed.text), "{place}: refused {mv}");
                let reason = reason.to_string();
                assert!(
                    reason.contains(&listed.because),
                    "{place}: refused {mv}: {reason}"
                );
            }
        }
    }
}

/// The points of both sides, the mover's first.
fn scores(game: &AnyGame, mover: Side) -> [u32; 2] {
    [mover, !mover].map(|side| match game {
        AnyGame::Offboard(history) => history.position().points(side).into(),
        AnyGame::Polygone(history) => history.position().taken(side).into(),
        AnyGame::Isometron(history) => history.position().points(side).into(),
        AnyGame::Polarity(_) => 0,
    })
}

fn prove_effect(place: &str, before: &AnyGame, after: &AnyGame, effect: &Effect) {
    let mover = before.turn();
    let (old, new) = (scores(before, mover), scores(after, mover));
    for (said, index) in [(effect.gains, 0), (effect.loses, 1)] {
        let won = new[index] - old[index];
        assert_eq!(said.unwrap_or(won), won, "{place}: points of side {index}");
    }
    if let Some(part) = &effect.reaches {
        let position = after.position();
        assert!(
            position.contains(part),
            "{place}: {position} does not contain {part}"
        );
    }
    match &effect.ends {
        Some(result) => assert_eq!(after.result().as_ref(), Some(result), "{place}"),
        None => assert_eq!(after.result(), None, "{place}: the game is over, say how it ends"),
    }
}

#[test]
fn every_lesson_is_proven() {
    for game in files::FLAT {
        for (file, lesson) in files::lessons(game) {
            let walk = Walk::through(&file, &lesson);
            for (index, step) in lesson.steps.iter().enumerate() {
                let is_reached = walk.seen.iter().any(|(seen, _)| *seen == index);
                assert!(
                    is_reached,
                    "{file}:{} {}: no answer leads here",
                    step.line, step.name
                );
            }
        }
    }
}

#[test]
fn lessons_take_about_two_minutes() {
    for game in files::FLAT {
        for (file, lesson) in files::lessons(game) {
            assert!(
                (4..=8).contains(&lesson.steps.len()),
                "{file}: four to eight steps"
            );
        }
    }
}

#[test]
fn first_lessons_begin_with_something_to_do() {
    for game in files::FLAT {
        let lessons = files::lessons(game);
        let (file, first) = &lessons[0];
        let early = &first.steps[..2];
        let has_task = early
            .iter()
            .any(|step| matches!(step.task, LessonTask::Move { .. }));
        assert!(has_task, "{file}: a move within the first two steps");
    }
}

/// The words with a digit in a text: cells, moves, numbers.
fn figures_in(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let mut found: Vec<&str> = words
        .filter(|word| word.contains(|c: char| c.is_ascii_digit()))
        .collect();
    found.sort_unstable();
    found
}

/// Calls `visit` with every text, and whether it is made of sentences: titles and options are not.
fn each_text(lesson: &Lesson, visit: &mut dyn FnMut(&Translations, bool)) {
    visit(&lesson.title, false);
    visit(&lesson.other, true);
    visit(&lesson.done, true);
    for step in &lesson.steps {
        visit(&step.say, true);
        step.other.iter().for_each(|text| visit(text, true));
        match &step.task {
            LessonTask::Look => {}
            LessonTask::Choose(choices) => choices.iter().for_each(|choice| {
                visit(&choice.option, false);
                visit(&choice.answer, true);
            }),
            LessonTask::Move {
                right,
                wrong,
                refused,
            } => {
                let rights = right.iter().filter_map(|right| right.text.as_ref());
                let wrongs = wrong.iter().map(|wrong| &wrong.text);
                let refusals = refused.iter().map(|refused| &refused.text);
                rights
                    .chain(wrongs)
                    .chain(refusals)
                    .for_each(|text| visit(text, true));
            }
        }
    }
}

#[test]
fn texts_name_the_same_cells_and_numbers_in_every_language() {
    for game in files::FLAT {
        for (file, lesson) in files::lessons(game) {
            each_text(&lesson, &mut |texts, is_sentence| {
                let english = &texts[learn::LessonLanguage::En];
                for (language, text) in texts.iter() {
                    assert_eq!(
                        figures_in(text),
                        figures_in(english),
                        "{file}: {language}: {text}"
                    );
                    assert!(!text.contains("  "), "{file}: two blanks in {text:?}");
                    let is_whole = !is_sentence || text.ends_with(['.', '!', '?', ':', '…']);
                    assert!(is_whole, "{file}: {language}: no end of the sentence: {text}");
                }
            });
        }
    }
}
