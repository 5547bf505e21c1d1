//! Rules pages and lessons, loaded when they are opened.

mod content;
mod figure;
mod lesson;
mod list;
mod rules;
mod table_walk;
mod views;
mod walk;

pub(crate) use table_walk::{TableContent, TablePhase, TableWalk};
pub(crate) use views::{Standing, after_the_lesson, feedback_view, no_such_lesson, options_view, task_view};

use crate::app::App;
use crate::browser;
use crate::language::Language;
use crate::later::not_loaded;
use crate::load_language;
use crate::route::Id;
use games::GameId;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// A page about a game.
#[derive(Clone, Copy)]
pub(crate) enum LearnPage {
    /// The list of lessons.
    List,
    /// The rules of a game.
    Rules(GameId),
    /// A lesson of a flat game by its name.
    Lesson(GameId, Id),
}

/// The page.
pub(crate) fn page(app: App, page: LearnPage) -> AnyView {
    let shown = match page {
        LearnPage::List => list::page(app),
        LearnPage::Rules(game) => rules::page(app, game),
        LearnPage::Lesson(game, name) => lesson::page(app, game, name),
    };
    styled(shown)
}

/// A page with the style of lessons and rules.
pub(crate) fn styled(page: AnyView) -> AnyView {
    let style = format!("{}learn.css", load_language::folder().unwrap_or_default());
    view! {
        <link rel="stylesheet" href=style />
        {page}
    }
    .into_any()
}

/// Shows the content of files as soon as they are there; in another language other files may be needed.
pub(crate) fn fetched<T: Clone + Send + Sync + 'static>(
    app: App,
    names: impl Fn(Language) -> Vec<String> + 'static,
    read: fn(&[String]) -> Option<T>,
    show: impl Fn(T) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    let content = RwSignal::new(None::<Option<T>>);
    Effect::new(move |_| {
        let names = names(app.language.get());
        spawn_local(async move {
            let mut files = Vec::new();
            for name in names {
                files.extend(load_language::file(&name).await);
            }
            // The page may have been left meanwhile.
            content.try_set(Some(read(&files)));
        });
    });
    let page = move || match content.get() {
        None => view! { <main class="learn" aria-busy="true"></main> }.into_any(),
        Some(None) => not_loaded(app),
        Some(Some(content)) => show(content),
    };
    page.into_any()
}

/// Goes to the part of the page that an address names after `#`.
fn jump(id: &str) {
    if !id.is_empty() {
        browser::focus(id);
        browser::scroll_to(id);
    }
}

/// The language as the lessons name it.
pub(crate) const fn spoken(language: Language) -> learn::LessonLanguage {
    match language {
        Language::French => learn::LessonLanguage::Fr,
        Language::English => learn::LessonLanguage::En,
        Language::German => learn::LessonLanguage::De,
        Language::Dutch => learn::LessonLanguage::Nl,
    }
}
