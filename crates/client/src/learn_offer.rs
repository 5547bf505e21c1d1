//! Links to rules and lessons: on the first page, and beside a board that is opened for the first time.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use crate::app::App;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::progress;
use crate::route::{Id, Mode, Route};
use crate::storage::{self, Key};
use games::GameId;
use leptos::prelude::*;

/// The lesson that takes a beginner from the first move to the first success.
fn first_lesson(game: GameId) -> Route {
    let name = match game {
        GameId::Offboard => "first-push",
        GameId::Polygone => "first-capture",
        GameId::Isometron => "first-line",
        GameId::Polarity => "lean",
    };
    Id::new(name).map_or(Route::Learn, |name| Route::Lesson(game, name))
}

/// Whether a game was neither played nor learned in this browser.
pub(crate) fn is_new(game: GameId) -> bool {
    let is_played = |mode: &Mode| {
        let kept = storage::load(Key::Game(game, *mode)).unwrap_or_default();
        // Moves follow the number of those that are shown.
        kept.lines().next().is_some_and(|session| session.contains(' '))
    };
    !progress::load().has_any(game) && ![Mode::SameScreen, Mode::Computer].iter().any(is_played)
}

/// The button to the first lesson.
#[component]
pub(crate) fn FirstLesson(app: App, game: GameId) -> impl IntoView {
    view! {
        <a class="button primary first-lesson" id=format!("{game}-learn") href=first_lesson(game).path()>
            <LessonWords app game text=Text::LearnFast />
        </a>
    }
}

/// The first lesson or all of them, and the rules.
#[component]
pub(crate) fn LearnLinks(app: App, game: GameId) -> impl IntoView {
    let (path, text) = if is_new(game) {
        (first_lesson(game).path(), Text::LearnFast)
    } else {
        (Route::Learn.path(), Text::Lessons)
    };
    view! {
        <div class="learn-links">
            <a id=format!("{game}-learn") href=path>
                <LessonWords app game text />
            </a>
            <RulesLink app game />
        </div>
    }
}

#[component]
fn LessonWords(app: App, game: GameId, text: Text) -> impl IntoView {
    view! {
        <IconView icon=Icon::Lesson />
        <span>{app.text(text)}</span>
        <span class="unseen">{game.title()}</span>
    }
}

/// The link to the rules.
#[component]
pub(crate) fn RulesLink(app: App, game: GameId) -> impl IntoView {
    view! {
        <a id=format!("{game}-rules") href=Route::Rules(game).path()>
            <IconView icon=Icon::Book />
            <span>{app.text(Text::Rules)}</span>
            <span class="unseen">{game.title()}</span>
        </a>
    }
}

/// The offer to a player who sees a board for the first time.
#[component]
pub(crate) fn LearnOffer(app: App, game: GameId) -> impl IntoView {
    view! {
        <section class="learn-offer" aria-label=app.text(Text::NewHere)>
            <p>{app.text(Text::NewHere)}</p>
            <LearnLinks app game />
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_first_lesson_of_every_game_exists() {
        let lessons = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../learn/lessons");
        for game in GameId::ALL {
            let Route::Lesson(_, name) = first_lesson(*game) else {
                panic!("{game} has no first lesson");
            };
            let file = lessons.join(game.name()).join(format!("01-{name}.txt"));
            assert!(file.is_file(), "{}", file.display());
        }
    }
}
