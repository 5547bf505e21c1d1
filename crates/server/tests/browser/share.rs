//! Links, frames, pictures and notifications in a real browser.

use crate::chromium::{DESK, DESK_AT_NIGHT, DESK_AT_REST, PHONE, PHONE_AT_NIGHT, Page};
use crate::common::{Server, act};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Html;
use axum::routing::{get, post};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use games::GameId;
use protocol::{Clock, TableSettings};
use raster::Pixels;
use rules::Side;
use serde_json::json;
use server::{Behaviour, Site};
use std::sync::{Arc, Mutex};
use testclient::{Database, Http};
use tokio::net::TcpListener;

/// A script that may wait.
fn waiting(script: &str) -> String {
    format!("return (async () => {{ {script} }})()")
}

/// The page as it is on the screen.
async fn screenshot(page: &Page) -> Pixels {
    Pixels::from_png(&page.client.screenshot().await.unwrap()).unwrap()
}

/// Reads the code on the screen as a phone does, with a reader that shares nothing with the code's maker.
async fn shows_code(page: &Page, link: &str) {
    let place = page
        .run("const { x, y, width } = document.getElementById('qr').getBoundingClientRect(); return [x, y, width]")
        .await;
    let [x, y, width] = [0, 1, 2].map(|index| place[index].as_f64().unwrap() as u32);
    let shown = screenshot(page).await;
    let grey = |column: usize, row: usize| {
        let pixel = shown.pixel(x + column as u32, y + row as u32);
        pixel.map_or(255, |[red, ..]| red)
    };
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(width as usize, width as usize, grey);
    let codes = image.detect_grids();
    assert_eq!(codes.len(), 1, "one code is seen");
    assert_eq!(codes[0].decode().unwrap().1, link);
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_phone_reads_the_invitation_from_the_screen() {
    for screen in [DESK, PHONE_AT_NIGHT] {
        let page = Page::open(screen, "en").await;
        page.go("/friend/offboard").await;
        page.wait_for("return document.getElementById('create') != null")
            .await;
        page.click("create").await;
        page.wait_for("return document.getElementById('qr') != null")
            .await;
        page.run("document.getElementById('qr').scrollIntoView({ block: 'center' })")
            .await;
        let link = page.text("return document.getElementById('link').value").await;
        shows_code(&page, &link).await;
        assert_eq!(page.overflow().await, 0);
        page.picture("invitation").await;
        page.close().await;
    }
}

async fn go(http: &mut Http, id: &str, ply: u32, text: &str) {
    let action = json!({ "do": "move", "text": text });
    assert_eq!(act(http, id, &format!("move-{ply:04}"), ply, action).await, 200);
}

/// A public game of two moves.
async fn played(server: &Server) -> (Http, Http, String) {
    let settings = TableSettings {
        public: true,
        ..TableSettings::new(GameId::Offboard)
    };
    let (mut one, mut other, id) = server.table(&settings).await;
    go(&mut one, &id, 0, "i5h5").await;
    go(&mut other, &id, 1, "a1b2").await;
    (one, other, id)
}

/// The colour round a place, of as many pixels as tell one stone from another.
fn colour(pixels: &Pixels, x: f64, y: f64) -> Option<[i32; 3]> {
    let mut sum = [0; 3];
    let (column, row) = (x.round() as i64, y.round() as i64);
    for (across, down) in (-2..=2).flat_map(|across| (-2..=2).map(move |down| (across, down))) {
        let pixel = pixels.pixel((column + across).try_into().ok()?, (row + down).try_into().ok()?)?;
        for (sum, part) in sum.iter_mut().zip(pixel) {
            *sum += i32::from(part);
        }
    }
    Some(sum.map(|sum| sum / 25))
}

/// The share of places on the board that have the same colour on the screen and on the card of a preview.
///
/// `screen` is where the board's unit lies on the screen: its scale, and the place of its middle.
fn likeness(shown: &Pixels, screen: [f64; 3], card: &Pixels, svg: &str) -> f64 {
    let (_, rest) = svg.split_once("viewBox=\"").unwrap();
    let sides = rest.split('"').next().unwrap().split(' ');
    let sides: Vec<f64> = sides.map(|side| side.parse().unwrap()).collect();
    let [left, top, wide, high] = sides[..] else {
        panic!("{sides:?}")
    };
    let scale = (1170.0 / wide).min(600.0 / high);
    let (mut same, mut all) = (0, 0);
    let places = (0..60).flat_map(|row| (0..60).map(move |column| (column, row)));
    for (column, row) in places {
        let x = left + wide * (f64::from(column) + 0.5) / 60.0;
        let y = top + high * (f64::from(row) + 0.5) / 60.0;
        let here = colour(shown, screen[1] + x * screen[0], screen[2] + y * screen[0]);
        let there = colour(
            card,
            600.0 + (x - left - wide / 2.0) * scale,
            315.0 + (y - top - high / 2.0) * scale,
        );
        if let (Some(here), Some(there)) = (here, there) {
            all += 1;
            let is_same = here
                .iter()
                .zip(there)
                .all(|(here, there)| (here - there).abs() < 32);
            same += i32::from(is_same);
        }
    }
    f64::from(same) / f64::from(all)
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_preview_shows_the_board_of_the_page() {
    let server = Server::start(Site::embedded()).await;
    // Isometron's page places its board among the tiles in hand.
    for game in [GameId::Offboard, GameId::Polygone] {
        let settings = TableSettings {
            public: true,
            ..TableSettings::new(game)
        };
        let (mut one, mut other, id) = server.table(&settings).await;
        let mut board = settings.start().unwrap();
        for ply in 0..8 {
            let moves = board.moves().unwrap();
            let mv = &moves[(ply as usize * 7) % moves.len()];
            let player = if board.turn() == Side::First {
                &mut one
            } else {
                &mut other
            };
            board.play(mv).unwrap();
            go(player, &id, ply, mv).await;
        }
        let page = Page::visit(server.address, DESK_AT_REST, "en").await;
        page.go(&format!("/table/{id}")).await;
        page.wait_for("return document.getElementById('board') != null")
            .await;
        page.two_frames().await;
        let place = page
            .run("const { a, e, f } = document.getElementById('board').getScreenCTM(); return [a, e, f]")
            .await;
        let place = [0, 1, 2].map(|index| place[index].as_f64().unwrap());
        let shown = screenshot(&page).await;
        let svg = server.get(&format!("/pictures/table/{id}.svg")).await;
        let card = async |query: &str| {
            let card = server.get(&format!("/pictures/table/{id}.png{query}")).await;
            Pixels::from_png(&card.body).unwrap()
        };
        let now = likeness(&shown, place, &card("").await, svg.text());
        let before = likeness(&shown, place, &card("?ply=0").await, svg.text());
        println!("{game}: {now:.3} of the picture is the board, {before:.3} of the start's");
        assert!(now > 0.9 && before < now - 0.02, "{game}: {now} {before}");
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn another_site_frames_a_game() {
    let server = Server::start(Site::embedded()).await;
    let (_, _, id) = played(&server).await;
    let frame = format!("http://{}/embed/table/{id}", server.address);
    let foreign = format!(
        "<!doctype html><title>Club</title><h1>Our game</h1>\
         <iframe id=\"frame\" src=\"{frame}\" width=\"480\" height=\"560\"></iframe>\
         <iframe id=\"whole\" src=\"http://{}/table/{id}\"></iframe>",
        server.address
    );
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let club = listener.local_addr().unwrap();
    let router = axum::Router::new().route("/", get(async move || Html(foreign)));
    tokio::spawn(async move { axum::serve(listener, router).await });
    for screen in [DESK, DESK_AT_NIGHT] {
        let page = Page::visit(club, screen, "de").await;
        page.go("/").await;
        page.client.clone().enter_frame(0).await.unwrap();
        page.wait_for("return document.getElementById('board')?.naturalWidth > 0")
            .await;
        let ply = "return document.getElementById('ply').textContent";
        assert_eq!(page.text(ply).await, "2 / 2");
        page.click("back").await;
        page.wait_for("return document.getElementById('board').complete")
            .await;
        assert_eq!(page.text(ply).await, "1 / 2");
        let source = page.text("return document.getElementById('board').src").await;
        assert!(
            source.ends_with(&format!("/pictures/table/{id}.svg?ply=1")),
            "{source}"
        );
        let alternative = page.text("return document.getElementById('board').alt").await;
        assert_eq!(alternative, "Offboard: das Brett nach Zug 1");
        assert_eq!(page.text("return document.cookie").await, "");
        page.client.clone().enter_parent_frame().await.unwrap();
        page.picture("framed").await;
        // The whole page refuses to be framed.
        page.client.clone().enter_frame(1).await.unwrap();
        let own = page.run("return document.getElementById('main') == null").await;
        assert_eq!(own, true);
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_finished_game_is_shared_by_link_animation_and_frame() {
    let server = Server::start(Site::embedded()).await;
    let (_, mut other, id) = played(&server).await;
    assert_eq!(
        act(&mut other, &id, "resign-01", 2, json!({ "do": "resign" })).await,
        200
    );
    for screen in [DESK, PHONE, PHONE_AT_NIGHT] {
        let page = Page::visit(server.address, screen, "en").await;
        page.go(&format!("/table/{id}")).await;
        page.wait_for("return document.querySelector('.share') != null")
            .await;
        page.run("document.querySelector('.share summary').click()").await;
        page.click("embed").await;
        let html = page
            .text("return document.getElementById('embed-html').value")
            .await;
        assert!(
            html.contains(&format!("src=\"http://{}/embed/table/{id}\"", server.address)),
            "{html}"
        );
        page.click("qr-code").await;
        page.wait_for("return document.getElementById('qr') != null")
            .await;
        let animation = "const answer = await fetch(document.getElementById('save-gif').href);
             return answer.headers.get('content-type') + ' ' + answer.status";
        assert_eq!(page.text(&waiting(animation)).await, "image/gif 200");
        assert_eq!(page.overflow().await, 0, "{}", screen.name);
        page.run("document.querySelector('.share').scrollIntoView()")
            .await;
        page.picture("share").await;
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_next_game_where_it_is_ones_turn_is_one_tap_away() {
    let server = Server::start(Site::embedded()).await;
    let slow = TableSettings {
        clock: Clock::Days(3),
        ..TableSettings::new(GameId::Offboard)
    };
    let page = Page::visit(server.address, DESK, "en").await;
    page.go("/settings").await;
    page.wait_for("return document.getElementById('language') != null")
        .await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let mut friend = server.stranger();
        let body = json!({ "settings": slow, "side": "second" });
        let created = friend.post("/api/tables", &body).await.json();
        let (id, key) = (
            created["table"].as_str().unwrap(),
            created["challenge"].as_str().unwrap(),
        );
        page.go(&format!("/table/{id}?key={key}")).await;
        page.wait_for("return document.getElementById('join') != null")
            .await;
        page.click("join").await;
        page.wait_for("return document.getElementById('next-turn') != null")
            .await;
        ids.push(id.to_owned());
    }
    page.click("next-turn").await;
    page.wait_for(&format!("return location.pathname == '/table/{}'", ids[0]))
        .await;
    page.close().await;
}

/// Bodies that a push service has got.
type Got = Arc<Mutex<Vec<Bytes>>>;

async fn take(State(got): State<Got>, body: Bytes) -> StatusCode {
    got.lock().unwrap().push(body);
    StatusCode::CREATED
}

/// Stands in for the browser maker's push service, which cannot be reached from here: a subscription with real keys.
const SUBSCRIBE: &str = "
    PushManager.prototype.subscribe = async function ({ applicationServerKey }) {
      globalThis.serverKey = applicationServerKey;
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
      const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
      const auth = crypto.getRandomValues(new Uint8Array(16));
      globalThis.pushKeys = { pair, raw, auth };
      const text = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      const keys = { p256dh: text(raw), auth: text(auth) };
      return { toJSON: () => ({ endpoint: ENDPOINT, keys }), unsubscribe: async () => true };
    };";

/// Opens a message with the browser's own cryptography, as RFC 8291 says.
const OPEN: &str = "
    const { pair, raw, auth } = globalThis.pushKeys;
    const body = Uint8Array.from(atob(BODY), (letter) => letter.charCodeAt(0));
    const salt = body.slice(0, 16), sender = body.slice(21, 86), sealed = body.slice(86);
    const bytes = (text) => new TextEncoder().encode(text);
    const derive = async (salt, input, info, length) => {
      const key = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
      return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8));
    };
    const known = await crypto.subtle.importKey('raw', sender, { name: 'ECDH', namedCurve: 'P-256' }, false, []);
    const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: known }, pair.privateKey, 256);
    const input = await derive(auth, shared, new Uint8Array([...bytes('WebPush: info\\0'), ...raw, ...sender]), 32);
    const key = await derive(salt, input, bytes('Content-Encoding: aes128gcm\\0'), 16);
    const nonce = await derive(salt, input, bytes('Content-Encoding: nonce\\0'), 12);
    const opener = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
    const plain = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, opener, sealed));
    return new TextDecoder().decode(plain.slice(0, -1));";

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_turn_is_pushed_to_a_browser_that_asked_for_it() {
    let got = Got::default();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}/push", listener.local_addr().unwrap());
    let router = axum::Router::new()
        .route("/push", post(take))
        .with_state(got.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let behaviour = Behaviour {
        push_to_private: true,
        ..Behaviour::default()
    };
    let server = Server::on(Database::sqlite(), Site::embedded(), behaviour).await;
    let page = Page::visit(server.address, DESK, "en").await;
    let slow = TableSettings {
        clock: Clock::Days(3),
        ..TableSettings::new(GameId::Offboard)
    };
    let mut friend = server.stranger();
    let body = json!({ "settings": slow, "side": "first" });
    let created = friend.post("/api/tables", &body).await.json();
    let (id, key) = (
        created["table"].as_str().unwrap(),
        created["challenge"].as_str().unwrap(),
    );
    page.go(&format!("/table/{id}?key={key}")).await;
    page.wait_for("return document.getElementById('join') != null")
        .await;
    page.click("join").await;
    page.wait_for("return document.getElementById('next-turn') != null")
        .await;

    page.allow_notifications().await;
    page.go("/settings").await;
    page.wait_for("return document.getElementById('notify') != null")
        .await;
    let worker = "return (await navigator.serviceWorker.ready).active?.state == 'activated'";
    page.wait_for(&waiting(worker)).await;
    page.run(&SUBSCRIBE.replace("ENDPOINT", &format!("'{endpoint}'")))
        .await;
    page.picture("notify").await;
    page.click("notify").await;
    let is_on = "return document.getElementById('notify').checked && (await notifyState()) == 'on'";
    page.wait_for(&waiting(is_on)).await;
    let person = page
        .text(&waiting("return (await (await fetch('/api/me')).json()).person"))
        .await;
    crate::common::until("the subscription is kept", async || {
        server.store.push_subscriptions(&person).await.unwrap().len() == 1
    })
    .await;

    go(&mut friend, id, 0, "i5h5").await;
    crate::common::until("the message", async || got.lock().unwrap().len() == 1).await;
    let body = BASE64_STANDARD.encode(&got.lock().unwrap()[0]);
    let opened = page
        .text(&waiting(&OPEN.replace("BODY", &format!("'{body}'"))))
        .await;
    let message: serde_json::Value = serde_json::from_str(&opened).unwrap();
    assert_eq!(message["title"], "Your turn · Offboard");
    assert_eq!(message["path"], format!("/table/{id}"));

    // The service worker shows what the push service hands it.
    let shown = format!(
        "const registration = await navigator.serviceWorker.ready;
         const notices = await registration.getNotifications();
         return notices.some(({{ title, data }}) => title == 'Your turn · Offboard' && data.path == '/table/{id}')"
    );
    let shown = waiting(&shown);
    crate::common::until("the notification", async || {
        page.deliver_push(&opened).await;
        page.run(&shown).await == true
    })
    .await;
    page.close().await;
}
