//! Polarity by link: what a hand does in one browser is judged by the server and seen by the other side.

use crate::ENTER;
use crate::audit::audit;
use crate::chromium::{DESK, PHONE, Page};
use crate::online::Host;
use crate::polarity::{
    CENTRE, PLACES, carry, choose, free_hand, hurry, lean, wait_for_status, wait_for_table,
};
use magnets::HandPose;
use polarity::{Live, Match, StartVariant, Task};
use serde_json::{Value, json};
use std::time::Duration;
use testclient::{Http, TestSocket};

/// Plays the opening here; the moves as text.
fn opening(game: &mut Match) -> Vec<String> {
    let lay = |&(x, y): &(f64, f64)| {
        let at = |height| HandPose {
            x: (100.0 * x) as i16,
            y: (100.0 * y) as i16,
            height,
            ..HandPose::default()
        };
        let mut hand = Live::begin(game.position(), Task::Lay, at(1500)).unwrap();
        hand.steer(at(0));
        for _ in 0..480 {
            hand.tick();
        }
        hand.let_go();
        game.add(hand).unwrap();
        game.played().last().unwrap().mv.to_string()
    };
    PLACES.iter().map(lay).collect()
}

/// Invites a friend, chosen by the ids of the form's choices, and gives the table and the key of its link.
pub(crate) async fn invite(page: &Page, choices: &[&str]) -> (String, String) {
    page.go("/polarity/friend").await;
    page.wait_for_id("create").await;
    for choice in choices {
        choose(page, choice).await;
    }
    page.click("create").await;
    page.wait_for_id("link").await;
    wait_for_table(page).await;
    free_hand(page).await;
    let link = page.text("return document.getElementById('link').value").await;
    let (path, key) = link.split_once("?key=").unwrap();
    let (_, id) = path.rsplit_once('/').unwrap();
    (id.to_owned(), key.to_owned())
}

/// Sits down at the table of a link.
pub(crate) async fn join(page: &Page, id: &str, key: &str) {
    page.go(&format!("/polarity/{id}#{key}")).await;
    page.wait_for_id("join").await;
    page.click("join").await;
    wait_for_table(page).await;
    free_hand(page).await;
}

/// How many batches of poses the other side sees before it sees a move.
async fn hands_before_move(mut line: TestSocket, ply: u64) -> usize {
    let mut hands = 0;
    loop {
        let message = line.hear().await.unwrap();
        hands += usize::from(message["type"] == "hand");
        let moved = |event: &Value| event["type"] == "move" && event["ply"] == ply;
        if message["events"]
            .as_array()
            .is_some_and(|events| events.iter().any(moved))
        {
            return hands;
        }
    }
}

/// The moves of the log.
async fn moves(http: &mut Http, id: &str) -> Vec<Value> {
    let answer = http.get(&format!("/api/tables/{id}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let events = answer.json()["events"].as_array().unwrap().clone();
    events
        .into_iter()
        .filter(|event| event["type"] == "move")
        .collect()
}

async fn wait_for_moves(http: &mut Http, id: &str, count: usize) -> Vec<Value> {
    for _ in 0..300 {
        let found = moves(http, id).await;
        if found.len() >= count {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("the server does not have {count} moves");
}

fn variant(looked: &Value) -> StartVariant {
    looked["table"]["settings"]["variant"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap()
}

/// The table shows the position of the last move of the log.
pub(crate) async fn wait_for_position(page: &Page, position: &str) {
    let position = position.replace('\'', "");
    page.wait_long(&format!(
        "return table.status() == 'idle' && table.position() == '{position}'"
    ))
    .await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_leaner_left_by_hand_in_space_is_confirmed_by_the_server_and_seen_by_the_other_side() {
    let page = Page::open(DESK, "en").await;
    let (id, key) = invite(&page, &["side-first"]).await;
    page.picture("polarity-waiting").await;
    let mut black = Http::new(page.address);
    let joined = black
        .post(&format!("/api/tables/{id}/join"), &json!({ "challenge": key }))
        .await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    let looked = black.get(&format!("/api/tables/{id}")).await.json();
    let mut game = Match::start(variant(&looked));
    for (ply, text) in opening(&mut game).into_iter().enumerate() {
        let act =
            json!({ "key": format!("key-{ply:06}"), "ply": ply, "action": { "do": "move", "text": text } });
        if ply < 5 {
            // White's foundations are laid by the same person elsewhere.
            let script = format!(
                "return fetch('/api/tables/{id}/act', {{ method: 'POST', headers: {{ 'content-type':
                 'application/json' }}, body: `{act}` }}).then((answer) => answer.status)"
            );
            assert_eq!(page.run(&script).await, 200);
        } else {
            let answer = black.post(&format!("/api/tables/{id}/act"), &act).await;
            assert_eq!(answer.status, 200, "{}", answer.text());
        }
    }
    wait_for_position(&page, &game.position().to_string()).await;
    let mut line = TestSocket::open(&black, &format!("/ws/table/{id}")).await;
    line.say(&json!({ "type": "hello", "version": 1, "last": 0 }))
        .await;
    let watching = tokio::spawn(hands_before_move(line, 10));

    lean(&page).await;
    page.keys(&[ENTER]).await;
    wait_for_status(&page, "idle").await;
    let logged = wait_for_moves(&mut black, &id, 11).await;
    let confirmed = &logged[10];
    game.play(confirmed["text"].as_str().unwrap()).unwrap();
    assert_eq!(confirmed["position"], json!(game.position().to_string()));
    wait_for_position(&page, &game.position().to_string()).await;
    assert!(page.text("return table.news()").await.contains("news-stands"));
    page.picture("polarity-online").await;

    let hands = watching.await.unwrap();
    assert!(hands > 3, "{hands} batches of poses");
    page.close().await;
}

/// Lets go, and waits for the judgement at this screen.
pub(crate) async fn release(page: &Page) {
    let before = page.text("return table.position()").await;
    page.run("document.querySelector('[data-do=release]').click()")
        .await;
    hurry(page).await;
    page.wait_long(&format!(
        "return table.status() == 'idle' && table.position() != '{before}'"
    ))
    .await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_whole_game_by_link_through_reload_and_restart() {
    let mut host = Host::start().await;
    let white = Page::visit(host.address, PHONE, "en").await;
    let (id, key) = invite(&white, &["side-first"]).await;
    white.picture("polarity-waiting").await;
    let black = Page::visit(host.address, DESK, "de").await;
    join(&black, &id, &key).await;
    let state = "return document.querySelector('.state h2').textContent";
    black
        .wait_for(&format!("{state} == 'Weiß legt eine Grundscheibe'"))
        .await;
    white
        .wait_for(&format!("{state} == 'White lays a foundation'"))
        .await;
    for page in [&white, &black] {
        audit(page, "a game by link").await;
    }

    carry(&white, "white", PLACES[0]).await;
    wait_for_status(&black, "watching").await;
    black.still_picture("polarity-watching").await;
    let first = white.text("return table.position()").await;
    release(&white).await;
    let mut game = Match::from_position(first.parse().unwrap());
    game.play(&white.text("return table.moves()").await).unwrap();
    let position = game.position().to_string();
    wait_for_position(&white, &position).await;
    wait_for_position(&black, &position).await;
    black.refresh().await;
    wait_for_table(&black).await;
    free_hand(&black).await;
    wait_for_position(&black, &position).await;

    // Moves made without a server are kept, and sent when it is back.
    host.end(true).await;
    let banner = "return document.getElementById('link-state').textContent";
    white
        .wait_for(&format!("{banner}.startsWith('The server restarts')"))
        .await;
    white.still_picture("polarity-cut").await;
    carry(&white, "white", PLACES[1]).await;
    release(&white).await;
    host.start_again().await;
    let moves = white.text("return table.moves()").await;
    game.play(moves.lines().last().unwrap()).unwrap();
    let position = game.position().to_string();
    wait_for_position(&black, &position).await;
    wait_for_position(&white, &position).await;
    white.wait_for(&format!("{banner} == ''")).await;
    white
        .wait_for("return !Object.keys(localStorage).some((key) => key.startsWith('tablier.table.'))")
        .await;

    // On to the end: the rest of the opening, a leaner, and the red disc touched.
    for (number, &place) in PLACES.iter().enumerate().skip(2) {
        let (hand, other, colour) = if number < 5 {
            (&white, &black, "white")
        } else {
            (&black, &white, "black")
        };
        carry(hand, colour, place).await;
        release(hand).await;
        wait_for_position(other, &hand.text("return table.position()").await).await;
    }
    lean(&white).await;
    release(&white).await;
    wait_for_position(&black, &white.text("return table.position()").await).await;
    // The game ends by itself, half a second after the red disc was touched.
    carry(&black, "black", CENTRE).await;
    for (page, words) in [
        (&white, "White wins: Black touched the red disc"),
        (&black, "Weiß gewinnt: Schwarz hat die rote Scheibe berührt"),
    ] {
        page.wait_for(&format!("{state} == '{words}'")).await;
        audit(page, "a game that is over").await;
    }
    white.picture("polarity-ended").await;
    white.close().await;
    black.close().await;
}
