//! Games read from the database, without waking a room.

use crate::http_error::Problem;
use crate::room::{read_event, shown};
use crate::room_registry::Seen;
use games::AnyGame;
use protocol::{Ending, Event, EventKind, Player, TableInfo, TableSettings, TableState};
use rules::Side;
use store::{EventRow, GameRow, Store, StoredLog};

/// Logs what is wrong with a row; the visitor learns only that the server is busy.
fn damaged(row: &GameRow, error: &dyn std::fmt::Display) -> Problem {
    tracing::error!(table = row.id, %error, "cannot read a game");
    Problem::busy()
}

fn read_events(row: &GameRow, rows: &[EventRow]) -> Result<Vec<Event>, Problem> {
    let events = rows.iter().map(read_event).collect::<Result<_, _>>();
    events.map_err(|error| damaged(row, &error))
}

async fn events(store: &Store, row: &GameRow) -> Result<Vec<Event>, Problem> {
    events_after(store, row, 0).await
}

async fn events_after(store: &Store, row: &GameRow, after: i64) -> Result<Vec<Event>, Problem> {
    read_events(row, &store.events(&row.id, after).await?)
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

/// A game without its log.
pub(crate) struct Glance {
    pub(crate) info: TableInfo,
    pub(crate) seat: Option<usize>,
    is_creator: bool,
    may_see: bool,
}

/// The game as its row tells it, if these people may see it or were invited.
pub(crate) async fn glance(
    store: &Store,
    row: &GameRow,
    ids: &[String],
    invited: bool,
) -> Result<Option<Glance>, Problem> {
    let glance = glance_of(row, info(store, row).await?, ids);
    Ok((glance.may_see || invited).then_some(glance))
}

fn glance_of(row: &GameRow, info: TableInfo, ids: &[String]) -> Glance {
    let seat = seat_of(&info, ids);
    let is_creator = ids.contains(&row.creator);
    Glance {
        info,
        seat,
        is_creator,
        may_see: row.public == 1 || is_creator || seat.is_some(),
    }
}

/// The game with its log, as these people may see it; nothing when it is not for them.
pub(crate) async fn seen(
    store: &Store,
    row: &GameRow,
    ids: &[String],
    invited: bool,
) -> Result<Option<Seen>, Problem> {
    let Some(glance) = glance(store, row, ids, invited).await? else {
        return Ok(None);
    };
    let events = if glance.may_see {
        shown(&events(store, row).await?, glance.seat)
    } else {
        Vec::new()
    };
    Ok(Some(Seen {
        events,
        ..without_log(row, glance)
    }))
}

/// The same from a log that was read already; work for a thread of its own.
pub(crate) fn seen_in(log: StoredLog, row: &GameRow, ids: &[String]) -> Result<Option<Seen>, Problem> {
    let rows = log.events().map_err(|error| damaged(row, &error))?;
    let (settings, events) = (settings(row)?, read_events(row, &rows)?);
    let seats = match kept_seats(row)? {
        Some(seats) => seats,
        None => TableState::of(settings.clone(), &events).seats().to_vec(),
    };
    let glance = glance_of(row, table_info(row, settings, seats)?, ids);
    Ok(glance.may_see.then(|| Seen {
        events: shown(&events, glance.seat),
        ..without_log(row, glance)
    }))
}

/// Since when a game that goes on waits for a move of a seat; nothing when it does not. Of its log only the end is read.
pub(crate) async fn waits_since(
    store: &Store,
    row: &GameRow,
    info: &TableInfo,
    seat: usize,
) -> Result<Option<i64>, Problem> {
    if info.seats.iter().any(Option::is_none) {
        return Ok(None);
    }
    let teams = info.settings.teams;
    // The players have sat down, and each move that stands is an event: the last of them comes after so many. Of several
    // players a side, it depends on all moves who is next.
    let before = if teams {
        0
    } else {
        info.seats.len() as i64 + row.plies
    };
    let events = events_after(store, row, before).await?;
    let last_ply = info.plies.checked_sub(1);
    let last_position = events.iter().rev().find_map(|event| match &event.kind {
        EventKind::Move { ply, position, .. } if Some(*ply) == last_ply => Some(position),
        _ => None,
    });
    let game = info.settings.game;
    let board = match (last_ply, &info.position) {
        // Without its position, a move was taken back meanwhile.
        (Some(_), _) => last_position.and_then(|position| AnyGame::from_position(game, position).ok()),
        (None, Some(position)) => AnyGame::from_position(game, position).ok(),
        (None, None) => info.settings.start().ok(),
    };
    let Some(turn) = board.map(|board| board.turn()) else {
        return Ok(None);
    };
    let to_move = if teams {
        TableState::of(info.settings.clone(), &events).seat_to_move(turn, [])
    } else {
        turn.index()
    };
    Ok((to_move == seat).then(|| events.last().map_or(0, |event| event.at)))
}

fn without_log(row: &GameRow, glance: Glance) -> Seen {
    Seen {
        seat: glance.seat,
        info: glance.info,
        events: Vec::new(),
        is_creator: glance.is_creator,
        imported: row.imported == 1,
    }
}

fn seat_of(info: &TableInfo, ids: &[String]) -> Option<usize> {
    let own = |seat: &Option<Player>| {
        seat.as_ref()
            .is_some_and(|player| ids.iter().any(|id| id == player.person.as_str()))
    };
    info.seats.iter().position(own)
}
