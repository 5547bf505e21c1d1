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
use tokio::time::Instant;

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
    let room = Room::wake(rooms.clone(), table.clone(), "192.0.2.1", simulated).await;
    (room.unwrap(), simulations)
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
        room.listeners.insert(number, Listener::new(ids, seat, outbox));
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

/// A log of many long lines of chat.
fn fill_log(room: &mut Room, events: u64) {
    let first = room.log.len() as u64 + 1;
    let text = "x".repeat(900);
    let chat = |seq| protocol::Event {
        seq,
        at: 1,
        kind: EventKind::Chat {
            seat: 0,
            text: Some(text.clone()),
        },
    };
    room.log.extend((first..first + events).map(chat));
}

/// The messages that wait for somebody; the numbers of the events in them.
async fn read_all(letters: &mut Letters) -> Vec<Vec<u64>> {
    let mut messages = Vec::new();
    while let Ok(Some(text)) = tokio::time::timeout(Duration::from_millis(50), letters.recv()).await {
        if let Ok(ServerMessage::Events { events, .. }) = serde_json::from_str(&text) {
            messages.push(events.iter().map(|event| event.seq).collect());
        }
    }
    messages
}

#[tokio::test]
async fn the_next_page_of_a_long_log_is_sent_when_the_last_was_read() {
    let database = Database::sqlite();
    let (rooms, _, table) = begun(&database, &TableSettings::new(GameId::Offboard)).await;
    let (mut room, _simulations) = room(&rooms, &table).await;
    fill_log(&mut room, 200);
    let (outbox, mut letters) = outbox();
    let number = room.join(vec![ANN.to_owned()], 0, outbox).unwrap();
    let mut seen = Vec::new();
    for page in 0..10 {
        let pages = read_all(&mut letters).await;
        assert_eq!(pages.len(), 1, "one page at a time: {page}");
        seen.extend(pages.concat());
        if room.listeners[&number].rest.is_none() {
            break;
        }
        let news = room.log.last().unwrap().clone();
        room.tell(&[news]);
        assert!(
            read_all(&mut letters).await.is_empty(),
            "later events come after them"
        );
        room.send_rest(number);
    }
    assert_eq!(seen, (1..=room.log.len() as u64).collect::<Vec<_>>());
}

#[tokio::test]
async fn whoever_asks_for_everything_again_and_again_gets_it_now_and_then() {
    let database = Database::sqlite();
    let (rooms, _, table) = begun(&database, &TableSettings::new(GameId::Offboard)).await;
    let (mut room, _simulations) = room(&rooms, &table).await;
    let (outbox, mut letters) = outbox();
    let number = room.join(vec![ANN.to_owned()], 0, outbox).unwrap();
    read_all(&mut letters).await;
    let hello = |last| ClientMessage::Hello { version: 1, last };
    for message in [hello(0), ClientMessage::Sync { last: 0 }] {
        for _ in 0..50 {
            room.hear(number, message.clone(), now(), 0).await;
        }
    }
    let all: Vec<u64> = (1..=room.log.len() as u64).collect();
    assert_eq!(read_all(&mut letters).await, vec![all.clone()]);
    // The others are answered together, later.
    room.send_rest(number);
    assert!(read_all(&mut letters).await.is_empty());
    room.listeners.get_mut(&number).unwrap().next_sync = Instant::now();
    room.send_rest(number);
    assert_eq!(read_all(&mut letters).await, vec![all]);
}

#[tokio::test]
async fn a_simulation_ends_with_its_game() {
    let database = Database::sqlite();
    let (rooms, processors, table) = begun(&database, &polarity()).await;
    let (release, released) = std::sync::mpsc::channel::<()>();
    let (entering, entered) = oneshot::channel();
    let own = processors.clone();
    let holder = tokio::spawn(async move {
        let hold = move |_: &Turn| {
            let _ = entering.send(());
            let _ = released.recv();
        };
        own.run(Priority::Move, &[], hold).await
    });
    entered.await.unwrap();
    let moving = tokio::spawn({
        let (rooms, table) = (rooms.clone(), table.clone());
        async move { rooms.act(&table, &[ANN.to_owned()], &bad_move(1)).await.unwrap() }
    });
    while processors.waiting()[0] == 0 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let resigned = rooms
        .act(&table, &[BOB.to_owned()], &act(2, Action::Resign {}))
        .await;
    assert!(resigned.unwrap().is_ok());
    let late = tokio::time::timeout(Duration::from_secs(30), moving).await;
    let late = late.expect("its player waits for no processor").unwrap();
    assert_eq!(late.unwrap_err().reason, Refusal::Late);
    release.send(()).unwrap();
    holder.await.unwrap().unwrap();
}

#[tokio::test]
async fn people_pay_for_the_simulations_of_the_computer_at_their_table() {
    let database = Database::sqlite();
    let store = Store::open(&database.url).await.unwrap();
    store.add_guest(ANN, ANN, 1).await.unwrap();
    let processors = Processors::new(1, 60);
    let rooms = Rooms::new(store, Outages::default(), Patience::default(), processors.clone());
    let players = vec![(0, guest("Ann")), (1, crate::computer::player(1).unwrap())];
    let table = rooms.create(&polarity(), ANN, players).await.unwrap();
    let (mut room, mut simulations) = room(&rooms, &table).await;
    processors.seen_at(ANN, "192.0.2.1");
    let tried = TriedMove {
        seat: 1,
        text: "anything".to_owned(),
        key: "1:computer".to_owned(),
        arrived: now(),
        lag: 0,
    };
    // Their budget is used up: the computer's move waits until there is some of it again, and is not lost.
    let ann = processors.payers_of(ANN);
    processors.charge(&ann, 60.0 * 4.0 + 1.0);
    room.simulate(tried).unwrap();
    let early = tokio::time::timeout(Duration::from_millis(200), simulations.recv()).await;
    assert!(early.is_err(), "nobody has paid");
    let simulated = tokio::time::timeout(Duration::from_secs(30), simulations.recv()).await;
    assert!(simulated.unwrap().is_some());
}

#[tokio::test]
async fn long_logs_of_one_address_make_room_for_those_of_another() {
    let database = Database::sqlite();
    let (rooms, _, _) = begun(&database, &TableSettings::new(GameId::Offboard)).await;
    let log = |letters| {
        let text = Some("x".repeat(letters));
        let kind = EventKind::Chat { seat: 0, text };
        LogSize::of(&[protocol::Event { seq: 1, at: 1, kind }])
    };
    let take = |client: &str, is_live| Memory::take(&rooms, client, log(500_000), is_live);
    let mut greedy = Vec::new();
    while let Some(memory) = take("192.0.2.1", false) {
        greedy.push(memory);
        assert!(greedy.len() < 1000, "memory is limited");
    }
    assert!(take("192.0.2.1", true).is_none(), "games that go on count, too");
    let short = Memory::take(&rooms, "192.0.2.1", log(10_000), false);
    assert!(short.is_some(), "short logs always have room");
    let honest: Vec<_> = (2..12)
        .map(|number| take(&format!("192.0.2.{number}"), false))
        .collect();
    assert!(honest.iter().all(Option::is_some));
    let mut left = 0;
    for memory in &mut greedy {
        let taken = tokio::time::timeout(Duration::from_millis(1), memory.taken()).await;
        left += usize::from(taken.is_ok());
    }
    assert_eq!(left, 10, "each took the memory of one");
}

#[tokio::test]
async fn a_room_without_memory_is_refused_and_asked_no_more() {
    let database = Database::sqlite();
    let (rooms, _, table) = begun(&database, &TableSettings::new(GameId::Offboard)).await;
    let text = "x".repeat(400_000);
    let body = serde_json::json!({ "type": "chat", "seat": 0, "text": text }).to_string();
    let event = |seq, body| store::NewEvent {
        seq,
        at: 1,
        key: None,
        body,
    };
    let end = serde_json::json!({ "type": "end", "winner": null, "reason": "aborted" }).to_string();
    let entry = store::LogWrite {
        game: table.to_string(),
        events: vec![event(4, body), event(5, end)],
        summary: store::Summary::default(),
        seats: Vec::new(),
        ratings: Vec::new(),
        opens: None,
    };
    let other = Rooms::new(
        rooms.0.store.clone(),
        Outages::default(),
        Patience::default(),
        Processors::new(1, 60),
    );
    assert_eq!(other.0.store.append(&[entry]).await.unwrap(), [true]);
    let all = other.0.long_logs.enter_with("192.0.2.1", 1, 96 * 1024 * 1024);
    let (letters_in, _letters) = outbox();
    let ann = [ANN.to_owned()];
    let refused = other.join(&table, &ann, 0, &letters_in, "192.0.2.2").await;
    assert!(refused.unwrap_err().is_busy());
    drop(all);
    assert!(
        other
            .join(&table, &ann, 0, &letters_in, "192.0.2.2")
            .await
            .is_ok()
    );
}
