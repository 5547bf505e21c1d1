//! Texts of the online pages: clocks, endings, players, refusals.

use crate::language::{Messages, Text};
use protocol::{
    Clock, EndReason, Ending, GONE, GuideChoice, Player, PlayerKind, Refusal, RemoteTable, TableSettings,
};
use rules::Side;

const MINUTE: f64 = 60.0;
const HOUR: f64 = 60.0 * MINUTE;
const DAY: f64 = 24.0 * HOUR;
/// Seconds below which tenths are shown.
const HURRY: f64 = 10.0;

/// The time to think.
pub fn clock(messages: &Messages, clock: Clock) -> String {
    match clock {
        Clock::None => messages.text(Text::ClockNone).to_owned(),
        Clock::Days(days) => messages.count(Text::ClockDays, days as usize),
        Clock::Fischer { base, increment } => {
            let minutes = if base % 60 == 0 {
                (base / 60).to_string()
            } else {
                format!("{}:{:02}", base / 60, base % 60)
            };
            messages.fill(
                Text::ClockMinutes,
                &[("m", &minutes), ("s", &increment.to_string())],
            )
        }
    }
}

/// How much of its guide Polarity's table shows.
pub const fn guide(guide: GuideChoice) -> Text {
    match guide {
        GuideChoice::All => Text::GuideAll,
        GuideChoice::Ring => Text::GuideRing,
        GuideChoice::Nothing => Text::GuideNothing,
    }
}

/// How a game is played, after its name: the clock, whether it is rated, and the help that its players get if that is unusual.
pub fn terms(messages: &Messages, settings: &TableSettings) -> String {
    let clock = clock(messages, settings.clock);
    let others = [
        (settings.rated, Text::Rated),
        (settings.assist, Text::Assist),
        (settings.guide != GuideChoice::All, guide(settings.guide)),
    ];
    let others = others.into_iter().filter(|(is_on, _)| *is_on);
    others.fold(clock, |terms, (_, text)| {
        format!("{terms} · {}", messages.text(text))
    })
}

/// Text of a clock: `4:59`, `9.4`, `1:02:03`, `2 d 3 h`.
pub fn left(millis: f64) -> String {
    let seconds = millis / 1000.0;
    if seconds < HURRY {
        return format!("{}.{}", millis as u64 / 1000, millis as u64 / 100 % 10);
    }
    let whole = seconds.ceil() as u64;
    if seconds >= DAY {
        format!("{} d {} h", whole / DAY as u64, whole % DAY as u64 / HOUR as u64)
    } else if seconds >= HOUR {
        format!("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
    } else {
        format!("{}:{:02}", whole / 60, whole % 60)
    }
}

/// How a game ended, for sides of these names.
pub fn ending(messages: &Messages, ending: &Ending, names: [&str; 2]) -> String {
    let Some(winner) = ending.winner else {
        return messages
            .text(match ending.reason {
                EndReason::Aborted => Text::OverAborted,
                EndReason::Agreement => Text::OverAgreement,
                _ => Text::OverDraw,
            })
            .to_owned();
    };
    let text = match ending.reason {
        EndReason::Resignation => Text::OverResignation,
        EndReason::Time => Text::OverTime,
        EndReason::Absence => Text::OverAbsence,
        _ => Text::OverWon,
    };
    messages.fill(text, &[("winner", names[winner]), ("loser", names[!winner])])
}

/// A player with their rating: `Ann (1512)`, uncertain ones with a question mark.
pub fn player(messages: &Messages, player: &Player) -> String {
    if let PlayerKind::Computer { level } = player.kind {
        return format!("{} {level}", messages.text(Text::Computer));
    }
    let name = name(messages, player);
    match player.rating {
        Some(rating) => format!("{name} ({rating}{})", if player.provisional { "?" } else { "" }),
        None => name.to_owned(),
    }
}

/// The name of a player; an account that was deleted has none.
fn name<'a>(messages: &'a Messages, player: &'a Player) -> &'a str {
    if player.name == GONE {
        messages.text(Text::DeletedPlayer)
    } else {
        &player.name
    }
}

/// A player in a list or on a seat: guests, who may have any name, and programs are marked.
pub fn listed(messages: &Messages, listed: &Player) -> String {
    let told = player(messages, listed);
    let mark = match listed.kind {
        PlayerKind::Guest if listed.name != GONE => Text::GuestMark,
        PlayerKind::Bot => Text::BotMark,
        PlayerKind::Guest | PlayerKind::Account | PlayerKind::Computer { .. } => return told,
    };
    format!("{told} · {}", messages.text(mark))
}

/// The player on a seat, or that it is free.
pub fn seat(messages: &Messages, game: &RemoteTable, seat: usize) -> String {
    match game.player_at(seat) {
        Some(_) if game.seat() == Some(seat) => messages.text(Text::You).to_owned(),
        Some(sitting) => listed(messages, sitting),
        None => messages.text(Text::SeatFree).to_owned(),
    }
}

/// The author of a line of chat.
pub fn writer(messages: &Messages, game: &RemoteTable, seat: usize) -> String {
    if game.seat() == Some(seat) {
        return messages.text(Text::You).to_owned();
    }
    let player = game.player_at(seat);
    player
        .map(|player| name(messages, player).to_owned())
        .unwrap_or_default()
}

/// Why something was refused.
pub const fn refusal(reason: Refusal) -> Text {
    match reason {
        Refusal::Late => Text::RefusedLate,
        Refusal::Illegal => Text::RefusedIllegal,
        Refusal::Busy | Refusal::TooFast => Text::ErrorFast,
        Refusal::Version => Text::RefusedVersion,
        Refusal::Malformed | Refusal::NotYours | Refusal::NotNow | Refusal::Unknown => Text::RefusedNow,
    }
}

/// Result of a game for one of its sides: won, drawn or lost.
pub fn score(ending: &Ending, side: Side) -> Option<usize> {
    match (ending.winner, &ending.reason) {
        (None, EndReason::Aborted) => None,
        (None, _) => Some(1),
        (Some(winner), _) => Some(if winner == side { 0 } else { 2 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn time_is_told_as_coarsely_as_it_matters() {
        for (millis, told) in [
            (0.0, "0.0"),
            (9_440.0, "9.4"),
            (10_000.0, "0:10"),
            (299_001.0, "5:00"),
            (3_723_000.0, "1:02:03"),
            (183_600_000.0, "2 d 3 h"),
        ] {
            assert_eq!(left(millis), told);
        }
    }

    #[test]
    fn a_partner_s_words_are_not_one_s_own() {
        let english = Messages::of(Language::English);
        let settings = TableSettings {
            teams: true,
            ..TableSettings::new(games::GameId::Isometron)
        };
        let sit = |(seat, name): (usize, &str)| protocol::Event {
            seq: seat as u64 + 1,
            at: 0,
            kind: protocol::EventKind::Sit {
                seat,
                player: protocol::sample::guest(name),
            },
        };
        let log: Vec<_> = ["Ann", "Bob", "Cleo"].into_iter().enumerate().map(sit).collect();
        let mut game = RemoteTable::new(1, []);
        game.look(protocol::sample::table(settings, vec![None; 4]), Some(2), &log);
        let writers = [0, 1, 2].map(|seat| writer(&english, &game, seat));
        assert_eq!(writers, ["Ann", "Bob", "You"]);
        let seats = [0, 2, 3].map(|number| seat(&english, &game, number));
        assert_eq!(seats[1], "You");
        assert!(seats[0].contains("Ann") && !seats[2].contains("You"), "{seats:?}");
    }

    #[test]
    fn clocks_and_endings_are_told() {
        let english = Messages::of(Language::English);
        let told = |text: &str| clock(&english, text.parse().unwrap());
        assert_eq!(told("none"), "No clock");
        assert_eq!(told("300s+3s"), "5 min + 3 s");
        assert_eq!(told("90s+0s"), "1:30 min + 0 s");
        assert_eq!(
            (told("1d"), told("3d")),
            ("1 day a move".into(), "3 days a move".into())
        );
        let resigned = Ending::win(Side::Second, EndReason::Resignation);
        assert_eq!(
            ending(&english, &resigned, ["Red", "Yellow"]),
            "Yellow wins: Red resigned"
        );
        assert_eq!(
            ending(&english, &Ending::draw(EndReason::Aborted), ["", ""]),
            "The game was cancelled"
        );
        assert_eq!(
            (score(&resigned, Side::First), score(&resigned, Side::Second)),
            (Some(2), Some(0))
        );
        assert_eq!(score(&Ending::draw(EndReason::Aborted), Side::First), None);
    }
}
