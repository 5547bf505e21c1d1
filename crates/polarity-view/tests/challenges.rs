//! The challenges of Polarity played on the table that the browser shows, by the keys that a player has.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use learn::{AfterHand, Challenge, ChallengeRun, ChallengeStep, ExpectedEvent, Word, near_red};
use polarity_facts::Status;
use polarity_view::app::TableApp;
use polarity_view::facts;
use polarity_view::session::Seats;

/// Milliseconds that pass between two keys, and in a `wait`.
const BETWEEN: u32 = 120;
const WAIT: u32 = 500;

fn pass(app: &mut TableApp, milliseconds: u32) {
    for _ in 0..milliseconds / 16 {
        app.advance(16.0);
    }
}

fn laid_out(position: &str) -> TableApp {
    let mut app = TableApp::default();
    app.set_size(820.0, 640.0);
    let seats = Seats {
        own: [true; 2],
        shared: false,
    };
    app.set_up(position, seats).unwrap();
    app
}

/// Presses keys, `w ArrowUp*3 wait Enter`, and waits until all rests.
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
    for _ in 0..2000 {
        if app.session().status() == Status::Idle {
            return;
        }
        app.advance(16.0);
    }
    panic!("it does not come to rest");
}

/// Judges the last movement as the page does; gives the words of its events, too.
fn judge(run: &mut ChallengeRun, app: &TableApp) -> (ChallengeStep, Vec<Word>) {
    let told = facts::of(app, &app.picture());
    let happened = ExpectedEvent::of_news(&told.news);
    let position = app.session().game().unwrap().position();
    let places = position.scene().discs().iter().map(|placed| {
        let [x, y, _] = placed.centre.map(i64::from);
        (placed.disc.0, x, y)
    });
    let step = run.judge(AfterHand {
        happened: &happened,
        owes: !told.owed.is_empty(),
        near_red: near_red(places),
    });
    (step, happened.iter().map(|event| event.word).collect())
}

#[test]
fn leaners_are_counted_for_both_colours() {
    let mut run = ChallengeRun::new(Challenge::Leaners);
    let mut app = laid_out(run.position());
    for key in ["w", "b"] {
        press(&mut app, &format!("{key} wait*3 Enter"));
        let (step, words) = judge(&mut run, &app);
        assert_eq!((step, &words[..]), (ChallengeStep::GoOn, &[Word::Leans][..]));
    }
    assert_eq!(run.score(), 2);
    press(&mut app, "w wait*3 ArrowDown*30 Enter");
    let (step, words) = judge(&mut run, &app);
    assert_eq!((step, run.score()), (ChallengeStep::Over, 2), "{words:?}");
}

#[test]
fn every_conversion_can_be_done_without_a_contact() {
    let mut run = ChallengeRun::new(Challenge::Conversions);
    for _ in 0..Challenge::Conversions.positions().len() {
        let mut app = laid_out(run.position());
        press(&mut app, "w n c wait Enter");
        let (step, words) = judge(&mut run, &app);
        assert_eq!((step, &words[..]), (ChallengeStep::LayOut, &[Word::Fell][..]));
    }
    assert_eq!(run.score(), 3);
}

#[test]
fn every_capture_can_be_done() {
    let mut run = ChallengeRun::new(Challenge::Captures);
    let mut app = laid_out(run.position());
    for hand in 1..=3 {
        press(&mut app, "Enter wait*3 Enter");
        let (step, words) = judge(&mut run, &app);
        assert!(words.contains(&Word::Captured), "hand {hand}: {words:?}");
        if step == ChallengeStep::LayOut {
            app = laid_out(run.position());
        }
    }
    assert_eq!(run.score(), 3);
}

#[test]
fn the_red_disc_is_left_alone_while_its_surroundings_are_cleared() {
    let mut run = ChallengeRun::new(Challenge::RedDisc);
    let mut app = laid_out(run.position());
    let mut steps = Vec::new();
    for _ in 0..2 {
        press(&mut app, "Enter wait*3 ArrowUp*60 wait Enter");
        let (step, words) = judge(&mut run, &app);
        assert_eq!(words, [Word::Captured]);
        steps.push(step);
    }
    assert_eq!(steps, [ChallengeStep::GoOn, ChallengeStep::Over]);
    assert_eq!(run.score(), 4);
}
