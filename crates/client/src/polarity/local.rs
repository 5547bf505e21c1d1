//! Practice, and games at this screen: of two players, or against the computer.

use super::options::{Face, Game, Options, Way};
use super::page::{Parts, Ui, view};
use super::sheets::{Form, Sheet, game_sheet};
use super::table::{Table, TableReport};
use super::words::{self, Situation};
use crate::app::App;
use crate::browser;
use crate::frame::clock::TimeControl;
use crate::frame::panels::Clocks;
use crate::language::{Messages, Text};
use crate::online::words as clock_words;
use crate::opponent::{ComputerLevel, LEVEL};
use crate::result;
use crate::route::Mode;
use crate::sound::{self, Sound};
use crate::storage::{self, Key};
use crate::thinking::Thinker;
use games::GameId;
use leptos::prelude::*;
use polarity_facts::{Status, Switch, TableFacts};
use protocol::{EndReason, Ending, GuideChoice, SideChoice};
use rules::Side;
use std::time::Duration;

/// Storage key of the game at this screen, with either opponent.
const SLOT: Key<'static> = Key::Game(GameId::Polarity, Mode::SameScreen);
/// Interval between updates of the clocks.
const TICK: Duration = Duration::from_millis(100);

fn now() -> f64 {
    web_sys::js_sys::Date::now()
}

/// The game at this screen, if there is one; otherwise this is practice.
#[derive(Clone, Copy)]
struct Local {
    ui: Ui,
    form: Form,
    game: RwSignal<Option<Game>>,
    /// Number of games begun.
    round: RwSignal<u32>,
    now: RwSignal<f64>,
    thinking: RwSignal<bool>,
    thinker: StoredValue<Thinker, LocalStorage>,
}

/// The page of a mode, or of practice without one.
pub(crate) fn page(app: App, asked: Option<Mode>) -> AnyView {
    let options = kept_game().map(|(game, _)| game.options).unwrap_or_default();
    let table = Table::new();
    let here = Local {
        ui: Ui::new(app, table),
        form: Form::new(options),
        game: RwSignal::new(None),
        round: RwSignal::new(0),
        now: RwSignal::new(now()),
        thinking: RwSignal::new(false),
        thinker: StoredValue::new_local(Thinker::new("table-worker")),
    };
    table.open(move |told| {
        if told == TableReport::Mounted {
            here.begin(asked);
        }
    });
    table.guide(move || {
        here.game
            .with(|game| game.map_or(GuideChoice::All, |game| game.options.form.guide))
    });
    here.keep();
    here.run_clock();
    here.let_computer_play();
    here.view()
}

/// The saved game with its position.
fn kept_game() -> Option<(Game, String)> {
    let kept = storage::load(SLOT)?;
    Game::from_text(&kept).map(|(game, position)| (game, position.to_owned()))
}

impl Local {
    /// Sets up the mounted table: the saved game, or the discs that lay on it before.
    fn begin(self, asked: Option<Mode>) {
        let table = self.ui.table;
        match kept_game() {
            Some((game, position)) => {
                // A table that still has the game still has its moves, too.
                let same = table.position() == position;
                if same || table.set_up(&position, game.own, false) {
                    self.game.set(Some(game));
                }
            }
            None if !table.position().is_empty() => table.command("opening"),
            None => {}
        }
        let way = match asked {
            Some(Mode::SameScreen) => Way::Two,
            Some(Mode::Computer) => Way::Computer,
            None => return,
        };
        let level = browser::parameter(LEVEL).and_then(|level| ComputerLevel::new(level.parse().ok()?));
        if level.is_some() {
            // From now on the address is that of the saved game, at any level.
            browser::replace_path(&browser::path());
        }
        let under_way = self.game.with_untracked(|game| {
            let game = game.filter(|game| game.options.way == way);
            game.is_some_and(|game| level.is_none_or(|level| level == game.options.level))
        });
        if !under_way {
            self.form.propose(way, level);
            self.ui.open(Sheet::Game);
        }
    }

    /// Starts the chosen game, or practice.
    fn start(self, options: Options) {
        self.ui.show_table();
        self.stop_thinking();
        if options.way == Way::Practice {
            storage::forget(SLOT);
            self.game.set(None);
            self.ui.table.command("opening");
            return;
        }
        let face = self.form.take_face();
        let face = face.unwrap_or_else(|| Face::tossed(browser::fresh_seed()));
        let lot = Side::BOTH[(browser::fresh_seed() % 2) as usize];
        let game = Game {
            options,
            own: options.own(lot),
            clock: options.clock(),
            before: 0,
        };
        self.round.update(|round| *round += 1);
        self.ui.table.set_up(&options.variant(face), game.own, false);
        self.game.set(Some(game));
    }

    /// Starts a rematch; against the computer with the colours exchanged.
    fn again(self) {
        if let Some(game) = self.game.get_untracked() {
            let mut options = game.options;
            options.form.side = match game.own {
                [true, false] => SideChoice::Second,
                [false, true] => SideChoice::First,
                _ => options.form.side,
            };
            self.start(options);
        }
    }

    /// The state of the game: the moves, and the side to move unless it is over.
    fn course(self) -> Option<(usize, Option<Side>)> {
        let game = self.game.with(Option::is_some);
        let facts = self.ui.table.facts.with(|facts| facts.game).filter(|_| game)?;
        Some((facts.plies, Some(facts.turn).filter(|_| facts.outcome.is_none())))
    }

    /// Changes when a move is judged or taken back, and with every game.
    fn progress(self) -> Memo<String> {
        Memo::new(move |_| format!("{} {:?}", self.round.get(), self.course()))
    }

    /// Saves the game after every move; practice is not saved.
    fn keep(self) {
        let progress = self.progress();
        Effect::new(move |_| {
            // A memo that is not read does not track its sources.
            progress.with(|_| ());
            let Some((plies, _)) = untrack(|| self.course()) else {
                return;
            };
            let position = self.ui.table.position();
            if let Some(game) = self.game.get_untracked().filter(|_| !position.is_empty()) {
                storage::save(SLOT, &game.to_text(&position, plies, now()));
            }
        });
        let practice = self.ui.table.facts;
        Effect::new(move |_| {
            // Another set-up of discs ends the game.
            let left = practice.with(|facts| facts.game.is_none() && *facts != TableFacts::default());
            if left && self.game.get_untracked().is_some() {
                self.stop_thinking();
                self.game.set(None);
                storage::forget(SLOT);
            }
        });
    }

    /// The side whose time is up.
    fn out_of_time(self) -> Option<Side> {
        let now = self.now.get();
        self.game
            .with(|game| game.as_ref().and_then(|game| game.clock.flag(now)))
    }

    /// Runs the clock with the game, and locks the hands when the time is up.
    fn run_clock(self) {
        let progress = self.progress();
        Effect::new(move |_| {
            // A memo that is not read does not track its sources.
            progress.with(|_| ());
            let Some((plies, turn)) = untrack(|| self.course()) else {
                return;
            };
            let now = now();
            self.game.update(|game| {
                if let Some(game) = game {
                    game.clock.follow(game.before + plies, turn, now);
                }
            });
            self.now.set(now);
        });
        let is_timed = Memo::new(move |_| {
            let timed = |game: &Game| game.clock.control() != TimeControl::None;
            self.game.with(|game| game.as_ref().is_some_and(timed))
        });
        Effect::new(move |_| {
            if is_timed.get()
                && let Ok(timer) = set_interval_with_handle(move || self.now.set(now()), TICK)
            {
                on_cleanup(move || timer.clear());
            }
        });
        let is_over_time = Memo::new(move |_| self.out_of_time().is_some());
        Effect::new(move |before: Option<bool>| {
            let is_over = is_over_time.get();
            if is_over {
                self.ui.table.steer([false; 2]);
            }
            if is_over && before == Some(false) {
                sound::play(Sound::End, self.ui.app.settings.get_untracked().volume);
            }
            is_over
        });
    }

    fn stop_thinking(self) {
        self.thinker.update_value(Thinker::stop);
        self.thinking.set(false);
    }

    /// Asks the computer when it is its turn, and shows its hand.
    fn let_computer_play(self) {
        let facts = self.ui.table.facts;
        // The game and the number of its move that the computer is to find; empty when it is not its turn.
        let question = Memo::new(move |_| {
            let turn = self.course().and_then(|(plies, turn)| Some((plies, turn?)));
            let its = self.game.with(|game| {
                let game = game.filter(|game| game.options.way == Way::Computer)?;
                turn.filter(|(_, turn)| !game.own[*turn])
            });
            let idle = facts.with(|facts| facts.status == Status::Idle && !facts.is_on(Switch::SeeAgain));
            its.filter(|_| idle)
                .map_or_else(String::new, |(plies, _)| format!("{} {plies}", self.round.get()))
        });
        Effect::new(move |_| {
            self.stop_thinking();
            if question.with(|question| !question.is_empty()) {
                self.thinking.set(true);
                self.ask(question);
            }
        });
    }

    fn ask(self, question: Memo<String>) {
        let Some(game) = self.game.get_untracked() else {
            return;
        };
        let asked = question.get_untracked();
        let (level, seed) = (game.options.level.number(), browser::fresh_seed());
        let table = self.ui.table;
        let request = format!("{level} {seed} {} {}", table.attempts(), table.position());
        self.thinker.update_value(|thinker| {
            thinker.ask(&request, move |answer| {
                let still = question.try_get_untracked().is_some_and(|now| now == asked);
                let mv = answer.strip_prefix("move ").filter(|_| still);
                match mv.map(|mv| self.ui.table.play(mv)) {
                    Some(true) => self.thinking.set(false),
                    // A move that cannot be shown is none: another is asked for.
                    Some(false) => set_timeout(move || self.ask(question), TICK),
                    None => {}
                }
            });
        });
    }

    fn situation(self, messages: &Messages) -> Situation {
        let game = self.game.get();
        let ended = self.out_of_time().map(|loser| {
            let ending = Ending::win(!loser, EndReason::Time);
            let words = result::ending(messages, GameId::Polarity, &ending, [0; 2]);
            (words, Some(!loser))
        });
        Situation {
            thinking: self.thinking.get(),
            touch: browser::is_touch(),
            who: Side::BOTH.map(|side| self.who(messages, game.as_ref()?, side)),
            ended,
            ..Situation::default()
        }
    }

    /// The name of a side's player, if it has to be shown.
    fn who(self, messages: &Messages, game: &Game, side: Side) -> Option<String> {
        match game.options.way {
            Way::Computer if game.own[side] => Some(messages.text(Text::You).to_owned()),
            Way::Computer => {
                let level = game.options.level.number().to_string();
                Some(messages.fill(Text::ComputerLevel, &[("n", &level)]))
            }
            Way::Two | Way::Practice => {
                let facts = self.ui.table.facts.with(|facts| Some(facts.game?.sides[side]));
                let facts = facts.filter(|facts| facts.players > 1)?;
                let (name, number) = (words::side_name(messages, side), (facts.player + 1).to_string());
                Some(messages.fill(Text::OfTeam, &[("name", name), ("n", &number)]))
            }
        }
    }

    fn view(self) -> AnyView {
        let (app, facts) = (self.ui.app, self.ui.table.facts);
        let scene = Memo::new(move |_| {
            app.messages.with(|messages| {
                let situation = self.situation(messages);
                facts.with(|facts| words::scene(messages, facts, &situation))
            })
        });
        let clocks = Signal::derive(move || {
            let now = self.now.get();
            let clock = self.game.with(|game| game.map(|game| game.clock));
            let told = move |side: Side| {
                let (clock, left) = clock.and_then(|clock| Some((clock, clock.left(side, now)?)))?;
                Some((clock_words::left(left), clock.is_low(side, now)))
            };
            let clocks: Clocks = Side::BOTH.map(told);
            clocks
        });
        let is_over = Memo::new(move |_| {
            let game = self.game.with(Option::is_some);
            game && (self.out_of_time().is_some() || facts.with(TableFacts::is_over))
        });
        let questions = view! {
            <Show when=move || is_over.get()>
                <button type="button" id="rematch" on:click=move |_| self.again()>{app.text(Text::Rematch)}</button>
            </Show>
        };
        let start = Callback::new(move |()| self.start(self.form.options()));
        let parts = Parts {
            scene,
            clocks,
            thinking: self.thinking.into(),
            is_timed: Signal::derive(move || {
                let turn = self.course().and_then(|(_, turn)| turn);
                let is_running = self.out_of_time().is_none();
                is_running
                    && self
                        .game
                        .with(|game| game.is_some_and(|game| game.runs_own_clock(turn)))
            }),
            is_closed: Signal::derive(move || self.thinking.get() || self.out_of_time().is_some()),
            news: Signal::derive(Vec::new),
            over_table: ().into_any(),
            questions: questions.into_any(),
            game_text: Text::NewGame,
            game_sheet: game_sheet(self.ui, self.form, start),
            chat: None,
        };
        view(self.ui, parts)
    }
}
