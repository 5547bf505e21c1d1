//! The whole client: the head of every page, and the page that the address names.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use crate::analysis::analysis;
use crate::browser;
use crate::frame::Texts;
use crate::frame::page::page;
use crate::help::Help;
use crate::home::Home;
use crate::icons::{Icon, IconView};
use crate::language::{Language, Messages, Text};
use crate::route::{Mode, Route, Title};
use crate::settings::Settings;
use crate::settings_page::SettingsPage;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;

const LANGUAGE: &str = "tablier.language";
const SETTINGS: &str = "tablier.settings";

/// What every page needs.
#[derive(Clone, Copy)]
pub(crate) struct App {
    pub(crate) language: RwSignal<Language>,
    pub(crate) messages: Texts,
    pub(crate) settings: RwSignal<Settings>,
    pub(crate) route: RwSignal<Route>,
}

impl App {
    fn new() -> App {
        let stored = browser::load(LANGUAGE).and_then(|code| Language::from_tag(&code));
        let language = RwSignal::new(stored.unwrap_or_else(|| Language::preferred(browser::language_tags())));
        let settings = browser::load(SETTINGS).map(|text| Settings::from_text(&text));
        App {
            language,
            messages: Memo::new(move |_| Messages::of(language.get())),
            settings: RwSignal::new(settings.unwrap_or_default()),
            route: RwSignal::new(Route::from_path(&browser::path())),
        }
    }

    /// A text as a view.
    pub(crate) fn text(self, text: Text) -> impl Fn() -> &'static str + Copy + Send + Sync + 'static {
        move || self.messages.with(|messages| messages.text(text))
    }
}

/// The whole client.
#[component]
pub(crate) fn Client() -> impl IntoView {
    let app = App::new();
    keep_settings(app);
    follow_links(app);
    let page_view = move || match app.route.get() {
        // Polarity's table is a page of its own, which the server answers with.
        Route::Home | Route::Nowhere | Route::Play(Title::Polarity, _) => view! { <Home app /> }.into_any(),
        Route::Settings => view! { <SettingsPage app /> }.into_any(),
        Route::Play(Title::Offboard, mode) => page::<offboard::Position>(app, mode),
        Route::Play(Title::Polygone, mode) => page::<polygone::Position>(app, mode),
        Route::Play(Title::Isometron, mode) => page::<isometron::Position>(app, mode),
        // So is the analysis, a module of its own.
        Route::Analysis(_) => {
            browser::load_anew();
            ().into_any()
        }
    };
    view! {
        <a class="skip" href="#main">{app.text(Text::SkipToBoard)}</a>
        <Top app />
        <div id="main" tabindex="-1">{page_view}</div>
        <Help app />
    }
}

/// The analysis, a document of its own: its links load other ones.
#[component]
pub(crate) fn Analysis() -> impl IntoView {
    let app = App::new();
    keep_settings(app);
    let page_view = match app.route.get_untracked() {
        Route::Analysis(Title::Polygone) => analysis::<polygone::Position>(app),
        Route::Analysis(Title::Isometron) => analysis::<isometron::Position>(app),
        _ => analysis::<offboard::Position>(app),
    };
    view! {
        <a class="skip" href="#main">{app.text(Text::SkipToBoard)}</a>
        <Top app />
        <div id="main" tabindex="-1">{page_view}</div>
        <Help app />
    }
}

/// The head of every page: the way home, the page's name, the settings.
#[component]
fn Top(app: App) -> impl IntoView {
    let title = move || match app.route.get() {
        Route::Play(title, Mode::Computer) => {
            format!("{} · {}", title.name(), app.text(Text::Computer)())
        }
        Route::Play(title, Mode::SameScreen) => title.name().to_owned(),
        Route::Analysis(title) => format!("{} · {}", title.name(), app.text(Text::Analysis)()),
        Route::Settings => app.text(Text::Settings)().to_owned(),
        Route::Home | Route::Nowhere => String::new(),
    };
    let title = Memo::new(move |_| title());
    Effect::new(move |_| {
        let title = title.get();
        let document_title = if title.is_empty() {
            "Tablier".to_owned()
        } else {
            format!("{title} – Tablier")
        };
        browser::set_language(app.language.get(), &document_title);
    });
    view! {
        <header class="top">
            <a class="brand" href="/">"Tablier"</a>
            <h1 id="title" tabindex="-1" class:unseen=move || title.with(String::is_empty)>
                {move || title.with(|title| if title.is_empty() { "Tablier".to_owned() } else { title.clone() })}
            </h1>
            <a class="button quiet" id="settings" href="/settings" aria-label=app.text(Text::Settings)>
                <IconView icon=Icon::Settings />
            </a>
        </header>
    }
}

/// Keeps language and settings, and tells the document's style of them.
fn keep_settings(app: App) {
    Effect::new(move |first: Option<()>| {
        let code = app.language.get().code();
        if first.is_some() {
            browser::save(LANGUAGE, code);
        }
    });
    Effect::new(move |first: Option<()>| {
        let settings = app.settings.get();
        browser::set_root("data-theme", settings.theme.name());
        browser::set_root("data-motion", if settings.motion { "on" } else { "off" });
        if first.is_some() {
            browser::save(SETTINGS, &settings.to_text());
        }
    });
}

/// Our own links change the page without loading it anew; the browser's back and forward do, too.
fn follow_links(app: App) {
    let clicked = window_event_listener(leptos::ev::click, move |event| {
        let plain = event.button() == 0 && !event.ctrl_key() && !event.meta_key() && !event.shift_key();
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let link = target.and_then(|target| {
            target
                .closest("a[href^='/']:not([href='/polarity'], [href^='/analysis'])")
                .ok()
                .flatten()
        });
        if let Some(link) = link.filter(|link| plain && !link.has_attribute("download")) {
            event.prevent_default();
            let path = link.get_attribute("href").unwrap_or_default();
            browser::push_path(&path);
            app.route.set(Route::from_path(&browser::path()));
            browser::focus("title");
            browser::scroll_to_top();
        }
    });
    let moved = window_event_listener(leptos::ev::popstate, move |_| {
        app.route.set(Route::from_path(&browser::path()));
        browser::focus("title");
    });
    on_cleanup(move || {
        clicked.remove();
        moved.remove();
    });
}
