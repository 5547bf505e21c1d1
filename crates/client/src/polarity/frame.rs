//! The frame that all pages of the table share: the table, the texts and controls round it, its keys and its sounds.

use super::dock::{news, owed, pose, toolbar};
use super::page::{Ui, listen_to_keys, loading, sound_contacts, sound_field, sound_moves};
use super::sheets::{Sheet, view_sheet};
use super::words::{self, Situation};
use crate::browser;
use crate::frame::page::Announcements;
use crate::frame::panels::State;
use crate::frame::view_model::GameView;
use crate::language::Text;
use leptos::prelude::*;
use polarity_facts::{Status, Switch};

/// The parts of a page that stand in the frame.
pub(super) struct Frame {
    pub(super) scene: Memo<GameView>,
    pub(super) class: &'static str,
    /// Whether the computer is thinking.
    pub(super) thinking: Signal<bool>,
    /// How far a task is.
    pub(super) phase: Option<Signal<&'static str>>,
    /// View above the table.
    pub(super) task: AnyView,
    /// View between the task and the table.
    pub(super) players: AnyView,
    /// View that lies over the table.
    pub(super) over_table: AnyView,
    /// The controls beside or below the table.
    pub(super) controls: AnyView,
}

/// A page of the table.
pub(super) fn framed(ui: Ui, frame: Frame) -> AnyView {
    let (app, facts) = (ui.app, ui.table.facts);
    let Frame {
        scene,
        thinking,
        phase,
        ..
    } = frame;
    let status = move || match facts.with(|facts| facts.status) {
        Status::Idle if thinking.get() => "thinking",
        status => status.name(),
    };
    listen_to_keys(ui);
    sound_field(ui);
    sound_contacts(ui);
    sound_moves(ui);
    view! {
        <main
            id="polarity"
            class=frame.class
            data-status=status
            data-phase=move || phase.map(|phase| phase.get())
            data-hand=move || if facts.with(|facts| facts.is_on(Switch::Free)) { "free" } else { "led" }
            data-outlook=move || facts.with(|facts| facts.guide.map(|guide| guide.outlook.name()))
            data-film=move || facts.with(|facts| facts.is_on(Switch::SeeAgain)).then_some("shown")
            data-sheet=move || ui.sheet().map(Sheet::id)
        >
            {frame.task}
            <div class="view">
                {frame.players}
                <div
                    class="stage"
                    id="stage"
                    tabindex="0"
                    role="application"
                    aria-label=app.text(Text::PolarityStage)
                    node_ref=ui.table.host
                    on:pointerdown=move |_| {
                        ui.close();
                    }
                ></div>
                {move || loading(ui)}
                {frame.over_table}
                <p class="notice" hidden=move || facts.with(|facts| !facts.paper_only)>{app.text(Text::PolarityNoWebgl)}</p>
            </div>
            <div class="side">{frame.controls}</div>
            <Announcements scene />
        </main>
    }
    .into_any()
}

/// The parts of a page with a task: a lesson, a challenge.
pub(super) struct Task {
    pub(super) hint: Signal<Option<Text>>,
    pub(super) phase: Signal<&'static str>,
    pub(super) assignment: AnyView,
    pub(super) answer: AnyView,
}

/// A page with a task.
pub(super) fn task_page(ui: Ui, task: Task) -> AnyView {
    let (app, facts) = (ui.app, ui.table.facts);
    let hint = task.hint;
    let scene = Memo::new(move |_| {
        let situation = Situation {
            touch: browser::is_touch(),
            hint: hint.get(),
            ..Situation::default()
        };
        app.messages
            .with(|messages| facts.with(|facts| words::scene(messages, facts, &situation)))
    });
    let nothing_held = Signal::derive(move || facts.with(|facts| facts.status != Status::Holding));
    let controls = view! {
        {task.answer}
        <State scene messages=app.messages act=Callback::new(|_| ()) after=().into_any() />
        {pose(ui)}
        <div class="owed" role="group" aria-label=app.text(Text::PolarityOwed)>{owed(ui)}</div>
        {toolbar(ui, nothing_held, None, None)}
        {news(ui, Signal::derive(Vec::new))}
        {view_sheet(ui)}
    };
    let frame = Frame {
        scene,
        class: "polarity-page lesson-page table-lesson",
        thinking: Signal::derive(|| false),
        phase: Some(task.phase),
        task: task.assignment,
        players: ().into_any(),
        over_table: ().into_any(),
        controls: controls.into_any(),
    };
    framed(ui, frame)
}
