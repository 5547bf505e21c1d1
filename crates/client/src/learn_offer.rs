//! Links to rules and lessons: on the first page, and beside a board that is opened for the first time.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use crate::app::App;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::progress;
use crate::route::{Id, Route};
use games::GameId;
use leptos::prelude::*;
use protocol::Learned;

/// The name of the lesson that takes a beginner from the first move to the first success.
const fn first_name(game: GameId) -> &'static str {
    match game {
        GameId::Offboard => "first-push",
        GameId::Polygone => "first-capture",
        GameId::Isometron => "first-line",
        GameId::Polarity => "lean",
    }
}

/// The first lesson of a game.
fn first_lesson(game: GameId) -> Route {
    Id::new(first_name(game)).map_or(Route::Learn, |name| Route::Lesson(game, name))
}

/// The address of a game's lessons in the list of all.
pub(crate) fn lessons_path(game: GameId) -> String {
    format!("{}#learn-{game}", Route::Learn.path())
}

/// Whether a game's first lesson is still to be done.
pub(crate) fn is_new(game: GameId) -> bool {
    has_first_ahead(&progress::load(), game)
}

fn has_first_ahead(learned: &Learned, game: GameId) -> bool {
    learned.state(game, first_name(game)).is_none()
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
        (lessons_path(game), Text::Lessons)
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
    fn the_first_lesson_is_offered_until_it_is_done() {
        let learned = Learned {
            lessons: "offboard/first-push? polygone/traps".to_owned(),
        };
        assert!(!has_first_ahead(&learned, GameId::Offboard));
        assert!(has_first_ahead(&learned, GameId::Polygone), "another lesson");
        assert!(has_first_ahead(&learned, GameId::Polarity));
    }

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
