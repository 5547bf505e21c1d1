//! Polarity's table in a real browser: what a hand does there is the same, to the bit, when it is replayed here.

use crate::ENTER;
use crate::chromium::{DESK, PHONE, Page, Screen};
use crate::polarity_page::press;
use magnets::{Disc, Lie};
use polarity::Match;
use polarity_view::motion::Motion;
use polarity_view::record::{TableRecord, scene_text};

pub(crate) const WITHOUT_WEBGL: Screen = Screen {
    name: "desk-paper",
    flags: &["--disable-3d-apis"],
    ..DESK
};

/// Opens the table.
pub(crate) async fn open(screen: Screen) -> Page {
    open_in(screen, "en").await
}

/// Opens the table in a language.
pub(crate) async fn open_in(screen: Screen, language: &str) -> Page {
    let page = Page::open(screen, language).await;
    page.go("/polarity").await;
    wait_for_table(&page).await;
    free_hand(&page).await;
    page
}

/// Steers hands freely: these tests know where they want them.
pub(crate) async fn free_hand(page: &Page) {
    page.run("if (document.querySelector('main').dataset.hand == 'led') table.command('free')")
        .await;
    page.wait_for("return document.querySelector('main').dataset.hand == 'free'")
        .await;
    // Its button changes colour in a moment; nobody judges it before.
    page.wait_for("return document.querySelector('[data-do=free]').getAnimations().length == 0")
        .await;
}

/// Waits until the table is in the page.
pub(crate) async fn wait_for_table(page: &Page) {
    page.wait_for("return (window.table?.status() ?? '') != ''").await;
}

/// Chooses one of several.
pub(crate) async fn choose(page: &Page, id: &str) {
    page.wait_for_id(id).await;
    page.run(&format!("document.getElementById('{id}').click()"))
        .await;
}

/// Begins a game, chosen by the ids of the form's choices.
pub(crate) async fn begin(page: &Page, choices: &[&str]) {
    press(page, "game-sheet").await;
    for choice in choices {
        choose(page, choice).await;
    }
    press(page, "start").await;
    page.wait_for("return table.position() != ''").await;
}

/// Waits for what the magnets do; without a graphics card and on a busy machine that can take a while.
pub(crate) async fn wait_for_status(page: &Page, status: &str) {
    page.wait_long(&format!("return table.status() == '{status}'"))
        .await;
}

/// Events of a pointer and a wheel on the picture, at points of the table.
pub(crate) const GESTURES: &str = "
    const stage = document.getElementById('stage');
    const box = stage.getBoundingClientRect();
    const send = (kind, [x, y], more) => stage.dispatchEvent(new (more ? WheelEvent : PointerEvent)(kind,
        { pointerId: 1, bubbles: true, cancelable: true, clientX: box.x + x, clientY: box.y + y, ...more }));
    const hand = table.hand().split(' ').map(Number);
    const here = table.project(hand[0], hand[1], hand[2]);
    const drag = (x, y) => {
        const there = table.project(x, y, hand[2]);
        send('pointerdown', here); send('pointermove', there); send('pointerup', there);
    };
    const lower = (notches) => {
        for (let k = 0; k < notches; k++) send('wheel', here, { deltaY: 100 });
    };
";

/// Foundations of a game, White's first, in centimetres: the one at (-4, -9) has room for a leaner.
pub(crate) const PLACES: [(f64, f64); 10] = [
    (-4.0, -9.0),
    (-15.0, -4.0),
    (12.0, -12.0),
    (15.0, -1.0),
    (-13.0, 9.0),
    (6.0, 14.0),
    (-6.0, 15.0),
    (14.0, 8.0),
    (1.0, 8.0),
    (-18.0, 3.0),
];
/// Place of the red disc.
pub(crate) const CENTRE: (f64, f64) = (0.0, 0.0);

/// Moves a slider.
async fn slide(page: &Page, part: &str, value: u32) {
    page.run(&format!(
        "const slider = document.querySelector('[data-set={part}]'); slider.value = '{value}';
         slider.dispatchEvent(new Event('input', {{ bubbles: true }}))"
    ))
    .await;
}

async fn take(page: &Page, colour: &str) {
    page.run(&format!("document.querySelector('[data-do={colour}]').click()"))
        .await;
    wait_for_status(page, "holding").await;
}

/// Waits until the hand has stood where it shall be for so many samples, or has had to go.
pub(crate) async fn wait_until_stood(page: &Page, samples: usize) {
    page.wait_long(&format!(
        "return table.status() != 'holding' || table.stood() >= {samples}"
    ))
    .await;
}

/// Takes a disc high over the others to a place, and down to the mat.
pub(crate) async fn carry(page: &Page, colour: &str, (x, y): (f64, f64)) {
    take(page, colour).await;
    slide(page, "height", 12).await;
    wait_until_stood(page, 1).await;
    page.run(&format!("{GESTURES} drag({x}, {y})")).await;
    wait_until_stood(page, 1).await;
    slide(page, "height", 0).await;
    wait_until_stood(page, 30).await;
}

/// Lets time pass faster until the next hand comes in.
pub(crate) async fn hurry(page: &Page) {
    page.run("if (document.querySelector('[data-do=hurry]').ariaPressed != 'true') table.command('hurry')")
        .await;
}

/// Lets go, and waits for the judgement: so many moves are played then.
pub(crate) async fn release(page: &Page, moves: usize) {
    page.run("document.querySelector('[data-do=release]').click()")
        .await;
    hurry(page).await;
    wait_for_moves(page, moves).await;
}

/// Waits until the table rests and so many moves are played on it, or more: a computer does not wait to be seen.
pub(crate) async fn wait_for_moves(page: &Page, moves: usize) {
    page.wait_long(&format!(
        "return table.status() == 'idle' && table.moves().split('\\n').filter(Boolean).length >= {moves}"
    ))
    .await;
}

/// Lays foundations of a colour, the first of them as this move of the game.
pub(crate) async fn lay(page: &Page, colour: &str, places: std::ops::Range<usize>) {
    for place in places {
        carry(page, colour, PLACES[place]).await;
        release(page, place + 1).await;
    }
}

/// Holds a disc leaning by the foundation at (-4, -9): taken by button, leant by key, placed by drag, lowered by
/// wheel.
pub(crate) async fn lean(page: &Page) {
    take(page, "white").await;
    page.run("document.getElementById('stage').focus()").await;
    page.keys(&['l']).await;
    page.run(&format!("{GESTURES} drag(-4 + 3.73, -9)")).await;
    page.run(&format!("{GESTURES} lower(60)")).await;
    let hand = page.text("return table.hand()").await;
    let hand: Vec<f32> = hand.split(' ').map(|part| part.parse().unwrap()).collect();
    let [x, y, height, tilt, _] = hand[..] else {
        panic!("{hand:?}")
    };
    assert!(
        (x + 0.27).abs() < 0.1 && (y + 9.0).abs() < 0.1 && height < 0.1 && (tilt - 30.0).abs() < 0.1,
        "{hand:?}"
    );
    wait_until_stood(page, 60).await;
}

/// The same, on the table that has nothing but the foundation.
async fn lean_alone(page: &Page) {
    page.run("table.command('first')").await;
    lean(page).await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_leaner_left_on_the_table_in_space_is_the_same_when_replayed_here() {
    let page = open(DESK).await;
    let flat = "return document.querySelector('[data-do=flat]').ariaPressed";
    assert_eq!(page.text(flat).await, "false", "Chromium draws in space");
    page.picture("polarity").await;
    lean_alone(&page).await;
    page.picture("polarity-held").await;
    page.run("document.getElementById('stage').focus()").await;
    page.keys(&[ENTER]).await;
    wait_for_status(&page, "idle").await;
    page.picture("polarity-leaner").await;
    assert_eq!(page.text("return table.news()").await, "news-stands 2");

    let record: TableRecord = page.text("return table.last_record()").await.parse().unwrap();
    let replayed = Motion::replay(&record).unwrap();
    assert_eq!(replayed.table().lie(Disc(2)), Some(Lie::Leaner));
    let scene = replayed.table().scene().unwrap();
    assert_eq!(page.text("return table.scene()").await, scene_text(&scene));

    // Shown again in the browser, it ends the same way.
    page.run("table.command('replay')").await;
    wait_for_status(&page, "idle").await;
    assert_eq!(page.text("return table.news()").await, "news-stands 2");
    eprintln!(
        "milliseconds a frame, quality, drawn by: {}",
        page.text("return table.measures()").await
    );
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_table_has_the_golden_bits_in_its_own_module() {
    let page = open(DESK).await;
    let golden = include_str!("../../../magnets/tests/golden.txt");
    for (scene, hash) in golden.lines().enumerate() {
        let found = page.text(&format!("return table.golden({scene})")).await;
        assert_eq!(found, hash, "scene {scene}");
    }
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn without_webgl_the_same_leaner_is_left_on_paper() {
    let page = open(WITHOUT_WEBGL).await;
    let flat = "return document.querySelector('[data-do=flat]').ariaPressed";
    assert_eq!(page.text(flat).await, "true");
    assert_eq!(
        page.run("return document.querySelector('.notice').hidden").await,
        false
    );
    lean_alone(&page).await;
    page.picture("polarity-held").await;
    page.run("table.command('release')").await;
    wait_for_status(&page, "idle").await;
    assert_eq!(page.text("return table.news()").await, "news-stands 2");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_game_at_the_table_is_judged_as_a_server_would() {
    let page = open(PHONE).await;
    begin(&page, &["with-two"]).await;
    carry(&page, "white", PLACES[0]).await;
    page.picture("polarity-game").await;
    release(&page, 1).await;
    assert_eq!(page.text("return table.news()").await, "news-laid 1");
    let first = page.text("return table.first_position()").await;
    let mut game = Match::from_position(first.parse().unwrap());
    game.play(&page.text("return table.moves()").await).unwrap();
    assert_eq!(
        page.text("return table.position()").await,
        game.position().to_string()
    );
    page.close().await;
}
