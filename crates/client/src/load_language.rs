//! Fetches the texts of the page's language, and of no other.

use crate::language::Language;
use leptos::prelude::document;
use web_net::ask;

/// Loads the texts of a language, if they are not loaded; `false` if they cannot be fetched.
pub(crate) async fn fetch(language: Language) -> bool {
    if language.is_known() {
        return true;
    }
    let text = file(&format!("{}.txt", language.code())).await;
    let is_done = text.is_some();
    if let Some(text) = text {
        language.learn(text);
    }
    is_done
}

/// The content of one of the built files.
pub(crate) async fn file(name: &str) -> Option<String> {
    let answer = ask("GET", &format!("{}{name}", folder()?), None).await;
    answer.is_done().then_some(answer.text)
}

/// The folder of the texts, from the page's `meta` element; its name depends on its content.
pub(crate) fn folder() -> Option<String> {
    let meta = document().query_selector("meta[name=texts]").ok()??;
    meta.get_attribute("content")
}
