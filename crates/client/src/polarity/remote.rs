//! A game over the network: the table follows the server's log, and the others see the hand at this screen.

use super::follow::{Follow, Step};
use super::page::{Parts, Ui, view};
use super::sheets::{Sheet, rules_link, sheet};
use super::table::{Table, TableReport};
use super::words::{self, Situation};
use crate::app::App;
use crate::browser;
use crate::frame::view_model::GameView;
use crate::language::{Messages, Text};
use crate::online::live::{Live, remote_table};
use crate::online::panels::{Banner, Chat, Claim, Deeds, Offers, WaitingRoom};
use crate::online::play;
use crate::result;
use crate::route::{Mode, Route};
use crate::storage::{self, Key};
use games::GameId;
use leptos::prelude::*;
use polarity_facts::{Status, TableFacts};
use protocol::{ChallengeKey, Clock, Looked, RemoteTable, ServerMessage, Stage};
use rules::Side;

/// The most steps of one [`Remote::sync`].
const STEPS: usize = 3;

/// The table of a game over the network.
#[derive(Clone, Copy)]
struct Remote {
    ui: Ui,
    live: Live,
    follow: StoredValue<Follow>,
    /// The position before the first move, or a variant's name; empty for the usual variant.
    start: StoredValue<String>,
    /// Lines of the chat that have been seen.
    seen: RwSignal<usize>,
    has_clock: bool,
}

/// The page.
pub(crate) fn page(app: App, looked: Looked) -> AnyView {
    let id = looked.table.id.to_string();
    let start = looked.table.position.clone();
    let start = start.or_else(|| looked.table.settings.variant.clone());
    let has_clock = looked.table.settings.clock != Clock::None;
    let guide = looked.table.settings.guide;
    let mut game = remote_table(&id);
    game.look(looked.table, looked.seat, &looked.events);
    let live = Live::new(&id, game);
    let table = Table::new();
    let remote = Remote {
        ui: Ui::new(app, table),
        live,
        follow: StoredValue::new(Follow::default()),
        start: StoredValue::new(start.unwrap_or_default()),
        seen: RwSignal::new(0),
        has_clock,
    };
    table.open(move |told| remote.hear(told));
    table.guide(move || guide);
    live.connect(Callback::new(move |(message, _)| remote.listen(&message)));
    play::follow_rematch(app, live);
    remote.view(looked.challenge)
}

impl Remote {
    /// Handles a message of the table.
    fn hear(self, told: TableReport) {
        match told {
            TableReport::Mounted => self.follow.update_value(Follow::reset),
            TableReport::Facts => {
                let facts = self.ui.table.facts.get_untracked();
                self.follow.update_value(|follow| follow.look(&facts));
            }
            TableReport::Moved(text) => {
                let ply = self.live.game.with_untracked(RemoteTable::line_len);
                let is_taken = self.live.play(ply, &text);
                self.follow.update_value(|follow| follow.moved(text));
                if is_taken {
                    return;
                }
            }
            TableReport::Hand(poses) => {
                let ply = self.live.game.with_untracked(|game| game.moves().len());
                self.live.show_hand(ply, poses);
                return;
            }
        }
        self.sync();
    }

    /// Handles a message of the server.
    fn listen(self, message: &ServerMessage) {
        if let ServerMessage::Hand { ply, poses } = message {
            let here = self.follow.with_value(|follow| {
                let plies = follow.plies();
                follow.is_settled(plies).then_some(plies)
            });
            if here == Some(*ply as usize) {
                self.ui.table.see(poses);
            }
            return;
        }
        self.sync();
    }

    /// Brings the table to the game's position, and tells it which sides are steered at this screen.
    fn sync(self) {
        let game = self.live.game.get_untracked();
        if game.stage() == Stage::Unknown {
            return;
        }
        let (line, logged) = (game.line(), game.moves().len());
        let last = game.moves().last().map(|played| played.position.clone());
        let position = last.unwrap_or_else(|| self.start.get_value());
        let mut status = self.ui.table.facts.with_untracked(|facts| facts.status);
        for _ in 0..STEPS {
            let step = self
                .follow
                .try_update_value(|follow| follow.next(&line, logged, status));
            match step.unwrap_or(Step::Wait) {
                Step::SetUp => {
                    self.ui.table.set_up(&position, [false; 2], true);
                    status = Status::Idle;
                }
                Step::Show(text) => {
                    if !self.ui.table.play(&text) {
                        self.follow.update_value(|follow| follow.failed(logged));
                    }
                    break;
                }
                Step::Compare => {
                    let same = self.ui.table.position() == position;
                    self.follow.update_value(|follow| follow.compared(same));
                }
                Step::Wait => break,
            }
        }
        let settled = self.follow.with_value(|follow| follow.is_settled(logged));
        let free = game.stage() == Stage::Live && settled && line.len() == logged;
        self.ui
            .table
            .steer(Side::BOTH.map(|side| free && game.is_to_move(side)));
    }

    fn situation(self, messages: &Messages, facts: &TableFacts) -> Situation {
        self.live.game.with(|game| {
            let teams = game.has_teams();
            let heading = match game.stage() {
                Stage::Unknown => Some((Text::Connecting, Text::PolarityHintOther)),
                Stage::Waiting if teams => Some((Text::WaitingTeams, Text::WaitingTeamsHint)),
                Stage::Waiting => Some((Text::WaitingForFriend, Text::WaitingHint)),
                Stage::Live | Stage::Over => None,
            };
            let points = facts
                .game
                .map_or([0; 2], |game| game.sides.map(|side| side.points));
            let ended = game.ending().map(|ending| {
                let words = result::ending(messages, GameId::Polarity, ending, points);
                (words, ending.winner)
            });
            Situation {
                thinking: false,
                touch: browser::is_touch(),
                who: Side::BOTH.map(|side| Some(play::who(messages, game, side))),
                ended,
                heading: heading.map(|(heading, _)| heading),
                hint: heading.map(|(_, hint)| hint).or_else(|| hint(game, facts)),
            }
        })
    }

    fn view(self, challenge: Option<ChallengeKey>) -> AnyView {
        let (ui, live) = (self.ui, self.live);
        let app = ui.app;
        let scene = Memo::new(move |_| -> GameView {
            app.messages.with(|messages| {
                ui.table.facts.with(|facts| {
                    let situation = self.situation(messages, facts);
                    words::scene(messages, facts, &situation)
                })
            })
        });
        let over_table = view! {
            <WaitingRoom app live challenge />
            <Banner app live />
        };
        let is_over = Memo::new(move |_| live.game.with(|game| game.stage() == Stage::Over));
        // Closes an open sheet when the game ends, because it would hide the result.
        Effect::new(move |before: Option<bool>| {
            let is_over = is_over.get();
            if is_over && before == Some(false) {
                ui.close();
            }
            is_over
        });
        let questions = view! {
            <Offers app live />
            <Claim app live />
            <Show when=move || is_over.get()>{play::after_the_game(app, live, None)}</Show>
        };
        let can_chat = live.game.with_untracked(RemoteTable::can_chat);
        let chat = can_chat.then(|| {
            let chat = sheet(
                ui,
                Sheet::Chat,
                Text::Chat,
                view! { <Chat app live /> }.into_any(),
            );
            (chat, Signal::derive(move || self.unread().len()))
        });
        let parts = Parts {
            scene,
            clocks: play::clocks(live),
            thinking: Signal::derive(|| false),
            is_timed: Signal::derive(move || {
                let turn = ui.table.facts.with(|facts| facts.game.map(|game| game.turn));
                self.has_clock && live.game.with(|game| is_thinking(game, turn))
            }),
            is_closed: Signal::derive(|| false),
            news: Signal::derive(move || self.unread()),
            over_table: over_table.into_any(),
            questions: questions.into_any(),
            game_text: Text::PolarityThisGame,
            game_sheet: self.game_sheet(),
            chat,
        };
        self.note_seen();
        view(ui, parts)
    }

    /// The sheet with the actions of this game and links to other games.
    fn game_sheet(self) -> AnyView {
        let (ui, live) = (self.ui, self.live);
        let app = ui.app;
        let ways = [
            (Route::Practice, Text::PolarityPractice),
            (
                Route::Play(GameId::Polarity, Mode::SameScreen),
                Text::PlaySameScreen,
            ),
            (Route::Play(GameId::Polarity, Mode::Computer), Text::Computer),
            (Route::Friend(GameId::Polarity), Text::PlayFriend),
            (Route::Lobby(GameId::Polarity), Text::PlayOnline),
        ];
        let ways =
            ways.map(|(route, text)| view! { <a class="button" href=route.path()>{app.text(text)}</a> });
        let content = view! {
            <Deeds app live />
            <fieldset>
                <legend>{app.text(Text::NewGame)}</legend>
                <div class="choices">{Vec::from(ways)}</div>
            </fieldset>
            {rules_link(ui)}
        };
        sheet(ui, Sheet::Game, Text::PolarityThisGame, content.into_any())
    }

    /// The lines that others wrote since the chat was last open.
    fn unread(self) -> Vec<String> {
        let seen = self.seen.get();
        self.live.game.with(|game| {
            let new = game.chat().get(seen..).unwrap_or_default();
            let others = new.iter().filter(|line| game.seat() != Some(line.seat));
            let told = others.map(|line| {
                let name = game.player_at(line.seat).map_or("", |player| &player.name);
                format!("{name}: {}", line.text)
            });
            told.collect()
        })
    }

    /// Counts all messages as seen while the chat is open or switched off.
    fn note_seen(self) {
        let lines = Memo::new(move |_| self.live.game.with(|game| game.chat().len()));
        Effect::new(move |_| {
            let lines = lines.get();
            let open = self.ui.sheet() == Some(Sheet::Chat);
            if open || storage::load(Key::ChatOff).is_some() {
                self.seen.set(lines);
            }
        });
    }
}

/// Whether the player at this screen is to move while it is a side's turn.
fn is_thinking(game: &RemoteTable, turn: Option<Side>) -> bool {
    game.stage() == Stage::Live && turn.is_some_and(|turn| game.is_to_move(turn))
}

/// The hint while the player at this screen cannot move.
fn hint(game: &RemoteTable, facts: &TableFacts) -> Option<Text> {
    let turn = facts.game.map(|game| game.turn);
    if game.refused().is_some() {
        Some(Text::PolarityNotTaken)
    } else if game.side().is_none() {
        Some(Text::Watching)
    } else if game.is_sending() {
        Some(Text::PolarityHintSending)
    } else if !turn.is_some_and(|turn| game.is_to_move(turn)) {
        Some(Text::PolarityHintOther)
    } else {
        None
    }
}
