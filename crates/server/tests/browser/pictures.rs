//! The pictures of the README: what a visitor sees, one a game. `TABLIER_PICTURES=1` takes them anew; without it they are
//! taken all the same, and those that are kept are looked at: there, small, and as large on the screen as they should be.

use crate::chromium::{Page, Screen};
use std::path::PathBuf;

const SCREEN: Screen = Screen {
    name: "readme",
    width: 1120,
    height: 700,
    // Nothing moves, and the light is that of the day.
    flags: &["--force-prefers-reduced-motion"],
};
const QUALITY: u8 = 82;
/// Bytes of a picture at most.
const LARGEST: usize = 80_000;

const GAMES: [(&str, &str); 3] = [
    (
        "offboard",
        "30 i5h5 i9h8 b6c6 c1c2 a5b5 a1b1 c6d6 b1b2 g3g4 c1c2 c7d7 c2d3 h5g5 b2c2 h4g4 g8f7 d7e7 g9f8 c6d7 \
         c2d3 d6e7 f6f7 d5e6 c3d4 f4f5 b3c4 d7e7 g9f8 g4g5 h9h8",
    ),
    (
        "polygone",
        "11 c4:b3-d5 c6:b7-c4 e2:d3-e4 a8:b9-a6 a4:b3-a6 c6:d7-d5xc4d5 e4:d3-d5xc4c6,c6d5 b7:c8-b5 b3:c2-b5 \
         b5:b7-a4 b3:a2-a4xa4b5",
    ),
    (
        "isometron",
        "42 b3nw b6sw b5nw b4sw b1ne b8se d5ne d4se d1ne d8se e5ne e4se e1ne e8se f5ne f4se a6ne a3se f6ne \
         f3se g1ne g8se d6ne d3se h3ne h6se a2ne a7se b2sw b7nw g6ne g3se g2ne g7se c7se c2ne e2ne e7se \
         h7nw h2sw d7sw d2nw",
    ),
];

fn kept(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/pictures/{name}.webp"))
}

/// Keeps a picture if that is wanted, and looks at the one that is kept.
async fn keep(page: &Page, name: &str) {
    let picture = page.webp(QUALITY).await;
    assert!(picture.len() <= LARGEST, "{name} has {} bytes", picture.len());
    if std::env::var_os("TABLIER_PICTURES").is_some() {
        std::fs::write(kept(name), &picture).unwrap();
    }
    let kept = std::fs::read(kept(name)).unwrap_or_else(|error| {
        panic!("the README's picture of {name} is missing ({error}): take it with TABLIER_PICTURES=1")
    });
    assert_eq!((&kept[..4], &kept[8..12]), (&b"RIFF"[..], &b"WEBP"[..]), "{name}");
    assert!(kept.len() <= LARGEST, "{name} is kept with {} bytes", kept.len());
    assert_eq!(size(&kept), Some((SCREEN.width, SCREEN.height)), "{name}");
}

/// How wide and high a WebP with losses is.
fn size(picture: &[u8]) -> Option<(u32, u32)> {
    let at = picture.windows(3).position(|three| three == [0x9d, 0x01, 0x2a])? + 3;
    let number = |at: usize| u32::from(u16::from_le_bytes([picture[at], picture[at + 1]]) & 0x3fff);
    Some((number(at), number(at + 2)))
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn the_readme_shows_every_game_as_it_looks() {
    let page = Page::open(SCREEN, "en").await;
    for (game, moves) in GAMES {
        page.store(&format!("tablier.{game}"), moves).await;
        page.go(&format!("/{game}")).await;
        page.wait_for("return document.querySelector('.ply[aria-current]') != null")
            .await;
        keep(&page, game).await;
    }
    page.go("/polarity").await;
    page.wait_for("return (window.table?.status() ?? '') != ''").await;
    keep(&page, "polarity").await;
    page.close().await;
}
