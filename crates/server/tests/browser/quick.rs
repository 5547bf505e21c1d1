//! How quick the boards are, and how much has to be loaded before they can be played on.

use crate::boards::{BEFORE_RING, BEFORE_TAKING, between, open, tap, to};
use crate::chromium::{DESK, Page};
use crate::wanted;
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
async fn a_move_is_in_the_next_picture_and_no_task_is_long() {
    if !wanted() {
        return;
    }
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

/// Bytes, compressed by gzip, that a page may take before it can be played: the first one, and that behind a friend's link.
const MOST: u64 = 350_000;
/// What a visitor of a page loads before it can be used.
fn size_of(page: &str) -> u64 {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist");
    let html = std::fs::read_to_string(dist.join(page)).unwrap();
    let mentioned = html
        .split(['"', '\''])
        .filter(|part| part.starts_with("/assets-"));
    // The engine's worker is loaded only when the computer is asked; of the texts, those of one language.
    let loaded =
        mentioned
            .filter(|name| !name.ends_with("worker.js"))
            .map(|name| match name.strip_suffix('/') {
                Some(folder) => format!("{folder}/fr.txt"),
                None => name.to_owned(),
            });
    let mut names: Vec<String> = loaded.chain([format!("/{page}")]).collect();
    names.sort_unstable();
    names.dedup();
    let size = |name: &String| {
        std::fs::metadata(dist.join(format!("{}.gz", &name[1..])))
            .unwrap()
            .len()
    };
    let total = names.iter().map(size).sum();
    eprintln!("{page}: {total} bytes as gzip: {names:?}");
    total
}

#[test]
fn the_first_page_is_small() {
    if !wanted() {
        return;
    }
    for page in ["index.html", "table.html"] {
        let total = size_of(page);
        assert!(total <= MOST, "{page}: {total} bytes");
    }
}
