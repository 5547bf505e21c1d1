//! Whole games of Polarity, from the first foundation to the end that the rules give them: at one screen and against
//! the computer. A player who touches the red disc loses, so the games are as short as they can be.

use crate::chromium::{DESK, Page};
use crate::polarity::{CENTRE, WITHOUT_WEBGL, begin, carry, lay, lean, open, release, wait_for_moves};
use polarity::Match;

const STATE: &str = "return document.querySelector('.state h2').textContent";

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

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_whole_game_at_one_screen() {
    let page = open(DESK).await;
    begin(&page, &["with-two"]).await;
    lay(&page, "white", 0..5).await;
    lay(&page, "black", 5..10).await;
    lean(&page).await;
    release(&page, 11).await;
    assert!(page.text("return table.news()").await.contains("news-stands"));
    carry(&page, "black", CENTRE).await;
    release(&page, 12).await;
    // The fall is shown once more first.
    page.wait_long(&format!("{STATE} == 'White wins: Black touched the red disc'"))
        .await;
    check(&page).await;
    page.picture("polarity-won").await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_whole_game_against_the_computer() {
    let page = open(WITHOUT_WEBGL).await;
    begin(&page, &["with-computer", "side-first"]).await;
    lay(&page, "white", 0..5).await;
    page.run("table.command('hurry')").await;
    wait_for_moves(&page, 10).await;
    carry(&page, "white", CENTRE).await;
    release(&page, 11).await;
    // The fall is shown once more first.
    page.wait_long(&format!("{STATE} == 'Black wins: White touched the red disc'"))
        .await;
    check(&page).await;
    page.close().await;
}
