//! What only Chromium's own protocol does: another screen without another browser, and small pictures.

use crate::chromium::{Page, Screen};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use driver::Http;
use serde_json::{Value, json};

impl Page {
    /// Asks Chromium for something.
    async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let session = self.client.session_id().await.unwrap().unwrap_or_default();
        let mut http = Http {
            address: self.driver_address,
            cookie: None,
            headers: String::new(),
        };
        let path = format!("/session/{session}/goog/cdp/execute");
        let wish = json!({ "cmd": command, "params": parameters }).to_string();
        let answer = http.ask("POST", &path, &wish).await.unwrap();
        let answer: Value = serde_json::from_slice(&answer.body).unwrap();
        assert!(answer["value"]["error"].is_null(), "{command}: {answer}");
        answer["value"].clone()
    }

    /// Shows the page on another screen from now on.
    pub(crate) async fn move_to(&mut self, screen: Screen) {
        let metrics = json!({
            "width": screen.width, "height": screen.height, "deviceScaleFactor": 1, "mobile": screen.width < 500,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
        let scheme = if screen.is_dark() { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.devtools("Emulation.setEmulatedMedia", features).await;
        self.screen = screen;
    }

    /// What the window shows, as a small picture.
    pub(crate) async fn webp(&self, quality: u8) -> Vec<u8> {
        let wish = json!({ "format": "webp", "quality": quality });
        let answer = self.devtools("Page.captureScreenshot", wish).await;
        BASE64_STANDARD.decode(answer["data"].as_str().unwrap()).unwrap()
    }
}
