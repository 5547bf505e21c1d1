//! The parts of a lesson's page that are the same on a board and on the table of magnets.

use super::spoken;
use crate::app::App;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::learn_offer::lessons_path;
use crate::route::{Id, Mode, Route};
use games::GameId;
use learn::Translations;
use leptos::prelude::*;

/// How far a learner is: the lesson's title, the number of the step and of all, and the text of the step.
#[derive(Clone, PartialEq)]
pub(crate) struct Standing {
    pub(crate) title: Translations,
    pub(crate) number: usize,
    pub(crate) count: usize,
    pub(crate) said: Translations,
}

/// The title, the progress and the text of the step.
pub(crate) fn task_view(app: App, standing: Memo<Standing>) -> AnyView {
    let language = move || spoken(app.language.get());
    let title = move || standing.with(|standing| standing.title[language()].to_owned());
    let said = move || standing.with(|standing| standing.said[language()].to_owned());
    let number = move || standing.with(|standing| (standing.number, standing.count));
    let progress = move || {
        let (number, count) = number();
        let (number, count) = (number.to_string(), count.to_string());
        app.messages
            .with(|messages| messages.fill(Text::LessonStep, &[("n", &number), ("m", &count)]))
    };
    view! {
        <section class="task">
            <h2 id="step-title" tabindex="-1">{title}</h2>
            <p class="small">{progress}</p>
            <progress aria-hidden="true" max=move || number().1 value=move || number().0></progress>
            <p class="say">{said}</p>
        </section>
    }
    .into_any()
}

/// The options of a question, each with whether it was found to be wrong.
pub(crate) fn options_view(
    options: Memo<Vec<(String, bool)>>,
    is_solved: Signal<bool>,
    choose: Callback<usize>,
) -> AnyView {
    let options = move || {
        let option = |(at, (text, is_missed)): (usize, (String, bool))| {
            let is_closed = is_missed || is_solved.get();
            view! {
                <button class="option" class:missed=is_missed prop:disabled=is_closed on:click=move |_| choose.run(at)>
                    {text}
                </button>
            }
        };
        options
            .get()
            .into_iter()
            .enumerate()
            .map(option)
            .collect::<Vec<_>>()
    };
    view! { <div class="options">{options}</div> }.into_any()
}

/// The answer to the learner, and whether theirs was right.
pub(crate) fn feedback_view(told: Memo<Option<(bool, String)>>) -> AnyView {
    let is = move |wanted: bool| {
        move || told.with(|told| told.as_ref().is_some_and(|(right, _)| *right == wanted))
    };
    let text = move || told.get().map(|(_, text)| text);
    view! {
        <p class="told" role="status" class:right=is(true) class:wrong=is(false)>
            {text}
        </p>
    }
    .into_any()
}

/// The next lesson, a game, the list.
pub(crate) fn after_the_lesson(app: App, game: GameId, following: Option<(String, Translations)>) -> AnyView {
    let following = following.and_then(|(name, title)| {
        let path = Route::Lesson(game, Id::new(&name)?).path();
        let title = move || title[spoken(app.language.get())].to_owned();
        Some(view! {
            <a class="button primary" id="next-lesson" href=path>
                <span>{app.text(Text::NextLesson)} " · " {title}</span>
            </a>
        })
    });
    view! {
        {following}
        <a class="button" href=Route::Play(game, Mode::Computer).path()>
            <IconView icon=Icon::Computer />
            <span>{app.text(Text::PlayComputer)}</span>
        </a>
        <a class="button" id="to-lessons" href=lessons_path(game)>{app.text(Text::Lessons)}</a>
        <a class="button" href=Route::Rules(game).path()>{app.text(Text::Rules)}</a>
    }
    .into_any()
}

/// The page of a lesson that does not exist.
pub(crate) fn no_such_lesson(app: App) -> AnyView {
    view! {
        <main class="learn">
            <p>{app.text(Text::NoSuchLesson)}</p>
            <a class="button" href=Route::Learn.path()>{app.text(Text::Lessons)}</a>
        </main>
    }
    .into_any()
}
