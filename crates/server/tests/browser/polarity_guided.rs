//! Polarity as somebody plays it who has never seen it: taps, drags a little, does what the page says, with a pointer that
//! trembles.

use crate::chromium::{DESK, PHONE, Page, Screen};
use crate::polarity::{hurry, wait_for_status, wait_for_table};
use std::time::Duration;

/// The time that a person takes to see something and act.
const REACTION: Duration = Duration::from_millis(150);
/// White has to capture a kiss.
const KISS: &str = include_str!("../../../../lessons/polarity/capture.txt");

/// Pseudo-random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / f64::from(1_u32 << 24)
    }

    /// Normal, about zero.
    fn normal(&mut self, deviation: f64) -> f64 {
        let sum: f64 = (0..12).map(|_| self.unit()).sum();
        (sum - 6.0) * deviation
    }
}

/// A player at a screen.
struct Player {
    page: Page,
    random: Random,
    /// The pointer's error, in pixels.
    tremor: f64,
}

impl Player {
    async fn at(screen: Screen, tremor: f64, seed: u64) -> Player {
        let page = Page::open(screen, "en").await;
        page.go("/polarity").await;
        wait_for_table(&page).await;
        Player {
            page,
            random: Random(seed),
            tremor,
        }
    }

    /// The approximate place of a point of the mat on the screen.
    async fn seen(&mut self, x: f64, y: f64) -> (f64, f64) {
        let at = self
            .page
            .run(&format!("return [...table.project({x}, {y}, 0.3)]"))
            .await;
        let part = |k: usize| at[k].as_f64().unwrap();
        let tremor = self.tremor;
        (
            part(0) + self.random.normal(tremor),
            part(1) + self.random.normal(tremor),
        )
    }

    async fn send(&self, kind: &str, (x, y): (f64, f64)) {
        self.page
            .run(&format!(
                "const stage = document.getElementById('stage');
                 const box = stage.getBoundingClientRect();
                 stage.dispatchEvent(new PointerEvent('{kind}', {{ pointerId: 1, bubbles: true, cancelable: true,
                    clientX: box.x + {x}, clientY: box.y + {y} }}))"
            ))
            .await;
    }

    async fn tap(&mut self, x: f64, y: f64) {
        tokio::time::sleep(REACTION).await;
        let at = self.seen(x, y).await;
        self.send("pointerdown", at).await;
        self.send("pointerup", at).await;
    }

    /// Drags from one point of the mat to another.
    async fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        tokio::time::sleep(REACTION).await;
        let start = self.seen(from.0, from.1).await;
        self.send("pointerdown", start).await;
        let mut at = start;
        for part in 1..=6 {
            let share = f64::from(part) / 6.0;
            at = self
                .seen(from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
                .await;
            self.send("pointermove", at).await;
        }
        self.send("pointerup", at).await;
    }

    async fn press(&self, command: &str) {
        tokio::time::sleep(REACTION).await;
        self.page
            .run(&format!("document.querySelector('[data-do={command}]').click()"))
            .await;
    }

    /// The page's forecast.
    async fn outlook(&self) -> String {
        let outlook = "document.querySelector('main').dataset.outlook";
        self.page
            .wait_long(&format!("return ({outlook} ?? 'unknown') != 'unknown'"))
            .await;
        self.page.text(&format!("return {outlook}")).await
    }

    async fn news(&self) -> String {
        hurry(&self.page).await;
        wait_for_status(&self.page, "idle").await;
        self.page.text("return table.news()").await
    }

    /// Leans a disc on the foundation at a place, and goes round it while the page says that it would not hold.
    async fn lean(&mut self, (x, y): (f64, f64)) {
        self.tap(x, y).await;
        wait_for_status(&self.page, "holding").await;
        let mut angle = self.random.unit() * std::f64::consts::TAU;
        let on_ring = |angle: f64| (x + 5.1 * angle.cos(), y + 5.1 * angle.sin());
        self.drag(on_ring(angle), on_ring(angle)).await;
        for _ in 0..6 {
            if self.outlook().await == "holds" {
                break;
            }
            let next = angle + 0.6;
            self.drag(on_ring(angle), on_ring(next)).await;
            angle = next;
        }
        self.page.still_picture("polarity-leads").await;
        self.press("place").await;
    }
}

/// The red disc in the middle and a white foundation.
fn foundation(x: f64, y: f64) -> String {
    let part = |part: f64| (part * 1000.0).round();
    format!(
        "rest/0:0,0,300:0,0,0,1048576/1:{},{},300:0,0,0,1048576",
        part(x),
        part(y)
    )
}

const SCREENS: [(Screen, f64); 2] = [(DESK, 3.0), (PHONE, 5.0)];

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_newcomer_leaves_standing_leaners() {
    for (screen, tremor) in SCREENS {
        let mut player = Player::at(screen, tremor, 7).await;
        let mut stood = 0;
        for _ in 0..10 {
            let place = (player.random.normal(5.0), -9.0 + player.random.normal(1.5));
            let scene = foundation(place.0, place.1);
            player.page.run(&format!("table.lay_out('{scene}')")).await;
            player.lean(place).await;
            stood += usize::from(player.news().await.contains("news-stands"));
        }
        println!("{stood} of 10 leaners stand at {}", screen.name);
        assert!(stood >= 8, "{stood} of 10 at {}", screen.name);
        player.page.close().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_newcomer_converts_leaners() {
    for (screen, tremor) in SCREENS {
        convert_ten(screen, tremor).await;
    }
}

async fn convert_ten(screen: Screen, tremor: f64) {
    let mut player = Player::at(screen, tremor, 17).await;
    let mut converted = 0;
    for _ in 0..10 {
        let place = (player.random.normal(5.0), -9.0);
        let scene = foundation(place.0, place.1);
        player.page.run(&format!("table.lay_out('{scene}')")).await;
        player.lean(place).await;
        if !player.news().await.contains("news-stands") {
            continue;
        }
        let leaner = player
            .page
            .run("return table.scene().split('/').at(-1).split(':')[1].split(',').map((part) => part / 1000)")
            .await;
        player
            .tap(leaner[0].as_f64().unwrap(), leaner[1].as_f64().unwrap())
            .await;
        wait_for_status(&player.page, "holding").await;
        player.press("convert").await;
        player.press("place").await;
        let news = player.news().await;
        let lies = player.page.text("return table.scene()").await;
        let discs = lies.split('/').count() - 1;
        converted += usize::from(news.contains("news-fell") && !news.contains("news-stuck") && discs == 3);
    }
    println!("{converted} of 10 are converted at {}", screen.name);
    assert!(converted >= 8, "{converted} of 10 at {}", screen.name);
    player.page.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn a_newcomer_captures_a_kiss() {
    for (screen, tremor) in SCREENS {
        capture_ten(screen, tremor).await;
    }
}

async fn capture_ten(screen: Screen, tremor: f64) {
    let mut player = Player::at(screen, tremor, 27).await;
    let mut captured = 0;
    let position = KISS.lines().nth(1).unwrap();
    for _ in 0..10 {
        player
            .page
            .run(&format!("table.set_up('{position}', true, true, false)"))
            .await;
        player.page.two_frames().await;
        player.tap(-10.0, 0.0).await;
        wait_for_status(&player.page, "holding").await;
        player.press("place").await;
        captured += usize::from(player.news().await.contains("news-captured"));
    }
    println!("{captured} of 10 are captured at {}", screen.name);
    assert!(captured >= 9, "{captured} of 10 at {}", screen.name);
    player.page.close().await;
}

const LOW: &str = "return document.querySelector('.state p').textContent.startsWith('It stands on the mat')";

#[tokio::test]
#[ignore = "needs Chromium and the built client: run by `cargo xtask test`"]
async fn who_holds_the_button_or_the_space_bar_lowers_the_disc_and_lets_go_to_release_it() {
    let mut player = Player::at(PHONE, 0.0, 37).await;
    for way in ["button", "key"] {
        let scene = foundation(-4.0, -9.0);
        player.page.run(&format!("table.lay_out('{scene}')")).await;
        player.tap(-4.0, -9.0).await;
        wait_for_status(&player.page, "holding").await;
        assert_eq!(player.outlook().await, "holds");
        let on_button = |kind: &str| {
            format!(
                "document.querySelector('[data-do=place]').dispatchEvent(new PointerEvent('{kind}',
                    {{ pointerId: 1, bubbles: true, cancelable: true }}))"
            )
        };
        let on_stage = |kind: &str| {
            format!(
                "const stage = document.getElementById('stage'); stage.focus();
                 stage.dispatchEvent(new KeyboardEvent('{kind}', {{ key: ' ', bubbles: true, cancelable: true }}))"
            )
        };
        match way {
            "button" => drop(player.page.run(&on_button("pointerdown")).await),
            _ => drop(player.page.run(&on_stage("keydown")).await),
        }
        player.page.wait_long(LOW).await;
        player.page.still_picture("polarity-held-low").await;
        match way {
            "button" => drop(player.page.run(&on_button("pointerup")).await),
            _ => drop(player.page.run(&on_stage("keyup")).await),
        }
        let news = player.news().await;
        assert!(news.contains("news-stands"), "{way}: {news}");
    }
    player.page.close().await;
}
