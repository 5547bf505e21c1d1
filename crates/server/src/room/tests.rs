//! A room without sockets.

use super::*;
use crate::rooms::Patience;
use crate::time::Outages;
use driver::Database;
use games::GameId;
use protocol::sample::guest;
use protocol::{ClientKey, TableSettings};
use store::Store;

#[tokio::test]
async fn a_move_that_cannot_be_simulated_now_may_be_tried_again() {
    let database = Database::sqlite();
    let store = Store::open(&database.url).await.unwrap();
    for name in ["person-Ann", "person-Bob"] {
        store.add_guest(name, name, 1).await.unwrap();
    }
    let rooms = Rooms::new(store, Outages::default(), Patience::default());
    let players = vec![(0, guest("Ann")), (1, guest("Bob"))];
    let settings = TableSettings::new(GameId::Polarity);
    let table = rooms.create(&settings, "person-Ann", players).await.unwrap();
    // No simulation is let in any more, as when a server stops.
    rooms.0.heavy.close();
    let act = Act {
        key: ClientKey::of(1),
        ply: 0,
        action: Action::Move {
            text: "anything".to_owned(),
        },
        arrived: now(),
        lag: 0,
    };
    let answer = rooms.act(&table, &["person-Ann".to_owned()], &act).await.unwrap();
    assert_eq!(answer.unwrap_err().reason, Refusal::Busy);
}
