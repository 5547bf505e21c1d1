//! The list of lessons: for each game its lessons in order, and the way to its rules.

use super::content::{self, Listed};
use super::{fetched, jump, spoken};
use crate::app::App;
use crate::browser;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::progress::{self, State};
use crate::route::{Id, Mode, Route};
use games::GameId;
use leptos::prelude::*;
use protocol::Learned;

/// The page.
pub(super) fn page(app: App) -> AnyView {
    fetched(
        app,
        |_| vec!["lessons.txt".to_owned()],
        content::list,
        move |list| lessons(app, &list),
    )
}

fn lessons(app: App, list: &[Listed]) -> AnyView {
    let learned = RwSignal::new(progress::load());
    progress::exchange(move |both| {
        learned.try_set(both);
    });
    // An address may name a game.
    request_animation_frame(|| jump(&browser::hash()));
    let list = list.to_vec();
    let games = move || {
        let games = GameId::ALL.iter();
        let view = |game: &GameId| learned.with(|learned| game_view(app, *game, &list, learned));
        games.map(view).collect::<Vec<_>>()
    };
    view! {
        <main class="learn lesson-list">
            <p class="lead">{app.text(Text::LearnLead)}</p>
            <div class="games">{games}</div>
        </main>
    }
    .into_any()
}

fn game_view(app: App, game: GameId, list: &[Listed], learned: &Learned) -> AnyView {
    let lessons: Vec<AnyView> = list
        .iter()
        .filter(|listed| listed.game == game)
        .map(|listed| lesson_link(app, listed, learned.state(game, &listed.name)))
        .collect();
    let lessons = (!lessons.is_empty()).then(|| view! { <ol>{lessons}</ol> });
    view! {
        <section id=format!("learn-{game}") class="card" tabindex="-1">
            <h2>{game.title()}</h2>
            {lessons}
            <p class="ways">
                <a class="button" id=format!("rules-{game}") href=Route::Rules(game).path()>
                    <IconView icon=Icon::Book />
                    <span>{app.text(Text::Rules)}</span>
                    <span class="unseen">{game.title()}</span>
                </a>
                <a class="button" href=Route::Play(game, Mode::Computer).path()>
                    <IconView icon=Icon::Computer />
                    <span>{app.text(Text::PlayComputer)}</span>
                    <span class="unseen">{game.title()}</span>
                </a>
            </p>
        </section>
    }
    .into_any()
}

fn lesson_link(app: App, listed: &Listed, state: Option<State>) -> AnyView {
    let title = listed.title(spoken(app.language.get())).to_owned();
    let path = Id::new(&listed.name).map(|name| Route::Lesson(listed.game, name).path());
    let told = state.map(|state| {
        let text = match state {
            State::Understood => Text::LessonDone,
            State::Helped => Text::LessonHelped,
        };
        view! { <span class="told">{app.text(text)}</span> }
    });
    let class = match state {
        Some(State::Understood) => "lesson understood",
        Some(State::Helped) => "lesson helped",
        None => "lesson",
    };
    view! {
        <li>
            <a class=class href=path.unwrap_or_default()>
                <span>{title}</span>
                {told}
            </a>
        </li>
    }
    .into_any()
}
