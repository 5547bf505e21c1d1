//! The sheets of the page: how the table is seen, and what is chosen before a game at this screen.

use super::options::{Face, Options, RULES, Way, variant};
use super::page::Ui;
use crate::browser;
use crate::choice::choice;
use crate::game_form::fields::{
    SIDES, guide_choice, level_choice, pace_choice, side_choice, teams_choice, variant_choice,
};
use crate::game_form::{ClockKind, GameForm};
use crate::language::Text;
use crate::learn_offer::{LearnOffer, is_new};
use crate::opponent::ComputerLevel;
use crate::route::{Mode, Route};
use games::GameId;
use leptos::prelude::*;
use polarity_facts::{Command, GuideMarks, Switch};
use protocol::SideChoice;

/// A part of the page that comes up when it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sheet {
    /// How the table is seen; a wide screen shows it all the time.
    View,
    /// The options of a game, or the actions of this one.
    Game,
    /// The chat.
    Chat,
}

impl Sheet {
    pub(super) const ALL: [Sheet; 3] = [Sheet::View, Sheet::Game, Sheet::Chat];

    pub(super) const fn id(self) -> &'static str {
        ["view-sheet", "game-sheet", "chat-sheet"][self as usize]
    }

    /// The id of the button that opens it.
    pub(super) fn opener(self) -> String {
        format!("open-{}", self.id())
    }
}

/// A sheet with its heading and the button that closes it.
pub(super) fn sheet(ui: Ui, sheet: Sheet, heading: Text, content: AnyView) -> AnyView {
    let hidden = move || sheet != Sheet::View && ui.sheet() != Some(sheet);
    let close = move |_| {
        ui.close();
    };
    view! {
        <section class="sheet" id=sheet.id() aria-label=ui.app.text(heading) hidden=hidden>
            <header>
                <h2>{ui.app.text(heading)}</h2>
                <button type="button" class="closes" data-do="close-sheet" aria-label=ui.app.text(Text::Close) on:click=close>
                    "✕"
                </button>
            </header>
            {content}
        </section>
    }
    .into_any()
}

/// A group of buttons with its name.
fn group(ui: Ui, legend: Text, buttons: AnyView) -> AnyView {
    view! {
        <div role="group" aria-label=ui.app.text(legend)>
            <span class="legend">{ui.app.text(legend)}</span>
            <span class="row">{buttons}</span>
        </div>
    }
    .into_any()
}

fn plain(ui: Ui, command: &'static str, text: Text) -> AnyView {
    view! { <button type="button" data-do=command on:click=move |_| ui.command(command)>{ui.app.text(text)}</button> }
        .into_any()
}

fn switch(ui: Ui, switch: Switch, text: Text) -> AnyView {
    let on = move || ui.table.facts.with(|facts| facts.is_on(switch)).to_string();
    view! {
        <button type="button" data-do=switch.name() aria-pressed=on on:click=move |_| ui.command(switch.name())>
            {ui.app.text(text)}
        </button>
    }
    .into_any()
}

/// The way to the rules, with pictures.
pub(super) fn rules_link(ui: Ui) -> AnyView {
    let path = Route::Rules(GameId::Polarity).path();
    view! { <a class="rules-link" href=path>{ui.app.text(Text::AllRules)}</a> }.into_any()
}

/// Camera, pace and layers; keys and gestures.
pub(super) fn view_sheet(ui: Ui) -> AnyView {
    let app = ui.app;
    let cannot = move || !ui.table.facts.with(|facts| facts.can(Command::Replay));
    let replay = view! {
        <button type="button" data-do="replay" prop:disabled=cannot on:click=move |_| ui.command("replay")>
            {app.text(Text::PolarityReplay)}
        </button>
    };
    let camera = [
        ("seat", Text::PolaritySeat),
        ("above", Text::PolarityAbove),
        ("side", Text::PolaritySide),
        ("close", Text::PolarityClose),
    ];
    let camera = camera.map(|(command, text)| plain(ui, command, text));
    let time = [
        replay.into_any(),
        switch(ui, Switch::Slow, Text::PolaritySlow),
        switch(ui, Switch::Pause, Text::PolarityPause),
    ];
    // A table without a guide has none to hide.
    let has_guide = Memo::new(move |_| ui.table.facts.with(|facts| facts.marks != GuideMarks::Nothing));
    let guide =
        view! { <Show when=move || has_guide.get()>{switch(ui, Switch::Guide, Text::PolarityGuide)}</Show> };
    let show = [
        switch(ui, Switch::Field, Text::PolarityField),
        guide.into_any(),
        switch(ui, Switch::Flat, Text::PolarityFlat),
    ];
    let help = [
        Text::PolarityHelp1,
        Text::PolarityHelp2,
        Text::PolarityHelp3,
        Text::PolarityHelp4,
    ];
    let help = help.map(|text| view! { <li>{app.text(text)}</li> });
    let content = view! {
        {group(ui, Text::PolarityCamera, Vec::from(camera).into_any())}
        {group(ui, Text::PolarityTime, Vec::from(time).into_any())}
        {group(ui, Text::PolarityShow, Vec::from(show).into_any())}
        {group(ui, Text::PolarityHand, switch(ui, Switch::Free, Text::PolarityFree))}
        {rules_link(ui)}
        <details class="rules">
            <summary>{app.text(Text::PolarityHelp)}</summary>
            <ul tabindex="0">{Vec::from(help)}</ul>
        </details>
    };
    sheet(ui, Sheet::View, Text::PolarityLook, content.into_any())
}

/// How the red disc fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Toss {
    face: Face,
    /// Whether the caller was right, and chooses the colour.
    right: bool,
    /// The side that was chosen before.
    before: SideChoice,
}

/// The form for the next game at this screen.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// The way of playing, the rules, the level.
    options: RwSignal<Options>,
    /// Side, players and clock.
    terms: RwSignal<GameForm>,
    toss: RwSignal<Option<Toss>>,
}

impl Form {
    pub(super) fn new(options: Options) -> Form {
        Form {
            options: RwSignal::new(options),
            terms: RwSignal::new(options.form),
            toss: RwSignal::new(None),
        }
    }

    /// The chosen options.
    pub(super) fn options(self) -> Options {
        Options {
            form: self.terms.get_untracked(),
            ..self.options.get_untracked()
        }
    }

    /// Proposes a way of playing, and a level.
    pub(super) fn propose(self, way: Way, level: Option<ComputerLevel>) {
        self.options.update(|options| {
            options.way = way;
            options.level = level.unwrap_or(options.level);
        });
    }

    /// The face that the toss gave, if there was one; the next game needs another, and its side is free again.
    pub(super) fn take_face(self) -> Option<Face> {
        let toss = self.toss.get_untracked()?;
        self.toss.set(None);
        if !toss.right {
            self.terms.update(|form| form.side = toss.before);
        }
        Some(toss.face)
    }

    /// Tosses the red disc, once a game. After a wrong call the one who tossed chooses; the computer takes White.
    fn call(self, call: Face) {
        if self.toss.get_untracked().is_some() {
            return;
        }
        let face = Face::tossed(browser::fresh_seed());
        self.toss.set(Some(Toss {
            face,
            right: face == call,
            before: self.terms.get_untracked().side,
        }));
        if face != call {
            self.terms.update(|form| form.side = SideChoice::Second);
        }
    }
}

/// Ways of playing with a referee.
const GAMES: &[Way] = &[Way::Two, Way::Computer];

/// The sheet of a new game.
pub(super) fn game_sheet(ui: Ui, form: Form, start: Callback<()>) -> AnyView {
    let is = move |wanted: &'static [Way]| move || wanted.contains(&form.options.get().way);
    let layouts = move || {
        let layouts = vec![
            plain(ui, "opening", Text::PolarityOpening),
            plain(ui, "first", Text::PolarityFirst),
            plain(ui, "empty", Text::PolarityEmpty),
        ];
        group(ui, Text::PolarityLayout, layouts.into_any())
    };
    let offer = is_new(GameId::Polarity).then(|| view! { <LearnOffer app=ui.app game=GameId::Polarity /> });
    let content = view! {
        {offer}
        {with_choice(ui, form)}
        <Show when=is(GAMES)>{rules_choice(ui, form)}</Show>
        <Show when=is(&[Way::Computer])>{computer_choice(ui, form)}</Show>
        <Show when=is(&[Way::Two])>
            {teams_choice(ui.app, GameId::Polarity, form.terms)}
            {pace_choice(ui.app, form.terms, ClockKind::HERE)}
        </Show>
        <Show when=is(GAMES)>{guide_choice(ui.app, GameId::Polarity, form.terms)}{toss_choice(ui, form)}</Show>
        <Show when=is(&[Way::Practice])>{layouts}</Show>
        {rules_link(ui)}
        <button type="button" class="primary" data-do="start" on:click=move |_| start.run(())>
            {ui.app.text(Text::Start)}
        </button>
    };
    sheet(ui, Sheet::Game, Text::NewGame, content.into_any())
}

fn with_choice(ui: Ui, form: Form) -> AnyView {
    let texts = [Text::PolarityPractice, Text::PlaySameScreen, Text::Computer];
    let ways = Way::ALL.into_iter().zip(texts).map(|(way, text)| {
        choice(
            "with",
            Some(format!("with-{}", way.name())),
            ui.app.text(text),
            move || form.options.get().way == way,
            move || form.options.update(|options| options.way = way),
        )
    });
    let links = [
        (Route::Friend(GameId::Polarity), Text::PlayFriend),
        (Route::Lobby(GameId::Polarity), Text::PlayOnline),
    ];
    let links =
        links.map(|(route, text)| view! { <a class="button" href=route.path()>{ui.app.text(text)}</a> });
    view! {
        <fieldset>
            <legend>{ui.app.text(Text::WithWhom)}</legend>
            <div class="choices">{ways.collect::<Vec<_>>()}</div>
            <div class="choices">{Vec::from(links)}</div>
        </fieldset>
    }
    .into_any()
}

fn rules_choice(ui: Ui, form: Form) -> AnyView {
    let chosen = Signal::derive(move || Some(variant(RULES[form.options.get().rules], Face::North, false)));
    let choose = Callback::new(move |name: String| {
        if let Some(rules) = RULES.iter().position(|rules| name.starts_with(rules)) {
            form.options.update(|options| options.rules = rules);
        }
    });
    variant_choice(ui.app, GameId::Polarity, chosen, choose)
}

/// The level of the computer, and the person's colour, unless the toss took the choice.
fn computer_choice(ui: Ui, form: Form) -> AnyView {
    let path = Route::Play(GameId::Polarity, Mode::Computer).path();
    let choose_level = Callback::new(move |level| form.options.update(|options| options.level = level));
    let level = Signal::derive(move || form.options.get().level);
    let side = Signal::derive(move || form.terms.get().side);
    let choose_side = Callback::new(move |side| form.terms.update(|form| form.side = side));
    let lost = move || form.toss.get().is_some_and(|toss| !toss.right);
    view! {
        {level_choice(ui.app, path, level, choose_level)}
        <fieldset prop:disabled=lost>{side_choice(ui.app, GameId::Polarity, SIDES, side, choose_side)}</fieldset>
    }
    .into_any()
}

fn toss_choice(ui: Ui, form: Form) -> AnyView {
    let app = ui.app;
    let calls = [
        (Face::North, "toss-north", Text::PolarityCallNorth),
        (Face::South, "toss-south", Text::PolarityCallSouth),
    ];
    let is_tossed = move || form.toss.get().is_some();
    let calls = calls.map(|(face, name, text)| {
        view! {
            <button type="button" data-do=name prop:disabled=is_tossed on:click=move |_| form.call(face)>
                {app.text(text)}
            </button>
        }
    });
    let told = move || {
        let toss = form.toss.get()?;
        let text = match (toss.right, form.options.get().way) {
            (true, _) => Text::PolarityTossRight,
            (false, Way::Computer) => Text::PolarityTossComputer,
            (false, Way::Two | Way::Practice) => Text::PolarityTossWrong,
        };
        Some(
            app.messages
                .with(|messages| messages.fill(text, &[("face", toss.face.mark())])),
        )
    };
    view! {
        <fieldset class="toss">
            <legend>{app.text(Text::PolarityToss)}</legend>
            <div class="choices">{Vec::from(calls)}</div>
            <p aria-live="polite">{told}</p>
        </fieldset>
    }
    .into_any()
}
