//! One game of a match.

use super::seat::{Cost, Seat};
use rules::{Game, History, Outcome, Side, zobrist};
use search::Engine;
use std::time::Duration;

/// Plies after which a game counts as a draw.
const LONGEST: usize = 1000;

/// A finished game, as the journal keeps it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Played {
    /// Half points of the match's first player: 0, 1 or 2.
    pub(crate) half_points: u8,
    /// The cost of thinking for each player of the match.
    pub(crate) cost: [Cost; 2],
    /// The first position, the moves, and how it ended, for people and other programs.
    pub(crate) start: String,
    pub(crate) moves: String,
    pub(crate) result: String,
}

/// Plays from an opening; `first_side` is the side of the match's first player.
pub(crate) fn play<E: Engine>(
    opening: &History<E::Game>,
    first_side: Side,
    seats: &mut [Seat<'_>; 2],
    seed: u64,
) -> Result<Played, String> {
    let mut history = opening.clone();
    seats.iter_mut().for_each(Seat::begin);
    while history.outcome().is_none() && history.plies() < LONGEST {
        let side = history.position().turn();
        let seat = usize::from(side != first_side);
        // Two players of the same kind get different seeds.
        let mv = seats[seat].choose::<E>(&history, zobrist::key(seed ^ zobrist::key(seat as u64)))?;
        history
            .play(mv)
            .map_err(|error| format!("{}: {error}", history.position()))?;
    }
    let outcome = history.outcome();
    Ok(Played {
        half_points: match outcome.and_then(Outcome::winner) {
            None => 1,
            Some(winner) => 2 * u8::from(winner == first_side),
        },
        cost: [seats[0].cost, seats[1].cost],
        start: history.start().to_string(),
        moves: move_texts(&history),
        result: outcome.map_or("draw by length".to_owned(), |outcome| {
            outcome.describe(E::Game::SIDES)
        }),
    })
}

fn move_texts<G: Game>(history: &History<G>) -> String {
    let texts: Vec<String> = history
        .moves()
        .map(|(position, mv)| position.move_text(mv))
        .collect();
    texts.join(" ")
}

/// Fields of a line, in order; `Display` and [`read`](Played::read) keep to it.
const FIELDS: usize = 10;

impl Played {
    /// Reads a printed line; times are exact to the microsecond.
    pub(crate) fn read(text: &str) -> Option<Played> {
        let fields: Vec<&str> = text.splitn(FIELDS, '\t').collect();
        let [points, n0, c0, t0, n1, c1, t1, start, result, moves] = fields[..] else {
            return None;
        };
        let cost = |moves: &str, nodes: &str, micros: &str| {
            Some(Cost {
                moves: moves.parse().ok()?,
                nodes: nodes.parse().ok()?,
                time: Duration::from_micros(micros.parse().ok()?),
            })
        };
        Some(Played {
            half_points: points.parse().ok().filter(|points| *points <= 2)?,
            cost: [cost(n0, c0, t0)?, cost(n1, c1, t1)?],
            start: start.to_owned(),
            result: result.to_owned(),
            moves: moves.to_owned(),
        })
    }
}

impl std::fmt::Display for Played {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.half_points)?;
        for Cost { moves, nodes, time } in self.cost {
            write!(f, "\t{moves}\t{nodes}\t{}", time.as_micros())?;
        }
        write!(f, "\t{}\t{}\t{}", self.start, self.result, self.moves)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::matches::player::Player;
    use search::{AlphaBeta, Offboard};

    pub(in crate::matches) fn example() -> Played {
        let players = [Player::Random, Player::Random];
        let mut seats = players.each_ref().map(|player| Seat::new(player).unwrap());
        let start = History::new(offboard::Position::start(rules::Standard));
        play::<AlphaBeta<Offboard>>(&start, Side::Second, &mut seats, 5).unwrap()
    }

    #[test]
    fn a_game_is_played_to_its_end_and_read_back() {
        let played = example();
        assert_eq!(played.moves, example().moves, "a seed gives the same game");
        let text = played.to_string();
        let back = Played::read(&text).unwrap();
        assert_eq!(back.to_string(), text);
        let mut again: History<offboard::Position> = History::new(played.start.parse().unwrap());
        for mv in played.moves.split(' ') {
            again.play_text(mv).unwrap();
        }
        let outcome = again.outcome().unwrap();
        assert_eq!(outcome.describe(offboard::Position::SIDES), played.result);
        assert_eq!(again.plies() as u64, played.cost[0].moves + played.cost[1].moves);
        let expected = outcome
            .winner()
            .map_or(1, |side| if side == Side::Second { 2 } else { 0 });
        assert_eq!(played.half_points, expected);
    }

    #[test]
    fn broken_lines_are_not_read() {
        let text = example().to_string();
        for end in 0..text.find("red").unwrap_or(60) {
            let _ = Played::read(&text[..end]);
        }
        assert_eq!(Played::read(""), None);
        assert_eq!(Played::read(&text.replacen(&text[..1], "3", 1)), None);
    }
}
