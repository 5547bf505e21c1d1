//! The grip of a player's hand: the field turns the disc in it, on this table and on those of others.

use super::*;
use magnets::HandGrip;
use polarity_facts::GuideStage;

/// White is to lean a disc.
const LEANER: &str = include_str!("../../../../lessons/polarity/leaner.txt");
const HELD: Disc = Disc(3);

fn app(own: [bool; 2]) -> TableApp {
    let mut app = TableApp::default();
    app.set_size(820.0, 640.0);
    let seats = Seats { own, shared: true };
    app.set_up(LEANER.lines().nth(1).unwrap(), seats).unwrap();
    app
}

/// Lets time pass at White's table and at another one that receives the hand's poses; returns the moves made.
fn pass(white: &mut TableApp, black: &mut TableApp, milliseconds: u32) -> Vec<String> {
    let mut moves = Vec::new();
    for _ in 0..milliseconds / 16 {
        white.advance(16.0);
        for event in white.take_events() {
            match event {
                PageEvent::Hand(poses) => black.see(&poses),
                PageEvent::Moved(text) => moves.push(text),
            }
        }
        black.advance(16.0);
    }
    moves
}

/// The held disc as it is drawn.
fn drawn(app: &TableApp) -> crate::picture::DrawnDisc {
    let discs = app.picture().discs;
    *discs.iter().find(|drawn| drawn.disc == HELD).unwrap()
}

fn tilt(app: &TableApp) -> f32 {
    drawn(app).axis().z.acos().to_degrees()
}

#[test]
fn a_disc_that_is_held_low_is_shown_at_the_tilt_at_which_it_will_stand() {
    let (mut white, mut black) = (app([true, false]), app([false, true]));
    assert!(white.key("w", false));
    pass(&mut white, &mut black, 1500);
    let carried = tilt(&white);
    white.hold(HOLDS);
    pass(&mut white, &mut black, 2500);
    let stage = white.guided().map(Guided::stage);
    assert_eq!(stage, Some(GuideStage::Low));
    let turned = tilt(&white);
    assert_eq!(drawn(&black), drawn(&white), "the other player sees the same");
    white.unhold();
    let moves = pass(&mut white, &mut black, 9000);
    let [text] = &moves[..] else { panic!("{moves:?}") };
    println!(
        "carried at {carried}, turned to {turned}, left at {}",
        tilt(&white)
    );
    assert!((turned - carried).abs() > 2.0, "{carried} {turned}");
    assert!((turned - tilt(&white)).abs() < 3.0, "{turned}");

    let Ok(Move::Hand { trace, .. }) = text.parse() else {
        panic!("{text}")
    };
    assert_eq!(trace.grip(), HandGrip::Yielding);
    assert!(black.perform(text));
    assert!(
        black.session().table().ticks() > 1000,
        "the hand goes on from where it is"
    );
    for _ in 0..600 {
        black.advance(16.0);
    }
    let position = |app: &TableApp| app.session().game().unwrap().position().clone();
    assert_eq!(position(&white), position(&black));
    let referee: polarity::Position = LEANER.lines().nth(1).unwrap().parse().unwrap();
    assert_eq!(
        &position(&white),
        &referee.play(text.parse().unwrap()).unwrap().position
    );
}

#[test]
fn poses_of_another_grip_do_not_go_on_from_the_known_ones() {
    let (mut white, mut black) = (app([true, false]), app([false, true]));
    white.key("w", false);
    pass(&mut white, &mut black, 1000);
    let known = |app: &TableApp| app.session().table().hand_ticks();
    pass(&mut app([false; 2]), &mut black, 1000);
    let before = known(&black).unwrap();
    let from = before / magnets::measures::TICKS_PER_SAMPLE + 1;
    let rigid = magnets::Trace::new(vec![magnets::HandPose::default(); 30], None).unwrap();
    black.see(&format!("{from} lean:{}", rigid.to_text()));
    pass(&mut app([false; 2]), &mut black, 1000);
    assert_eq!(known(&black), Some(before));
    let yielding = rigid.held_by(HandGrip::Yielding);
    black.see(&format!("{from} lean:{}", yielding.to_text()));
    pass(&mut app([false; 2]), &mut black, 1000);
    assert!(known(&black) > Some(before));
}
