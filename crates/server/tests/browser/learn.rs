//! Rules pages and lessons: read in every language, stepped through, printed, and played to their ends.

use crate::audit::audit;
use crate::boards::{between, slide, tap};
use crate::chromium::{DESK, DESK_AT_NIGHT, DESK_AT_REST, PHONE, PHONE_AT_NIGHT, Page};
use crate::polarity::wait_for_table;
use crate::{ENTER, LANGUAGES, TAB};
use fantoccini::wd::{PrintConfiguration, PrintSize};

const GAMES: [&str; 4] = ["offboard", "polygone", "isometron", "polarity"];
/// The most pages of paper that the rules of each game may take.
const MOST_PAPER: [usize; 4] = [10, 11, 13, 25];
/// Script that returns the last answer to the learner.
pub(crate) const TOLD: &str = "return document.querySelector('.answer .told').textContent";
pub(crate) const LEARNED: &str = "return localStorage.getItem('tablier.learned')";

pub(crate) async fn open_rules(page: &Page, game: &str, language: &str) {
    page.store("tablier.language", language).await;
    page.go(&format!("/rules/{game}")).await;
    page.wait_for(
        "return document.querySelectorAll('article figure').length > 5 && document.fonts.status == 'loaded'",
    )
    .await;
    page.wait_for("return [...document.styleSheets].some(sheet => sheet.href?.endsWith('/learn.css'))")
        .await;
}

pub(crate) async fn open_lesson(page: &Page, lesson: &str) {
    page.go(&format!("/learn/{lesson}")).await;
    page.wait_for("return document.querySelector('.lesson-page .say')?.textContent.length > 20")
        .await;
}

/// Waits until a learner is told something that has these words in it.
pub(crate) async fn wait_until_told(page: &Page, words: &str) {
    page.wait_for(&format!("{TOLD}.includes('{words}')")).await;
}

/// Goes on to the step with this number.
async fn go_on(page: &Page, number: usize) {
    page.wait_for_id("next-step").await;
    page.click("next-step").await;
    page.wait_for(&format!(
        "return document.querySelector('.task .small').textContent.includes(' {number} ')"
    ))
    .await;
}

/// Goes on to the end of a lesson.
pub(crate) async fn finish(page: &Page) {
    page.wait_for_id("next-step").await;
    page.click("next-step").await;
    page.wait_for("return document.getElementById('next-lesson')?.checkVisibility() == true")
        .await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn every_rules_page_can_be_read_by_everyone_in_every_language() {
    for screen in [DESK, PHONE_AT_NIGHT] {
        let page = Page::open(screen, "en").await;
        for game in GAMES {
            let mut shapes = Vec::new();
            for language in LANGUAGES {
                open_rules(&page, game, language).await;
                let shape = "return ['h2', 'h3', 'figure', '.frame', 'a[href^=\"#term\"]', 'td']
                    .map(part => document.querySelectorAll('article ' + part).length).join(' ')";
                shapes.push(page.text(shape).await);
                let missing = "return [...document.querySelectorAll('main a[href^=\"#\"]')]
                    .filter(link => !document.getElementById(link.hash.slice(1))).map(link => link.hash).join()";
                assert_eq!(page.text(missing).await, "", "{game} {language}");
                let empty = "return [...document.querySelectorAll('figure > svg.figure')]
                    .filter(svg => svg.getBBox().width == 0).length";
                assert_eq!(page.run(empty).await, 0, "{game} {language}");
                let lessons = "return document.getElementById('to-lessons').getAttribute('href')";
                assert_eq!(page.text(lessons).await, format!("/learn#learn-{game}"));
                audit(&page, &format!("/rules/{game} {language} {}", screen.name)).await;
            }
            assert!(
                shapes.iter().all(|shape| *shape == shapes[0]),
                "{game}: {shapes:?}"
            );
            page.still_picture(&format!("rules-{game}")).await;
            page.run("document.querySelectorAll('article figure')[2].scrollIntoView()")
                .await;
            page.still_picture(&format!("rules-{game}-figure")).await;
        }
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_figure_loops_is_stepped_through_and_rests_where_motion_is_not_wanted() {
    let page = Page::open(DESK, "en").await;
    open_rules(&page, "offboard", "en").await;
    let shown = "const figure = [...document.querySelectorAll('figure')].find(figure => figure.querySelectorAll('.frame').length == 2);
        return [...figure.querySelectorAll('.frame')].findIndex(frame => frame.classList.contains('now'))";
    page.wait_for(&format!("{shown} == 1")).await;
    page.wait_for(&format!("{shown} == 0")).await;
    page.close().await;

    let page = Page::open(DESK_AT_REST, "en").await;
    open_rules(&page, "offboard", "en").await;
    assert_eq!(page.run(shown).await, 0);
    page.run("document.querySelector('figure .step').click()").await;
    assert_eq!(page.run(shown).await, 1);
    let pressed = "return document.querySelector('figure .loop').ariaPressed";
    assert_eq!(page.text(pressed).await, "false");
    page.run("document.querySelector('figure .step').click()").await;
    assert_eq!(page.run(shown).await, 0);
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_term_leads_to_the_glossary_and_an_address_to_its_section() {
    let page = Page::open(DESK, "en").await;
    open_rules(&page, "offboard", "en").await;
    page.run("window.stays = true; document.querySelector('a[href=\"#term-target\"]').click()")
        .await;
    page.wait_for_focus("term-target").await;
    assert_eq!(page.text("return location.hash").await, "#term-target");
    let seen = "return document.getElementById('term-target').getBoundingClientRect().top < innerHeight";
    assert_eq!(page.run(seen).await, true);
    assert_eq!(page.run("return window.stays").await, true);
    page.go("/").await;
    page.wait_for_id("offboard-rules").await;
    page.go("/rules/offboard#rule-pushing").await;
    page.wait_for_focus("rule-pushing").await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_list_of_lessons_opens_at_the_game_whose_rules_were_read() {
    let page = Page::open(PHONE, "en").await;
    for game in ["polarity", "polygone"] {
        open_rules(&page, game, "en").await;
        page.click("to-lessons").await;
        page.wait_for_focus(&format!("learn-{game}")).await;
        let top = format!("return document.querySelector('#learn-{game} h2').getBoundingClientRect().top");
        let top = page.run(&top).await.as_f64().unwrap();
        assert!((0.0..200.0).contains(&top), "{game}: {top}");
        audit(&page, &format!("/learn#learn-{game}")).await;
    }
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn offboards_analysis_opens_from_polarity_and_says_so() {
    for screen in [DESK, PHONE_AT_NIGHT] {
        let page = Page::open(screen, "en").await;
        for language in LANGUAGES {
            open_rules(&page, "polarity", language).await;
            page.click("way-analysis").await;
            page.wait_for(
                "return document.querySelector('#main > .notice')?.textContent.includes('Polarity')",
            )
            .await;
            assert_eq!(page.text("return location.pathname").await, "/analysis/offboard");
            page.wait_for("return document.querySelector('main.analysis') != null")
                .await;
            audit(&page, &format!("Offboard instead of Polarity, {language}")).await;
        }
        page.still_picture("analysis-instead").await;
        page.go("/rules/polygone").await;
        page.wait_for_id("way-analysis").await;
        page.click("way-analysis").await;
        page.wait_for("return document.querySelector('main.analysis.polygone') != null")
            .await;
        let notice = "return document.querySelector('#main > .notice')";
        assert_eq!(page.run(notice).await, serde_json::Value::Null);
        page.close().await;
    }
}

/// The width and the height of each page of a PDF, in points.
fn paper_sizes(pdf: &[u8]) -> Vec<[f64; 2]> {
    let text = String::from_utf8_lossy(pdf);
    let boxes = text.split("/MediaBox").skip(1);
    let size = |text: &str| {
        let inside = text.split(['[', ']']).nth(1).unwrap();
        let numbers: Vec<f64> = inside
            .split_whitespace()
            .map(|number| number.parse().unwrap())
            .collect();
        [numbers[2] - numbers[0], numbers[3] - numbers[1]]
    };
    boxes.map(size).collect()
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_rules_are_printed_on_a4_in_black_on_white() {
    let page = Page::open(DESK_AT_NIGHT, "en").await;
    for (game, most) in GAMES.into_iter().zip(MOST_PAPER) {
        open_rules(&page, game, "en").await;
        let wish = PrintConfiguration::builder().size(PrintSize::A4).background(true);
        let paper = page.client.print(wish.build().unwrap()).await.unwrap();
        assert!(paper.starts_with(b"%PDF"), "{game}");
        let sizes = paper_sizes(&paper);
        let is_a4 = |[width, height]: &[f64; 2]| (width - 595.0).abs() < 1.5 && (height - 842.0).abs() < 1.5;
        assert!(sizes.iter().all(is_a4), "{game}: {sizes:?}");
        assert!((1..=most).contains(&sizes.len()), "{game}: {} pages", sizes.len());
        let folder = crate::chromium::screenshots();
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("rules-{game}.pdf")), paper).unwrap();

        page.set_media("print").await;
        let colours = "const of = (element, part) => getComputedStyle(element)[part];
            const text = document.querySelector('article p');
            return of(text, 'color') + ' on ' + of(document.body, 'backgroundColor')";
        assert_eq!(
            page.text(colours).await,
            "rgb(44, 36, 27) on rgb(255, 255, 255)",
            "{game}"
        );
        page.set_media("").await;
    }
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_lesson_of_offboard_is_played_to_its_end_and_its_answers_are_told() {
    let page = Page::open(DESK, "en").await;
    open_lesson(&page, "offboard/first-push").await;
    page.tap("i5").await;
    page.tap("f5").await;
    wait_until_told(&page, "That was a turn").await;
    page.picture("lesson-offboard-right").await;
    assert_eq!(page.text("return document.activeElement.id").await, "next-step");
    go_on(&page, 2).await;

    assert_eq!(
        page.run("return document.querySelectorAll('.lesson-marks circle').length")
            .await,
        4
    );
    page.press_and_move("cell-e3", "cell-e4").await;
    page.let_go().await;
    wait_until_told(&page, "one against one").await;
    page.picture("lesson-offboard-refused").await;
    page.tap("e2").await;
    page.tap("f3").await;
    wait_until_told(&page, "not the one we are after").await;
    let back = "return document.querySelector('#cell-e2').getAttribute('aria-label').includes('red marble, can move')";
    page.wait_for(back).await;
    page.tap("e2").await;
    page.tap("e4").await;
    wait_until_told(&page, "had to give way").await;
    go_on(&page, 3).await;

    page.tap("h7").await;
    page.tap("h9").await;
    go_on(&page, 4).await;
    page.click("solution").await;
    finish(&page).await;
    assert_eq!(
        page.text(LEARNED).await,
        "offboard/first-push?",
        "a solution was shown"
    );
    audit(&page, "the end of a lesson").await;
    page.picture("lesson-offboard-end").await;

    page.click("way-learn").await;
    page.wait_for("return document.querySelectorAll('.lesson').length == 32")
        .await;
    page.wait_for("return document.querySelectorAll('.lesson.helped').length == 1")
        .await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_lesson_of_polygone_is_played_to_its_end_on_a_phone() {
    let page = Page::open(PHONE, "en").await;
    open_lesson(&page, "polygone/first-capture").await;
    page.picture("lesson-polygone").await;
    tap(&page, between(&page, "hole-d5", "hole-c4", 0.35).await).await;
    tap(&page, page.middle("hole-c2").await).await;
    wait_until_told(&page, "That is behind it").await;
    tap(&page, between(&page, "hole-d5", "hole-c4", 0.35).await).await;
    tap(&page, page.middle("hole-c6").await).await;
    go_on(&page, 2).await;
    let end = between(&page, "hole-a4", "hole-b3", 0.2).await;
    slide(
        &page,
        &[end, page.middle("hole-a4").await, page.middle("hole-b5").await],
    )
    .await;
    wait_until_told(&page, "the black segment is yours").await;
    page.picture("lesson-polygone-taken").await;
    go_on(&page, 3).await;
    tap(&page, between(&page, "hole-b1", "hole-a2", 0.35).await).await;
    tap(&page, page.middle("hole-a4").await).await;
    go_on(&page, 4).await;
    audit(&page, "a question").await;
    page.run("document.querySelectorAll('.option')[1].click()").await;
    page.wait_for("return document.querySelectorAll('.option.missed').length == 1")
        .await;
    page.run("document.querySelectorAll('.option')[0].click()").await;
    finish(&page).await;
    assert_eq!(page.text(LEARNED).await, "polygone/first-capture");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn every_lesson_opens_and_can_be_used_by_everyone() {
    for (screen, languages) in [
        (DESK, &LANGUAGES[1..2]),
        (PHONE, &LANGUAGES[..]),
        (PHONE_AT_NIGHT, &LANGUAGES[2..3]),
    ] {
        let page = Page::open(screen, "en").await;
        for language in languages {
            page.store("tablier.language", language).await;
            page.go("/learn").await;
            page.wait_for("return document.querySelectorAll('.lesson').length == 32")
                .await;
            page.wait_for(
                "return [...document.styleSheets].some(sheet => sheet.href?.endsWith('/learn.css'))",
            )
            .await;
            audit(&page, &format!("/learn {language} {}", screen.name)).await;
            page.still_picture("learn").await;
            let lessons = page
                .run("return [...document.querySelectorAll('.lesson')].map(link => link.pathname)")
                .await;
            for path in lessons.as_array().unwrap() {
                let path = path.as_str().unwrap();
                // `polarity_lessons.rs` opens Polarity's.
                if path.contains("/polarity/") {
                    continue;
                }
                open_lesson(&page, path.trim_start_matches("/learn/")).await;
                audit(&page, &format!("{path} {language} {}", screen.name)).await;
            }
        }
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_demonstration_is_shown_before_its_task_and_again() {
    let page = Page::open(DESK, "en").await;
    open_lesson(&page, "polygone/traps").await;
    page.wait_for_id("show-again").await;
    page.click("show-again").await;
    page.wait_for("return document.getElementById('show-again') == null")
        .await;
    page.wait_for_id("show-again").await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn learning_is_offered_at_the_first_visit_and_the_ways_are_on_every_page() {
    let page = Page::open(PHONE, "en").await;
    page.picture("offer").await;
    assert_eq!(
        page.text("return document.querySelector('.learn-offer a').pathname")
            .await,
        "/learn/offboard/first-push"
    );
    page.go("/").await;
    page.wait_for_id("polygone-learn").await;
    assert_eq!(
        page.text("return document.getElementById('polygone-learn').innerText")
            .await
            .trim(),
        "Learn in 2 minutes\nPolygone"
    );
    page.load("1 i5h5").await;
    assert_eq!(
        page.run("return document.querySelector('.learn-offer')").await,
        serde_json::Value::Null
    );
    // A game that was begun does not make the first lesson known.
    let way = "return document.getElementById('offboard-learn')?.getAttribute('href')";
    page.go("/").await;
    page.wait_for(&format!("{way} == '/learn/offboard/first-push'"))
        .await;
    page.store("tablier.learned", "offboard/first-push?").await;
    page.go("/").await;
    page.wait_for(&format!("{way} == '/learn#learn-offboard'")).await;
    page.go("/offboard").await;
    page.wait_for_id("cell-e5").await;
    page.run("document.querySelector('.rules').open = true").await;
    page.click("all-rules").await;
    page.wait_for("return location.pathname == '/rules/offboard'")
        .await;
    for path in [
        "/",
        "/learn",
        "/rules/isometron",
        "/settings",
        "/polygone/computer",
        "/polarity",
        "/lobby/offboard",
        "/puzzles",
        "/puzzles/mistakes",
        "/watch",
    ] {
        page.go(path).await;
        page.wait_for_id("way-learn").await;
        let ways = "return ['play', 'learn', 'puzzles', 'watch', 'analysis'].filter(way => {
            const box = document.getElementById('way-' + way).getBoundingClientRect();
            return box.width > 0 && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
        }).length";
        assert_eq!(page.run(ways).await, 5, "{path}");
    }
    page.go("/").await;
    page.wait_for_id("way-analysis").await;
    page.keys(&[TAB, TAB, TAB, TAB]).await;
    assert_eq!(page.text("return document.activeElement.id").await, "way-learn");
    page.keys(&[ENTER]).await;
    page.wait_for("return document.querySelector('.lesson') != null")
        .await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn rules_and_lessons_open_without_a_network() {
    let (page, network) = Page::open_on_a_network(DESK, "en").await;
    network.shutdown_background();
    for game in GAMES {
        page.go(&format!("/rules/{game}")).await;
        page.wait_for("return document.querySelectorAll('article figure').length > 5")
            .await;
    }
    page.go("/learn").await;
    page.wait_for("return document.querySelectorAll('.lesson').length == 32")
        .await;
    open_lesson(&page, "offboard/first-push").await;
    open_lesson(&page, "isometron/stopping").await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn polaritys_lessons_and_challenges_open_without_a_network_before_they_were_opened() {
    let (page, network) = Page::open_on_a_network(DESK, "en").await;
    let kept = "caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))
        .then(files => done(files.flat().some(({ url }) => url.endsWith('/polarity_view_bg.wasm'))))";
    let end = std::time::Instant::now() + std::time::Duration::from_mins(1);
    while page.run_long(kept).await != true {
        assert!(std::time::Instant::now() < end, "Polarity's table is not kept");
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    network.shutdown_background();
    open_lesson(&page, "polarity/lean").await;
    wait_for_table(&page).await;
    page.go("/puzzles/polarity/leaners").await;
    wait_for_table(&page).await;
    page.wait_for("return document.getElementById('start-challenge')?.disabled == false")
        .await;
    page.close().await;
}
