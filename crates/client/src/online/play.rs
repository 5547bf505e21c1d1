//! The page of a game with somebody elsewhere: the frame that every board plugs into, fed by the server.

use super::game::Game;
use super::live::{Live, kept};
use super::panels::{Banner, Chat, Deeds, Offers, WaitingRoom};
use super::words;
use crate::app::App;
use crate::browser;
use crate::frame::board_game::BoardGame;
use crate::frame::course::Course;
use crate::frame::moves::Moves;
use crate::frame::page::{Announcements, analysis_address, board_frame, listen_to_keys};
use crate::frame::panels::{HowToPlay, Players, State};
use crate::frame::saved::Saved;
use crate::frame::scene::{Action, Scene};
use crate::frame::table::{Seat, Table};
use crate::icons::{Icon, IconView};
use crate::language::{Messages, Text};
use crate::route::Id;
use courier::Stage;
use courier::read::Looked;
use leptos::prelude::*;
use protocol::{ClientMessage, Offer, side_of};
use rules::Side;

/// A board for any game, so that the page round it is compiled once.
pub(super) struct Board {
    view: AnyView,
    scene: Memo<Scene>,
    act: Callback<Action>,
    /// The moves on it.
    texts: Memo<Vec<String>>,
    /// Shows moves, and gives back those it shows then.
    follow: Callback<Vec<String>, Vec<String>>,
    close: Callback<bool>,
    has_premove: Memo<bool>,
    drop_premove: Callback<()>,
    /// The address of the analysis.
    address: Signal<String>,
    name: &'static str,
    sides: [&'static str; 2],
    tokens: [String; 2],
    rules: &'static [Text],
}

/// The page of a table.
pub(super) fn page<G: BoardGame>(app: App, looked: Looked) -> AnyView {
    let kept = kept(looked.table.id.as_str());
    let settings = &looked.table.settings;
    let board = board::<G>(app, settings.variant.as_deref(), looked.seat.map(side_of));
    followed(app, board, looked, &kept)
}

fn board<G: BoardGame>(app: App, variant: Option<&str>, side: Option<Side>) -> Board {
    let variant = variant
        .and_then(|variant| variant.parse().ok())
        .unwrap_or_default();
    let saved = Saved::<G>::new(variant, None);
    let course = Course::<G>::new(app, &saved);
    course.is_open.set(false);
    let mut seats = [Seat::Remote; 2];
    if let Some(side) = side {
        seats[side] = Seat::Person;
    }
    let table = course.table;
    table.set(Table::new(saved.session.clone(), seats));
    course.let_others_play();
    Board {
        view: board_frame(table, app.messages),
        scene: course.scene(app),
        act: Callback::new(move |action| match action {
            // What was played is not taken back by one alone.
            Action::Undo => course.act(app, Action::Back),
            Action::NewGame | Action::Rematch => {}
            action => course.act(app, action),
        }),
        texts: Memo::new(move |_| table.with(|table| table.session().texts())),
        follow: Callback::new(move |moves: Vec<String>| {
            table.maybe_update(|table| {
                let differs = table.session().texts() != moves;
                if differs {
                    table.follow(&moves);
                }
                differs
            });
            table.with_untracked(|table| table.session().texts())
        }),
        close: Callback::new(move |closed| table.update(|table| table.set_closed(closed))),
        has_premove: Memo::new(move |_| table.with(|table| table.premove().is_some())),
        drop_premove: Callback::new(move |()| {
            table.maybe_update(Table::drop_premove);
        }),
        address: Signal::derive(move || table.with(|table| analysis_address::<G>(table))),
        name: G::NAME,
        sides: G::SIDES,
        tokens: Side::BOTH.map(G::token),
        rules: G::RULES,
    }
}

fn followed(app: App, board: Board, looked: Looked, kept: &[ClientMessage]) -> AnyView {
    let mut game = Game::new(looked.table, looked.seat, kept);
    game.catch_up(looked.events, web_sys::js_sys::Date::now());
    let live = Live::new(game);
    let Board {
        scene,
        act,
        texts,
        follow,
        ..
    } = board;
    Effect::new(move |_| live.propose(&texts.get()));
    let stage = Memo::new(move |_| live.game.with(|game| game.stage()));
    Effect::new(move |_| board.close.run(stage.get() != Stage::Live));
    live.connect(follow);
    follow_rematch(app, live);
    listen_to_keys(act);
    let premoved = board.has_premove;
    let scene = Memo::new(move |_| {
        let mut scene = scene.get();
        app.messages.with(|messages| {
            live.game
                .with(|game| retell(messages, game, premoved.get(), &mut scene));
        });
        scene
    });
    let clocks = Signal::derive(move || {
        let now = live.now.get();
        live.game.with(|game| {
            Side::BOTH.map(|side| {
                game.left(side, now)
                    .map(|millis| (words::left(millis), is_low(game, side, millis)))
            })
        })
    });
    let messages = app.messages;
    let drop_premove = board.drop_premove;
    let let_go = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" {
            drop_premove.run(());
        }
    };
    view! {
        <main class=format!("game online {}", board.name) class:premoved=move || premoved.get() class:waits=move || stage.get() == Stage::Waiting>
            <Players scene names=board.sides tokens=board.tokens clocks />
            <div class="board-hold" on:pointerdown:capture=move |_| drop_premove.run(()) on:keydown=let_go>
                {board.view}
            </div>
            <State scene messages act after=after_the_game(app, live, board.address) />
            <WaitingRoom app live challenge=looked.challenge />
            <Offers app live />
            <Deeds app live act />
            <Moves scene messages act marks=Signal::derive(Vec::new) />
            <Chat app live />
            <HowToPlay rules=board.rules messages />
            <Banner app live />
            <Announcements scene />
        </main>
    }
    .into_any()
}

/// Whether a side is in a hurry.
fn is_low(game: &Game, side: Side, millis: f64) -> bool {
    const LOW: f64 = 20_000.0;
    millis < LOW && game.running() == Some(side)
}

/// Puts what the server knows into what the board tells.
fn retell(messages: &Messages, game: &Game, premoved: bool, scene: &mut Scene) {
    for side in Side::BOTH {
        let player = &mut scene.players[side];
        let own = game.side() == Some(side);
        let mut who = match game.player(side) {
            Some(_) if own => messages.text(Text::You).to_owned(),
            Some(sitting) => words::player(messages, sitting),
            None => messages.text(Text::SeatFree).to_owned(),
        };
        if let Some((after, change)) = game.rated() {
            who = format!("{who} → {} ({:+})", after[side], change[side]);
        } else if game.stage() == Stage::Live && !own && !game.is_here(side) {
            who = format!("{who} · {}", messages.text(Text::Away));
        }
        player.who = Some(who);
    }
    match game.ending() {
        Some(ending) => scene.end(messages, ending),
        None if game.stage() == Stage::Waiting => {
            let waiting = if game.settings().teams {
                Text::WaitingTeams
            } else {
                Text::WaitingForFriend
            };
            messages.text(waiting).clone_into(&mut scene.state);
            scene.said.clone_from(&scene.state);
            scene.hint = None;
            for player in &mut scene.players {
                player.active = false;
            }
        }
        None => scene.hint = hint(messages, game, premoved, scene).or(scene.hint),
    }
}

/// What to do while it is not one's own turn.
fn hint(messages: &Messages, game: &Game, premoved: bool, scene: &Scene) -> Option<&'static str> {
    let own = game.side();
    let text = if let Some(reason) = game.refused() {
        words::refusal(reason)
    } else if own.is_none() {
        Text::Watching
    } else if scene.shown < scene.moves.len() {
        Text::LookingBack
    } else if premoved {
        Text::Premoved
    } else if own.is_some_and(|side| !scene.players[side].active) {
        Text::TheirTurn
    } else {
        return None;
    };
    Some(messages.text(text))
}

/// Both players go on to the next game by themselves.
fn follow_rematch(app: App, live: Live) {
    let next = Memo::new(move |_| live.game.with(|game| game.rematch().cloned()));
    let had = next.get_untracked();
    Effect::new(move |_| {
        let table = next.get();
        let plays = live.game.with_untracked(|game| game.side().is_some());
        if let Some(id) = table
            .filter(|_| plays && had.is_none())
            .and_then(|id| Id::new(id.as_str()))
        {
            app.go(&crate::route::Route::Table(id).path());
        }
    });
}

/// What can be done when a game is over.
fn after_the_game(app: App, live: Live, address: Signal<String>) -> AnyView {
    let can = move |test: fn(&Game) -> bool| move || live.game.with(test);
    let waits = |game: &Game| game.has_offered(Offer::Rematch);
    let next = move || {
        let id = live.game.with(|game| game.rematch().cloned());
        id.map(|id| view! { <a id="next-game" class="button primary" href=format!("/table/{id}")>{app.text(Text::ToRematch)}</a> })
    };
    let rematch = move |_| live.act(protocol::Action::Offer { what: Offer::Rematch });
    let save = move |_| {
        let path = live
            .game
            .with_untracked(|game| format!("/api/tables/{}/record", game.id()));
        super::request("GET", path, None, move |answer| {
            if answer.is_done() {
                browser::download("tablier.txt", "text/plain", &answer.text);
            }
        });
    };
    view! {
        <Show when=can(|game| game.can_offer(Offer::Rematch))>
            <button id="rematch" class="primary" on:click=rematch>{app.text(Text::Rematch)}</button>
        </Show>
        <Show when=can(waits)>
            <p role="status">{app.text(Text::RematchOffered)}</p>
        </Show>
        {next}
        <a id="analyse" class="button" href=address>
            <IconView icon=Icon::Curve />
            {app.text(Text::Analysis)}
        </a>
        <button id="save-record" on:click=save>{app.text(Text::SaveRecord)}</button>
    }
    .into_any()
}
