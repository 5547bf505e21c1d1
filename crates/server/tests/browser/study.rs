//! The analysis board: variations, positions set up, games brought in and taken along.

use crate::ENTER;
use crate::chromium::{DESK, PHONE, Page};

const LINE: &str = "/analysis/offboard?moves=g5h6+b1c1+i5h4+h8h7";
const PLIES: &str = "return [...document.querySelectorAll('.runs .ply')].map(e => e.textContent).join(' ')";
const SHOWN: &str = "return document.querySelector('.ply[aria-current]').textContent";
/// Catches texts on their way to the clipboard or to a file.
const CATCH: &str = "
    window.copied = ''; window.kept = [];
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text } } });
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => { blob.text().then(text => kept.push([blob.type, text])); return make(blob) };
    HTMLAnchorElement.prototype.click = function () { kept.push([this.download, this.href.slice(0, 22)]) };
";

async fn open(page: &Page, path: &str) {
    page.go(path).await;
    page.wait_for("return document.querySelector('.analysis .cell') != null")
        .await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn another_move_becomes_a_variation_that_can_be_promoted_deleted_and_shared() {
    let page = Page::open(DESK, "en").await;
    open(&page, LINE).await;
    assert_eq!(page.text(PLIES).await, "g5h6 b1c1 i5h4 h8h7");
    page.run("document.querySelectorAll('.runs .ply')[1].click()")
        .await;
    page.tap("i5").await;
    page.tap("i6").await;
    assert_eq!(
        page.text(PLIES).await,
        "g5h6 b1c1 i5h4 i5i6 h8h7",
        "the main line stays"
    );
    assert_eq!(page.text(SHOWN).await, "i5i6");
    page.picture("variation").await;
    page.run(CATCH).await;
    page.click("copy-link").await;
    let link = page.text("return window.copied").await;
    assert!(link.contains("moves=g5h6+b1c1+i5h4+(+i5i6+)+h8h7"), "{link}");
    page.click("promote").await;
    assert_eq!(page.text(PLIES).await, "g5h6 b1c1 i5i6 i5h4 h8h7");
    page.click("delete").await;
    assert_eq!(page.text(PLIES).await, "g5h6 b1c1 i5h4 h8h7");
    assert_eq!(page.text(SHOWN).await, "b1c1");
    page.keys(&['.']).await;
    assert_eq!(page.text(SHOWN).await, "i5h4", "the line goes on");
    let path = link
        .split_once("/analysis")
        .map(|(_, path)| format!("/analysis{path}"))
        .unwrap();
    open(&page, &path).await;
    assert_eq!(
        page.text(PLIES).await,
        "g5h6 b1c1 i5h4 i5i6 h8h7",
        "the address tells all of it"
    );
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_position_is_set_up_by_taps_and_keys_and_refused_in_words() {
    let page = Page::open(PHONE, "en").await;
    let text = "return document.getElementById('edit-text').value";
    for (game, place, emptied, touched) in [
        (
            "offboard",
            "cell-e5",
            "5/6/7/8/9/8/7/6/5 r ------------ -",
            "5/6/7/8/4r4/8/7/6/5 r ------------ -",
        ),
        (
            "isometron",
            "cell-c3",
            "8/8/8/8/8/8/8/8 axial r - 0 0-0",
            "8/8/8/8/8/2a5/8/8 axial r - 0 0-0",
        ),
    ] {
        open(&page, &format!("/analysis/{game}")).await;
        page.click("set-up").await;
        page.click("edit-empty").await;
        assert_eq!(page.text(text).await, emptied);
        page.click(place).await;
        assert_eq!(page.text(text).await, touched);
        page.run(&format!("document.getElementById('{place}').focus()"))
            .await;
        page.keys(&[ENTER]).await;
        assert_ne!(page.text(text).await, touched, "by key, too");
        page.picture(&format!("editor-{game}")).await;
        page.click("edit-cancel").await;
        page.wait_for("return document.getElementById('edit-text') == null")
            .await;
    }
    open(&page, "/analysis/polygone").await;
    page.click("set-up").await;
    page.click("edit-empty").await;
    for hole in ["hole-c4", "hole-c6"] {
        page.run(&format!("document.getElementById('{hole}').focus()"))
            .await;
        page.keys(&[ENTER]).await;
    }
    assert_eq!(page.text(text).await, "c4c6 - w 0-0", "two holes make a place");
    page.picture("editor-polygone").await;
    page.click("edit-start").await;
    page.run("document.querySelectorAll('.counter button')[1].click()")
        .await;
    let refusal = "return document.querySelector('.refusal')?.textContent ?? ''";
    assert_eq!(page.text(refusal).await, "The box holds no more of these.");
    page.run(
        "const field = document.getElementById('edit-text');
         field.value = 'nonsense';
         field.dispatchEvent(new Event('change', { bubbles: true }))",
    )
    .await;
    assert!(page.text(refusal).await.starts_with("This is no position: "));
    page.click("edit-done").await;
    page.wait_for("return document.getElementById('edit-text') == null")
        .await;
    page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_game_is_kept_as_a_record_and_as_pictures_and_brought_in_again() {
    let page = Page::open(DESK, "en").await;
    open(&page, LINE).await;
    page.run(CATCH).await;
    page.click("save-svg").await;
    page.click("save-png").await;
    page.wait_for("return kept.some(([name, address]) => name == 'tablier-offboard.png' && address == 'data:image/png;base64,')")
        .await;
    page.wait_for("return kept.some(([type, text]) => type == 'image/svg+xml' && text.startsWith('<svg'))")
        .await;
    page.click("save-record").await;
    page.wait_for("return kept.some(([type]) => type == 'text/plain')")
        .await;
    let record = page
        .text("return kept.find(([type]) => type == 'text/plain')[1]")
        .await;
    assert!(
        record.starts_with("tablier record 1\ngame: offboard\n"),
        "{record}"
    );
    assert!(record.ends_with("\n1. g5h6 b1c1\n2. i5h4 h8h7\n"), "{record}");

    open(&page, "/analysis/offboard").await;
    let refusal = "return (document.querySelector('.import .refusal')?.textContent ?? '')";
    page.click("import").await;
    for (text, refused) in [
        ("a5b5 a5b5", "This cannot be read: 2: "),
        ("tablier record 1\ngame: chess\n", "This cannot be read: line 2: "),
    ] {
        fill(&page, text).await;
        page.click("import-now").await;
        page.wait_for(&format!("{refusal}.startsWith({})", serde_json::json!(refused)))
            .await;
    }
    page.picture("import").await;
    fill(&page, &record).await;
    page.click("import-now").await;
    page.wait_for("return !document.querySelector('.import').open")
        .await;
    assert_eq!(page.text(PLIES).await, "g5h6 b1c1 i5h4 h8h7");

    open(&page, "/analysis/offboard").await;
    page.click("import").await;
    let file = format!(
        "const files = new DataTransfer();
         files.items.add(new File([{}], 'game.txt', {{ type: 'text/plain' }}));
         const field = document.getElementById('import-file');
         field.files = files.files;
         field.dispatchEvent(new Event('change', {{ bubbles: true }}))",
        serde_json::json!(record)
    );
    page.run(&file).await;
    page.wait_for("return !document.querySelector('.import').open")
        .await;
    assert_eq!(page.text(PLIES).await, "g5h6 b1c1 i5h4 h8h7", "from a file");
    page.close().await;
}

async fn fill(page: &Page, text: &str) {
    let text = serde_json::json!(text);
    page.run(&format!("document.getElementById('import-text').value = {text}"))
        .await;
}
