//! What the page says of a game over the network.

use super::Deed;
use crate::app::App;
use crate::terms::With;
use crate::words::Words;
use protocol::{ChatLine, EndReason, Link, Offer, RemoteTable, Stage};
use rules::Side;

/// The table as the server tells it, in a game over the network.
fn told(app: &App) -> Option<&RemoteTable> {
    app.online().map(crate::online::Online::table)
}

/// Keys of the heading and of what can be done, before the game begins.
pub(super) fn state(app: &App) -> Option<(&'static str, &'static str)> {
    let told = told(app)?;
    let teams = told.info().is_some_and(|info| info.settings.teams);
    match told.stage() {
        Stage::Unknown => Some(("link-connecting", "hint-other")),
        Stage::Waiting if teams => Some(("waiting-teams", "hint-waiting-teams")),
        Stage::Waiting => Some(("waiting", "hint-waiting")),
        Stage::Live | Stage::Over => None,
    }
}

/// What can be done while it is not this screen's turn.
pub(super) fn hint(app: &App) -> Option<&'static str> {
    let told = told(app)?;
    if told.stage() == Stage::Over {
        Some("hint-over")
    } else if told.side().is_none() {
        Some("hint-looking-on")
    } else if told.is_sending() {
        Some("hint-sending")
    } else if !app.session().is_own_turn() {
        Some("hint-other")
    } else {
        None
    }
}

/// How a game ended that its rules did not end.
pub(super) fn ended(app: &App, words: Words) -> Option<String> {
    let ending = told(app)?.ending()?;
    let reason = match ending.reason {
        EndReason::Aborted => return Some(words.text("aborted").to_owned()),
        EndReason::Rules(_) => return None,
        EndReason::Resignation => "by-resignation",
        EndReason::Time => "by-time",
        EndReason::Agreement => "by-agreement",
        EndReason::Absence => "by-absence",
    };
    let result = match ending.winner {
        Some(Side::First) => "news-white-wins",
        Some(Side::Second) => "news-black-wins",
        None => "news-draw",
    };
    Some(format!("{}: {}", words.text(result), words.text(reason)))
}

/// The key of what there is to say of the connection; none for nothing.
pub(super) fn link(app: &App) -> &'static str {
    if let Some(trouble) = app.network.trouble {
        return trouble;
    }
    let Some(online) = app.online() else { return "" };
    match online.link() {
        Link::Connecting => "link-connecting",
        Link::Cut { .. } => "link-cut",
        Link::Open | Link::Back if online.table().refused().is_some() => "link-refused",
        Link::Open | Link::Back if online.table().stage() == Stage::Live && online.is_alone() => "link-gone",
        Link::Open | Link::Back => "",
    }
}

/// Who plays a side; with teams, both.
pub(super) fn name(app: &App, side: Side, words: Words) -> Option<String> {
    let told = told(app).filter(|_| app.play().with() == With::Friend)?;
    let names: Vec<String> = told
        .seats(side)
        .filter_map(|seat| {
            let name = &told.player_at(seat)?.name;
            Some(if told.seat() == Some(seat) {
                words.text("you").replace("{name}", name)
            } else {
                name.clone()
            })
        })
        .collect();
    (!names.is_empty()).then(|| names.join(" + "))
}

/// The name of who sits on a seat.
fn name_at(told: &RemoteTable, seat: usize) -> &str {
    told.player_at(seat).map_or("", |player| &player.name)
}

/// What can be done besides playing: commands and the keys of their words.
pub(super) fn acts(app: &App) -> Vec<(&'static str, &'static str)> {
    let Some(online) = app.online().filter(|online| online.table().side().is_some()) else {
        return Vec::new();
    };
    let told = online.table();
    match (told.stage(), told.offered()) {
        (Stage::Waiting, _) if app.network.copied => vec![("copy-link", "copied")],
        (Stage::Waiting, _) => vec![("copy-link", "copy-link")],
        (_, Some(Offer::Draw)) => vec![("accept", "accept-draw"), ("decline", "decline")],
        (_, Some(Offer::Takeback)) => vec![("accept", "accept-takeback"), ("decline", "decline")],
        (_, Some(Offer::Rematch)) => vec![("accept", "accept-again"), ("decline", "decline")],
        (Stage::Live, None) if online.can_claim() => vec![("claim", "claim")],
        (Stage::Over, None) if told.can_offer(Offer::Rematch) => vec![("again", "again")],
        (Stage::Over, None) if told.rematch().is_some() => vec![("next-game", "next-game")],
        _ => Vec::new(),
    }
}

/// What the other side offers and what was written since one last looked, for the list of what happened.
pub(super) fn news(app: &App, words: Words) -> Vec<String> {
    let Some(told) = told(app) else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    if let (Some(side), Some(what)) = (told.side(), told.offered()) {
        let key = match what {
            Offer::Draw => "draw-asked",
            Offer::Takeback => "takeback-asked",
            Offer::Rematch => "again-asked",
        };
        let name = told.player(!side).map_or("", |player| &player.name);
        lines.push(words.text(key).replace("{name}", name));
    }
    lines.extend(
        app.unread()
            .map(|line| format!("{}: {}", name_at(told, line.seat), line.text)),
    );
    lines
}

/// The chat: who, what, and whether it is one's own; nothing where there is none.
pub(super) fn chat(app: &App, words: Words) -> Option<Vec<(String, String, bool)>> {
    let told = told(app).filter(|told| told.can_chat())?;
    let line = |ChatLine { seat, text }: &ChatLine| {
        let own = told.seat() == Some(*seat);
        let name = if own {
            words.text("chat-you")
        } else {
            name_at(told, *seat)
        };
        (name.to_owned(), text.clone(), own)
    };
    Some(told.chat().iter().map(line).collect())
}

/// What can be done in this game besides playing on.
pub(super) fn deeds(app: &App, words: Words) -> Vec<Deed> {
    let Some(told) = told(app) else {
        return Vec::new();
    };
    let offer = |command, what, key, waits| {
        let can = told.can_offer(what);
        let waiting = told.stage() == Stage::Live && told.has_offered(what);
        (can || waiting).then(|| Deed {
            command,
            words: words.text(if waiting { waits } else { key }),
            can,
        })
    };
    let end = (told.can_resign() || told.can_abort()).then(|| Deed {
        command: "resign",
        words: words.text(match (app.is_sure(), told.can_abort()) {
            (true, _) => "resign-sure",
            (false, true) => "abort",
            (false, false) => "resign",
        }),
        can: true,
    });
    [
        offer("takeback", Offer::Takeback, "takeback", "takeback-waits"),
        offer("draw", Offer::Draw, "draw", "draw-waits"),
        end,
    ]
    .into_iter()
    .flatten()
    .collect()
}
