//! A headless Chromium with our page in it, driven through chromedriver.

use crate::common::Server;
use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use server::Site;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::runtime::Runtime;

const FLAGS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--hide-scrollbars",
];
/// How long the page may take for anything that a person waits for.
const PATIENCE: Duration = Duration::from_secs(20);
const LONG_PATIENCE: Duration = Duration::from_mins(2);

/// How often chromedriver may fail to start.
const TRIES: u32 = 3;

/// The kind of screen that the page is shown on.
#[derive(Clone, Copy)]
pub(crate) struct Screen {
    pub(crate) name: &'static str,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) flags: &'static [&'static str],
}

impl Screen {
    /// Whether it shows the colours of the night.
    pub(crate) fn is_dark(self) -> bool {
        self.flags.contains(&NIGHT)
    }
}

const NIGHT: &str = "--blink-settings=preferredColorScheme=0";

pub(crate) const DESK: Screen = Screen {
    name: "desk",
    width: 1280,
    height: 800,
    flags: &[],
};
pub(crate) const DESK_AT_NIGHT: Screen = Screen {
    name: "desk-night",
    flags: &[NIGHT],
    ..DESK
};
pub(crate) const DESK_AT_REST: Screen = Screen {
    name: "desk-rest",
    flags: &["--force-prefers-reduced-motion"],
    ..DESK
};
pub(crate) const PHONE: Screen = Screen {
    name: "phone",
    width: 390,
    height: 844,
    flags: &[],
};
pub(crate) const PHONE_AT_NIGHT: Screen = Screen {
    name: "phone-night",
    flags: DESK_AT_NIGHT.flags,
    ..PHONE
};

/// A browser with the page in it, and the server behind it.
pub(crate) struct Page {
    pub(crate) screen: Screen,
    pub(crate) client: Client,
    pub(crate) driver_address: SocketAddr,
    pub(crate) address: SocketAddr,
    /// The server behind it, where nobody else keeps it.
    #[allow(dead_code, reason = "it runs as long as it is kept")]
    kept: Option<Server>,
    _driver: Driver,
    _profile: TempDir,
}

impl Page {
    /// Opens the page on a screen, in a browser that prefers a language.
    pub(crate) async fn open(screen: Screen, language: &str) -> Page {
        let site = Site::embedded();
        assert!(
            !site.is_empty(),
            "dist/ is empty: run `cargo xtask test`, which builds the client first"
        );
        Page::open_at(Server::start(site).await, screen, language).await
    }

    /// Opens the page of a certain server.
    pub(crate) async fn open_at(server: Server, screen: Screen, language: &str) -> Page {
        let mut page = Page::visit(server.address, screen, language).await;
        page.kept = Some(server);
        page.load("").await;
        page
    }

    /// Opens the page on a network that can be shut down, and waits until the page is kept for that.
    pub(crate) async fn open_on_a_network(screen: Screen, language: &str) -> (Page, Runtime) {
        let network = Runtime::new().unwrap();
        let server = network.spawn(Server::start(Site::embedded())).await.unwrap();
        let page = Page::open_at(server, screen, language).await;
        page.wait_for("return navigator.serviceWorker.controller != null")
            .await;
        (page, network)
    }

    /// Opens a browser that is about to visit a server which somebody else keeps.
    pub(crate) async fn visit(address: SocketAddr, screen: Screen, language: &str) -> Page {
        let (driver, port) = start_driver().await;
        let profile = tempfile::tempdir().unwrap();
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities(screen, language, profile.path()))
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .unwrap_or_else(|error| panic!("chromium does not start: {error}"));
        Page {
            screen,
            client,
            driver_address: SocketAddr::from(([127, 0, 0, 1], port)),
            address,
            kept: None,
            _driver: driver,
            _profile: profile,
        }
    }

    /// Loads the page with a stored game of Offboard.
    pub(crate) async fn load(&self, game: &str) {
        self.store("tablier.offboard", game).await;
        self.go("/offboard").await;
        self.wait_until_there().await;
    }

    /// Stores something as the page does. The page itself must not be open: it would store over it.
    pub(crate) async fn store(&self, key: &str, text: &str) {
        self.go("/healthz").await;
        let text = text.replace('\n', "\\n");
        self.run(&format!("localStorage.setItem('{key}', '{text}')"))
            .await;
    }

    /// Loads an address.
    pub(crate) async fn go(&self, path: &str) {
        let address = format!("http://{}{path}", self.address);
        self.client.goto(&address).await.unwrap();
    }

    /// Runs a script that says when it is done by calling `done` with its result.
    pub(crate) async fn run_long(&self, script: &str) -> Value {
        let script = format!("const done = arguments[arguments.length - 1]; {script}");
        self.client.execute_async(&script, Vec::new()).await.unwrap()
    }

    /// Waits until a script returns true.
    pub(crate) async fn wait_for(&self, script: &str) {
        self.wait(script, PATIENCE).await;
    }

    /// Waits for what magnets do; without a graphics card and on a busy machine that can take a while.
    pub(crate) async fn wait_long(&self, script: &str) {
        self.wait(script, LONG_PATIENCE).await;
    }

    async fn wait(&self, script: &str, patience: Duration) {
        let end = tokio::time::Instant::now() + patience;
        while self.run(script).await != Value::Bool(true) {
            assert!(tokio::time::Instant::now() < end, "it does not come: {script}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until the page has drawn what it was told.
    pub(crate) async fn two_frames(&self) {
        self.run_long("requestAnimationFrame(() => requestAnimationFrame(() => done(true)))")
            .await;
    }

    /// Waits until an element is there.
    pub(crate) async fn wait_for_id(&self, id: &str) {
        self.wait_for(&format!("return document.getElementById('{id}') != null"))
            .await;
    }

    /// Waits until an element has the focus.
    pub(crate) async fn wait_for_focus(&self, id: &str) {
        self.wait_for(&format!("return document.activeElement.id == '{id}'"))
            .await;
    }

    pub(crate) async fn reload(&self) {
        self.refresh().await;
        self.wait_until_there().await;
    }

    /// Loads the page again, whichever it is.
    pub(crate) async fn refresh(&self) {
        self.client.refresh().await.unwrap();
    }

    /// Types a text into a field, in place of what stands there.
    pub(crate) async fn fill(&self, id: &str, text: &str) {
        let field = self.client.find(Locator::Id(id)).await.unwrap();
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    async fn wait_until_there(&self) {
        self.wait_for_id("cell-e5").await;
    }

    /// Runs a script in the page and gives back what it returns.
    pub(crate) async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    pub(crate) async fn text(&self, script: &str) -> String {
        let value = self.run(script).await;
        value.as_str().map_or_else(|| value.to_string(), str::to_owned)
    }

    /// The stored game of Offboard: how many moves are shown, then the moves.
    pub(crate) async fn game(&self) -> String {
        self.stored_game("tablier.offboard").await
    }

    /// A stored game.
    pub(crate) async fn stored_game(&self, key: &str) -> String {
        self.text(&format!(
            "return (localStorage.getItem('{key}') ?? '').split('\\n')[0]"
        ))
        .await
    }

    /// The line that says whose turn it is or how the game ended.
    pub(crate) async fn state(&self) -> String {
        self.text("return document.querySelector('.state h2').textContent")
            .await
    }

    pub(crate) async fn click(&self, id: &str) {
        let element = self.client.find(Locator::Id(id)).await.unwrap();
        element
            .click()
            .await
            .unwrap_or_else(|error| panic!("cannot click {id}: {error}"));
    }

    pub(crate) async fn tap(&self, cell: &str) {
        self.click(&format!("cell-{cell}")).await;
    }

    /// Presses the pointer on an element and moves it onto another, without letting go.
    pub(crate) async fn press_and_move(&self, from: &str, to: &str) {
        let path = [self.middle(from).await, self.middle(to).await];
        let moves = path.map(|(x, y)| PointerAction::MoveTo {
            duration: Some(Duration::from_millis(50)),
            x,
            y,
        });
        let [there, on] = moves;
        let press = PointerAction::Down {
            button: MOUSE_BUTTON_LEFT,
        };
        self.pointer([there, press, on]).await;
    }

    pub(crate) async fn let_go(&self) {
        let up = PointerAction::Up {
            button: MOUSE_BUTTON_LEFT,
        };
        self.pointer([up]).await;
    }

    pub(crate) async fn pointer(&self, actions: impl IntoIterator<Item = PointerAction>) {
        let mouse = MouseActions::new("mouse".to_owned());
        let mouse = actions.into_iter().fold(mouse, MouseActions::then);
        self.client.perform_actions(mouse).await.unwrap();
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

    pub(crate) async fn middle(&self, id: &str) -> (f64, f64) {
        let script = format!(
            "const box = document.getElementById('{id}').getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2]"
        );
        let middle = self.run(&script).await;
        (middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap())
    }

    pub(crate) async fn choose_language(&self, code: &str) {
        self.click("settings").await;
        self.wait_for_id("language").await;
        self.choose("language", code).await;
        self.wait_for(&format!("return document.documentElement.lang == '{code}'"))
            .await;
        self.client.back().await.unwrap();
        self.wait_for("return document.getElementById('language') == null")
            .await;
    }

    /// Chooses from a list.
    pub(crate) async fn choose(&self, id: &str, value: &str) {
        let list = self.client.find(Locator::Id(id)).await.unwrap();
        list.select_by_value(value).await.unwrap();
    }

    /// How much wider the page is than its window.
    pub(crate) async fn overflow(&self) -> i64 {
        let script = "const page = document.documentElement; return page.scrollWidth - page.clientWidth";
        self.run(script).await.as_i64().unwrap()
    }

    /// Waits for motions to end, then writes a picture for people to look at.
    pub(crate) async fn picture(&self, name: &str) {
        let still = "return document.getAnimations().length == 0";
        self.wait_for(still).await;
        self.still_picture(name).await;
    }

    /// Writes a picture of a page that may never rest.
    pub(crate) async fn still_picture(&self, name: &str) {
        let picture = self.client.screenshot().await.unwrap();
        let folder = screenshots();
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{name}-{}.png", self.screen.name)), picture).unwrap();
    }

    pub(crate) async fn close(self) {
        self.client.close().await.unwrap();
    }
}

pub(crate) fn screenshots() -> PathBuf {
    target().join("screenshots")
}

/// The folder that cargo builds into.
pub(crate) fn target() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// A chromedriver. Its browser goes with it, also when a test fails before it has closed its page.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        if let Some(id) = self.0.id() {
            // Best effort: a browser that is left over costs time, but no test.
            let _ = std::process::Command::new("pkill")
                .args(["-KILL", "-P", &id.to_string()])
                .status();
        }
    }
}

/// Starts chromedriver on a port that it finds itself. Now and then another program takes that port first.
async fn start_driver() -> (Driver, u16) {
    for _ in 0..TRIES {
        if let Some(started) = try_to_start_driver().await {
            return started;
        }
    }
    panic!("chromedriver ended {TRIES} times without saying its port");
}

/// Starts chromedriver, and reads from its greeting on which port.
async fn try_to_start_driver() -> Option<(Driver, u16)> {
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
            // chromedriver stops when nobody reads its pipe.
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return Some((Driver(driver), port));
        }
    }
    None
}

fn capabilities(screen: Screen, language: &str, profile: &Path) -> Capabilities {
    let mut flags: Vec<String> = FLAGS
        .iter()
        .chain(screen.flags)
        .map(ToString::to_string)
        .collect();
    flags.push(format!("--user-data-dir={}", profile.display()));
    flags.push(format!("--window-size={},{}", screen.width, screen.height));
    // A window of Chromium is never narrower than 500 pixels; what it shows can be.
    let metrics = json!({
        "width": screen.width, "height": screen.height, "pixelRatio": 1.0, "mobile": screen.width < 500,
        "touch": screen.width < 500,
    });
    let options = json!({
        "args": flags,
        "prefs": { "intl.accept_languages": language },
        "mobileEmulation": { "deviceMetrics": metrics },
    });
    Capabilities::from_iter([("goog:chromeOptions".to_owned(), options)])
}
