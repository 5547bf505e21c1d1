//! Choices of Polarity's players: the toss, how much of the guide is shown, what is seen again, heard and felt.

use crate::chromium::{DESK, DESK_AT_REST, PHONE, Page, Screen};
use crate::online::Host;
use crate::polarity::{
    GESTURES, begin, choose, free_hand, open, wait_for_status, wait_for_table, wait_until_stood,
};
use crate::polarity_page::{TO_LEAN, check, press};

const HINT: &str = "return document.querySelector('.state p').textContent";
const OUTLOOK: &str = "return document.querySelector('main').dataset.outlook";
const HAS_SWITCH: &str = "return document.querySelector('[data-do=guide]') != null";
const FILM: &str = "document.querySelector('main').dataset.film == 'shown'";

/// Brings a led hand to the foundation at (-10, 0), and waits until it is there.
async fn lean_led(page: &Page) {
    page.run(&format!("table.set_up(`{TO_LEAN}`, true, true, false)"))
        .await;
    page.two_frames().await;
    page.run(
        "const stage = document.getElementById('stage'); const box = stage.getBoundingClientRect();
         const [x, y] = table.project(-10, 0, 0.3);
         for (const kind of ['pointerdown', 'pointerup']) stage.dispatchEvent(new PointerEvent(kind,
            { pointerId: 1, bubbles: true, clientX: box.x + x, clientY: box.y + y }))",
    )
    .await;
    wait_for_status(page, "holding").await;
    wait_until_stood(page, 30).await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_guide_shows_what_the_table_allows() {
    let page = Page::open(PHONE, "en").await;
    page.go("/polarity").await;
    wait_for_table(&page).await;
    for (choice, has_switch) in [("all", true), ("ring", true), ("nothing", false)] {
        begin(&page, &["with-two", &format!("guide-{choice}")]).await;
        page.wait_for(&format!("{HAS_SWITCH} == {has_switch}")).await;
        lean_led(&page).await;
        if choice == "all" {
            page.wait_long(&format!("{OUTLOOK} == 'holds'")).await;
        } else {
            assert_eq!(page.text(OUTLOOK).await, "unknown", "{choice}");
            let hint = page.text(HINT).await;
            assert!(hint.starts_with("Drag the disc round and in and out"), "{hint}");
        }
        check(&page, choice).await;
        page.still_picture(&format!("polarity-guide-{choice}")).await;
        page.run("table.command('back')").await;
        wait_for_status(&page, "idle").await;
    }
    // A game that is kept keeps the choice.
    begin(&page, &["with-two", "guide-nothing"]).await;
    page.go("/polarity").await;
    wait_for_table(&page).await;
    page.wait_for(&format!("{HAS_SWITCH} == false")).await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_table_over_the_network_keeps_its_guide() {
    let host = Host::start().await;
    let page = Page::visit(host.address, DESK, "en").await;
    page.go("/friend/offboard").await;
    page.wait_for_id("create").await;
    assert!(
        page.run("return document.getElementById('guide-ring') == null")
            .await
            == true
    );
    page.go("/polarity/friend").await;
    page.wait_for_id("guide-nothing").await;
    page.run("document.getElementById('guide-nothing').click()").await;
    page.click("create").await;
    wait_for_table(&page).await;
    page.wait_for(&format!("{HAS_SWITCH} == false")).await;
    let guide = page
        .run_long(
            "fetch('/api/tables/' + location.pathname.split('/').at(-1)).then(answer => answer.json())
                .then(found => done(found.table.settings.guide))",
        )
        .await;
    assert_eq!(guide, "nothing");
    page.go("/lobby/polarity").await;
    page.wait_for_id("guide-all").await;
    assert!(
        page.run("return document.getElementById('guide-all').checked")
            .await
            == true
    );
    page.close().await;
}

/// Lets a disc go that is too far from the foundation at (-4, -9) to lean on it, and waits until it lies.
async fn fall(page: &Page) {
    page.run("table.command('first'); table.command('white')").await;
    wait_for_status(page, "holding").await;
    page.run(&format!("{GESTURES} drag(-4 + 6.5, -9)")).await;
    page.run("table.command('lean')").await;
    page.run(&format!("{GESTURES} lower(60)")).await;
    wait_until_stood(page, 10).await;
    page.run("table.command('release')").await;
    page.wait_long("return table.news().includes('news-lies')").await;
}

async fn tap_stage(page: &Page) {
    page.run(
        "const stage = document.getElementById('stage'); const box = stage.getBoundingClientRect();
         const [x, y] = table.project(-4, -9, 0.3);
         for (const kind of ['pointerdown', 'pointerup']) stage.dispatchEvent(new PointerEvent(kind,
            { pointerId: 1, bubbles: true, clientX: box.x + x, clientY: box.y + y }))",
    )
    .await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_fall_is_shown_once_more_until_a_tap_or_a_key() {
    for screen in [DESK, PHONE] {
        let page = open(screen).await;
        // It stands still as soon as it is shown: a picture takes its time.
        page.run(
            "const main = document.querySelector('main');
             window.stills = new MutationObserver(() => main.dataset.film == 'shown'
                 && document.querySelector('[data-do=pause]').ariaPressed != 'true' && table.command('pause'));
             stills.observe(main, { attributes: true, attributeFilter: ['data-film'] })",
        )
        .await;
        fall(&page).await;
        page.wait_for(&format!("return {FILM}")).await;
        let heading = "return document.querySelector('.state h2').textContent";
        assert_eq!(page.text(heading).await, "It fell flat: nothing held it up.");
        check(&page, "a film").await;
        page.picture("polarity-fall").await;
        tap_stage(&page).await;
        page.wait_for(&format!("return !({FILM})")).await;
        assert_eq!(
            page.text("return table.status()").await,
            "idle",
            "the tap that ends it takes no disc"
        );
        press(&page, "see-again").await;
        page.wait_for(&format!("return {FILM}")).await;
        page.run("document.getElementById('stage').focus()").await;
        page.keys(&['w']).await;
        page.wait_for(&format!("return !({FILM})")).await;
        assert_eq!(
            page.text("return table.status()").await,
            "idle",
            "nor does the key"
        );
        page.run("stills.disconnect()").await;
        press(&page, "see-again").await;
        page.wait_for(&format!("return {FILM}")).await;
        page.run(
            "if (document.querySelector('[data-do=pause]').ariaPressed == 'true') table.command('pause')",
        )
        .await;
        page.wait_long(&format!("return !({FILM})")).await;
        page.close().await;
    }
}

async fn falls_unseen(screen: Screen, settings: &str) {
    let page = Page::open(screen, "en").await;
    page.store("tablier.settings", settings).await;
    page.go("/polarity").await;
    wait_for_table(&page).await;
    crate::polarity::free_hand(&page).await;
    fall(&page).await;
    page.wait_for("return !document.querySelector('[data-do=see-again]').hidden")
        .await;
    page.two_frames().await;
    assert!(page.run(&format!("return {FILM}")).await == false, "{settings}");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn who_wants_no_replay_gets_none_but_by_the_button() {
    falls_unseen(DESK, "replays=off").await;
    falls_unseen(DESK_AT_REST, "").await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_toss_stands_until_its_game_begins() {
    let page = open(PHONE).await;
    press(&page, "game-sheet").await;
    for choice in ["with-computer", "side-first"] {
        choose(&page, choice).await;
    }
    // The disc shows –.
    page.run("Math.random = () => 0").await;
    let told = "return document.querySelector('.toss p').textContent";
    let calls = "return [...document.querySelectorAll('.toss button')].map(button => button.disabled).join()";
    let side = "return document.querySelector('#game-sheet [name=side]:checked').id";
    press(&page, "toss-south").await;
    let lost = "The red disc shows –: called wrong, the computer chooses White.";
    assert_eq!(page.text(told).await, lost);
    assert_eq!(page.text(calls).await, "true,true");
    assert_eq!(page.text(side).await, "side-second");
    press(&page, "toss-north").await;
    assert_eq!(page.text(told).await, lost, "nobody tosses twice");
    press(&page, "start").await;
    page.wait_for("return table.position().includes('\"red\":\"-\"')")
        .await;
    press(&page, "game-sheet").await;
    assert_eq!(page.text(calls).await, "false,false");
    assert_eq!(page.text(told).await, "");
    assert_eq!(page.text(side).await, "side-first", "the choice before the toss");
    page.close().await;
}

/// Counts the short sounds and the trembling of a page that was just loaded.
const NOTE_CLICKS: &str = "
    window.clicks = 0;
    window.trembles = 0;
    const source = AudioScheduledSourceNode.prototype, start = source.start;
    source.start = function (...when) {
        if (this.type == 'triangle') window.clicks += 1;
        return start.apply(this, when);
    };
    navigator.vibrate = () => window.trembles += 1;
";

/// Holds a disc so near above the foundation at (-4, -9) that it sticks to it.
async fn stick(page: &Page, settings: &str) {
    page.store("tablier.settings", settings).await;
    page.go("/polarity").await;
    wait_for_table(page).await;
    free_hand(page).await;
    page.run(NOTE_CLICKS).await;
    page.run("table.command('first'); table.command('white')").await;
    wait_for_status(page, "holding").await;
    page.run(&format!("{GESTURES} drag(-4, -9)")).await;
    wait_until_stood(page, 1).await;
    page.run(&format!("{GESTURES} lower(50)")).await;
    page.wait_long("return table.news().includes('news-stuck')").await;
    page.two_frames().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn discs_click_when_they_meet_and_a_muted_phone_trembles() {
    let page = Page::open(DESK, "en").await;
    stick(&page, "volume=4").await;
    // Two tones a click.
    assert!(page.run("return window.clicks > 1").await == true);
    stick(&page, "volume=0").await;
    assert_eq!(page.run("return window.clicks").await, 0);
    assert!(page.run("return window.trembles > 0").await == true);
    page.close().await;
}
