//! The pages round the boards: home, settings, the computer, the analysis, and all of it without a network.

use crate::chromium::{DESK, DESK_AT_NIGHT, PHONE, PHONE_AT_NIGHT, Page};
use crate::{ENTER, RIGHT, UP};
use games::{AnyGame, BoardId};
use serde_json::json;

const COMPUTER: &str = "tablier.offboard.computer";
/// A short game of Offboard as an address.
const GAME: &str = "/analysis/offboard?moves=g5h6+b1c1+i5h4+h8h7+h4h5+c2b2+h5h6+c1d1";

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn from_home_to_a_game_and_back() {
    let page = Page::open(DESK, "en").await;
    page.go("/").await;
    page.wait_for_id("offboard-computer").await;
    assert_eq!(page.text("return document.title").await, "Tablier");
    let pictures = "return document.querySelectorAll('.picture svg').length";
    assert!(page.run(pictures).await.as_u64() >= Some(3));
    page.run("window.stays = true").await;
    page.click("polygone-same-screen").await;
    page.wait_for("return document.title == 'Polygone – Tablier'")
        .await;
    assert_eq!(page.text("return location.pathname").await, "/polygone");
    assert_eq!(page.text("return document.activeElement.id").await, "title");
    page.run("history.back()").await;
    page.wait_for_id("offboard-computer").await;
    page.run("history.forward()").await;
    page.wait_for("return document.querySelector('.game.polygone') != null")
        .await;
    assert_eq!(
        page.run("return window.stays").await,
        true,
        "nothing was loaded anew"
    );
    page.run("document.querySelector('.brand').click()").await;
    page.wait_for_id("offboard-computer").await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_link_names_the_level() {
    let page = Page::open(DESK, "en").await;
    for asked in ["7", "2"] {
        page.go(&format!("/offboard/computer?level={asked}")).await;
        page.wait_for_id("level").await;
        assert_eq!(
            page.text("return document.getElementById('level').value").await,
            asked
        );
        assert_eq!(page.text("return location.search").await, "");
    }
    page.click("copy-link").await;
    page.wait_for("return document.getElementById('copy-link').innerText.includes('Copied')")
        .await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn living_pictures_move() {
    let page = Page::open(DESK, "en").await;
    page.go("/").await;
    page.wait_for_id("offboard-computer").await;
    page.run("window.first = document.querySelector('.picture').innerHTML")
        .await;
    page.wait_for("return document.querySelector('.picture').innerHTML != window.first")
        .await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_computer_answers_in_every_game_and_is_taken_back() {
    let page = Page::open(DESK, "en").await;
    page.go("/offboard/computer").await;
    page.wait_for_id("level").await;
    page.tap("i5").await;
    page.tap("f5").await;
    let moves = |game: &str| {
        format!(
            "return (localStorage.getItem('tablier.{game}.computer') ?? '').split('\\n')[0].split(' ').length"
        )
    };
    page.wait_for(&format!("{} == 3", moves("offboard"))).await;
    assert_eq!(page.state().await, "Red to move");
    assert!(page.stored_game(COMPUTER).await.starts_with("2 i5h5 "));
    page.click("undo").await;
    assert!(
        page.stored_game(COMPUTER).await.starts_with("0 i5h5 "),
        "both moves are taken back"
    );
    for game in ["polygone", "isometron"] {
        page.store(&format!("tablier.{game}.computer"), "").await;
        page.go(&format!("/{game}/computer")).await;
        page.wait_for_id("level").await;
        page.run("document.querySelectorAll('.setup [name=side]')[1].click()")
            .await;
        page.click("start").await;
        page.wait_for(&format!("{} > 1", moves(game))).await;
    }
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_search_of_a_hundred_thousand_nodes_takes_no_frame_from_the_page() {
    let page = Page::open(DESK, "en").await;
    for id in BoardId::ALL {
        let start = AnyGame::start((*id).into(), None).unwrap().position();
        let found = page
            .search(&format!("lines 1 nodes 100000\\n{id}\\n{start}\\n"))
            .await;
        eprintln!("100,000 nodes of {id} in a worker: {found}");
        assert!(found["error"].is_null(), "{found}");
        // The first time includes loading; the best of the others is that of the search alone.
        let times = found["times"].as_array().unwrap()[1..]
            .iter()
            .filter_map(serde_json::Value::as_f64);
        let (best, total) = times.fold((f64::INFINITY, 0.0), |(best, total), time| {
            (time.min(best), total + time)
        });
        assert!(best < 2000.0, "{id}: {best} ms");
        assert!(found["frames"].as_f64().unwrap() > total / 100.0, "{found}");
        assert!(found["gap"].as_f64().unwrap() < best.max(250.0), "{found}");
    }
    page.close().await;
}

impl Page {
    /// Sends a request to a worker four times; gives the times, and the frames that the page has drawn meanwhile.
    async fn search(&self, request: &str) -> serde_json::Value {
        let script = "const worker = new Worker(document.querySelector('meta[name=worker]').content, { type: 'module' });
            window.found = { times: [], frames: 0, gap: 0 };
            let asked = 0, last = performance.now();
            const frame = (now) => {
              found.frames += 1;
              found.gap = Math.max(found.gap, now - last);
              last = now;
              if (found.times.length < 4) requestAnimationFrame(frame);
            };
            const ask = () => { asked = performance.now(); worker.postMessage(request); };
            worker.onmessage = ({ data }) => {
              if (data.startsWith('error')) window.found.error = data;
              if (data != 'done') return;
              found.times.push(performance.now() - asked);
              if (found.times.length < 4) ask();
            };
            requestAnimationFrame(frame);
            ask()";
        self.run(&format!("const request = '{request}'; {script}")).await;
        self.wait_for("return window.found.times.length == 4 || window.found.error != null")
            .await;
        self.run("return window.found").await
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn settings_are_kept_and_heeded() {
    let page = Page::open(DESK, "en").await;
    page.go("/settings").await;
    page.wait_for_id("theme").await;
    let paper = "return getComputedStyle(document.body).backgroundColor";
    let day = page.text(paper).await;
    page.choose("theme", "dark").await;
    assert_ne!(page.text(paper).await, day);
    page.click("confirm-moves").await;
    page.picture("settings").await;
    page.load("").await;
    assert_ne!(page.text(paper).await, day, "the choice is kept");
    page.tap("i5").await;
    page.tap("f5").await;
    assert_eq!(page.game().await, "0", "it is not played yet");
    page.click("confirm").await;
    assert_eq!(page.game().await, "1 i5h5");
    page.tap("a1").await;
    page.tap("d4").await;
    page.click("withdraw").await;
    assert_eq!(
        (page.game().await, page.state().await),
        ("1 i5h5".into(), "Yellow to move".into())
    );
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_game_is_analysed_and_its_curve_leads_through_it() {
    let page = Page::open(DESK, "en").await;
    page.go(GAME).await;
    page.wait_for("return document.querySelector('.line b')?.textContent == '#1'")
        .await;
    page.click("review").await;
    page.wait_for("return document.querySelectorAll('.strip').length == 9")
        .await;
    page.picture("analysis").await;
    page.run(
        "document.querySelectorAll('.strip')[3].dispatchEvent(new MouseEvent('click', { bubbles: true }))",
    )
    .await;
    let shown = "return document.querySelector('.ply[aria-current]').textContent";
    // The engine's score follows the move.
    assert!(page.text(shown).await.starts_with("i5h4"));
    page.close().await;
}

/// Visits pages in some languages without a reload, and lists what does not fit: pages wider than the window, boards
/// higher than it, words cut off, buttons that overlap.
const FITS: &str = "
    const problems = [];
    const frames = () => new Promise(then => requestAnimationFrame(() => requestAnimationFrame(then)));
    const until = async (test) => { while (!test()) await frames(); };
    const go = async (path) => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
        await frames();
    };
    const speak = async (language) => {
        await go('/settings');
        const list = document.getElementById('language');
        list.value = language;
        list.dispatchEvent(new Event('change', { bubbles: true }));
        await until(() => document.documentElement.lang == language);
    };
    const overlap = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const check = (where) => {
        const page = document.documentElement;
        if (page.scrollWidth > page.clientWidth) problems.push(`${where} is too wide`);
        const board = document.getElementById('board');
        if (board && board.getBoundingClientRect().bottom + scrollY > innerHeight) problems.push(`${where} shows only a part of the board`);
        const seen = [...document.querySelectorAll('button, .button, h1, h2, output, .choice span, select')]
            .filter(e => e.offsetParent && !e.matches('.unseen, .line, .magnify'));
        for (const e of seen)
            if (e.scrollWidth > e.clientWidth + 1) problems.push(`${where} cuts ${e.textContent}`);
        const boxes = seen.filter(e => e.matches('button, .button, select') && !e.closest('ol, .runs, .board-frame'))
            .map(e => [e, e.getBoundingClientRect()]);
        boxes.forEach(([e, box], i) => boxes.slice(0, i).forEach(([other, of]) => {
            if (overlap(box, of)) problems.push(`${where} has ${e.textContent} over ${other.textContent}`);
        }));
    };
    const all = async () => {
        for (const language of languages) {
            await speak(language);
            for (const path of paths) {
                await go(path);
                await until(() => !document.getElementById('language') || path == '/settings');
                check(`${path} ${language}`);
            }
        }
    };
    const here = async () => check(document.documentElement.lang);
";

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn every_page_fits_its_screen() {
    let paths = [
        "/",
        "/settings",
        "/offboard/computer",
        "/polygone/computer",
        "/isometron/computer",
        "/isometron",
    ];
    let (all, one) = (&["fr", "en", "nl", "de"][..], &["de"][..]);
    let mut page = Page::open(DESK, "de").await;
    // A dark page has other colours and the same sizes: one language is enough.
    for (screen, languages) in [
        (DESK, all),
        (DESK_AT_NIGHT, one),
        (PHONE, all),
        (PHONE_AT_NIGHT, one),
    ] {
        page.go("/").await;
        page.wait_for_id("offboard-computer").await;
        page.move_to(screen).await;
        let known = format!(
            "const paths = {}; const languages = {};",
            json!(paths),
            json!(languages)
        );
        assert_eq!(fits(&page, &known, "all").await, json!([]), "{}", screen.name);
        for path in paths {
            page.run(&format!(
                "history.pushState(null, '', '{path}'); dispatchEvent(new PopStateEvent('popstate'))"
            ))
            .await;
            let name = path.trim_matches('/').replace('/', "-");
            let name = if name.is_empty() { "home".to_owned() } else { name };
            page.still_picture(&format!("page-{name}")).await;
        }
        // The analysis is a document of its own.
        for language in languages {
            page.run(&format!("localStorage.setItem('tablier.language', '{language}')"))
                .await;
            page.go(GAME).await;
            page.wait_for("return document.querySelector('.analysis .ply') != null")
                .await;
            // A new document has the browser's own screen again.
            page.move_to(screen).await;
            assert_eq!(fits(&page, "", "here").await, json!([]), "{}", screen.name);
        }
        page.still_picture("page-analysis").await;
    }
    page.close().await;
}

/// Elements that do not fit.
async fn fits(page: &Page, known: &str, what: &str) -> serde_json::Value {
    let end = format!("{what}().then(() => done(problems), (error) => done([String(error)]))");
    page.run_long(&format!("{known}{FITS}{end}")).await
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn help_opens_on_its_key_and_keys_work_everywhere() {
    let page = Page::open(DESK, "en").await;
    page.keys(&['?']).await;
    page.wait_for("return document.querySelector('.help').open").await;
    page.picture("help").await;
    page.keys(&[ENTER]).await;
    page.wait_for("return !document.querySelector('.help').open")
        .await;
    page.tap("i5").await;
    page.tap("f5").await;
    page.keys(&[',']).await;
    assert_eq!(page.game().await, "0 i5h5");
    page.keys(&['.', 'u']).await;
    assert_eq!(page.game().await, "0 i5h5");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn without_a_network_it_opens_and_plays_the_computer() {
    let (page, network) = Page::open_on_a_network(DESK, "en").await;
    network.shutdown_background();
    page.go("/offboard/computer").await;
    page.wait_for_id("level").await;
    page.tap("i5").await;
    page.tap("f5").await;
    page.wait_for(&format!(
        "return localStorage.getItem('{COMPUTER}').split('\\n')[0].split(' ').length == 3"
    ))
    .await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn polygone_and_isometron_are_played_by_keys_alone() {
    let page = Page::open(DESK, "en").await;
    page.go("/polygone").await;
    page.wait_for_id("hole-d3").await;
    page.run("document.getElementById('hole-d3').focus()").await;
    page.keys(&[ENTER]).await;
    page.wait_for("return document.querySelector('.cell[aria-pressed=true]')?.id == 'hole-d3'")
        .await;
    let goal = page.text("return document.querySelector('.cell.lit').id").await;
    page.run(&format!("document.getElementById('{goal}').focus()"))
        .await;
    page.keys(&[ENTER]).await;
    let played = page.stored_game("tablier.polygone").await;
    assert!(played.starts_with("1 ") && played.contains("d3-"), "{played}");

    page.go("/isometron").await;
    page.wait_for_id("cell-a1").await;
    page.run("document.getElementById('cell-a1').focus()").await;
    page.keys(&[UP, RIGHT, 'r', ENTER]).await;
    assert_eq!(page.stored_game("tablier.isometron").await, "1 b2se");
    page.picture("isometron-key").await;
    let label = "return document.getElementById('cell-b2').getAttribute('aria-label')";
    assert_eq!(page.text(label).await, "b2, tile of Red, blank lower right");
    page.run("document.getElementById('cell-b6').focus()").await;
    page.keys(&[UP, 'r', 'r', 'r', ENTER]).await;
    assert_eq!(
        page.stored_game("tablier.isometron").await,
        "2 b2se b7ne",
        "the image, by hand"
    );
    page.close().await;
}
