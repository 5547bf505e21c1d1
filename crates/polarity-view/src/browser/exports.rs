//! Functions for the page: strings and numbers only.
#![allow(unreachable_pub, reason = "exports are public to the browser")]

use super::page::{self, with};
use crate::record;
use crate::session::Seats;
use polarity::Match;
use rapier3d::math::Vector;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlElement;
use web_sys::js_sys::Function;

/// Puts the table into an element. `told` is called with a kind and a text: `facts` when something changed
/// (`polarity_facts::TableFacts`), `moved` when the player's hand has made a move, `hand` while it moves in a shared game.
#[wasm_bindgen]
pub fn mount(host: HtmlElement, told: Function) -> Result<(), JsValue> {
    page::mount(host, told)
}

/// Takes the table out of the page. The next [`mount`] finds the same discs.
#[wasm_bindgen]
pub fn unmount() {
    page::unmount();
}

/// Gives a command; whether it is known.
#[wasm_bindgen]
pub fn command(name: &str) -> bool {
    with(|mounted| mounted.command(name)).unwrap_or(false)
}

/// A key by its name, `fine` with Shift; whether it meant anything.
#[wasm_bindgen]
pub fn key(name: &str, fine: bool) -> bool {
    with(|mounted| mounted.app.key(name, fine)).unwrap_or(false)
}

/// The player holds the hand that is led, by a button, or lets go; whether it was going down.
#[wasm_bindgen]
pub fn hold(is_down: bool) -> bool {
    let held = with(|mounted| {
        if is_down {
            mounted.app.hold(crate::app::HOLDS);
            return false;
        }
        mounted.app.unhold()
    });
    held.unwrap_or(false)
}

/// Sets a part of the hand's pose: `height`, `tilt` or `heading`.
#[wasm_bindgen]
pub fn set(part: &str, value: f32) {
    with(|mounted| mounted.app.set(part, value));
}

/// Sets up a game from a position's text or a variant's. A `shared` game is kept by a server: nothing is taken back
/// here, and the moving hand is reported.
#[wasm_bindgen]
pub fn set_up(start: &str, white: bool, black: bool, shared: bool) -> Result<(), String> {
    let seats = Seats {
        own: [white, black],
        shared,
    };
    with(|mounted| mounted.app.set_up(start, seats))
        .unwrap_or(Ok(()))
        .map_err(|error| error.to_string())
}

/// Says which sides this screen steers now.
#[wasm_bindgen]
pub fn steer(white: bool, black: bool) {
    with(|mounted| mounted.app.set_own([white, black]));
}

/// Allows both players these marks of the guide: `all`, `ring` or `nothing`.
#[wasm_bindgen]
pub fn show_guide(marks: &str) {
    let marks = polarity_facts::GuideMarks::from_name(marks).unwrap_or_default();
    with(|mounted| mounted.app.set_marks(marks));
}

/// Lights the discs that the page speaks of, by their numbers, and no others; the red one is 0.
#[wasm_bindgen]
pub fn light(discs: &[u8]) {
    with(|mounted| mounted.app.light(discs));
}

/// Shows another player's move; returns whether it can be shown.
#[wasm_bindgen]
pub fn play(text: &str) -> bool {
    with(|mounted| mounted.app.perform(text)).unwrap_or(false)
}

/// Shows more of another player's hand.
#[wasm_bindgen]
pub fn see(poses: &str) {
    with(|mounted| mounted.app.see(poses));
}

/// Status of the table: `idle`, `holding`, `settling`, `replaying` or `watching`.
#[wasm_bindgen]
pub fn status() -> String {
    with(|mounted| mounted.app.session().status().name().to_owned()).unwrap_or_default()
}

/// Pose that the hand steers for: x, y, height in centimetres, tilt and heading in degrees; empty without a hand.
#[wasm_bindgen]
pub fn hand() -> String {
    let hand = with(|mounted| {
        let hand = mounted.app.session().steering()?;
        let (x, y) = hand.place();
        Some(format!(
            "{x} {y} {} {} {}",
            hand.height(),
            hand.tilt(),
            hand.heading()
        ))
    });
    hand.flatten().unwrap_or_default()
}

/// How many samples long the hand has stood where it shall be; a second has 60.
#[wasm_bindgen]
pub fn stood() -> usize {
    with(|mounted| mounted.app.session().stood()).unwrap_or_default()
}

/// Messages since the hand came in, a line each: the key of the text, then the discs concerned.
#[wasm_bindgen]
pub fn news() -> String {
    let lines = with(|mounted| {
        let line = |news: &crate::messages::TableMessage| {
            let discs: Vec<String> = news.discs().iter().map(|disc| disc.0.to_string()).collect();
            format!("{} {}", news.kind().name(), discs.join(" "))
        };
        mounted
            .app
            .session()
            .news()
            .iter()
            .map(line)
            .collect::<Vec<_>>()
            .join("\n")
    });
    lines.unwrap_or_default()
}

/// The discs at rest, as text.
#[wasm_bindgen]
pub fn scene() -> String {
    with(|mounted| record::scene_text(mounted.app.session().scene())).unwrap_or_default()
}

/// Lays out the discs of a scene's text.
#[wasm_bindgen]
pub fn lay_out(text: &str) -> Result<(), String> {
    let scene = record::scene(text).map_err(|error| error.to_string())?;
    with(|mounted| mounted.app.session_mut().lay_out(&scene));
    Ok(())
}

/// The last movement: scene, what was taken, and the trace; empty when there is none.
#[wasm_bindgen]
pub fn last_record() -> String {
    with(|mounted| mounted.app.session().last().map(ToString::to_string))
        .flatten()
        .unwrap_or_default()
}

/// The game's position as text; empty in practice.
#[wasm_bindgen]
pub fn position() -> String {
    with(|mounted| {
        mounted
            .app
            .session()
            .game()
            .map(|game| game.position().to_string())
    })
    .flatten()
    .unwrap_or_default()
}

/// The position that the game began in here; empty in practice.
#[wasm_bindgen]
pub fn first_position() -> String {
    with(|mounted| mounted.app.session().game().map(|game| game.first().to_string()))
        .flatten()
        .unwrap_or_default()
}

/// The game's moves, a line each.
#[wasm_bindgen]
pub fn moves() -> String {
    let moves = with(|mounted| {
        let game = mounted.app.session().game()?;
        let moves: Vec<String> = game.played().iter().map(|done| done.mv.to_string()).collect();
        Some(moves.join("\n"))
    });
    moves.flatten().unwrap_or_default()
}

/// Attempts of this turn to lean a disc that had to be taken up again.
#[wasm_bindgen]
pub fn attempts() -> usize {
    with(|mounted| mounted.app.session().game().map(Match::attempts))
        .flatten()
        .unwrap_or_default()
}

/// The computer's answer to `LEVEL SEED ATTEMPTS POSITION`: its move, or nothing. For a worker.
#[wasm_bindgen]
pub fn think(request: &str) -> String {
    let mut parts = request.splitn(4, ' ');
    let mut next = || parts.next().unwrap_or_default();
    let (Ok(level), Ok(seed), Ok(attempts)) = (next().parse(), next().parse(), next().parse()) else {
        return String::new();
    };
    let Ok(position) = next().parse() else {
        return String::new();
    };
    let chosen = polarity::computer::choose_after(&position, attempts, level, seed, &|| false);
    chosen.map(|mv| mv.to_string()).unwrap_or_default()
}

/// Projects a point of the table (centimetres) onto the picture: x and y in pixels of the page.
#[wasm_bindgen]
pub fn project(x: f32, y: f32, z: f32) -> Vec<f32> {
    let spot = with(|mounted| mounted.app.project(Vector::new(x, y, z))).flatten();
    spot.map(|spot| vec![spot.x, spot.y]).unwrap_or_default()
}

/// The mean time of a frame in milliseconds, the level of quality from 0, and what draws.
#[wasm_bindgen]
pub fn measures() -> String {
    with(|mounted| mounted.measures()).unwrap_or_default()
}

/// The hash of a golden scene of the magnets, computed in this very module.
#[wasm_bindgen]
pub fn golden(scene: u32) -> String {
    format!("{:016x}", magnets::golden::golden(scene as usize))
}
