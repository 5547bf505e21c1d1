//! The page of an online game: the frame that every board plugs into, fed by the server.

use super::live::{Live, remote_table};
use super::panels::{Banner, Chat, Claim, Deeds, Offers, WaitingRoom};
use super::share_game::ShareGame;
use super::words;
use crate::app::App;
use crate::browser;
use crate::frame::board_game::BoardGame;
use crate::frame::controller::GameController;
use crate::frame::moves::Moves;
use crate::frame::page::{
    Announcements, analysis_address, board_frame, listen_to_keys, mistakes_address, mistakes_link,
};
use crate::frame::panels::{Clocks, HowToPlay, Players, State};
use crate::frame::saved::Saved;
use crate::frame::session::MoveCursor;
use crate::frame::table::{BoardTable, SidePlayer};
use crate::frame::view_model::{BoardAction, GameView};
use crate::icons::{Icon, IconView};
use crate::language::{Messages, Text};
use crate::route::Id;
use games::GameId;
use leptos::prelude::*;
use protocol::{Looked, Offer, RemoteTable as Game, Stage, TableInfo, side_of};
use rules::Side;

/// A board for any game, so that the page round it is compiled once.
pub(super) struct Board {
    view: AnyView,
    scene: Memo<GameView>,
    act: Callback<BoardAction>,
    turn: Memo<Side>,
    /// Changes with the moves on it.
    texts: Memo<Vec<String>>,
    /// Shows these moves.
    follow: Callback<Vec<String>>,
    /// Takes the moves that were made on it, with the number of moves before each.
    take_made: Callback<(), Vec<(usize, String)>>,
    close: Callback<bool>,
    has_premove: Memo<bool>,
    drop_premove: Callback<()>,
    /// The address of the analysis.
    address: Signal<String>,
    /// The address that names one's own mistakes.
    mistakes: Signal<Option<String>>,
    name: &'static str,
    sides: [&'static str; 2],
    tokens: [String; 2],
    game: GameId,
    rules: &'static [Text],
}

/// The page of a table.
pub(crate) fn page<G: BoardGame>(app: App, looked: Looked) -> AnyView {
    let board = board::<G>(app, &looked.table, looked.seat.map(side_of));
    followed(app, board, looked)
}

/// The game before its first move: at the start of its variant, or at the position it was set up at.
fn beginning<G: BoardGame>(info: &TableInfo) -> Saved<G> {
    let variant = info.settings.variant.as_deref();
    let variant = variant.and_then(|variant| variant.parse().ok());
    let mut saved = Saved::new(variant.unwrap_or_default(), None);
    if let Some(position) = info.position.as_ref().and_then(|text| text.parse().ok()) {
        saved.session = MoveCursor::new(position);
    }
    saved
}

fn board<G: BoardGame>(app: App, info: &TableInfo, side: Option<Side>) -> Board {
    let saved = beginning::<G>(info);
    let controller = GameController::<G>::new(app, &saved);
    controller.is_open.set(false);
    let mut seats = [SidePlayer::Remote; 2];
    if let Some(side) = side {
        seats[side] = SidePlayer::Person;
    }
    let table = controller.table;
    table.set(BoardTable::new(saved.session.clone(), seats));
    table.update(|table| table.set_assist(info.settings.assist));
    controller.let_others_play();
    Board {
        view: board_frame(table, app.messages),
        scene: controller.scene(app),
        act: Callback::new(move |action| match action {
            // Undo needs both players online, so it only steps back here.
            BoardAction::Undo => controller.act(app, BoardAction::Back),
            BoardAction::NewGame | BoardAction::Rematch => {}
            action => controller.act(app, action),
        }),
        turn: Memo::new(move |_| table.with(BoardTable::turn)),
        texts: Memo::new(move |_| table.with(|table| table.session().texts())),
        follow: Callback::new(move |moves: Vec<String>| {
            table.maybe_update(|table| {
                let differs = table.session().texts() != moves;
                if differs {
                    table.follow(&moves);
                }
                differs
            });
        }),
        take_made: Callback::new(move |()| {
            let mut made = Vec::new();
            // Nothing that is shown changes.
            table.maybe_update(|table| {
                made = table.take_made();
                false
            });
            made
        }),
        close: Callback::new(move |closed| table.update(|table| table.set_closed(closed))),
        has_premove: Memo::new(move |_| table.with(|table| table.premove().is_some())),
        drop_premove: Callback::new(move |()| {
            table.maybe_update(BoardTable::drop_premove);
        }),
        address: Signal::derive(move || table.with(|table| analysis_address::<G>(table))),
        mistakes: Signal::derive(move || table.with(|table| mistakes_address::<G>(table))),
        name: G::NAME,
        sides: G::SIDES,
        tokens: Side::BOTH.map(G::token),
        game: G::ID,
        rules: G::RULES,
    }
}

fn followed(app: App, board: Board, looked: Looked) -> AnyView {
    let id = looked.table.id.to_string();
    let mut game = remote_table(&id);
    game.look(looked.table, looked.seat, &looked.events);
    let live = Live::new(&id, game);
    let Board {
        scene,
        act,
        texts,
        follow,
        take_made,
        ..
    } = board;
    let show_line = move || {
        follow.try_run(live.game.with_untracked(Game::line));
    };
    let send = move || {
        let made = take_made.try_run(()).unwrap_or_default();
        hand_over(made, |ply, text| live.play(ply, text), show_line);
    };
    Effect::new(move |_| {
        texts.track();
        send();
    });
    let stage = Memo::new(move |_| live.game.with(Game::stage));
    let is_closed = Memo::new(move |_| live.game.with(|game| is_closed(game, board.turn.get())));
    Effect::new(move |_| board.close.run(is_closed.get()));
    show_line();
    live.connect(Callback::new(move |_| {
        send();
        show_line();
        send();
    }));
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
    let clocks = clocks(live);
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
            <State scene messages act after=after_the_game(app, live, Some((board.address, board.mistakes))) />
            <WaitingRoom app live challenge=looked.challenge />
            <Offers app live />
            <Deeds app live act />
            <Claim app live />
            <Moves scene messages act marks=Signal::derive(Vec::new) />
            <Chat app live />
            <HowToPlay game=board.game rules=board.rules messages />
            <Banner app live />
            <Announcements scene />
        </main>
    }
    .into_any()
}

/// Hands the moves made on the board to the table. If the table refuses one, the board shows the table's line again.
fn hand_over(
    made: Vec<(usize, String)>,
    mut play: impl FnMut(usize, &str) -> bool,
    show_line: impl FnOnce(),
) {
    let are_taken = made.into_iter().all(|(ply, text)| play(ply, &text));
    if !are_taken {
        show_line();
    }
}

/// Whether nobody at this screen may move: the game does not go on, or the side's next turn is the partner's.
fn is_closed(game: &Game, turn: Side) -> bool {
    let partner_moves = game.seat().is_some() && !game.is_next(turn);
    game.stage() != Stage::Live || partner_moves
}

/// Texts of the clocks.
pub(crate) fn clocks(live: Live) -> Signal<Clocks> {
    Signal::derive(move || {
        let now = live.now.get();
        live.game.with(|game| {
            Side::BOTH.map(|side| {
                game.left(side, now)
                    .map(|millis| (words::left(millis), is_low(game, side, millis)))
            })
        })
    })
}

/// Whether a side is short of time.
fn is_low(game: &Game, side: Side, millis: f64) -> bool {
    const LOW: f64 = 20_000.0;
    millis < LOW && game.running() == Some(side)
}

/// Names of a side's players, with the new rating after a rated game.
pub(crate) fn who(messages: &Messages, game: &Game, side: Side) -> String {
    let who = game.seats(side).map(|seat| words::seat(messages, game, seat));
    let who = who.collect::<Vec<_>>().join(" + ");
    if let Some((after, change)) = game.rated() {
        format!("{who} → {} ({:+})", after[side], change[side])
    } else if game.stage() == Stage::Live && game.side() != Some(side) && !game.is_here(side) {
        format!("{who} · {}", messages.text(Text::Away))
    } else {
        who
    }
}

/// Completes the board's view model by what the server knows.
fn retell(messages: &Messages, game: &Game, premoved: bool, scene: &mut GameView) {
    for side in Side::BOTH {
        scene.players[side].who = Some(who(messages, game, side));
    }
    match game.ending() {
        Some(ending) => scene.end(messages, ending),
        None if game.stage() == Stage::Waiting => {
            let waiting = if game.has_teams() {
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

/// Hint while it is the opponent's turn.
fn hint(messages: &Messages, game: &Game, premoved: bool, scene: &GameView) -> Option<&'static str> {
    let own = game.side();
    let text = if let Some(reason) = game.refused() {
        words::refusal(reason)
    } else if own.is_none() {
        Text::Watching
    } else if scene.shown < scene.moves.len() {
        Text::LookingBack
    } else if premoved {
        Text::Premoved
    } else if own.is_some_and(|side| !scene.players[side].active || !game.is_to_move(side)) {
        Text::TheirTurn
    } else {
        return None;
    };
    Some(messages.text(text))
}

/// Both players go on to the next game by themselves.
pub(crate) fn follow_rematch(app: App, live: Live) {
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

/// Addresses of a game's analysis and of one's own mistakes in it.
type StudyLinks = (Signal<String>, Signal<Option<String>>);

/// Buttons after a game; with `links` for games that can be analysed.
pub(crate) fn after_the_game(app: App, live: Live, links: Option<StudyLinks>) -> AnyView {
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
            .with_untracked(|game| Some(format!("/api/tables/{}/record", game.info()?.id)));
        let Some(path) = path else { return };
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
        {links.map(|(address, mistakes)| view! {
            {mistakes_link(app, mistakes)}
            <a id="analyse" class="button" href=address>
                <IconView icon=Icon::Curve />
                {app.text(Text::Analysis)}
            </a>
        })}
        <button id="save-record" on:click=save>{app.text(Text::SaveRecord)}</button>
        <Show when=can(|game| game.stage() == Stage::Over)>
            <ShareGame app live />
        </Show>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::sample::{guest, table};
    use protocol::{EndReason, Ending, Event, EventKind, TableSettings};
    use rules::Game as _;

    #[test]
    fn a_game_from_a_set_up_position_begins_there() {
        let mut info = table(TableSettings::new(GameId::Offboard), vec![None; 2]);
        let usual = beginning::<offboard::Position>(&info);
        assert_eq!(*usual.session.start(), offboard::Position::start(rules::Standard));
        let position = "5/4rr/7/8/9/8/7/6/5 y --y-y------- -";
        info.position = Some(position.to_owned());
        let set_up = beginning::<offboard::Position>(&info);
        assert_eq!(set_up.session.start().to_string(), position);
    }

    #[test]
    fn a_move_that_the_table_refuses_leaves_the_board() {
        let sit = |(seat, name): (usize, &str)| EventKind::Sit {
            seat,
            player: guest(name),
        };
        let sits = ["Ann", "Bob"].into_iter().enumerate().map(sit);
        let ended = EventKind::End(Ending::draw(EndReason::Aborted));
        let log: Vec<Event> = (sits.chain([EventKind::Start {}, ended]).zip(1..))
            .map(|(kind, seq)| Event { seq, at: 0, kind })
            .collect();
        let info = table(TableSettings::new(GameId::Offboard), vec![None; 2]);
        let seats = [SidePlayer::Person, SidePlayer::Remote];
        let shown_after = |events: usize| {
            let mut game = Game::new(1, []);
            game.look(info.clone(), Some(0), &log[..events]);
            // The board does not know yet how the game stands.
            let mut board = BoardTable::<offboard::Position>::new(beginning(&info).session, seats);
            board.play_text("i5h5");
            let line = game.line();
            let made = board.take_made();
            hand_over(made, |ply, text| game.play(ply, text), || board.follow(&line));
            assert_eq!(board.session().texts(), game.line());
            game.line().len()
        };
        assert_eq!(shown_after(3), 1);
        assert_eq!(shown_after(4), 0, "the game is over");
    }

    #[test]
    fn only_the_partner_whose_turn_it_is_may_move() {
        let settings = TableSettings {
            teams: true,
            ..TableSettings::new(GameId::Isometron)
        };
        let names = ["Ann", "Bob", "Cleo", "Dan"];
        let sit = |(seat, name): (usize, &str)| EventKind::Sit {
            seat,
            player: guest(name),
        };
        let mv = |ply: u32| EventKind::Move {
            ply,
            seat: ply as usize,
            text: "move".to_owned(),
            position: String::new(),
            left: None,
        };
        let sits = names.into_iter().enumerate().map(sit);
        let kinds = sits.chain([EventKind::Start {}, mv(0), mv(1)]);
        let log: Vec<Event> = kinds
            .zip(1..)
            .map(|(kind, seq)| Event { seq, at: 0, kind })
            .collect();
        let is_open = |seat: usize, events: usize, turn| {
            let mut game = Game::new(1, []);
            game.look(table(settings.clone(), vec![None; 4]), Some(seat), &log[..events]);
            !is_closed(&game, turn)
        };
        let open = |events, turn| [0, 1, 2, 3].map(|seat| is_open(seat, events, turn));
        assert_eq!(open(4, Side::First), [false; 4], "it has not begun");
        // The player whose turn it is, and the one of the other side whose turn is next.
        assert_eq!(open(5, Side::First), [true, true, false, false]);
        assert_eq!(open(6, Side::Second), [false, true, true, false]);
        assert_eq!(open(7, Side::First), [false, false, true, true]);
    }
}
