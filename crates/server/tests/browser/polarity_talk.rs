//! Round a game of Polarity with somebody elsewhere: the lobby, the chat, offers, teams, and links.

use crate::ENTER;
use crate::audit::audit;
use crate::chromium::{DESK, PHONE, Page};
use crate::online::Host;
use crate::polarity::{PLACES, carry, wait_for_status};
use crate::polarity_online::{invite, join, release, wait_for_position};
use crate::polarity_page::{check, press};
use serde_json::json;
use testclient::Http;

const STATE: &str = "return document.querySelector('.state h2')?.textContent";

async fn wait_for_state(page: &Page, words: &str) {
    page.wait_for(&format!("{STATE} == '{words}'")).await;
}

async fn position(page: &Page) -> String {
    page.text("return table.position()").await
}

/// Waits for the table of a game over the network.
async fn wait_for_table(page: &Page) {
    page.wait_for(
        "return location.pathname.startsWith('/polarity/') && (window.table?.position() ?? '') != ''",
    )
    .await;
}

/// Lays a foundation, and waits until the other screen has seen it.
async fn lay(mover: &Page, other: &Page, place: usize) {
    carry(mover, "white", PLACES[place]).await;
    release(mover).await;
    wait_for_position(other, &position(mover).await).await;
}

/// White writes a line, and Black reads it.
async fn talk(white: &Page, black: &Page) {
    // Typed letters are text, and not the keys of the table.
    press(white, "chat-sheet").await;
    let letters: Vec<char> = "with <b>".chars().chain([ENTER]).collect();
    white.keys(&letters).await;
    let said = "return (document.querySelector('.chat li:last-child .line')?.textContent ?? '')";
    white.wait_for(&format!("{said} == 'You with <b>'")).await;
    assert_eq!(white.text("return table.status()").await, "idle");
    black
        .wait_for("return document.querySelector('.unread').textContent == '1'")
        .await;
    let news = "return document.getElementById('news').textContent";
    assert!(black.text(news).await.ends_with(": with <b>"));
    check(black, "a line is new").await;
    press(black, "chat-sheet").await;
    black.wait_for(&format!("{said}.endsWith(' with <b>')")).await;
    black
        .wait_for("return document.querySelector('.unread').textContent == ''")
        .await;
    // On a phone it lies over other things.
    audit(white, "the chat").await;
    for page in [white, black] {
        check(page, "the chat").await;
        page.picture("polarity-chat").await;
        press(page, "close-sheet").await;
    }
}

/// White has a move taken back.
async fn take_back(white: &Page, black: &Page) {
    // One move back, if the other side agrees.
    press(white, "game-sheet").await;
    white.click("takeback").await;
    white
        .wait_for("return document.getElementById('takeback').textContent == 'Takeback proposed'")
        .await;
    white.picture("polarity-asked").await;
    press(white, "close-sheet").await;
    black.wait_for_id("accept").await;
    check(black, "an offer").await;
    audit(black, "an offer").await;
    black.picture("polarity-offer").await;
    let laid = position(black).await;
    black.click("accept").await;
    for page in [white, black] {
        page.wait_for(&format!("return table.position() != `{laid}`"))
            .await;
    }
    assert_eq!(position(white).await, position(black).await);
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn strangers_meet_in_the_lobby_talk_take_back_give_up_and_play_again() {
    let host = Host::start().await;
    let white = Page::visit(host.address, DESK, "en").await;
    let black = Page::visit(host.address, PHONE, "en").await;
    white.go("/lobby/polarity").await;
    white
        .wait_for("return document.getElementById('seek')?.disabled == false")
        .await;
    white.run("document.getElementById('side-first').click()").await;
    white.still_picture("polarity-lobby").await;
    white.click("seek").await;
    black.go("/").await;
    black
        .wait_for("return document.querySelector('.open-games a')?.textContent.includes('Polarity') == true")
        .await;
    black.run("document.querySelector('.open-games a').click()").await;
    for page in [&white, &black] {
        wait_for_table(page).await;
        wait_for_state(page, "White lays a foundation").await;
    }
    lay(&white, &black, 0).await;

    talk(&white, &black).await;
    take_back(&white, &black).await;

    // Given up only when asked twice.
    for place in 0..2 {
        lay(&white, &black, place).await;
    }
    press(&white, "game-sheet").await;
    white.click("resign").await;
    white
        .wait_for("return document.getElementById('resign').textContent == 'Really resign?'")
        .await;
    white.click("resign").await;
    for page in [&white, &black] {
        wait_for_state(page, "Black wins: White resigned").await;
    }
    // Again, with sides changed; and an old address of the table leads here, too.
    let table = black.text("return location.pathname").await;
    black.wait_for_id("rematch").await;
    black.click("rematch").await;
    white.wait_for_id("accept").await;
    white.click("accept").await;
    for page in [&white, &black] {
        page.wait_for(&format!("return location.pathname != '{table}'"))
            .await;
        wait_for_state(page, "White lays a foundation").await;
    }
    let own = "return document.querySelector('.player.white .who').textContent == 'You'";
    black.wait_for(own).await;
    white.go(&table.replace("/polarity/", "/table/")).await;
    wait_for_table(&white).await;
    wait_for_state(&white, "Black wins: White resigned").await;
    white.wait_for_id("next-game").await;
    white.picture("polarity-looked-back").await;
    white.click("next-game").await;
    wait_for_state(&white, "White lays a foundation").await;
    white.close().await;
    black.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn two_a_side_sit_down_by_one_link_and_take_turns() {
    let host = Host::start().await;
    let first = Page::visit(host.address, DESK, "en").await;
    let (id, key) = invite(&first, &["side-first", "teams-two"]).await;
    wait_for_state(&first, "Waiting for the others").await;
    let seat = json!({ "challenge": key });
    let mut opponents = [Http::new(host.address), Http::new(host.address)];
    let path = format!("/api/tables/{id}/join");
    assert_eq!(opponents[0].post(&path, &seat).await.status, 200);
    let partner = Page::visit(host.address, PHONE, "en").await;
    join(&partner, &id, &key).await;
    assert_eq!(opponents[1].post(&path, &seat).await.status, 200);
    for page in [&first, &partner] {
        wait_for_state(page, "White lays a foundation").await;
        let names = page
            .text("return document.querySelector('.player.white .who').textContent")
            .await;
        assert_eq!(names.matches(" + ").count(), 1, "{names}");
        assert_eq!(names.matches("You").count(), 1, "{names}");
        check(page, "teams").await;
    }
    first.picture("polarity-teams").await;
    // The partner looks on while the first has the turn.
    let may = "return !document.querySelector('[data-do=white]').hidden";
    assert_eq!(
        (first.run(may).await, partner.run(may).await),
        (true.into(), false.into())
    );
    carry(&first, "white", PLACES[0]).await;
    wait_for_status(&partner, "watching").await;
    release(&first).await;
    wait_for_position(&partner, &position(&first).await).await;
    assert_eq!(partner.run(may).await, false);
    first.close().await;
    partner.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_link_names_the_level_of_the_computer() {
    let page = Page::open(PHONE, "en").await;
    for level in ["7", "2"] {
        page.go(&format!("/polarity/computer?level={level}")).await;
        page.wait_for("return document.getElementById('polarity')?.dataset.sheet == 'game-sheet'")
            .await;
        page.wait_for(&format!(
            "return document.getElementById('level')?.value == '{level}'"
        ))
        .await;
        assert_eq!(
            page.text("return location.pathname + location.search").await,
            "/polarity/computer"
        );
    }
    check(&page, "the computer's level").await;
    page.picture("polarity-level").await;
    page.click("copy-link").await;
    page.wait_for("return document.getElementById('copy-link').textContent == 'Copied'")
        .await;
    press(&page, "start").await;
    page.wait_for("return table.position() != ''").await;
    let computer = "return [...document.querySelectorAll('.player .who')].some((name) => name.textContent == 'Computer 2')";
    page.wait_for(computer).await;
    page.close().await;
}
