//! The page round Polarity's table: it is one screen, in every language and in every state of the game.

use crate::audit::audit;
use crate::chromium::{DESK, DESK_AT_NIGHT, PHONE, PHONE_AT_NIGHT, Page};
use crate::polarity::{WITHOUT_WEBGL, choose, open, wait_for_status, wait_for_table, wait_until_stood};
use crate::{ENTER, ESCAPE, LEFT, TAB, UP};

/// White has a kiss to capture, and a tower that shows White already.
const OWED: &str = concat!(
    r#"{"rules":"temple","red":"-","turn":"white","phase":"play","seats":["1/1","1/1"],"reserves":[20,26],"#,
    r#""captures":[1,6],"turns":[],"moved":[],"bodies":[[[0,0,0,300,0,0,0,1048576]],"#,
    r"[[1,-10000,0,300,0,0,0,1048576],[3,-13201,0,300,1048576,0,0,0]],[[2,12000,12000,300,1048576,0,0,0]],",
    r"[[5,12000,-12000,300,0,0,0,1048576]],",
    r"[[6,8000,-3000,300,0,0,0,1048576],[7,8000,-3000,900,0,0,0,1048576]]]}"
);

/// Faults of the page's geometry, a line each. While a sheet is open, the sheet alone counts.
const FAULTS: &str = r"
    const faults = [];
    const root = document.getElementById('polarity');
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth) faults.push('wider than the window');
    if (page.scrollHeight > innerHeight) faults.push('taller than the window');
    const phone = innerWidth < 500;
    const sheet = root.dataset.sheet && document.getElementById(root.dataset.sheet);
    const part = phone && sheet ? sheet : root;
    const seen = (element) => element.checkVisibility({ visibilityProperty: true });
    const controls = [...part.querySelectorAll('button, select, input, summary')].filter(seen);
    const name = (element) => element.dataset.do ?? element.dataset.set ?? (element.id || element.tagName);
    // A label is pressed like its control.
    const place = (element) => (element.closest('label.switch, label.choice') ?? element).getBoundingClientRect();
    const stage = document.getElementById('stage').getBoundingClientRect();
    const boxes = controls.map((element) => [name(element), place(element)]);
    for (const [who, box] of boxes) {
        if (box.left < 0 || box.right > innerWidth + 0.5) faults.push(who + ' is cut off at the side');
        if (phone && !sheet && box.bottom > innerHeight + 0.5) faults.push(who + ' needs scrolling');
        if (phone && (box.height < 43)) faults.push(who + ' is too small for a thumb: ' + box.height);
    }
    const edge = root.querySelector('.side').getBoundingClientRect().right;
    for (const element of controls.filter((element) => element.closest('.side'))) {
        if (place(element).right > edge + 0.5) faults.push(name(element) + ' leaves the side');
    }
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    // A sticky control covers the controls that scroll below it.
    const stays = controls.map((element) => getComputedStyle(element).position == 'sticky');
    boxes.forEach(([one, a], i) => boxes.forEach(([two, b], j) => {
        if (i < j && !stays[i] && !stays[j] && over(a, b)) faults.push(one + ' lies over ' + two);
    }));
    if (!(phone && sheet)) for (const [who, box] of boxes) if (over(box, stage)) faults.push(who + ' lies over the table');
    const texts = [...part.querySelectorAll('button, h2, .state p, .count, .clock, label, .feel, .toss p')].filter(seen);
    for (const element of texts) {
        if (element.scrollWidth > element.clientWidth + 1) faults.push('cut: ' + element.textContent.trim());
    }
    const state = root.querySelector('.state');
    if (state.scrollHeight > state.clientHeight + 1) faults.push('the state does not fit: ' + state.textContent);
    const least = phone ? 0.5 * innerHeight * innerWidth : 0.5 * innerHeight * innerWidth;
    if (stage.width * stage.height < least) faults.push('the table is small: ' + stage.width + ' ' + stage.height);
    return faults.join('; ')";

pub(crate) async fn check(page: &Page, what: &str) {
    assert_eq!(page.text(FAULTS).await, "", "{what}");
}

pub(crate) async fn press(page: &Page, command: &str) {
    page.run(&format!("document.querySelector('[data-do={command}]').click()"))
        .await;
    page.two_frames().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_page_is_one_screen_in_every_language_and_state() {
    for screen in [DESK, PHONE] {
        let page = open(screen).await;
        for language in ["fr", "de", "nl", "en"] {
            page.choose_language(language).await;
            wait_for_table(&page).await;
            page.wait_for("return document.querySelector('[data-do=guide]').ariaPressed == 'true'")
                .await;
            page.wait_for("return document.getAnimations().length == 0").await;
            let told = |state: &str| format!("{} {language} {state}", screen.name);
            check(&page, &told("idle")).await;
            audit(&page, &told("idle")).await;
            press(&page, "game-sheet").await;
            for with in ["with-practice", "with-two", "with-computer"] {
                choose(&page, with).await;
                page.two_frames().await;
                check(&page, &told(with)).await;
            }
            press(&page, "toss-north").await;
            check(&page, &told("toss")).await;
            if language == "de" {
                page.picture("polarity-new-game").await;
            }
            press(&page, "close-sheet").await;
            if screen.width < 500 {
                press(&page, "view-sheet").await;
                check(&page, &told("view")).await;
                press(&page, "close-sheet").await;
            }
            press(&page, "white").await;
            wait_for_status(&page, "holding").await;
            check(&page, &told("holding")).await;
            audit(&page, &told("holding")).await;
            press(&page, "back").await;
            wait_for_status(&page, "idle").await;
            check(&page, &told("after a hand")).await;
        }
        page.picture("polarity-page").await;
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn what_is_owed_is_settled_in_any_order_by_keys() {
    let page = open(PHONE).await;
    page.run(&format!("table.set_up(`{OWED}`, true, true, false)"))
        .await;
    page.wait_for("return document.querySelectorAll('.owed button').length == 2")
        .await;
    check(&page, "two clusters").await;
    page.picture("polarity-owed").await;
    let words = "return [...document.querySelectorAll('.owed button')].map((b) => b.textContent).join()";
    assert_eq!(
        page.text(words).await,
        "Capture: cluster of 2,Declare: tower of 2"
    );
    // The second one first: a tower of one's own colour is declared with a key.
    page.run("document.querySelectorAll('.owed button')[1].focus()")
        .await;
    page.keys(&[ENTER]).await;
    page.wait_for("return table.news().startsWith('news-captured')")
        .await;
    // The other is chosen with N and lifted with Enter.
    page.run("document.getElementById('stage').focus()").await;
    page.keys(&['n', 'n', ENTER]).await;
    wait_for_status(&page, "holding").await;
    page.picture("polarity-capturing").await;
    page.close().await;
}

/// White is to leave a leaner; the foundation at (-10, 0) has room for one.
pub(crate) const TO_LEAN: &str = concat!(
    r#"{"rules":"temple","red":"-","turn":"white","phase":"play","seats":["1/1","1/1"],"reserves":[20,29],"#,
    r#""captures":[],"turns":[],"moved":[],"bodies":[[[0,0,0,300,0,0,0,1048576]],"#,
    r"[[1,-10000,0,300,0,0,0,1048576]],[[2,12000,12000,300,1048576,0,0,0]],",
    r"[[9,12000,-12000,300,0,0,0,1048576]]]}"
);
const PAGE_DOWN: char = '\u{e00f}';

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn keys_alone_play_a_turn_on_paper() {
    let page = open(WITHOUT_WEBGL).await;
    page.run(&format!(
        "table.set_up(`{TO_LEAN}`, true, true, false); document.getElementById('stage').focus()"
    ))
    .await;
    page.keys(&[ENTER]).await;
    wait_for_status(&page, "holding").await;
    page.keys(&['l']).await;
    page.keys(&[UP; 31]).await;
    page.keys(&[LEFT; 13]).await;
    wait_until_stood(&page, 1).await;
    page.keys(&[PAGE_DOWN; 10]).await;
    let hand = page.text("return table.hand()").await;
    assert!(hand.starts_with("-6.5 0 0 30 "), "{hand}");
    wait_until_stood(&page, 60).await;
    page.picture("polarity-keys").await;
    page.keys(&[ENTER]).await;
    wait_for_status(&page, "idle").await;
    assert!(page.text("return table.news()").await.starts_with("news-stands"));
    let mut game = polarity::Match::from_position(TO_LEAN.parse().unwrap());
    game.play(&page.text("return table.moves()").await).unwrap();
    assert_eq!(
        page.text("return table.position()").await,
        game.position().to_string()
    );
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn without_a_network_the_table_opens_once_it_was_open_and_the_computer_plays() {
    let (page, network) = Page::open_on_a_network(DESK, "en").await;
    let kept = "const file = document.querySelector('meta[name=table-worker]').content;
                return window.kept === true || (caches.match(file).then((file) => window.kept = file != null), false)";
    page.wait_for("return navigator.serviceWorker.controller.state == 'activated'")
        .await;
    page.run(kept).await;
    page.wait_for("return window.kept !== undefined").await;
    assert_eq!(
        page.run("return window.kept").await,
        false,
        "nobody asked for the table"
    );
    page.go("/polarity").await;
    wait_for_table(&page).await;
    page.wait_for(kept).await;
    network.shutdown_background();
    page.go("/polarity/computer").await;
    page.wait_for("return document.getElementById('polarity')?.dataset.sheet == 'game-sheet'")
        .await;
    choose(&page, "side-second").await;
    press(&page, "start").await;
    wait_for_status(&page, "watching").await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_sheet_takes_the_focus_and_gives_it_back() {
    let page = open(PHONE_AT_NIGHT).await;
    let focus = "return document.activeElement.dataset.do ?? ''";
    page.run("document.querySelector('[data-do=game-sheet]').focus()")
        .await;
    page.keys(&[ENTER]).await;
    page.wait_for_focus("with-practice").await;
    page.keys(&[TAB]).await;
    let inside = "return document.activeElement.closest('#game-sheet') != null";
    assert_eq!(page.run(inside).await, true);
    page.picture("polarity-new-game").await;
    page.keys(&[ESCAPE]).await;
    assert_eq!(page.text(focus).await, "game-sheet");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_computer_thinks_in_a_worker_and_its_hand_is_seen() {
    let page = open(DESK_AT_NIGHT).await;
    press(&page, "game-sheet").await;
    choose(&page, "with-computer").await;
    page.wait_for_id("level").await;
    choose(&page, "side-second").await;
    page.run(
        "const level = document.getElementById('level');
         level.value = '10';
         level.dispatchEvent(new Event('change', { bubbles: true }));
         window.longest = 0;
         new PerformanceObserver((list) => {
             for (const task of list.getEntries()) longest = Math.max(longest, task.duration);
         }).observe({ type: 'longtask' })",
    )
    .await;
    press(&page, "start").await;
    wait_for_status(&page, "watching").await;
    page.still_picture("polarity-computer").await;
    press(&page, "hurry").await;
    wait_for_status(&page, "idle").await;
    let mut game =
        polarity::Match::from_position(page.text("return table.first_position()").await.parse().unwrap());
    let moves = page.text("return table.moves()").await;
    game.play(moves.lines().next().unwrap()).unwrap();
    assert_eq!(
        game.position().turn(),
        rules::Side::First,
        "five foundations each"
    );
    eprintln!(
        "longest task while the computer thought and played: {} ms",
        page.text("return window.longest").await
    );
    // The game is there again after a reload.
    page.go("/polarity").await;
    wait_for_table(&page).await;
    let computer = "return document.querySelector('.player.white .who')?.textContent";
    page.wait_for(&format!("{computer} == 'Computer 10'")).await;
    page.close().await;
}
