//! Whole games of Polarity, from the first foundation to the end that the rules give them: at one screen and against
//! the computer, on both screens, in four languages with the games by link. A player who touches the red disc loses, so
//! the games are as short as they can be.

use crate::chromium::{DESK, PHONE, Page, Screen};
use crate::polarity::{CENTRE, WITHOUT_WEBGL, begin, carry, lay, lean, open_in, release, wait_for_moves};
use polarity::Match;

/// Waits for the words of the end; the fall is shown once more first.
async fn wait_for_end(page: &Page, words: &str) {
    page.wait_long(&format!(
        "return document.querySelector('.state h2').textContent == '{words}'"
    ))
    .await;
}

/// The game on the page is the one that its moves make.
async fn check(page: &Page) {
    let first = page.text("return table.first_position()").await;
    let mut game = Match::from_position(first.parse().unwrap());
    for mv in page.text("return table.moves()").await.lines() {
        game.play(mv).unwrap();
    }
    assert_eq!(
        page.text("return table.position()").await,
        game.position().to_string()
    );
    assert!(game.outcome().is_some());
}

async fn at_one_screen(screen: Screen, language: &str, end: &str) {
    let page = open_in(screen, language).await;
    begin(&page, &["with-two"]).await;
    lay(&page, "white", 0..5).await;
    lay(&page, "black", 5..10).await;
    lean(&page).await;
    release(&page, 11).await;
    assert!(page.text("return table.news()").await.contains("news-stands"));
    carry(&page, "black", CENTRE).await;
    release(&page, 12).await;
    wait_for_end(&page, end).await;
    check(&page).await;
    page.picture("polarity-won").await;
    page.close().await;
}

async fn against_the_computer(screen: Screen, language: &str, end: &str) {
    let page = open_in(screen, language).await;
    begin(&page, &["with-computer", "side-first"]).await;
    lay(&page, "white", 0..5).await;
    page.run("table.command('hurry')").await;
    wait_for_moves(&page, 10).await;
    carry(&page, "white", CENTRE).await;
    release(&page, 11).await;
    wait_for_end(&page, end).await;
    check(&page).await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_whole_game_at_one_screen() {
    at_one_screen(DESK, "en", "White wins: Black touched the red disc").await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_whole_game_at_one_phone() {
    at_one_screen(PHONE, "fr", "Blanc gagne : Noir a touché le disque rouge").await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_whole_game_against_the_computer() {
    let end = "Schwarz gewinnt: Weiß hat die rote Scheibe berührt";
    against_the_computer(WITHOUT_WEBGL, "de", end).await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_whole_game_against_the_computer_on_a_phone() {
    let end = "Zwart wint: Wit raakte de rode schijf aan";
    against_the_computer(PHONE, "nl", end).await;
}
