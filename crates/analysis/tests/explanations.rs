//! Explanations of mistakes are true: every fact is found again when its line is replayed on the board, by counting
//! points and pieces instead of moves.

use analysis::{Bounds, review};
use isometron_engine::Isometron;
use protocol::Judgement;
use puzzles::{Deed, ExplainedLine, MistakeKind, Tally, explain};
use rules::{Game, History, Outcome, Side};
use search::{AlphaBeta, Engine, Offboard, Polygone};

/// Faults of each kind that were found.
#[derive(Debug, Default)]
struct Found {
    punished: u32,
    missed: u32,
    weaker: u32,
    traps: u32,
}

/// Reviews the games of a file and holds every explanation of a mistake against the board.
fn explained<E: Engine<Game: Tally>>(nodes: u64, games: &str) -> Found {
    let bounds = Bounds {
        nodes: Some(nodes),
        ..Bounds::default()
    };
    let mut found = Found::default();
    for line in games.lines() {
        let (start, moves) = line.split_once('\t').expect("a position and moves");
        let mut history = History::<E::Game>::new(start.parse().expect("a position"));
        for mv in moves.split(' ') {
            history.play_text(mv).expect("a legal move");
        }
        let reviewed =
            review(&E::new(1 << 20), &history, &bounds, &|| false, |_, _| ()).expect("not stopped");
        for ((before, mv), judged) in history.moves().zip(&reviewed.moves) {
            if judged.judgement < Judgement::Mistake {
                continue;
            }
            let explanation =
                explain(before, &judged.text, &judged.answer, &judged.best).expect("a legal move");
            let mut after = *before;
            after.play(mv).expect("a legal move");
            found.traps += u32::from(explanation.is_trap());
            match &explanation.kind {
                MistakeKind::Punished(line) => {
                    found.punished += 1;
                    assert_eq!(line.side, !judged.side, "the opponent punishes");
                    check(&after, line, &judged.answer);
                }
                MistakeKind::Missed(line) => {
                    found.missed += 1;
                    assert_eq!(line.side, judged.side, "the player misses");
                    check(before, line, &judged.best);
                }
                MistakeKind::Weaker => found.weaker += 1,
            }
        }
    }
    found
}

/// Replays a line by its texts and counts on the board what it claims.
fn check<G: Tally>(start: &G, line: &ExplainedLine, whole: &[String]) {
    assert!(!line.moves.is_empty() && whole.starts_with(&line.moves));
    let mut position = *start;
    let mut deeds = Vec::new();
    for text in &line.moves {
        let before = position;
        let mv = position.parse_move(text).expect("a legal move");
        position.play(mv).expect("a legal move");
        deeds.push((before.turn(), told(&before, &position)));
    }
    let gain = |side: Side| position.tally(side) - start.tally(side);
    assert_eq!(
        (line.won, line.lost),
        (gain(line.side), gain(!line.side)),
        "{start} {line:?}"
    );
    match line.wins_by {
        Some(by) => assert_eq!(position.outcome(), Some(Outcome::Win { side: line.side, by })),
        None => assert!(line.won > line.lost, "{line:?} gains nothing"),
    }
    let first_turn: Vec<&String> = deeds
        .iter()
        .take_while(|(side, _)| *side == line.side)
        .map(|(_, told)| told)
        .collect();
    let claimed = match line.deed {
        Deed::Quiet | Deed::WrongImage => return,
        Deed::Score { won, lost } => format!("score {won} {lost}"),
        Deed::Push { marbles, value } => format!("push {marbles} {value}"),
        Deed::GiveBack => "give back".to_owned(),
    };
    assert!(
        first_turn.iter().any(|told| told.starts_with(&claimed)),
        "{claimed}: {first_turn:?}"
    );
}

/// The effect of a move, read from the texts of the positions before and after it.
fn told<G: Tally>(before: &G, after: &G) -> String {
    let side = before.turn();
    let gain = |side: Side| after.tally(side) - before.tally(side);
    if gain(side) + gain(!side) > 0 {
        return format!("score {} {}", gain(side), gain(!side));
    }
    let (Ok(before), Ok(after)) = (
        before.to_string().parse::<offboard::Position>(),
        after.to_string().parse::<offboard::Position>(),
    ) else {
        return "quiet".to_owned();
    };
    if after.returned() {
        return "give back".to_owned();
    }
    // Opposing marbles in a row moved on by one cell: the first place is empty of them now, the last one is new.
    let (old, new) = (before.marbles(!side), after.marbles(!side));
    let (Some(left), Some(entered)) = (
        old.without(new).into_iter().next(),
        new.without(old).into_iter().next(),
    ) else {
        return "quiet".to_owned();
    };
    let direction = offboard::Direction::ALL.into_iter().find(|direction| {
        let mut at = left;
        while let Some(next) = at.step(*direction) {
            at = next;
            if at == entered {
                return true;
            }
        }
        false
    });
    let direction = direction.expect("a straight push");
    let mut marbles = 1;
    let mut at = left.step(direction).expect("a cell");
    while at != entered {
        (at, marbles) = (at.step(direction).expect("a cell"), marbles + 1);
    }
    let mut edge = entered;
    while let Some(next) = edge.step(direction) {
        edge = next;
    }
    let target = edge.exit(direction).filter(|target| before.is_free(*target));
    target.map_or("quiet".to_owned(), |target| {
        format!("push {marbles} {}", offboard::board::TARGET_VALUES[target])
    })
}

#[test]
fn offboard_mistakes_are_explained_by_facts() {
    let found = explained::<AlphaBeta<Offboard>>(2_000, include_str!("games/offboard-random.txt"));
    assert!(
        found.punished > 5 && found.punished + found.missed > found.weaker,
        "{found:?}"
    );
}

#[test]
fn polygone_mistakes_are_explained_by_facts() {
    let found = explained::<AlphaBeta<Polygone>>(2_000, include_str!("games/polygone-random.txt"));
    assert!(
        found.punished > 5 && found.punished + found.missed > found.weaker,
        "{found:?}"
    );
}

#[test]
fn isometron_mistakes_are_explained_by_facts() {
    let found = explained::<Isometron>(3_000, include_str!("games/isometron-random.txt"));
    assert!(
        found.punished > 5 && found.punished + found.missed > found.weaker,
        "{found:?}"
    );
}
