//! Requests and their answers.

use rules::{Game, History, Random};

fn answers(request: &str) -> Vec<String> {
    let mut answers = Vec::new();
    engine_worker::answer(request, &mut |answer| answers.push(answer));
    answers
}

/// Plays the computer against itself for some moves.
fn plays<G: Game>(level: u8, plies: usize) -> Vec<String> {
    let start = G::start(Default::default());
    let mut history = History::new(start);
    let mut moves = Vec::new();
    for ply in 0..plies {
        let request = format!("choose {level} {ply}\n{}\n{start}\n{}", G::NAME, moves.join(" "));
        let answers = answers(&request);
        assert_eq!(
            answers,
            self::answers(&request),
            "the same seed gives the same move"
        );
        let mv = answers[0].strip_prefix("move ").expect("a move").to_owned();
        history.play_text(&mv).expect("the move is legal");
        moves.push(mv);
    }
    moves
}

#[test]
fn the_computer_plays_every_flat_game() {
    for level in [1, 4] {
        assert_eq!(plays::<offboard::Position>(level, 6).len(), 6);
        assert_eq!(plays::<polygone::Position>(level, 6).len(), 6);
        assert_eq!(plays::<isometron::Position>(level, 6).len(), 6);
    }
}

#[test]
fn lines_are_told_depth_by_depth_and_can_be_played() {
    let start = polygone::Position::start(rules::Standard);
    let answers = answers(&format!("lines 2 nodes 3000\npolygone\n{start}\n"));
    assert_eq!(answers.last().map(String::as_str), Some("done"));
    let lines: Vec<&String> = answers
        .iter()
        .filter(|answer| answer.starts_with("line "))
        .collect();
    assert!(lines.iter().any(|line| line.starts_with("line 0 1 ")));
    assert!(lines.iter().any(|line| line.starts_with("line 1 ")));
    for line in lines {
        let mut history = History::new(start);
        for mv in line.split(' ').skip(5) {
            history.play_text(mv).expect("the line can be played");
        }
        assert!(history.plies() > 0);
    }
}

#[test]
fn a_game_is_reviewed_from_its_start_to_its_end() {
    let moves = "g5h6 b1c1 i5h4 h8h7";
    let start = offboard::Position::start(rules::Standard);
    let answers = answers(&format!("review nodes 500\noffboard\n{start}\n{moves}"));
    let [progress @ .., done] = &answers[..] else {
        panic!("no answer");
    };
    assert_eq!(progress, [1, 2, 3, 4, 5].map(|at| format!("progress {at} 5")));
    let review = done.strip_prefix("done ").expect("a review");
    let review: protocol::Review = serde_json::from_str(review).expect("a review as the server gives it");
    let played: Vec<&str> = review
        .moves
        .iter()
        .map(|reviewed| reviewed.text.as_str())
        .collect();
    assert_eq!(played.join(" "), moves);
    assert_eq!((review.nodes, review.curve.len()), (500, 5));
}

#[test]
fn nonsense_is_answered_with_an_error() {
    let mut random = Random::new(1);
    let request = "choose 3 7\noffboard\n5/6/4rry/8/9/8/7/6/y4 r ------------ -\ng7g8";
    for _ in 0..300 {
        let mut bytes = request.as_bytes().to_vec();
        let at = random.below(bytes.len() as u64) as usize;
        bytes[at] = b' ' + random.below(90) as u8;
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let told = answers(text);
            assert_eq!(told.len(), 1, "{text}");
        }
    }
    for request in [
        "",
        "choose",
        "choose 11 1\noffboard\nx\n",
        "lines -1 nodes 5\noffboard\nx\n",
        "lines 1\noffboard\nx\n",
        "sing\nchess\n\n",
    ] {
        let told = answers(request);
        assert!(told.len() == 1 && told[0].starts_with("error "), "{told:?}");
    }
}

#[test]
fn records_are_written_and_read_back() {
    let starts = [
        (
            "offboard",
            offboard::Position::start(rules::Standard).to_string(),
            "a5b5 a1b1",
        ),
        (
            "isometron",
            isometron::Position::start(isometron::Symmetry::Shift).to_string(),
            "c4ne",
        ),
        ("polygone", "a2b1,c4d3,c4d5 a8b9,b5c4 w 3-2".to_owned(), ""),
    ];
    for (game, start, moves) in starts {
        let written = answers(&format!("write White\tBlack\n{game}\n{start}\n{moves}"));
        let record = written[0].strip_prefix("done ").expect("a record");
        let lines = record
            .lines()
            .filter(|line| line.starts_with("position: "))
            .count();
        assert_eq!(lines, usize::from(game == "polygone"), "{record}");
        for text in [
            record.to_owned(),
            record.replace('\n', "\r\n"),
            record.trim_end().to_owned(),
        ] {
            assert_eq!(
                answers(&format!("read\n{text}")),
                [format!("done\n{game}\n{start}\n{moves}")]
            );
        }
    }
}

#[test]
fn a_text_that_is_no_record_is_refused_with_its_line() {
    for text in ["", "hello", "tablier record 1\ngame: chess\n"] {
        let answer = &answers(&format!("read\n{text}"))[0];
        assert!(answer.starts_with("error line "), "{answer}");
    }
    assert!(answers("write a\tb\nchess\n\n")[0].starts_with("error "));
    assert!(answers("write a\tb")[0].starts_with("error "));
}

#[test]
fn a_position_is_shown_with_what_can_be_played() {
    let [shown] = &answers("show\noffboard\n\na5b5 a1b1")[..] else {
        panic!("one answer");
    };
    let lines: Vec<&str> = shown.splitn(6, '\n').collect();
    let [done, position, turn, result, moves, picture] = lines[..] else {
        panic!("{shown}");
    };
    assert_eq!((done, turn, result), ("done", "0", ""));
    let listed = offboard::Position::start(rules::Standard).count_moves();
    assert!(moves.split(' ').count() as u64 > listed / 2, "{moves}");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    let again = answers(&format!("show\noffboard\n{position}\n"));
    assert!(again[0].starts_with(&format!("done\n{position}\n0\n\n{moves}\n<svg ")));
}

#[test]
fn a_game_begins_at_a_variant_or_says_why_not() {
    assert!(answers("show\nisometron\ncentral\n")[0].contains(" central r - 0 0-0\n"));
    for bad in [
        "show\nisometron\ndiagonal\n",
        "show\noffboard\n\nz9z9",
        "show\nchess\n\n",
        "show\npolarity\n\n",
        "show\noffboard\n",
    ] {
        assert!(answers(bad)[0].starts_with("error "), "{bad}");
    }
}
