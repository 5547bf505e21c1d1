//! The puzzles of the folder `puzzles/`: proven anew, spread over grades and themes, and refused when they are wrong.

// A test that cannot go on must fail loudly.
#![allow(clippy::unwrap_used)]

use puzzles::{Motif, Puzzle, PuzzleGoal, SolverAnswer, prove};
use rules::Game;
use std::collections::HashSet;

const OFFBOARD: &str = include_str!("../../../puzzles/offboard.txt");
const POLYGONE: &str = include_str!("../../../puzzles/polygone.txt");
const ISOMETRON: &str = include_str!("../../../puzzles/isometron.txt");

/// Puzzles of a game at least.
const FEWEST: usize = 300;
/// Grades, of two powers of two each, that a game has at least.
const FEWEST_GRADES: usize = 5;
/// Puzzles of a theme at least.
const FEWEST_OF_A_MOTIF: usize = 3;

fn read(file: &str) -> Vec<Puzzle> {
    let puzzle = |line: &str| line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    file.lines().map(puzzle).collect()
}

/// Proves every `step`th puzzle; all of them in the deep run.
fn proven<G: Game>(file: &str, step: u64) {
    let puzzles = read(file);
    for puzzle in puzzles.iter().step_by(testkit::deep(step, 1) as usize) {
        if let Err(error) = prove::<G>(puzzle, u64::MAX) {
            panic!("{}: {error}", puzzle.id);
        }
    }
}

#[test]
fn offboard_is_proven() {
    proven::<offboard::Position>(OFFBOARD, 10);
}

#[test]
fn polygone_is_proven() {
    proven::<polygone::Position>(POLYGONE, 10);
}

#[test]
fn isometron_is_proven() {
    proven::<isometron::Position>(ISOMETRON, 10);
}

#[test]
fn every_game_has_enough_puzzles_of_many_grades_and_themes() {
    use Motif::{
        Apex, Defend, ExactEnd, FirstToClose, LeaveNothingOpen, OccupiedTarget, PushOff, Quiet, Seven,
        TargetOfThree, Trap, TwoAtOnce, Web,
    };
    let wanted: [(&str, &[Motif]); 3] = [
        (OFFBOARD, &[PushOff, TargetOfThree, OccupiedTarget, Defend, Quiet]),
        (POLYGONE, &[Apex, Seven, TwoAtOnce, Trap, Defend, Quiet]),
        (ISOMETRON, &[FirstToClose, LeaveNothingOpen, ExactEnd, Web, Quiet]),
    ];
    for (file, motifs) in wanted {
        let puzzles = read(file);
        assert!(puzzles.len() >= FEWEST, "only {}", puzzles.len());
        let names: HashSet<&str> = puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
        let positions: HashSet<&str> = puzzles.iter().map(|puzzle| puzzle.position.as_str()).collect();
        assert_eq!((names.len(), positions.len()), (puzzles.len(), puzzles.len()));
        let grades: HashSet<u32> = puzzles.iter().map(|puzzle| puzzle.nodes.ilog2() / 2).collect();
        assert!(grades.len() >= FEWEST_GRADES, "{grades:?}");
        for motif in motifs {
            let count = puzzles
                .iter()
                .filter(|puzzle| puzzle.motifs.contains(motif))
                .count();
            assert!(count >= FEWEST_OF_A_MOTIF, "{motif}: {count}");
        }
        for puzzle in &puzzles {
            let defends = matches!(puzzle.goal, PuzzleGoal::Hold(_));
            assert_eq!(defends, puzzle.motifs.contains(&Defend), "{puzzle}");
        }
    }
}

#[test]
fn every_line_is_printed_as_it_was_read() {
    for line in [OFFBOARD, POLYGONE, ISOMETRON]
        .iter()
        .flat_map(|file| file.lines())
    {
        let puzzle: Puzzle = line.parse().unwrap();
        assert_eq!(puzzle.to_string(), line);
    }
}

/// A win in one: the line of two pushes the marble on e9 into a target of two points.
const WIN_IN_ONE: &str = "example; win 1; 5/6/7/8/6rry/8/7/6/y4 r -yy--------- -; e7e8; 8; push-off";

#[test]
fn wrong_puzzles_are_refused() {
    let puzzle: Puzzle = WIN_IN_ONE.parse().unwrap();
    assert_eq!(prove::<offboard::Position>(&puzzle, u64::MAX), Ok(()));
    let wrong_move: Puzzle = WIN_IN_ONE.replace("e7e8; 8", "e7f7; 8").parse().unwrap();
    assert!(
        prove::<offboard::Position>(&wrong_move, u64::MAX)
            .unwrap_err()
            .contains("keep the goal")
    );
    let not_a_win: Puzzle = WIN_IN_ONE.replace("-yy--", "-----").parse().unwrap();
    assert!(prove::<offboard::Position>(&not_a_win, u64::MAX).is_err());
    let too_dear = prove::<offboard::Position>(&puzzle, 3).unwrap_err();
    assert_eq!(too_dear, "the proof needs more positions");
}

#[test]
fn nonsense_is_no_puzzle() {
    for text in [
        "",
        "a; win 1",
        "; win 1; p; m; 8; ",
        "a b; win 1; p; m; 8; ",
        "a; lose 1; p; m; 8; ",
        "a; win x; p; m; 8; ",
        "a; win 1; p; m  n; 8; ",
        "a; win 1; p; m; many; ",
        "a; win 1; p; m; 8; beauty",
        "a; win 1; p; m; 8; ; more",
    ] {
        assert!(text.parse::<Puzzle>().is_err(), "{text:?}");
    }
}

#[test]
fn a_move_is_right_right_in_another_way_or_wrong() {
    let puzzle: Puzzle = "a; win 3; p; b2c3 d1d2 e5e6|f6f7; 8; ".parse().unwrap();
    assert_eq!(puzzle.answer(0, "b2c3"), SolverAnswer::Right);
    assert_eq!(puzzle.answer(0, "e5e6"), SolverAnswer::Wrong);
    assert_eq!(puzzle.answer(2, "f6f7"), SolverAnswer::AnotherWay);
    assert_eq!(puzzle.answer(3, "f6f7"), SolverAnswer::Wrong);
}
