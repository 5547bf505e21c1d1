//! The page in a real browser: played by tap, by drag and by keyboard, in four languages, on two screens.
//!
//! Ignored by a plain `cargo test`; `cargo xtask test` runs it after it has installed Chromium and built the client.
//! Pictures for people to look at are written to `target/screenshots/`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod audit;
mod boards;
mod by_keys;
mod challenges;
mod chromium;
#[path = "../common/mod.rs"]
mod common;
mod devtools;
mod first_minutes;
mod learn;
mod mistakes;
mod new_game;
mod npm;
mod online;
mod online_pages;
mod pages;
mod pictures;
mod polarity;
mod polarity_choices;
mod polarity_guided;
mod polarity_lessons;
mod polarity_online;
mod polarity_page;
mod polarity_talk;
mod polarity_whole;
mod puzzles;
mod quick;
mod share;
mod study;
mod whole;

use chromium::{DESK, DESK_AT_NIGHT, DESK_AT_REST, PHONE, PHONE_AT_NIGHT, Page};

const ENTER: char = '\u{e007}';
const ESCAPE: char = '\u{e00c}';
const TAB: char = '\u{e004}';
const LEFT: char = '\u{e012}';
const UP: char = '\u{e013}';
const RIGHT: char = '\u{e014}';
const DOWN: char = '\u{e015}';

const LANGUAGES: [&str; 4] = ["fr", "en", "de", "nl"];

/// Yellow has just moved; Red can push at h6.
const BEGUN: &str = "4 g5h6 b1c1 i5h4 h8h7";
/// Yellow is to move and can push i7 into the first target: `g7h7`.
const BEFORE_POINT: &str = "3 g4h5 h8h7 i5i6";
/// Red has pushed towards an occupied target; Yellow's marble is back.
const RETURNED: &str = "7 b5c5 i9i8 d5c4 b2a2 c7c6 h9g9 c5c4";
/// Red has 3 points and one move to go: `g3f2`.
const BEFORE_END: &str = "8 g5h6 b1c1 i5h4 h8h7 h4h5 c2b2 h5h6 c1d1";
/// Two marbles have moved to and fro, twice.
const REPEATED: &str = "8 a5a4 a1a2 a4a5 a2a1 a5a4 a1a2 a4a5 a2a1";

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_game_is_played_by_tap_drag_and_keyboard_and_kept() {
    let page = Page::open(DESK, "en").await;
    assert_eq!(page.state().await, "Red to move");
    page.tap("i5").await;
    page.tap("f5").await;
    assert_eq!(page.game().await, "1 i5h5");
    page.press_and_move("cell-a1", "cell-b2").await;
    assert_eq!(
        page.game().await,
        "1 i5h5",
        "nothing is played before the release"
    );
    page.let_go().await;
    assert_eq!(page.game().await, "2 i5h5 a1b2");

    page.run("document.getElementById('cell-b2').focus()").await;
    page.keys(&[UP, DOWN, ESCAPE]).await;
    page.run("document.getElementById('cell-b5').focus()").await;
    page.keys(&[ENTER, LEFT]).await;
    let focus = "return document.activeElement.id + ' ' + document.activeElement.getAttribute('aria-label')";
    assert_eq!(page.text(focus).await, "cell-b4 b4, empty, possible end");
    page.keys(&[ENTER]).await;
    assert_eq!(page.game().await, "3 i5h5 a1b2 b5b4");
    let said = "return document.querySelector('[aria-live]').textContent";
    assert_eq!(page.text(said).await, "Red: b5 to b4. Yellow to move");

    page.click("undo").await;
    assert_eq!(
        (page.game().await, page.state().await),
        ("2 i5h5 a1b2 b5b4".into(), "Red to move".into())
    );
    page.reload().await;
    assert_eq!(
        page.game().await,
        "2 i5h5 a1b2 b5b4",
        "the game is kept, the way back too"
    );
    page.click("redo").await;
    assert_eq!(page.game().await, "3 i5h5 a1b2 b5b4");
    page.run("document.querySelectorAll('.ply')[1].click()").await;
    assert_eq!(page.game().await, "1 i5h5 a1b2 b5b4");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_drag_shows_what_it_would_push() {
    let page = Page::open(DESK, "en").await;
    page.load(BEGUN).await;
    page.press_and_move("cell-h4", "cell-h5").await;
    let aimed = "return document.querySelectorAll('.marble.aimed').length";
    assert_eq!(
        page.run(aimed).await,
        4,
        "three red marbles and the one they push"
    );
    page.picture("drag").await;
    page.let_go().await;
    assert_eq!(page.game().await, "5 g5h6 b1c1 i5h4 h8h7 h4h5");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_tap_can_be_taken_back_and_a_dark_cell_plays_nothing() {
    let page = Page::open(DESK, "en").await;
    let held = "return [...document.querySelectorAll('.cell.held')].map(cell => cell.id).join()";
    page.tap("i5").await;
    assert_eq!(page.text(held).await, "cell-i5");
    page.picture("taken").await;
    page.tap("h4").await;
    assert_eq!(
        page.text(held).await,
        "cell-h4",
        "another marble is taken instead"
    );
    page.tap("h4").await;
    assert_eq!(page.text(held).await, "");
    page.tap("i5").await;
    page.tap("e5").await;
    assert_eq!(
        (page.text(held).await, page.game().await),
        (String::new(), "0".into())
    );
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_marble_rolls_into_its_target_and_scores() {
    let page = Page::open(PHONE, "en").await;
    page.load(BEFORE_POINT).await;
    page.tap("g7").await;
    page.tap("i7").await;
    let rolls = "return document.getAnimations().filter(a => a.animationName == 'roll').length";
    assert_eq!(page.run(rolls).await, 1);
    let points = "return document.querySelector('.player.yellow .pips').getAttribute('aria-label')";
    assert_eq!(page.text(points).await, "Yellow: 1 of 6 points");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn nothing_moves_where_motion_is_not_wanted() {
    let page = Page::open(DESK_AT_REST, "en").await;
    page.load(BEFORE_POINT).await;
    page.tap("g7").await;
    page.tap("i7").await;
    assert_eq!(page.run("return document.getAnimations().length").await, 0);
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_marble_that_came_back_is_put_on_a_free_cell() {
    let page = Page::open(PHONE, "en").await;
    page.load(RETURNED).await;
    page.picture("returned").await;
    page.tap("e5").await;
    assert_eq!(page.game().await, RETURNED.replacen('7', "8", 1) + " @e5");
    page.click("undo").await;
    page.press_and_move("tray", "cell-e6").await;
    page.let_go().await;
    assert!(page.game().await.ends_with(" c5c4 @e6"), "{}", page.game().await);
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_end_is_shown_with_its_reason() {
    let page = Page::open(DESK, "en").await;
    page.load(BEFORE_END).await;
    page.tap("g3").await;
    page.tap("e1").await;
    assert_eq!(page.state().await, "Red wins with 6 points");
    page.picture("won").await;
    page.load(REPEATED).await;
    assert_eq!(page.state().await, "Draw: the same position for the third time");
    page.run("document.querySelector('.state .primary').click()")
        .await;
    assert_eq!(
        (page.game().await, page.state().await),
        ("0".into(), "Red to move".into())
    );
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_game_under_way_is_not_thrown_away_by_one_slip() {
    let page = Page::open(DESK, "en").await;
    page.load(BEGUN).await;
    page.click("new-game").await;
    assert_eq!(page.game().await, BEGUN);
    page.click("new-game").await;
    assert_eq!(page.game().await, "0");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_board_can_be_turned() {
    let page = Page::open(DESK, "en").await;
    let above = "const y = id => document.getElementById(id).getBoundingClientRect().y;
                 return y('cell-i5') < y('cell-a1')";
    assert_eq!(page.run(above).await, true);
    page.click("flip").await;
    assert_eq!(page.run(above).await, false);
    page.tap("i5").await;
    page.tap("f5").await;
    assert_eq!(page.game().await, "1 i5h5");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_page_speaks_four_languages() {
    let page = Page::open(DESK, "de,fr").await;
    let told = "return document.documentElement.lang + ' ' + document.querySelector('.state h2').textContent";
    assert_eq!(
        page.text(told).await,
        "de Rot ist am Zug",
        "the browser prefers German"
    );
    for (code, said) in [
        ("fr", "fr Rouge joue"),
        ("en", "en Red to move"),
        ("de", "de Rot ist am Zug"),
        ("nl", "nl Rood is aan zet"),
    ] {
        page.choose_language(code).await;
        assert_eq!(page.text(told).await, said);
    }
    page.reload().await;
    assert_eq!(page.text(told).await, "nl Rood is aan zet", "the choice is kept");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_page_fits_its_screen_in_every_language_by_day_and_by_night() {
    for screen in [DESK, DESK_AT_NIGHT, PHONE, PHONE_AT_NIGHT] {
        let page = Page::open(screen, "en").await;
        page.picture("start").await;
        page.load(BEFORE_END).await;
        for language in ["fr", "de", "nl", "en"] {
            page.choose_language(language).await;
            page.run("document.querySelector('.rules').open = true").await;
            assert_eq!(page.overflow().await, 0, "{} {language}", screen.name);
            page.run("document.querySelector('.rules').open = false").await;
            assert_eq!(page.overflow().await, 0, "{} {language}", screen.name);
        }
        page.picture("middle").await;
        let share = "const box = document.getElementById('board').getBoundingClientRect();
                     return Math.min(box.width / innerWidth, 1) * Math.min(box.height / innerHeight, 1)";
        let share = page.run(share).await.as_f64().unwrap();
        assert!(
            share > 0.35,
            "the board is the largest thing: {share} of {}",
            screen.name
        );
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_keyboard_reaches_everything_and_the_focus_is_seen() {
    let page = Page::open(DESK, "en").await;
    page.load(BEGUN).await;
    let mut reached = Vec::new();
    for _ in 0..16 {
        page.keys(&[TAB]).await;
        let focus =
            "const focus = document.activeElement; return focus.id || focus.className || focus.tagName";
        reached.push(page.text(focus).await);
    }
    for id in ["skip", "settings", "cell-e5", "undo", "flip", "new-game"] {
        assert!(
            reached.iter().any(|name| name == id),
            "{id} is not among {reached:?}"
        );
    }
    page.run("document.getElementById('cell-e5').focus()").await;
    page.keys(&[UP]).await;
    page.picture("focus").await;
    let seen = "return getComputedStyle(document.activeElement.querySelector('.focus-ring')).opacity";
    assert_eq!(page.text(seen).await, "1");
    page.close().await;
}
