//! The first minutes of somebody who knows none of the games, on a phone: how many taps lead to a first success.
//! docs/lab/first-minutes.md has the counts.

use crate::LANGUAGES;
use crate::boards::{between, tap};
use crate::chromium::{PHONE, Page};
use crate::learn::TOLD;

/// A newcomer's finger.
struct Finger {
    page: Page,
    taps: usize,
}

impl Finger {
    /// Taps a button or a link.
    async fn press(&mut self, id: &str) {
        self.page.wait_for_id(id).await;
        self.page.click(id).await;
        self.taps += 1;
    }

    /// Turns a segment of Polygone: taps the end that moves, then the hole where it goes.
    async fn turn(&mut self, end: &str, pivot: &str, goal: &str) {
        let end = between(&self.page, end, pivot, 0.35).await;
        tap(&self.page, end).await;
        let goal = self.page.middle(goal).await;
        tap(&self.page, goal).await;
        self.taps += 2;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn six_taps_lead_from_the_first_page_to_polygones_first_capture() {
    let page = Page::open(PHONE, "en").await;
    page.go("/").await;
    page.wait_for_id("polygone-learn").await;
    let mut finger = Finger { page, taps: 0 };
    finger.press("polygone-learn").await;
    let said =
        "return document.querySelector('.lesson-page .say')?.textContent.includes('take what the other')";
    finger.page.wait_for(said).await;
    finger.page.picture("first-minutes-turn").await;
    finger.turn("hole-d5", "hole-c4", "hole-c6").await;
    finger.press("next-step").await;
    let said = "return document.querySelector('.lesson-page .say')?.textContent.includes('Now capture')";
    finger.page.wait_for(said).await;
    finger.page.picture("first-minutes-capture").await;
    finger.turn("hole-a4", "hole-b3", "hole-b5").await;
    finger
        .page
        .wait_for(&format!("{TOLD}.includes('the black segment is yours')"))
        .await;
    assert_eq!(finger.taps, 6);
    finger.page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_first_board_is_in_sight_below_its_text_in_every_language() {
    let page = Page::open(PHONE, "en").await;
    for language in LANGUAGES {
        page.store("tablier.language", language).await;
        page.go("/learn/polygone/first-capture").await;
        page.wait_for("return document.querySelector('.lesson-page .say')?.textContent.length > 20")
            .await;
        page.wait_for("return [...document.styleSheets].some(sheet => sheet.href?.endsWith('/learn.css'))")
            .await;
        page.still_picture(&format!("first-minutes-{language}")).await;
        let below = "return document.getElementById('hole-c0').getBoundingClientRect().bottom - innerHeight";
        let below = page.run(below).await.as_f64().unwrap();
        assert!(
            below <= 0.0,
            "{language}: White's apex is {below} pixels below the screen"
        );
    }
    page.close().await;
}
