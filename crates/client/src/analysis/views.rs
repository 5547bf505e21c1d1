//! Views of the analysis beside the board.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::findings::{EngineLine, Lines, Review};
use super::transfer::Export;
use crate::app::App;
use crate::browser;
use crate::copy_link::{CopyLink, EmbedCode};
use crate::frame::view_model::BoardAction;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use leptos::prelude::*;
use rules::Side;

/// How many moves of a line are shown.
const MOST_MOVES: usize = 6;

/// The evaluation bar, and the best ways to go on; a tap plays the first move of one.
#[component]
pub(super) fn EngineLines(
    app: App,
    lines: RwSignal<Lines>,
    turn: Signal<Side>,
    names: [&'static str; 2],
    play: Callback<String>,
) -> impl IntoView {
    let is_first = move || turn.get() == Side::First;
    let chance = move || {
        let best = lines.with(|lines| lines.sorted().first().map(|line| line.worth.chance()));
        best.map_or(0.5, |chance| if is_first() { chance } else { 1.0 - chance })
    };
    let per_cent = move || format!("{:.0}", chance() * 100.0);
    let row = move |line: EngineLine| {
        let first = line.moves.first().cloned().unwrap_or_default();
        let shown = line.moves[..line.moves.len().min(MOST_MOVES)].join(" ");
        view! {
            <li>
                <button class="line" on:click=move |_| play.run(first.clone())>
                    <b>{line.worth.text(is_first())}</b>
                    <span>{shown}</span>
                    <small>{line.depth}</small>
                </button>
            </li>
        }
    };
    let rows = move || lines.with(|lines| lines.sorted().into_iter().map(row).collect::<Vec<_>>());
    view! {
        <section class="engine" aria-busy=move || (!lines.with(|lines| lines.is_done)).to_string()>
            <h2>{app.text(Text::EngineLines)}</h2>
            <div
                class=format!("bar {} {}", names[0], names[1])
                role="meter"
                aria-label=app.text(Text::Evaluation)
                aria-valuemin="0"
                aria-valuemax="100"
                aria-valuenow=per_cent
            >
                <span style:width=move || format!("{}%", per_cent())></span>
            </div>
            <ol>{rows}</ol>
        </section>
    }
}

/// The wish to have the whole game looked at, and what came of it.
#[component]
pub(super) fn ReviewPanel(app: App, review: RwSignal<Review>, look: Callback<()>) -> impl IntoView {
    let progress = move || review.with(|review| review.progress);
    let accuracy = move || {
        review.with(|review| {
            review.accuracy.as_ref().map(|[first, second]| {
                app.messages
                    .with(|messages| messages.fill(Text::Accuracy, &[("first", first), ("second", second)]))
            })
        })
    };
    view! {
        <section class="review">
            <button id="review" prop:disabled=move || progress().is_some() on:click=move |_| look.run(())>
                <IconView icon=Icon::Curve />
                <span>{app.text(Text::ReviewGame)}</span>
            </button>
            {move || progress().map(|part| view! { <progress max="1" value=part></progress> })}
            {move || accuracy().map(|told| view! { <p>{told}</p> })}
        </section>
    }
}

/// The controller of the game: the first side's chance, move by move; a tap goes there.
#[component]
pub(super) fn Curve(
    app: App,
    review: RwSignal<Review>,
    shown: Signal<usize>,
    act: Callback<BoardAction>,
) -> impl IntoView {
    let curve = Memo::new(move |_| review.with(|review| review.curve.clone()));
    let path = move || {
        curve.with(|curve| {
            let point = |(ply, chance): (usize, &f64)| format!("{} {:.1}", ply, 100.0 - chance);
            let points: Vec<String> = curve.iter().enumerate().map(point).collect();
            let last = curve.len().saturating_sub(1);
            format!("M0 100L{}L{last} 100Z", points.join("L"))
        })
    };
    let strips = move || {
        let strip = |ply: usize| {
            view! {
                <rect
                    class="strip"
                    class:shown=move || shown.get() == ply
                    x=ply as f64 - 0.5
                    y="0"
                    width="1"
                    height="100"
                    on:click=move |_| act.run(BoardAction::Jump(ply))
                />
            }
        };
        (0..curve.with(Vec::len)).map(strip).collect::<Vec<_>>()
    };
    let view_box = move || format!("-0.5 0 {} 100", curve.with(Vec::len).max(1));
    view! {
        <Show when=move || curve.with(|curve| curve.len() > 1)>
            <svg
                class="curve"
                viewBox=view_box
                preserveAspectRatio="none"
                role="img"
                aria-label=app.text(Text::CurveLabel)
            >
                <path class="area" d=path />
                <path class="even" d=move || format!("M-0.5 50H{}", curve.with(Vec::len)) />
                {strips}
            </svg>
        </Show>
    }
}

#[component]
pub(super) fn Exports(
    app: App,
    /// The whole address of the game with its variations.
    link: Callback<(), String>,
    /// The first position and the line shown, as parameters of an address.
    shown_line: Callback<(), String>,
    game: &'static str,
    export: Callback<Export>,
) -> impl IntoView {
    let frame = Callback::new(move |()| format!("/embed/position/{game}?{}", shown_line.run(())));
    let animate = move |_| {
        let address = format!("/pictures/position/{game}.gif?{}", shown_line.run(()));
        browser::download_from(&format!("tablier-{game}.gif"), &address);
    };
    view! {
        <CopyLink app link class="" />
        <button id="save-record" on:click=move |_| export.run(Export::Record)>{app.text(Text::SaveRecord)}</button>
        <button id="save-svg" on:click=move |_| export.run(Export::Svg)>{app.text(Text::SavePicture)} " SVG"</button>
        <button id="save-png" on:click=move |_| export.run(Export::Png)>{app.text(Text::SavePicture)} " PNG"</button>
        <button id="save-gif" on:click=animate>{app.text(Text::SaveAnimation)}</button>
        <EmbedCode app frame />
    }
}
