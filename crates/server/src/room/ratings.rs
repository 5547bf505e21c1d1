//! Updates ratings at the end of a rated game.

use super::Room;
use crate::glicko;
use protocol::{EndReason, Ending, EventKind};
use rules::Side;
use store::{NewRating, RatingRow};

impl Room {
    /// The new ratings and the event that tells them, when these events end a rated game between two people.
    pub(super) async fn rate(
        &self,
        events: &[EventKind],
        now: i64,
    ) -> Result<Option<(EventKind, Vec<NewRating>)>, store::Error> {
        let ending = events.iter().find_map(|event| match event {
            EventKind::End(ending) if ending.reason != EndReason::Aborted => Some(ending),
            _ => None,
        });
        let (Some(ending), [Some(first), Some(second)]) = (ending, self.table.state.seats()) else {
            return Ok(None);
        };
        let settings = self.table.state.settings();
        if !settings.rated {
            return Ok(None);
        }
        let game = settings.game.name();
        let mut before = [glicko::new_rating(now); 2];
        for (rating, player) in before.iter_mut().zip([first, second]) {
            let kept = self.rooms.0.store.rating(player.person.as_str(), game);
            *rating = store::in_time(kept).await?.unwrap_or(*rating);
        }
        let after = Side::BOTH
            .map(|side| glicko::after(&before[side], &[(before[side.other()], score(ending, side))], now));
        let rated = |((player, before), rating): ((&protocol::Player, RatingRow), RatingRow)| NewRating {
            person: player.person.to_string(),
            game: game.to_owned(),
            before: before.games,
            rating,
        };
        let shown = after.map(|rating| rating.rating.round() as i32);
        let change = Side::BOTH.map(|side| shown[side] - before[side].rating.round() as i32);
        let players = [first, second].into_iter().zip(before);
        let mut ratings: Vec<NewRating> = players.zip(after).map(rated).collect();
        // In one order for all: two games of the same two do not wait for each other in a circle.
        ratings.sort_by(|one, other| one.person.cmp(&other.person));
        Ok(Some((EventKind::Rated { after: shown, change }, ratings)))
    }
}

fn score(ending: &Ending, side: Side) -> f64 {
    match ending.winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from(winner == side)),
    }
}
