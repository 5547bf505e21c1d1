//! The editor on the page: the same board, where a tap changes what stands there, and a panel for the rest.

use super::Study;
use super::editor::{Edit, Editable, Editor, Refusal};
use super::tree::Tree;
use crate::app::App;
use crate::browser;
use crate::choice::choice;
use crate::frame::board_frame::BoardFrame;
use crate::frame::board_game::{Control, Key};
use crate::frame::pointers::Pointer;
use crate::frame::session::MoveCursor;
use crate::frame::view_model;
use crate::language::Text;
use leptos::prelude::*;
use rules::{Side, Variant};

/// A position that is being set up, or not.
#[derive(Clone, Copy)]
pub(super) struct Setting<G: Editable> {
    study: Study<G>,
    editor: RwSignal<Option<Editor<G>>>,
    /// The position and tree before the edit.
    before: RwSignal<Option<(G, Tree)>>,
}

impl<G: Editable> Setting<G> {
    /// Nothing is being set up.
    pub(super) fn new(study: Study<G>) -> Setting<G> {
        Setting {
            study,
            editor: RwSignal::new(None),
            before: RwSignal::new(None),
        }
    }

    /// Whether a position is being set up.
    pub(super) fn is_on(self) -> bool {
        self.editor.with(Option::is_some)
    }

    fn begin(self) {
        let (start, position) = self
            .study
            .controller
            .table
            .with_untracked(|table| (*table.session().start(), *table.position()));
        self.before.set(Some((start, self.study.tree.get_untracked())));
        self.editor.set(Some(Editor::new(position)));
        self.study.set_up(position, Tree::new());
    }

    fn end(self, keeps: bool) {
        self.editor.set(None);
        if let Some((start, tree)) = self.before.get_untracked().filter(|_| !keeps) {
            self.study.set_up(start, tree);
        }
    }

    fn apply(self, edit: Edit<G::Variant>) {
        let flipped = self
            .study
            .controller
            .table
            .with_untracked(|table| table.control().is_flipped());
        let position = self.editor.try_update(|editor| {
            let editor = editor.as_mut()?;
            editor.apply(edit, flipped);
            Some(*editor.position())
        });
        if let Some(position) = position.flatten() {
            self.study
                .controller
                .table
                .update(|table| table.show_line(MoveCursor::new(position), 0));
        }
    }

    /// The board while a position is being set up.
    pub(super) fn board(self, app: App) -> AnyView {
        let (table, messages) = (self.study.controller.table, app.messages);
        let pointer = Callback::new(move |event| {
            if let Pointer::Up(at) = event {
                self.apply(Edit::Touch(at));
            }
            false
        });
        let key = Callback::new(move |key: Key| match key {
            Key::Left | Key::Right | Key::Up | Key::Down => {
                table.update(|table| {
                    table.touch(|control| {
                        control.key(key);
                        true
                    });
                });
                browser::focus(&table.with_untracked(|table| table.control().focus_id()));
                true
            }
            Key::Choose => {
                self.apply(Edit::Choose(
                    table.with_untracked(|table| G::cursor(table.control())),
                ));
                true
            }
            _ => false,
        });
        let wheel = Callback::new(|_| false);
        let label = Signal::derive(move || messages.with(|messages| messages.text(Text::EditBoard)));
        view! { <BoardFrame size=G::SIZE label messages pointer key wheel board=G::board(table, messages) /> }
            .into_any()
    }

    /// The way into the editor.
    pub(super) fn button(self, app: App) -> AnyView {
        view! {
            <button id="set-up" prop:disabled=move || self.is_on() on:click=move |_| self.begin()>
                {app.text(Text::SetUp)}
            </button>
        }
        .into_any()
    }

    /// Controls for everything besides the board.
    pub(super) fn panel(self, app: App) -> AnyView {
        let panel = move || {
            view! {
                <section class="setup editor">
                    <p>{app.text(Text::EditHint)}</p>
                    {self.turn_choice(app)}
                    {G::has_variants().then(|| self.variant_choice(app))}
                    {G::COUNTS.then(|| self.counts(app))}
                    {self.text_field(app)}
                    {self.refusal(app)}
                    <div class="choices">
                        <button id="edit-empty" on:click=move |_| self.apply(Edit::Empty)>
                            {app.text(Text::EditEmpty)}
                        </button>
                        <button id="edit-start" on:click=move |_| self.apply(Edit::Start)>
                            {app.text(Text::TheStart)}
                        </button>
                    </div>
                    <div class="choices">
                        <button id="edit-done" class="primary" on:click=move |_| self.end(true)>
                            {app.text(Text::EditDone)}
                        </button>
                        <button id="edit-cancel" on:click=move |_| self.end(false)>
                            {app.text(Text::EditCancel)}
                        </button>
                    </div>
                </section>
            }
        };
        view! { <Show when=move || self.is_on()>{panel()}</Show> }.into_any()
    }

    fn position(self) -> impl Fn() -> Option<G> + Copy + Send + Sync {
        move || {
            self.editor
                .with(|editor| editor.as_ref().map(|editor| *editor.position()))
        }
    }

    fn turn_choice(self, app: App) -> AnyView {
        let side_view = |side: Side| {
            let is_chosen = move || self.position()().is_some_and(|position| position.turn() == side);
            let told = move || {
                app.messages.with(|messages| {
                    messages.fill(Text::ToMove, &[("side", messages.text(G::SIDES_TEXT[side]))])
                })
            };
            choice("edit-turn", None, told, is_chosen, move || {
                self.apply(Edit::Turn(side));
            })
        };
        view! { <div class="choices">{Side::BOTH.map(side_view).into_iter().collect::<Vec<_>>()}</div> }
            .into_any()
    }

    fn variant_choice(self, app: App) -> AnyView {
        let variant_view = |&variant: &G::Variant| {
            let is_chosen =
                move || self.position()().is_some_and(|position| position.of_variant() == variant);
            let choose = move || self.apply(Edit::Variant(variant));
            choice(
                "edit-variant",
                None,
                app.text(G::variant(variant)),
                is_chosen,
                choose,
            )
        };
        let variants = G::Variant::ALL.iter().map(variant_view).collect::<Vec<_>>();
        view! { <div class="choices">{variants}</div> }.into_any()
    }

    fn counts(self, app: App) -> AnyView {
        let counter = |side: Side| {
            let points = move || self.position()().map_or(0, |position| position.points(side));
            let told = move || {
                app.messages.with(|messages| {
                    let points = messages.count(Text::Points, usize::from(points()));
                    format!("{}: {points}", messages.text(G::SIDES_TEXT[side]))
                })
            };
            let step = move |by: i8, sign: &'static str, label: Text| {
                view! {
                    <button aria-label=app.text(label) on:click=move |_| self.apply(Edit::Points(side, by))>
                        {sign}
                    </button>
                }
            };
            view! {
                <div class="counter">
                    <span>{told}</span>
                    {step(-1, "−", Text::EditFewer)}
                    {step(1, "+", Text::EditMore)}
                </div>
            }
        };
        Side::BOTH.map(counter).into_iter().collect::<Vec<_>>().into_any()
    }

    fn text_field(self, app: App) -> AnyView {
        let text = move || self.position()().map_or_else(String::new, |position| position.to_string());
        view! {
            <label class="field">
                <span>{app.text(Text::EditText)}</span>
                <input
                    id="edit-text"
                    spellcheck="false"
                    autocomplete="off"
                    prop:value=text
                    on:change=move |event| self.apply(Edit::Text(event_target_value(&event)))
                />
            </label>
        }
        .into_any()
    }

    fn refusal(self, app: App) -> AnyView {
        let told = move || {
            let refusal = self.editor.with(|editor| editor.as_ref()?.refusal().cloned())?;
            Some(app.messages.with(|messages| Refusal::told(&refusal, messages)))
        };
        let over = move || {
            let position = self.position()()?;
            let outcome = position.outcome()?;
            Some(
                app.messages
                    .with(|messages| view_model::result(messages, &position, outcome)),
            )
        };
        view! {
            <div role="alert">
                {move || told().map(|told| view! { <p class="refusal">{told}</p> })}
                {move || over().map(|told| view! { <p>{told}</p> })}
            </div>
        }
        .into_any()
    }
}
