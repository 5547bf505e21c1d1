//! Games read from the database, without waking a room.

use crate::http_error::Problem;
use crate::room::{read_event, shown};
use crate::room_registry::Seen;
use protocol::{Ending, Event, Player, TableInfo, TableSettings, TableState};
use rules::Side;
use store::{GameRow, Store};

/// Logs what is wrong with a row; the visitor learns only that the server is busy.
fn damaged(row: &GameRow, error: &dyn std::fmt::Display) -> Problem {
    tracing::error!(table = row.id, %error, "cannot read a finished game");
    Problem::busy()
}

async fn events(store: &Store, row: &GameRow) -> Result<Vec<Event>, Problem> {
    let rows = store.events(&row.id, 0).await?;
    let events = rows.iter().map(read_event).collect::<Result<_, _>>();
    events.map_err(|error| damaged(row, &error))
}

/// A game's row as a list shows it. Old games are read once from their log.
pub(crate) async fn info(store: &Store, row: &GameRow) -> Result<TableInfo, Problem> {
    let settings: TableSettings =
        serde_json::from_str(&row.settings).map_err(|error| damaged(row, &error))?;
    let seats: Vec<Option<Player>> = if let Some(players) = &row.players {
        serde_json::from_str(players).map_err(|error| damaged(row, &error))?
    } else {
        let state = TableState::of(settings.clone(), &events(store, row).await?);
        let json = serde_json::to_string(state.seats()).map_err(|error| damaged(row, &error))?;
        store.set_players(&row.id, &json).await?;
        state.seats().to_vec()
    };
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
    let info = info(store, row).await?;
    let seat = seat_of(&info, ids);
    let is_creator = ids.contains(&row.creator);
    let may_see = row.public == 1 || is_creator || seat.is_some();
    if !may_see && !invited {
        return Ok(None);
    }
    let events = if may_see {
        shown(&events(store, row).await?, seat)
    } else {
        Vec::new()
    };
    Ok(Some(Seen {
        info,
        seat,
        events,
        is_creator,
        imported: row.imported == 1,
    }))
}

fn seat_of(info: &TableInfo, ids: &[String]) -> Option<usize> {
    let own = |seat: &Option<Player>| {
        seat.as_ref()
            .is_some_and(|player| ids.iter().any(|id| id == player.person.as_str()))
    };
    info.seats.iter().position(own)
}
