//! Limits of a game's log: what a game may hold in memory, and what an answer with it may weigh.

use protocol::{Event, EventKind};

/// Events of a game at most, and bytes of its log.
pub(crate) const MOST_EVENTS: usize = 2000;
pub(crate) const MOST_BYTES: usize = 512 * 1024;
/// Share of both that chat, offers and takebacks may fill; the rest is for moves.
const FOR_TALK: usize = 3;
const OF_PARTS: usize = 4;
/// Bytes of one message with events; a single longer event is a message of its own.
const PAGE: usize = 48 * 1024;
/// Bytes of an event beside its texts.
const EVENT: usize = 200;

/// Bytes of an event in a log, about.
pub(crate) fn bytes(kind: &EventKind) -> usize {
    EVENT
        + match kind {
            EventKind::Move { text, position, .. } => text.len() + position.len(),
            EventKind::Chat { text, .. } => text.as_ref().map_or(0, String::len),
            EventKind::Sit { player, .. } => player.name.len(),
            _ => 0,
        }
}

fn sum(events: &[Event]) -> usize {
    events.iter().map(|event| bytes(&event.kind)).sum()
}

/// Whether a whole log is not too long.
pub(crate) fn fits(events: &[Event]) -> bool {
    events.len() <= MOST_EVENTS && sum(events) <= MOST_BYTES
}

/// Size of a log that grows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LogSize {
    events: usize,
    bytes: usize,
}

impl LogSize {
    pub(crate) fn of(events: &[Event]) -> LogSize {
        LogSize {
            events: events.len(),
            bytes: sum(events),
        }
    }

    pub(crate) const fn bytes(self) -> usize {
        self.bytes
    }

    pub(crate) fn add(&mut self, events: &[Event]) {
        self.events += events.len();
        self.bytes += sum(events);
    }

    /// Whether there is room for an event of a player. The end of a game always has room.
    pub(crate) fn has_room(self, kind: &EventKind) -> bool {
        let share = match kind {
            EventKind::Chat { .. }
            | EventKind::Offer { .. }
            | EventKind::Decline { .. }
            | EventKind::Takeback { .. } => FOR_TALK,
            EventKind::Move { .. } => OF_PARTS,
            _ => return true,
        };
        self.events < MOST_EVENTS / OF_PARTS * share
            && self.bytes + bytes(kind) <= MOST_BYTES / OF_PARTS * share
    }
}

/// The first events, as many as fit into one message: at least one, if there is one.
pub(crate) fn first_page(events: &[Event]) -> &[Event] {
    let mut size = 0;
    let fits = |event: &&Event| {
        let is_first = size == 0;
        size += bytes(&event.kind);
        is_first || size <= PAGE
    };
    &events[..events.iter().take_while(fits).count()]
}

/// Messages that events need, about.
pub(crate) fn page_count(events: &[Event]) -> u32 {
    1 + (sum(events) / PAGE) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::Ending;

    fn event(letters: usize) -> Event {
        let kind = EventKind::Chat {
            seat: 0,
            text: Some("x".repeat(letters)),
        };
        Event { seq: 1, at: 1, kind }
    }

    #[test]
    fn pages_have_all_events_in_order_and_a_limited_size() {
        let events = [20_000, 20_000, 20_000, 100_000, 10].map(event);
        let mut rest = &events[..];
        for count in [2, 1, 1, 1, 0] {
            let page = first_page(rest);
            assert_eq!(page.len(), count);
            rest = &rest[count..];
        }
        assert_eq!((page_count(&events), page_count(&[])), (4, 1));
    }

    #[test]
    fn talk_is_full_before_moves_are() {
        let chat = |size: LogSize| size.has_room(&event(10).kind);
        let mv = |size: LogSize| {
            let (text, position) = ("a5b5".to_owned(), String::new());
            let (ply, seat, left) = (0, 0, None);
            size.has_room(&EventKind::Move {
                ply,
                seat,
                text,
                position,
                left,
            })
        };
        let at = |events, bytes| LogSize { events, bytes };
        assert!(chat(at(1499, 0)) && !chat(at(1500, 0)) && mv(at(1500, 0)) && !mv(at(2000, 0)));
        assert!(!chat(at(0, MOST_BYTES * 3 / 4)) && mv(at(0, MOST_BYTES * 3 / 4)) && !mv(at(0, MOST_BYTES)));
        let end = EventKind::End(Ending::draw(protocol::EndReason::Aborted));
        assert!(at(5000, 0).has_room(&end));
    }
}
