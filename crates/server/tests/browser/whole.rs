//! Whole games against the computer and at one screen, to the end that the rules give them; the library chooses the
//! person's moves, the keyboard makes them.

use crate::chromium::{DESK_AT_REST, Page};
use crate::online::{PLIES, choose, plies, shown};
use crate::{ENTER, ESCAPE};
use games::{AnyGame, GameId, Level};

/// Moves after which a game should be over.
pub(crate) const LONGEST: usize = 120;
/// Whether the page says how the game ended.
pub(crate) const OVER: &str = "return document.querySelector('.state.over h2')?.textContent != null";

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
        Some((from, to)) => {
            let to = to.split('x').next().unwrap_or_default();
            vec![format!("hole-{from}"), format!("hole-{to}")]
        }
        None if mv.starts_with('@') => vec![format!("cell-{}", &mv[1..])],
        // Nothing can be done, which any cell says.
        None if mv == "--" => vec!["cell-a1".to_owned()],
        None if game == GameId::Offboard => line(position, mv).into(),
        None => vec![format!("cell-{}", &mv[..2])],
    }
}

/// Plays a move: the first side the one that the library likes best, the second side any; or the next one that the
/// keyboard can make at once.
pub(crate) async fn play(page: &Page, game: GameId, board: &AnyGame) {
    let level = Level::new(6).filter(|_| board.turn() == rules::Side::First);
    let best = level.and_then(|level| board.choose(level, 1, &|| false));
    let before = plies(page).await;
    let mut moves = board.moves().unwrap();
    let middle = 5 * before % moves.len();
    moves.rotate_left(middle);
    for mv in best.into_iter().chain(moves) {
        for place in places(game, &board.position(), &mv) {
            choose(page, &place).await;
        }
        // A tile lies on its cell in one of four ways.
        for _ in 0..3 {
            if game == GameId::Isometron && plies(page).await == before {
                page.keys(&['r', ENTER]).await;
            }
        }
        if plies(page).await > before {
            return;
        }
        page.keys(&[ESCAPE]).await;
    }
    panic!("nothing can be played in {}", board.position());
}

/// Plays until the rules end the game, these sides at the page; gives what the page says then.
async fn play_out(page: &Page, game: GameId, sides: &[rules::Side]) -> String {
    loop {
        let board = shown(page, game).await;
        if board.outcome().is_some() {
            page.wait_for(OVER).await;
            return page.state().await;
        }
        let before = plies(page).await;
        assert!(before < LONGEST, "{}", board.position());
        if sides.contains(&board.turn()) {
            play(page, game, &board).await;
        } else {
            page.wait_for(&format!("return {PLIES} > {before}")).await;
        }
    }
}

/// Plays a game of each kind on the page of its address, with this way of playing behind the variant.
async fn play_all(path: &str, opponent: &str, sides: &[rules::Side]) {
    let page = Page::open(DESK_AT_REST, "en").await;
    for game in [GameId::Offboard, GameId::Polygone, GameId::Isometron] {
        let variant = game.variants().swap_remove(0);
        let slot = format!("tablier.{game}{}", path.replace('/', "."));
        page.store(&slot, &format!("0\n{variant}{opponent}")).await;
        page.go(&format!("/{game}{path}")).await;
        page.wait_for_id("board").await;
        page.run("document.getElementById('start').click()").await;
        let told = play_out(&page, game, sides).await;
        assert!(
            told.contains("wins") || told.starts_with("Draw"),
            "{game}: {told}"
        );
    }
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn whole_games_against_the_computer() {
    play_all("/computer", "\n1 first 7", &[rules::Side::First]).await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn whole_games_at_one_screen() {
    play_all("", "", &rules::Side::BOTH).await;
}
