//! The client: the header, and the page of the address.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use crate::browser;
use crate::frame::Texts;
use crate::frame::page::page;
use crate::help::Help;
use crate::home::Home;
use crate::icons::{Icon, IconView};
use crate::language::{Language, Messages, Text};
use crate::later::{self, Online, People, later};
use crate::learn::LearnPage;
use crate::load_language;
use crate::mistakes::MistakesPage;
use crate::puzzles::PuzzlePage;
use crate::route::{Mode, Route};
use crate::settings::Settings;
use crate::settings_page::SettingsPage;
use crate::storage::{self, Key};
use games::{BoardId, GameId};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::wasm_bindgen::JsCast;

/// Context of every page.
#[derive(Clone, Copy)]
pub(crate) struct App {
    pub(crate) language: RwSignal<Language>,
    pub(crate) messages: Texts,
    pub(crate) settings: RwSignal<Settings>,
    pub(crate) route: RwSignal<Route>,
    /// Heading of a page whose title comes from the server.
    pub(crate) heading: RwSignal<String>,
    /// Whether the help is shown.
    pub(crate) help: RwSignal<bool>,
}

impl App {
    fn new() -> App {
        let language = RwSignal::new(language());
        let settings = storage::load(Key::Settings).map(|text| Settings::from_text(&text));
        App {
            language,
            messages: Memo::new(move |_| Messages::of(language.get())),
            settings: RwSignal::new(settings.unwrap_or_default()),
            route: RwSignal::new(Route::from_path(&browser::path())),
            heading: RwSignal::new(String::new()),
            help: RwSignal::new(false),
        }
    }

    /// Switches to another language once its texts are loaded.
    pub(crate) fn speak(self, language: Language) {
        spawn_local(async move {
            if load_language::fetch(language).await {
                self.language.set(language);
            }
        });
    }

    /// Goes to another page.
    pub(crate) fn go(self, path: &str) {
        let route = Route::from_path(path.split(['?', '#']).next().unwrap_or_default());
        browser::push_path(path);
        self.route.set(route);
        browser::focus("title");
        browser::scroll_to_top();
    }

    /// A text as a view.
    pub(crate) fn text(self, text: Text) -> impl Fn() -> &'static str + Copy + Send + Sync + 'static {
        move || self.messages.with(|messages| messages.text(text))
    }
}

/// The language that was chosen, or that the browser prefers.
pub(crate) fn language() -> Language {
    let stored = storage::load(Key::Language).and_then(|code| Language::from_tag(&code));
    stored.unwrap_or_else(|| Language::preferred(browser::language_tags()))
}

/// The whole client.
#[component]
pub(crate) fn Client() -> impl IntoView {
    let app = App::new();
    keep_settings(app);
    follow_links(app);
    let page_view = move || page_of(app, app.route.get());
    let notice = move || is_instead(app.route.get()).then(|| instead_view(app));
    view! {
        <a class="skip" href="#main">{app.text(Text::SkipToBoard)}</a>
        <Top app />
        <div id="main" tabindex="-1">{notice} {page_view}</div>
        <Help app />
    }
}

/// The page that an address names.
fn page_of(app: App, route: Route) -> AnyView {
    match route {
        Route::Play(GameId::Offboard, mode) => page::<offboard::Position>(app, mode),
        Route::Play(GameId::Polygone, mode) => page::<polygone::Position>(app, mode),
        Route::Play(GameId::Isometron, mode) => page::<isometron::Position>(app, mode),
        Route::Analysis(GameId::Offboard) => later(app, later::analysis(app, BoardId::Offboard)),
        Route::Analysis(GameId::Polygone) => later(app, later::analysis(app, BoardId::Polygone)),
        Route::Analysis(GameId::Isometron) => later(app, later::analysis(app, BoardId::Isometron)),
        Route::Friend(game) => later(app, later::online(app, Online::Friend(game))),
        Route::Lobby(game) => later(app, later::online(app, Online::Lobby(game))),
        Route::Table(id) | Route::PolarityTable(id) => later(app, later::online(app, Online::Table(id))),
        Route::Person(id) => later(app, later::people(app, People::Person(id))),
        Route::Account => later(app, later::people(app, People::Account)),
        Route::Learn => later(app, later::learn(app, LearnPage::List)),
        Route::Rules(game) => later(app, later::learn(app, LearnPage::Rules(game))),
        Route::Lesson(GameId::Polarity, name) => later(app, later::magnets_lesson(app, name)),
        Route::Lesson(game, name) => later(app, later::learn(app, LearnPage::Lesson(game, name))),
        Route::Puzzles => later(app, later::puzzles(app, PuzzlePage::Overview)),
        Route::PuzzlesOf(game) => later(app, later::puzzles(app, PuzzlePage::Next(game))),
        Route::Puzzle(game, name) => later(app, later::puzzles(app, PuzzlePage::One(game, name))),
        Route::Challenge(challenge) => later(app, later::magnets_challenge(app, challenge)),
        Route::Mistakes => later(app, later::own_mistakes(app, MistakesPage::List)),
        Route::Mistake(id) => later(app, later::own_mistakes(app, MistakesPage::One(id))),
        Route::Watch => later(app, later::online(app, Online::Watch)),
        Route::Practice => later(app, later::magnets(app, None)),
        Route::Play(GameId::Polarity, mode) => later(app, later::magnets(app, Some(mode))),
        Route::Settings => view! { <SettingsPage app /> }.into_any(),
        Route::Home | Route::Analysis(GameId::Polarity) => view! { <Home app /> }.into_any(),
        Route::Nowhere => view! { <Home app is_lost=true /> }.into_any(),
    }
}

/// The head of every page: the way home, the page's name, help, account and settings.
#[component]
fn Top(app: App) -> impl IntoView {
    let title = move || match app.route.get() {
        Route::Play(game, Mode::Computer) => {
            format!("{} · {}", game.title(), app.text(Text::Computer)())
        }
        Route::Play(game, Mode::SameScreen) => game.title().to_owned(),
        Route::Practice => GameId::Polarity.title().to_owned(),
        Route::Analysis(game) => format!("{} · {}", game.title(), app.text(Text::Analysis)()),
        Route::Learn => app.text(Text::Lessons)().to_owned(),
        Route::Rules(game) => format!("{} · {}", game.title(), app.text(Text::Rules)()),
        Route::Lesson(game, _) => format!("{} · {}", game.title(), app.text(Text::Lessons)()),
        Route::Puzzles => app.text(Text::Puzzles)().to_owned(),
        Route::PuzzlesOf(game) | Route::Puzzle(game, _) => {
            format!("{} · {}", game.title(), app.text(Text::Puzzles)())
        }
        Route::Challenge(_) => format!("{} · {}", GameId::Polarity.title(), app.text(Text::Challenges)()),
        Route::Mistakes | Route::Mistake(_) => app.text(Text::Mistakes)().to_owned(),
        Route::Watch => app.text(Text::WayWatch)().to_owned(),
        Route::Settings => app.text(Text::Settings)().to_owned(),
        Route::Friend(game) => format!("{} · {}", game.title(), app.text(Text::PlayFriend)()),
        Route::Lobby(game) => format!("{} · {}", game.title(), app.text(Text::PlayOnline)()),
        Route::Table(_) | Route::PolarityTable(_) | Route::Person(_) => app.heading.get(),
        Route::Account => app.text(Text::Account)().to_owned(),
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
            <Ways app />
            <button class="button quiet" id="help" aria-label=app.text(Text::Help) on:click=move |_| app.help.set(true)>
                <IconView icon=Icon::Help />
            </button>
            <a class="button quiet" id="account" href="/account" aria-label=app.text(Text::Account)>
                <IconView icon=Icon::Person />
            </a>
            <a class="button quiet" id="settings" href="/settings" aria-label=app.text(Text::Settings)>
                <IconView icon=Icon::Settings />
            </a>
        </header>
    }
}

/// Parameter of the address: the game whose analysis was requested and does not exist.
const INSTEAD: &str = "instead";

/// The address of a game's analysis; Polarity has none and shows Offboard's.
fn analysis_path(game: Option<GameId>) -> String {
    let path = |game| Route::Analysis(game).path();
    match game {
        Some(GameId::Polarity) => format!("{}?{INSTEAD}={}", path(GameId::Offboard), GameId::Polarity),
        game => path(game.unwrap_or(GameId::Offboard)),
    }
}

/// Whether an analysis is shown instead of one that does not exist.
fn is_instead(route: Route) -> bool {
    matches!(route, Route::Analysis(_)) && browser::parameter(INSTEAD).is_some()
}

fn instead_view(app: App) -> AnyView {
    view! { <p class="notice" role="status">{app.text(Text::WayWithoutAnalysis)}</p> }.into_any()
}

const fn is_puzzle(route: Route) -> bool {
    matches!(
        route,
        Route::Puzzles
            | Route::PuzzlesOf(_)
            | Route::Puzzle(..)
            | Route::Challenge(_)
            | Route::Mistakes
            | Route::Mistake(_)
    )
}

/// The links to the main pages.
#[component]
fn Ways(app: App) -> impl IntoView {
    let is = move |test: fn(Route) -> bool| move || test(app.route.get()).then_some("page");
    view! {
        <nav class="ways" aria-label=app.text(Text::Ways)>
            <a id="way-play" href="/" aria-current=is(|route| route == Route::Home)>{app.text(Text::WayPlay)}</a>
            <a
                id="way-learn"
                href=Route::Learn.path()
                aria-current=is(|route| matches!(route, Route::Learn | Route::Rules(_) | Route::Lesson(..)))
            >
                {app.text(Text::WayLearn)}
            </a>
            <a
                id="way-puzzles"
                href=Route::Puzzles.path()
                aria-current=is(is_puzzle)
            >
                {app.text(Text::WayPuzzles)}
            </a>
            <a id="way-watch" href=Route::Watch.path() aria-current=is(|route| route == Route::Watch)>
                {app.text(Text::WayWatch)}
            </a>
            <a
                id="way-analysis"
                href=move || analysis_path(app.route.get().game())
                aria-current=is(|route| matches!(route, Route::Analysis(_)))
            >
                {app.text(Text::Analysis)}
            </a>
        </nav>
    }
}

/// Saves language and settings, and sets them as attributes for the style sheet.
fn keep_settings(app: App) {
    Effect::new(move |first: Option<()>| {
        let code = app.language.get().code();
        if first.is_some() {
            storage::save(Key::Language, code);
        }
    });
    Effect::new(move |first: Option<()>| {
        let settings = app.settings.get();
        browser::set_root("data-theme", settings.theme.name());
        browser::set_root("data-motion", if settings.motion { "on" } else { "off" });
        if first.is_some() {
            storage::save(Key::Settings, &settings.to_text());
        }
    });
}

/// Follows our own links and the browser's history without reloading.
fn follow_links(app: App) {
    let clicked = window_event_listener(leptos::ev::click, move |event| {
        let plain = event.button() == 0 && !event.ctrl_key() && !event.meta_key() && !event.shift_key();
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let link = target.and_then(|target| target.closest("a[href^='/']").ok().flatten());
        if let Some(link) = link.filter(|link| plain && !link.has_attribute("download")) {
            event.prevent_default();
            app.go(&link.get_attribute("href").unwrap_or_default());
        }
    });
    let moved = window_event_listener(leptos::ev::popstate, move |_| {
        let route = Route::from_path(&browser::path());
        app.route.set(route);
        browser::focus("title");
    });
    on_cleanup(move || {
        clicked.remove();
        moved.remove();
    });
}
