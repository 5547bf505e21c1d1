//! Captures on mats of all kinds, by a player whose pointer trembles, and what the table tells of them before.

use super::crowd_tests::{free, leaner, settled};
use super::guided_tests::{DESK, PHONE, Random, aimed, come_to_rest, drag, hand, outlook, pass, tap};
use super::*;
use crate::forecast::Outlook;
use crate::messages::TableMessage;
use crate::picture::Glow;
use magnets::Placed;
use magnets::measures::RADIUS;

/// The discs of the cluster to be captured.
const KISS: [Disc; 2] = [Disc(1), Disc(2)];

/// A kiss somewhere on a mat with other discs so far from it, two leaners among them; one more may lean on the cluster.
fn kiss(random: &mut Random, away: f32, is_base: bool) -> Option<Position> {
    let place = free(random, &[([0.0; 2], 8.0)]);
    let angle = random.unit() * std::f32::consts::TAU;
    let other = [place[0] + 3.201 * angle.cos(), place[1] + 3.201 * angle.sin()];
    if other[0].hypot(other[1]) > CIRCLE - RADIUS {
        return None;
    }
    let flat = |name: u8, [x, y]: [f32; 2], white| Placed::flat(Disc(name), x, y, white, 0);
    let mut discs = vec![
        flat(0, [0.0; 2], true),
        flat(1, place, true),
        flat(2, other, false),
    ];
    let mut taken = vec![([0.0; 2], 6.0), (place, away), (other, away)];
    if is_base {
        let (foot, placed) = leaner(40, other, angle + random.normal(0.6), false)?;
        taken.push((foot, 7.0));
        discs.push(placed);
    }
    for name in 3..6 + (random.unit() * 8.0) as u8 {
        let (base, white) = (free(random, &taken), name.is_multiple_of(2));
        taken.push((base, 6.0));
        discs.push(flat(name, base, white));
        if name < 5 {
            let (foot, placed) = leaner(name + 20, base, random.unit() * std::f32::consts::TAU, white)?;
            let is_near = |disc: &[f32; 2]| (disc[0] - foot[0]).hypot(disc[1] - foot[1]) < away;
            if [place, other].iter().any(is_near) {
                return None;
            }
            taken.push((foot, 7.0));
            discs.push(placed);
        }
    }
    let is_kiss = |position: &Position| {
        let mut clusters = position.captures();
        let cluster = clusters.next().map(|group| group.discs.clone());
        let is_whole = |discs: Vec<Disc>| discs.len() == 2 && KISS.iter().all(|disc| discs.contains(disc));
        cluster.is_some_and(is_whole) && clusters.next().is_none()
    };
    settled(discs).filter(is_kiss)
}

fn set_up(size: (f32, f32), position: &str) -> TableApp {
    let mut app = TableApp::default();
    app.set_size(size.0, size.1);
    app.set_up(position, Seats::HERE).unwrap();
    app
}

fn is_captured(app: &TableApp) -> bool {
    let news = app.session().news();
    news.iter().any(|news| matches!(news, TableMessage::Captured(_)))
}

/// Drags what the hand has lifted to some place not far away, and on while the page says that something would react.
fn drag_to_a_good_place(app: &mut TableApp, random: &mut Random, tremor: f32) -> Outlook {
    for _ in 0..8 {
        let from = hand(app);
        let way = (random.normal(50.0), random.normal(35.0));
        drag(app, from, way, random, tremor);
        if outlook(app) == Outlook::Holds {
            break;
        }
    }
    outlook(app)
}

#[test]
fn kisses_anywhere_among_others_are_captured_and_carried_to_a_place_of_ones_choice() {
    let mut seed = 100;
    for (size, tremor) in [(DESK, 3.0), (PHONE, 5.0)] {
        let (mut captured, mut right, mut tries) = (0, 0, 0);
        while tries < 10 {
            seed += 1;
            let mut random = Random(seed);
            let Some(position) = kiss(&mut random, 7.0, false) else {
                continue;
            };
            tries += 1;
            let mut app = set_up(size, &position.to_string());
            let lit = KISS[usize::from(random.unit() < 0.5)];
            let at = aimed(&app, lit, &mut random, tremor);
            tap(&mut app, at);
            assert_eq!(app.session().status(), Status::Holding, "{seed}");
            pass(&mut app, 1500);
            if app.has_fault() {
                come_to_rest(&mut app);
                continue;
            }
            let foreseen = drag_to_a_good_place(&mut app, &mut random, tremor);
            app.command("place");
            come_to_rest(&mut app);
            captured += usize::from(is_captured(&app));
            right += usize::from(is_captured(&app) == (foreseen == Outlook::Holds));
        }
        assert!(
            captured >= 9 && right >= 9,
            "{captured} of 10, {right} as foreseen, at {size:?}"
        );
    }
}

#[test]
fn the_place_that_is_suggested_is_good() {
    let (mut captured, mut tries, mut seed) = (0, 0, 500);
    while tries < 10 {
        seed += 1;
        let Some(position) = kiss(&mut Random(seed), 7.0, false) else {
            continue;
        };
        let mut app = set_up(PHONE, &position.to_string());
        app.command("enter");
        pass(&mut app, 1500);
        if app.has_fault() {
            continue;
        }
        tries += 1;
        for _ in 0..9 {
            if outlook(&mut app) == Outlook::Holds {
                break;
            }
        }
        app.command("place");
        come_to_rest(&mut app);
        captured += usize::from(is_captured(&app));
    }
    assert_eq!(captured, tries);
}

/// Looks ahead until there is nothing more to find out.
fn look_at_all(app: &mut TableApp) {
    let mut patience = 20_000;
    while app.look_ahead(64) && patience > 0 {
        patience -= 1;
    }
    assert_ne!(patience, 0);
}

/// A leaner that falls when the cluster beside it is lifted.
const FAILS: &str = include_str!("../../../../lessons/polarity/failed-capture.txt");
const SUCCEEDS: &str = include_str!("../../../../lessons/polarity/capture.txt");

#[test]
fn what_falls_when_the_owed_is_lifted_is_marked_before() {
    let mut app = set_up(PHONE, FAILS.lines().nth(1).unwrap());
    assert_eq!(app.endangered(), []);
    look_at_all(&mut app);
    let leaner = Disc(4);
    assert!(app.endangered().contains(&leaner), "{:?}", app.endangered());
    let glow = |app: &TableApp, disc: Disc| {
        let discs = app.picture().discs;
        discs.iter().find(|shown| shown.disc == disc).unwrap().glow
    };
    assert_eq!(glow(&app, leaner), Some(Glow::Endangered));
    assert_eq!(glow(&app, Disc(1)), Some(Glow::Fault), "owed");
    let told = crate::facts::of(&app, &app.picture());
    assert!(told.endangered.contains(&leaner.0));
    app.set_marks(polarity_facts::GuideMarks::Ring);
    assert_eq!(app.endangered(), [], "this table shows no forecasts");
    app.set_marks(polarity_facts::GuideMarks::All);
    app.command("enter");
    assert_eq!(app.endangered(), [], "it is too late");
    come_to_rest_or_leave(&mut app);
    let news = app.session().news();
    assert!(news.contains(&TableMessage::Fell(leaner)), "{news:?}");
}

fn come_to_rest_or_leave(app: &mut TableApp) {
    pass(app, 2000);
    app.command("place");
    come_to_rest(app);
}

#[test]
fn lifting_beside_others_does_what_the_marks_say() {
    let (mut right, mut faults, mut tries, mut seed) = (0, 0, 0, 900);
    while tries < 20 {
        seed += 1;
        let Some(position) = kiss(&mut Random(seed), 3.6, tries % 2 == 0) else {
            continue;
        };
        tries += 1;
        let text = position.to_string();
        let mut app = set_up(PHONE, &text);
        look_at_all(&mut app);
        let disturbs = |disc: &Disc| {
            let mut app = set_up(PHONE, &text);
            app.command(&format!("take-{}", disc.0));
            pass(&mut app, 2500);
            app.has_fault()
        };
        let came = KISS.iter().any(disturbs);
        faults += usize::from(came);
        right += usize::from(came != app.endangered().is_empty());
    }
    assert!(right >= 19, "{right} of {tries}, {faults} of them disturb others");
}

#[test]
fn nothing_is_marked_when_nothing_falls() {
    let mut app = set_up(PHONE, SUCCEEDS.lines().nth(1).unwrap());
    look_at_all(&mut app);
    assert_eq!(app.endangered(), []);
}

#[test]
fn setting_down_beside_another_disc_is_foreseen_as_a_fault() {
    let mut app = set_up(PHONE, SUCCEEDS.lines().nth(1).unwrap());
    app.command("enter");
    pass(&mut app, 1500);
    assert_eq!(outlook(&mut app), Outlook::Holds);
    let Some(guided) = &mut app.guided else { panic!() };
    // Foundation 2 lies at (12, 12).
    guided.change(|goal| goal.follow((12.0, 8.6)));
    assert_eq!(outlook(&mut app), Outlook::Faults);
    app.command("place");
    come_to_rest(&mut app);
    assert!(!is_captured(&app), "{:?}", app.session().news());
}
