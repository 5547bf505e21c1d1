//! New-game form at this screen: the computer's level and the own side, or the clock; the variant.

use super::board_game::BoardGame;
use super::clock::TimeControl;
use super::controller::{GameController, Terms};
use crate::app::App;
use crate::browser;
use crate::game_form::fields::{assist_choice, level_choice, pace_choice, side_choice, variant_choice};
use crate::game_form::{ClockKind, GameForm};
use crate::language::Text;
use crate::opponent::Opponent;
use leptos::prelude::*;
use protocol::SideChoice;
use rules::Side;

/// The choices of a game, while they are open.
pub(super) fn setup<G: BoardGame>(app: App, controller: GameController<G>) -> AnyView {
    let change = move |change: &dyn Fn(&mut Terms<G::Variant>)| {
        let mut terms = controller.terms.get_untracked();
        change(&mut terms);
        controller.begin(app, terms);
        controller.is_open.set(true);
    };
    let variant = Signal::derive(move || Some(controller.terms.get().variant.to_string()));
    let choose_variant = Callback::new(move |name: String| {
        if let Ok(variant) = name.parse() {
            change(&|terms| terms.variant = variant);
        }
    });
    let against = if controller.terms.get_untracked().opponent.is_some() {
        let opponent = Memo::new(move |_| controller.terms.get().opponent);
        let choose = Callback::new(move |opponent| change(&|terms| terms.opponent = Some(opponent)));
        opponent_choice::<G>(app, opponent, choose)
    } else {
        let form = RwSignal::new(GameForm::of_time(controller.terms.get_untracked().time));
        Effect::new(move |before: Option<TimeControl>| {
            let time = form.get().time();
            if before.is_some_and(|before| before != time) {
                change(&|terms| terms.time = time);
            }
            time
        });
        pace_choice(app, form, ClockKind::HERE)
    };
    let assist = Signal::derive(move || controller.terms.get().assist);
    let choose_assist = Callback::new(move |assist| change(&|terms| terms.assist = assist));
    view! {
        <section class="setup" hidden=move || !controller.is_open.get()>
            {against}
            {variant_choice(app, G::ID, variant, choose_variant)}
            {assist_choice(app, G::ID, assist, choose_assist)}
            <button id="start" class="primary" on:click=move |_| controller.is_open.set(false)>
                {app.text(Text::Start)}
            </button>
        </section>
    }
    .into_any()
}

/// The question whether a game that was asked for replaces the one under way.
pub(super) fn replacement<G: BoardGame>(app: App, controller: GameController<G>) -> AnyView {
    let is_asked = Memo::new(move |_| controller.offered.with(Option::is_some));
    Effect::new(move |_| {
        if is_asked.get() {
            request_animation_frame(|| browser::focus("keep-game"));
        }
    });
    view! {
        <Show when=move || is_asked.get()>
            <section class="setup" role="alert">
                <p id="game-under-way">{app.text(Text::GameUnderWay)}</p>
                <div class="choices">
                    <button id="keep-game" class="primary" on:click=move |_| controller.settle(app, false)>
                        {app.text(Text::KeepGame)}
                    </button>
                    <button id="replace-game" on:click=move |_| controller.settle(app, true)>
                        {app.text(Text::NewGame)}
                    </button>
                </div>
            </section>
        </Show>
    }
    .into_any()
}

/// The level, and the person's side.
fn opponent_choice<G: BoardGame>(
    app: App,
    opponent: Memo<Option<Opponent>>,
    choose: Callback<Opponent>,
) -> AnyView {
    let change = move |change: &dyn Fn(&mut Opponent)| {
        if let Some(mut opponent) = opponent.get_untracked() {
            change(&mut opponent);
            choose.run(opponent);
        }
    };
    let level = Signal::derive(move || opponent.get().map(|opponent| opponent.level).unwrap_or_default());
    let choose_level = Callback::new(move |level| change(&|opponent| opponent.level = level));
    let side = Signal::derive(move || match opponent.get().map(|opponent| opponent.person) {
        Some(Side::Second) => SideChoice::Second,
        _ => SideChoice::First,
    });
    let choose_side = Callback::new(move |side| {
        let person = if side == SideChoice::Second {
            Side::Second
        } else {
            Side::First
        };
        change(&|opponent| opponent.person = person);
    });
    let sides = [SideChoice::First, SideChoice::Second];
    view! {
        {level_choice(app, browser::path(), level, choose_level)}
        {side_choice(app, G::ID, &sides, side, choose_side)}
    }
    .into_any()
}
