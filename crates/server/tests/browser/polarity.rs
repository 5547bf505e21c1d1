//! Polarity's table in a real browser: what a hand does there is the same, to the bit, when it is replayed here.

use crate::chromium::{DESK, PHONE, Page, Screen};
use crate::{ENTER, wanted};
use magnets::{Disc, Lie};
use polarity::Match;
use std::time::Duration;
use table3d::motion::Motion;
use table3d::record::{Record, scene_text};

pub(crate) const WITHOUT_WEBGL: Screen = Screen {
    name: "desk-paper",
    flags: &["--disable-3d-apis"],
    ..DESK
};

/// Opens the table.
pub(crate) async fn open(screen: Screen) -> Page {
    let page = Page::open(screen, "en").await;
    page.go("/polarity").await;
    page.wait_for("return window.table !== undefined").await;
    page
}

/// Waits for what the magnets do; without a graphics card and on a busy machine that can take a while.
pub(crate) async fn wait_for_status(page: &Page, status: &str) {
    for _ in 0..600 {
        if page.text("return table.status()").await == status {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the table does not come to {status}");
}

/// Events of a pointer and a wheel on the picture, at points of the table.
pub(crate) const GESTURES: &str = "
    const stage = document.getElementById('stage');
    const box = stage.getBoundingClientRect();
    const send = (kind, [x, y], more) => stage.dispatchEvent(new (more ? WheelEvent : PointerEvent)(kind,
        { pointerId: 1, bubbles: true, cancelable: true, clientX: box.x + x, clientY: box.y + y, ...more }));
    const hand = table.hand().split(' ').map(Number);
    const here = table.project(hand[0], hand[1], hand[2]);
    const drag = (x, y) => {
        const there = table.project(x, y, hand[2]);
        send('pointerdown', here); send('pointermove', there); send('pointerup', there);
    };
    const lower = (notches) => {
        for (let k = 0; k < notches; k++) send('wheel', here, { deltaY: 100 });
    };
";

/// Holds a disc leaning by the foundation at (-4, -9): taken by button, leant by key, placed by drag, lowered by
/// wheel.
async fn lean(page: &Page) {
    page.run("table.command('first'); document.querySelector('[data-do=white]').click()")
        .await;
    wait_for_status(page, "holding").await;
    page.run("document.getElementById('stage').focus()").await;
    page.keys(&['l']).await;
    page.run(&format!("{GESTURES} drag(-4 + 3.73, -9)")).await;
    page.run(&format!("{GESTURES} lower(60)")).await;
    let hand = page.text("return table.hand()").await;
    let hand: Vec<f32> = hand.split(' ').map(|part| part.parse().unwrap()).collect();
    let [x, y, height, tilt, _] = hand[..] else {
        panic!("{hand:?}")
    };
    assert!(
        (x + 0.27).abs() < 0.1 && (y + 9.0).abs() < 0.1 && height < 0.1 && (tilt - 30.0).abs() < 0.1,
        "{hand:?}"
    );
    // The hand takes its time to get there; on the table, not on the wall.
    let ticks = "return +document.querySelector('[data-set=height]').value < 0.1";
    page.wait_for(ticks).await;
    tokio::time::sleep(Duration::from_secs(4)).await;
}

#[tokio::test]
async fn a_leaner_left_on_the_table_in_space_is_the_same_when_replayed_here() {
    if !wanted() {
        return;
    }
    let page = open(DESK).await;
    let flat = "return document.querySelector('[data-do=flat]').ariaPressed";
    assert_eq!(page.text(flat).await, "false", "Chromium draws in space");
    page.picture("polarity").await;
    lean(&page).await;
    page.picture("polarity-held").await;
    page.run("document.getElementById('stage').focus()").await;
    page.keys(&[ENTER]).await;
    wait_for_status(&page, "idle").await;
    page.picture("polarity-leaner").await;
    assert_eq!(page.text("return table.news()").await, "news-stands 2");

    let record: Record = page.text("return table.last_record()").await.parse().unwrap();
    let replayed = Motion::replay(&record).unwrap();
    assert_eq!(replayed.table().lie(Disc(2)), Some(Lie::Leaner));
    let scene = replayed.table().scene().unwrap();
    assert_eq!(page.text("return table.scene()").await, scene_text(&scene));

    // Shown again in the browser, it ends the same way.
    page.run("table.command('replay')").await;
    wait_for_status(&page, "idle").await;
    assert_eq!(page.text("return table.news()").await, "news-stands 2");
    eprintln!(
        "milliseconds a frame, quality, drawn by: {}",
        page.text("return table.measures()").await
    );
    page.close().await;
}

#[tokio::test]
async fn the_table_has_the_golden_bits_in_its_own_module() {
    if !wanted() {
        return;
    }
    let page = open(DESK).await;
    let golden = include_str!("../../../magnets/tests/golden.txt");
    for (scene, hash) in golden.lines().enumerate() {
        let found = page.text(&format!("return table.golden({scene})")).await;
        assert_eq!(found, hash, "scene {scene}");
    }
    page.close().await;
}

#[tokio::test]
async fn without_webgl_the_same_leaner_is_left_on_paper() {
    if !wanted() {
        return;
    }
    let page = open(WITHOUT_WEBGL).await;
    let flat = "return document.querySelector('[data-do=flat]').ariaPressed";
    assert_eq!(page.text(flat).await, "true");
    assert_eq!(
        page.run("return document.querySelector('.notice').hidden").await,
        false
    );
    lean(&page).await;
    page.picture("polarity-held").await;
    page.run("table.command('release')").await;
    wait_for_status(&page, "idle").await;
    assert_eq!(page.text("return table.news()").await, "news-stands 2");
    page.close().await;
}

#[tokio::test]
async fn a_game_at_the_table_is_judged_as_a_server_would() {
    if !wanted() {
        return;
    }
    let page = open(PHONE).await;
    page.run("table.command('with-two'); table.command('start')")
        .await;
    page.run("document.querySelector('[data-do=white]').click()")
        .await;
    wait_for_status(&page, "holding").await;
    let lower = "const slider = document.querySelector('[data-set=height]'); slider.value = '0';
                 slider.dispatchEvent(new Event('input', { bubbles: true }))";
    page.run(lower).await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    page.picture("polarity-game").await;
    page.run("document.querySelector('[data-do=release]').click()")
        .await;
    wait_for_status(&page, "idle").await;
    assert_eq!(page.text("return table.news()").await, "news-laid 1");
    let first = page.text("return table.first_position()").await;
    let mut game = Match::from_position(first.parse().unwrap());
    game.play(&page.text("return table.moves()").await).unwrap();
    assert_eq!(
        page.text("return table.position()").await,
        game.position().to_string()
    );
    page.close().await;
}
