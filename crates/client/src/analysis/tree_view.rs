//! The tree of moves as it is shown: the main line, and its variations between, a step to the right.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::findings::Review;
use super::tree::{Place, Run, Tree};
use crate::app::App;
use crate::browser;
use crate::language::Text;
use leptos::html::Div;
use leptos::prelude::*;

/// Actions on a move of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TreeAct {
    /// Shows it.
    Go(Place),
    /// Its variation becomes the line from which it branched.
    Promote(Place),
    /// It and what follows goes.
    Delete(Place),
}

#[component]
pub(super) fn TreeView(
    app: App,
    tree: RwSignal<Tree>,
    review: RwSignal<Review>,
    act: Callback<TreeAct>,
) -> impl IntoView {
    let runs = Memo::new(move |_| tree.with(Tree::runs));
    let shown = Memo::new(move |_| tree.with(Tree::shown));
    let is_variation = Memo::new(move |_| tree.with(|tree| tree.is_variation(tree.shown())));
    let list = NodeRef::<Div>::new();
    Effect::new(move |_| {
        shown.track();
        runs.track();
        if let Some(list) = list.get() {
            browser::reveal(&list, "[aria-current]");
        }
    });
    let ply = move |place: Place, label: String| {
        view! {
            <button
                class="ply"
                aria-current=move || (shown.get() == place).then_some("step")
                on:click=move |_| act.run(TreeAct::Go(place))
            >
                {label}
            </button>
        }
    };
    let run_view = move |run: Run| {
        let marked = move |place: Place| {
            review.with(|review| tree.with_untracked(|tree| review.mark(&tree.line(place), tree.ply(place))))
        };
        let moves = run.moves.into_iter().enumerate().map(|(index, (place, text))| {
            let number = run.ply + index;
            let numbered = if number.is_multiple_of(2) {
                Some(format!("{}.", number / 2 + 1))
            } else {
                (index == 0).then(|| format!("{}…", number / 2 + 1))
            };
            let numbered = numbered.map(|number| view! { <span class="turn">{number}</span> });
            view! { <span class="move">{numbered} {ply(place, text + marked(place))}</span> }
        });
        view! {
            <div class="run" class:main=run.depth == 0 style=("--depth", run.depth.to_string())>
                {moves.collect::<Vec<_>>()}
            </div>
        }
    };
    let empty = move || runs.with(Vec::is_empty);
    view! {
        <section class="moves tree">
            <h2>{app.text(Text::Moves)}</h2>
            <Show when=move || !empty() fallback=move || view! { <p>{app.text(Text::NoMoves)}</p> }>
                {ply(0, app.text(Text::TheStart)().to_owned())}
            </Show>
            <div class="runs" node_ref=list tabindex="-1">
                {move || runs.get().into_iter().map(run_view).collect::<Vec<_>>()}
            </div>
            <Show when=move || shown.get() != 0>
                <div class="tree-acts">
                    <button
                        id="promote"
                        prop:disabled=move || !is_variation.get()
                        on:click=move |_| act.run(TreeAct::Promote(shown.get_untracked()))
                    >
                        {app.text(Text::Promote)}
                    </button>
                    <button id="delete" on:click=move |_| act.run(TreeAct::Delete(shown.get_untracked()))>
                        {app.text(Text::Delete)}
                    </button>
                </div>
            </Show>
        </section>
    }
}
