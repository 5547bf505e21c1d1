//! Plays every lesson of Polarity through on the browser's table, by the learner's keys.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use learn::{
    ExpectedEvent, Grip, Proof, Reaction, Recording, TableLesson, TableStep, TableTask, TableVerdict,
};
use polarity_facts::Status;
use polarity_view::app::TableApp;
use polarity_view::facts;
use polarity_view::session::Seats;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Milliseconds that pass between two keys, and in a `wait`.
const BETWEEN: u32 = 120;
const WAIT: u32 = 500;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn recording(name: &str) -> Result<Recording, String> {
    let path = format!("lessons/polarity/{name}.txt");
    Recording::parse(&path, &read(&path)).map_err(|error| error.to_string())
}

fn lessons() -> Vec<(String, TableLesson)> {
    let folder = root().join("learn/lessons/polarity");
    let names = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names.retain(|name| name != "outcomes.txt");
    let lesson = |name: String| {
        let path = format!("learn/lessons/polarity/{name}");
        let lesson = TableLesson::parse(&path, &read(&path)).unwrap_or_else(|error| panic!("{error}"));
        (name, lesson)
    };
    names.into_iter().map(lesson).collect()
}

fn outcomes() -> Vec<Reaction> {
    let path = "learn/lessons/polarity/outcomes.txt";
    Reaction::parse_outcomes(path, &read(path)).unwrap()
}

/// A table on which a step is laid out; `own` says whether the learner's hand may move.
fn laid_out(step: &TableStep, own: bool) -> TableApp {
    let mut app = TableApp::default();
    app.set_size(820.0, 640.0);
    let position = step.board.position(recording).unwrap().to_string();
    let seats = Seats {
        own: [own; 2],
        shared: false,
    };
    app.set_up(&position, seats).unwrap();
    if step.grip == Grip::Free {
        app.command("free");
    }
    app
}

fn pass(app: &mut TableApp, milliseconds: u32) {
    for _ in 0..milliseconds / 16 {
        app.advance(16.0);
    }
}

fn come_to_rest(app: &mut TableApp) {
    for _ in 0..2000 {
        if app.session().status() == Status::Idle {
            return;
        }
        app.advance(16.0);
    }
    panic!("it does not come to rest");
}

/// Presses keys: `w ArrowUp*3 wait Enter`. A free hand that then still holds its disc leaves.
fn press(app: &mut TableApp, keys: &str) {
    for key in keys.split(' ') {
        let (name, times) = key.split_once('*').unwrap_or((key, "1"));
        for _ in 0..times.parse::<u32>().unwrap() {
            if name == "wait" {
                pass(app, WAIT);
            } else {
                app.key(name, false);
                pass(app, BETWEEN);
            }
        }
    }
    pass(app, 2 * WAIT);
    if app.session().status() == Status::Holding && app.guided().is_none() {
        app.command("back");
    }
    come_to_rest(app);
}

/// Events of the last movement as the page receives them.
fn happened(app: &TableApp) -> Vec<ExpectedEvent> {
    ExpectedEvent::of_news(&facts::of(app, &app.picture()).news)
}

#[test]
fn every_hand_of_a_lesson_is_led_to_its_answer_by_keys() {
    let outcomes = outcomes();
    let mut wrong = String::new();
    for (name, lesson) in lessons() {
        for step in &lesson.steps {
            let TableTask::Hand(reactions) = &step.task else {
                continue;
            };
            let place = format!("{name}: {}", step.name);
            let is_led = reactions
                .iter()
                .any(|reaction| reaction.is_right && reaction.keys.is_some());
            if !is_led {
                let _ = writeln!(wrong, "{place}: no keys lead to a right answer");
            }
            for reaction in reactions {
                let Some(keys) = &reaction.keys else { continue };
                let mut app = laid_out(step, true);
                press(&mut app, keys);
                let events = happened(&app);
                if lesson.judge(step, &outcomes, &events) != TableVerdict::Reaction(reaction) {
                    let _ = writeln!(wrong, "{place}: {keys}: {events:?}");
                }
            }
        }
    }
    assert_eq!(wrong, "", "\n{wrong}");
}

#[test]
fn what_the_table_tells_of_a_recorded_hand_is_what_the_referee_said() {
    for (name, lesson) in lessons() {
        for step in &lesson.steps {
            let learn::Board::Scenario(recorded) = &step.board else {
                continue;
            };
            let hand = recording(recorded).unwrap();
            let mut app = laid_out(step, false);
            assert!(app.perform(&hand.mv), "{name}: {}", step.name);
            come_to_rest(&mut app);
            let played = hand.play().unwrap();
            let said = ExpectedEvent::all(&played.played()[0].verdict);
            assert_eq!(happened(&app), said, "{name}: {}", step.name);
            let reached = app.session().game().unwrap().position();
            assert_eq!(reached, played.position(), "{name}: {}", step.name);
        }
    }
}

#[test]
fn who_gives_up_is_shown_a_right_answer() {
    let outcomes = outcomes();
    for (name, lesson) in lessons() {
        for step in &lesson.steps {
            if !matches!(step.task, TableTask::Hand(_)) {
                continue;
            }
            let mv = match step.solution().unwrap() {
                Proof::Shown(recorded) => recording(recorded).unwrap().mv,
                Proof::Move(mv) => mv.clone(),
            };
            let mut app = laid_out(step, false);
            assert!(app.perform(&mv), "{name}: {}", step.name);
            come_to_rest(&mut app);
            let events = happened(&app);
            let TableVerdict::Reaction(reaction) = lesson.judge(step, &outcomes, &events) else {
                panic!("{name}: {}: {events:?}", step.name);
            };
            assert!(reaction.is_right, "{name}: {}: {events:?}", step.name);
        }
    }
}
