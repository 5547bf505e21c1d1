//! Requests to our own server.

use crate::Json;
use crate::decode::FromJson;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestInit, Response};

/// An HTTP answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpAnswer {
    /// The status; 0 when the server was not reached.
    pub status: u16,
    /// The body.
    pub text: String,
}

impl HttpAnswer {
    /// Whether it was done.
    pub fn is_done(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body of an answer that was done, if it can be read.
    pub fn read<T: FromJson>(&self) -> Option<T> {
        let text = Some(&self.text).filter(|_| self.is_done())?;
        T::from_json(&Json::read(text)?)
    }
}

/// Asks the server, with a JSON body or without.
pub async fn ask(method: &str, path: &str, body: Option<String>) -> HttpAnswer {
    asked(method, path, body).await.unwrap_or_default()
}

async fn asked(method: &str, path: &str, body: Option<String>) -> Result<HttpAnswer, JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let options = RequestInit::new();
    options.set_method(method);
    if let Some(body) = body {
        let headers = web_sys::Headers::new()?;
        headers.set("content-type", "application/json")?;
        options.set_headers(&headers);
        options.set_body(&JsValue::from_str(&body));
    }
    let response = JsFuture::from(window.fetch_with_str_and_init(path, &options)).await?;
    let response: Response = response.dyn_into()?;
    let text = JsFuture::from(response.text()?).await?;
    Ok(HttpAnswer {
        status: response.status(),
        text: text.as_string().unwrap_or_default(),
    })
}
