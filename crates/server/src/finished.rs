//! Games read from the database, without waking a room.

use crate::http_error::Problem;
use crate::room::{read_event, shown};
use crate::room_registry::Seen;
use protocol::{Ending, Event, Player, TableInfo, TableSettings, TableState};
use rules::Side;
use store::{EventRow, GameRow, Store, StoredLog};

/// Logs what is wrong with a row; the visitor is told only that the server is busy.
fn damaged(row: &GameRow, error: &dyn std::fmt::Display) -> Problem {
    tracing::error!(table = row.id, %error, "cannot read a finished game");
    Problem::busy()
}

fn read_events(row: &GameRow, rows: &[EventRow]) -> Result<Vec<Event>, Problem> {
    let events = rows.iter().map(read_event).collect::<Result<_, _>>();
    events.map_err(|error| damaged(row, &error))
}

async fn events(store: &Store, row: &GameRow) -> Result<Vec<Event>, Problem> {
    read_events(row, &store.events(&row.id, 0).await?)
}

fn settings(row: &GameRow) -> Result<TableSettings, Problem> {
    serde_json::from_str(&row.settings).map_err(|error| damaged(row, &error))
}

type Seats = Vec<Option<Player>>;

/// The players by seat, unless the game is an old one.
fn kept_seats(row: &GameRow) -> Result<Option<Seats>, Problem> {
    let seats = row.players.as_ref().map(|players| serde_json::from_str(players));
    seats.transpose().map_err(|error| damaged(row, &error))
}

/// A game's row as a list shows it. Old games are read once from their log.
pub(crate) async fn info(store: &Store, row: &GameRow) -> Result<TableInfo, Problem> {
    let settings = settings(row)?;
    let seats = if let Some(seats) = kept_seats(row)? {
        seats
    } else {
        let state = TableState::of(settings.clone(), &events(store, row).await?);
        let json = serde_json::to_string(state.seats()).map_err(|error| damaged(row, &error))?;
        store.set_players(&row.id, &json).await?;
        state.seats().to_vec()
    };
    table_info(row, settings, seats)
}

fn table_info(row: &GameRow, settings: TableSettings, seats: Seats) -> Result<TableInfo, Problem> {
    let reason = row.reason.as_ref().and_then(|reason| reason.parse().ok());
    let winner = row.winner.and_then(|side| Side::BOTH.get(side as usize).copied());
    Ok(TableInfo {
        id: row
            .id
            .parse()
            .map_err(|error: protocol::IdError| damaged(row, &error))?,
        settings,
        created: row.created,
        seats,
        plies: row.plies as u32,
        ending: reason.map(|reason| Ending { winner, reason }),
        position: row.position.clone(),
    })
}

/// The game with its log, as these people may see it; nothing when it is not for them.
pub(crate) async fn seen(
    store: &Store,
    row: &GameRow,
    ids: &[String],
    invited: bool,
) -> Result<Option<Seen>, Problem> {
    let seen = without_log(row, info(store, row).await?, ids);
    if may_see(row, &seen) {
        let events = shown(&events(store, row).await?, seen.seat);
        return Ok(Some(Seen { events, ..seen }));
    }
    Ok(invited.then_some(seen))
}

/// The same from a log that was read already; work for a thread of its own.
pub(crate) fn seen_in(log: StoredLog, row: &GameRow, ids: &[String]) -> Result<Option<Seen>, Problem> {
    let rows = log.events().map_err(|error| damaged(row, &error))?;
    let (settings, events) = (settings(row)?, read_events(row, &rows)?);
    let seats = match kept_seats(row)? {
        Some(seats) => seats,
        None => TableState::of(settings.clone(), &events).seats().to_vec(),
    };
    let seen = without_log(row, table_info(row, settings, seats)?, ids);
    Ok(may_see(row, &seen).then(|| Seen {
        events: shown(&events, seen.seat),
        ..seen
    }))
}

fn without_log(row: &GameRow, info: TableInfo, ids: &[String]) -> Seen {
    Seen {
        seat: seat_of(&info, ids),
        info,
        events: Vec::new(),
        is_creator: ids.contains(&row.creator),
        imported: row.imported == 1,
    }
}

const fn may_see(row: &GameRow, seen: &Seen) -> bool {
    row.public == 1 || seen.is_creator || seen.seat.is_some()
}

fn seat_of(info: &TableInfo, ids: &[String]) -> Option<usize> {
    let own = |seat: &Option<Player>| {
        seat.as_ref()
            .is_some_and(|player| ids.iter().any(|id| id == player.person.as_str()))
    };
    info.seats.iter().position(own)
}
