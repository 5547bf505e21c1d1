//! What the page says of a game over the network.

use crate::app::App;
use crate::online::{Link, Stage};
use crate::terms::With;
use crate::words::Words;
use protocol::{EndReason, Offer};
use rules::Side;

/// Keys of the heading and of what can be done, before the game begins.
pub(super) fn state(app: &App) -> Option<(&'static str, &'static str)> {
    match app.online()?.stage() {
        Stage::Unknown => Some(("link-connecting", "hint-other")),
        Stage::Waiting => Some(("waiting", "hint-waiting")),
        Stage::Live | Stage::Over => None,
    }
}

/// What can be done while it is not this screen's turn.
pub(super) fn hint(app: &App) -> Option<&'static str> {
    let online = app.online()?;
    if online.stage() == Stage::Over {
        Some("hint-over")
    } else if online.side().is_none() {
        Some("hint-looking-on")
    } else if online.is_sending() {
        Some("hint-sending")
    } else if !app.session().is_own_turn() {
        Some("hint-other")
    } else {
        None
    }
}

/// How a game ended that its rules did not end.
pub(super) fn ended(app: &App, words: Words) -> Option<String> {
    let ending = app.online()?.ending()?;
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
        Link::Cut => "link-cut",
        Link::Open if online.refused().is_some() => "link-refused",
        Link::Open if online.stage() == Stage::Live && online.is_alone() => "link-gone",
        Link::Open => "",
    }
}

/// Who plays a side.
pub(super) fn name(app: &App, side: Side, words: Words) -> Option<String> {
    let online = app.online().filter(|_| app.play().with() == With::Friend)?;
    let name = online.name(side)?.to_owned();
    Some(if online.side() == Some(side) {
        words.text("you").replace("{name}", &name)
    } else {
        name
    })
}

/// What can be done besides playing: commands and the keys of their words.
pub(super) fn acts(app: &App) -> Vec<(&'static str, &'static str)> {
    let Some(online) = app.online() else {
        return Vec::new();
    };
    let Some(side) = online.side() else {
        return Vec::new();
    };
    match online.stage() {
        Stage::Waiting => vec![(
            "copy-link",
            if app.network.copied { "copied" } else { "copy-link" },
        )],
        Stage::Live if online.offers(!side, Offer::Draw) => vec![("accept-draw", "accept-draw")],
        Stage::Live if online.is_alone() => vec![("claim", "claim")],
        Stage::Over if online.offers(!side, Offer::Rematch) => vec![("again", "accept-again")],
        Stage::Over if !online.offers(side, Offer::Rematch) => vec![("again", "again")],
        _ => Vec::new(),
    }
}

/// Whether one can give up.
pub(super) fn is_live(app: &App) -> bool {
    let live = |online: &crate::online::Online| online.stage() == Stage::Live && online.side().is_some();
    app.online().is_some_and(live)
}

/// What the button that gives up says.
pub(super) fn resign(app: &App) -> &'static str {
    let early = app.online().is_some_and(crate::online::Online::can_abort);
    match (app.is_sure(), early) {
        (true, _) => "resign-sure",
        (false, true) => "abort",
        (false, false) => "resign",
    }
}
