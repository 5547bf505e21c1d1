//! The texts of positions and moves: each has one spelling, comes back to the letter, and nothing else is read.

use crate::script::{Board, flat, leaner, stack};
use magnets::{Disc, HandPose, Placed, Trace};
use polarity::{Move, Position, StartVariant, Task};
use rules::Random;

/// Mutated texts a parser gets.
const TEXTS: u64 = 50_000;

fn positions() -> Vec<String> {
    let kiss = vec![
        Placed::flat(Disc(5), -12.0, 5.0, true, 0),
        Placed::flat(Disc(6), -8.8, 5.0, false, 0),
    ];
    let busy = Board {
        turns: vec![9],
        moved: "[1,-8001,3],[9,2500,-40]".to_owned(),
        seats: r#""1/2","2/2""#,
        ..Board::new()
            .with([leaner(8, -3.0, true), flat(9, 3.0, true)])
            .group(kiss, true)
            .group(stack(&[20, 21, 22], 12.0, false), false)
    };
    let over = Board {
        phase: "black wins by red disc",
        turn: "black",
        ..Board::new()
    };
    let starts = <StartVariant as rules::Variant>::ALL.iter();
    let starts = starts.map(|variant| Position::start(*variant).to_string());
    starts
        .chain([Board::new().text(), busy.text(), over.text()])
        .collect()
}

fn trace() -> Trace {
    let sample = |step: i16| HandPose {
        x: 400 - step,
        height: 1500 - 30 * step,
        tilt: 310,
        ..HandPose::default()
    };
    Trace::new((0..50).map(sample).collect(), Some(700)).unwrap()
}

fn moves() -> Vec<String> {
    let hand = |task| {
        let trace = trace();
        Move::Hand { task, trace }.to_string()
    };
    vec![
        hand(Task::Lay),
        hand(Task::Lean),
        hand(Task::Turn { disc: Disc(52) }),
        hand(Task::Capture { disc: Disc(7) }),
        Move::Declare { disc: Disc(31) }.to_string(),
    ]
}

#[test]
fn positions_come_back_to_the_letter() {
    for text in positions() {
        let position: Position = text.parse().unwrap();
        assert_eq!(position.to_string(), text);
        assert_eq!(text.lines().count(), 1);
    }
}

#[test]
fn the_start_is_written_so() {
    assert_eq!(
        Position::start(StartVariant::default()).to_string(),
        r#"{"rules":"temple","red":"-","turn":"white","phase":"opening","seats":["1/1","1/1"],"reserves":[26,26],"captures":[],"turns":[],"moved":[],"bodies":[[[0,0,0,300,0,0,0,1048576]]]}"#
    );
}

#[test]
fn moves_come_back_to_the_letter() {
    for text in moves() {
        let mv: Move = text.parse().unwrap();
        assert_eq!(mv.to_string(), text);
        assert!(!text.contains(' '));
    }
}

#[test]
fn variants_come_back_to_the_letter() {
    for variant in <StartVariant as rules::Variant>::ALL {
        assert_eq!(variant.to_string().parse(), Ok(*variant));
    }
    assert_eq!(StartVariant::default().to_string(), "temple-north");
    let error = "temple-east".parse::<StartVariant>().unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("variant, character 8: expected temple-north or ")
    );
}

#[test]
fn refusals_say_what_to_do() {
    let start = Position::start(StartVariant::default()).to_string();
    let cases = [
        (
            start.replace("temple", "tempel"),
            r#"rules, character 1: expected "temple" or "ferti", found '"'"#,
        ),
        (
            start.replace(":[26,", ":[025,"),
            "reserves, character 2: expected a whole number from 0 to 52, found '0'",
        ),
        (
            start.replace(":[26,", ":[25,"),
            "position, character 1: expected 52 discs in reserves and bodies, not 51, found '{'",
        ),
        (
            start.replace("[[0,", "[[53,"),
            "position, character 1: expected a disc from 0 to 52, not 53, found '{'",
        ),
        (
            start.replace("1048576", "1040000"),
            "position, character 1: expected disc 0: the squares of its turn must add up to 2^40, found '{'",
        ),
        (
            format!("{start} "),
            "bodies, character 31: expected the end, found ' '",
        ),
        (
            String::new(),
            r#"position, character 1: expected {"rules":, found the end"#,
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(
            text.parse::<Position>().unwrap_err().to_string(),
            expected,
            "{text}"
        );
    }
}

#[test]
fn impossible_positions_are_refused() {
    let board = Board::new;
    let far = vec![flat(5, -12.0, true), flat(6, 12.0, true)];
    let wrong = [
        Board {
            phase: "opening",
            ..board()
        },
        Board {
            phase: "last",
            ..board()
        },
        Board {
            white_reserve: 0,
            ..board()
        },
        Board {
            captures: vec![1],
            ..board()
        },
        Board {
            captures: vec![40],
            ..board()
        },
        Board {
            turns: vec![40],
            ..board()
        },
        Board {
            turns: vec![2, 1],
            ..board()
        },
        Board {
            moved: "[40,0,0]".to_owned(),
            ..board()
        },
        board().group(far, true),
        board().with([flat(5, 30.0, true)]),
        board().with([Placed {
            centre: [0, 0, -400],
            ..flat(5, 0.0, true)
        }]),
    ];
    for board in wrong {
        assert!(board.text().parse::<Position>().is_err(), "{}", board.text());
    }
    let mut no_red = board();
    no_red.discs.remove(0);
    no_red.discs.push(flat(5, 4.0, true));
    assert!(no_red.text().parse::<Position>().is_err());
}

#[test]
fn moves_that_are_none_are_refused() {
    let cases = [
        (
            "",
            "move, character 1: expected lay:TRACE, lean:TRACE, turn:DISC:TRACE, capture:DISC:TRACE or declare:DISC, found the end",
        ),
        (
            "declare:0",
            "move, character 9: expected a disc from 1 to 52, found '0'",
        ),
        (
            "declare:07",
            "move, character 9: expected a disc from 1 to 52, found '0'",
        ),
        ("declare:7:", "move, character 10: expected the end, found ':'"),
        (
            "turn:53:AQ",
            "move, character 6: expected a disc from 1 to 52, found '5'",
        ),
        (
            "lean",
            "move, character 5: expected a trace (the trace ends in the middle: send all of it), found the end",
        ),
        (
            "lay:!",
            "move, character 5: expected a trace (the trace is not base64: letters, digits, '-' and '_' only), found '!'",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(text.parse::<Move>().unwrap_err().to_string(), expected, "{text}");
    }
}

const INTERESTING: &[char] = &[
    '0', '1', '9', '-', ',', '[', ']', '{', '}', '"', ':', '.', '+', ' ', 'e', 'w', 'A', '_', '=', '\0',
    '\n', 'é', '９', '\u{feff}',
];

/// A text with a few characters changed, put in, taken out, or cut and joined with another.
fn mutated(random: &mut Random, texts: &[String]) -> String {
    let pick = |random: &mut Random| texts[random.below(texts.len() as u64) as usize].chars().collect();
    let mut text: Vec<char> = pick(random);
    for _ in 0..=random.below(3) {
        let at = random.below(text.len() as u64 + 1) as usize;
        let new = INTERESTING[random.below(INTERESTING.len() as u64) as usize];
        match random.below(5) {
            0 => text.insert(at, new),
            1 if at < text.len() => drop(text.remove(at)),
            2 if at < text.len() => text[at] = new,
            3 => text.truncate(at),
            _ => {
                let other: Vec<char> = pick(random);
                let from = random.below(other.len() as u64 + 1) as usize;
                text.truncate(at);
                text.extend(&other[from..]);
            }
        }
    }
    text.into_iter().collect()
}

#[test]
fn mutated_positions_break_nothing() {
    let (mut random, texts, mut read) = (Random::new(1), positions(), 0);
    for _ in 0..TEXTS {
        let text = mutated(&mut random, &texts);
        if let Ok(position) = text.parse::<Position>() {
            assert_eq!(position.to_string(), text);
            read += 1;
        }
    }
    assert!(read > 100, "{read}: mutations that are all refused test little");
}

#[test]
fn mutated_moves_break_nothing() {
    let (mut random, texts, mut read) = (Random::new(2), moves(), 0);
    for _ in 0..TEXTS {
        let text = mutated(&mut random, &texts);
        if let Ok(mv) = text.parse::<Move>() {
            assert_eq!(mv.to_string(), text);
            read += 1;
        }
    }
    assert!(read > 100, "{read}: mutations that are all refused test little");
}
