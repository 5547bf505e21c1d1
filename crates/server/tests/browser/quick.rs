//! How quick the boards are, and how much has to be loaded before they can be played on.

use crate::boards::{BEFORE_RING, BEFORE_TAKING, between, open, tap, to};
use crate::chromium::{DESK, Page};
use std::collections::BTreeSet;
use std::path::Path;

/// Notes every task that keeps the page busy, and what the first picture after a release shows.
const WATCH: &str = "
    window.tasks = []; window.drawn = [];
    new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration)))
        .observe({ type: 'longtask' });
    addEventListener('pointerup', () => requestAnimationFrame(() =>
        drawn.push(document.querySelectorAll('.ply').length)), true);
";

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_move_is_in_the_next_picture_and_no_task_is_long() {
    let page = Page::open(DESK, "en").await;
    let offboard = ("cell-g5", "cell-g5", "cell-f5");
    let polygone = ("hole-d7", "hole-c6", "hole-d5");
    for (game, stored, (end, pivot, goal)) in [
        ("offboard", "0", offboard),
        ("polygone", BEFORE_TAKING, polygone),
        ("isometron", BEFORE_RING, ("hand-0", "hand-0", "cell-h8")),
    ] {
        // A machine that does other work, too, is long at everything now and then: the best of three counts.
        let mut longest = f64::INFINITY;
        for _ in 0..3 {
            open(&page, game, stored).await;
            page.run(WATCH).await;
            let (start, goal) = (between(&page, end, pivot, 0.35).await, page.middle(goal).await);
            for part in 0..10 {
                let part = f64::from(part) / 10.0;
                to(
                    &page,
                    (
                        start.0 + (goal.0 - start.0) * part,
                        start.1 + (goal.1 - start.1) * part,
                    ),
                )
                .await;
            }
            tap(&page, start).await;
            let before = page.run("return document.querySelectorAll('.ply').length").await;
            tap(&page, goal).await;
            page.wait_for("return window.drawn.length == 2").await;
            let drawn = page.run("return window.drawn[1]").await;
            assert!(drawn.as_u64() > before.as_u64(), "{game}: {before} then {drawn}");
            page.run("document.getElementById('undo').click()").await;
            let tasks = page.run("return Math.max(0, ...window.tasks)").await;
            longest = longest.min(tasks.as_f64().unwrap());
        }
        eprintln!("{game}: longest task {longest} ms");
        assert!(longest <= 100.0, "{game}: a task of {longest} ms");
    }
    page.close().await;
}

/// Bytes, compressed by brotli, that the first page may take in all.
const MOST: u64 = 400_000;
/// The same for a page of games with others that is opened first.
const MOST_WITH_OTHERS: u64 = 450_000;
/// Milliseconds until the first board is drawn.
const SOON: f64 = 1500.0;

/// The files that a visitor of a page loads before it can be used, with their sizes by brotli.
async fn loaded_first(page: &Page) -> Vec<(String, u64)> {
    // The engine's worker comes later; the service worker's own loading is seen by nobody.
    let names = "return ['/index.html', ...performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname)
        .filter(name => name.startsWith('/assets-'))]";
    let names = page.run(names).await;
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist");
    let size = |name: &str| {
        let brotli = dist.join(format!("{}.br", &name[1..]));
        let file = std::fs::metadata(brotli).expect("the files that `cargo xtask web` compresses");
        (name.to_owned(), file.len())
    };
    let names: BTreeSet<&str> = names
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|name| name.as_str())
        .collect();
    names.into_iter().map(size).collect()
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_first_page_is_small() {
    for (path, most) in [
        ("/", MOST),
        ("/offboard", MOST),
        ("/isometron/computer", MOST),
        ("/lobby/polygone", MOST_WITH_OTHERS),
    ] {
        let page = Page::open(DESK, "fr").await;
        page.go(path).await;
        page.wait_for("return !!document.querySelector('main')").await;
        let files = loaded_first(&page).await;
        let total: u64 = files.iter().map(|(_, size)| size).sum();
        eprintln!("{path}: {total} bytes as brotli: {files:?}");
        assert!(files.iter().any(|(name, _)| name.ends_with("/client_bg.wasm")));
        assert!(files.iter().any(|(name, _)| name.ends_with("/fr.txt")));
        assert!(total <= most, "{path}: {total} bytes");
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_first_board_is_drawn_soon() {
    // A machine that does other work, too, is slow now and then: the best of three visits counts.
    let mut soonest = f64::INFINITY;
    for _ in 0..3 {
        let page = Page::open(DESK, "en").await;
        let painted = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null";
        page.wait_for(&painted.replace("?? null", "> 0")).await;
        assert!(page.run("return !!document.querySelector('#board')").await == true);
        soonest = soonest.min(page.run(painted).await.as_f64().unwrap());
        page.close().await;
    }
    eprintln!("the first board is drawn after {soonest} ms");
    assert!(soonest <= SOON, "{soonest} ms");
}

/// A tour from page to page.
const TOUR: [&str; 8] = [
    "/offboard",
    "/isometron/computer",
    "/friend/polygone",
    "/lobby/polarity",
    "/analysis/offboard",
    "/settings",
    "/account",
    "/",
];

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn from_page_to_page_nothing_is_loaded_twice() {
    let page = Page::open(DESK, "en").await;
    page.run("window.stays = true").await;
    for path in TOUR {
        page.run(&format!(
            "const link = document.createElement('a');
             link.href = '{path}';
             document.body.append(link);
             link.click();
             link.remove();"
        ))
        .await;
        page.wait_for(&format!("return location.pathname === '{path}'"))
            .await;
        assert!(page.run("return window.stays === true").await == true, "{path}");
    }
    let files = "return performance.getEntriesByType('resource').map(entry => entry.name)
        .filter(name => name.includes('/assets-') && !/worker/.test(name))";
    let files = page.run(files).await;
    let mut names: Vec<&str> = files
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "{files}");
    let modules = names.iter().filter(|name| name.ends_with("_bg.wasm"));
    assert_eq!(modules.count(), 1, "{files}");
    page.close().await;
}
