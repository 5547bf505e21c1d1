//! A game over the network as the flat boards' page needs it: what the server has told, and the own moves that stand on
//! the board before they stand in the log.

use courier::{Stage, Told};
use protocol::{
    Action, ClientKey, ClientMessage, Event, EventKind, ServerMessage, TableId, TableInfo, TableSettings,
};
use std::ops::Deref;

/// The game as the page shows it.
#[derive(Clone, Debug)]
pub struct Game {
    told: Told,
    info: TableInfo,
    /// Own moves that stand on the board and not yet in the log.
    ahead: Vec<String>,
    /// A move that was on its way when the page was closed, and its number.
    resumed: Option<(usize, String)>,
}

/// All that the server has told can be asked of the game itself.
impl Deref for Game {
    type Target = Told;

    fn deref(&self) -> &Told {
        &self.told
    }
}

impl Game {
    /// A table that has just been looked at, and what was said there before and is not settled.
    pub fn new(info: TableInfo, seat: Option<usize>, unsettled: &[ClientMessage]) -> Game {
        let mut told = Told::new(unsettled);
        told.look(info.clone(), seat);
        let moved = |message: &ClientMessage| match message {
            ClientMessage::Act {
                ply,
                action: Action::Move { text },
                ..
            } => Some((*ply as usize, text.clone())),
            _ => None,
        };
        Game {
            told,
            info,
            ahead: Vec::new(),
            resumed: unsettled.iter().rev().find_map(moved),
        }
    }

    /// Takes the log in, as it was looked at.
    pub fn catch_up(&mut self, events: Vec<Event>, now: f64) {
        // A look tells no clocks; the socket does.
        let _ = self.hear(&ServerMessage::Events { events, clocks: None }, now);
        let resumed = self.resumed.take();
        let resumed = resumed.filter(|(ply, _)| *ply == self.told.moves().len());
        if let Some((_, text)) = resumed {
            self.ahead = vec![text];
        }
    }

    /// How it is played.
    pub fn settings(&self) -> &TableSettings {
        &self.info.settings
    }

    /// Its address.
    pub fn id(&self) -> &TableId {
        &self.info.id
    }

    /// The moves for the board: those of the log, then own ones that are on their way.
    pub fn line(&self) -> Vec<String> {
        let played = self.told.moves().iter().map(|played| &played.text);
        played.chain(&self.ahead).cloned().collect()
    }

    /// Whether everything that was done here is settled.
    pub fn is_settled(&self) -> bool {
        self.ahead.is_empty() && self.unsettled().is_empty()
    }

    /// What to say on a new connection.
    pub fn greet(&mut self) -> Vec<ClientMessage> {
        self.told.greet()
    }

    /// A second has gone by: what has not been answered is said again.
    pub fn beat(&mut self) -> Vec<ClientMessage> {
        self.told.beat()
    }

    /// Does something.
    pub fn act(&mut self, key: ClientKey, action: Action) -> ClientMessage {
        self.told.act(key, action)
    }

    /// The board shows these moves: gives the message with the next own one, if it is time for it.
    pub fn propose(
        &mut self,
        board: &[String],
        key: impl FnOnce() -> Option<ClientKey>,
    ) -> Option<ClientMessage> {
        let played = self.told.moves();
        let ahead = board.get(played.len()..)?;
        if !played
            .iter()
            .map(|played| &played.text)
            .eq(&board[..played.len()])
        {
            return None;
        }
        if self.stage() != Stage::Live || self.seat().is_none() {
            return None;
        }
        if self.ahead != ahead {
            self.ahead = ahead.to_vec();
        }
        let text = self.ahead.first()?.clone();
        if self.is_sending() {
            return None;
        }
        let key = key()?;
        Some(self.act(key, Action::Move { text }))
    }

    /// Takes in what the server says; gives back what to answer.
    pub fn hear(&mut self, message: &ServerMessage, now: f64) -> Option<ClientMessage> {
        let news = self.told.hear(message, now);
        if news.refused == Some(false) {
            self.ahead.clear();
        }
        for event in news.events {
            match event {
                EventKind::Move { text, .. } if self.ahead.first() == Some(&text) => {
                    self.ahead.remove(0);
                }
                EventKind::Move { .. } | EventKind::Takeback { .. } | EventKind::End(_) => {
                    self.ahead.clear();
                }
                _ => {}
            }
        }
        news.answer
    }
}

#[cfg(test)]
mod tests;
