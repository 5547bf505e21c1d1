//! Actions that are kept in the browser until they are settled, read back from their text.

use crate::Json;
use protocol::{Action, ClientMessage, Offer};

/// Reads an action as [`ClientMessage::write`] writes it.
pub fn read_action(text: &str) -> Option<ClientMessage> {
    let json = Json::read(text)?;
    let action = json.get("action");
    let what = || {
        Some(match action.get("what").text()? {
            "draw" => Offer::Draw,
            "takeback" => Offer::Takeback,
            "rematch" => Offer::Rematch,
            _ => return None,
        })
    };
    let words = || action.get("text").text().map(str::to_owned);
    Some(ClientMessage::Act {
        key: json.get("key").text()?.parse().ok()?,
        ply: u32::try_from(json.get("ply").number()?).ok()?,
        action: match action.get("do").text()? {
            "move" => Action::Move { text: words()? },
            "offer" => Action::Offer { what: what()? },
            "accept" => Action::Accept { what: what()? },
            "decline" => Action::Decline { what: what()? },
            "resign" => Action::Resign {},
            "abort" => Action::Abort {},
            "claim" => Action::Claim {},
            "chat" => Action::Chat { text: words()? },
            _ => return None,
        },
    })
}
