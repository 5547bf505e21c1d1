//! Chromium's own protocol: another screen without another browser, and small pictures.

use crate::chromium::{Page, Screen};
use axum::body::{Body, to_bytes};
use axum::http::Request;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};

/// Bytes of an answer at most.
const LARGEST: usize = 10_000_000;

impl Page {
    /// Asks Chromium for something.
    async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let session = self.client.session_id().await.unwrap().unwrap_or_default();
        let address = format!(
            "http://{}/session/{session}/goog/cdp/execute",
            self.driver_address
        );
        let wish = json!({ "cmd": command, "params": parameters }).to_string();
        let wish = Request::post(address).body(wish).unwrap();
        let http: Client<HttpConnector, String> = Client::builder(TokioExecutor::new()).build_http();
        let answer = Body::new(http.request(wish).await.unwrap().into_body());
        let answer: Value = serde_json::from_slice(&to_bytes(answer, LARGEST).await.unwrap()).unwrap();
        assert!(answer["value"]["error"].is_null(), "{command}: {answer}");
        answer["value"].clone()
    }

    /// Runs a script in every document from now on, before those of the page.
    pub(crate) async fn run_in_new_documents(&self, script: &str) {
        let wish = json!({ "source": script });
        self.devtools("Page.addScriptToEvaluateOnNewDocument", wish).await;
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

    /// Styles the page as for paper (`print`), or as before (an empty text).
    pub(crate) async fn set_media(&self, media: &str) {
        self.devtools("Emulation.setEmulatedMedia", json!({ "media": media }))
            .await;
    }

    /// The window, as a small picture.
    pub(crate) async fn webp(&self, quality: u8) -> Vec<u8> {
        let wish = json!({ "format": "webp", "quality": quality });
        let answer = self.devtools("Page.captureScreenshot", wish).await;
        BASE64_STANDARD.decode(answer["data"].as_str().unwrap()).unwrap()
    }

    /// Lets the page show notifications, as a visitor does who is asked.
    pub(crate) async fn allow_notifications(&self) {
        let origin = format!("http://{}", self.address);
        let wish = json!({ "origin": origin, "permissions": ["notifications"] });
        self.devtools("Browser.grantPermissions", wish).await;
    }

    /// Hands the service worker an opened message, as the browser's push service does.
    pub(crate) async fn deliver_push(&self, text: &str) {
        self.devtools("ServiceWorker.enable", json!({})).await;
        let origin = format!("http://{}", self.address);
        // The only registration of a fresh profile.
        let wish = json!({ "origin": origin, "registrationId": "0", "data": text });
        self.devtools("ServiceWorker.deliverPushMessage", wish).await;
    }
}
