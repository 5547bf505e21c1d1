//! Rules and lessons with nothing but keys, and how keys find their way.

use crate::boards::walk;
use crate::chromium::{DESK, DESK_AT_NIGHT, DESK_AT_REST, Page};
use crate::learn::{LEARNED, open_lesson, open_rules, wait_until_told};
use crate::{ENTER, RIGHT, TAB, UP};

/// Goes with Tab until the focus is on the board.
pub(crate) async fn tab_to_board(page: &Page) {
    tab_to(page, ".cell").await;
}

/// Goes with Tab until the focus is on something.
pub(crate) async fn tab_to(page: &Page, wanted: &str) {
    let is_there = format!("return document.activeElement.matches('{wanted}')");
    for _ in 0..80 {
        if page.run(&is_there).await == true {
            return;
        }
        page.keys(&[TAB]).await;
    }
    panic!("Tab does not lead to {wanted}");
}

/// Turns a segment of Polygone with nothing but keys; the focus is on the board.
pub(crate) async fn turn_by_keys(page: &Page, pivot: &str, end: &str, goal: &str) {
    walk(page, &format!("hole-{end}")).await;
    // Enter takes one segment in the hole after the other.
    let ring = format!(
        "const grip = document.querySelector('.grip-ring.held').getBoundingClientRect();
         const off = id => {{
             const hole = document.getElementById('hole-' + id).getBoundingClientRect();
             return Math.hypot(hole.x + hole.width / 2 - grip.x - grip.width / 2, hole.y + hole.height / 2 - grip.y - grip.height / 2);
         }};
         const pivots = [...document.querySelectorAll('.cell')].map(hole => hole.id.slice(5)).filter(id => id != '{end}');
         return pivots.reduce((best, id) => (off(id) < off(best) ? id : best))"
    );
    for _ in 0..6 {
        page.keys(&[ENTER]).await;
        if page.text(&ring).await == pivot {
            break;
        }
    }
    walk(page, &format!("hole-{goal}")).await;
    page.keys(&[ENTER]).await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn rules_and_their_glossary_are_read_by_keys_alone() {
    let page = Page::open(DESK_AT_REST, "en").await;
    open_rules(&page, "polygone", "en").await;
    tab_to(&page, "a[href^=\"#rule-\"]").await;
    let goal = page.text("return document.activeElement.hash.slice(1)").await;
    page.keys(&[ENTER]).await;
    page.wait_for_focus(&goal).await;
    tab_to(&page, "a[href^=\"#term-\"]").await;
    let goal = page.text("return document.activeElement.hash.slice(1)").await;
    page.keys(&[ENTER]).await;
    page.wait_for_focus(&goal).await;
    let seen = "const box = document.activeElement.getBoundingClientRect();
        return box.top >= 0 && box.top < innerHeight";
    page.wait_for(seen).await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_lesson_of_polygone_is_played_to_its_end_by_keys_alone() {
    let page = Page::open(DESK, "en").await;
    open_lesson(&page, "polygone/first-capture").await;
    let turns = [("c4", "d5", "c6"), ("b3", "a4", "b5"), ("a2", "b1", "a4")];
    for (pivot, end, goal) in turns {
        tab_to_board(&page).await;
        turn_by_keys(&page, pivot, end, goal).await;
        page.wait_for_focus("next-step").await;
        page.keys(&[ENTER]).await;
        page.wait_for_focus("step-title").await;
    }
    tab_to(&page, ".option").await;
    page.keys(&[ENTER]).await;
    page.wait_for_focus("next-step").await;
    page.keys(&[ENTER]).await;
    page.wait_for("return document.getElementById('next-lesson')?.checkVisibility() == true")
        .await;
    assert_eq!(page.text(LEARNED).await, "polygone/first-capture");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_lesson_of_isometron_is_played_to_its_end_by_keys_alone() {
    let page = Page::open(DESK_AT_NIGHT, "en").await;
    open_lesson(&page, "isometron/first-line").await;
    let focus = async |cell: &str| {
        page.run(&format!("document.getElementById('cell-{cell}').focus()"))
            .await;
    };
    focus("a3").await;
    page.keys(&[ENTER]).await;
    wait_until_told(&page, "That is a web").await;
    focus("a1").await;
    page.keys(&[UP, RIGHT, 'r', ENTER]).await;
    wait_until_told(&page, "Three arms join").await;
    page.keys(&[ENTER]).await;
    page.wait_for_focus("step-title").await;
    focus("d3").await;
    page.keys(&[ENTER]).await;
    wait_until_told(&page, "three points").await;
    page.picture("lesson-isometron").await;
    page.wait_for_focus("next-step").await;
    page.keys(&[ENTER]).await;
    page.wait_for_focus("step-title").await;
    // The wrong way up first: it is put back, to be tried again.
    focus("c7").await;
    page.keys(&[ENTER]).await;
    wait_until_told(&page, "upside down").await;
    page.wait_for_id("solution").await;
    focus("c7").await;
    page.keys(&['r', ENTER]).await;
    wait_until_told(&page, "The right cell").await;
    page.wait_for_focus("next-step").await;
    page.keys(&[ENTER]).await;
    page.wait_for_focus("step-title").await;
    focus("f6").await;
    page.keys(&[ENTER]).await;
    page.wait_for_focus("next-step").await;
    page.keys(&[ENTER]).await;
    page.wait_for("return document.getElementById('next-lesson')?.checkVisibility() == true")
        .await;
    assert_eq!(page.text(LEARNED).await, "isometron/first-line");
    page.close().await;
}
