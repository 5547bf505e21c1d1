//! From a log to a record.

use crate::rooms::Seen;
use protocol::{EventKind, Record};

/// The record of a game that has begun.
pub(crate) fn of(seen: &Seen) -> Option<Record> {
    let Seen { info, events, .. } = seen;
    let players: Option<Vec<String>> = info
        .seats
        .iter()
        .map(|seat| seat.as_ref().map(|player| player.name.clone()))
        .collect();
    let began = events.iter().find(|event| event.kind == EventKind::Start {})?;
    let mut moves: Vec<String> = Vec::new();
    for event in events {
        match &event.kind {
            EventKind::Move { text, .. } => moves.push(text.clone()),
            EventKind::Takeback { ply, .. } => moves.truncate(*ply as usize),
            _ => {}
        }
    }
    Some(Record {
        game: info.settings.game,
        variant: info.settings.variant.clone(),
        position: seen.position.clone(),
        players: players?,
        date: Some(began.at.div_euclid(1000)),
        clock: info.settings.clock,
        rated: info.settings.rated,
        ending: info.ending.clone(),
        moves,
    })
}
