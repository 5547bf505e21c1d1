//! How a game ended, in words: one text for each reason, in all games.

use crate::language::{Messages, Text};
use crate::online::words;
use games::GameId;
use protocol::{EndReason, Ending};
use rules::{Outcome, Reason, Side};

/// Names of a game's sides.
pub const fn side_texts(game: GameId) -> [Text; 2] {
    match game {
        GameId::Offboard => [Text::Red, Text::Yellow],
        GameId::Polygone | GameId::Polarity => [Text::White, Text::Black],
        GameId::Isometron => [Text::Red, Text::Blue],
    }
}

/// How a game ended by its rules, with the points of both sides.
pub fn outcome(messages: &Messages, game: GameId, outcome: Outcome, points: [i32; 2]) -> String {
    let names = side_texts(game).map(|text| messages.text(text));
    let (side, text) = match outcome {
        Outcome::Draw { by: Reason::Points } => (Side::First, Text::DrawByPoints),
        Outcome::Draw { .. } => return messages.text(Text::DrawByRepetition).to_owned(),
        Outcome::Win { side, by } => (side, win_text(game, by)),
    };
    let count = |text| {
        let told = messages.count(text, points[side].unsigned_abs() as usize);
        if points[side] < 0 {
            format!("−{told}")
        } else {
            told
        }
    };
    messages.fill(
        text,
        &[
            ("side", names[side]),
            ("other", names[!side]),
            ("points", &count(Text::Points)),
            ("segments", &count(Text::PolygoneSegments)),
            ("n", &points[side].to_string()),
            ("m", &points[!side].to_string()),
        ],
    )
}

const fn win_text(game: GameId, by: Reason) -> Text {
    match by {
        Reason::Points if matches!(game, GameId::Isometron) => Text::IsometronWins,
        Reason::Points => Text::WinsByPoints,
        Reason::Apex => Text::PolygoneWinsByApex,
        Reason::Seven => Text::PolygoneWinsBySeven,
        Reason::NoMove => Text::WinsByNoMove,
        Reason::RedDisc => Text::PolarityWinsByRedDisc,
        Reason::EmptyMat => Text::PolarityWinsByEmptyMat,
        Reason::OneColour => Text::PolarityWinsByOneColour,
        // A draw in all our games.
        Reason::Repetition => Text::DrawByRepetition,
    }
}

/// How a game over the network ended, whatever ended it.
pub fn ending(messages: &Messages, game: GameId, ending: &Ending, points: [i32; 2]) -> String {
    let by = match &ending.reason {
        EndReason::Rules(word) => Reason::ALL.into_iter().find(|reason| reason.to_string() == *word),
        _ => None,
    };
    match (by, ending.winner) {
        (Some(by), Some(side)) => outcome(messages, game, Outcome::Win { side, by }, points),
        (Some(by), None) => outcome(messages, game, Outcome::Draw { by }, points),
        (None, _) => {
            let names = side_texts(game).map(|text| messages.text(text));
            words::ending(messages, ending, names)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    fn told(game: GameId, by: Reason, points: [i32; 2]) -> String {
        let won = Outcome::Win {
            side: Side::Second,
            by,
        };
        outcome(&Messages::of(Language::English), game, won, points)
    }

    #[test]
    fn every_game_names_the_reason() {
        use GameId::{Isometron, Offboard, Polarity, Polygone};
        for (game, by, points, text) in [
            (Offboard, Reason::Points, [2, 6], "Yellow wins with 6 points"),
            (Offboard, Reason::NoMove, [0, 0], "Yellow wins: Red cannot move"),
            (
                Polygone,
                Reason::Apex,
                [0, 3],
                "Black wins: a segment has reached White’s apex",
            ),
            (
                Polygone,
                Reason::Seven,
                [1, 7],
                "Black wins with 7 segments taken",
            ),
            (Isometron, Reason::Points, [4, 9], "Blue wins 9 to 4"),
            (Polarity, Reason::Points, [-3, 1], "Black wins with 1 point"),
            (Polarity, Reason::Points, [-3, -2], "Black wins with −2 points"),
            (
                Polarity,
                Reason::RedDisc,
                [0, 0],
                "Black wins: White disturbed the red disc",
            ),
            (
                Polarity,
                Reason::EmptyMat,
                [0, 0],
                "Black wins: no disc on the mat shows White",
            ),
            (
                Polarity,
                Reason::OneColour,
                [0, 0],
                "Black wins: every disc on the mat shows Black",
            ),
        ] {
            assert_eq!(told(game, by, points), text);
        }
    }

    #[test]
    fn what_the_server_says_is_told_with_its_reason() {
        let english = Messages::of(Language::English);
        let tell = |end: &Ending| ending(&english, GameId::Polarity, end, [1, 1]);
        for by in Reason::ALL {
            let ruled = EndReason::Rules(by.to_string());
            let won = Outcome::Win {
                side: Side::First,
                by,
            };
            assert_eq!(
                tell(&Ending::win(Side::First, ruled)),
                outcome(&english, GameId::Polarity, won, [1, 1])
            );
        }
        let drawn = Ending::draw(EndReason::Rules(Reason::Points.to_string()));
        assert_eq!(tell(&drawn), "Draw: 1 point each");
        let resigned = Ending::win(Side::Second, EndReason::Resignation);
        assert_eq!(tell(&resigned), "Black wins: White resigned");
        let unknown = Ending::win(Side::Second, EndReason::Rules("magic".to_owned()));
        assert_eq!(tell(&unknown), "Black wins against White");
    }
}
