//! A mistake in a sentence or two: the facts of [`puzzles::explain`] in the reader's language.

use crate::frame::BoardGame;
use crate::language::{Messages, Text};
use ::puzzles::{Deed, ExplainedLine, Explanation, MistakeKind, Tally, explain};
use games::GameId;
use protocol::ReviewedMove;
use rules::Reason;

/// Moves of a line that a sentence names at most.
const MOST_MOVES: usize = 6;

/// The sentence about a move that was a mistake; `None` when it is illegal.
pub(crate) fn sentence<G: BoardGame + Tally>(
    messages: &Messages,
    before: &G,
    played: &str,
    answer: &[String],
    best: &[String],
) -> Option<String> {
    let explanation = explain(before, played, answer, best)?;
    Some(worded::<G>(messages, before, played, &explanation))
}

/// Whether the sentence leaves the better move to be found.
pub(crate) fn keeps_secret<G: Tally>(before: &G, played: &str, answer: &[String], best: &[String]) -> bool {
    explain(before, played, answer, best)
        .is_some_and(|explanation| !matches!(explanation.kind, MistakeKind::Missed(_)))
}

/// The sentence about the line that punishes a move; `None` where no line wins anything.
pub(crate) fn punishment<G: BoardGame + Tally>(
    messages: &Messages,
    before: &G,
    judged: &ReviewedMove,
) -> Option<String> {
    let explanation = explain(before, &judged.text, &judged.answer, &judged.best)?;
    let is_punished = matches!(explanation.kind, MistakeKind::Punished(_));
    is_punished.then(|| worded(messages, before, &judged.text, &explanation))
}

fn worded<G: BoardGame>(messages: &Messages, before: &G, played: &str, explanation: &Explanation) -> String {
    let side = |side: rules::Side| messages.text(G::SIDES_TEXT[side]);
    let about_move = match explanation.deed {
        Deed::Score { won, .. } if explanation.is_trap() => Some(messages.fill(
            Text::FaultTrap,
            &[("mv", played), ("amount", &amount::<G>(messages, won))],
        )),
        Deed::GiveBack => Some(messages.fill(Text::FaultGiveBack, &[("mv", played)])),
        Deed::WrongImage => Some(messages.fill(Text::FaultWrongImage, &[("mv", played)])),
        Deed::Score { .. } | Deed::Push { .. } | Deed::Quiet => None,
    };
    let about_line = match &explanation.kind {
        MistakeKind::Punished(line) => {
            let (line_text, gain) = (shown(line), gain::<G>(messages, line));
            let mut values = vec![
                ("mv", played.to_owned()),
                ("side", side(line.side).to_owned()),
                ("line", line_text),
                ("gain", gain),
            ];
            let text = match (line.deed, G::ID) {
                (Deed::Push { marbles, value }, _) => {
                    values.push(("marbles", messages.count(Text::Marbles, marbles.into())));
                    values.push(("value", value.to_string()));
                    Text::FaultPush
                }
                (Deed::Score { won, .. }, GameId::Offboard) if won > 0 => Text::FaultPushOff,
                (Deed::Score { won, .. }, GameId::Polygone) if won > 0 => {
                    values.push(("segments", messages.count(Text::PolygoneSegments, won.into())));
                    Text::FaultTake
                }
                (Deed::Score { won, .. }, GameId::Isometron) if won > 0 => {
                    values.push(("n", won.to_string()));
                    Text::FaultClose
                }
                _ => Text::FaultAnswer,
            };
            let values: Vec<(&str, &str)> = values
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            messages.fill(text, &values)
        }
        MistakeKind::Missed(line) => messages.fill(
            Text::FaultMissed,
            &[
                ("mv", played),
                ("line", &shown(line)),
                ("gain", &gain::<G>(messages, line)),
            ],
        ),
        MistakeKind::Weaker => messages.fill(
            Text::FaultWeaker,
            &[("mv", played), ("side", side(!before.turn()))],
        ),
    };
    match about_move {
        Some(about_move) => format!("{about_move} {about_line}"),
        None => about_line,
    }
}

fn shown(line: &ExplainedLine) -> String {
    let moves = &line.moves[..line.moves.len().min(MOST_MOVES)];
    let more = if moves.len() < line.moves.len() {
        " …"
    } else {
        ""
    };
    format!("{}{more}", moves.join(" "))
}

fn gain<G: BoardGame>(messages: &Messages, line: &ExplainedLine) -> String {
    match line.wins_by {
        Some(Reason::Apex) => messages.text(Text::GainApex).to_owned(),
        Some(Reason::Seven) => messages.text(Text::GainSeven).to_owned(),
        Some(Reason::NoMove) => messages.text(Text::GainNoMove).to_owned(),
        Some(_) => messages.text(Text::GainGame).to_owned(),
        None => {
            let won = amount::<G>(messages, line.won);
            if line.lost == 0 {
                messages.fill(Text::GainAmount, &[("won", &won)])
            } else {
                messages.fill(
                    Text::GainExchange,
                    &[("won", &won), ("lost", &line.lost.to_string())],
                )
            }
        }
    }
}

/// Points, or segments where segments are won.
fn amount<G: BoardGame>(messages: &Messages, count: u16) -> String {
    let unit = if G::ID == GameId::Polygone {
        Text::PolygoneSegments
    } else {
        Text::Points
    };
    messages.count(unit, count.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    /// The sentence about Red's move in each language, the answer being Yellow's.
    fn told(position: &str, played: &str, answer: &str, best: &str) -> [String; 4] {
        let position: offboard::Position = position.parse().unwrap();
        let moves = |text: &str| {
            text.split_ascii_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        Language::ALL.map(|language| {
            let messages = Messages::of(language);
            sentence(&messages, &position, played, &moves(answer), &moves(best)).unwrap()
        })
    }

    #[test]
    fn a_push_towards_a_target_is_named_in_every_language() {
        // Two yellow marbles push a red one along a row, and then off.
        let position = "5/6/7/8/5yyr1/8/7/6/r4 r ------------ -";
        let told = told(position, "a1a2", "e6e7 a2a3 e7e8 a3a4", "e8d7");
        for text in &told {
            assert!(
                text.contains("a1a2") && text.contains("e6e7") && !text.contains('{'),
                "{text}"
            );
        }
        assert_eq!(
            told[1],
            "After a1a2 Yellow pushes 1 marble towards the 2: e6e7 a2a3 e7e8 wins 2 points."
        );
    }

    #[test]
    fn a_missed_win_is_not_given_away_before_it_is_found() {
        let position: offboard::Position = "5/6/7/8/1rry5/4y3/7/6/5 r ------------ -".parse().unwrap();
        let best = ["e2e3".to_owned()];
        let english = Messages::of(Language::English);
        let told = sentence(&english, &position, "e3d3", &[], &best).unwrap();
        assert_eq!(
            keeps_secret(&position, "e3d3", &[], &best),
            !told.contains("misses a chance"),
            "{told}"
        );
        assert_eq!(sentence(&english, &position, "a1a9", &[], &best), None);
    }
}
