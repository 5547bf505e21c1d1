//! Pairs two seeks: makes the table and seats both players.

use super::{busy, tell_all};
use crate::App;
use crate::ids::coin;
use crate::room_registry::new_id;
use crate::time::now;
use protocol::{Seek, SideChoice, TableId};
use store::NewGame;

/// Creates the table of two paired people; `None` if one of them has been paired with another in the meantime. The
/// last `waiting` of the two have seeks that wait: their owners are sent the table.
pub(super) async fn pair(app: &App, two: &[Seek; 2], waiting: usize) -> Result<Option<TableId>, String> {
    let [one, other] = two;
    let seat = match (one.side, other.side) {
        (SideChoice::First, _) | (_, SideChoice::Second) => 0,
        (SideChoice::Second, _) | (_, SideChoice::First) => 1,
        (SideChoice::Random, SideChoice::Random) => usize::from(one.seek.is_multiple_of(2)),
    };
    let waiting: Vec<i64> = two[2 - waiting..].iter().map(|seek| seek.seek as i64).collect();
    let creator = other.player.person.as_str();
    let table = new_id().map_err(|_| busy("no random letters"))?;
    let toss = coin().map_err(|_| busy("no random number"))?;
    let settings = serde_json::to_string(&one.settings.clone().tossed(toss)).map_err(busy)?;
    let game = NewGame {
        id: table.as_str(),
        game: one.settings.game.name(),
        settings: &settings,
        public: one.settings.public,
        creator,
        created: now(),
    };
    if !app.store.pair(&waiting, &game).await.map_err(busy)? {
        return Ok(None);
    }
    for (seat, player) in [(seat, &one.player), (seat ^ 1, &other.player)] {
        let taken = app.rooms.sit(&table, player, &[], Some(seat), true).await;
        let taken = taken.map_err(|_| busy("no seat"))?;
        taken.map_err(|refused| refused.words.into_owned())?;
    }
    let seated = app.store.seat_seeks(&waiting, table.as_str()).await;
    seated.map_err(busy)?;
    tell_all(app);
    Ok(Some(table))
}
