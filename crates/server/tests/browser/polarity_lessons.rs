//! Lessons of Polarity on its table: from the first page to the first leaner, by touch, by keys alone, with mistakes.

use crate::audit::audit;
use crate::chromium::{DESK, DESK_AT_NIGHT, PHONE, Page};
use crate::learn::{LEARNED, TOLD, finish};
use crate::polarity::{hurry, wait_for_table};
use crate::{ENTER, LANGUAGES, UP};

/// Waits until the page of a lesson is in a phase.
pub(crate) async fn wait_for_phase(page: &Page, phase: &str) {
    page.wait_long(&format!(
        "return document.querySelector('.table-lesson')?.dataset.phase == '{phase}'"
    ))
    .await;
}

async fn open_lesson(page: &Page, name: &str) {
    page.go(&format!("/learn/polarity/{name}")).await;
    page.wait_for("return document.querySelector('.table-lesson .say')?.textContent.length > 20")
        .await;
    wait_for_table(page).await;
    page.wait_for("return table.position() != ''").await;
}

pub(crate) async fn watch(page: &Page) {
    page.wait_for("return document.getElementById('watch')?.disabled == false")
        .await;
    page.click("watch").await;
    page.wait_for("return table.status() == 'watching'").await;
    hurry(page).await;
    wait_for_phase(page, "solved").await;
    page.wait_for_focus("next-step").await;
}

pub(crate) async fn go_on(page: &Page, phase: &str) {
    page.wait_for_id("next-step").await;
    page.click("next-step").await;
    wait_for_phase(page, phase).await;
}

async fn told(page: &Page) -> String {
    page.text(TOLD).await
}

/// Taps the middle of a disc of the mat.
pub(crate) async fn tap_at(page: &Page, x: f64, y: f64) {
    page.run(&format!(
        "const stage = document.getElementById('stage');
         const box = stage.getBoundingClientRect();
         const [x, y] = table.project({x}, {y}, 0.3);
         for (const kind of ['pointerdown', 'pointerup'])
            stage.dispatchEvent(new PointerEvent(kind, {{ pointerId: 1, bubbles: true, cancelable: true,
                clientX: box.x + x, clientY: box.y + y }}))"
    ))
    .await;
}

/// Chooses the right answer to a question and goes to the end.
async fn answer_and_finish(page: &Page, option: usize) {
    page.run(&format!("document.querySelectorAll('.option')[{option}].click()"))
        .await;
    finish(page).await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_newcomer_on_a_phone_gets_from_the_first_page_to_a_leaner() {
    let page = Page::open(PHONE, "en").await;
    page.go("/").await;
    page.wait_for_id("polarity-learn").await;
    assert_eq!(
        page.text("return document.getElementById('polarity-learn').innerText")
            .await
            .trim(),
        "Learn in 2 minutes\nPolarity"
    );
    page.run("document.getElementById('polarity-learn').click()")
        .await;
    page.wait_for("return document.querySelector('.table-lesson .say')?.textContent.length > 20")
        .await;
    wait_for_table(&page).await;
    page.still_picture("lesson-polarity-unseen").await;
    audit(&page, "a lesson before its demonstration").await;
    watch(&page).await;
    page.still_picture("lesson-polarity-seen").await;
    go_on(&page, "hand").await;
    page.still_picture("lesson-polarity-hand").await;
    tap_at(&page, -10.0, 0.0).await;
    page.wait_for("return table.status() == 'holding'").await;
    page.wait_long("return document.querySelector('main').dataset.outlook == 'holds'")
        .await;
    page.still_picture("lesson-polarity-leads").await;
    page.run("document.querySelector('[data-do=place]').click()")
        .await;
    wait_for_phase(&page, "solved").await;
    assert!(told(&page).await.starts_with("It stands!"));
    page.still_picture("lesson-polarity-right").await;
    audit(&page, "a leaner of a lesson").await;
    go_on(&page, "unseen").await;
    page.click("skip-step").await;
    wait_for_phase(&page, "question").await;
    page.still_picture("lesson-polarity-question").await;
    answer_and_finish(&page, 0).await;
    assert_eq!(page.text(LEARNED).await, "polarity/lean");
    page.still_picture("lesson-polarity-end").await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_lesson_is_learned_by_keys_alone_and_a_mistake_is_explained() {
    let page = Page::open(DESK_AT_NIGHT, "en").await;
    open_lesson(&page, "lean").await;
    page.click("skip-step").await;
    wait_for_phase(&page, "hand").await;
    page.still_picture("lesson-polarity-hand").await;
    page.run("document.getElementById('stage').focus()").await;
    page.keys(&['w']).await;
    page.wait_for("return table.status() == 'holding'").await;
    page.keys(&[UP, UP, UP, UP, UP, UP, ENTER]).await;
    wait_for_phase(&page, "missed").await;
    assert!(told(&page).await.starts_with("It fell flat"));
    page.still_picture("lesson-polarity-missed").await;
    page.wait_for_focus("try-again").await;
    page.keys(&[ENTER]).await;
    wait_for_phase(&page, "hand").await;
    page.wait_for_focus("stage").await;
    page.keys(&['w', ENTER]).await;
    wait_for_phase(&page, "solved").await;
    assert!(told(&page).await.starts_with("It stands!"));
    page.wait_for_focus("next-step").await;
    page.keys(&[ENTER]).await;
    page.wait_for_focus("step-title").await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_step_with_the_free_hand_and_one_that_is_given_up() {
    let page = Page::open(DESK, "de").await;
    open_lesson(&page, "jump").await;
    page.click("skip-step").await;
    wait_for_phase(&page, "hand").await;
    page.wait_for("return document.querySelector('main').dataset.hand == 'free'")
        .await;
    page.run("document.querySelector('[data-do=white]').click()")
        .await;
    page.wait_for("return table.status() == 'holding'").await;
    page.still_picture("lesson-polarity-free").await;
    page.run("document.querySelector('[data-do=back]').click()").await;
    wait_for_phase(&page, "missed").await;
    page.click("solution").await;
    hurry(&page).await;
    wait_for_phase(&page, "solved").await;
    assert!(told(&page).await.starts_with("Klack."));
    go_on(&page, "question").await;
    page.wait_for("return document.querySelector('main').dataset.hand == 'led'")
        .await;
    answer_and_finish(&page, 0).await;
    assert_eq!(page.text(LEARNED).await, "polarity/jump?");
    page.close().await;
}

/// The texts of a lesson that are cut or wider than the screen.
const CUT: &str = "return [...document.querySelectorAll('.table-lesson :is(.say, .told, .state, .option, h2, button)')]
    .filter(e => e.checkVisibility() && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1
        || e.getBoundingClientRect().right > innerWidth))
    .map(e => e.textContent).join('|')";

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn lessons_in_german_fit_a_phone() {
    let page = Page::open(PHONE, "de").await;
    for name in ["lean", "lean-on-a-tower", "capture", "slide"] {
        open_lesson(&page, name).await;
        page.still_picture(&format!("lesson-german-{name}")).await;
        loop {
            let phase = page
                .text("return document.querySelector('.table-lesson').dataset.phase")
                .await;
            let place = format!("{name}, {phase}");
            assert_eq!(page.text(CUT).await, "", "{place}: text is cut");
            audit(&page, &place).await;
            if phase != "unseen" {
                break;
            }
            page.click("skip-step").await;
            page.wait_for("return document.querySelector('.table-lesson .say')?.checkVisibility() == true")
                .await;
        }
        page.still_picture(&format!("lesson-german-{name}-task")).await;
    }
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn every_lesson_is_met_in_every_language_on_a_desk_or_a_phone() {
    // The table takes its time: every lesson meets two languages on each screen.
    for (turn, screen) in [PHONE, DESK].into_iter().enumerate() {
        let page = Page::open(screen, "en").await;
        page.go("/learn").await;
        page.wait_for("return document.querySelectorAll('.lesson').length == 32")
            .await;
        let names = "return [...document.querySelectorAll('.lesson[href^=\"/learn/polarity/\"]')]
            .map(link => link.pathname.split('/')[3]).join(' ')";
        let names = page.text(names).await;
        for (number, language) in LANGUAGES.iter().enumerate() {
            page.store("tablier.language", language).await;
            for (at, name) in names.split(' ').enumerate() {
                if (at + number) % 2 == turn {
                    open_lesson(&page, name).await;
                    let place = format!("{name} {language} {}", screen.name);
                    assert_eq!(page.text(CUT).await, "", "{place}: text is cut");
                    audit(&page, &place).await;
                }
            }
        }
        page.close().await;
    }
}
