//! One's own mistakes: named after a game, tried again, asked again; and public games to watch.

use crate::audit::audit;
use crate::boards::walk;
use crate::by_keys::{tab_to, tab_to_board};
use crate::chromium::{DESK, PHONE, PHONE_AT_NIGHT, Page};
use crate::learn::TOLD;
use crate::online::Host;
use crate::puzzles::{first_with, play};
use crate::{ENTER, LANGUAGES};
use games::{AnyGame, GameId};
use protocol::TableSettings;
use serde_json::json;
use testclient::Http;

const KEPT: &str = "return localStorage.getItem('tablier.mistakes') ?? ''";
/// A whole game of Polygone, played at random.
const POLYGONE: &str = include_str!("../../../analysis/tests/games/polygone-random.txt");

/// A mistake in a position that is won at once: the line of the browser's memory, and the winning move.
fn due_card() -> (String, String) {
    let puzzle = first_with("win 1");
    let best = puzzle[3].split(['|', ' ']).next().unwrap();
    let game = AnyGame::from_position(GameId::Offboard, puzzle[2]).unwrap();
    let right: Vec<&str> = puzzle[3].split('|').collect();
    let wrong = game.moves().unwrap();
    let wrong = wrong
        .iter()
        .find(|mv| !right.contains(&mv.as_str()) && !mv.starts_with('@'))
        .unwrap();
    (
        format!("offboard; 0 1; {}; {wrong}; {best}; ", puzzle[2]),
        best.to_owned(),
    )
}

async fn styled(page: &Page) {
    page.wait_for("return [...document.styleSheets].some(sheet => sheet.href?.endsWith('/puzzles.css'))")
        .await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_game_is_reviewed_and_its_mistakes_are_named_and_kept() {
    let page = Page::open(DESK, "en").await;
    let (_, moves) = POLYGONE.lines().next().unwrap().split_once('\t').unwrap();
    let plies = moves.split(' ').count();
    page.store("tablier.polygone", &format!("{plies} {moves}")).await;
    page.go("/polygone").await;
    page.wait_for_id("learn-mistakes").await;
    page.click("learn-mistakes").await;
    page.wait_long("return document.querySelectorAll('#mistakes li').length > 0")
        .await;
    let first = page
        .text("return document.querySelector('#mistakes li').textContent")
        .await;
    assert!(first.contains("Better: ") && !first.contains('{'), "{first}");
    let kept = page.text(KEPT).await;
    assert!((1..=5).contains(&kept.lines().count()), "{kept}");
    assert!(
        kept.lines().all(|line| line.starts_with("polygone; 0 ")),
        "{kept}"
    );
    let count = page
        .run("return document.querySelectorAll('#mistakes li').length")
        .await;
    let sentence = if count.as_u64().unwrap() > 5 {
        "The five worst are kept under Puzzles, and asked again tomorrow."
    } else {
        "They are kept under Puzzles, and asked again tomorrow."
    };
    let told = "return document.querySelector('#mistakes .small').textContent";
    assert_eq!(page.text(told).await, sentence);
    page.picture("mistakes").await;
    audit(&page, "the mistakes of a game").await;
    // The line that punishes the mistake is a variation from there on.
    let before = page
        .text("return document.querySelectorAll('.runs .ply').length")
        .await;
    page.run("document.querySelector('#mistakes li button').click()")
        .await;
    page.wait_for("return document.querySelector('.ply[aria-current]') != null")
        .await;
    let after = page
        .text("return document.querySelectorAll('.runs .ply').length")
        .await;
    assert_ne!(before, after, "the answer is in the tree");
    page.run("document.querySelector('#mistakes .try-again').click()")
        .await;
    page.wait_for_id("mistake-task").await;
    assert!(
        page.text("return document.getElementById('mistake-task').textContent")
            .await
            .contains("You played")
    );
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_mistake_is_tried_again_and_judged() {
    let page = Page::open(DESK, "en").await;
    let (card, best) = due_card();
    page.store("tablier.mistakes", &card).await;
    page.go("/puzzles").await;
    page.wait_for("return document.querySelector('.own-mistakes')?.textContent.includes('1 due today')")
        .await;
    page.click("own-mistakes").await;
    page.wait_for_id("practise").await;
    page.run("document.getElementById('practise').focus()").await;
    page.keys(&[ENTER]).await;
    page.wait_for_id("mistake-task").await;
    styled(&page).await;
    page.picture("mistake").await;
    let wrong = card.split("; ").nth(3).unwrap();
    play(&page, wrong).await;
    page.wait_for(&format!("{TOLD}.includes('That was the mistake.')"))
        .await;
    let kept = page.text(KEPT).await;
    assert!(kept.starts_with("offboard; 0 2"), "asked again tomorrow: {kept}");
    // The move is taken back by itself; the button is in sight again when that is done.
    page.wait_for("return document.getElementById('solution').checkVisibility()")
        .await;
    play(&page, &best).await;
    page.wait_for(&format!("{TOLD}.includes('Right')")).await;
    page.wait_for_focus("next-mistake").await;
    assert_eq!(page.text(KEPT).await, kept, "only the first try counts");
    page.picture("mistake-solved").await;
    audit(&page, "a mistake that is solved").await;

    // Another day, and right at once: it comes again after three days.
    page.store("tablier.mistakes", &card).await;
    page.go("/puzzles/mistakes").await;
    page.wait_for_id("practise").await;
    page.click("practise").await;
    page.wait_for_id("mistake-task").await;
    play(&page, &best).await;
    page.wait_for(&format!("{TOLD}.includes('Right')")).await;
    let kept = page.text(KEPT).await;
    assert!(kept.starts_with("offboard; 1 "), "{kept}");
    page.go("/puzzles/mistakes").await;
    page.wait_for("return document.querySelector('.mistakes .card')?.textContent.includes('In 3 days')")
        .await;
    page.run("document.querySelector('.forget').click()").await;
    page.wait_for("return document.querySelector('.mistakes .card') == null")
        .await;
    let kept = page.text(KEPT).await;
    assert!(kept.starts_with("offboard; forgotten "), "{kept}");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn another_move_is_judged_by_the_engine() {
    let page = Page::open(PHONE, "en").await;
    let (card, best) = due_card();
    let fields: Vec<&str> = card.split("; ").collect();
    let game = AnyGame::from_position(GameId::Offboard, fields[2]).unwrap();
    // The winning move is the only one, so that no other ends the game.
    let mut others = game.moves().unwrap().into_iter();
    let other = others.find(|mv| mv != &best && mv != fields[3] && !mv.starts_with('@'));
    page.store("tablier.mistakes", &card).await;
    page.go("/puzzles/mistakes").await;
    page.wait_for_id("practise").await;
    page.click("practise").await;
    page.wait_for_id("mistake-task").await;
    let other = other.unwrap();
    play(&page, &other).await;
    // The mover stands so well that every move wins in the end.
    page.wait_long(&format!("{TOLD}.includes('Good: {other} holds, too.')"))
        .await;
    let kept = page.text(KEPT).await;
    assert!(kept.starts_with("offboard; 1 "), "{kept}");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_pages_of_mistakes_and_games_can_be_read_by_everyone_in_every_language() {
    let (card, _) = due_card();
    for screen in [DESK, PHONE_AT_NIGHT] {
        let page = Page::open(screen, "en").await;
        for language in LANGUAGES {
            page.store("tablier.language", language).await;
            page.store("tablier.mistakes", &card).await;
            page.go("/puzzles/mistakes").await;
            page.wait_for_id("practise").await;
            styled(&page).await;
            audit(&page, &format!("/puzzles/mistakes {language} {}", screen.name)).await;
            page.still_picture(&format!("mistakes-{language}")).await;
            page.click("practise").await;
            page.wait_for_id("mistake-task").await;
            styled(&page).await;
            audit(&page, &format!("a mistake {language} {}", screen.name)).await;
            page.go("/watch").await;
            page.wait_for("return document.querySelectorAll('.watch [aria-busy=false]').length == 2")
                .await;
            audit(&page, &format!("/watch {language} {}", screen.name)).await;
        }
        page.still_picture("watch-nobody").await;
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_mistake_is_tried_again_by_keys_and_without_a_network() {
    let (page, network) = Page::open_on_a_network(DESK, "en").await;
    network.shutdown_background();
    let (card, best) = due_card();
    page.store("tablier.mistakes", &card).await;
    page.go("/puzzles/mistakes").await;
    page.wait_for_id("practise").await;
    page.run("document.getElementById('practise').focus()").await;
    page.keys(&[ENTER]).await;
    page.wait_for_id("mistake-task").await;
    page.run("document.getElementById('solution').focus()").await;
    page.keys(&[ENTER]).await;
    page.wait_for(&format!("{TOLD}.includes('Better: {best}')")).await;
    page.wait_for("return document.getElementById('next-mistake').checkVisibility()")
        .await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_better_move_is_found_with_nothing_but_keys() {
    let page = Page::open(DESK, "en").await;
    let (card, best) = due_card();
    page.store("tablier.mistakes", &card).await;
    page.go("/puzzles/mistakes").await;
    page.wait_for_id("practise").await;
    tab_to(&page, "#practise").await;
    page.keys(&[ENTER]).await;
    page.wait_for_id("mistake-task").await;
    styled(&page).await;
    tab_to_board(&page).await;
    let (from, to) = best.split_at(2);
    walk(&page, &format!("cell-{from}")).await;
    page.keys(&[ENTER]).await;
    let end = format!(
        "return [...document.querySelectorAll('.cell')].find(cell => cell.id[5] == '{}'
            && cell.getAttribute('aria-label').endsWith('possible end'))?.id ?? ''",
        &to[..1]
    );
    let end = page.text(&end).await;
    walk(&page, &end).await;
    page.keys(&[ENTER]).await;
    page.wait_for(&format!("{TOLD}.includes('Right')")).await;
    page.wait_for_focus("next-mistake").await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_public_game_is_found_and_watched() {
    let host = Host::start().await;
    let one = Page::visit(host.address, PHONE, "en").await;
    let settings = TableSettings {
        public: true,
        ..TableSettings::new(GameId::Offboard)
    };
    let [mut first, mut second] = [(); 2].map(|()| Http::new(host.address));
    let created = first
        .post("/api/tables", &json!({ "settings": settings, "side": "first" }))
        .await;
    let id = created.json()["table"].as_str().unwrap().to_owned();
    let key = created.json()["challenge"].clone();
    second
        .post(&format!("/api/tables/{id}/join"), &json!({ "challenge": key }))
        .await;
    one.go("/").await;
    one.wait_for_id("way-watch").await;
    one.click("way-watch").await;
    one.wait_for("return document.querySelector('#under-way li') != null")
        .await;
    one.still_picture("watch").await;
    audit(&one, "/watch with a game").await;
    one.run("document.querySelector('#under-way a').click()").await;
    one.wait_for(&format!("return location.pathname == '/table/{id}'"))
        .await;
    one.wait_for_id("cell-e5").await;
    one.close().await;
}
