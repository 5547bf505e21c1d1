//! Whole games against the computer and at one screen, to the end that the rules give them; the library chooses the
//! person's moves, the keyboard makes them.

use crate::chromium::{DESK_AT_REST, Page};
use crate::online::choose;
use crate::{ESCAPE, wanted};
use games::{AnyGame, GameId, Level};

/// Moves after which a game should be over.
const LONGEST: usize = 120;

/// The game that the page keeps.
async fn kept(page: &Page, game: GameId, slot: &str) -> AnyGame {
    let text = page.stored_game(slot).await;
    let mut board = AnyGame::start(game, None).unwrap();
    for mv in text.split(' ').skip(1) {
        board.play(mv).unwrap();
    }
    board
}

/// The marbles of Offboard by the name of their cell.
fn marble(position: &str, row: u8, column: i8) -> Option<char> {
    let rows = position.split(' ').next()?.split('/');
    let text = rows.rev().nth(usize::from(row.checked_sub(b'a')?))?;
    let first = (row as i8 - b'a' as i8 - 3).max(1);
    let mut at = first;
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(empty) => at += empty as i8,
            None if at == column => return Some(letter),
            None => at += 1,
        }
    }
    None
}

/// The two places to choose for a move of Offboard: a marble, and where its line ends.
fn line(position: &str, mv: &str) -> [String; 2] {
    let bytes = mv.as_bytes();
    let (mut row, mut column) = (bytes[0], (bytes[1] - b'0') as i8);
    let (up, right) = (bytes[2] as i8 - bytes[0] as i8, bytes[3] as i8 - bytes[1] as i8);
    let own = marble(position, row, column);
    while marble(position, row, column) == own {
        row = row.wrapping_add_signed(up);
        column += right;
    }
    [
        format!("cell-{}", &mv[..2]),
        format!("cell-{}{column}", char::from(row)),
    ]
}

/// The places to choose for a move.
fn places(game: GameId, position: &str, mv: &str) -> Vec<String> {
    match mv.split_once(':').and_then(|(_, way)| way.split_once('-')) {
        Some((from, to)) => vec![format!("hole-{from}"), format!("hole-{}", &to[..2])],
        None if mv.starts_with('@') => vec![format!("cell-{}", &mv[1..])],
        None if game == GameId::Offboard => line(position, mv).into(),
        None => vec![format!("cell-{}", &mv[..2])],
    }
}

/// Plays a move: the first side the one that the library likes best, the second side any; or the next one that the
/// keyboard can make at once.
async fn play(page: &Page, game: GameId, slot: &str, board: &AnyGame) {
    let level = Level::new(6).filter(|_| board.turn() == rules::Side::First);
    let best = level.and_then(|level| board.choose(level, 1, &|| false));
    let plies = page.stored_game(slot).await.split(' ').count();
    let mut moves = board.moves().unwrap();
    let middle = 5 * plies % moves.len();
    moves.rotate_left(middle);
    for mv in best.into_iter().chain(moves) {
        for place in places(game, &board.position(), &mv) {
            choose(page, &place).await;
        }
        if page.stored_game(slot).await.split(' ').count() > plies {
            return;
        }
        page.keys(&[ESCAPE]).await;
    }
    panic!("nothing can be played in {}", board.position());
}

/// Plays until the rules end the game; gives what the page says then.
async fn play_out(page: &Page, game: GameId, slot: &str, turns: &[rules::Side]) -> String {
    loop {
        let board = kept(page, game, slot).await;
        if board.outcome().is_some() {
            let over = "return document.querySelector('.state.over h2')?.textContent != null";
            page.wait_for(over).await;
            return page.state().await;
        }
        let plies = page.stored_game(slot).await.split(' ').count();
        assert!(plies < LONGEST, "{}", page.stored_game(slot).await);
        if turns.contains(&board.turn()) {
            play(page, game, slot, &board).await;
        } else {
            page.wait_for(&format!(
                "return localStorage.getItem('{slot}').split('\\n')[0].split(' ').length > {plies}"
            ))
            .await;
        }
    }
}

#[tokio::test]
async fn whole_games_against_the_computer() {
    if !wanted() {
        return;
    }
    let page = Page::open(DESK_AT_REST, "en").await;
    for game in [GameId::Offboard, GameId::Polygone] {
        let slot = format!("tablier.{game}.computer");
        page.store(&slot, "0\nstandard\n1 first 7").await;
        page.go(&format!("/{game}/computer")).await;
        page.wait_for_id("start").await;
        page.click("start").await;
        let told = play_out(&page, game, &slot, &[rules::Side::First]).await;
        assert!(told.contains("wins"), "{game}: {told}");
    }
    page.close().await;
}

#[tokio::test]
async fn whole_games_at_one_screen() {
    if !wanted() {
        return;
    }
    let page = Page::open(DESK_AT_REST, "en").await;
    for game in [GameId::Offboard, GameId::Polygone] {
        let slot = format!("tablier.{game}");
        page.store(&slot, "0").await;
        page.go(&format!("/{game}")).await;
        page.wait_for_id("board").await;
        let told = play_out(&page, game, &slot, &rules::Side::BOTH).await;
        assert!(
            told.contains("wins") || told.starts_with("Draw"),
            "{game}: {told}"
        );
    }
    page.close().await;
}
