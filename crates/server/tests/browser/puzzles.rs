//! Puzzles: solved, missed, hinted at, shown, played on, and opened without a network.

use crate::audit::audit;
use crate::chromium::{DESK, PHONE_AT_NIGHT, Page};
use crate::learn::TOLD;
use crate::{DOWN, ENTER, LANGUAGES, LEFT, RIGHT, TAB, UP};

const GAMES: [&str; 3] = ["offboard", "polygone", "isometron"];
const OFFBOARD: &str = include_str!("../../../../puzzles/offboard.txt");
const KEPT: &str = "return localStorage.getItem('tablier.puzzles')";

/// The fields of the first puzzle of Offboard with a goal.
pub(crate) fn first_with(goal: &str) -> Vec<&'static str> {
    let lines = OFFBOARD.lines().map(|line| line.split("; ").collect::<Vec<_>>());
    let mut found = lines.filter(|fields| fields[1] == goal && !fields[3].contains('@'));
    found.next().unwrap()
}

async fn open_puzzle(page: &Page, name: &str) {
    page.go(&format!("/puzzles/{name}")).await;
    page.wait_for("return document.querySelector('#puzzle-goal')?.textContent.length > 20")
        .await;
    page.wait_for("return [...document.styleSheets].some(sheet => sheet.href?.endsWith('/puzzles.css'))")
        .await;
}

/// Plays a step of Offboard by taps: on the rearmost marble, and on the first cell ahead that is not of its colour.
pub(crate) async fn play(page: &Page, mv: &str) {
    let (from, to) = mv.split_at(2);
    let numbers = |cell: &str| {
        let bytes = cell.as_bytes();
        (i16::from(bytes[0]), i16::from(bytes[1]))
    };
    let ((row, column), (next_row, next_column)) = (numbers(from), numbers(to));
    let mut at = (row, column);
    let label = |(row, column): (i16, i16)| {
        let cell = format!("{}{}", char::from(row as u8), char::from(column as u8));
        let script =
            format!("return document.getElementById('cell-{cell}')?.getAttribute('aria-label') ?? ''");
        (cell, script)
    };
    let colour = |label: &str| {
        ["red", "yellow"]
            .into_iter()
            .find(|colour| label.contains(&format!("{colour} marble")))
    };
    let own = colour(&page.text(&label(at).1).await);
    assert!(own.is_some(), "no marble on {from}");
    while colour(&page.text(&label(at).1).await) == own {
        at = (at.0 + next_row - row, at.1 + next_column - column);
    }
    page.tap(from).await;
    page.tap(&label(at).0).await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_puzzle_is_solved_to_its_end_and_played_on() {
    let page = Page::open(DESK, "en").await;
    let puzzle = first_with("win 3");
    open_puzzle(&page, &format!("offboard/{}", puzzle[0])).await;
    page.picture("puzzle").await;
    let moves: Vec<&str> = puzzle[3]
        .split(' ')
        .map(|ways| ways.split('|').next().unwrap())
        .collect();
    play(&page, moves[0]).await;
    page.wait_for(&format!("{TOLD}.includes('Right')")).await;
    // The opponent's answer is shown before the solver goes on.
    page.wait_for("return document.getElementById('hint').checkVisibility()")
        .await;
    play(&page, moves[2]).await;
    page.wait_for(&format!("{TOLD}.includes('Solved')")).await;
    page.wait_for_focus("next-puzzle").await;
    page.picture("puzzle-solved").await;
    let kept = page.text(KEPT).await;
    assert!(kept.ends_with(&format!(" 1 1 1 {}", puzzle[0])), "{kept}");
    audit(&page, "a puzzle that is solved").await;

    page.click("play-on").await;
    page.wait_for("return location.pathname == '/offboard/computer' && location.search == ''")
        .await;
    let stored = page
        .text("return localStorage.getItem('tablier.offboard.computer')")
        .await;
    assert!(stored.contains(puzzle[2].split(' ').next().unwrap()), "{stored}");
    page.refresh().await;
    let again = page
        .text("return localStorage.getItem('tablier.offboard.computer')")
        .await;
    assert!(again.contains(puzzle[2].split(' ').next().unwrap()), "{again}");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_hint_and_the_solution_cost_the_streak_and_are_kept() {
    let page = Page::open(DESK, "en").await;
    let puzzle = first_with("win 1");
    open_puzzle(&page, &format!("offboard/{}", puzzle[0])).await;
    page.click("hint").await;
    let place = &puzzle[3][..2];
    page.wait_for(&format!("{TOLD}.includes('Look at {place}')"))
        .await;
    page.click("solution").await;
    page.wait_for("return document.getElementById('next-puzzle').checkVisibility()")
        .await;
    let kept = page.text(KEPT).await;
    assert!(kept.ends_with(&format!(" 1 0 0 {}?", puzzle[0])), "{kept}");
    page.click("again").await;
    page.wait_for("return document.getElementById('hint').checkVisibility()")
        .await;
    play(&page, puzzle[3].split(['|', ' ']).next().unwrap()).await;
    page.wait_for(&format!("{TOLD}.includes('Solved')")).await;
    assert_eq!(page.text(KEPT).await, kept, "only the first time counts");
    page.click("next-puzzle").await;
    page.wait_for(
        "return location.pathname == '/puzzles/offboard' && document.getElementById('hint') != null",
    )
    .await;
    page.close().await;
}

/// The most keys on the way to a cell.
const MOST_KEYS: usize = 40;

/// Goes from the focused cell to another with the arrow keys.
async fn walk_to(page: &Page, cell: &str) {
    let wanted = format!("cell-{cell}");
    for _ in 0..MOST_KEYS {
        let focus = page.text("return document.activeElement.id").await;
        if focus == wanted {
            return;
        }
        let (from, to) = (page.middle(&focus).await, page.middle(&wanted).await);
        let key = match (to.0 - from.0, to.1 - from.1) {
            (_, down) if down > 5.0 => DOWN,
            (_, down) if down < -5.0 => UP,
            (right, _) if right > 0.0 => RIGHT,
            _ => LEFT,
        };
        page.keys(&[key]).await;
    }
    panic!("the arrow keys do not lead to {cell}");
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_puzzle_is_solved_by_arrow_keys_and_enter() {
    let page = Page::open(DESK, "en").await;
    let puzzle = first_with("win 1");
    open_puzzle(&page, &format!("offboard/{}", puzzle[0])).await;
    let is_on_board = "return document.activeElement.matches('.cell')";
    for _ in 0..MOST_KEYS {
        if page.run(is_on_board).await == true {
            break;
        }
        page.keys(&[TAB]).await;
    }
    let (from, to) = puzzle[3].split(['|', ' ']).next().unwrap().split_at(2);
    walk_to(&page, from).await;
    page.keys(&[ENTER]).await;
    // The line goes one cell along its row: its own marbles are passed on the way to its end.
    let end = format!(
        "return [...document.querySelectorAll('.cell')].find(cell => cell.id[5] == '{}'
            && cell.getAttribute('aria-label').endsWith('possible end'))?.id.slice(5) ?? ''",
        &to[..1]
    );
    let end = page.text(&end).await;
    walk_to(&page, &end).await;
    page.keys(&[ENTER]).await;
    page.wait_for(&format!("{TOLD}.includes('Solved')")).await;
    page.wait_for_focus("next-puzzle").await;
    let kept = page.text(KEPT).await;
    assert!(kept.ends_with(&format!(" 1 1 1 {}", puzzle[0])), "{kept}");
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_pages_of_puzzles_can_be_read_by_everyone_in_every_language() {
    for screen in [DESK, PHONE_AT_NIGHT] {
        let page = Page::open(screen, "en").await;
        for language in LANGUAGES {
            page.store("tablier.language", language).await;
            page.go("/puzzles").await;
            page.wait_for("return document.querySelectorAll('.puzzle-list .games .card').length == 4")
                .await;
            page.wait_for(
                "return [...document.styleSheets].some(sheet => sheet.href?.endsWith('/puzzles.css'))",
            )
            .await;
            audit(&page, &format!("/puzzles {language} {}", screen.name)).await;
            page.still_picture(&format!("puzzles-{language}")).await;
            for game in GAMES {
                open_puzzle(&page, &format!("{game}/daily")).await;
                audit(&page, &format!("/puzzles/{game} {language} {}", screen.name)).await;
                if language == "en" {
                    page.still_picture(&format!("puzzle-{game}")).await;
                }
            }
        }
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn puzzles_open_without_a_network() {
    let (page, network) = Page::open_on_a_network(DESK, "en").await;
    network.shutdown_background();
    for game in GAMES {
        open_puzzle(&page, &format!("{game}/daily")).await;
    }
    page.close().await;
}
