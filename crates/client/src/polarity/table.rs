//! The page's side of the table of magnets: loads it when it is needed, mounts it, sends commands, receives messages.

use leptos::html::Div;
use leptos::prelude::*;
use leptos::task::spawn_local;
use polarity_facts::TableFacts;
use protocol::GuideChoice;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlElement;
use web_sys::js_sys::{Function, Promise};
use web_sys::wasm_bindgen::closure::Closure;

#[wasm_bindgen]
extern "C" {
    /// Loads the module; `start.js` says from where.
    #[wasm_bindgen(catch, js_name = loadTable)]
    fn load_table() -> Result<Promise, JsValue>;

    /// The exports of `polarity-view`.
    type Module;

    #[wasm_bindgen(method, catch)]
    fn mount(this: &Module, host: &HtmlElement, told: &Function) -> Result<(), JsValue>;
    #[wasm_bindgen(method)]
    fn unmount(this: &Module);
    #[wasm_bindgen(method)]
    fn command(this: &Module, name: &str) -> bool;
    #[wasm_bindgen(method)]
    fn key(this: &Module, name: &str, fine: bool) -> bool;
    #[wasm_bindgen(method)]
    fn hold(this: &Module, is_down: bool) -> bool;
    #[wasm_bindgen(method)]
    fn set(this: &Module, part: &str, value: f32);
    #[wasm_bindgen(method, catch)]
    fn set_up(this: &Module, start: &str, white: bool, black: bool, shared: bool) -> Result<(), JsValue>;
    #[wasm_bindgen(method)]
    fn steer(this: &Module, white: bool, black: bool);
    #[wasm_bindgen(method)]
    fn show_guide(this: &Module, marks: &str);
    #[wasm_bindgen(method)]
    fn light(this: &Module, discs: &[u8]);
    #[wasm_bindgen(method)]
    fn play(this: &Module, text: &str) -> bool;
    #[wasm_bindgen(method)]
    fn see(this: &Module, poses: &str);
    #[wasm_bindgen(method)]
    fn position(this: &Module) -> String;
    #[wasm_bindgen(method)]
    fn attempts(this: &Module) -> usize;
}

/// A report of the table's module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TableReport {
    /// It is in the page, with the discs of the last time.
    Mounted,
    /// The facts have changed.
    Facts,
    /// The player's hand has made a move.
    Moved(String),
    /// More of the player's moving hand.
    Hand(String),
}

/// The table on the page.
#[derive(Clone, Copy)]
pub(super) struct Table {
    module: StoredValue<Option<Module>, LocalStorage>,
    /// The table's last facts.
    pub(super) facts: RwSignal<TableFacts>,
    /// Whether it is there.
    pub(super) is_ready: RwSignal<bool>,
    /// Whether it could not be loaded.
    pub(super) has_failed: RwSignal<bool>,
    /// The element that the picture is put into.
    pub(super) host: NodeRef<Div>,
}

impl Table {
    /// A table that is not there yet.
    pub(super) fn new() -> Table {
        Table {
            module: StoredValue::new_local(None),
            facts: RwSignal::new(TableFacts::default()),
            is_ready: RwSignal::new(false),
            has_failed: RwSignal::new(false),
            host: NodeRef::new(),
        }
    }

    /// Puts the table into its element as soon as both are there, until the page is left; `hear` is told what happens
    /// on it.
    pub(super) fn open(self, hear: impl Fn(TableReport) + Copy + 'static) {
        let told = Closure::<dyn FnMut(String, String)>::new(move |kind: String, text: String| {
            hear(match kind.as_str() {
                "moved" => TableReport::Moved(text),
                "hand" => TableReport::Hand(text),
                _ => {
                    self.facts.try_set(TableFacts::from_text(&text));
                    TableReport::Facts
                }
            });
        });
        let told = StoredValue::new_local(told);
        Effect::new(move |_| {
            if let Some(host) = self.host.get() {
                let then = move || hear(TableReport::Mounted);
                told.with_value(|told| self.load(host.into(), told.as_ref().unchecked_ref(), then));
            }
        });
        on_cleanup(move || {
            self.with((), Module::unmount);
        });
    }

    fn load(self, host: HtmlElement, told: &Function, then: impl FnOnce() + 'static) {
        let told = told.clone();
        spawn_local(async move {
            let module = match load_table().map(JsFuture::from) {
                Ok(loading) => loading.await,
                Err(error) => Err(error),
            };
            if self.is_ready.is_disposed() {
                return;
            }
            let mounted = module.and_then(|module| {
                let module: Module = module.unchecked_into();
                module.mount(&host, &told)?;
                Ok(module)
            });
            match mounted {
                Ok(module) => {
                    self.module.set_value(Some(module));
                    self.is_ready.set(true);
                    then();
                }
                Err(_) => self.has_failed.set(true),
            }
        });
    }

    fn with<T>(self, otherwise: T, ask: impl FnOnce(&Module) -> T) -> T {
        let answer = self.module.try_with_value(|module| module.as_ref().map(ask));
        answer.flatten().unwrap_or(otherwise)
    }

    /// Gives a command.
    pub(super) fn command(self, name: &str) {
        self.with(false, |module| module.command(name));
    }

    /// A key by its name; whether it meant anything.
    pub(super) fn key(self, name: &str, fine: bool) -> bool {
        self.with(false, |module| module.key(name, fine))
    }

    /// The player holds the hand that is led, or lets go; whether it was going down.
    pub(super) fn hold(self, is_down: bool) -> bool {
        self.with(false, |module| module.hold(is_down))
    }

    /// Sets a part of the hand's pose.
    pub(super) fn set(self, part: &str, value: f32) {
        self.with((), |module| module.set(part, value));
    }

    /// Sets up a game from a position or a variant; whether there is such a one.
    pub(super) fn set_up(self, start: &str, own: [bool; 2], shared: bool) -> bool {
        self.with(false, |module| {
            module.set_up(start, own[0], own[1], shared).is_ok()
        })
    }

    /// Says which sides this screen steers.
    pub(super) fn steer(self, own: [bool; 2]) {
        self.with((), |module| module.steer(own[0], own[1]));
    }

    /// Keeps the guide as the table's players chose it, as soon as the table is there.
    pub(super) fn guide(self, chosen: impl Fn() -> GuideChoice + Send + Sync + 'static) {
        let chosen = Memo::new(move |_| chosen());
        Effect::new(move |_| {
            if self.is_ready.get() {
                let marks = chosen.get().name();
                self.with((), |module| module.show_guide(marks));
            }
        });
    }

    /// Lights the discs that the page speaks of, and no others.
    pub(super) fn light(self, discs: &[u8]) {
        self.with((), |module| module.light(discs));
    }

    /// Shows another player's move; returns whether it can be shown.
    pub(super) fn play(self, text: &str) -> bool {
        self.with(false, |module| module.play(text))
    }

    /// Shows more of another player's hand.
    pub(super) fn see(self, poses: &str) {
        self.with((), |module| module.see(poses));
    }

    /// Attempts of this turn to lean a disc that had to be taken up again.
    pub(super) fn attempts(self) -> usize {
        self.with(0, Module::attempts)
    }

    /// The game's position; empty in practice.
    pub(super) fn position(self) -> String {
        self.with(String::new(), Module::position)
    }
}
