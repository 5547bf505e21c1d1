//! What the page says of tables and games.

use super::*;
use crate::online::Online;
use games::GameId;
use protocol::sample::{guest, table};
use protocol::{Action, ClientMessage, Event, EventKind, Offer, ServerMessage, TableSettings};

fn panel(app: &App) -> Panel {
    Panel::of(app, &app.picture(), Words::of("en"))
}

#[test]
fn only_what_is_possible_can_be_done() {
    let mut app = App::default();
    assert_eq!(panel(&app).enabled, ["white", "black"]);
    app.command("black");
    let held = panel(&app);
    assert_eq!(held.enabled, ["lean", "release", "back"]);
    assert_eq!(held.state, "Black up, in your hand");
    assert_eq!(held.pose.map(|pose| pose[0]), Some(crate::steering::CARRY));
    assert_eq!(held.pressed, ["guide", "with-practice"]);
}

/// Commands of the page that the browser itself obeys.
const OF_THE_PAGE: [&str; 7] = [
    "flat",
    "view-sheet",
    "game-sheet",
    "chat-sheet",
    "close-sheet",
    "copy-level",
    "say",
];

#[test]
fn every_button_of_the_page_is_a_command() {
    for part in PAGE.split("data-do=\"").skip(1) {
        let name = part.split('"').next().unwrap_or_default();
        let mut app = App::default();
        assert!(OF_THE_PAGE.contains(&name) || app.command(name), "{name}");
    }
    for name in SOMETIMES.iter().chain(&SWITCHES).chain(&DEEDS) {
        assert!(PAGE.contains(&format!("data-do=\"{name}\"")), "{name}");
    }
}

#[test]
fn every_choice_of_the_page_can_be_made() {
    for part in PAGE.split("data-choose=\"").skip(1) {
        let (name, rest) = part.split_once('"').unwrap_or_default();
        let list = rest.split("</select>").next().unwrap_or_default();
        for option in list.split("<option").skip(1) {
            let (head, text) = option.split_once('>').unwrap_or_default();
            let value = head
                .split('"')
                .nth(1)
                .unwrap_or(text.split('<').next().unwrap_or_default());
            let mut terms = Terms::default();
            assert!(terms.set(name, value), "{name} {value}");
            assert_eq!(terms.value(name), value);
        }
    }
    for name in Terms::names().skip(1) {
        assert!(PAGE.contains(&format!("data-choose=\"{name}\"")), "{name}");
    }
}

#[test]
fn a_game_shows_its_players_and_only_the_side_to_move_takes_a_disc() {
    let mut app = App::default();
    app.command("with-two");
    app.play_mut().terms.set("teams", "yes");
    app.play_mut().terms.set("clock", "10+10");
    app.command("start");
    let panel = panel(&app);
    let players = panel.players.unwrap();
    assert_eq!(players[0].name, "White, player 1");
    assert_eq!(players[0].count, "26 left · −26 pts");
    assert_eq!(players[1].clock, "10:00");
    assert!(players[0].moves && !players[1].moves);
    assert_eq!(panel.enabled, ["white"]);
    assert_eq!(panel.state, "White lays a foundation");
    assert!(panel.reserve.is_empty());
}

#[test]
fn the_toss_is_told_in_words() {
    let mut app = App::default();
    app.command("with-computer");
    app.command("toss-north");
    let toss = panel(&app).toss;
    let right = app.play().tossed().unwrap().called_right;
    assert_eq!(toss.contains("called right"), right, "{toss}");
    assert!(!toss.contains('{'), "{toss}");
}

/// A game over the network that has just begun, with White at this screen.
fn online(events: Vec<EventKind>) -> App {
    let table = table(TableSettings::new(GameId::Polarity), vec![None; 2]);
    let welcome = ServerMessage::Welcome {
        version: protocol::VERSION,
        table,
        seat: Some(0),
        last: events.len() as u64 + 3,
        claim_after: protocol::CLAIM_AFTER,
    };
    let sit = |(seat, name)| EventKind::Sit {
        seat,
        player: guest(name),
    };
    let sits = ["Ann", "Bob"].into_iter().enumerate().map(sit);
    let events = sits.chain([EventKind::Start {}]).chain(events).zip(1..);
    let events = events.map(|(kind, seq)| Event { seq, at: 0, kind }).collect();
    let mut app = App::default();
    app.follow(Online::new(1, &[]));
    let (online, session) = app.online_mut().unwrap();
    online.opened();
    online.hear(&welcome, session);
    online.hear(&ServerMessage::Events { events, clocks: None }, session);
    online.take_outbox();
    app.advance(16.0);
    app
}

#[test]
fn what_is_offered_and_written_is_shown_and_answered() {
    let mut app = online(vec![
        EventKind::Chat {
            seat: 1,
            text: Some("hello".to_owned()),
        },
        EventKind::Offer {
            side: Side::Second,
            what: Offer::Draw,
        },
    ]);
    let shown = panel(&app);
    let words: Vec<&str> = shown.news.iter().map(|(words, _)| words.as_str()).collect();
    assert_eq!(words, ["Bob offers a draw.", "Bob: hello"]);
    assert_eq!(shown.unread, "1");
    assert_eq!(
        shown.chat,
        Some(vec![("Bob".to_owned(), "hello".to_owned(), false)])
    );
    let commands: Vec<&str> = shown.owed.iter().map(|(command, _)| command.as_str()).collect();
    assert_eq!(commands, ["accept", "decline"]);
    assert!(shown.enabled.contains(&"chat-sheet"));
    app.read_chat();
    assert_eq!(panel(&app).unread, "");
    app.command("accept");
    app.say("  good game ");
    app.say("  ");
    let said = app.online_mut().unwrap().0.take_outbox();
    let actions: Vec<&Action> = said
        .iter()
        .filter_map(|message| match message {
            ClientMessage::Act { action, .. } => Some(action),
            _ => None,
        })
        .collect();
    let text = "good game".to_owned();
    assert_eq!(
        actions,
        [&Action::Accept { what: Offer::Draw }, &Action::Chat { text }]
    );
}

#[test]
fn what_can_be_done_in_a_game_over_the_network_depends_on_how_far_it_is() {
    let mut app = online(Vec::new());
    let deeds = |app: &App| -> Vec<(&str, &str, bool)> {
        let deeds = panel(app).deeds.into_iter();
        deeds.map(|deed| (deed.command, deed.words, deed.can)).collect()
    };
    assert_eq!(deeds(&app), [("resign", "Call it off", true)]);
    let played = |ply: u32| EventKind::Move {
        ply,
        seat: 0,
        text: "lay:".to_owned(),
        position: String::new(),
        left: None,
    };
    app = online(vec![
        played(0),
        played(1),
        EventKind::Offer {
            side: Side::First,
            what: Offer::Takeback,
        },
    ]);
    let expected = [
        ("takeback", "Asked to take back", false),
        ("draw", "Offer a draw", true),
        ("resign", "Give up", true),
    ];
    assert_eq!(deeds(&app), expected);
    app.command("resign");
    assert_eq!(deeds(&app)[2], ("resign", "Really give up?", true));
    app.command("draw");
    assert_eq!(deeds(&app)[2], ("resign", "Give up", true));
}

#[test]
fn it_is_nobodys_turn_when_a_game_was_given_up() {
    let moves = |app: &App| {
        panel(app)
            .players
            .map(|players| players.map(|player| player.moves))
    };
    assert_eq!(moves(&online(Vec::new())), Some([true, false]));
    let ending = protocol::Ending::win(Side::Second, protocol::EndReason::Resignation);
    assert_eq!(moves(&online(vec![EventKind::End(ending)])), Some([false, false]));
}
