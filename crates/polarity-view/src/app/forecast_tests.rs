//! Forecasts of guided hands in games, compared with the referee's verdict on the same hand.

use super::*;
use crate::forecast::{MatBefore, Outlook};
use crate::goal::Goal;
use crate::messages::TableMessage;
use magnets::{Placed, Table};
use polarity::Rules;
use rules::Side;

/// White is to play; a black foundation lies far away.
fn position(rules: Rules, discs: &[Placed]) -> Position {
    let black = Placed::flat(Disc(4), 9.0, 14.0, false, 0);
    let discs = discs.iter().copied().chain([black]).collect();
    Position::study(rules, Side::First, 15, discs).unwrap()
}

fn foreseen(position: &Position, goal: Goal) -> Outlook {
    let mut foresight = Foresight::default();
    for _ in 0..1000 {
        foresight.look(MatBefore::Game(position), goal, 64);
        if foresight.of(&goal) != Outlook::Unknown {
            break;
        }
    }
    foresight.of(&goal)
}

/// The referee's news of the hand that is led so.
fn played(position: &Position, goal: Goal) -> Vec<TableMessage> {
    let mut session = TableSession::new(&layouts::empty());
    session.take_up(Match::from_position(position.clone()), Seats::HERE);
    let [x, y] = goal.place();
    assert!(session.bring(true, x, y));
    let mut guided = Guided::new(goal);
    let (mut leads, mut ticks) = (true, 0);
    loop {
        // The hand first comes to where a player would see it wait.
        if ticks == 700 {
            guided.place();
        }
        leads = leads && session.follow(&mut guided);
        if !session.tick() {
            return session.news().to_vec();
        }
        ticks += 1;
    }
}

/// The conversion of disc 2, which leans on disc 1 to the left of it.
fn conversion(base: (f32, f32), more: &[Placed]) -> (Position, Goal) {
    let discs = [
        Placed::flat(Disc(1), base.0, base.1, true, 0),
        Placed::leaning(Disc(2), base.0 - 4.9, base.1, 28.0, 180.0, true),
    ];
    let position = position(Rules::Temple, &[&discs[..], more].concat());
    let goal = Goal::convert(&Table::new(position.scene()), Disc(2)).unwrap();
    (position, goal)
}

/// Disc 3 beside the leaner at (-13.9, -9).
fn beside(gap: f32, white: bool) -> Placed {
    Placed::flat(Disc(3), -13.9, -9.0 - gap, white, 0)
}

#[test]
fn a_conversion_that_does_more_than_it_should_is_foreseen() {
    let fell = TableMessage::Fell(Disc(2));
    for neighbour in [None, Some(beside(6.0, false)), Some(beside(5.0, true))] {
        let (position, goal) = conversion((-9.0, -9.0), neighbour.as_slice());
        let news = played(&position, goal);
        assert_eq!(news[0], fell, "{news:?}");
        assert!(!news[1].is_fault(), "{news:?}");
        assert_eq!(foreseen(&position, goal), Outlook::Holds, "{neighbour:?}");
    }
    for (gap, white) in [(3.6, false), (4.0, false), (5.0, false), (4.0, true)] {
        let (position, goal) = conversion((-9.0, -9.0), &[beside(gap, white)]);
        let news = played(&position, goal);
        let owes = |news: &TableMessage| matches!(news, TableMessage::OwesCapture(_));
        assert!(news.iter().any(owes), "{news:?}");
        assert_eq!(foreseen(&position, goal), Outlook::Faults, "{gap} {white}");
    }
}

#[test]
fn a_conversion_that_gives_the_leaner_away_is_foreseen() {
    let (position, goal) = conversion((-9.0, -9.0), &[beside(3.6, true)]);
    let news = played(&position, goal);
    assert_eq!(news.iter().filter(|news| news.is_fault()).count(), 1, "{news:?}");
    assert_eq!(
        foreseen(&position, goal),
        Outlook::Faults,
        "it falls on its other face"
    );
}

#[test]
fn a_conversion_that_touches_the_red_disc_is_foreseen() {
    let red = Placed::flat(Disc::RED, 0.0, 0.0, false, 0);
    for (x, outlook) in [(8.5, Outlook::Faults), (9.5, Outlook::Holds)] {
        let (position, goal) = conversion((x, 0.0), &[red]);
        let news = played(&position, goal);
        let touches = news.contains(&TableMessage::RedTouched(Disc(2)));
        assert_eq!(touches, outlook == Outlook::Faults, "{news:?}");
        assert_eq!(foreseen(&position, goal), outlook, "{x}");
    }
}

/// A lean against disc 1 from a direction, somewhat farther out than usual.
fn lean(position: &Position, degrees: f32, farther: f32) -> Goal {
    let goal = Goal::lean(&Table::new(position.scene()), Disc(1), degrees.to_radians());
    let Some(Goal::Lean(mut leaning)) = goal else {
        panic!()
    };
    leaning.out = farther;
    Goal::Lean(leaning)
}

#[test]
fn a_leaner_that_the_red_disc_would_hold_up_is_foreseen_as_none() {
    let position = position(Rules::Temple, &[Placed::flat(Disc(1), 4.0, 0.0, true, 0)]);
    let goal = lean(&position, 120.0, 0.0);
    let news = played(&position, goal);
    assert_eq!(news[0], TableMessage::WrongSupport(Disc(2), Disc::RED));
    assert_eq!(foreseen(&position, goal), Outlook::Falls);
    let goal = lean(&position, 90.0, 0.0);
    assert_eq!(played(&position, goal)[0], TableMessage::Stands(Disc(2)));
    assert_eq!(foreseen(&position, goal), Outlook::Holds);
}

#[test]
fn an_own_foundation_that_may_slide_is_no_fault_in_a_forecast() {
    let discs = [
        Placed::flat(Disc(1), -9.0, -9.0, true, 0),
        Placed::flat(Disc(2), -2.581_353_7, -9.700_025, true, 0),
    ];
    let slid = TableMessage::Slid(Disc(2));
    let temple = position(Rules::Temple, &discs);
    let goal = lean(&temple, 0.0, 0.264_086_54);
    assert_eq!(played(&temple, goal)[0], slid);
    assert_eq!(foreseen(&temple, goal), Outlook::Faults);
    let ferti = position(Rules::Ferti, &discs);
    let news = played(&ferti, goal);
    assert!(!news.iter().any(TableMessage::is_fault), "{news:?}");
    let stands = news.contains(&TableMessage::Stands(Disc(3)));
    let expected = if stands { Outlook::Holds } else { Outlook::Falls };
    assert_eq!(foreseen(&ferti, goal), expected, "{news:?}");
}
