//! The whole page but for drawing, played with as a person would.

use super::*;
use crate::messages::TableMessage;

fn app(view: View) -> TableApp {
    let mut app = TableApp::default();
    app.set_size(800.0, 600.0);
    app.set_view(view);
    app.command("first");
    app.command("free");
    app
}

fn pass(app: &mut TableApp, milliseconds: u32) {
    for _ in 0..milliseconds / 16 {
        app.advance(16.0);
    }
}

/// Drags from the middle of the hand to where a point of the table is.
fn drag_hand_to(app: &mut TableApp, x: f32, y: f32) {
    let height = app.session().steering().unwrap().height();
    let (from_x, from_y) = app.session().steering().unwrap().place();
    let from = app.project(Vector::new(from_x, from_y, height)).unwrap();
    let to = app.project(Vector::new(x, y, height)).unwrap();
    app.pointer_down(1, from, false, false);
    app.pointer_move(1, to);
    app.pointer_up(1, true);
}

/// A leaner by the foundation at (-4, -9), with pointer, wheel and keys only.
fn lean(view: View) -> TableApp {
    let mut app = app(view);
    assert!(app.key("w", false));
    pass(&mut app, 1000);
    drag_hand_to(&mut app, -4.0 + 3.73, -9.0);
    let (x, y) = app.session().steering().unwrap().place();
    assert!(
        (x + 0.27).abs() < 0.02 && (y + 9.0).abs() < 0.02,
        "{view:?} {x} {y}"
    );
    app.command("lean");
    pass(&mut app, 1000);
    for _ in 0..60 {
        app.wheel(100.0, false);
    }
    pass(&mut app, 1500);
    app.key("Enter", false);
    let mut patience = 1000;
    while app.session().status() != Status::Idle && patience > 0 {
        app.advance(16.0);
        patience -= 1;
    }
    app
}

#[test]
fn a_leaner_is_placed_by_mouse_in_space_and_on_paper() {
    for view in [View::Space, View::Flat] {
        let app = lean(view);
        assert_eq!(app.session().news(), [TableMessage::Stands(Disc(2))], "{view:?}");
    }
}

#[test]
fn the_side_view_moves_the_hand_up_and_sideways() {
    let mut app = app(View::Flat);
    app.command("white");
    pass(&mut app, 500);
    let layout = app.layout();
    let before = app.session().steering().unwrap().clone();
    app.pointer_down(1, layout.side(before.place().0, before.height()), false, false);
    app.pointer_move(1, layout.side(before.place().0 + 2.0, before.height() - 3.0));
    app.pointer_up(1, true);
    let after = app.session().steering().unwrap();
    assert!((after.place().0 - before.place().0 - 2.0).abs() < 1e-3);
    assert!((after.height() - before.height() + 3.0).abs() < 1e-3);
}

#[test]
fn a_tap_takes_hold_of_the_disc_it_hits() {
    for view in [View::Space, View::Flat] {
        let mut app = app(view);
        let at = app.project(Vector::new(-4.0, -9.0, 0.6)).unwrap();
        assert_eq!(app.pick(at), Some(Disc(1)));
        app.pointer_down(1, at, false, false);
        app.pointer_up(1, true);
        assert_eq!(app.session().held(), Some((Disc(1), true)), "{view:?}");
    }
}

#[test]
fn without_a_hand_a_drag_looks_round_and_with_one_shift_leans() {
    let mut app = app(View::Space);
    let eye = app.camera().eye();
    let (a, b) = (Spot { x: 400.0, y: 300.0 }, Spot { x: 460.0, y: 310.0 });
    app.pointer_down(1, a, false, false);
    app.pointer_move(1, b);
    app.pointer_up(1, true);
    pass(&mut app, 500);
    assert!((app.camera().eye() - eye).length() > 1.0);

    app.command("white");
    app.pointer_down(1, a, true, false);
    app.pointer_move(1, Spot { x: 400.0, y: 350.0 });
    app.pointer_up(1, true);
    assert!((app.session().steering().unwrap().tilt() - 20.0).abs() < 1e-3);
}

#[test]
fn time_can_be_slowed_and_stopped() {
    let mut app = app(View::Space);
    app.command("white");
    app.command("pause");
    let ticks = app.session().table().ticks();
    pass(&mut app, 500);
    assert_eq!(app.session().table().ticks(), ticks);
    app.command("slow");
    pass(&mut app, 1000);
    let slow = app.session().table().ticks() - ticks;
    assert!((150..=230).contains(&slow), "{slow}");
    app.command("slow");
    assert_eq!(app.pace(), TimeScale::Real);
}

#[test]
fn unknown_keys_and_commands_mean_nothing() {
    let mut app = app(View::Space);
    assert!(!app.key("F5", false));
    assert!(!app.key("z", true));
    assert!(!app.command("dance"));
    app.set("height", f32::NAN);
    app.wheel(f32::NAN, false);
    app.pointer_move(99, Spot::default());
    assert!(app.key("4", false), "the camera has a key for each preset");
}

/// A disc that was let go too far from the foundation to lean on it.
fn fallen() -> TableApp {
    let mut app = app(View::Space);
    app.key("w", false);
    pass(&mut app, 1000);
    drag_hand_to(&mut app, 2.5, -9.0);
    app.command("lean");
    app.set("height", 0.05);
    pass(&mut app, 1500);
    app.key("Enter", false);
    let mut patience = 1000;
    while app.session().status() != Status::Idle && patience > 0 {
        app.advance(16.0);
        patience -= 1;
    }
    app
}

#[test]
fn a_fall_is_shown_again_from_the_side_with_its_disc_lit() {
    let mut app = fallen();
    assert_eq!(app.session().news(), [TableMessage::Lies(Disc(2))]);
    assert_eq!(app.session().falls(), 1);
    let seat = app.camera().eye();
    app.command("see-again");
    assert!(app.is_film_shown());
    pass(&mut app, 1000);
    assert!(app.camera().eye().z < seat.z / 2.0, "from the side");
    let tilt = |app: &TableApp| {
        let picture = app.picture();
        let shown = picture.discs.iter().find(|shown| shown.disc == Disc(2)).unwrap();
        (shown.axis().z.clamp(-1.0, 1.0).acos().to_degrees(), shown.glow)
    };
    let (before, glow) = tilt(&app);
    assert!(
        (before - 10.0).abs() < 1.0,
        "sunk, but still in the hand: {before}"
    );
    assert_eq!(glow, Some(crate::picture::Glow::Fault));
    pass(&mut app, 2500);
    assert!(tilt(&app).0 < 3.0, "it has fallen");
    pass(&mut app, 2000);
    assert!(!app.is_film_shown(), "it ends by itself");
    pass(&mut app, 2000);
    assert!(
        (app.camera().eye() - seat).length() < 0.1,
        "and the eye comes back"
    );
}

#[test]
fn a_tap_or_a_key_ends_the_film_and_does_nothing_else() {
    let mut app = fallen();
    let at = app.project(Vector::new(-4.0, -9.0, 0.6)).unwrap();
    app.command("see-again");
    app.pointer_down(1, at, false, false);
    app.pointer_up(1, true);
    assert!(!app.is_film_shown());
    app.command("see-again");
    assert!(app.key("w", false));
    assert!(!app.is_film_shown() && app.session().status() == Status::Idle);
    app.command("see-again");
    assert!(!app.key("Tab", false), "the page keeps its own keys");
    app.command("see-again");
    app.command("white");
    pass(&mut app, 32);
    assert!(!app.is_film_shown(), "a hand ends it, too");
    assert!(app.session().film().is_none());
}

#[test]
fn a_leaner_that_stands_leaves_no_film() {
    let app = lean(View::Space);
    assert!(app.session().film().is_none());
    assert_eq!(app.session().falls(), 0);
}
