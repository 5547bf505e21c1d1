//! The table in a game: what the referee allows, and what the referee says.

use super::{Last, Session};
use crate::news::News;
use magnets::Disc;
use polarity::{Live, Match, Move, Task, Variant};

impl Session {
    /// The game, unless this is practice.
    pub fn game(&self) -> Option<&Match> {
        self.game.as_ref()
    }

    /// Begins a game of two at this table.
    pub fn start_game(&mut self) {
        self.take_up(Match::start(Variant::default()));
    }

    /// Goes on with a game.
    pub fn take_up(&mut self, game: Match) {
        self.hand = None;
        self.last = None;
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

    /// What a hand with a disc from the reserve comes in for, if it may come in now.
    pub(super) fn task(&self) -> Option<Task> {
        let position = self.game.as_ref()?.position();
        [Task::Lay, Task::Lean]
            .into_iter()
            .find(|&task| position.allow(task).is_ok())
    }

    pub(super) fn declare(&mut self, disc: Disc) -> bool {
        let Some(game) = &mut self.game else { return false };
        let Ok(verdict) = game.play_move(Move::Declare { disc }) else {
            return false;
        };
        self.news = verdict.consequences.iter().map(News::of_consequence).collect();
        true
    }

    pub(super) fn finish_game(&mut self, live: Live) {
        let Some(game) = &mut self.game else { return };
        let before = live.before().clone();
        match game.add(live) {
            Ok(verdict) => {
                self.news = verdict
                    .calls
                    .iter()
                    .map(|call| News::of_fault(call.fault))
                    .chain(verdict.consequences.iter().map(News::of_consequence))
                    .collect();
                let done = game.played().last().cloned();
                self.last = done.map(|done| Last::Game {
                    before: Box::new(before),
                    done: Box::new(done),
                });
            }
            Err(_) => self.news.push(News::Refused),
        }
        let scene = game.position().scene().clone();
        self.set(scene);
    }
}
