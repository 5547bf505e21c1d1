//! The table in a real browser: what a hand does there is the same, to the bit, when it is replayed here.
//!
//! Runs only with `TABLIER_BROWSER=1`, which `cargo xtask test` sets after it has installed Chromium and
//! built the pages. Pictures for people to look at are written to `target/screenshots/`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../../server/tests/common/mod.rs"]
mod common;
mod driver;

use driver::Page;
use magnets::{Disc, Lie};
use polarity::{Match, Variant};
use table3d::motion::Motion;
use table3d::record::{Record, scene_text};

const ENTER: char = '\u{e007}';
const PAGE_DOWN: char = '\u{e00f}';
const DESK: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (390, 844);

fn wanted() -> bool {
    let wanted = std::env::var_os("TABLIER_BROWSER").is_some_and(|value| value == "1");
    if !wanted {
        eprintln!("not run: TABLIER_BROWSER=1 is not set");
    }
    wanted
}

/// A leaner by the foundation at (-4, -9): taken by button, placed by mouse, lowered by wheel and keys.
async fn lean(page: &Page) {
    page.run("table.command('first'); document.querySelector('[data-do=white]').click()")
        .await;
    page.wait_for_status("holding").await;
    page.run("document.getElementById('stage').focus()").await;
    page.keys(&['l']).await;
    let hand = page.hand().await;
    let from = page.spot(hand[0], hand[1], hand[2]).await;
    let to = page.spot(-4.0 + 3.73, -9.0, hand[2]).await;
    page.drag(from, to).await;
    let placed = page.hand().await;
    assert!(
        (placed[0] + 0.27).abs() < 0.1 && (placed[1] + 9.0).abs() < 0.1,
        "{placed:?}"
    );
    for _ in 0..6 {
        page.wheel(to, 500).await;
    }
    page.keys(&[PAGE_DOWN; 4]).await;
    // The hand takes its time to get there.
    page.wait_for("return +document.querySelector('[data-set=height]').value < 0.1")
        .await;
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
}

#[tokio::test]
async fn a_leaner_left_on_the_table_in_space_is_the_same_when_replayed_here() {
    if !wanted() {
        return;
    }
    let page = Page::open(DESK.0, DESK.1, &[]).await;
    assert_eq!(
        page.text("return document.querySelector('[data-do=flat]').ariaPressed")
            .await,
        "false"
    );
    page.picture("start").await;
    lean(&page).await;
    page.picture("held").await;
    page.run("document.getElementById('stage').focus()").await;
    page.keys(&[ENTER]).await;
    page.wait_for_status("idle").await;
    page.picture("leaner").await;
    assert_eq!(page.text("return table.news()").await, "news-stands 2");
    let told = "return document.querySelector('[data-show=news]').textContent";
    assert_eq!(page.text(told).await, "It stands: a leaner.");

    let record: Record = page.text("return table.last_record()").await.parse().unwrap();
    let replayed = Motion::replay(&record).unwrap();
    assert_eq!(replayed.table().lie(Disc(2)), Some(Lie::Leaner));
    let scene = replayed.table().scene().unwrap();
    assert_eq!(page.text("return table.scene()").await, scene_text(&scene));

    // Shown again in the browser, it ends the same way.
    page.run("table.command('replay')").await;
    page.wait_for_status("replaying").await;
    page.wait_for_status("idle").await;
    assert_eq!(page.text("return table.news()").await, "news-stands 2");
    println!("frames: {}", page.text("return table.measures()").await);
    page.close().await;
}

#[tokio::test]
async fn the_golden_scenes_have_the_same_bits_in_this_module() {
    if !wanted() {
        return;
    }
    let page = Page::open(DESK.0, DESK.1, &[]).await;
    let golden = include_str!("../../../magnets/tests/golden.txt");
    for (scene, hash) in golden.lines().enumerate() {
        assert_eq!(
            page.text(&format!("return table.golden({scene})")).await,
            hash,
            "{scene}"
        );
    }
    page.close().await;
}

#[tokio::test]
async fn without_webgl_the_same_leaner_is_left_on_paper() {
    if !wanted() {
        return;
    }
    let page = Page::open(DESK.0, DESK.1, &["--disable-3d-apis"]).await;
    assert_eq!(
        page.text("return document.querySelector('[data-do=flat]').ariaPressed")
            .await,
        "true"
    );
    assert_eq!(
        page.run("return document.querySelector('.notice').hidden").await,
        false
    );
    lean(&page).await;
    page.picture("paper").await;
    page.run("table.command('release')").await;
    page.wait_for_status("idle").await;
    assert_eq!(page.text("return table.news()").await, "news-stands 2");
    page.close().await;
}

#[tokio::test]
async fn a_game_at_this_table_is_judged_as_a_server_would() {
    if !wanted() {
        return;
    }
    let page = Page::open(PHONE.0, PHONE.1, &[]).await;
    page.run("table.command('game'); table.command('white')").await;
    page.wait_for_status("holding").await;
    let set = "const slider = document.querySelector('[data-set=height]'); slider.value = '0';
               slider.dispatchEvent(new Event('input', { bubbles: true }))";
    page.run(set).await;
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    page.picture("game").await;
    page.run("document.querySelector('[data-do=release]').click()")
        .await;
    page.wait_for_status("idle").await;
    assert_eq!(page.text("return table.news()").await, "news-laid 1");
    let mut game = Match::start(Variant::default());
    game.play(&page.text("return table.moves()").await).unwrap();
    assert_eq!(
        page.text("return table.position()").await,
        game.position().to_string()
    );
    page.close().await;
}

#[tokio::test]
async fn the_page_fits_its_screen_in_every_language() {
    if !wanted() {
        return;
    }
    for (width, height) in [DESK, PHONE] {
        let page = Page::open(width, height, &[]).await;
        for language in ["fr", "de", "nl", "en"] {
            let choose = format!(
                "const choice = document.getElementById('language'); choice.value = '{language}';
                 choice.dispatchEvent(new Event('change'));
                 document.querySelector('details').open = true"
            );
            page.run(&choose).await;
            let wider = "const page = document.documentElement; return page.scrollWidth - page.clientWidth";
            assert_eq!(page.run(wider).await, 0, "{width} {language}");
            // No two controls of one kind lie over each other.
            let overlaps = "const boxes = [...document.querySelectorAll('.side button, .pose input, .stage')]
                                .map((element) => element.getBoundingClientRect());
                            return boxes.filter((a, i) => boxes.some((b, j) => i < j &&
                                a.left < b.right - 1 && b.left < a.right - 1 &&
                                a.top < b.bottom - 1 && b.top < a.bottom - 1)).length";
            assert_eq!(page.run(overlaps).await, 0, "{width} {language}");
            assert_eq!(page.text("return document.documentElement.lang").await, language);
        }
        page.picture("languages").await;
        page.close().await;
    }
}
