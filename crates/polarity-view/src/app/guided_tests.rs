//! Hands that are led, by a player who sees the table for the first time and whose pointer trembles.

use super::*;
use crate::facts;
use crate::forecast::Outlook;
use crate::goal::Goal;
use crate::messages::TableMessage;
use magnets::{Lie, Placed, Scene};
use polarity_facts::{Command, GoalKind, GuideStage};

/// Pseudo-random numbers, the same everywhere.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn unit(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// Normal, about zero.
    pub(super) fn normal(&mut self, deviation: f32) -> f32 {
        let sum: f32 = (0..12).map(|_| self.unit()).sum();
        (sum - 6.0) * deviation
    }
}

pub(super) fn app(size: (f32, f32), scene: &Scene) -> TableApp {
    let mut app = TableApp::default();
    app.set_size(size.0, size.1);
    app.session_mut().lay_out(scene);
    app
}

pub(super) fn pass(app: &mut TableApp, milliseconds: u32) {
    for _ in 0..milliseconds / 16 {
        app.advance(16.0);
    }
}

pub(super) fn come_to_rest(app: &mut TableApp) {
    for _ in 0..1500 {
        if app.session().status() == Status::Idle {
            return;
        }
        app.advance(16.0);
    }
    panic!("it does not come to rest");
}

/// The place of a disc on the picture, as a trembling pointer finds it.
pub(super) fn aimed(app: &TableApp, disc: Disc, random: &mut Random, tremor: f32) -> Spot {
    let centre = app.session().table().magnet(disc).unwrap().centre;
    let at = app.project(centre).unwrap();
    Spot {
        x: at.x + random.normal(tremor),
        y: at.y + random.normal(tremor),
    }
}

pub(super) fn tap(app: &mut TableApp, at: Spot) {
    app.pointer_down(1, at, false, false);
    app.pointer_up(1, true);
}

/// Drags by about so many pixels, in steps.
pub(super) fn drag(app: &mut TableApp, from: Spot, way: (f32, f32), random: &mut Random, tremor: f32) {
    app.pointer_down(1, from, false, false);
    for part in 1..=10 {
        let share = part as f32 / 10.0;
        let to = Spot {
            x: from.x + way.0 * share + random.normal(tremor),
            y: from.y + way.1 * share + random.normal(tremor),
        };
        app.pointer_move(1, to);
        pass(app, 32);
    }
    app.pointer_up(1, true);
}

/// Projects the disc in the hand onto the picture, at the height of the mat.
pub(super) fn hand(app: &TableApp) -> Spot {
    let [x, y] = app.guided().unwrap().goal().handle();
    app.project(Vector::new(x, y, 0.0)).unwrap()
}

/// Waits until a place round the support is shown as one that holds, and drags there.
fn go_to_green(app: &mut TableApp, random: &mut Random, tremor: f32) {
    let green = |app: &TableApp| {
        let guide = app.picture().guide?;
        let holds = guide
            .ring
            .iter()
            .find(|(_, outlook)| *outlook == Outlook::Holds)?;
        Some((app.project(guide.foot)?, app.project(holds.0)?))
    };
    let mut patience = 20_000;
    while green(app).is_none() && patience > 0 {
        app.look_ahead(64);
        patience -= 1;
    }
    let (from, to) = green(app).unwrap();
    drag(app, from, (to.x - from.x, to.y - from.y), random, tremor);
}

fn foundation(x: f32, y: f32) -> Scene {
    let red = Placed::flat(Disc::RED, 0.0, 0.0, true, 0);
    Scene::new(vec![red, Placed::flat(Disc(1), x, y, true, 0)], true).unwrap()
}

pub(super) fn outlook(app: &mut TableApp) -> Outlook {
    let mut patience = 20_000;
    while facts::of(app, &app.picture()).guide.unwrap().outlook == Outlook::Unknown && patience > 0 {
        app.look_ahead(64);
        patience -= 1;
    }
    facts::of(app, &app.picture()).guide.unwrap().outlook
}

pub(super) const DESK: (f32, f32) = (820.0, 640.0);
pub(super) const PHONE: (f32, f32) = (390.0, 420.0);

#[test]
fn who_taps_a_foundation_drags_a_little_and_places_leaves_a_leaner() {
    for (size, tremor) in [(DESK, 3.0), (PHONE, 5.0)] {
        let mut random = Random(11);
        let mut stood = 0;
        for _ in 0..10 {
            let (x, y) = (random.normal(4.0), -9.0 + random.normal(1.5));
            let mut app = app(size, &foundation(x, y));
            let at = aimed(&app, Disc(1), &mut random, tremor);
            tap(&mut app, at);
            assert_eq!(app.session().status(), Status::Holding);
            pass(&mut app, 600);
            let at = hand(&app);
            let way = (random.normal(40.0), random.normal(40.0));
            drag(&mut app, at, way, &mut random, tremor);
            // The page shows what would come of it: whoever sees that it would not hold goes on to a green dot.
            let mut tries = 0;
            while outlook(&mut app) != Outlook::Holds && tries < 6 {
                go_to_green(&mut app, &mut random, tremor);
                tries += 1;
            }
            app.command("place");
            come_to_rest(&mut app);
            stood += usize::from(
                app.session()
                    .news()
                    .iter()
                    .any(|news| matches!(news, TableMessage::Stands(_))),
            );
        }
        assert!(stood >= 8, "{stood} of 10 at {size:?}");
    }
}

#[test]
fn what_is_foreseen_comes_true() {
    let mut random = Random(5);
    let mut right = 0;
    for _ in 0..12 {
        let mut app = app(DESK, &foundation(-4.0, -9.0));
        let at = aimed(&app, Disc(1), &mut random, 0.0);
        tap(&mut app, at);
        let Some(guided) = &mut app.guided else { panic!() };
        guided.change(|goal| {
            if let Goal::Lean(leaning) = goal {
                leaning.turn(random.normal(2.0));
                leaning.go_out(random.normal(0.4));
            }
        });
        pass(&mut app, 800);
        let foreseen = outlook(&mut app);
        app.command("place");
        come_to_rest(&mut app);
        let stands = app
            .session()
            .news()
            .iter()
            .any(|news| matches!(news, TableMessage::Stands(_)));
        right += usize::from(stands == (foreseen == Outlook::Holds));
    }
    assert!(right >= 11, "{right} of 12");
}

#[test]
fn an_own_leaner_is_converted_by_a_tap_and_a_button() {
    let mut random = Random(3);
    let mut converted = 0;
    for _ in 0..10 {
        let mut app = app(DESK, &foundation(-4.0 + random.normal(2.0), -9.0));
        let at = aimed(&app, Disc(1), &mut random, 3.0);
        tap(&mut app, at);
        pass(&mut app, 800);
        app.command("place");
        come_to_rest(&mut app);
        let leaner = Disc(2);
        assert_eq!(app.session().table().lie(leaner), Some(Lie::Leaner));
        let at = aimed(&app, leaner, &mut random, 3.0);
        tap(&mut app, at);
        if !facts::of(&app, &app.picture()).can(Command::Convert) {
            continue;
        }
        app.command("convert");
        assert_eq!(
            facts::of(&app, &app.picture()).guide.unwrap().goal,
            GoalKind::Convert
        );
        pass(&mut app, 1500);
        app.command("place");
        come_to_rest(&mut app);
        let table = app.session().table();
        converted += usize::from(table.lie(leaner) == Some(Lie::Flat) && table.tower(leaner) == Some(1));
    }
    assert!(converted >= 8, "{converted} of 10");
}

#[test]
fn a_foundation_is_laid_where_it_is_dragged() {
    let mut app = TableApp::default();
    app.set_size(DESK.0, DESK.1);
    app.set_up("temple-north", Seats::HERE).unwrap();
    app.command("white");
    pass(&mut app, 800);
    let Some(Goal::Lay { place, .. }) = app.guided().map(Guided::goal) else {
        panic!()
    };
    let from = app.project(Vector::new(place[0], place[1], 0.0)).unwrap();
    drag(&mut app, from, (-60.0, -20.0), &mut Random(1), 0.0);
    app.command("place");
    come_to_rest(&mut app);
    assert_eq!(
        app.session().news().first(),
        Some(&TableMessage::Laid(Disc(1))),
        "{:?}",
        app.session().news()
    );
}

#[test]
fn the_keys_lead_a_hand_too() {
    let mut app = app(DESK, &foundation(-4.0, -9.0));
    assert!(app.key("w", false));
    pass(&mut app, 500);
    let Some(Goal::Lean(before)) = app.guided().map(Guided::goal) else {
        panic!()
    };
    for key in ["ArrowLeft", "ArrowLeft", "ArrowUp"] {
        assert!(app.key(key, false));
    }
    let Some(Goal::Lean(after)) = app.guided().map(Guided::goal) else {
        panic!()
    };
    assert!((after.angle - before.angle).abs() > 0.2 && (after.out - before.out - 0.1).abs() < 1e-3);
    app.key("ArrowDown", false);
    app.key("Enter", false);
    come_to_rest(&mut app);
    assert!(
        matches!(app.session().news().last(), Some(TableMessage::Stands(_))),
        "{:?}",
        app.session().news()
    );
}

/// White has to capture a kiss.
const KISS: &str = include_str!("../../../../lessons/polarity/capture.txt");

#[test]
fn a_kiss_is_captured_by_a_tap_a_drag_and_a_button() {
    let mut random = Random(21);
    let mut captured = 0;
    for _ in 0..10 {
        let mut app = TableApp::default();
        app.set_size(PHONE.0, PHONE.1);
        app.set_up(KISS.lines().nth(1).unwrap(), Seats::HERE).unwrap();
        let at = aimed(&app, Disc(1), &mut random, 5.0);
        tap(&mut app, at);
        pass(&mut app, 1500);
        let at = hand(&app);
        let way = (random.normal(15.0), random.normal(15.0));
        drag(&mut app, at, way, &mut random, 5.0);
        pass(&mut app, 800);
        app.command("place");
        come_to_rest(&mut app);
        let news = app.session().news();
        captured += usize::from(news.iter().any(|news| matches!(news, TableMessage::Captured(_))));
    }
    assert!(captured >= 9, "{captured} of 10");
}

#[test]
fn the_table_decides_how_much_of_the_guide_is_shown() {
    use polarity_facts::GuideMarks;
    let mut app = app(DESK, &foundation(-4.0, -9.0));
    let at = app.project(Vector::new(-4.0, -9.0, 0.6)).unwrap();
    tap(&mut app, at);
    pass(&mut app, 1500);
    assert_eq!(outlook(&mut app), Outlook::Holds);
    assert!(app.picture().guide.is_some());
    app.set_marks(GuideMarks::Ring);
    let picture = app.picture();
    assert!(picture.guide.is_none() && picture.loupe.is_some());
    let band = picture.band.unwrap();
    let [x, y] = app.guided().unwrap().goal().handle();
    let away = (x - band.centre.x).hypot(y - band.centre.y);
    assert!(band.inner < away && away < band.outer, "{away} {band:?}");
    assert!(!app.look_ahead(64), "nothing is tried");
    app.set_marks(GuideMarks::Nothing);
    let picture = app.picture();
    assert!(picture.guide.is_none() && picture.band.is_none());
    let told = facts::of(&app, &picture);
    assert_eq!(
        (told.guide.unwrap().outlook, told.marks),
        (Outlook::Unknown, GuideMarks::Nothing)
    );
}

/// A hand that waits by the foundation at (-4, -9).
fn waiting() -> TableApp {
    let mut app = app(PHONE, &foundation(-4.0, -9.0));
    let at = app.project(Vector::new(-4.0, -9.0, 0.6)).unwrap();
    tap(&mut app, at);
    pass(&mut app, 1500);
    app
}

fn stage(app: &TableApp) -> GuideStage {
    facts::of(app, &app.picture()).guide.unwrap().stage
}

#[test]
fn who_holds_the_button_lowers_the_disc_and_lets_go_to_release_it() {
    let mut app = waiting();
    app.hold(HOLDS);
    pass(&mut app, 700);
    assert_eq!(stage(&app), GuideStage::Held);
    app.unhold();
    assert_eq!(
        app.session().status(),
        Status::Holding,
        "too early: it pulls back"
    );
    pass(&mut app, 800);
    assert_eq!(stage(&app), GuideStage::Ready);
    app.hold(HOLDS);
    pass(&mut app, 2500);
    assert_eq!(stage(&app), GuideStage::Low);
    assert!(facts::of(&app, &app.picture()).can(Command::Place));
    app.unhold();
    come_to_rest(&mut app);
    assert_eq!(app.session().news(), [TableMessage::Stands(Disc(2))]);
}

#[test]
fn a_short_press_is_none_and_a_drag_is_no_hold() {
    let mut app = waiting();
    app.hold(HOLDS);
    pass(&mut app, 200);
    assert!(!app.unhold());
    pass(&mut app, 1000);
    assert_eq!(stage(&app), GuideStage::Ready);
    let at = app.project(app.hand_place().unwrap()).unwrap();
    app.pointer_down(1, at, false, false);
    pass(&mut app, 500);
    assert_eq!(
        stage(&app),
        GuideStage::Ready,
        "a pointer on the disc waits to drag it"
    );
    let aside = Spot {
        x: at.x + 40.0,
        y: at.y,
    };
    app.pointer_move(1, aside);
    pass(&mut app, 1000);
    assert_eq!(stage(&app), GuideStage::Ready);
}

#[test]
fn the_space_bar_held_converts_a_leaner_and_pulls_back() {
    let mut app = waiting();
    assert!(app.key(" ", false));
    pass(&mut app, 2500);
    assert!(app.unhold());
    come_to_rest(&mut app);
    assert_eq!(app.session().news(), [TableMessage::Stands(Disc(2))]);
    let leaner = app.session().table().magnet(Disc(2)).unwrap().centre;
    let at = app.project(leaner).unwrap();
    tap(&mut app, at);
    app.command("convert");
    pass(&mut app, 1500);
    assert!(app.key(" ", false));
    pass(&mut app, 400);
    assert!(app.unhold(), "let go too early");
    pass(&mut app, 1500);
    assert_eq!(stage(&app), GuideStage::Ready, "it pulled back");
    app.key(" ", false);
    let mut patience = 300;
    while app.session().news().is_empty() && patience > 0 {
        app.advance(16.0);
        patience -= 1;
    }
    app.unhold();
    come_to_rest(&mut app);
    assert_eq!(app.session().news()[0], TableMessage::Fell(Disc(2)));
    assert_eq!(app.session().table().lie(Disc(2)), Some(Lie::Flat));
}

#[test]
fn a_slow_pointer_leads_more_finely_than_a_quick_one() {
    let turned = |milliseconds: u32| {
        let mut app = waiting();
        let from = hand(&app);
        let angle = |app: &TableApp| {
            let Goal::Lean(leaning) = app.guided().unwrap().goal() else {
                panic!("a leaner")
            };
            leaning.angle
        };
        let before = angle(&app);
        app.pointer_down(1, from, false, false);
        for part in 1..=10 {
            let to = Spot {
                x: from.x,
                y: from.y + 3.0 * part as f32,
            };
            app.pointer_move(1, to);
            pass(&mut app, milliseconds);
        }
        let turned = (angle(&app) - before).abs();
        turned.min(std::f32::consts::TAU - turned)
    };
    let (slow, quick) = (turned(320), turned(16));
    assert!(slow > 0.02 && slow < 0.75 * quick, "{slow} {quick}");
}
