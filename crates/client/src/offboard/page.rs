//! The page of Offboard at one screen: points, board, state, buttons, moves, rules.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::board::Board;
use super::speech;
use super::table::Table;
use crate::browser;
use crate::icons::{Icon, IconView};
use crate::language::{Messages, Text};
use crate::session::Session;
use leptos::html::Ol;
use leptos::prelude::*;
use offboard::Position;
use offboard::board::WINNING_POINTS;
use rules::{Game, Side};

const STORED: &str = "tablier.offboard";

type Shown = RwSignal<Table>;
type Texts = Memo<Messages>;

/// The page.
#[component]
pub(crate) fn OffboardPage(messages: Texts) -> impl IntoView {
    let start = Position::start(rules::Standard);
    let stored = browser::load(STORED).and_then(|text| Session::from_text(start, &text));
    let table = RwSignal::new(Table::new(stored.unwrap_or_else(|| Session::new(start))));
    let record = Memo::new(move |_| table.with(|table| table.session().to_text()));
    Effect::new(move |_| record.with(|record| browser::save(STORED, record)));
    let said = Memo::new(move |_| {
        messages.with(|messages| table.with(|table| speech::announcement(messages, table)))
    });
    view! {
        <main class="game">
            <Points table messages />
            <div class="board-frame">
                <Board table messages />
            </div>
            <State table messages />
            <Controls table messages />
            <Moves table messages />
            <HowToPlay messages />
            <p class="unseen" role="status" aria-live="polite">
                {move || said.get()}
            </p>
        </main>
    }
}

/// Both sides' points, and whose turn it is.
#[component]
fn Points(table: Shown, messages: Texts) -> impl IntoView {
    let side_view = move |side: Side| {
        let points = move || table.with(|table| table.position().points(side));
        let active = move || {
            table.with(|table| table.position().turn() == side && table.session().outcome().is_none())
        };
        let won = move || {
            table.with(|table| table.session().outcome().and_then(rules::Outcome::winner) == Some(side))
        };
        let label = move || {
            let points = points().to_string();
            messages.with(|messages| {
                messages.fill(
                    Text::PointsOfSix,
                    &[("side", messages.side(side)), ("n", &points)],
                )
            })
        };
        let pips = (1..=WINNING_POINTS)
            .map(|pip| view! { <span class="pip" class:scored={move || points() >= pip}></span> })
            .collect::<Vec<_>>();
        view! {
            <li
                class=format!("player {}", Position::SIDES[side])
                class:active=active
                class:won=won
                aria-current=move || active().then_some("true")
            >
                <svg class="token" viewBox="-0.45 -0.45 0.9 0.95" aria-hidden="true">
                    <use_ href=format!("#{}", drawing::offboard::marble_id(side))></use_>
                </svg>
                <span class="name">{move || messages.with(|messages| messages.side(side))}</span>
                <span class="pips" role="img" aria-label=label>{pips}</span>
                <span class="number" aria-hidden="true">{points}</span>
            </li>
        }
    };
    view! { <ul class="points">{Side::BOTH.map(side_view).to_vec()}</ul> }
}

/// Who is to move and what they can do, or how the game ended and why.
#[component]
fn State(table: Shown, messages: Texts) -> impl IntoView {
    let over = Memo::new(move |_| table.with(|table| table.session().outcome().is_some()));
    let state = move || messages.with(|messages| table.with(|table| speech::state(messages, table)));
    let hint = move || messages.with(|messages| table.with(|table| speech::hint(messages, table)));
    view! {
        <section class="state" class:over=move || over.get()>
            <h2>{state}</h2>
            {move || hint().map(|hint| view! { <p>{hint}</p> })}
            <Show when=move || over.get()>
                <button class="primary" on:click=move |_| table.update(Table::new_game)>
                    {move || messages.with(|messages| messages.text(Text::NewGame))}
                </button>
            </Show>
        </section>
    }
}

#[component]
fn Controls(table: Shown, messages: Texts) -> impl IntoView {
    let text = move |text| move || messages.with(|messages| messages.text(text));
    let at_start = move || table.with(|table| table.session().shown() == 0);
    let at_end = move || table.with(|table| table.session().at_end());
    // A game under way is not thrown away by one slip.
    let asked = RwSignal::new(false);
    let under_way =
        move || table.with(|table| table.session().plies() > 0 && table.session().outcome().is_none());
    let new_game = move |_| {
        if asked.get_untracked() || !under_way() {
            asked.set(false);
            table.update(Table::new_game);
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
            <button id="undo" prop:disabled=at_start on:click=move |_| table.update(Table::undo)>
                <IconView icon=Icon::Undo />
                <span>{text(Text::Undo)}</span>
            </button>
            <button id="redo" prop:disabled=at_end on:click=move |_| table.update(Table::redo)>
                <IconView icon=Icon::Redo />
                <span>{text(Text::Redo)}</span>
            </button>
            <button id="flip" on:click=move |_| table.update(Table::flip)>
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

/// The moves, two a line; each is a button that shows the position after it.
#[component]
fn Moves(table: Shown, messages: Texts) -> impl IntoView {
    let texts = Memo::new(move |_| table.with(|table| table.session().texts()));
    let shown = Memo::new(move |_| table.with(|table| table.session().shown()));
    let list = NodeRef::<Ol>::new();
    Effect::new(move |_| {
        shown.track();
        texts.track();
        if let Some(list) = list.get() {
            browser::reveal(&list, "[aria-current]");
        }
    });
    let jump = move |ply: usize, label: String| {
        view! {
            <button
                class="ply"
                aria-current=move || (shown.get() == ply).then_some("step")
                on:click=move |_| table.update(|table| table.jump(ply))
            >
                {label}
            </button>
        }
    };
    let rows = move || {
        let texts = texts.get();
        let row = |(number, pair): (usize, &[String])| {
            let plies = pair
                .iter()
                .enumerate()
                .map(|(place, text)| jump(2 * number + place + 1, text.clone()));
            view! {
                <li>
                    <span class="turn">{number + 1}</span>
                    {plies.collect::<Vec<_>>()}
                </li>
            }
        };
        texts.chunks(2).enumerate().map(row).collect::<Vec<_>>()
    };
    let empty = move || texts.with(Vec::is_empty);
    view! {
        <section class="moves">
            <h2>{move || messages.with(|messages| messages.text(Text::Moves))}</h2>
            <Show
                when=move || !empty()
                fallback=move || view! { <p>{move || messages.with(|messages| messages.text(Text::NoMoves))}</p> }
            >
                {move || jump(0, messages.with(|messages| messages.text(Text::TheStart).to_owned()))}
            </Show>
            <ol node_ref=list tabindex="-1">{rows}</ol>
        </section>
    }
}

#[component]
fn HowToPlay(messages: Texts) -> impl IntoView {
    let rules = [
        Text::Rules1,
        Text::Rules2,
        Text::Rules3,
        Text::Rules4,
        Text::Rules5,
        Text::Rules6,
    ];
    let rules = rules.map(|text| view! { <li>{move || messages.with(|messages| messages.text(text))}</li> });
    view! {
        <details class="rules">
            <summary>{move || messages.with(|messages| messages.text(Text::HowToPlay))}</summary>
            <ul>{rules.to_vec()}</ul>
        </details>
    }
}
