//! Polarity's figures and lessons on the real table: every recorded hand, right answer and listed mistake.

use crate::errors::damaged;
use crate::files;
use learn::{
    Board, EventCondition, ExpectedEvent, LessonLanguage, Proof, Reaction, Recording, TableFigure,
    TableLesson, TableStep, TableTask, TableVerdict, Translations, Word,
};
use polarity::{Match, Position};
use std::collections::HashMap;

fn recording(name: &str) -> Result<Recording, String> {
    let path = format!("lessons/polarity/{name}.txt");
    let text =
        std::fs::read_to_string(files::root().join(&path)).map_err(|error| format!("{path}: {error}"))?;
    Recording::parse(&path, &text).map_err(|error| error.to_string())
}

fn position(place: &str, board: &Board) -> Position {
    board
        .position(recording)
        .unwrap_or_else(|error| panic!("{place}: {error}"))
}

pub(crate) fn lessons() -> Vec<(String, TableLesson)> {
    let names = files::names("learn/lessons/polarity").into_iter();
    let lesson = |name: String| {
        let path = format!("learn/lessons/polarity/{name}");
        let lesson = TableLesson::parse(&path, &files::read(&path)).unwrap_or_else(|error| panic!("{error}"));
        (path, lesson)
    };
    names.filter(|name| name != "outcomes.txt").map(lesson).collect()
}

fn outcomes() -> Vec<Reaction> {
    let path = "learn/lessons/polarity/outcomes.txt";
    Reaction::parse_outcomes(path, &files::read(path)).unwrap_or_else(|error| panic!("{error}"))
}

/// Events of a recorded hand and the result of the game after it.
type Played = (Vec<ExpectedEvent>, Option<String>);

/// Recorded hands, each replayed once.
#[derive(Default)]
struct Replays(HashMap<String, Played>);

impl Replays {
    fn of(&mut self, place: &str, name: &str) -> &Played {
        let replay = || {
            let recording = recording(name).unwrap_or_else(|error| panic!("{place}: {error}"));
            let game = recording
                .play()
                .unwrap_or_else(|error| panic!("{place}: {name}: {error}"));
            seen(&game)
        };
        self.0.entry(name.to_owned()).or_insert_with(replay)
    }
}

fn seen(game: &Match) -> Played {
    (ExpectedEvent::all(&game.played()[0].verdict), game.result())
}

#[test]
fn every_figure_stands_on_the_table() {
    for name in files::names("learn/figures/polarity") {
        let path = format!("learn/figures/polarity/{name}");
        let figure = TableFigure::parse(&path, &files::read(&path)).unwrap_or_else(|error| panic!("{error}"));
        position(&path, &figure.board);
    }
}

#[test]
fn the_figure_of_points_counts_as_its_caption_says() {
    let path = "learn/figures/polarity/points.txt";
    let figure = TableFigure::parse(path, &files::read(path)).unwrap();
    let position = position(path, &figure.board);
    assert_eq!(rules::Side::BOTH.map(|side| position.points(side)), [16, 18]);
}

/// The proof of a reaction: its events, its result, and whether it begins in the step's position.
fn proof(place: &str, replays: &mut Replays, start: &Position, proof: &Proof) -> (Played, bool) {
    match proof {
        Proof::Shown(name) => {
            let played = replays.of(place, name).clone();
            let begins_here = recording(name).unwrap().position == start.to_string();
            (played, begins_here)
        }
        Proof::Move(mv) => {
            let mut game = Match::from_position(start.clone());
            game.play(mv)
                .unwrap_or_else(|error| panic!("{place}: {mv}: {error}"));
            (seen(&game), true)
        }
    }
}

fn prove(place: &str, lesson: &TableLesson, step: &TableStep, outcomes: &[Reaction], replays: &mut Replays) {
    let start = position(place, &step.board);
    let TableTask::Hand(reactions) = &step.task else {
        return;
    };
    let mut is_right_here = false;
    let solution = step.solution();
    for reaction in reactions {
        let place = format!("{place}: {:?}", reaction.what);
        let Some(shown) = &reaction.proof else {
            let refused = [ExpectedEvent::refused()];
            let verdict = lesson.judge(step, outcomes, &refused);
            assert_eq!(verdict, TableVerdict::Reaction(reaction), "{place}: has no proof");
            continue;
        };
        let ((events, result), begins_here) = proof(&place, replays, &start, shown);
        let verdict = lesson.judge(step, outcomes, &events);
        assert_eq!(verdict, TableVerdict::Reaction(reaction), "{place}: {events:?}");
        if reaction.is_right && begins_here {
            assert_eq!(reaction.ends, result, "{place}: the result");
            // It is shown to a learner who gives up.
            is_right_here |= reaction.proof.as_ref() == solution;
        }
    }
    assert!(
        is_right_here,
        "{place}: no right answer is shown from this position"
    );
}

#[test]
fn every_lesson_is_proven() {
    let (outcomes, mut replays) = (outcomes(), Replays::default());
    for (file, lesson) in lessons() {
        assert!(
            (3..=5).contains(&lesson.steps.len()),
            "{file}: three to five steps"
        );
        for step in &lesson.steps {
            let place = format!("{file}:{} {}", step.line, step.name);
            prove(&place, &lesson, step, &outcomes, &mut replays);
        }
        let count = |is: fn(&TableTask) -> bool| lesson.steps.iter().filter(|step| is(&step.task)).count();
        let hands = count(|task| matches!(task, TableTask::Hand(_)));
        let questions = count(|task| matches!(task, TableTask::Choose(_)));
        let first = &lesson.steps[0].task;
        assert!(
            (hands > 0 || questions > 1) && !matches!(first, TableTask::Hand(_)),
            "{file}: shown first, then by oneself or asked"
        );
    }
}

#[test]
fn common_outcomes_are_proven_and_cover_all_that_goes_wrong() {
    let (outcomes, mut replays) = (outcomes(), Replays::default());
    for reaction in &outcomes {
        let place = format!("outcomes: {:?}", reaction.what);
        match &reaction.proof {
            Some(Proof::Shown(name)) => {
                let (events, _) = replays.of(&place, name);
                assert!(reaction.what.fits(events), "{place}: {events:?}");
            }
            Some(Proof::Move(_)) => panic!("{place}: shown"),
            None => {
                let word = reaction.what.events[0].word;
                let is_known = [Word::Behind, Word::Refused].contains(&word);
                assert!(is_known, "{place}: a recording");
            }
        }
    }
    let goes_wrong = |word: &Word| word.is_fault() || matches!(word, Word::Again | Word::Refused);
    for word in Word::ALL.into_iter().filter(goes_wrong) {
        let event = ExpectedEvent { word, discs: vec![1] };
        let is_told = outcomes
            .iter()
            .any(|reaction| reaction.what.fits(std::slice::from_ref(&event)));
        assert!(is_told, "{word}");
    }
}

/// All texts of a lesson.
fn texts(lesson: &TableLesson) -> Vec<&Translations> {
    let mut texts = vec![&lesson.title, &lesson.other, &lesson.done];
    for step in &lesson.steps {
        texts.push(&step.say);
        match &step.task {
            TableTask::Look => {}
            TableTask::Choose(choices) => {
                texts.extend(choices.iter().flat_map(|choice| [&choice.option, &choice.answer]));
            }
            TableTask::Hand(reactions) => texts.extend(reactions.iter().map(|reaction| &reaction.text)),
        }
    }
    texts
}

fn assert_alike(file: &str, texts: &Translations) {
    let numbers = |text: &str| {
        let words = text.split(|c: char| !c.is_ascii_digit());
        let mut numbers: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
        numbers.sort();
        numbers
    };
    for (language, text) in texts.iter() {
        let english = &texts[LessonLanguage::En];
        assert_eq!(numbers(text), numbers(english), "{file}: {language}: {text}");
    }
}

#[test]
fn texts_have_the_same_numbers_in_every_language() {
    for (file, lesson) in lessons() {
        for text in texts(&lesson) {
            assert_alike(&file, text);
        }
    }
    for reaction in outcomes() {
        assert_alike("outcomes", &reaction.text);
    }
}

fn what(text: &str) -> EventCondition {
    let words = "  en a\n  fr a\n  de a\n  nl a\n";
    let file = format!("game polarity\nwrong {text}\n{words}");
    let mut reactions = Reaction::parse_outcomes("test", &file).unwrap();
    reactions.remove(0).what
}

fn event(word: Word, discs: &[u8]) -> ExpectedEvent {
    ExpectedEvent {
        word,
        discs: discs.to_vec(),
    }
}

#[test]
fn what_fits_what_happened() {
    let both = [event(Word::Fell, &[3]), event(Word::Touched, &[3, 4])];
    assert!(what("fell").fits(&both));
    assert!(what("fell 3, touched 4 3").fits(&both));
    assert!(!what("fell 4").fits(&both), "another disc");
    assert!(!what("fell, slid").fits(&both), "not all of it");
    assert!(!what("only fell 3").fits(&both), "another fault");
    assert!(what("only fell 3").fits(&[event(Word::Fell, &[3]), event(Word::Leans, &[5])]));
}

#[test]
fn errors_name_line_and_expectation() {
    let head = "game polarity\ntitle\n  en a\n  fr a\n  de a\n  nl a\nother\n  en a\n  fr a\n  de a\n  nl a\n\
                done\n  en a\n  fr a\n  de a\n  nl a\n";
    let say = "say\n  en a\n  fr a\n  de a\n  nl a\n";
    let refused = |body: &str, expected: &str| {
        let error = TableLesson::parse("f", &format!("{head}{body}"))
            .unwrap_err()
            .to_string();
        assert!(error.contains(expected), "{error}");
    };
    refused("step a\nsay\n", "f:18: expected texts");
    refused(
        &format!("step a\n{say}"),
        "expected start, position, scenario, before or after",
    );
    refused(&format!("step a\nbefore x\nafter y\n{say}"), "only one start");
    refused(&format!("step a\nbefore x\n{say}right leap\n"), "an event");
    refused(&format!("step a\nbefore x\n{say}right fell 53\n"), "1 to 52");
    refused(
        &format!("step a\nbefore x\n{say}wrong fell\n  en a\n  fr a\n  de a\n  nl a\n"),
        "a right answer",
    );
    refused(&format!("step a\nbefore x\nfly\n{say}"), "marks, say once");
    assert!(TableFigure::parse("f", "light 1\n").is_err());
    assert!(Recording::parse("f", "title\nposition\n").is_err());
}

#[test]
fn damaged_lessons_are_read_or_refused_without_a_panic() {
    let mut refused = 0;
    for name in files::names("learn/lessons/polarity") {
        let text = files::read(&format!("learn/lessons/polarity/{name}"));
        for text in damaged(&text) {
            let is_lesson = TableLesson::parse(&name, &text).is_ok();
            let is_common = Reaction::parse_outcomes(&name, &text).is_ok();
            refused += usize::from(!is_lesson && !is_common);
        }
    }
    assert!(refused > 300, "{refused}");
}

/// The words of Polarity's booklets, each in its language.
const BOOKLET_WORDS: [(LessonLanguage, &[&str]); 4] = [
    (
        LessonLanguage::En,
        &[
            "Action disc",
            "Foundation",
            "base disc",
            "Leaner",
            "standing disc",
            "Tower",
            "stack",
            "Kiss",
            "Gordon shot",
        ],
    ),
    (
        LessonLanguage::Fr,
        &[
            "Disque actif",
            "Fondation",
            "Disque en appui",
            "disque dressé",
            "Tour",
            "pile",
            "Bise",
            "Coup Gordon",
            "base",
        ],
    ),
    (
        LessonLanguage::De,
        &[
            "Aktionsscheibe",
            "Grundscheibe",
            "Flieger",
            "Turm",
            "Stapel",
            "Fehlerscheiben",
            "Konversion",
            "Reserve",
        ],
    ),
    (
        LessonLanguage::Nl,
        &[
            "Actieve schijf",
            "Basis",
            "Schijf in evenwicht",
            "Stapel",
            "Kus",
            "Coup Gordon",
            "Omkering",
            "Voorraad",
        ],
    ),
];

#[test]
fn the_glossary_has_the_words_of_the_booklets() {
    for (language, words) in BOOKLET_WORDS {
        let text = files::read(&format!("learn/rules/polarity/{language}.md"));
        let (_, glossary) = text.split_once("{#glossary}").unwrap();
        for word in words {
            assert!(glossary.contains(word), "{language}: {word}");
        }
    }
}
