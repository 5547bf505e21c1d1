//! The parts of the page round the board. They know no game: they show a scene and ask for actions.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::Texts;
use super::view_model::{BoardAction, GameView, PageState, PlayerView};
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::route::Route;
use games::GameId;
use leptos::prelude::*;
use rules::Side;

/// Texts of both clocks, and whether time is short.
pub(crate) type Clocks = [Option<(String, bool)>; 2];

/// Both players, their points, whose turn it is, and their clocks.
#[component]
pub(crate) fn Players(
    scene: Memo<GameView>,
    names: [&'static str; 2],
    tokens: [String; 2],
    #[prop(optional, into)] clocks: Option<Signal<Clocks>>,
) -> impl IntoView {
    let player_view = move |side: Side| {
        let clock = clocks.map(|clocks| {
            let clock = Memo::new(move |_| clocks.with(|clocks| clocks[side].clone()));
            let is_low = move || clock.with(|clock| matches!(clock, Some((_, true))));
            view! {
                <span class="clock" role="timer" class:low=is_low>
                    {move || clock.get().map(|(text, _)| text)}
                </span>
            }
        });
        let player = Memo::new(move |_| scene.with(|scene| scene.players[side].clone()));
        let is = move |test: fn(&PlayerView) -> bool| move || player.with(test);
        let goal = player.with_untracked(|player| player.goal);
        let is_counted = player.with_untracked(|player| player.count.is_some());
        let pips = goal.map(|goal| {
            let pip = |pip: u16| {
                let scored = move || player.with(|player| player.points >= pip);
                view! { <span class="pip" class:scored=scored></span> }
            };
            (1..=goal).map(pip).collect::<Vec<_>>()
        });
        view! {
            <li
                class=format!("player {}", names[side])
                class:active=is(|player| player.active)
                class:won=is(|player| player.won)
                aria-current=move || player.with(|player| player.active).then_some("true")
            >
                <svg class="token" viewBox="-0.5 -0.5 1 1" aria-hidden="true" inner_html=tokens[side].clone()></svg>
                <span class="name">
                    {move || player.with(|player| player.name)}
                    <span class="who">{move || player.with(|player| player.who.clone())}</span>
                </span>
                <span class="pips" role="img" aria-label=move || player.with(|player| player.told.clone())>
                    {pips}
                </span>
                <span class=if is_counted { "count" } else { "number" } aria-hidden="true">
                    {move || player.with(|player| player.count.clone().unwrap_or_else(|| player.points.to_string()))}
                </span>
                {clock}
            </li>
        }
    };
    view! { <ul class="points">{Vec::from(Side::BOTH.map(player_view))}</ul> }
}

/// Side to move with a hint, or the result with its reason.
#[component]
pub(crate) fn State(
    scene: Memo<GameView>,
    messages: Texts,
    act: Callback<BoardAction>,
    after: AnyView,
) -> impl IntoView {
    let phase = Memo::new(move |_| scene.with(|scene| scene.phase));
    let is = move |wanted| move || phase.get() == wanted;
    let hint = Memo::new(move |_| scene.with(|scene| scene.hint));
    let notice = Memo::new(move |_| scene.with(|scene| scene.notice.clone()));
    let text = move |text| move || messages.with(|messages| messages.text(text));
    view! {
        <section class="state" class:over=is(PageState::Over) class:thinking=is(PageState::Thinking)>
            <h2>{move || scene.with(|scene| scene.state.clone())}</h2>
            <div role="status">{move || notice.get().map(|notice| view! { <p class="notice">{notice}</p> })}</div>
            {move || hint.get().map(|hint| view! { <p>{hint}</p> })}
            <Show when=is(PageState::Confirmation)>
                <div class="choices">
                    <button id="confirm" class="primary" on:click=move |_| act.run(BoardAction::Confirm)>
                        {text(Text::Confirm)}
                    </button>
                    <button id="withdraw" on:click=move |_| act.run(BoardAction::Withdraw)>
                        {text(Text::TakeBack)}
                    </button>
                </div>
            </Show>
            <div class="choices after" hidden=move || phase.get() != PageState::Over>
                {after}
            </div>
        </section>
    }
}

#[component]
pub(crate) fn Controls(scene: Memo<GameView>, messages: Texts, act: Callback<BoardAction>) -> impl IntoView {
    let text = move |text| move || messages.with(|messages| messages.text(text));
    let at_start = move || scene.with(|scene| !scene.can_undo);
    let at_end = move || scene.with(|scene| scene.shown == scene.moves.len());
    // A game under way is not thrown away by one slip.
    let asked = RwSignal::new(false);
    let under_way = move || scene.with(|scene| !scene.moves.is_empty() && scene.phase != PageState::Over);
    let new_game = move |_| {
        if asked.get_untracked() || !under_way() {
            asked.set(false);
            act.run(BoardAction::NewGame);
        } else {
            asked.set(true);
        }
    };
    let new_label = move || {
        let label = if asked.get() {
            Text::NewGameSure
        } else {
            Text::NewGame
        };
        messages.with(|messages| messages.text(label))
    };
    view! {
        <div class="controls">
            <button id="undo" prop:disabled=at_start on:click=move |_| act.run(BoardAction::Undo)>
                <IconView icon=Icon::Undo />
                <span>{text(Text::Undo)}</span>
            </button>
            <button id="redo" prop:disabled=at_end on:click=move |_| act.run(BoardAction::Redo)>
                <IconView icon=Icon::Redo />
                <span>{text(Text::Redo)}</span>
            </button>
            <button id="flip" on:click=move |_| act.run(BoardAction::Flip)>
                <IconView icon=Icon::Flip />
                <span>{text(Text::Flip)}</span>
            </button>
            <button
                id="new-game"
                class:asks=move || asked.get()
                on:click=new_game
                on:blur=move |_| asked.set(false)
            >
                <IconView icon=Icon::New />
                <span>{new_label}</span>
            </button>
        </div>
    }
}

#[component]
pub(crate) fn HowToPlay(game: GameId, rules: &'static [Text], messages: Texts) -> impl IntoView {
    let all = move || messages.with(|messages| messages.text(Text::AllRules));
    let rule = |text: &Text| {
        let text = *text;
        view! { <li>{move || messages.with(|messages| messages.text(text))}</li> }
    };
    let rules: Vec<_> = rules.iter().map(rule).collect();
    view! {
        <details class="rules">
            <summary>{move || messages.with(|messages| messages.text(Text::HowToPlay))}</summary>
            // A list that scrolls must scroll by keys, too.
            <ul tabindex="0">
                {rules}
                <li><a id="all-rules" href=Route::Rules(game).path()>{all}</a></li>
            </ul>
        </details>
    }
}
