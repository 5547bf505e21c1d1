//! The rules of a game: text, live figures, a glossary. It can be printed.

use super::content::{Block, RulesPage};
use super::figure::FigureView;
use super::{fetched, jump};
use crate::app::App;
use crate::browser;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::learn_offer::lessons_path;
use crate::route::{Mode, Route};
use games::GameId;
use leptos::prelude::*;
use std::time::Duration;

/// How long a frame of a loop is seen.
const BEAT: Duration = Duration::from_millis(1400);

/// The page.
pub(super) fn page(app: App, game: GameId) -> AnyView {
    let names = move |language: crate::language::Language| {
        vec![
            format!("rules-{game}-{}.txt", language.code()),
            format!("figures-{game}.txt"),
        ]
    };
    fetched(app, names, RulesPage::read, move |page| rules(app, game, page))
}

fn rules(app: App, game: GameId, page: RulesPage) -> AnyView {
    let beat = RwSignal::new(0_usize);
    if let Ok(timer) = set_interval_with_handle(move || step(app, beat), BEAT) {
        on_cleanup(move || timer.clear());
    }
    let sections = page.blocks.iter().filter_map(|block| match block {
        Block::Section { id, title } => Some((format!("#{id}"), title.clone())),
        _ => None,
    });
    let contents: Vec<_> = sections
        .map(|(href, title)| view! { <li><a href=href>{title}</a></li> })
        .collect();
    let blocks: Vec<_> = page
        .blocks
        .into_iter()
        .map(|block| block_view(app, beat, block))
        .collect();
    // An address may name a section or a term.
    request_animation_frame(|| jump(&browser::hash()));
    view! {
        <main class=format!("learn rules-page {game}") on:click=|event| follow(&event)>
            <svg class="shared" width="0" height="0" aria-hidden="true" inner_html=page.shared></svg>
            <nav class="contents" aria-label=app.text(Text::Contents)>
                <h2>{app.text(Text::Contents)}</h2>
                <ol>{contents}</ol>
            </nav>
            <article>
                <p class="ways">{ways(app, game)}</p>
                {blocks}
            </article>
        </main>
    }
    .into_any()
}

/// Lessons, play, print.
fn ways(app: App, game: GameId) -> impl IntoView {
    view! {
        <a class="button" id="to-lessons" href=lessons_path(game)>{app.text(Text::Lessons)}</a>
        <a class="button" href=Route::Play(game, Mode::Computer).path()>
            <IconView icon=Icon::Computer />
            {app.text(Text::PlayComputer)}
        </a>
        <button id="print" on:click=move |_| browser::print()>{app.text(Text::Print)}</button>
    }
}

fn block_view(app: App, beat: RwSignal<usize>, block: Block) -> AnyView {
    match block {
        Block::Html(html) => view! { <div class="text" inner_html=html></div> }.into_any(),
        Block::Section { id, title } => view! { <h2 id=id tabindex="-1">{title}</h2> }.into_any(),
        Block::Figure { figure, caption } => view! { <FigureView app figure caption beat /> }.into_any(),
    }
}

/// The figures rest where motion is not wanted, and while nobody sees them.
fn step(app: App, beat: RwSignal<usize>) {
    let wanted = app.settings.get_untracked().motion && !browser::is_still();
    if wanted && !document().hidden() {
        beat.update(|beat| *beat += 1);
    }
}

/// A link within the page goes to its heading; the page stays as it is.
fn follow(event: &leptos::ev::MouseEvent) {
    if let Some(id) = browser::link_inside(event) {
        event.prevent_default();
        browser::replace_path(&format!("#{id}"));
        jump(&id);
    }
}
