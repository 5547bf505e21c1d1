//! The npm package in a page of another player: its packed files, served by a plain file server.

use crate::chromium::{DESK, PHONE_AT_NIGHT, Page};
use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::IntoResponse;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;
use tokio::net::TcpListener;

/// A page with a game that can be stepped through, a position, and a text that is refused.
const PAGE: &str = r#"<!doctype html><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>A foreign page</title><script type="module" src="{from}/board.js"></script>
<tablier-board id="game" game="offboard" moves="a5b5 a1b1 b5b4"></tablier-board>
<tablier-board id="set-up" game="isometron" position="8/8/8/3b4/3a4/8/8/8 axial r - 0 0-0"></tablier-board>
<tablier-board id="wrong" game="polygone" moves="a1:a1-a1"></tablier-board>"#;

/// The files of the package that `npm pack` has made.
fn unpacked() -> TempDir {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target"),
        PathBuf::from,
    );
    let archive = target.join(format!("npm/tablier-{}.tgz", env!("CARGO_PKG_VERSION")));
    let folder = tempfile::tempdir().unwrap();
    let unpack = Command::new("tar")
        .arg("xzf")
        .arg(&archive)
        .arg("-C")
        .arg(folder.path())
        .status();
    assert!(
        unpack.is_ok_and(|status| status.success()),
        "{} cannot be unpacked: `cargo xtask npm` makes it",
        archive.display()
    );
    folder
}

/// Serves a folder to pages of every origin, and the page at `/`, which takes the package from `from`.
async fn serve(folder: PathBuf, from: String) -> SocketAddr {
    let answer = move |address: Uri| {
        let (folder, from) = (folder.clone(), from.clone());
        async move {
            let (kind, content) = match address.path() {
                "/" => ("text/html", PAGE.replace("{from}", &from).into_bytes()),
                path => {
                    let Ok(content) = std::fs::read(folder.join(path.trim_start_matches('/'))) else {
                        return StatusCode::NOT_FOUND.into_response();
                    };
                    let is_wasm = std::path::Path::new(path)
                        .extension()
                        .is_some_and(|extension| extension == "wasm");
                    let kind = if is_wasm {
                        "application/wasm"
                    } else {
                        "text/javascript"
                    };
                    (kind, content)
                }
            };
            let headers = [
                (header::CONTENT_TYPE, kind),
                (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
            ];
            (headers, content).into_response()
        }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = axum::serve(listener, Router::new().fallback(answer));
    tokio::spawn(std::future::IntoFuture::into_future(server));
    address
}

/// The part of a board that a script names.
fn part(board: &str, part: &str) -> String {
    format!("document.getElementById('{board}').shadowRoot.getElementById('{part}')")
}

async fn said(page: &Page) -> String {
    page.text(&format!("return {}.textContent", part("game", "said")))
        .await
}

async fn wait_until_said(page: &Page, text: &str) {
    page.wait_for(&format!(
        "return {}?.textContent == '{text}'",
        part("game", "said")
    ))
    .await;
}

#[tokio::test]
#[ignore = "needs Chromium and the npm package: run by `cargo xtask test`"]
async fn a_foreign_page_shows_games_and_asks_the_engine() {
    let package = unpacked();
    let address = serve(package.path().join("package"), String::new()).await;
    let page = Page::visit(address, DESK, "en").await;
    page.go("/").await;
    wait_until_said(&page, "3. b5b4").await;
    assert_eq!(
        page.run(&format!(
            "return {}.querySelectorAll('svg').length",
            part("game", "board")
        ))
        .await,
        1
    );
    // The picture is the one that the rules' crate draws.
    let mut game = games::AnyGame::start(games::GameId::Offboard, None).unwrap();
    for mv in ["a5b5", "a1b1", "b5b4"] {
        game.play(mv).unwrap();
    }
    assert_eq!(
        page.text("return document.getElementById('game').shown.svg")
            .await,
        game.svg()
    );
    page.run(&format!("{}.click()", part("game", "back"))).await;
    wait_until_said(&page, "2. a1b1").await;
    page.run(&format!("{}.focus()", part("game", "board"))).await;
    page.keys(&[crate::LEFT]).await;
    wait_until_said(&page, "1. a5b5").await;
    page.run("document.getElementById('game').ply = 0").await;
    wait_until_said(&page, "0 / 3").await;
    assert_eq!(
        page.run(&format!("return {}.disabled", part("game", "back")))
            .await,
        true
    );
    page.wait_for(&format!("return {}.textContent != ''", part("wrong", "error")))
        .await;
    page.wait_for("return document.getElementById('set-up').shown != null")
        .await;
    assert_eq!(
        page.run(&format!("return {}.hidden", part("set-up", "steps")))
            .await,
        true
    );
    page.picture("npm-board").await;

    // The engine plays as the one of the command line does.
    let expected = games::AnyGame::start(games::GameId::Polygone, None)
        .unwrap()
        .choose("3".parse().unwrap(), 7, &|| false)
        .unwrap();
    let script = "import('/engine.js').then(async ({ Engine }) => {
        const engine = new Engine();
        const move = await engine.bestMove('polygone', { level: 3, seed: 7 });
        let heard = 0;
        const lines = await engine.analyse('isometron', { nodes: 3000, lines: 2, onProgress: () => heard += 1 });
        const { legalMoves, toMove, result } = await engine.show('offboard', { moves: 'a5b5' });
        const refused = await engine.show('offboard', { moves: ['a5b5', 'a5b5'] }).catch((error) => error.message);
        engine.terminate();
        done([move, lines.length, heard > 0, lines[0].moves.length > 0, legalMoves.length, toMove, result, refused]);
    }).catch((error) => done(String(error)))";
    let answers = page.run_long(script).await;
    assert_eq!(answers[0], expected.as_str(), "{answers}");
    assert_eq!(answers[1], 2, "{answers}");
    assert_eq!(
        (&answers[2], &answers[3]),
        (&true.into(), &true.into()),
        "{answers}"
    );
    assert_eq!((&answers[4], &answers[5]), (&42.into(), &1.into()), "{answers}");
    assert!(
        answers[6].is_null() && answers[7].as_str().is_some_and(|reason| reason.contains("a5b5")),
        "{answers}"
    );
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the npm package: run by `cargo xtask test`"]
async fn the_package_works_from_another_origin() {
    let package = unpacked();
    let files = serve(package.path().join("package"), String::new()).await;
    let address = serve(PathBuf::new(), format!("http://{files}")).await;
    let page = Page::visit(address, PHONE_AT_NIGHT, "en").await;
    page.go("/").await;
    wait_until_said(&page, "3. b5b4").await;
    assert_eq!(page.overflow().await, 0);
    page.picture("npm-board").await;
    assert_eq!(said(&page).await, "3. b5b4");
    page.close().await;
}

/// Two questions to the engine of the page, and how they end.
const ASK: &str =
    "Promise.all([1, 2].map(() => engine.show('offboard').then(() => 'answered', (error) => error.message)))
    .then(done)";

#[tokio::test]
#[ignore = "needs Chromium and the npm package: run by `cargo xtask test`"]
async fn a_broken_worker_refuses_all_questions_and_the_next_one_starts_another() {
    let package = unpacked();
    let file = |name: &str| package.path().join("package").join(name);
    let whole = std::fs::read(file("worker.js")).unwrap();
    let address = serve(package.path().join("package"), String::new()).await;
    let page = Page::visit(address, DESK, "en").await;
    page.go("/engine.js").await;
    page.run_long(
        "window.errors = []; addEventListener('error', ({ message }) => errors.push(message));
         import('/engine.js').then(({ Engine }) => { window.engine = new Engine(); done(true); })",
    )
    .await;
    let answered = serde_json::json!(["answered", "answered"]);
    let refused = async |reason: &str| {
        let answers = page.run_long(ASK).await;
        for at in [0, 1] {
            assert!(
                answers[at].as_str().unwrap().contains(reason),
                "{reason}: {answers}"
            );
        }
    };

    std::fs::remove_file(file("worker.js")).unwrap();
    refused("cannot be loaded").await;
    std::fs::write(
        file("worker.js"),
        "onmessage = () => { throw new Error('crashed'); }",
    )
    .unwrap();
    refused("crashed").await;
    std::fs::write(file("worker.js"), &whole).unwrap();
    std::fs::rename(file("engine_worker_bg.wasm"), file("elsewhere.wasm")).unwrap();
    refused("engine_worker_bg.wasm").await;
    std::fs::rename(file("elsewhere.wasm"), file("engine_worker_bg.wasm")).unwrap();
    assert_eq!(page.run_long(ASK).await, answered);

    // A worker that fails when nothing is asked.
    page.run("engine.terminate(); errors.length = 0").await;
    let late =
        "onmessage = () => { postMessage('error no'); setTimeout(() => { throw new Error('late'); }, 50); }";
    std::fs::write(file("worker.js"), late).unwrap();
    let reason = page
        .run_long("engine.show('offboard').catch(({ message }) => setTimeout(() => done(message), 500))")
        .await;
    assert_eq!(reason, "no");
    let errors = page
        .run("return errors.filter((message) => !message.includes('late'))")
        .await;
    assert_eq!(errors, serde_json::json!([]));
    std::fs::write(file("worker.js"), &whole).unwrap();
    assert_eq!(page.run_long(ASK).await, answered);
    page.close().await;
}
