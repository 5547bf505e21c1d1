//! How quick the boards are, and how much has to be loaded before they can be played on.

use crate::boards::{BEFORE_RING, BEFORE_TAKING, between, open, tap, to};
use crate::chromium::{DESK, Page};
use crate::online::Host;
use crate::polarity::wait_for_table;
use games::GameId;
use protocol::TableSettings;
use serde_json::json;
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::Path;
use testclient::Http;

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
        assert!(
            !clocks_count() || longest <= 100.0,
            "{game}: a task of {longest} ms"
        );
    }
    page.close().await;
}

/// Whether times are judged: only in deep runs, on a quiet machine.
fn clocks_count() -> bool {
    std::env::var_os("TABLIER_DEEP").is_some()
}

/// Bytes, compressed by brotli, that the first page may take in all.
const MOST: u64 = 400_000;
/// The same for pages that cannot keep to it: with the texts of all puzzles or lessons, with a board and a socket, with
/// the magnets' simulation.
const MOST_WITH_PUZZLES: u64 = 520_000;
const MOST_WITH_LESSONS: u64 = 540_000;
const MOST_WITH_A_FRIEND: u64 = 520_000;
const MOST_WITH_MAGNETS: u64 = 1_400_000;
/// Milliseconds until the first board is drawn.
const SOON: f64 = 1500.0;

/// Makes a table to which somebody invites, and gives its address with the link's key.
async fn invitation(server: SocketAddr, game: GameId) -> String {
    let settings = TableSettings::new(game);
    let mut host = Http::new(server);
    let created = host
        .post("/api/tables", &json!({ "settings": settings, "side": "first" }))
        .await;
    let created = created.json();
    let word = |name: &str| created[name].as_str().unwrap().to_owned();
    format!("/table/{}?key={}", word("table"), word("challenge"))
}

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

/// Measures a page that is opened first, as soon as a part of it is there.
async fn measure(page: &Page, path: &str, part: &str, most: u64) {
    page.wait_for(&format!("return !!document.querySelector('{part}')"))
        .await;
    let files = loaded_first(page).await;
    let total: u64 = files.iter().map(|(_, size)| size).sum();
    eprintln!("{path}: {total} bytes as brotli: {files:?}");
    assert!(files.iter().any(|(name, _)| name.ends_with("/client_bg.wasm")));
    assert!(files.iter().any(|(name, _)| name.ends_with("/fr.txt")));
    assert!(total <= most, "{path}: {total} bytes");
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_first_page_is_small() {
    let host = Host::start().await;
    let invited = invitation(host.address, GameId::Offboard).await;
    for (path, part, most) in [
        ("/", "main", MOST),
        ("/offboard", "#board", MOST),
        ("/isometron/computer", "#board", MOST),
        ("/lobby/polygone", "#seek", MOST),
        (invited.as_str(), "#join", MOST),
        ("/puzzles", ".puzzle-list", MOST_WITH_PUZZLES),
        ("/learn", ".lesson-list", MOST_WITH_LESSONS),
    ] {
        let page = Page::visit(host.address, DESK, "fr").await;
        page.go(path).await;
        measure(&page, path, part, most).await;
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn larger_pages_are_no_larger_than_they_are_said_to_be() {
    let host = Host::start().await;
    let page = Page::visit(host.address, DESK, "fr").await;
    let invited = invitation(host.address, GameId::Polygone).await;
    page.go(&invited).await;
    page.wait_for_id("join").await;
    page.click("join").await;
    measure(&page, "a game with a friend", "#board", MOST_WITH_A_FRIEND).await;
    page.close().await;

    let page = Page::visit(host.address, DESK, "fr").await;
    page.go("/polarity").await;
    wait_for_table(&page).await;
    measure(&page, "/polarity", "#stage canvas", MOST_WITH_MAGNETS).await;
    page.close().await;
}

/// Notes when the board is in the page and drawn: it is drawn in the frame after the one in which it is found there.
const NOTE_BOARD: &str = "
    const watch = new MutationObserver(() => {
        if (!(document.querySelector('#board .marble')?.getBoundingClientRect().width > 0)) return;
        watch.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => window.boardDrawn = performance.now()));
    });
    watch.observe(document, { childList: true, subtree: true });
";

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_first_board_is_drawn_soon() {
    let host = Host::start().await;
    // A machine that does other work, too, is slow now and then: the best of three visits counts.
    let mut soonest = f64::INFINITY;
    for _ in 0..3 {
        let page = Page::visit(host.address, DESK, "en").await;
        page.run_in_new_documents(NOTE_BOARD).await;
        page.go("/offboard").await;
        page.wait_for("return window.boardDrawn > 0").await;
        let drawn = page.run("return window.boardDrawn").await;
        soonest = soonest.min(drawn.as_f64().unwrap());
        page.close().await;
    }
    eprintln!("the first board is drawn after {soonest} ms");
    assert!(!clocks_count() || soonest <= SOON, "{soonest} ms");
}

/// A tour from page to page, with a part of each that is there only when the page is.
const TOUR: [(&str, &str); 12] = [
    ("/offboard", "main.game.offboard #board"),
    ("/isometron/computer", "main.game.isometron #board"),
    ("/friend/polygone", "main.form #create"),
    ("/lobby/polarity", "main.lobby #seek"),
    ("/analysis/offboard", "main.analysis.offboard #board"),
    ("/puzzles/polygone", "main.puzzle-page.polygone #board"),
    ("/learn/offboard/first-push", "main.lesson-page.offboard #board"),
    ("/learn/polarity/lean", "main.table-lesson #stage"),
    ("/polarity", "main#polarity:not(.lesson-page) #stage"),
    ("/settings", "main.settings"),
    ("/account", "main.account #sign-up"),
    ("/", "main.home"),
];

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn from_page_to_page_nothing_is_loaded_twice() {
    let host = Host::start().await;
    let invited = invitation(host.address, GameId::Isometron).await;
    let page = Page::visit(host.address, DESK, "en").await;
    page.go("/").await;
    page.wait_for("return !!document.querySelector('main')").await;
    page.run("window.stays = true").await;
    for (path, part) in [(invited.as_str(), "main.invitation #join")]
        .into_iter()
        .chain(TOUR)
    {
        page.run(&format!(
            "const link = document.createElement('a');
             link.href = '{path}';
             document.body.append(link);
             link.click();
             link.remove();"
        ))
        .await;
        page.wait_for(&format!("return !!document.querySelector('{part}')"))
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
    // The client, and Polarity's table.
    let modules = names.iter().filter(|name| name.ends_with("_bg.wasm"));
    assert_eq!(modules.count(), 2, "{files}");
    page.close().await;
}
