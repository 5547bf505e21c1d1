//! Taps in games: towers that are declared or lifted, discs to lean on, and the reasons of taps that do nothing.

use super::*;
use crate::facts;
use crate::goal::Goal;
use crate::messages::TableMessage;
use crate::picture::Glow;
use magnets::Placed;
use polarity::{Misfit, Rules};
use polarity_facts::{Command, GoalKind, How, RedEnd, TableFacts, TapRefusal};
use rules::Side;

const PHONE: (f32, f32) = (390.0, 420.0);

/// White has foundations 1 and 2, Black 3; and what a test adds. White is to play.
fn position(rules: Rules, more: &[Placed]) -> Position {
    let discs = [
        Placed::flat(Disc(1), -9.0, -9.0, true, 0),
        Placed::flat(Disc(2), 9.0, -9.0, true, 0),
        Placed::flat(Disc(3), 9.0, 9.0, false, 0),
    ];
    Position::study(rules, Side::First, 15, [&discs[..], more].concat()).unwrap()
}

/// A stack of white discs from `first` on.
fn tower(first: u8, discs: u8) -> Vec<Placed> {
    (0..discs)
        .map(|level| Placed::flat(Disc(first + level), -9.0, 9.0, true, level))
        .collect()
}

fn app(position: &str) -> TableApp {
    let mut app = TableApp::default();
    app.set_size(PHONE.0, PHONE.1);
    app.set_up(position, Seats::HERE).unwrap();
    app
}

/// White owes the capture of a tower that shows White.
fn owing(rules: Rules) -> TableApp {
    let text = position(rules, &tower(5, 2)).to_string();
    app(&text.replace(r#""captures":[]"#, r#""captures":[5]"#))
}

fn facts(app: &TableApp) -> TableFacts {
    facts::of(app, &app.picture())
}

fn tap(app: &mut TableApp, disc: u8) {
    let centre = app.session().table().magnet(Disc(disc)).unwrap().centre;
    let at = app.project(centre).unwrap();
    app.pointer_down(1, at, false, false);
    app.pointer_up(1, true);
}

fn glow(app: &TableApp, disc: u8) -> Option<Glow> {
    let picture = app.picture();
    let shown = picture.discs.iter().find(|shown| shown.disc == Disc(disc));
    shown.and_then(|shown| shown.glow)
}

fn come_to_rest(app: &mut TableApp) {
    for _ in 0..1500 {
        if app.session().status() == Status::Idle {
            return;
        }
        app.advance(16.0);
    }
    panic!("it does not come to rest");
}

fn captured() -> TableMessage {
    TableMessage::Captured(vec![Disc(5), Disc(6)])
}

#[test]
fn a_tower_is_declared_by_a_tap_and_by_its_button_with_both_rule_sets() {
    for rules in Rules::ALL {
        for by_tap in [true, false] {
            let mut app = owing(rules);
            let ways: Vec<How> = facts(&app).owed.iter().map(|owed| owed.how).collect();
            let expected: &[How] = match rules {
                Rules::Temple => &[How::Declare],
                Rules::Ferti => &[How::Declare, How::Lift],
            };
            assert_eq!(ways, expected);
            if by_tap {
                tap(&mut app, 6);
            } else {
                app.command("take-5");
            }
            assert_eq!(app.session().news(), [captured()], "{rules} {by_tap}");
            assert_eq!(app.session().status(), Status::Idle);
            app.advance(16.0);
            let declared =
                matches!(&app.take_events()[..], [PageEvent::Moved(text)] if text.starts_with("declare"));
            assert!(declared);
            assert!(facts(&app).owed.is_empty());
        }
    }
}

#[test]
fn with_ferti_a_tower_that_could_be_declared_is_lifted_and_set_down_elsewhere() {
    let mut app = owing(Rules::Temple);
    app.command("lift-5");
    assert_eq!(app.session().status(), Status::Idle, "only with ferti");
    let mut app = owing(Rules::Ferti);
    app.command("lift-5");
    assert_eq!(facts(&app).guide.map(|guide| guide.goal), Some(GoalKind::Lay));
    for _ in 0..100 {
        app.advance(16.0);
    }
    let Some(guided) = &mut app.guided else { panic!() };
    guided.change(|goal| goal.follow((-14.0, 2.0)));
    app.command("place");
    come_to_rest(&mut app);
    assert_eq!(app.session().news()[0], captured(), "{:?}", app.session().news());
    let centre = app.session().table().magnet(Disc(6)).unwrap().centre;
    assert!((centre.x + 14.0).hypot(centre.y - 2.0) < 0.5, "{centre}");
    assert!(facts(&app).can(Command::White), "the turn goes on");
}

#[test]
fn a_tower_that_is_too_high_for_the_led_hand_is_not_lit() {
    for (discs, is_lit) in [(4, true), (5, false)] {
        let app = app(&position(Rules::Temple, &tower(10, discs)).to_string());
        let carries = |disc: u8| app.carriers().contains(&Disc(disc));
        assert_eq!((carries(1), carries(10)), (true, is_lit), "{discs}");
        assert_eq!(glow(&app, 10) == Some(Glow::Carrier), is_lit, "{discs}");
    }
}

#[test]
fn a_tap_that_does_nothing_has_a_reason_and_lights_the_disc() {
    let text = position(Rules::Temple, &tower(10, 5)).to_string();
    let taps = [
        (0, TapRefusal::Red),
        (3, TapRefusal::NotYours),
        (14, TapRefusal::TooHigh),
    ];
    for (disc, why) in taps {
        let mut app = app(&text);
        tap(&mut app, disc);
        assert_eq!(
            (facts(&app).refusal, app.session().status()),
            (Some(why), Status::Idle)
        );
        assert_eq!(glow(&app, disc), Some(Glow::Chosen), "{why:?}");
        tap(&mut app, 1);
        assert_eq!(
            (facts(&app).refusal, app.session().status()),
            (None, Status::Holding)
        );
        // The same while a hand is led.
        tap(&mut app, disc);
        assert_eq!(facts(&app).refusal, Some(why));
        app.key("ArrowLeft", false);
        assert_eq!(facts(&app).refusal, None, "it was told");
    }
}

#[test]
fn who_owes_a_capture_is_told_to_settle_it_first() {
    let mut app = owing(Rules::Temple);
    tap(&mut app, 1);
    assert_eq!(facts(&app).refusal, Some(TapRefusal::OwedFirst));
    assert_eq!((glow(&app, 1), glow(&app, 6)), (None, Some(Glow::Fault)));
    tap(&mut app, 0);
    assert_eq!(facts(&app).refusal, Some(TapRefusal::Red));
}

fn refusal(app: &mut TableApp, disc: u8) -> Option<TapRefusal> {
    tap(app, disc);
    facts(app).refusal
}

fn pass(app: &mut TableApp) {
    for _ in 0..100 {
        app.advance(16.0);
    }
}

#[test]
fn in_the_opening_nothing_is_leaned() {
    let mut app = app("temple-north");
    assert_eq!(refusal(&mut app, 0), Some(TapRefusal::Red));
    app.command("white");
    pass(&mut app);
    assert_eq!(refusal(&mut app, 0), Some(TapRefusal::OpeningLay));
    app.command("place");
    come_to_rest(&mut app);
    assert_eq!(refusal(&mut app, 1), Some(TapRefusal::OpeningLay));
}

#[test]
fn who_is_not_to_move_is_told_so() {
    let mut watching = app(&position(Rules::Temple, &[]).to_string());
    watching.set_own([false, true]);
    for disc in [0, 1, 3] {
        assert_eq!(refusal(&mut watching, disc), Some(TapRefusal::NotYourTurn));
    }
    watching.key("b", false);
    assert_eq!(facts(&watching).refusal, Some(TapRefusal::NotYourTurn));
    watching.key("ArrowLeft", false);
    assert_eq!(facts(&watching).refusal, None);
}

#[test]
fn a_disc_that_is_called_for_too_early_is_told_why() {
    let mut app = owing(Rules::Temple);
    for (key, why) in [("w", TapRefusal::OwedFirst), ("b", TapRefusal::NotYourTurn)] {
        app.key(key, false);
        assert_eq!(facts(&app).refusal, Some(why));
        assert_eq!(app.session().status(), Status::Idle);
    }
}

#[test]
fn the_free_hand_hears_no_taps_and_says_so() {
    let mut app = app(&position(Rules::Temple, &[]).to_string());
    app.command("free");
    assert_eq!(refusal(&mut app, 1), Some(TapRefusal::FreeHand));
    app.command("white");
    pass(&mut app);
    assert_eq!(refusal(&mut app, 2), Some(TapRefusal::FreeHand));
}

#[test]
fn a_hand_that_has_lifted_something_sets_it_down_first() {
    let mut app = owing(Rules::Ferti);
    app.command("lift-5");
    pass(&mut app);
    assert_eq!(refusal(&mut app, 1), Some(TapRefusal::HandFull));
    assert_eq!(app.session().status(), Status::Holding);
}

/// White's foundation 1 with black ones on four sides.
fn walled_in() -> Vec<Placed> {
    let places = [(-4.0, -9.0), (-14.0, -9.0), (-9.0, -4.0), (-9.0, -14.0)];
    let black = (20..).zip(places);
    black
        .map(|(disc, (x, y))| Placed::flat(Disc(disc), x, y, false, 0))
        .collect()
}

#[test]
fn a_foundation_without_room_for_a_leaner_is_not_lit() {
    let mut app = app(&position(Rules::Temple, &walled_in()).to_string());
    assert_eq!((glow(&app, 1), glow(&app, 2)), (None, Some(Glow::Carrier)));
    assert_eq!(refusal(&mut app, 1), Some(TapRefusal::NoRoom));
    assert_eq!(refusal(&mut app, 2), None);
}

#[test]
fn a_disc_on_its_edge_carries_nothing() {
    let edge = Placed::leaning(Disc(7), -9.0, 9.0, 86.0, 0.0, true);
    let mut app = app(&position(Rules::Temple, &[edge]).to_string());
    assert_eq!(glow(&app, 7), None);
    assert_eq!(refusal(&mut app, 7), Some(TapRefusal::NotCarrier));
}

#[test]
fn the_result_says_whether_the_red_disc_was_touched_or_moved() {
    let phase = r#""phase":"play""#;
    let ended = |x: f32| {
        let red = Placed::flat(Disc::RED, x, 0.0, true, 0);
        let text = position(Rules::Temple, &[red]).to_string();
        facts(&app(&text.replace(phase, r#""phase":"black wins by red disc""#))).red
    };
    assert_eq!(ended(0.0), Some(RedEnd::Touched));
    assert_eq!(ended(1.8), Some(RedEnd::Touched));
    assert_eq!(ended(1.9), Some(RedEnd::Moved));
    assert_eq!(facts(&app(&position(Rules::Temple, &[]).to_string())).red, None);
}

#[test]
fn a_hand_that_is_led_again_leans_where_it_was() {
    let mut app = app(&position(Rules::Temple, &[]).to_string());
    tap(&mut app, 2);
    for _ in 0..100 {
        app.advance(16.0);
    }
    app.command("free");
    assert!(app.guided().is_none());
    app.command("free");
    let goal = app.guided().map(Guided::goal);
    assert!(
        matches!(goal, Some(Goal::Lean(leaning)) if leaning.support == Disc(2)),
        "{goal:?}"
    );
}

#[test]
fn a_foundation_that_is_not_laid_is_told_why() {
    let free = || {
        let mut app = app("temple-north");
        app.command("free");
        app.command("white");
        app
    };
    let laid = |mut app: TableApp, (x, y): (f32, f32), tilt: f32| {
        app.session_mut().steer(|hand| {
            hand.move_to(x, y);
            hand.set_tilt(tilt);
        });
        for _ in 0..120 {
            app.advance(16.0);
        }
        app.set("height", 0.0);
        for _ in 0..120 {
            app.advance(16.0);
        }
        app.command("release");
        come_to_rest(&mut app);
        app.session().news().to_vec()
    };
    let near_red = laid(free(), (0.0, 3.0), 0.0);
    assert_eq!(near_red.last(), Some(&TableMessage::Disturbed));
    assert_eq!(near_red[0], TableMessage::RedTouched(Disc(1)));
    let outside = TableMessage::Misplaced(Disc(1), Misfit::Outside);
    assert_eq!(laid(free(), (27.0, 0.0), 0.0), [outside, TableMessage::NotFlat]);
}
