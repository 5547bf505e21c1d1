//! The hand of the player who moves, shown to the others: as much of it as a hand needs.

use super::Room;
use crate::cluster::TableNotice;
use protocol::ServerMessage;
use std::time::Instant;

/// Bytes of a hand that spectators are shown at once, and each second from then on; a hand needs about 3,000 a second.
/// Spectators miss the rest; the move comes with the log.
const BURST: f64 = 32_000.0;
const EACH_SECOND: f64 = 8000.0;

/// Bytes of the hand that were shown lately.
#[derive(Debug)]
pub(super) struct HandBytes {
    shown: f64,
    at: Instant,
}

impl Default for HandBytes {
    fn default() -> HandBytes {
        HandBytes {
            shown: 0.0,
            at: Instant::now(),
        }
    }
}

impl HandBytes {
    fn has_room(&mut self, bytes: usize, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        *self = HandBytes {
            shown: (self.shown - passed * EACH_SECOND).max(0.0),
            at: now,
        };
        let has_room = self.shown + bytes as f64 <= BURST;
        if has_room {
            self.shown += bytes as f64;
        }
        has_room
    }
}

impl Room {
    /// Shows the hand of the player who moves to all others.
    pub(super) fn show_hand(&mut self, connection: u64, seat: Option<usize>, ply: u32, poses: String) {
        let is_moving = self.table.state.is_live() && seat == Some(self.table.seat_to_move());
        if !is_moving || ply != self.table.state.plies() {
            return;
        }
        let is_for_all = self.hand.has_room(poses.len(), Instant::now());
        if is_for_all && !self.elsewhere.is_empty() {
            let poses = poses.clone();
            self.tell_peers(TableNotice::Hand { ply, poses });
        }
        let message = ServerMessage::Hand { ply, poses };
        self.tell_if(&message, |number, listener| {
            number != connection && (is_for_all || listener.seat.is_some())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_hand_is_shown_as_fast_as_hands_move() {
        let (mut bytes, begun) = (HandBytes::default(), Instant::now());
        let flood = (0..1000).filter(|_| bytes.has_room(4000, begun)).count();
        assert_eq!(flood, 8);
        for number in 0..600 {
            let now = begun + Duration::from_mins(1) + Duration::from_millis(100) * number;
            assert!(bytes.has_room(300, now), "ten messages a second of a hand");
        }
    }
}
