//! A headless Chromium with the practice table in it.

use crate::common::Server;
use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, WheelAction,
    WheelActions,
};
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use server::Site;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// How long the table may take for anything; the machine may be busy, and draws without a graphics card.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser with the table in it, and the server behind it.
pub(crate) struct Page {
    width: u32,
    client: Client,
    _server: Server,
    _driver: Child,
    _profile: TempDir,
}

impl Page {
    /// Opens the table on a screen; `flags` go to Chromium.
    pub(crate) async fn open(width: u32, height: u32, flags: &[&str]) -> Page {
        let site = Site::embedded();
        assert!(
            site.file("polarity.html").is_some(),
            "dist/ has no table: run `cargo xtask test`, which builds it first"
        );
        let server = Server::start(site).await;
        let (driver, port) = start_driver().await;
        let profile = tempfile::tempdir().unwrap();
        let mut arguments: Vec<String> = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
        ]
        .iter()
        .chain(flags)
        .map(ToString::to_string)
        .collect();
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        arguments.push(format!("--window-size={width},{height}"));
        let metrics = json!({ "width": width, "height": height, "pixelRatio": 1.0, "mobile": width < 500 });
        let options = json!({
            "args": arguments,
            "prefs": { "intl.accept_languages": "en" },
            "mobileEmulation": { "deviceMetrics": metrics },
        });
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(Capabilities::from_iter([(
                "goog:chromeOptions".to_owned(),
                options,
            )]))
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .unwrap_or_else(|error| panic!("chromium does not start: {error}"));
        client
            .goto(&format!("http://{}/polarity.html", server.address))
            .await
            .unwrap();
        let page = Page {
            width,
            client,
            _server: server,
            _driver: driver,
            _profile: profile,
        };
        page.wait_for("return window.table !== undefined").await;
        page
    }

    /// Runs a script in the page and gives back what it returns.
    pub(crate) async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    pub(crate) async fn text(&self, script: &str) -> String {
        let value = self.run(script).await;
        value.as_str().map_or_else(|| value.to_string(), str::to_owned)
    }

    /// Waits until a script returns true.
    pub(crate) async fn wait_for(&self, script: &str) {
        let start = Instant::now();
        while self.run(script).await != Value::Bool(true) {
            assert!(start.elapsed() < PATIENCE, "it does not come true: {script}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    pub(crate) async fn wait_for_status(&self, status: &str) {
        self.wait_for(&format!("return table.status() === '{status}'"))
            .await;
    }

    /// Where the hand shall be: x, y, height, tilt, heading.
    pub(crate) async fn hand(&self) -> Vec<f64> {
        let hand = self.text("return table.hand()").await;
        hand.split(' ').map(|part| part.parse().unwrap()).collect()
    }

    /// Where a point of the table is in the window.
    pub(crate) async fn spot(&self, x: f64, y: f64, z: f64) -> (f64, f64) {
        let script = format!(
            "const box = document.getElementById('stage').getBoundingClientRect();
             const spot = table.project({x}, {y}, {z});
             return [box.x + spot[0], box.y + spot[1]]"
        );
        let spot = self.run(&script).await;
        (spot[0].as_f64().unwrap(), spot[1].as_f64().unwrap())
    }

    /// Drags the mouse from one place to another.
    pub(crate) async fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        let go = |(x, y): (f64, f64)| PointerAction::MoveTo {
            duration: Some(Duration::from_millis(60)),
            x,
            y,
        };
        let button = MOUSE_BUTTON_LEFT;
        let mouse = MouseActions::new("mouse".to_owned())
            .then(go(from))
            .then(PointerAction::Down { button })
            .then(go(to))
            .then(PointerAction::Up { button });
        self.client.perform_actions(mouse).await.unwrap();
    }

    /// Turns the wheel over a place.
    pub(crate) async fn wheel(&self, (x, y): (f64, f64), down: i64) {
        let turn = WheelAction::Scroll {
            duration: Some(Duration::from_millis(30)),
            x: x as i64,
            y: y as i64,
            delta_x: 0,
            delta_y: down,
        };
        let wheel = WheelActions::new("wheel".to_owned()).then(turn);
        self.client.perform_actions(wheel).await.unwrap();
    }

    /// Types keys, given as the driver names them.
    pub(crate) async fn keys(&self, keys: &[char]) {
        let mut actions = KeyActions::new("keys".to_owned());
        for &value in keys {
            actions = actions
                .then(KeyAction::Down { value })
                .then(KeyAction::Up { value });
        }
        self.client.perform_actions(actions).await.unwrap();
    }

    /// Writes a picture for people to look at, once the last frame is drawn.
    pub(crate) async fn picture(&self, name: &str) {
        tokio::time::sleep(Duration::from_millis(800)).await;
        let picture = self.client.screenshot().await.unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
        let folder = target.join("screenshots");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(
            folder.join(format!("polarity-{name}-{}.png", self.width)),
            picture,
        )
        .unwrap();
    }

    pub(crate) async fn close(self) {
        self.client.close().await.unwrap();
    }
}

/// Starts chromedriver on a port that it finds itself, and reads from its greeting which.
async fn start_driver() -> (Child, u16) {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap_or_else(|error| {
            panic!("chromedriver does not start ({error}): install it with `apt-get install chromium chromium-driver`")
        });
    let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        let port = line.trim_end_matches('.').rsplit_once("successfully on port ");
        if let Some(port) = port.and_then(|(_, port)| port.parse().ok()) {
            // Who does not read on stops chromedriver when its pipe is full.
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return (driver, port);
        }
    }
    panic!("chromedriver ended without saying its port");
}
