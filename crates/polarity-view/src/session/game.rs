//! A game at the table: permitted actions, and the referee's verdicts.

use super::{How, Last, Seats, TableSession};
use crate::messages::TableMessage;
use crate::motion::bringing;
use magnets::Disc;
use polarity::{Live, Match, Move, StartVariant, Task};

/// A duty of the side to move: a cluster to capture or a disc to turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owed {
    /// The discs, bottom to top.
    pub discs: Vec<Disc>,
    /// How the duty is done.
    pub how: How,
}

impl TableSession {
    /// The game, unless this is practice.
    pub fn game(&self) -> Option<&Match> {
        self.game.as_ref()
    }

    /// Begins a game with both sides at this screen.
    pub fn start_game(&mut self, variant: StartVariant) {
        self.take_up(Match::start(variant), Seats::HERE);
    }

    /// Continues a game.
    pub fn take_up(&mut self, game: Match, seats: Seats) {
        self.seats = seats;
        self.made = None;
        self.hand = None;
        self.forget_last();
        self.news.clear();
        self.past.clear();
        self.set(game.position().scene().clone());
        self.game = Some(game);
    }

    /// Whether a disc is part of what the side to move owes.
    pub fn is_owed(&self, disc: Disc) -> bool {
        self.game.as_ref().is_some_and(|game| {
            let position = game.position();
            let captured = position.captures().any(|group| group.discs.contains(&disc));
            captured || position.turns(position.turn()).any(|owed| owed == disc)
        })
    }

    /// Duties of the side to move: the clusters to capture, each once for every way to do so, then the discs to turn.
    pub fn owed(&self) -> Vec<Owed> {
        let Some(game) = self.game.as_ref().filter(|_| self.is_own_turn()) else {
            return Vec::new();
        };
        let position = game.position();
        let captures = position.captures().flat_map(|group| {
            let disc = group.discs[0];
            let can_lift = position.allow(Task::Capture { disc }).is_ok();
            let ways = match position.allow_declaring(disc) {
                Ok(()) if can_lift => &[How::Declare, How::Lift][..],
                Ok(()) => &[How::Declare],
                Err(_) => &[How::Capture],
            };
            ways.iter().map(|&how| Owed {
                discs: group.discs.clone(),
                how,
            })
        });
        let turns = position.turns(position.turn()).map(|disc| Owed {
            discs: vec![disc],
            how: How::Turn,
        });
        captures.chain(turns).collect()
    }

    /// The discs that a tap lifts because they are owed, each cluster from every disc of it.
    pub(crate) fn to_lift(&self) -> Vec<Disc> {
        let owed = self.owed().into_iter();
        let lifted = owed.filter(|owed| matches!(owed.how, How::Capture | How::Turn));
        lifted.flat_map(|owed| owed.discs).collect()
    }

    /// The discs that a hand may take from the mat now, in the order of their names.
    pub fn liftable(&self) -> Vec<Disc> {
        let mut discs: Vec<Disc> = if self.hand.is_some() {
            Vec::new()
        } else if self.game.is_some() {
            self.owed().into_iter().flat_map(|owed| owed.discs).collect()
        } else {
            self.scene.discs().iter().map(|placed| placed.disc).collect()
        };
        discs.retain(|&disc| disc != Disc::RED);
        discs.sort_unstable();
        discs.dedup();
        discs
    }

    /// Whether the side to move plays at this screen, in a game that is not over.
    pub fn is_own_turn(&self) -> bool {
        self.game
            .as_ref()
            .is_some_and(|game| self.seats.own[game.position().turn()] && !self.is_over())
    }

    /// Whether the game is over by its rules.
    pub fn is_over(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.outcome().is_some())
    }

    /// The players.
    pub fn seats(&self) -> Seats {
        self.seats
    }

    /// Takes the move that the player's hand has finished since the last call.
    pub fn take_made(&mut self) -> Option<String> {
        self.made.take()
    }

    /// The task of a hand that brings a disc from the reserve, if it may now.
    pub(super) fn task(&self) -> Option<Task> {
        bringing(self.game.as_ref()?.position())
    }

    pub(super) fn declare(&mut self, disc: Disc, own: bool) -> bool {
        let Some(game) = &mut self.game else { return false };
        let mv = Move::Declare { disc };
        let text = mv.to_string();
        let Ok(verdict) = game.play_move(mv) else {
            return false;
        };
        self.made = own.then_some(text);
        self.news = verdict
            .consequences
            .iter()
            .map(TableMessage::of_consequence)
            .collect();
        self.forget_last();
        true
    }

    pub(super) fn finish_game(&mut self, live: Live, own: bool) {
        let Some(game) = &mut self.game else { return };
        let before = live.before().clone();
        match game.add(live) {
            Ok(verdict) => {
                self.news = TableMessage::of_verdict(verdict);
                let done = game.played().last().cloned();
                let changed = done.as_ref().is_some_and(|done| done.position != before);
                if self.seats.shared && !changed {
                    // The server is sent moves only, and this movement changed nothing.
                    game.undo();
                } else if own {
                    self.made = done.as_ref().map(|done| done.mv.to_string());
                }
                self.last = done.map(|done| Last::Game {
                    before: Box::new(before),
                    done: Box::new(done),
                });
            }
            Err(error) => {
                // Faults that were called while the hand moved have been told.
                let mut news = TableMessage::of_refusal(error);
                news.retain(|message| !self.news.contains(message));
                self.news.extend(news);
            }
        }
        let scene = game.position().scene().clone();
        self.set(scene);
    }
}
