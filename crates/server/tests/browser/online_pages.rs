//! The pages about somebody elsewhere: lobby, chat and offers, accounts and profiles, and that everyone can use them.

use crate::audit::audit;
use crate::chromium::{DESK, PHONE, PHONE_AT_NIGHT, Page};
use crate::online::{Host, seat, wait_for_plies};

const SAID: &str = "(document.querySelector('.said')?.textContent ?? '')";

async fn at(page: &Page, path: &str) {
    page.wait_for(&format!("return location.pathname.startsWith('{path}')"))
        .await;
}

/// Loads the same page in another language.
async fn speak(page: &Page, code: &str) {
    page.run(&format!("localStorage.setItem('tablier.language', '{code}')"))
        .await;
    page.refresh().await;
    page.wait_for(&format!(
        "return document.documentElement.lang == '{code}' && document.querySelector('main') != null"
    ))
    .await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn strangers_meet_in_the_lobby_talk_and_take_back() {
    let host = Host::start().await;
    let one = Page::visit(host.address, DESK, "en").await;
    let other = Page::visit(host.address, PHONE, "en").await;
    one.go("/lobby/offboard").await;
    one.wait_for("return document.getElementById('seek')?.disabled == false")
        .await;
    one.run("document.getElementById('side-first').click()").await;
    one.click("seek").await;
    other.go("/").await;
    other
        .wait_for("return document.querySelector('.open-games a') != null")
        .await;
    other.still_picture("home-open-games").await;
    other.run("document.querySelector('.open-games a').click()").await;
    for page in [&one, &other] {
        at(page, "/table/").await;
        page.wait_for_id("cell-e5").await;
    }
    // A move in advance, dropped by a tap, then chosen again and played when its time comes.
    for _ in 0..2 {
        other
            .wait_for("return document.querySelector('.cell.movable') != null")
            .await;
        other.tap("a1").await;
        other.tap("d4").await;
        other
            .wait_for("return document.querySelector('.premoved') != null")
            .await;
        if other.run("return window.dropped == true").await == false {
            other.still_picture("online-premove").await;
            other.tap("e5").await;
            other
                .wait_for("return document.querySelector('.premoved') == null")
                .await;
            other.run("window.dropped = true").await;
        }
    }
    one.tap("i5").await;
    one.tap("f5").await;
    for page in [&one, &other] {
        wait_for_plies(page, 2).await;
    }
    one.fill("chat-text", "Hello <there>").await;
    one.click("chat-send").await;
    other
        .wait_for(
            "return document.querySelector('.chat .line')?.textContent.endsWith('Hello <there>') == true",
        )
        .await;
    other.run("document.querySelector('.report-line').click()").await;
    other
        .wait_for("return document.querySelector('.report-line').textContent == 'Report this message?'")
        .await;
    other.still_picture("online-report").await;
    other.run("document.querySelector('.report-line').click()").await;
    other
        .wait_for("return document.querySelector('.chat .small').textContent.startsWith('Thank you')")
        .await;
    other.click("takeback").await;
    one.wait_for_id("accept").await;
    one.still_picture("online-offer").await;
    one.click("accept").await;
    for page in [&one, &other] {
        wait_for_plies(page, 1).await;
    }
    other.tap("a1").await;
    other.tap("d4").await;
    for page in [&one, &other] {
        wait_for_plies(page, 2).await;
    }
    one.go("/").await;
    one.wait_for("return document.querySelector('.under-way a[href^=\"/table/\"]') != null")
        .await;
    one.close().await;
    other.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn an_account_is_made_used_and_deleted() {
    let host = Host::start().await;
    let page = Page::visit(host.address, DESK, "en").await;
    let friend = Page::visit(host.address, PHONE, "en").await;
    page.go("/account").await;
    page.wait_for_id("sign-up").await;
    page.fill("sign-up-name", "Zoë").await;
    page.fill("sign-up-password", "short").await;
    page.click("sign-up").await;
    page.wait_for(&format!("return {SAID}.startsWith('A name has 2 to 24')"))
        .await;
    page.fill("sign-up-password", "long enough").await;
    page.click("sign-up").await;
    page.wait_for_id("sign-out").await;
    assert_eq!(
        page.text("return document.getElementById('account-name').textContent")
            .await,
        "Zoë"
    );
    page.fill("old-password", "long enough").await;
    page.fill("new-password", "longer than that").await;
    page.click("change-password").await;
    page.wait_for(&format!("return {SAID} == 'Done.'")).await;
    page.fill("new-name", "Zoë K.").await;
    page.click("rename").await;
    page.wait_for("return document.getElementById('account-name').textContent == 'Zoë K.'")
        .await;
    page.fill("token-name", "my bot").await;
    page.fill("token-password", "longer than that").await;
    page.click("create-token").await;
    page.wait_for("return document.getElementById('token')?.textContent.length == 40")
        .await;
    page.wait_for("return document.querySelector('.list li')?.textContent.includes('my bot')")
        .await;
    page.still_picture("account").await;
    page.run("document.querySelector('.revoke').click()").await;
    page.wait_for("return document.querySelector('.list li') == null")
        .await;

    seat(&page, &friend, "polygone", &["public"]).await;
    friend.click("abort").await;
    page.wait_for("return document.querySelector('.state h2')?.textContent == 'The game was cancelled'")
        .await;
    page.go("/account").await;
    page.wait_for_id("your-games").await;
    page.click("your-games").await;
    at(&page, "/people/").await;
    page.wait_for(
        "return document.querySelectorAll('.played li').length == 1 && document.title.startsWith('Zoë K.')",
    )
    .await;
    friend.go(&page.text("return location.pathname").await).await;
    friend.wait_for_id("block").await;
    friend.click("block").await;
    friend
        .wait_for("return document.getElementById('block').getAttribute('aria-pressed') == 'true'")
        .await;
    friend.click("report").await;
    friend.fill("report-words", "Not nice.").await;
    friend.still_picture("person").await;
    friend.click("report-send").await;
    friend
        .wait_for(&format!("return {SAID}.startsWith('Thank you')"))
        .await;
    page.run("document.querySelector('.played a').click()").await;
    page.wait_for("return document.getElementById('save-record') != null")
        .await;

    page.go("/account").await;
    page.wait_for_id("sign-out").await;
    page.click("sign-out").await;
    page.wait_for_id("sign-in").await;
    page.fill("sign-in-name", "Zoë K.").await;
    page.fill("sign-in-password", "long enough").await;
    page.click("sign-in").await;
    page.wait_for(&format!("return {SAID}.startsWith('Wrong name or password')"))
        .await;
    page.fill("sign-in-password", "longer than that").await;
    page.click("sign-in").await;
    page.wait_for_id("delete-account").await;
    page.fill("delete-password", "longer than that").await;
    page.click("delete-account").await;
    page.wait_for_id("sign-in").await;
    page.close().await;
    friend.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_page_of_the_api_can_be_used_by_everyone() {
    let host = Host::start().await;
    for screen in [DESK, PHONE_AT_NIGHT] {
        let page = Page::visit(host.address, screen, "en").await;
        page.go("/api").await;
        audit(&page, &format!("/api {}", screen.name)).await;
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn every_page_can_be_used_by_everyone_on_every_screen_in_every_language() {
    let host = Host::start().await;
    let friend = Page::visit(host.address, DESK, "en").await;
    let (all, one) = (&["fr", "en", "nl", "de"][..], &["de"][..]);
    // The night has other colours and the same sizes.
    for (screen, languages) in [(DESK, all), (PHONE, all), (PHONE_AT_NIGHT, one)] {
        let page = Page::visit(host.address, screen, "en").await;
        let table = seat(&page, &friend, "isometron", &["pace-days", "public"]).await;
        // A game that waits for somebody, and its invitation.
        page.go("/friend/offboard").await;
        page.wait_for_id("create").await;
        page.click("create").await;
        page.wait_for_id("link").await;
        let waiting = page.text("return location.pathname").await;
        friend.go("/friend/polygone").await;
        friend.wait_for_id("create").await;
        friend.click("create").await;
        friend.wait_for_id("link").await;
        let invitation = friend
            .text("return document.getElementById('link').value.split('/table/')[1]")
            .await;
        let invitation = format!("/table/{invitation}");
        for path in [
            "/friend/isometron",
            "/lobby/isometron",
            "/lobby/polarity",
            "/account",
            &table,
            &waiting,
            &invitation,
            "/table/nothing-here",
            "/",
            "/settings",
            "/offboard/computer",
            "/polygone",
            "/isometron",
            "/analysis/offboard?moves=g5h6+b1c1",
        ] {
            page.go(path).await;
            // The other pages are read in every language elsewhere.
            let is_online = ["/account", "/friend", "/lobby", "/table"]
                .iter()
                .any(|part| path.starts_with(part));
            for language in if is_online { languages } else { one } {
                speak(&page, language).await;
                page.wait_for("return document.querySelector('main :is(h2, button, a, label)') != null")
                    .await;
                audit(&page, &format!("{path} {language} {}", screen.name)).await;
            }
            let name = match path {
                path if path == table => "table".to_owned(),
                path if path == waiting => "waiting".to_owned(),
                path if path == invitation => "invitation".to_owned(),
                path => path
                    .split('?')
                    .next()
                    .unwrap_or_default()
                    .trim_matches('/')
                    .replace('/', "-"),
            };
            page.still_picture(&format!("online-page-{name}")).await;
        }
        page.close().await;
    }
    friend.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn an_imported_game_is_shown_from_the_position_it_began_at() {
    let host = Host::start().await;
    let page = Page::visit(host.address, DESK, "en").await;
    page.go("/healthz").await;
    let record = "tablier record 1\\ngame: offboard\\nposition: 5/4rr/7/8/9/8/7/6/5 y --y-y------- -\\nfirst: A\\n\
                  second: B\\ndate: 2026-01-02T03:04:05Z\\nclock: none\\nrated: no\\nresult: first wins by points\\n\\n";
    let import = format!(
        "fetch('/api/import', {{ method: 'POST', body: '{record}' }}).then(answer => answer.json())
            .then(([kept]) => done(kept.table))"
    );
    let id = page.run_long(&import).await;
    page.go(&format!("/table/{}", id.as_str().unwrap())).await;
    page.wait_for_id("cell-e5").await;
    // At the usual start there are 28.
    let marbles = "return document.querySelectorAll('.marbles .marble').length";
    assert_eq!(page.run(marbles).await, 4, "two on the board, two in targets");
    page.close().await;
}
