//! The texts of the page's language, fetched: nobody waits for those of the others.

use crate::language::Language;
use courier::ask;
use leptos::prelude::document;

/// Makes the texts of a language known. Tells whether they are.
pub(crate) async fn fetch(language: Language) -> bool {
    if language.is_known() {
        return true;
    }
    let Some(folder) = folder() else { return false };
    let answer = ask("GET", &format!("{folder}{}.txt", language.code()), None).await;
    let is_done = answer.is_done();
    if is_done {
        language.learn(answer.text);
    }
    is_done
}

/// The page names the folder, which is named after its content.
fn folder() -> Option<String> {
    let meta = document().query_selector("meta[name=texts]").ok()??;
    meta.get_attribute("content")
}
