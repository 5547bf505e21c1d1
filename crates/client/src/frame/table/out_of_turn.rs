//! Moves out of turn: chosen in advance in a game over the network, else refused.

use super::{BoardTable, SidePlayer};
use crate::frame::BoardGame;

impl<G: BoardGame> BoardTable<G> {
    /// The position as if it were the player's turn while it is the other's, to choose a move in advance.
    pub(super) fn in_advance(&self) -> Option<G> {
        let waits =
            self.seats[self.turn()] == SidePlayer::Remote && self.seats[!self.turn()] == SidePlayer::Person;
        let free = self.is_open() && self.premove.is_none();
        if waits && free {
            self.session.position().as_if(!self.turn())
        } else {
            None
        }
    }

    /// The move that is played as soon as it can be.
    pub fn premove(&self) -> Option<&str> {
        self.premove.as_ref().map(|premove| premove.text.as_str())
    }

    /// Forgets the move in advance. Tells whether there was one.
    pub fn drop_premove(&mut self) -> bool {
        let had = self.premove.take().is_some();
        if had {
            self.set_off(Vec::new());
            self.show();
        }
        had
    }

    /// Plays the move in advance when its time has come; if it is not possible, it is forgotten.
    pub(super) fn play_premove(&mut self) {
        let demanded = self.assist && self.session.position().demanded().is_some();
        if self.premove.is_none()
            || self.seats[self.turn()] != SidePlayer::Person
            || demanded
            || !self.is_open()
        {
            return;
        }
        if let Some(premove) = self.premove.take()
            && let Ok(mv) = self.session.position().parse_move(&premove.text)
        {
            self.play(mv);
        }
        self.show();
    }

    /// Notes that the player tries something on the board: it may not be the player's turn.
    pub fn try_out(&mut self) {
        let is_their_turn = self.seats[self.turn()] != SidePlayer::Person;
        let plays = self.seats.contains(&SidePlayer::Person);
        let chooses_in_advance = self.premove.is_some() || self.in_advance().is_some();
        self.out_of_turn = self.is_open() && plays && is_their_turn && !chooses_in_advance;
    }

    /// Whether the player has just tried to move while it was the other's turn.
    pub fn is_out_of_turn(&self) -> bool {
        self.out_of_turn
    }
}
