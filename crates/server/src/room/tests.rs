//! A room without sockets.

use super::*;
use crate::outbox::{Letters, outbox};
use crate::processors::{Priority, Processors, Turn};
use crate::room_registry::Patience;
use crate::time::Outages;
use games::GameId;
use protocol::sample::guest;
use protocol::{Action, ClientKey, Clock, ServerMessage, TableSettings};
use std::time::Duration;
use store::Store;
use testclient::Database;

const ANN: &str = "person-Ann";
const BOB: &str = "person-Bob";

async fn begun(database: &Database, settings: &TableSettings) -> (Rooms, Processors, TableId) {
    let store = Store::open(&database.url).await.unwrap();
    for name in [ANN, BOB] {
        store.add_guest(name, name, 1).await.unwrap();
    }
    let processors = Processors::new(1, 60);
    let rooms = Rooms::new(store, Outages::default(), Patience::default(), processors.clone());
    let players = vec![(0, guest("Ann")), (1, guest("Bob"))];
    let table = rooms.create(settings, ANN, players).await.unwrap();
    (rooms, processors, table)
}

/// A second instance of the room, beside the one of its task.
async fn room(rooms: &Rooms, table: &TableId) -> (Room, mpsc::Receiver<Simulated>) {
    let (simulated, simulations) = mpsc::channel(1);
    let room = Room::wake(rooms.clone(), table.clone(), simulated).await;
    (room.unwrap().unwrap(), simulations)
}

fn act(number: u64, action: Action) -> Act {
    Act {
        key: ClientKey::of(number),
        ply: 0,
        action,
        arrived: now(),
        lag: 0,
    }
}

fn bad_move(number: u64) -> Act {
    let text = "anything".to_owned();
    act(number, Action::Move { text })
}

fn polarity() -> TableSettings {
    TableSettings::new(GameId::Polarity)
}

#[tokio::test]
async fn a_move_that_cannot_be_simulated_now_may_be_tried_again() {
    let database = Database::sqlite();
    let (rooms, processors, table) = begun(&database, &polarity()).await;
    // The processors accept no more work, as when a server stops.
    processors.close();
    let answer = rooms.act(&table, &[ANN.to_owned()], &bad_move(1)).await.unwrap();
    assert_eq!(answer.unwrap_err().reason, Refusal::Busy);
}

#[tokio::test]
async fn a_room_hears_others_while_it_simulates() {
    let database = Database::sqlite();
    let (rooms, processors, table) = begun(&database, &polarity()).await;
    let (release, released) = std::sync::mpsc::channel::<()>();
    let (entering, entered) = oneshot::channel();
    let holder = tokio::spawn(async move {
        let hold = move |_: &Turn| {
            let _ = entering.send(());
            let _ = released.recv();
        };
        processors.run(Priority::Move, &[], hold).await
    });
    entered.await.unwrap();
    let moving = tokio::spawn({
        let (rooms, table) = (rooms.clone(), table.clone());
        async move { rooms.act(&table, &[ANN.to_owned()], &bad_move(1)).await.unwrap() }
    });
    // The move waits for the only processor. The other player writes, and is answered.
    let text = "are you there?".to_owned();
    let chat = act(2, Action::Chat { text });
    let bob = [BOB.to_owned()];
    let written = rooms.act(&table, &bob, &chat);
    let written = tokio::time::timeout(Duration::from_secs(30), written).await;
    assert!(
        written
            .expect("the room waits for the simulation")
            .unwrap()
            .is_ok()
    );
    assert!(!moving.is_finished());
    release.send(()).unwrap();
    holder.await.unwrap().unwrap();
    assert_eq!(moving.await.unwrap().unwrap_err().reason, Refusal::Illegal);
}

#[tokio::test]
async fn attempts_of_a_turn_are_limited_in_a_game_with_a_clock() {
    let database = Database::sqlite();
    let clock = Clock::Fischer {
        base: 600,
        increment: 0,
    };
    let settings = TableSettings { clock, ..polarity() };
    let (rooms, _, table) = begun(&database, &settings).await;
    for number in 1..=20 {
        let answer = rooms
            .act(&table, &[ANN.to_owned()], &bad_move(number))
            .await
            .unwrap();
        assert_eq!(answer.unwrap_err().reason, Refusal::Illegal, "attempt {number}");
    }
    let answer = rooms.act(&table, &[ANN.to_owned()], &bad_move(21)).await.unwrap();
    assert_eq!(answer.unwrap_err().reason, Refusal::NotNow);
}

/// Connects spectators who never read: their queues are full.
fn stalled(room: &mut Room, count: usize) -> Vec<Letters> {
    let mut unread = Vec::new();
    for _ in 0..count {
        let (outbox, letters) = outbox();
        while outbox.try_send("unread".into()) {}
        let number = room.next_listener + 1;
        room.next_listener = number;
        let (ids, seat) = (Vec::new(), None);
        room.listeners.insert(number, Listener { ids, seat, outbox });
        unread.push(letters);
    }
    unread
}

#[tokio::test]
async fn thousands_of_stalled_spectators_are_dropped_without_recursion() {
    let database = Database::sqlite();
    let (rooms, _, table) = begun(&database, &TableSettings::new(GameId::Offboard)).await;
    let (mut room, _simulations) = room(&rooms, &table).await;
    let (outbox, mut letters) = outbox();
    room.join(vec![ANN.to_owned()], 0, outbox);
    let _unread = stalled(&mut room, 20_000);
    room.tell_all(&ServerMessage::Pong {});
    assert_eq!(room.listeners.len(), 1, "the player is still there");
    // The player gets one message about presence, not one for each spectator who is gone.
    room.presence.changed(now());
    room.tell_presence_when_due();
    let mut presence = 0;
    while let Ok(Some(text)) = tokio::time::timeout(Duration::from_millis(50), letters.recv()).await {
        presence += usize::from(text.contains("\"presence\""));
    }
    assert_eq!(presence, 1);
}

/// Acts, and waits for the answer.
async fn answer(room: &mut Room, seat: usize, act: Act) -> Result<u64, Refused> {
    let (reply, answer) = oneshot::channel();
    room.act(Some(seat), act, Asker::Request(reply)).await;
    answer.await.unwrap().unwrap()
}

#[tokio::test]
async fn a_log_that_is_full_ends_the_game_and_talk_stops_before() {
    let database = Database::sqlite();
    let settings = TableSettings::new(GameId::Offboard);
    let (rooms, _, table) = begun(&database, &settings).await;
    let (mut room, _simulations) = room(&rooms, &table).await;
    let long: Vec<protocol::Event> = (0..1999)
        .map(|seq| protocol::Event {
            seq,
            at: 1,
            kind: EventKind::Start {},
        })
        .collect();
    room.size = LogSize::of(&long);
    let chat = act(1, Action::Chat { text: "hello".into() });
    let refused = answer(&mut room, 1, chat).await.unwrap_err();
    assert_eq!(refused.reason, Refusal::NotNow);
    let text = settings.start().unwrap().moves().unwrap()[0].clone();
    let first = act(2, Action::Move { text: text.clone() });
    assert!(
        answer(&mut room, 0, first).await.is_ok(),
        "the last event that fits"
    );
    let text = room.table.board().moves().unwrap()[0].clone();
    let second = Act {
        ply: 1,
        ..act(3, Action::Move { text })
    };
    assert_eq!(
        answer(&mut room, 1, second).await.unwrap_err().reason,
        Refusal::NotNow
    );
    assert!(!room.table.state.is_live(), "the game is over");
}
