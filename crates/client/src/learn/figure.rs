//! A figure of a rules page: a picture, or a short loop that can be stepped through.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::content::Figure;
use crate::app::App;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use leptos::prelude::*;

/// Beats for which the last frame stays before the loop begins anew.
const REST: usize = 2;

/// The figure. It follows the beat until the reader steps through it.
#[component]
pub(super) fn FigureView(app: App, figure: Figure, caption: String, beat: RwSignal<usize>) -> impl IntoView {
    let Figure { view_box, frames } = figure;
    let count = frames.len();
    let loops = RwSignal::new(true);
    let chosen = RwSignal::new(0_usize);
    let shown = Memo::new(move |_| {
        let at = if loops.get() {
            beat.get() % (count + REST)
        } else {
            chosen.get()
        };
        at.min(count.saturating_sub(1))
    });
    let step = move |_| {
        chosen.set((shown.get_untracked() + 1) % count);
        loops.set(false);
    };
    let last = frames.last().cloned().filter(|_| count > 1);
    let frames: Vec<_> = frames
        .into_iter()
        .enumerate()
        .map(|(at, frame)| view! { <g class="frame" class:now=move || shown.get() == at inner_html=frame></g> })
        .collect();
    let after = last.map(|last| {
        let view_box = view_box.clone();
        view! { <svg class="after" viewBox=view_box aria-hidden="true"><g inner_html=last></g></svg> }
    });
    let controls = (count > 1).then(|| {
        view! {
            <span class="figure-controls">
                <button class="loop" aria-pressed=move || loops.get().to_string() on:click=move |_| loops.update(|loops| *loops = !*loops)>
                    <IconView icon=Icon::Flip />
                    <span>{app.text(Text::FigureLoop)}</span>
                </button>
                <button class="step" on:click=step>
                    <IconView icon=Icon::Redo />
                    <span>{app.text(Text::FigureStep)}</span>
                </button>
                <span class="count" aria-hidden="true">{move || format!("{}/{count}", shown.get() + 1)}</span>
            </span>
        }
    });
    view! {
        <figure>
            <svg class="figure" viewBox=view_box aria-hidden="true">{frames}</svg>
            {after}
            <figcaption>
                {caption}
                {controls}
            </figcaption>
        </figure>
    }
}
