//! Sharing of links: heads of pages, pictures, frames for other sites; games that wait for one.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Server, act, until};
use games::{AnyGame, GameId};
use protocol::{Clock, TableSettings};
use raster::Pixels;
use search::Level;
use serde_json::json;
use server::{Behaviour, Limits, Site};
use std::borrow::Cow;
use std::time::Duration;
use testclient::{Database, Http, HttpReply};

const PAGE: &str = "<html><head>\n<title>Tablier</title>\n<meta name=\"texts\">\n</head></html>";
const PUZZLE: &str =
    "4uqa43; hold 3; 1r3/1yy1r1/2ryy2/3ryy2/2ryyyyr1/2ry4/2ry3/3r2/5 r -r-r-r------ -; i6i7; 8; defend quiet";

fn site() -> Site {
    let lessons = |path: &str| {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../learn/lessons/");
        std::fs::read_to_string(format!("{root}{path}")).unwrap()
    };
    let recording = concat!(env!("CARGO_MANIFEST_DIR"), "/../../lessons/polarity/leaner.txt");
    let recording = std::fs::read_to_string(recording).unwrap();
    let lines: Vec<&str> = recording.lines().collect();
    let files = [
        ("index.html", PAGE.to_owned()),
        ("assets-1/puzzles-offboard.txt", format!("{PUZZLE}\n")),
        (
            "assets-1/lessons-offboard.txt",
            format!("= first-push\n{}", lessons("offboard/01-first-push.txt")),
        ),
        (
            "assets-1/lessons-polarity.txt",
            format!("= lean\n{}", lessons("polarity/01-lean.txt")),
        ),
        (
            "assets-1/hands-polarity.txt",
            format!("= leaner\n{}\n{}\n{}\n", lines[1], lines[2], lines[1]),
        ),
    ];
    Site::new(files.map(|(name, content)| (name.to_owned(), Cow::from(content.into_bytes()))))
}

fn settings(public: bool) -> TableSettings {
    TableSettings {
        public,
        ..TableSettings::new(GameId::Offboard)
    }
}

/// Plays a move.
async fn go(http: &mut Http, id: &str, ply: u32, text: &str) {
    let action = json!({ "do": "move", "text": text });
    assert_eq!(
        act(http, id, &format!("move-{ply:04}"), ply, action).await,
        200,
        "{text}"
    );
}

/// A game of two moves.
async fn played(server: &Server, settings: &TableSettings) -> (Http, Http, String) {
    let (mut one, mut other, id) = server.table(settings).await;
    go(&mut one, &id, 0, "i5h5").await;
    go(&mut other, &id, 1, "a1b2").await;
    (one, other, id)
}

fn board(moves: &[&str]) -> AnyGame {
    let mut board = AnyGame::start(GameId::Offboard, None).unwrap();
    for mv in moves {
        board.play(mv).unwrap();
    }
    board
}

/// The picture on a card must be the board's own drawing, pixel by pixel.
fn shows(card: &HttpReply, svg: &str) {
    assert_eq!(
        (card.status, card.header("content-type")),
        (200, Some("image/png"))
    );
    let card = Pixels::from_png(&card.body).unwrap();
    assert_eq!((card.width(), card.height()), raster::CARD);
    // The longer side of a board that fits between margins of 15 pixels.
    let length = |name: &str| {
        let (_, rest) = svg.split_once(&format!("{name}=\"")).unwrap();
        rest.split_once('"').unwrap().0.parse::<f32>().unwrap()
    };
    let (wide, high) = (length("width"), length("height"));
    let longer = (1170.0 / wide).min(600.0 / high) * wide.max(high);
    let alone = Pixels::of(svg, longer as u32).unwrap();
    let left = (card.width() - alone.width()) / 2;
    let top = (card.height() - alone.height()) / 2;
    let mut same = 0;
    for y in 0..alone.height() {
        for x in 0..alone.width() {
            let pixel = alone.pixel(x, y).unwrap();
            // The corners of the drawing are transparent.
            if pixel[3] == 255 {
                assert_eq!(card.pixel(x + left, y + top), Some(pixel), "{x} {y}");
                same += 1;
            }
        }
    }
    assert!(same > 300_000, "{same} pixels are the board's");
}

#[tokio::test]
async fn the_head_of_a_page_tells_of_its_game_puzzle_or_lesson() {
    let server = Server::start(site()).await;
    let (_, _, id) = played(&server, &settings(true)).await;
    let page = server.get(&format!("/table/{id}")).await;
    let text = page.text();
    assert!(text.contains(&format!("/pictures/table/{id}.png\">")), "{text}");
    assert!(text.contains("The game is on. Moves so far: 2"), "{text}");
    assert!(text.contains("<meta name=\"texts\">") && !text.contains("<title>Tablier</title>"));
    let image = format!(
        "<meta property=\"og:image\" content=\"http://{}/pictures/table/{id}.png\">",
        server.address
    );
    assert!(text.contains(&image), "{text}");
    for (path, language, title) in [
        (
            "/puzzles/offboard/4uqa43",
            "de",
            "<title>Aufgabe · Offboard</title>",
        ),
        (
            "/learn/offboard/first-push",
            "fr",
            "<title>La première poussée · Offboard</title>",
        ),
        (
            "/learn/polarity/lean",
            "nl",
            "<title>Je eerste schijf in evenwicht · Polarity</title>",
        ),
        (
            "/puzzles/polarity/leaners",
            "en",
            "<title>Puzzle · Polarity</title>",
        ),
        ("/puzzles/offboard/nosuch", "en", "<title>Tablier</title>"),
        ("/learn/offboard/nosuch", "en", "<title>Tablier</title>"),
        ("/account", "en", "<title>Tablier</title>"),
    ] {
        let header = format!("Accept-Language: {language}\r\n");
        let page = server.request("GET", path, &header).await;
        assert!(page.text().contains(title), "{path}: {}", page.text());
    }
}

/// The value of a property in the head of a page.
fn property<'a>(page: &'a str, name: &str) -> &'a str {
    let begin = format!("<meta property=\"{name}\" content=\"");
    let (_, rest) = page
        .split_once(&begin)
        .unwrap_or_else(|| panic!("no {name} in {page}"));
    rest.split_once('"').unwrap().0
}

#[tokio::test]
async fn the_pages_of_the_site_tell_of_themselves_in_four_languages() {
    let server = Server::start(site()).await;
    for (path, texts) in [
        (
            "/",
            [
                "Four board games",
                "Quatre jeux",
                "Vier Brettspiele",
                "Vier bordspellen",
            ],
        ),
        ("/offboard", ["Push the other", "Poussez", "Schieb", "Duw"]),
        (
            "/isometron/computer",
            ["Every tile", "Chaque tuile", "Jeder Stein", "Elke tegel"],
        ),
        ("/lobby/polygone", ["Turn your", "Tournez", "Dreh", "Draai"]),
        ("/polarity", ["Magnets", "Des aimants", "Magnete", "Magneten"]),
        ("/polarity/two", ["Magnets", "Des aimants", "Magnete", "Magneten"]),
        (
            "/rules/offboard",
            [
                "All rules",
                "Offboard : toutes les règles",
                "Alle Regeln",
                "Alle regels",
            ],
        ),
        (
            "/watch",
            ["Public games", "Les parties", "Öffentliche", "Openbare"],
        ),
    ] {
        let mut tags = Vec::new();
        for (language, text) in ["en", "fr", "de", "nl"].into_iter().zip(texts) {
            let header = format!("Accept-Language: {language}\r\n");
            let page = server.request("GET", path, &header).await;
            let told = property(page.text(), "og:description");
            assert!(told.starts_with(text), "{path} {language}: {told}");
            assert_eq!(page.header("vary"), Some("accept-encoding, accept-language"));
            let picture = property(page.text(), "og:image");
            let origin = format!("http://{}", server.address);
            let picture = server.get(picture.strip_prefix(&origin).unwrap()).await;
            assert_eq!(picture.status, 200, "{path}");
            tags.push(page.header("etag").unwrap().to_owned());
            let known = format!("{header}If-None-Match: {}\r\n", tags[tags.len() - 1]);
            assert_eq!(server.request("GET", path, &known).await.status, 304, "{path}");
        }
        tags.dedup();
        assert_eq!(tags.len(), 4, "{path}: each language is a page of its own");
    }
}

#[tokio::test]
async fn a_table_of_polarity_is_shown_as_it_lies() {
    let server = Server::start(site()).await;
    let settings = TableSettings {
        public: true,
        ..TableSettings::new(GameId::Polarity)
    };
    let (mut one, _, id) = server.table(&settings).await;
    // The field's side is tossed for.
    let seen = one.get(&format!("/api/tables/{id}")).await.json();
    let variant = seen["table"]["settings"]["variant"].as_str();
    let mut board = AnyGame::start(GameId::Polarity, variant).unwrap();
    let hand = board.choose(Level::new(1).unwrap(), 7, &|| false).unwrap();
    board.play(&hand).unwrap();
    go(&mut one, &id, 0, &hand).await;
    for path in [format!("/polarity/{id}"), format!("/table/{id}")] {
        let page = server.get(&path).await;
        assert!(
            property(page.text(), "og:title").ends_with(" · Polarity"),
            "{path}"
        );
        assert_eq!(
            property(page.text(), "og:description"),
            "The game is on. Moves so far: 1"
        );
        assert!(property(page.text(), "og:image").ends_with(&format!("/pictures/table/{id}.png")));
    }
    let lies = AnyGame::from_position(GameId::Polarity, &board.position()).unwrap();
    shows(
        &server.get(&format!("/pictures/table/{id}.png")).await,
        &lies.svg(),
    );
}

#[tokio::test]
async fn the_head_of_a_page_wakes_no_table() {
    let behaviour = Behaviour {
        patience: server::Patience {
            sleep: Duration::from_millis(50),
            ..server::Patience::default()
        },
        ..Behaviour::default()
    };
    let server = Server::on(Database::sqlite(), site(), behaviour).await;
    let (_, _, id) = played(&server, &settings(true)).await;
    let awake = async || {
        let metrics = server.get("/metrics").await;
        metrics.text().contains("\ntablier_tables_awake 1\n")
    };
    until("the table falls asleep", async || !awake().await).await;
    let page = server.get(&format!("/table/{id}")).await;
    assert!(
        page.text().contains("The game is on. Moves so far: 2"),
        "{}",
        page.text()
    );
    assert!(!awake().await);
}

#[tokio::test]
async fn positions_are_played_only_where_they_are_drawn() {
    let limits = Limits {
        work: 0,
        ..Limits::default()
    };
    let behaviour = Behaviour {
        limits,
        ..Behaviour::default()
    };
    let server = Server::on(Database::sqlite(), site(), behaviour).await;
    let path = "/pictures/position/offboard.svg?moves=i5h5+a1b2";
    let first = server.get(path).await;
    assert_eq!(first.status, 200);
    until("the price of the picture is not paid", async || {
        server
            .get("/pictures/position/offboard.svg?moves=i5h5")
            .await
            .status
            == 429
    })
    .await;
    // Without a budget nothing is played: neither to find out that it is known, nor for a frame.
    let tag = format!("If-None-Match: {}\r\n", first.header("etag").unwrap());
    assert_eq!(server.request("GET", path, &tag).await.status, 304);
    assert_eq!(server.get(path).await.status, 200, "it is kept");
    assert_eq!(
        server.get("/embed/position/offboard?moves=i5h5").await.status,
        200
    );
    let long = "i5h5+".repeat(401);
    for path in ["/pictures/position/offboard.svg", "/embed/position/offboard"] {
        let refused = server.get(&format!("{path}?moves={long}")).await;
        assert_eq!(refused.status, 400, "{path}");
    }
}

#[tokio::test]
async fn an_invitation_shows_its_host_only_with_its_key() {
    let server = Server::start(site()).await;
    let mut host = server.stranger();
    let body = json!({ "settings": settings(false), "side": "first" });
    let created = host.post("/api/tables", &body).await.json();
    let (id, key) = (
        created["table"].as_str().unwrap(),
        created["challenge"].as_str().unwrap(),
    );
    let with = server.get(&format!("/table/{id}?key={key}")).await;
    assert!(
        with.text().contains("invites you to a game of Offboard"),
        "{}",
        with.text()
    );
    let without = server.get(&format!("/table/{id}")).await;
    assert!(
        without.text().contains("<title>Tablier</title>"),
        "{}",
        without.text()
    );
    let picture = format!("/pictures/table/{id}.png");
    assert_eq!(server.get(&picture).await.status, 404);
    shows(
        &server.get(&format!("{picture}?key={key}")).await,
        &board(&[]).svg(),
    );
    assert_eq!(server.get(&format!("/embed/table/{id}")).await.status, 404);
}

#[tokio::test]
async fn a_preview_is_the_drawing_of_the_position() {
    let server = Server::start(site()).await;
    let (_, _, id) = played(&server, &settings(true)).await;
    let path = format!("/pictures/table/{id}.png");
    let first = server.get(&path).await;
    shows(&first, &board(&["i5h5", "a1b2"]).svg());
    shows(
        &server.get(&format!("{path}?ply=1")).await,
        &board(&["i5h5"]).svg(),
    );
    let tag = first.header("etag").unwrap();
    let again = server
        .request("GET", &path, &format!("If-None-Match: {tag}\r\n"))
        .await;
    assert_eq!(again.status, 304);
    let svg = server.get(&format!("/pictures/table/{id}.svg?ply=1")).await;
    assert_eq!(svg.text(), board(&["i5h5"]).svg());
    let gif = server.get(&format!("/pictures/table/{id}.gif")).await;
    assert_eq!((gif.status, gif.header("content-type")), (200, Some("image/gif")));
    assert!(gif.body.starts_with(b"GIF89a"));
    let puzzle = PUZZLE.split("; ").nth(2).unwrap();
    let puzzle = AnyGame::from_position(GameId::Offboard, puzzle).unwrap();
    shows(
        &server.get("/pictures/puzzles/offboard/4uqa43.png").await,
        &puzzle.svg(),
    );
    shows(
        &server.get("/pictures/learn/offboard/first-push.png").await,
        &board(&[]).svg(),
    );
    let mat = server.get("/pictures/learn/polarity/lean.svg").await;
    assert!(
        mat.status == 200 && mat.text().starts_with("<svg"),
        "{}",
        mat.text()
    );
    let start = server
        .get("/pictures/position/offboard.svg?moves=i5h5+a1b2")
        .await;
    assert_eq!(start.text(), board(&["i5h5", "a1b2"]).svg());
    for (path, status) in [
        ("/pictures/position/offboard.png?moves=i5i5", 400),
        ("/pictures/position/offboard.png?start=nonsense", 400),
        ("/pictures/position/polarity.png?moves=x", 400),
        ("/pictures/position/chess.png", 404),
        ("/pictures/position/offboard.webp", 404),
        ("/pictures/table/nosuchgame.png", 404),
    ] {
        assert_eq!(server.get(path).await.status, status, "{path}");
    }
}

#[tokio::test]
async fn other_sites_may_frame_embedded_boards_and_nothing_else() {
    let server = Server::start(site()).await;
    let (mut one, _, id) = played(&server, &settings(true)).await;
    for path in [
        format!("/embed/table/{id}"),
        "/embed/puzzles/offboard/4uqa43".to_owned(),
        "/embed/position/offboard?moves=i5h5".to_owned(),
    ] {
        let frame = one.get(&path).await;
        let policy = frame.header("content-security-policy").unwrap();
        assert_eq!(frame.status, 200, "{path}");
        assert!(
            policy.contains("frame-ancestors *") && policy.starts_with("default-src 'none'"),
            "{policy}"
        );
        assert_eq!(frame.header("set-cookie"), None);
    }
    for path in [
        "/offboard".to_owned(),
        format!("/table/{id}"),
        "/api/me".to_owned(),
    ] {
        let page = one.get(&path).await;
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
    }
    // A game that is not public is not framed, whoever asks.
    let (mut owner, _, private) = played(&server, &settings(false)).await;
    assert_eq!(owner.get(&format!("/embed/table/{private}")).await.status, 404);
    assert_eq!(
        owner.get(&format!("/pictures/table/{private}.svg")).await.status,
        200
    );
    let quoted = server
        .get("/embed/position/offboard?moves=i5h5&x=%22%3E%3Cscript%3E")
        .await;
    assert!(!quoted.text().contains("\"><script>"), "{}", quoted.text());
}

#[tokio::test]
async fn the_games_that_wait_for_one_are_listed() {
    let server = Server::start(Site::default()).await;
    let slow = TableSettings {
        clock: Clock::Days(3),
        ..settings(false)
    };
    let (mut one, mut other, id) = server.table(&slow).await;
    let turns = async |http: &mut Http| {
        let tables = http.get("/api/me/turns").await.json();
        let tables = tables.as_array().unwrap().iter();
        tables
            .map(|table| table["id"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (turns(&mut one).await, turns(&mut other).await),
        (vec![id.clone()], vec![])
    );
    go(&mut one, &id, 0, "i5h5").await;
    assert_eq!(
        (turns(&mut one).await, turns(&mut other).await),
        (vec![], vec![id.clone()])
    );
    assert_eq!(
        act(&mut other, &id, "resign-01", 1, json!({ "do": "resign" })).await,
        200
    );
    assert_eq!(turns(&mut other).await, Vec::<String>::new());
    let (mut quick, _, _) = server.table(&settings(false)).await;
    assert_eq!(
        turns(&mut quick).await,
        Vec::<String>::new(),
        "only games of days wait"
    );
}
