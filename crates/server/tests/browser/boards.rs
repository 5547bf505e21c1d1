//! Polygone and Isometron by hand and by keys, and what moves there.

use crate::chromium::{DESK, DESK_AT_REST, PHONE, Page};
use crate::{DOWN, ENTER, ESCAPE, LEFT, RIGHT, TAB, UP};
use fantoccini::actions::{MOUSE_BUTTON_LEFT, PointerAction};
use std::time::Duration;

/// Black can turn c6-d7 to d5, which closes a polygon and takes c4-d5.
pub(crate) const BEFORE_TAKING: &str = "5 c4:b3-d5 c6:b7-c4 e2:d3-e4 a8:b9-a6 a4:b3-a6";
const TAKING: &str = "c6:d7-d5xc4d5";
/// Blue can close a ring of eight tiles: `h8ne`.
pub(crate) const BEFORE_RING: &str = "44 b3nw b6sw b5nw b4sw b1ne b8se d5ne d4se d1ne d8se e5ne e4se e1ne e8se f5ne f4se a6ne a3se f6ne \
    f3se g1ne g8se d6ne d3se h3ne h6se a2ne a7se b2sw b7nw g6ne g3se g2ne g7se c7se c2ne e2ne e7se \
    h7nw h2sw d7sw d2nw f2sw f7nw";

/// Black can turn b5-c6 to c4 and then take one polygon or another.
const CHOICE: &str = "a2a4,a2b1,a4b3,b1c2,b3b5,c2d1,c2d3,c4d3,d1e2,d3d5,d3e2 \
    a8b7,a8b9,b5b7,b5c6,b7c8,b9c8,c6d5,c6d7,c8d7,c8d9,d7e8,d9e8 b 0-1";
const CHOICE_PIVOT: &str = "hole-b5";
const CHOICE_END: &str = "hole-c6";
const CHOICE_GOAL: &str = "hole-c4";

const SAID: &str = "return document.querySelector('[aria-live]').textContent";
const MOVING: &str =
    "return document.getAnimations().map(a => a.animationName).filter(name => name).sort().join()";

pub(crate) async fn open(page: &Page, game: &str, stored: &str) {
    page.store(&format!("tablier.{game}"), stored).await;
    page.go(&format!("/{game}")).await;
    page.wait_for("return document.querySelector('.cell[tabindex=\"0\"]') != null")
        .await;
}

pub(crate) async fn to(page: &Page, (x, y): (f64, f64)) {
    let duration = Some(Duration::from_millis(20));
    page.pointer([PointerAction::MoveTo { duration, x, y }]).await;
}

async fn press(page: &Page, at: (f64, f64)) {
    to(page, at).await;
    let button = MOUSE_BUTTON_LEFT;
    page.pointer([PointerAction::Down { button }]).await;
}

pub(crate) async fn tap(page: &Page, at: (f64, f64)) {
    press(page, at).await;
    page.let_go().await;
}

/// A place on the way from one element to another.
pub(crate) async fn between(page: &Page, from: &str, to: &str, part: f64) -> (f64, f64) {
    let (a, b) = (page.middle(from).await, page.middle(to).await);
    (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part)
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_segment_turns_its_polygon_fills_and_what_is_taken_flies_out() {
    let page = Page::open(DESK, "en").await;
    open(&page, "polygone", BEFORE_TAKING).await;
    tap(&page, between(&page, "hole-d7", "hole-c6", 0.35).await).await;
    assert_eq!(
        page.run("return document.querySelectorAll('.way-open').length > 0")
            .await,
        true
    );
    page.picture("polygone-taken").await;
    tap(&page, page.middle("hole-d5").await).await;
    assert_eq!(page.text(MOVING).await, "fill,fly,swing");
    assert!(page.stored_game("tablier.polygone").await.ends_with(TAKING));
    assert_eq!(
        page.text(SAID).await,
        "Black: d7 to d5, takes 1 segment off the board. White to move"
    );
    page.picture("polygone-after").await;
    page.close().await;
}

/// A finger that goes along a way, down at its first place and up at its last: as one, because a touch screen loses what
/// comes in parts.
pub(crate) async fn slide(page: &Page, way: &[(f64, f64)]) {
    let button = MOUSE_BUTTON_LEFT;
    let moves = way.iter().map(|&(x, y)| PointerAction::MoveTo {
        duration: Some(Duration::from_millis(50)),
        x,
        y,
    });
    let mut actions: Vec<PointerAction> = moves.collect();
    actions.insert(1, PointerAction::Down { button });
    actions.push(PointerAction::Up { button });
    page.pointer(actions).await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_segment_is_dragged_round_its_pivot_with_the_places_lit() {
    let page = Page::open(DESK, "en").await;
    open(&page, "polygone", BEFORE_TAKING).await;
    let end = between(&page, "hole-d7", "hole-c6", 0.2).await;
    let way = between(&page, "hole-d7", "hole-d5", 0.5).await;
    press(&page, end).await;
    to(&page, way).await;
    let swung = "return document.querySelector('.hand[transform]').getAttribute('transform')";
    assert!(!page.text(swung).await.starts_with("rotate(0.00"));
    assert_eq!(
        page.run("return document.querySelectorAll('.way-shut').length > 0")
            .await,
        true
    );
    page.still_picture("polygone-drag").await;
    to(&page, page.middle("hole-d5").await).await;
    page.let_go().await;
    assert!(page.stored_game("tablier.polygone").await.ends_with(TAKING));
    page.close().await;

    let page = Page::open(PHONE, "en").await;
    open(&page, "polygone", BEFORE_TAKING).await;
    let end = between(&page, "hole-d7", "hole-c6", 0.2).await;
    let way = between(&page, "hole-d7", "hole-d5", 0.5).await;
    slide(&page, &[end, way, page.middle("hole-d5").await]).await;
    assert!(
        page.stored_game("tablier.polygone").await.ends_with(TAKING),
        "by a finger, too"
    );
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn what_is_taken_is_chosen_by_tapping_a_polygon_or_by_its_number() {
    let page = Page::open(DESK, "en").await;
    for by_key in [false, true] {
        page.go(&format!("/analysis/polygone?start={}", CHOICE.replace(' ', "+")))
            .await;
        page.wait_for_id("hole-c4").await;
        tap(&page, between(&page, CHOICE_END, CHOICE_PIVOT, 0.35).await).await;
        tap(&page, page.middle(CHOICE_GOAL).await).await;
        page.wait_for_id("polygon-2").await;
        page.picture("polygone-choice").await;
        let label = "return document.getElementById('polygon-2').getAttribute('aria-label')";
        assert!(page.text(label).await.starts_with("Polygon 2 takes from "));
        if by_key {
            page.run(&format!("document.getElementById('{CHOICE_GOAL}').focus()"))
                .await;
            page.keys(&['2']).await;
        } else {
            tap(&page, page.middle("polygon-2").await).await;
        }
        page.wait_for(
            "return document.querySelector('.ply[aria-current]')?.textContent.includes('x') == true",
        )
        .await;
    }
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_tile_is_turned_set_down_and_answered_and_its_ring_lights_up() {
    let page = Page::open(DESK, "en").await;
    open(&page, "isometron", "0").await;
    page.click("start").await;
    tap(&page, page.middle("hand-2").await).await;
    to(&page, page.middle("cell-c3").await).await;
    assert_eq!(
        page.run("return document.querySelectorAll('.preview .in-hand').length")
            .await,
        1
    );
    tap(&page, page.middle("cell-c3").await).await;
    assert_eq!(page.stored_game("tablier.isometron").await, "1 c3sw");
    assert!(page.text(MOVING).await.contains("set-down"));
    // The image by hand, dragged from below the board.
    press(&page, page.middle("hand-3").await).await;
    to(&page, page.middle("cell-c6").await).await;
    page.let_go().await;
    assert_eq!(page.stored_game("tablier.isometron").await, "2 c3sw c6nw");
    assert!(page.text(MOVING).await.contains("arrive"));
    page.close().await;
}

/// The sentence about the last attempt or the last move.
const NOTICE: &str = "return document.querySelector('.notice')?.textContent ?? ''";

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_wrong_image_is_shown_explained_and_put_right() {
    for screen in [DESK, PHONE] {
        let page = Page::open(screen, "en").await;
        open(&page, "isometron", "1 c3ne").await;
        tap(&page, page.middle("hand-1").await).await;
        tap(&page, page.middle("cell-d5").await).await;
        assert_eq!(page.stored_game("tablier.isometron").await, "2 c3ne d5se?");
        assert_eq!(
            page.text(NOTICE).await,
            "Blue puts the image on d5, blank lower right. Mirrored in the middle line, c3 lies on c6, \
             blank lower right: it is put right, and the free tile is lost"
        );
        let crossed = "return document.querySelectorAll('.last-move .wrong').length";
        assert_eq!(page.run(crossed).await, 1, "the wrong tile is shown");
        let right = "return document.getElementById('cell-c6').getAttribute('aria-label')";
        assert_eq!(page.text(right).await, "c6, tile of Blue, blank lower right");
        assert_eq!(page.state().await, "Red to move");
        page.picture("isometron-wrong-image").await;
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_forbidden_tile_is_shown_with_the_line_that_it_would_stop() {
    for screen in [DESK, PHONE] {
        let page = Page::open(screen, "en").await;
        let position = "4d3/8/8/8/8/8/8/4c3 axial r - 0 0-0";
        open(&page, "isometron", &format!("0\naxial\n\n\n\n{position}")).await;
        tap(&page, page.middle("hand-2").await).await;
        tap(&page, page.middle("cell-f1").await).await;
        assert_eq!(page.stored_game("tablier.isometron").await, "0");
        let told = page.text(NOTICE).await;
        assert!(
            told.starts_with("Not like this on f1: the line at its corner ")
                && told.ends_with("could not go on in your camp."),
            "{told}"
        );
        let seen = "const drawn = part => document.querySelectorAll('.preview ' + part).length;
            return [drawn('.refused'), drawn('.line.stopped'), drawn('.stop')].join(' ')";
        assert_eq!(
            page.text(seen).await,
            "1 1 1",
            "the tile, its line, the cross at its end"
        );
        page.picture("isometron-stopped-line").await;
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_ring_is_shown_with_its_points_before_it_is_closed_and_lights_up_tile_by_tile() {
    for screen in [DESK, PHONE] {
        let page = Page::open(screen, "en").await;
        open(&page, "isometron", BEFORE_RING).await;
        page.run("document.getElementById('cell-h8').focus()").await;
        let label = page
            .text("return document.activeElement.getAttribute('aria-label')")
            .await;
        assert!(label.ends_with("scores 8 points"), "{label}");
        page.still_picture("isometron-preview").await;
        page.keys(&[ENTER]).await;
        let lights = "return document.getAnimations().filter(a => a.animationName == 'light-up').length";
        assert!(page.run(lights).await.as_u64() > Some(10));
        page.picture("isometron-ring").await;
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn assist_answers_with_the_image_where_it_is_switched_on() {
    let page = Page::open(DESK, "en").await;
    open(&page, "isometron", "0").await;
    page.click("assist").await;
    page.click("start").await;
    tap(&page, page.middle("cell-c3").await).await;
    page.wait_for("return localStorage.getItem('tablier.isometron').startsWith('2 c3ne c6se')")
        .await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn nothing_moves_on_any_board_where_motion_is_not_wanted() {
    for (screen, settings) in [(DESK_AT_REST, ""), (DESK, "motion=off")] {
        let page = Page::open(screen, "en").await;
        page.store("tablier.settings", settings).await;
        open(&page, "polygone", BEFORE_TAKING).await;
        tap(&page, between(&page, "hole-d7", "hole-c6", 0.35).await).await;
        tap(&page, page.middle("hole-d5").await).await;
        assert_eq!(page.text(MOVING).await, "");
        let hidden =
            "return [...document.querySelectorAll('.polygon')].every(e => getComputedStyle(e).opacity == 0)";
        assert_eq!(page.run(hidden).await, true);
        open(&page, "isometron", BEFORE_RING).await;
        page.run("document.getElementById('cell-h8').focus()").await;
        page.keys(&[ENTER]).await;
        assert_eq!(page.text(MOVING).await, "");
        let seen = "return [...document.querySelectorAll('.lights, .tiles use')].every(e => getComputedStyle(e).opacity == 1)";
        assert_eq!(page.run(seen).await, true);
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_board_comes_nearer_by_its_button_and_is_moved_by_a_finger() {
    let page = Page::open(PHONE, "en").await;
    let wide = "return document.querySelector('#cell-e5 .touch').getBoundingClientRect().width";
    let before = page.run(wide).await.as_f64().unwrap();
    page.click("magnify").await;
    let near = page.run(wide).await.as_f64().unwrap();
    assert!(before < 40.0 && near > 40.0, "{before} {near}");
    page.picture("magnified").await;
    let x = "return document.querySelector('#cell-e5').getBoundingClientRect().x";
    let at = page.run(x).await.as_f64().unwrap();
    let (from, goal) = (page.middle("cell-e5").await, page.middle("cell-e6").await);
    slide(&page, &[from, goal, (goal.0 + 20.0, goal.1)]).await;
    assert!(page.run(x).await.as_f64().unwrap() > at + 10.0, "the board moves");
    assert_eq!(page.game().await, "0");
    tap(&page, page.middle("cell-g5").await).await;
    tap(&page, page.middle("cell-f5").await).await;
    assert_eq!(page.game().await, "1 g5f5", "and plays where it is seen");
    page.click("magnify").await;
    assert!((page.run(wide).await.as_f64().unwrap() - before).abs() < 0.5);
    page.close().await;
}

/// How far the element with the focus stands out of the board's frame.
const OUTSIDE: &str = "
    const [frame, focus] = [document.querySelector('.board-frame'), document.activeElement]
        .map(element => element.getBoundingClientRect());
    return Math.max(0, frame.left - focus.left, focus.right - frame.right, frame.top - focus.top,
        focus.bottom - frame.bottom)";

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_board_that_is_near_follows_the_focus() {
    let page = Page::open(PHONE, "en").await;
    for (game, corners) in [
        ("offboard", ["cell-i5", "cell-i9", "cell-a5", "cell-a1"]),
        ("polygone", ["hole-a2", "hole-e2", "hole-e8", "hole-a8"]),
        ("isometron", ["cell-a8", "cell-h8", "cell-h1", "cell-a1"]),
    ] {
        open(&page, game, "0").await;
        page.run("document.getElementById('start')?.click()").await;
        // Boards with large cells have no button for it, only fingers.
        page.run("document.getElementById('magnify').click()").await;
        page.run("document.querySelector('.cell[tabindex=\"0\"]').focus()")
            .await;
        for corner in corners {
            walk(&page, corner).await;
            let outside = page.run(OUTSIDE).await.as_f64().unwrap();
            assert!(outside < 1.0, "{game}: {corner} is {outside} outside");
        }
        page.still_picture(&format!("{game}-near-focus")).await;
    }
    page.close().await;
}

/// Moves the focus on the board by arrow keys alone, from wherever it is: first to the row, then along it; Polygone's rows
/// stand upright.
pub(crate) async fn walk(page: &Page, goal: &str) {
    let way = format!(
        "const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
         const [a, b] = [document.activeElement, document.getElementById('{goal}')].map(e => middle(e.getBoundingClientRect()));
         return [b[0] - a[0], b[1] - a[1]]"
    );
    for _ in 0..40 {
        if page.text("return document.activeElement.id").await == goal {
            return;
        }
        let off = page.run(&way).await;
        let [x, y] = [0, 1].map(|index| off[index].as_f64().unwrap());
        let aside = if goal.starts_with("hole") {
            x.abs() > 12.0
        } else {
            y.abs() < 12.0
        };
        let key = match (aside, x < 0.0, y < 0.0) {
            (true, true, _) => LEFT,
            (true, false, _) => RIGHT,
            (false, _, true) => UP,
            (false, _, false) => DOWN,
        };
        page.keys(&[key]).await;
    }
    panic!("the arrow keys do not reach {goal}");
}

/// A place to go to, and letters to type before Enter.
type Step = (&'static str, &'static str);
/// Some place where what is held may go.
const LIT: &str = ".cell.lit";

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn every_flat_game_is_played_with_nothing_but_keys() {
    let page = Page::open(DESK, "en").await;
    let games: [(&str, &[Step], &str); 3] = [
        (
            "offboard",
            &[("cell-i5", ""), ("cell-f5", ""), ("cell-a1", ""), ("cell-d4", "")],
            "2 i5h5 a1b2",
        ),
        (
            "polygone",
            &[("hole-b3", ""), (LIT, ""), ("hole-b7", ""), (LIT, "")],
            "2 ",
        ),
        (
            "isometron",
            &[("cell-b2", "r"), ("cell-b7", "rrr")],
            "2 b2se b7ne",
        ),
    ];
    for (game, choices, played) in games {
        open(&page, game, "0").await;
        for _ in 0..30 {
            page.keys(&[TAB]).await;
            let id = page.text("return document.activeElement.id").await;
            if id == "start" {
                page.keys(&[ENTER]).await;
            }
            if id.starts_with("cell-") || id.starts_with("hole-") {
                break;
            }
        }
        for (place, letters) in choices {
            let lit = format!("return document.querySelector('{LIT}')?.id ?? ''");
            let place = if *place == LIT {
                page.text(&lit).await
            } else {
                (*place).to_owned()
            };
            walk(&page, &place).await;
            let letters: Vec<char> = letters.chars().collect();
            page.keys(&letters).await;
            page.keys(&[ENTER]).await;
        }
        let stored = page.stored_game(&format!("tablier.{game}")).await;
        assert!(stored.starts_with(played), "{game}: {stored}");
        let said = page.text(SAID).await;
        assert!(
            said.ends_with(" to move") && said.contains(". "),
            "{game}: {said}"
        );
        page.keys(&[ESCAPE, 'u']).await;
        assert!(
            page.stored_game(&format!("tablier.{game}"))
                .await
                .starts_with("1 "),
            "{game}"
        );
    }
    page.close().await;
}
