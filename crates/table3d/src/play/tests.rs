//! Games with the clock and with the computer, without a browser.

use super::*;
use crate::layouts;
use crate::news::News;

fn begun(terms: &[(&str, &str)]) -> (Play, Session) {
    let mut play = Play::default();
    play.set_seed(7);
    for (name, value) in terms {
        assert!(play.terms.set(name, value));
    }
    let mut session = Session::new(&layouts::empty());
    play.start(&mut session);
    (play, session)
}

fn thought(play: &mut Play) -> Option<(String, u8, u64)> {
    play.take_wishes().into_iter().find_map(|wish| match wish {
        Wish::Think {
            position,
            level,
            seed,
        } => Some((position, level, seed)),
        _ => None,
    })
}

#[test]
fn the_computer_lays_its_foundation_before_our_eyes_and_then_it_is_our_turn() {
    let (mut play, mut session) = begun(&[("with", "computer"), ("level", "4"), ("side", "black")]);
    play.advance(&mut session, 16.0);
    assert!(play.is_thinking() && !session.is_own_turn());
    assert!(
        !session.may_bring(true) && !session.may_bring(false),
        "it is the computer's turn"
    );
    let (position, level, seed) = thought(&mut play).unwrap();
    let position: Position = position.parse().unwrap();
    let mv = polarity::computer::choose(&position, level, seed, &|| false).unwrap();
    play.advance(&mut session, 16.0);
    assert_eq!(thought(&mut play), None, "it is asked once");
    play.answer(&mut session, &mv.to_string());
    assert_eq!(session.status(), Status::Watching);
    session.take_back();
    assert_eq!(session.status(), Status::Watching, "nobody holds another's hand");
    while session.tick() {}
    assert!(matches!(session.news()[0], News::Laid(_)), "{:?}", session.news());
    let expected = position.play(mv).unwrap().position;
    assert_eq!(session.game().unwrap().position(), &expected, "the same bits");
}

#[test]
fn an_answer_to_another_question_is_forgotten() {
    let (mut play, mut session) = begun(&[("with", "computer"), ("side", "black")]);
    play.advance(&mut session, 16.0);
    let (position, ..) = thought(&mut play).unwrap();
    let position: Position = position.parse().unwrap();
    let mv = polarity::computer::choose(&position, 1, 1, &|| false).unwrap();
    play.start(&mut session);
    assert!(play.take_wishes().contains(&Wish::StopThinking));
    play.answer(&mut session, &mv.to_string());
    assert_eq!(session.status(), Status::Idle);
    play.advance(&mut session, 16.0);
    play.answer(&mut session, "no move at all");
    assert_eq!(session.status(), Status::Idle);
    play.advance(&mut session, 16.0);
    assert!(play.is_thinking(), "it is asked again");
}

#[test]
fn the_clock_runs_for_the_side_to_move_and_decides() {
    let (mut play, mut session) = begun(&[("with", "two"), ("clock", "10+10")]);
    play.advance(&mut session, 700_000.0);
    assert_eq!(
        play.time().unwrap().text(Side::First),
        "10:00",
        "it starts with the first move"
    );
    let position = session.game().unwrap().position().clone();
    let mv = polarity::computer::choose(&position, 4, 3, &|| false).unwrap();
    session.perform(&mv);
    while session.tick() {}
    play.advance(&mut session, 30_000.0);
    assert_eq!(play.time().unwrap().text(Side::First), "9:30");
    play.advance(&mut session, 600_000.0);
    assert_eq!(session.lost(), Some(Side::First));
    assert!(!session.may_bring(true), "the game is over");
}

#[test]
fn a_kept_game_goes_on() {
    let (mut play, mut session) = begun(&[("with", "computer"), ("level", "6"), ("side", "white")]);
    let kept = play.take_wishes().into_iter().find_map(|wish| match wish {
        Wish::Keep(text) if !text.is_empty() => Some(text),
        _ => None,
    });
    let kept = kept.unwrap();
    let mut later = Play::default();
    let mut table = Session::new(&layouts::opening());
    assert!(later.restore(&mut table, &kept));
    assert_eq!((later.with(), later.level()), (With::Computer, 6));
    assert_eq!(table.seats().own, [true, false]);
    assert_eq!(
        table.game().unwrap().position(),
        session.game().unwrap().position()
    );
    for cut in 0..kept.len() {
        let mut other = Play::default();
        assert!(!other.restore(&mut session, &kept[..cut]), "{cut}");
    }
    play.advance(&mut session, 16.0);
}

#[test]
fn who_calls_wrong_has_no_choice() {
    let mut play = Play::default();
    play.terms.set("with", "computer");
    play.terms.set("side", "white");
    let mut called = [0, 0];
    for seed in 0..40 {
        play.set_seed(seed);
        play.terms.set("side", "white");
        play.toss(Face::South);
        let right = play.tossed().unwrap().called_right;
        called[usize::from(right)] += 1;
        assert_eq!(play.terms.side == Some(Side::First), right);
        assert_eq!(play.may_choose_side(), right);
    }
    assert!(called.iter().all(|&count| count > 5), "{called:?}");
}

#[test]
fn a_friend_is_invited_to_what_was_chosen() {
    let (mut play, session) = begun(&[
        ("with", "friend"),
        ("rules", "ferti"),
        ("side", "black"),
        ("teams", "yes"),
        ("clock", "20+20"),
    ]);
    let Some(Wish::Invite(body)) = play.take_wishes().pop() else {
        panic!("nobody is invited")
    };
    let parts = [
        r#""game":"polarity""#,
        r#""variant":"ferti-"#,
        r#""clock":"1200s+20s""#,
        r#""side":"second""#,
        r#""teams":true"#,
        "-teams\"",
    ];
    assert!(parts.iter().all(|part| body.contains(part)), "{body}");
    assert!(session.game().is_none(), "the server has the game");
}
