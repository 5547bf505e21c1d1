//! The page round the table, the same for practice, games at one screen and online games. It fills the screen: the
//! table takes the space that the controls leave, and further controls open in sheets.

use super::dock::{dock, toolbar};
use super::frame::{Frame, framed};
use super::sheets::{Sheet, view_sheet};
use super::table::Table;
use crate::app::App;
use crate::browser;
use crate::frame::panels::{Clocks, Players, State};
use crate::frame::view_model::GameView;
use crate::language::Text;
use crate::later::load_again;
use crate::sound::{self, Sound};
use leptos::prelude::*;
use polarity_facts::{Command, Status, TableFacts};
use web_sys::wasm_bindgen::JsCast;

/// Commands that close the sheet of their button, so that their effect can be seen.
const CLOSING: [&str; 4] = ["opening", "first", "empty", "replay"];

/// The table with the sheets of its page.
#[derive(Clone, Copy)]
pub(super) struct Ui {
    pub(super) app: App,
    pub(super) table: Table,
    /// Index in [`Sheet::ALL`] of the open sheet, from one; zero for none.
    sheet: RwSignal<usize>,
}

impl Ui {
    pub(super) fn new(app: App, table: Table) -> Ui {
        Ui {
            app,
            table,
            sheet: RwSignal::new(0),
        }
    }

    /// The sheet that is open.
    pub(super) fn sheet(self) -> Option<Sheet> {
        Sheet::ALL.get(self.sheet.get().wrapping_sub(1)).copied()
    }

    /// Opens a sheet, which gets the focus.
    pub(super) fn open(self, sheet: Sheet) {
        self.sheet.set(sheet as usize + 1);
        request_animation_frame(move || browser::focus_inside(sheet.id()));
    }

    /// Closes the sheet that is open, if one is; the focus goes back to the button that opened it.
    pub(super) fn close(self) -> bool {
        let Some(sheet) = untrack(|| self.sheet()) else {
            return false;
        };
        self.sheet.set(0);
        browser::focus(&sheet.opener());
        true
    }

    pub(super) fn toggle(self, sheet: Sheet) {
        if untrack(|| self.sheet()) == Some(sheet) {
            self.close();
        } else {
            self.open(sheet);
        }
    }

    /// Closes the sheet and focuses the table.
    pub(super) fn show_table(self) {
        if self.close() {
            browser::focus("stage");
        }
    }

    /// Gives the table a command.
    pub(super) fn command(self, name: &str) {
        if CLOSING.contains(&name) {
            self.show_table();
        }
        self.table.command(name);
    }
}

/// The parts of the page that differ between ways of playing.
pub(super) struct Parts {
    pub(super) scene: Memo<GameView>,
    pub(super) clocks: Signal<Clocks>,
    /// Whether the computer is thinking.
    pub(super) thinking: Signal<bool>,
    /// Whether a clock runs against a player at this screen.
    pub(super) is_timed: Signal<bool>,
    /// Whether nothing can be taken back.
    pub(super) is_closed: Signal<bool>,
    /// Messages that do not come from the table.
    pub(super) news: Signal<Vec<String>>,
    /// View that lies over the table.
    pub(super) over_table: AnyView,
    /// Questions to answer before all else.
    pub(super) questions: AnyView,
    /// Text of the button that opens the game's sheet.
    pub(super) game_text: Text,
    pub(super) game_sheet: AnyView,
    /// The chat, and how many of its lines are new.
    pub(super) chat: Option<(AnyView, Signal<usize>)>,
}

/// The page.
pub(super) fn view(ui: Ui, parts: Parts) -> AnyView {
    let (app, facts) = (ui.app, ui.table.facts);
    let scene = parts.scene;
    let has_game = Memo::new(move |_| facts.with(|facts| facts.game.is_some()));
    let reserve = move || {
        let count = facts.with(|facts| facts.reserve.to_string());
        app.messages
            .with(|messages| messages.fill(Text::PolarityReserve, &[("n", &count)]))
    };
    show_falls(ui, parts.is_timed);
    let (chat, unread) = parts.chat.unzip();
    let players = view! {
        <Show when=move || has_game.get() fallback=move || view! { <p class="reserve">{reserve}</p> }>
            <Players scene names=["white", "black"] tokens=TOKENS.map(str::to_owned) clocks=parts.clocks />
        </Show>
    };
    let controls = view! {
        <State scene messages=app.messages act=Callback::new(|_| ()) after=().into_any() />
        {dock(ui, parts.questions, parts.news)}
        {toolbar(ui, parts.is_closed, Some(parts.game_text), unread)}
        {parts.game_sheet}
        {chat}
        {view_sheet(ui)}
    };
    let frame = Frame {
        scene,
        class: "polarity-page",
        thinking: parts.thinking,
        phase: None,
        task: ().into_any(),
        players: players.into_any(),
        over_table: parts.over_table,
        controls: controls.into_any(),
    };
    framed(ui, frame)
}

/// Replays every fall and fault, unless a clock runs or the settings turn replays off.
fn show_falls(ui: Ui, is_timed: Signal<bool>) {
    let falls = Memo::new(move |_| ui.table.facts.with(|facts| facts.falls));
    Effect::new(move |before: Option<usize>| {
        let falls = falls.get();
        let settings = ui.app.settings.get_untracked();
        let is_wanted = settings.motion && settings.replays && !browser::is_still();
        if before.is_some_and(|before| falls > before) && is_wanted && !is_timed.get_untracked() {
            ui.table.command(Command::SeeAgain.name());
        }
        falls
    });
}

/// Makes the field's force on the held disc audible and, on a phone, tangible.
pub(super) fn sound_field(ui: Ui) {
    let facts = ui.table.facts;
    let strain = Memo::new(move |_| {
        facts.with(|facts| {
            if facts.status == Status::Holding {
                facts.strain
            } else {
                0
            }
        })
    });
    Effect::new(move |_| {
        sound::hum(strain.get(), ui.app.settings.get().volume);
    });
    Effect::new(move |_| {
        let is_wanted = ui.app.settings.get_untracked().motion && !browser::is_still();
        if strain.get().abs() >= STRONG && is_wanted {
            browser::vibrate(15);
        }
    });
    on_cleanup(|| sound::hum(0, 0));
}

/// Strength of the field, of a hundred, from which a phone vibrates.
const STRONG: i8 = 60;

/// Plays a sound for every contact of two discs.
pub(super) fn sound_contacts(ui: Ui) {
    let contacts = Memo::new(move |_| ui.table.facts.with(|facts| facts.contacts));
    Effect::new(move |before: Option<usize>| {
        let contacts = contacts.get();
        if before.is_some_and(|before| contacts > before) {
            sound::play(Sound::Click, ui.app.settings.get_untracked().volume);
        }
        contacts
    });
}

/// Plays a sound for every judged move and for the end of the game.
pub(super) fn sound_moves(ui: Ui) {
    let facts = ui.table.facts;
    let plies = Memo::new(move |_| facts.with(|facts| facts.game.map_or(0, |game| game.plies)));
    Effect::new(move |before: Option<usize>| {
        let plies = plies.get();
        if before.is_some_and(|before| plies == before + 1) {
            let over = facts.with_untracked(TableFacts::is_over);
            let sound = if over { Sound::End } else { Sound::Place };
            sound::play(sound, ui.app.settings.get_untracked().volume);
        }
        plies
    });
}

/// The discs beside the players' names.
const TOKENS: [&str; 2] = [
    r##"<circle r="0.46" fill="#f3eee2" stroke="#8d8473" stroke-width="0.05"/><circle r="0.24" fill="none" stroke="#4a545c" stroke-width="0.08"/>"##,
    r##"<circle r="0.46" fill="#282b2f" stroke="#8d8473" stroke-width="0.05"/><circle r="0.15" fill="#e4dccc"/>"##,
];

/// View until the table is loaded.
pub(super) fn loading(ui: Ui) -> Option<AnyView> {
    match (ui.table.is_ready.get(), ui.table.has_failed.get()) {
        (true, _) => None,
        (false, false) => Some(view! { <div class="loads" aria-hidden="true"></div> }.into_any()),
        (false, true) => Some(
            view! {
                <div class="over-table" role="alert">
                    <p>{ui.app.text(Text::ErrorNetwork)}</p>
                    {load_again(ui.app)}
                </div>
            }
            .into_any(),
        ),
    }
}

/// Passes keys to the table, except those that a slider, a button or a form field uses itself.
pub(super) fn listen_to_keys(ui: Ui) {
    let pressed = window_event_listener(leptos::ev::keydown, move |event| {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let is = |selector: &str| {
            let target = target.as_ref();
            target.is_some_and(|target| target.matches(selector).unwrap_or(false))
        };
        let key = event.key();
        if event.ctrl_key() || event.meta_key() || event.alt_key() || is("dialog *") {
            return;
        }
        if key == "Escape" && ui.close() {
            event.prevent_default();
            return;
        }
        if event.repeat() && key == " " && is("#stage") {
            event.prevent_default();
            return;
        }
        let is_letter = key.chars().all(char::is_alphabetic) && key.chars().count() == 1;
        let writes = is("input:not([type=range], [type=radio], [type=checkbox]), select, textarea");
        let free = is("#stage") || key == "Escape" || is_letter && !writes;
        if free && ui.table.key(&key, event.shift_key()) {
            event.prevent_default();
        }
    });
    let released = window_event_listener(leptos::ev::keyup, move |event| {
        if event.key() == " " {
            ui.table.hold(false);
        }
    });
    // The release of a key outside the page is not reported.
    let left = window_event_listener(leptos::ev::blur, move |_| {
        ui.table.hold(false);
    });
    on_cleanup(move || {
        pressed.remove();
        released.remove();
        left.remove();
    });
}
