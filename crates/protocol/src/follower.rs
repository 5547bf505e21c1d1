//! The client's half of the protocol without a socket: what it has, what is missing, what is not settled yet.
//!
//! Whatever the connection loses, doubles, delays or puts in another order, a follower that sends what it is
//! told to send ends with the server's log, and each of its actions counts once or is refused.

use crate::{Action, ClientKey, ClientMessage, Event, EventKind, ServerMessage, VERSION};
use std::collections::VecDeque;

/// What a client knows of a table.
#[derive(Clone, Debug, Default)]
pub struct Follower {
    log: Vec<Event>,
    plies: u32,
    unsettled: VecDeque<(ClientKey, ClientMessage)>,
}

impl Follower {
    /// Nothing is known yet.
    pub fn new() -> Follower {
        Follower::default()
    }

    /// The events so far, without gaps.
    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// The number of the last event.
    pub fn last(&self) -> u64 {
        self.log.len() as u64
    }

    /// How many moves stand, takebacks counted.
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// What to send on a new connection: the greeting, then once more everything that is not settled.
    pub fn greet(&self) -> Vec<ClientMessage> {
        let hello = ClientMessage::Hello {
            version: VERSION,
            last: self.last(),
        };
        std::iter::once(hello).chain(self.unsettled()).collect()
    }

    /// An action to send; it is kept until the server has said what became of it.
    pub fn act(&mut self, key: ClientKey, action: Action) -> ClientMessage {
        let message = ClientMessage::Act {
            key: key.clone(),
            ply: self.plies,
            action,
        };
        self.unsettled.push_back((key, message.clone()));
        message
    }

    /// Takes an action up again that was made earlier and kept elsewhere; anything else is left alone.
    pub fn resume(&mut self, message: ClientMessage) {
        if let ClientMessage::Act { key, .. } = &message {
            self.unsettled.push_back((key.clone(), message));
        }
    }

    /// What the server has not answered: to be sent again when it takes too long.
    pub fn unsettled(&self) -> impl Iterator<Item = ClientMessage> {
        self.unsettled.iter().map(|(_, message)| message.clone())
    }

    /// Takes a message in; gives back what to send because of it.
    pub fn receive(&mut self, message: &ServerMessage) -> Option<ClientMessage> {
        let last = match message {
            ServerMessage::Events { events, .. } => {
                for event in events {
                    self.take(event);
                }
                events.last().map(|event| event.seq)
            }
            ServerMessage::Ack { key, seq } => {
                self.settle(key);
                Some(*seq)
            }
            ServerMessage::Refused { key, last, .. } => {
                if let Some(key) = key {
                    self.settle(key);
                }
                Some(*last)
            }
            _ => None,
        };
        let behind = last.is_some_and(|last| last > self.last());
        behind.then(|| ClientMessage::Sync { last: self.last() })
    }

    fn take(&mut self, event: &Event) {
        if event.seq != self.last() + 1 {
            return;
        }
        match event.kind {
            EventKind::Move { ply, .. } => self.plies = ply + 1,
            EventKind::Takeback { ply, .. } => self.plies = ply,
            _ => {}
        }
        self.log.push(event.clone());
    }

    fn settle(&mut self, key: &ClientKey) {
        self.unsettled.retain(|(kept, _)| kept != key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(seqs: impl IntoIterator<Item = u64>) -> ServerMessage {
        let event = |seq| Event {
            seq,
            at: 0,
            kind: EventKind::Move {
                ply: seq as u32 - 1,
                seat: 0,
                text: "a5b5".into(),
                position: String::new(),
                left: None,
            },
        };
        ServerMessage::Events {
            events: seqs.into_iter().map(event).collect(),
            clocks: None,
        }
    }

    #[test]
    fn a_gap_is_asked_for_and_a_double_ignored() {
        let mut follower = Follower::new();
        assert_eq!(follower.receive(&moves([1, 2])), None);
        assert_eq!(
            follower.receive(&moves([4])),
            Some(ClientMessage::Sync { last: 2 })
        );
        assert_eq!(follower.receive(&moves([2])), None);
        assert_eq!(follower.receive(&moves([3, 4])), None);
        assert_eq!((follower.last(), follower.plies()), (4, 4));
        let takeback = Event {
            seq: 5,
            at: 0,
            kind: EventKind::Takeback { ply: 2, left: None },
        };
        follower.receive(&ServerMessage::Events {
            events: vec![takeback],
            clocks: None,
        });
        assert_eq!((follower.last(), follower.plies()), (5, 2));
    }

    #[test]
    fn an_action_is_sent_until_it_is_settled() {
        let mut follower = Follower::new();
        let key: ClientKey = "key-00001".parse().unwrap();
        let act = follower.act(key.clone(), Action::Resign {});
        assert_eq!(
            follower.greet(),
            [
                ClientMessage::Hello {
                    version: VERSION,
                    last: 0
                },
                act
            ]
        );
        let ack = ServerMessage::Ack { key, seq: 1 };
        assert_eq!(
            follower.receive(&ack),
            Some(ClientMessage::Sync { last: 0 }),
            "its event was lost"
        );
        assert_eq!(follower.unsettled().count(), 0);
    }
}
