//! Converts a log to a record.

use crate::room_registry::Seen;
use protocol::{Record, TableState};

/// The record of a game that has begun.
pub(crate) fn of(seen: &Seen) -> Option<Record> {
    let Seen { info, events, .. } = seen;
    let players: Option<Vec<String>> = info
        .seats
        .iter()
        .map(|seat| seat.as_ref().map(|player| player.name.clone()))
        .collect();
    let state = TableState::of(info.settings.clone(), events);
    Some(Record {
        game: info.settings.game,
        variant: info.settings.variant.clone(),
        position: info.position.clone(),
        players: players?,
        date: Some(state.started()?.div_euclid(1000)),
        clock: info.settings.clock,
        rated: info.settings.rated,
        ending: info.ending.clone(),
        moves: state.moves().iter().map(|played| played.text.clone()).collect(),
    })
}
