//! The first minutes of somebody who knows none of the games, on a phone and on a desk: how many taps and how much
//! reading lead to a first success. docs/lab/first-minutes.md has the counts.

use crate::LANGUAGES;
use crate::boards::{between, tap};
use crate::chromium::{DESK, PHONE, Page, Screen};
use crate::learn::TOLD;
use crate::polarity::wait_for_table;
use crate::polarity_lessons::{go_on, tap_at, wait_for_phase, watch};

/// Words that a reader takes in a second: 200 a minute.
const READING: f64 = 200.0 / 60.0;
/// Seconds that a tap takes whoever has to find its place first.
const TAP: f64 = 3.0;

/// A newcomer with a finger and two eyes.
struct Newcomer {
    page: Page,
    game: &'static str,
    taps: usize,
    words: usize,
    pictures: usize,
}

impl Newcomer {
    async fn arrive(screen: Screen, game: &'static str) -> Newcomer {
        let page = Page::open(screen, "en").await;
        page.go("/").await;
        page.wait_for_id(&format!("{game}-learn")).await;
        let mut newcomer = Newcomer {
            page,
            game,
            taps: 0,
            words: 0,
            pictures: 0,
        };
        newcomer.read(".lead, .card :is(h2, p, .first-lesson)").await;
        newcomer
    }

    /// Looks at the page, and reads what is in sight of a part of it.
    async fn read(&mut self, part: &str) {
        let seen = format!(
            "return [...document.querySelectorAll('{part}')].filter(e => e.checkVisibility())
                .flatMap(e => e.innerText.split(/\\s+/)).filter(word => /\\p{{L}}/u.test(word)).length"
        );
        let words = self.page.run(&seen).await.as_u64().unwrap();
        self.words += usize::try_from(words).unwrap();
        self.pictures += 1;
        let name = format!("newcomer-{}-{}", self.game, self.pictures);
        self.page.still_picture(&name).await;
    }

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
        self.read(".told").await;
        let goal = self.page.middle(goal).await;
        tap(&self.page, goal).await;
        self.taps += 2;
    }

    /// Leaves, after so many taps and in so much time.
    async fn leave(self, taps: usize, minutes: f64) {
        assert_eq!(self.taps, taps, "{}", self.page.screen.name);
        let seconds = self.words as f64 / READING + self.taps as f64 * TAP;
        let told = format!(
            "{} {}: {} words, {} taps, {seconds:.0} s",
            self.game, self.page.screen.name, self.words, self.taps
        );
        println!("{told}");
        assert!(seconds < minutes * 60.0, "{told}");
        self.page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn six_taps_lead_from_the_first_page_to_polygones_first_capture() {
    for screen in [PHONE, DESK] {
        let mut newcomer = Newcomer::arrive(screen, "polygone").await;
        newcomer.press("polygone-learn").await;
        let said =
            "return document.querySelector('.lesson-page .say')?.textContent.includes('take what the other')";
        newcomer.page.wait_for(said).await;
        newcomer.read(".task").await;
        newcomer.turn("hole-d5", "hole-c4", "hole-c6").await;
        newcomer.page.wait_for_id("next-step").await;
        newcomer.read(".told").await;
        newcomer.press("next-step").await;
        let said = "return document.querySelector('.lesson-page .say')?.textContent.includes('Now capture')";
        newcomer.page.wait_for(said).await;
        newcomer.read(".task").await;
        newcomer.turn("hole-a4", "hole-b3", "hole-b5").await;
        newcomer
            .page
            .wait_for(&format!("{TOLD}.includes('the black segment is yours')"))
            .await;
        newcomer.read(".told").await;
        newcomer.leave(6, 5.0).await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn five_taps_lead_from_the_first_page_to_polaritys_first_leaner() {
    for screen in [PHONE, DESK] {
        let mut newcomer = Newcomer::arrive(screen, "polarity").await;
        newcomer.press("polarity-learn").await;
        let said = "return document.querySelector('.table-lesson .say')?.textContent.length > 20";
        newcomer.page.wait_for(said).await;
        wait_for_table(&newcomer.page).await;
        newcomer.read(".task").await;
        watch(&newcomer.page).await;
        newcomer.read(".told").await;
        go_on(&newcomer.page, "hand").await;
        newcomer.taps += 2;
        newcomer.read(".task").await;
        tap_at(&newcomer.page, -10.0, 0.0).await;
        let holds = "return document.querySelector('main').dataset.outlook == 'holds'";
        newcomer.page.wait_long(holds).await;
        newcomer.read(".state").await;
        newcomer
            .page
            .run("document.querySelector('[data-do=place]').click()")
            .await;
        newcomer.taps += 2;
        wait_for_phase(&newcomer.page, "solved").await;
        newcomer.read(".told").await;
        newcomer.leave(5, 2.0).await;
    }
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
