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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_read_back() {
        let (text, what) = ("é \"x\"".to_owned(), Offer::Rematch);
        for action in [
            Action::Move {
                text: "a5b5".to_owned(),
            },
            Action::Offer { what: Offer::Draw },
            Action::Accept {
                what: Offer::Takeback,
            },
            Action::Decline { what },
            Action::Resign {},
            Action::Abort {},
            Action::Claim {},
            Action::Chat { text },
        ] {
            let message = ClientMessage::Act {
                key: "key-00001".parse().unwrap(),
                ply: 7,
                action,
            };
            assert_eq!(read_action(&message.write()), Some(message));
        }
        for bad in [
            "",
            "{}",
            r#"{"type":"act","key":"key-00001","ply":-1,"action":{"do":"resign"}}"#,
        ] {
            assert_eq!(read_action(bad), None, "{bad}");
        }
    }
}
