//! Seats, and the seat whose turn it is.

use rules::Side;

/// The side that plays from a seat: seats 0 and 2 the first, seats 1 and 3 the second.
pub const fn side_of(seat: usize) -> Side {
    if seat.is_multiple_of(2) {
        Side::First
    } else {
        Side::Second
    }
}

/// The seat that is to move, after moves from these seats, when it is a side's turn. A turn can be several moves; of
/// several players a side, each plays a turn and then waits for the others.
pub fn seat_to_move(played: impl IntoIterator<Item = usize>, turn: Side, players: usize) -> usize {
    let (mut last, mut turns) = (None, 0);
    for seat in played {
        let begins = last.is_none_or(|last| side_of(last) != side_of(seat));
        turns += usize::from(begins && side_of(seat) == turn);
        last = Some(seat);
    }
    last.filter(|last| side_of(*last) == turn)
        .unwrap_or(turn.index() + 2 * (turns % players))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_take_turns_however_many_moves_a_turn_has() {
        let (first, second) = (Side::First, Side::Second);
        for (played, turn, players, seat) in [
            (&[][..], first, 1, 0),
            (&[0, 0, 0], first, 1, 0),
            (&[0, 1], first, 1, 0),
            (&[], first, 2, 0),
            (&[0, 0], first, 2, 0),
            (&[0, 0], second, 2, 1),
            (&[0, 1, 1], first, 2, 2),
            (&[0, 1, 2], second, 2, 3),
            (&[0, 1, 2, 3, 3], first, 2, 0),
        ] {
            assert_eq!(
                seat_to_move(played.iter().copied(), turn, players),
                seat,
                "{played:?}"
            );
        }
    }
}
