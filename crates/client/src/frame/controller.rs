//! A game under way on the page: the table, its settings, and the opponent.

use super::board_game::BoardGame;
use super::clock::{ScreenClock, TimeControl};
use super::panels::Clocks;
use super::saved::Saved;
use super::table::{Awaited, BoardTable};
use super::view_model::BoardAction;
use super::{TableSignal, view_model::GameView};
use crate::app::App;
use crate::browser;
use crate::online::words;
use crate::opponent::{ComputerLevel, LEVEL, Opponent, POSITION};
use crate::route::Mode;
use crate::sound::{self, Sound};
use crate::storage::{self, Key};
use crate::thinking::Thinker;
use leptos::prelude::*;
use protocol::{EndReason, Ending};
use rules::Side;
use std::time::Duration;

/// Least time before a move of the computer or of the rules, so that the move before it is seen.
const PAUSE: Duration = Duration::from_millis(700);

/// Interval at which the clock is checked.
const TICK: Duration = Duration::from_millis(100);

/// Milliseconds since 1970.
fn now() -> f64 {
    web_sys::js_sys::Date::now()
}

/// Settings agreed before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terms<V> {
    pub(crate) variant: V,
    pub(crate) opponent: Option<Opponent>,
    pub(crate) time: TimeControl,
    pub(crate) assist: bool,
}

/// A game under way.
#[derive(Clone, Copy)]
pub(crate) struct GameController<G: BoardGame> {
    pub(crate) table: TableSignal<G>,
    pub(crate) terms: RwSignal<Terms<G::Variant>>,
    clock: RwSignal<ScreenClock>,
    /// The time, as long as a clock runs.
    now: RwSignal<f64>,
    /// The side whose time is up.
    fallen: Memo<Option<Side>>,
    /// Whether the terms are still being chosen; the computer waits meanwhile.
    pub(crate) is_open: RwSignal<bool>,
    /// A game that was asked for while another is under way: the player is asked first.
    pub(super) offered: RwSignal<Option<Saved<G>>>,
    /// Grows with every new game.
    round: RwSignal<u32>,
}

impl<V: Copy> Terms<V> {
    fn of<G: BoardGame<Variant = V>>(saved: &Saved<G>) -> Terms<V> {
        Terms {
            variant: saved.variant,
            opponent: saved.opponent,
            time: saved.clock.control(),
            assist: saved.assist,
        }
    }
}

impl<G: BoardGame> GameController<G> {
    /// Continues a saved game.
    pub(crate) fn new(app: App, saved: &Saved<G>) -> GameController<G> {
        let terms = Terms::of(saved);
        // If the clock is the only choice, the form opens for a new game alone.
        let has_choice = saved.opponent.is_some() || G::has_variants();
        let (clock, time) = (RwSignal::new(saved.clock), RwSignal::new(now()));
        let mut table = BoardTable::new(saved.session.clone(), saved.seats());
        table.set_assist(saved.assist);
        let controller = GameController {
            table: RwSignal::new(table),
            terms: RwSignal::new(terms),
            clock,
            now: time,
            fallen: Memo::new(move |_| clock.with(|clock| clock.flag(time.get()))),
            is_open: RwSignal::new(has_choice && saved.session.plies() == 0),
            offered: RwSignal::new(None),
            round: RwSignal::new(0),
        };
        Effect::new(move |_| {
            let habits = app.settings.get().habits;
            controller.table.update(|table| table.set_habits(habits));
        });
        controller.close_when_begun();
        controller.sound_moves(app);
        controller
    }

    /// Continues the game that is stored for this mode, or begins one.
    pub(crate) fn stored(app: App, mode: Mode) -> GameController<G> {
        let slot = Key::Game(G::ID, mode);
        let saved = storage::load(slot).and_then(|text| Saved::<G>::from_text(&text));
        let saved = saved.filter(|saved| saved.opponent.is_some() == (mode == Mode::Computer));
        let level = browser::parameter(LEVEL).and_then(|level| ComputerLevel::new(level.parse().ok()?));
        let position = browser::parameter(POSITION).and_then(|text| text.parse::<G>().ok());
        if level.is_some() || position.is_some() {
            // A reload then continues the saved game, whatever was asked for before.
            browser::replace_path(&browser::path());
        }
        let opponent = (mode == Mode::Computer).then(|| Opponent::new(browser::fresh_seed()));
        let (saved, offered) = Saved::opening(saved, opponent, level, position);
        let controller = GameController::new(app, &saved);
        controller
            .is_open
            .set(controller.is_open.get_untracked() && !saved.is_set_up());
        controller.offered.set(offered);
        let clock = Memo::new(move |_| controller.clock.get().kept(controller.now.get()));
        let record = Memo::new(move |_| controller.saved_text(clock.get()));
        Effect::new(move |_| record.with(|record| storage::save(slot, record)));
        controller.let_others_play();
        controller.run_clock(app);
        controller
    }

    fn saved_text(self, clock: ScreenClock) -> String {
        let Terms {
            variant,
            opponent,
            assist,
            ..
        } = self.terms.get();
        let saved = Saved {
            session: self.table.with(|table| table.session().clone()),
            variant,
            opponent,
            clock,
            assist,
        };
        saved.to_text()
    }

    /// View model of the page.
    pub(crate) fn scene(self, app: App) -> Memo<GameView> {
        Memo::new(move |_| {
            app.messages.with(|messages| {
                let mut scene = self.table.with(|table| GameView::new(messages, table));
                if let Some(loser) = self.fallen.get() {
                    scene.end(messages, &Ending::win(!loser, EndReason::Time));
                }
                scene
            })
        })
    }

    /// Texts of the clocks.
    pub(crate) fn clocks(self) -> Signal<Clocks> {
        Signal::derive(move || {
            let (now, clock) = (self.now.get(), self.clock.get());
            Side::BOTH.map(|side| {
                let left = clock.left(side, now)?;
                Some((words::left(left), clock.is_low(side, now)))
            })
        })
    }

    /// Lets the clock follow the game, and ends the game when the time is up.
    fn run_clock(self, app: App) {
        let state = Memo::new(move |_| {
            let (moves, turn) = self.table.with(|table| {
                let turn = table.outcome().is_none().then(|| table.turn());
                (table.session().shown(), turn)
            });
            (self.round.get(), moves, turn)
        });
        Effect::new(move |_| {
            let (_, moves, turn) = state.get();
            let now = now();
            self.clock.update(|clock| clock.follow(moves, turn, now));
            self.now.set(now);
        });
        let is_timed = Memo::new(move |_| self.terms.get().time != TimeControl::None);
        Effect::new(move |_| {
            if is_timed.get()
                && let Ok(timer) = set_interval_with_handle(move || self.now.set(now()), TICK)
            {
                on_cleanup(move || timer.clear());
            }
        });
        Effect::new(move |before: Option<bool>| {
            let fallen = self.fallen.get().is_some();
            if fallen {
                self.table.update(|table| table.set_closed(true));
            }
            if fallen && before == Some(false) {
                sound::play(Sound::End, app.settings.get_untracked().volume);
            }
            fallen
        });
    }

    /// Performs an action of the page.
    pub(crate) fn act(self, app: App, action: BoardAction) {
        match action {
            BoardAction::NewGame => {
                let mut terms = self.terms.get_untracked();
                terms.opponent = terms.opponent.map(|opponent| Opponent {
                    seed: browser::fresh_seed(),
                    ..opponent
                });
                self.begin(app, terms);
                self.is_open.set(true);
            }
            BoardAction::Rematch => {
                let mut terms = self.terms.get_untracked();
                terms.opponent = terms.opponent.map(|opponent| Opponent {
                    seed: browser::fresh_seed(),
                    person: !opponent.person,
                    ..opponent
                });
                self.begin(app, terms);
            }
            BoardAction::Undo => self.table.update(BoardTable::undo),
            BoardAction::Redo => self.table.update(BoardTable::redo),
            BoardAction::Back => self.table.update(BoardTable::back),
            BoardAction::Jump(ply) => self.table.update(|table| table.jump(ply)),
            BoardAction::Flip => self.table.update(BoardTable::flip),
            BoardAction::Confirm => self.table.update(BoardTable::confirm),
            BoardAction::Withdraw => self.table.update(BoardTable::withdraw),
        }
    }

    /// Begins a game on other terms.
    pub(crate) fn begin(self, app: App, terms: Terms<G::Variant>) {
        let saved = Saved {
            clock: ScreenClock::new(terms.time),
            assist: terms.assist,
            ..Saved::<G>::new(terms.variant, terms.opponent)
        };
        self.take_over(app, &saved);
    }

    /// Begins the game that was asked for, or goes on with the one under way.
    pub(super) fn settle(self, app: App, replaces: bool) {
        let offered = self.offered.try_update(Option::take).flatten();
        if let Some(offered) = offered.filter(|_| replaces) {
            self.take_over(app, &offered);
            self.is_open.set(!offered.is_set_up());
        }
    }

    fn take_over(self, app: App, saved: &Saved<G>) {
        let mut table = BoardTable::new(saved.session.clone(), saved.seats());
        table.set_habits(app.settings.get_untracked().habits);
        table.set_assist(saved.assist);
        self.terms.set(Terms::of(saved));
        self.clock.set(saved.clock);
        self.round.update(|round| *round += 1);
        self.table.set(table);
    }

    /// Closes the form at the first move.
    fn close_when_begun(self) {
        let begun = Memo::new(move |_| self.table.with(|table| table.session().plies() > 0));
        Effect::new(move |_| {
            if begun.get() {
                self.is_open.set(false);
            }
        });
    }

    fn sound_moves(self, app: App) {
        let shown = Memo::new(move |_| (self.round.get(), self.table.with(|table| table.session().shown())));
        Effect::new(move |before: Option<(u32, usize)>| {
            let (round, ply) = shown.get();
            if before == Some((round, ply.wrapping_sub(1))) {
                let volume = app.settings.get_untracked().volume;
                self.table.with_untracked(|table| {
                    if let Some((before, mv)) = table.session().last() {
                        sound::play(G::sound(before, mv), volume);
                    }
                    if table.outcome().is_some() {
                        sound::play(Sound::End, volume);
                    }
                });
            }
            (round, ply)
        });
    }

    /// Time before the next move of the computer or of the rules: at least that of the motions under way.
    fn pause(self) -> Duration {
        let motions = self
            .table
            .with_untracked(|table| G::lasts(&table.travel().motions));
        PAUSE.max(Duration::from_millis(u64::from(motions) + 200))
    }

    /// Plays the computer's moves, and those that the rules demand.
    pub(crate) fn let_others_play(self) {
        let thinker = StoredValue::new_local(Thinker::default());
        let next = Memo::new(move |_| {
            let next = self.table.with(BoardTable::next);
            let chooses = self.is_open.get() || self.offered.with(Option::is_some);
            let waits = chooses && matches!(next, Awaited::Computer(_));
            (self.round.get(), if waits { Awaited::Person } else { next })
        });
        let is_still_next = move |asked| next.try_get_untracked() == Some(asked);
        Effect::new(move |_| {
            let asked = next.get();
            match asked.1 {
                Awaited::Person => thinker.update_value(Thinker::stop),
                Awaited::Demanded(_) => set_timeout(
                    move || {
                        if is_still_next(asked) {
                            self.table.update(BoardTable::play_demanded);
                        }
                    },
                    self.pause(),
                ),
                Awaited::Computer(_) => {
                    let (request, pause) = (self.request(), self.pause());
                    let since = now();
                    thinker.update_value(|thinker| {
                        thinker.ask(&request, move |answer| {
                            let Some(mv) = answer.strip_prefix("move ").map(str::to_owned) else {
                                return;
                            };
                            let waited = Duration::from_millis((now() - since) as u64);
                            let play = move || {
                                if is_still_next(asked) {
                                    self.table.update(|table| table.play_text(&mv));
                                }
                            };
                            set_timeout(play, pause.saturating_sub(waited));
                        });
                    });
                }
            }
        });
    }

    /// Request for a move of the engine.
    fn request(self) -> String {
        let opponent = self.terms.get_untracked().opponent;
        let (level, seed) = opponent.map_or((1, 0), |opponent| (opponent.level.number(), opponent.seed));
        self.engine_request(&format!("choose {level} {seed}"))
    }

    /// A request to the engine about the game up to the position shown.
    pub(crate) fn engine_request(self, wanted: &str) -> String {
        self.table.with_untracked(|table| {
            let session = table.session();
            let mut moves = session.texts();
            moves.truncate(session.shown());
            format!("{wanted}\n{}\n{}\n{}", G::NAME, session.start(), moves.join(" "))
        })
    }
}
