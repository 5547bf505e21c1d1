//! The new-game form: the clock at one screen, and teams of two.

use crate::chromium::{DESK, PHONE_AT_NIGHT, Page};
use crate::online::Host;

const CLOCKS: &str =
    "return [...document.querySelectorAll('.clock')].map(clock => clock.textContent).join(' ')";

/// The seconds on the clock of a side: `0:59` or `9.4`.
async fn seconds(page: &Page, side: usize) -> f64 {
    let script = format!(
        "return document.querySelectorAll('.clock')[{side}].textContent.split(':').reduce((sum, part) => sum * 60 + +part, 0)"
    );
    page.run(&script).await.as_f64().unwrap()
}

/// Waits until the clock of a side shows less than so many seconds.
async fn wait_until_below(page: &Page, side: usize, limit: f64) {
    let end = tokio::time::Instant::now() + std::time::Duration::from_secs(20);
    while seconds(page, side).await >= limit {
        assert!(tokio::time::Instant::now() < end, "the clock stands");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_clock_at_one_screen_runs_and_is_kept() {
    let page = Page::open(DESK, "en").await;
    assert_eq!(page.text(CLOCKS).await.trim(), "", "no clock unless it is wanted");
    page.click("new-game").await;
    page.run("document.getElementById('pace-minutes').click()").await;
    page.choose("minutes", "1").await;
    page.choose("increment", "2").await;
    page.still_picture("clock-setup").await;
    page.click("start").await;
    assert_eq!(
        page.text(CLOCKS).await,
        "1:00 1:00",
        "it stands until the first move"
    );
    page.tap("i5").await;
    page.tap("f5").await;
    wait_until_below(&page, 1, 59.0).await;
    page.tap("a1").await;
    page.tap("d4").await;
    wait_until_below(&page, 0, 59.0).await;
    let yellow = seconds(&page, 1).await;
    assert!(yellow > 58.0, "the turn pays its increment: {yellow}");
    page.still_picture("clock-running").await;
    let before = seconds(&page, 0).await;
    page.reload().await;
    let after = seconds(&page, 0).await;
    assert!(after <= before && after > 0.0, "{before} then {after}");
    assert!((seconds(&page, 1).await - yellow).abs() <= 1.0);
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_sand_timer_ends_a_game_of_polygone() {
    let page = Page::open(PHONE_AT_NIGHT, "en").await;
    page.store("tablier.polygone", "1 c4:b3-d5\nstandard\n\nsand30s 0 30 3")
        .await;
    page.go("/polygone").await;
    page.wait_for_id("hole-d7").await;
    page.wait_for(
        "return document.querySelector('.state h2').textContent == 'White wins: Black ran out of time'",
    )
    .await;
    page.still_picture("sand-fallen").await;
    assert_eq!(
        page.text("return document.querySelector('.clock.low').textContent")
            .await,
        "0.0"
    );
    assert!(
        page.run("return !document.getElementById('rematch').closest('[hidden]')")
            .await
            == true
    );
    page.refresh().await;
    page.wait_for_id("hole-d7").await;
    assert_eq!(
        page.state().await,
        "White wins: Black ran out of time",
        "it stays lost"
    );
    page.click("rematch").await;
    assert_eq!(page.text(CLOCKS).await, "0:30 0:30");
    assert_eq!(page.state().await, "White to move");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn two_a_side_are_invited_to_isometron() {
    let host = Host::start().await;
    let page = Page::visit(host.address, DESK, "en").await;
    page.go("/friend/offboard").await;
    page.wait_for_id("create").await;
    assert!(
        page.run("return document.getElementById('teams-two') == null")
            .await
            == true
    );
    page.go("/friend/isometron").await;
    page.wait_for_id("teams-two").await;
    page.run("document.getElementById('teams-two').click()").await;
    page.click("create").await;
    page.wait_for(
        "return document.querySelector('.waiting .small')?.textContent.includes('three people') == true",
    )
    .await;
    let seats = page
        .run_long(
            "fetch('/api/tables/' + location.pathname.split('/')[2]).then(answer => answer.json())
                .then(found => done(found.table.seats.length))",
        )
        .await;
    assert_eq!(seats, 4);
    page.close().await;
}
