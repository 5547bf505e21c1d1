//! Challenges on Polarity's table: read in every language, played by keys, ended, and begun again.

use crate::audit::audit;
use crate::chromium::{DESK, PHONE, Page};
use crate::learn::TOLD;
use crate::polarity::{hurry, wait_for_status, wait_for_table};
use crate::{DOWN, ENTER, LANGUAGES};

const CHALLENGES: [&str; 4] = ["leaners", "conversions", "red-disc", "captures"];
const SCORE: &str = "return document.getElementById('challenge-score').textContent";
const BEST: &str = "return document.getElementById('challenge-best').textContent";
const KEPT: &str = "return localStorage.getItem('tablier.challenges')";

async fn open_challenge(page: &Page, name: &str) {
    page.go(&format!("/puzzles/polarity/{name}")).await;
    wait_for_table(page).await;
    page.wait_for("return document.getElementById('start-challenge')?.disabled == false")
        .await;
    page.wait_for("return [...document.styleSheets].some(sheet => sheet.href?.endsWith('/learn.css'))")
        .await;
}

async fn wait_for_phase(page: &Page, phase: &str) {
    page.wait_long(&format!(
        "return document.getElementById('polarity').dataset.phase == '{phase}'"
    ))
    .await;
}

/// Begins a run, the first or another.
async fn start(page: &Page) {
    page.click("start-challenge").await;
    wait_for_phase(page, "running").await;
    page.wait_for_focus("stage").await;
}

/// Brings a disc of a colour by its key, to where a leaner holds.
async fn bring(page: &Page, key: char) {
    page.keys(&[key]).await;
    wait_for_status(page, "holding").await;
    page.wait_long("return document.getElementById('polarity').dataset.outlook == 'holds'")
        .await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn every_challenge_opens_and_can_be_used_by_everyone_in_every_language() {
    for screen in [DESK, PHONE] {
        let page = Page::open(screen, "en").await;
        for language in LANGUAGES {
            page.store("tablier.language", language).await;
            for name in CHALLENGES {
                open_challenge(&page, name).await;
                audit(&page, &format!("{name} {language} {}", screen.name)).await;
                page.still_picture(&format!("challenge-{name}-{language}")).await;
            }
        }
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn leaners_are_counted_until_a_fault_and_the_best_score_is_kept() {
    let page = Page::open(PHONE, "en").await;
    open_challenge(&page, "leaners").await;
    start(&page).await;
    bring(&page, 'w').await;
    page.keys(&[ENTER]).await;
    hurry(&page).await;
    page.wait_long(&format!("{SCORE} == 'Score: 1 of 10'")).await;

    // Too near, the disc snaps on.
    bring(&page, 'b').await;
    page.keys(&[DOWN; 30]).await;
    page.keys(&[ENTER]).await;
    hurry(&page).await;
    wait_for_phase(&page, "over").await;
    page.wait_for_focus("start-challenge").await;
    assert_eq!(page.text(TOLD).await, "Over: that was a fault.");
    assert_eq!(page.text(KEPT).await, "leaners 1");
    assert_eq!(page.text(BEST).await, "Best: 1");
    audit(&page, "the end of a challenge").await;
    page.still_picture("challenge-over").await;

    page.keys(&[ENTER]).await;
    wait_for_phase(&page, "running").await;
    assert_eq!(page.text(SCORE).await, "Score: 0 of 10");
    assert_eq!(page.text(TOLD).await, "");
    open_challenge(&page, "leaners").await;
    assert_eq!(page.text(BEST).await, "Best: 1", "it is kept");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_clock_ends_the_challenge_of_captures() {
    let page = Page::open(DESK, "en").await;
    open_challenge(&page, "captures").await;
    start(&page).await;
    page.run("const now = Date.now; Date.now = () => now() + 91000")
        .await;
    wait_for_phase(&page, "over").await;
    assert_eq!(page.text(TOLD).await, "Time is up.");
    assert_eq!(page.text(KEPT).await, "captures 0");
    page.close().await;
}
