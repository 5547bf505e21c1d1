//! Two browsers play each other by link, in every flat game, through reloads and a server that is gone for a while.

use crate::ENTER;
use crate::chromium::{DESK, DESK_AT_REST, PHONE, Page};
use crate::common::{serve, until};
use crate::whole::{LONGEST, OVER, play};
use games::{AnyGame, GameId};
use server::{Behaviour, Site};
use std::net::SocketAddr;
use testclient::Database;
use tokio::runtime::Runtime;
use tokio::sync::watch;

/// Red wins with 6 points: a whole game of Offboard. Each move is a marble and the place where its line ends.
const OFFBOARD: [(&str, &str); 9] = [
    ("g5", "h6"),
    ("b1", "d1"),
    ("i5", "f2"),
    ("h8", "h7"),
    ("h4", "h7"),
    ("c2", "a2"),
    ("h5", "h8"),
    ("c1", "e1"),
    ("g3", "e1"),
];

/// A server that can be ended at once and started again on its data, at the same address.
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    database: Database,
    stop: watch::Sender<bool>,
    /// How many listen to it while nobody is there.
    listeners: usize,
    runtime: Option<Runtime>,
}

impl Host {
    pub(crate) async fn start() -> Host {
        let site = Site::embedded();
        assert!(!site.is_empty(), "dist/ is empty: run `cargo xtask web` first");
        let database = Database::sqlite();
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        let (runtime, address, stop) = run(&database, anywhere).await;
        Host {
            address,
            database,
            listeners: stop.receiver_count(),
            stop,
            runtime: Some(runtime),
        }
    }

    /// Ends the server; with a farewell to everyone, or without.
    pub(crate) async fn end(&mut self, farewell: bool) {
        if farewell {
            let _ = self.stop.send(true);
            // Each line listens until it has said farewell.
            let (stop, at_start) = (&self.stop, self.listeners);
            until("farewells", async || stop.receiver_count() <= at_start).await;
        }
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    pub(crate) async fn start_again(&mut self) {
        let (runtime, _, stop) = run(&self.database, self.address).await;
        (self.runtime, self.stop) = (Some(runtime), stop);
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn run(database: &Database, at: SocketAddr) -> (Runtime, SocketAddr, watch::Sender<bool>) {
    let runtime = Runtime::new().unwrap();
    let url = database.url.clone();
    let serving = runtime.spawn(async move { serve(&url, at, Site::embedded(), Behaviour::default()).await });
    let (address, _, stop) = serving.await.unwrap();
    (runtime, address, stop)
}

/// How many moves a page shows in its list.
pub(crate) const PLIES: &str = "document.querySelectorAll('.moves li .ply').length";

pub(crate) async fn wait_for_plies(page: &Page, plies: usize) {
    page.wait_for(&format!("return {PLIES} == {plies}")).await;
}

pub(crate) async fn choose(page: &Page, id: &str) {
    page.wait_for_id(id).await;
    page.run(&format!("document.getElementById('{id}').focus()"))
        .await;
    page.keys(&[ENTER]).await;
}

/// Opens a new game by link in both browsers: the first one plays first. Gives the path of the table.
pub(crate) async fn seat(one: &Page, other: &Page, game: &str, ticks: &[&str]) -> String {
    one.go(&format!("/friend/{game}")).await;
    one.wait_for_id("create").await;
    for id in std::iter::once(&"side-first").chain(ticks) {
        one.wait_for_id(id).await;
        one.run(&format!("document.getElementById('{id}').click()")).await;
    }
    one.click("create").await;
    one.wait_for_id("link").await;
    let link = one.text("return document.getElementById('link').value").await;
    let (_, path) = link.split_once("/table/").unwrap();
    other.go(&format!("/table/{path}")).await;
    other.wait_for_id("join").await;
    other.click("join").await;
    for page in [one, other] {
        page.wait_for(
            "return document.getElementById('board') != null && document.getElementById('link') == null",
        )
        .await;
    }
    format!("/table/{}", path.split('?').next().unwrap_or_default())
}

pub(crate) async fn plies(page: &Page) -> usize {
    page.run(&format!("return {PLIES}")).await.as_u64().unwrap() as usize
}

/// The moves that a page shows.
pub(crate) async fn shown(page: &Page, game: GameId) -> AnyGame {
    let texts =
        "return [...document.querySelectorAll('.moves li .ply')].map(ply => ply.textContent).join(' ')";
    let texts = page.text(texts).await;
    let mut board = AnyGame::start(game, None).unwrap();
    for text in texts.split_whitespace() {
        board.play(text).unwrap();
    }
    board
}

/// Plays a move of the whole game, and waits until both have seen it.
async fn play_offboard(pages: [&Page; 2], ply: usize) {
    let (from, to) = OFFBOARD[ply];
    for cell in [from, to] {
        choose(pages[ply % 2], &format!("cell-{cell}")).await;
    }
    for page in pages {
        wait_for_plies(page, ply + 1).await;
    }
}

async fn state(page: &Page, wanted: &str) {
    page.wait_for(&format!(
        "return document.querySelector('.state h2')?.textContent == '{wanted}'"
    ))
    .await;
}

const BANNER: &str = "(document.getElementById('link-state')?.textContent ?? '-')";

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_whole_game_of_offboard_by_link_through_reload_and_restart() {
    let mut host = Host::start().await;
    let one = Page::visit(host.address, DESK, "en").await;
    let other = Page::visit(host.address, PHONE, "en").await;
    let table = seat(&one, &other, "offboard", &["pace-minutes"]).await;
    for ply in 0..4 {
        play_offboard([&one, &other], ply).await;
    }
    assert!(
        one.text("return document.querySelector('.player.active .clock')?.textContent ?? ''")
            .await
            .contains(':')
    );
    other.refresh().await;
    wait_for_plies(&other, 4).await;

    // The server says good-bye; what is played meanwhile is kept, over a reload too, and sent when it is back.
    host.end(true).await;
    one.wait_for(&format!("return {BANNER}.startsWith('The server restarts')"))
        .await;
    one.still_picture("online-restarting").await;
    let (from, to) = OFFBOARD[4];
    choose(&one, &format!("cell-{from}")).await;
    choose(&one, &format!("cell-{to}")).await;
    wait_for_plies(&one, 5).await;
    assert_eq!(other.run(&format!("return {PLIES}")).await, 4);
    host.start_again().await;
    for page in [&one, &other] {
        page.wait_for(&format!("return {BANNER}.startsWith('Connected again')"))
            .await;
        wait_for_plies(page, 5).await;
    }
    assert_eq!(
        one.text("return Object.keys(localStorage).filter(key => key.startsWith('tablier.table.')).join()")
            .await,
        "",
        "nothing is left to be sent"
    );
    for ply in 5..OFFBOARD.len() {
        play_offboard([&one, &other], ply).await;
    }
    for page in [&one, &other] {
        state(page, "Red wins with 6 points").await;
    }
    one.picture("online-won").await;
    other.picture("online-lost").await;

    // Again, with colours changed; both go there by themselves.
    one.click("rematch").await;
    other.wait_for_id("accept").await;
    other.click("accept").await;
    for page in [&one, &other] {
        page.wait_for(&format!(
            "return location.pathname != '{table}' && document.getElementById('board') != null"
        ))
        .await;
    }
    let own = "return document.querySelector('.player.red .who')?.textContent.includes('You')";
    other.wait_for(own).await;
    one.go(&table).await;
    state(&one, "Red wins with 6 points").await;
    one.wait_for("return document.getElementById('analyse')?.href.includes('moves=g5h6+')")
        .await;
    one.close().await;
    other.close().await;
}

/// Plays the next move of a game that stands on both pages, and waits until both have seen it.
async fn play_next(pages: [&Page; 2], game: GameId) -> AnyGame {
    let board = shown(pages[0], game).await;
    let page = pages[board.turn().index()];
    play(page, game, &board).await;
    let done = plies(page).await;
    for page in pages {
        wait_for_plies(page, done).await;
    }
    shown(page, game).await
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn whole_games_of_polygone_and_isometron_by_link_through_reload_and_crash() {
    let mut host = Host::start().await;
    let one = Page::visit(host.address, DESK_AT_REST, "en").await;
    let other = Page::visit(host.address, DESK_AT_REST, "en").await;
    for game in [GameId::Polygone, GameId::Isometron] {
        seat(&one, &other, game.name(), &[]).await;
        for number in 0.. {
            assert!(number < LONGEST, "{game} does not end");
            if play_next([&one, &other], game).await.outcome().is_some() {
                break;
            }
            if number == 2 {
                one.refresh().await;
                wait_for_plies(&one, number + 1).await;
            }
            if number == 4 {
                host.end(false).await;
                host.start_again().await;
                for page in [&one, &other] {
                    page.wait_for(&format!("return {BANNER}.startsWith('Connected again')"))
                        .await;
                }
            }
        }
        for page in [&one, &other] {
            page.wait_for(OVER).await;
            let told = page.state().await;
            assert!(
                told.contains("wins") || told.starts_with("Draw"),
                "{game}: {told}"
            );
        }
        assert_eq!(one.state().await, other.state().await);
        one.picture(&format!("online-{game}")).await;
    }
    one.close().await;
    other.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_game_is_given_up_by_two_taps_and_drawn_by_agreement() {
    let host = Host::start().await;
    let one = Page::visit(host.address, DESK, "en").await;
    let other = Page::visit(host.address, DESK, "en").await;
    for (game, told) in [
        (GameId::Polygone, "Black wins: White resigned"),
        (GameId::Isometron, "Draw by agreement"),
    ] {
        seat(&one, &other, game.name(), &[]).await;
        for _ in 0..2 {
            play_next([&one, &other], game).await;
        }
        if game == GameId::Polygone {
            one.click("resign").await;
            let asks = "return document.getElementById('resign').textContent";
            assert_eq!(one.text(asks).await, "Really resign?");
            one.click("resign").await;
        } else {
            one.click("draw").await;
            other.wait_for_id("accept").await;
            other.click("accept").await;
        }
        for page in [&one, &other] {
            state(page, told).await;
        }
    }
    one.close().await;
    other.close().await;
}
