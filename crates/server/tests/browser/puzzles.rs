//! Puzzles: solved, missed, hinted at, shown, played on, and opened without a network.

use crate::audit::audit;
use crate::boards::walk;
use crate::by_keys::{tab_to_board, turn_by_keys};
use crate::chromium::{DESK, PHONE, PHONE_AT_NIGHT, Page};
use crate::learn::TOLD;
use crate::{ENTER, LANGUAGES};
use games::{AnyGame, GameId};

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
    let lit = "const lit = document.querySelector('.lesson-marks').getBoundingClientRect();
        const cell = document.getElementById('cell-PLACE').getBoundingClientRect();
        return Math.hypot(lit.x + lit.width / 2 - cell.x - cell.width / 2, lit.y + lit.height / 2 - cell.y - cell.height / 2) < 3";
    assert_eq!(
        page.run(&lit.replace("PLACE", place)).await,
        true,
        "{place} is lit"
    );
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

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_wrong_move_is_answered_on_the_board_and_taken_back() {
    let page = Page::open(DESK, "en").await;
    let puzzle = first_with("hold 1");
    open_puzzle(&page, &format!("offboard/{}", puzzle[0])).await;
    let board = "return [...document.querySelectorAll('.cell')].map(cell => cell.getAttribute('aria-label').slice(0, 8)).join()";
    let before = page.text(board).await;
    let right: Vec<&str> = puzzle[3].split([' ', '|']).collect();
    let game = AnyGame::from_position(GameId::Offboard, puzzle[2]).unwrap();
    let moves = game.moves().unwrap();
    let wrong = moves
        .iter()
        .find(|mv| !right.contains(&mv.as_str()) && !mv.starts_with('@'));
    play(&page, wrong.unwrap()).await;
    page.wait_long(&format!("{TOLD}.includes('After {} ')", wrong.unwrap()))
        .await;
    page.still_picture("puzzle-refuted").await;
    page.wait_for("return document.getElementById('hint').checkVisibility()")
        .await;
    assert_eq!(page.text(board).await, before, "both moves are taken back");
    play(&page, right[0]).await;
    page.wait_for("return /Right|Solved/.test(document.querySelector('.answer .told').textContent)")
        .await;
    page.close().await;
}

/// The first puzzle of a game with a goal whose first move takes nothing.
fn quiet_with<'a>(puzzles: &'a str, goal: &str) -> Vec<&'a str> {
    let lines = puzzles.lines().map(|line| line.split("; ").collect::<Vec<_>>());
    let mut found = lines.filter(|fields| fields[1] == goal && !fields[3].contains('x'));
    found.next().unwrap()
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn puzzles_of_polygone_and_isometron_are_solved_by_keys_alone() {
    let page = Page::open(DESK, "en").await;
    let puzzle = quiet_with(include_str!("../../../../puzzles/polygone.txt"), "win 1");
    open_puzzle(&page, &format!("polygone/{}", puzzle[0])).await;
    tab_to_board(&page).await;
    let ends: Vec<&str> = puzzle[3].split([':', '-', '|', ' ']).collect();
    turn_by_keys(&page, ends[0], ends[1], ends[2]).await;
    page.wait_for(&format!("{TOLD}.includes('Solved')")).await;
    page.wait_for_focus("next-puzzle").await;

    let puzzle = quiet_with(include_str!("../../../../puzzles/isometron.txt"), "win");
    open_puzzle(&page, &format!("isometron/{}", puzzle[0])).await;
    tab_to_board(&page).await;
    let (cell, corner) = puzzle[3].split([' ', '|']).next().unwrap().split_at(2);
    walk(&page, &format!("cell-{cell}")).await;
    let turns = ["ne", "se", "sw", "nw"].iter().position(|name| *name == corner);
    let chosen = format!(
        "return document.getElementById('hand-{}').classList.contains('chosen')",
        turns.unwrap()
    );
    while page.run(&chosen).await != true {
        page.keys(&['r']).await;
    }
    page.keys(&[ENTER]).await;
    page.wait_for(&format!("{TOLD}.includes('Right')")).await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn playing_on_from_a_puzzle_asks_before_it_replaces_a_game() {
    let page = Page::open(PHONE, "en").await;
    let kept = "return localStorage.getItem('tablier.offboard.computer')";
    let mine = "2 i5h5 a1b2\nstandard\n7 first 5";
    page.store("tablier.offboard.computer", mine).await;
    let puzzle = first_with("win 1");
    let address = format!("/offboard/computer?position={}", puzzle[2].replace(' ', "+"));
    for replaces in [false, true] {
        page.go(&address).await;
        page.wait_for_focus("keep-game").await;
        assert_eq!(page.text(kept).await, mine, "nothing is lost before the answer");
        page.still_picture("game-under-way").await;
        audit(&page, "the question before a game is replaced").await;
        let answer = if replaces { "replace-game" } else { "keep-game" };
        page.click(answer).await;
        page.wait_for("return document.getElementById('game-under-way') == null")
            .await;
    }
    let now = page.text(kept).await;
    assert!(
        now.contains(puzzle[2]) && now.contains("\n7 "),
        "the level stays: {now}"
    );
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_puzzle_is_solved_by_arrow_keys_and_enter() {
    let page = Page::open(DESK, "en").await;
    let puzzle = first_with("win 1");
    open_puzzle(&page, &format!("offboard/{}", puzzle[0])).await;
    tab_to_board(&page).await;
    let (from, to) = puzzle[3].split(['|', ' ']).next().unwrap().split_at(2);
    walk(&page, &format!("cell-{from}")).await;
    page.keys(&[ENTER]).await;
    // The line goes one cell along its row: its own marbles are passed on the way to its end.
    let end = format!(
        "return [...document.querySelectorAll('.cell')].find(cell => cell.id[5] == '{}'
            && cell.getAttribute('aria-label').endsWith('possible end'))?.id.slice(5) ?? ''",
        &to[..1]
    );
    let end = page.text(&end).await;
    walk(&page, &format!("cell-{end}")).await;
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
