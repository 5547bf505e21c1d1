//! The quick answers that the engine asks for are those of the list of moves.

use offboard::board::CELL_COUNT;
use offboard::{Cell, Direction, Move, Position};
use rules::{Game, Random, Standard};

fn all_moves() -> impl Iterator<Item = Move> {
    (0..CELL_COUNT).map(Cell::at).flat_map(|cell| {
        let steps = Direction::ALL.map(|direction| Move::Step {
            from: cell,
            direction,
        });
        steps.into_iter().chain([Move::Return { cell }])
    })
}

#[test]
fn legality_and_points_are_those_of_the_moves() {
    let mut random = Random::new(1);
    let mut scoring = 0;
    for _ in 0..20 {
        let mut position = Position::start(Standard);
        loop {
            let moves = position.legal_moves();
            for mv in all_moves() {
                assert_eq!(position.is_legal(mv), moves.contains(&mv), "{position}: {mv}");
            }
            for &mv in &moves {
                let mut next = position;
                next.play_unchecked(mv);
                let us = position.turn();
                let scored = next.points(us) - position.points(us);
                assert_eq!(position.scored(mv), scored, "{position}: {mv}");
                scoring += u32::from(scored > 0);
            }
            assert_eq!(position.outcome().is_some(), moves.is_empty(), "{position}");
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[random.below(moves.len() as u64) as usize]);
        }
    }
    assert!(scoring > 0, "no game came to a scoring push");
}
