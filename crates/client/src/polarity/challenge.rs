//! Challenges on the table of magnets: scored, with the best score kept, as often as one likes.

use super::frame::{Task, task_page};
use super::page::Ui;
use super::table::{Table, TableReport};
use crate::app::App;
use crate::browser;
use crate::challenge_scores::ChallengeScores;
use crate::language::Text;
use crate::learn::styled;
use crate::route::Route;
use learn::{AfterHand, Challenge, ChallengeRun, ChallengeStep, ExpectedEvent, near_red};
use leptos::prelude::*;
use polarity_facts::Status;
use std::time::Duration;

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(200);

/// The state of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Before,
    Running,
    /// It ended in these words.
    Over(Text),
}

#[derive(Clone, Copy)]
struct ChallengePage {
    ui: Ui,
    challenge: Challenge,
    run: RwSignal<ChallengeRun>,
    stage: RwSignal<Stage>,
    best: RwSignal<Option<u32>>,
    /// Moves on the table that are counted already.
    counted: StoredValue<usize>,
    /// When the clock runs out, in milliseconds since 1970.
    deadline: StoredValue<Option<f64>>,
    left: RwSignal<Option<u32>>,
}

/// The page of a challenge.
pub(crate) fn page(app: App, challenge: Challenge) -> AnyView {
    let table = Table::new();
    let page = ChallengePage {
        ui: Ui::new(app, table),
        challenge,
        run: RwSignal::new(ChallengeRun::new(challenge)),
        stage: RwSignal::new(Stage::Before),
        best: RwSignal::new(ChallengeScores::load().best(challenge)),
        counted: StoredValue::new(0),
        deadline: StoredValue::new(None),
        left: RwSignal::new(challenge.seconds()),
    };
    table.open(move |told| match told {
        TableReport::Mounted => page.lay_out(false),
        TableReport::Facts => page.follow(),
        TableReport::Moved(_) | TableReport::Hand(_) => {}
    });
    if let Ok(timer) = set_interval_with_handle(move || page.tick(), TICK) {
        on_cleanup(move || timer.clear());
    }
    styled(page.view())
}

impl ChallengePage {
    /// Lays out the run's position; the player's hand may move in a run only.
    fn lay_out(self, is_running: bool) {
        self.counted.set_value(0);
        let position = self.run.with_untracked(ChallengeRun::position);
        self.ui.table.set_up(position, [is_running; 2], false);
    }

    fn start(self) {
        self.run.set(ChallengeRun::new(self.challenge));
        let seconds = self.challenge.seconds();
        self.left.set(seconds);
        self.deadline
            .set_value(seconds.map(|seconds| browser::now() + 1000.0 * f64::from(seconds)));
        self.stage.set(Stage::Running);
        self.lay_out(true);
        browser::focus("stage");
    }

    /// Counts a movement as soon as all rests.
    fn follow(self) {
        if self.stage.try_get_untracked() != Some(Stage::Running) {
            return;
        }
        let facts = self.ui.table.facts;
        let ended = facts.with_untracked(|facts| {
            let game = facts.game?;
            let is_new = facts.status == Status::Idle && game.plies > self.counted.get_value();
            is_new.then(|| {
                let happened = ExpectedEvent::of_news(&facts.news);
                (game.plies, happened, !facts.owed.is_empty())
            })
        });
        let Some((plies, happened, owes)) = ended else {
            return;
        };
        self.counted.set_value(plies);
        let near_red = near_red(places(&self.ui.table.position()));
        let step = self.run.try_update(|run| {
            run.judge(AfterHand {
                happened: &happened,
                owes,
                near_red,
            })
        });
        match step {
            Some(ChallengeStep::LayOut) => self.lay_out(true),
            Some(ChallengeStep::Over) => {
                let score = self.run.with_untracked(ChallengeRun::score);
                self.end(why_over(self.challenge, score, &happened));
            }
            Some(ChallengeStep::GoOn) | None => {}
        }
    }

    fn tick(self) {
        let Some(deadline) = self.deadline.get_value() else {
            return;
        };
        if self.stage.get_untracked() != Stage::Running {
            return;
        }
        let left = ((deadline - browser::now()) / 1000.0).ceil().max(0.0) as u32;
        if self.left.get_untracked() != Some(left) {
            self.left.set(Some(left));
        }
        if left == 0 {
            self.end(Text::ChallengeTime);
        }
    }

    fn end(self, words: Text) {
        self.stage.set(Stage::Over(words));
        self.ui.table.steer([false; 2]);
        let score = self.run.with_untracked(ChallengeRun::score);
        self.best.set(Some(ChallengeScores::note(self.challenge, score)));
        request_animation_frame(|| browser::focus("start-challenge"));
    }

    fn view(self) -> AnyView {
        let phase = move || match self.stage.get() {
            Stage::Before => "before",
            Stage::Running => "running",
            Stage::Over(_) => "over",
        };
        let task = Task {
            hint: Signal::derive(|| None),
            phase: Signal::derive(phase),
            assignment: self.task_view(),
            answer: self.answer_view(),
        };
        task_page(self.ui, task)
    }

    fn task_view(self) -> AnyView {
        let app = self.ui.app;
        let (title, task) = texts(self.challenge);
        view! {
            <section class="task">
                <h2 id="step-title" tabindex="-1">{app.text(title)}</h2>
                <p>{app.text(task)}</p>
            </section>
        }
        .into_any()
    }

    fn answer_view(self) -> AnyView {
        let app = self.ui.app;
        let is_ready = self.ui.table.is_ready;
        let score = move || {
            let score = self.run.with(ChallengeRun::score).to_string();
            app.messages.with(|messages| match self.challenge.most() {
                Some(most) => {
                    messages.fill(Text::ChallengeScoreOf, &[("n", &score), ("m", &most.to_string())])
                }
                None => messages.fill(Text::ChallengeScore, &[("n", &score)]),
            })
        };
        let best = move || {
            let best = self.best.get()?.to_string();
            Some(
                app.messages
                    .with(|messages| messages.fill(Text::ChallengeBest, &[("n", &best)])),
            )
        };
        let left = move || {
            let left = self.left.get()?.to_string();
            Some(
                app.messages
                    .with(|messages| messages.fill(Text::ChallengeLeft, &[("n", &left)])),
            )
        };
        let told = move || match self.stage.get() {
            Stage::Over(words) => Some(app.text(words)()),
            Stage::Before | Stage::Running => None,
        };
        let start = move || {
            let text = match self.stage.get() {
                Stage::Before => Text::ChallengeStart,
                Stage::Running | Stage::Over(_) => Text::PuzzleAgain,
            };
            app.text(text)()
        };
        view! {
            <section class="answer">
                <p id="challenge-score"><strong>{score}</strong></p>
                <p role="timer">{left}</p>
                <p class="small" id="challenge-best">{best}</p>
                <p class="told" role="status">{told}</p>
                <div class="choices">
                    <button
                        id="start-challenge"
                        class:primary=move || self.stage.get() != Stage::Running
                        prop:disabled=move || !is_ready.get()
                        on:click=move |_| self.start()
                    >
                        {start}
                    </button>
                    <a class="button" href=Route::Puzzles.path()>{app.text(Text::Puzzles)}</a>
                </div>
            </section>
        }
        .into_any()
    }
}

/// Title and task of a challenge.
pub(crate) const fn texts(challenge: Challenge) -> (Text, Text) {
    match challenge {
        Challenge::Leaners => (Text::ChallengeLeaners, Text::ChallengeLeanersTask),
        Challenge::Conversions => (Text::ChallengeConversions, Text::ChallengeConversionsTask),
        Challenge::RedDisc => (Text::ChallengeRedDisc, Text::ChallengeRedDiscTask),
        Challenge::Captures => (Text::ChallengeCaptures, Text::ChallengeCapturesTask),
    }
}

/// Why a movement of the hand ended a challenge.
fn why_over(challenge: Challenge, score: u32, happened: &[ExpectedEvent]) -> Text {
    if challenge.most() == Some(score) {
        Text::ChallengeFull
    } else if happened.iter().any(|event| event.word.is_fault()) {
        Text::ChallengeFault
    } else {
        Text::ChallengeOver
    }
}

/// Number and place of every disc of a position's text.
fn places(position: &str) -> Vec<(u8, i64, i64)> {
    let Ok(position) = serde_json::from_str::<serde_json::Value>(position) else {
        return Vec::new();
    };
    let bodies = position["bodies"].as_array().into_iter().flatten();
    let discs = bodies.filter_map(|body| body.as_array()).flatten();
    let place = |disc: &serde_json::Value| {
        let number = u8::try_from(disc[0].as_u64()?).ok()?;
        Some((number, disc[1].as_i64()?, disc[2].as_i64()?))
    };
    discs.filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use learn::Word;

    #[test]
    fn a_challenge_says_why_it_is_over() {
        let event = |word| [ExpectedEvent { word, discs: vec![1] }];
        let why = |challenge, score, word| why_over(challenge, score, &event(word));
        assert_eq!(why(Challenge::Leaners, 3, Word::Touched), Text::ChallengeFault);
        assert_eq!(why(Challenge::Leaners, 10, Word::Leans), Text::ChallengeFull);
        // A conversion is a fault, and here it is the task.
        assert_eq!(why(Challenge::Conversions, 6, Word::Fell), Text::ChallengeFull);
        assert_eq!(why(Challenge::RedDisc, 2, Word::Captured), Text::ChallengeOver);
    }

    #[test]
    fn the_discs_near_the_red_one_are_those_to_be_cleared() {
        let near = |challenge: Challenge| near_red(places(challenge.positions()[0]));
        assert_eq!(Some(near(Challenge::RedDisc)), Challenge::RedDisc.most());
        assert_eq!(near(Challenge::Leaners), 0);
        assert!(places("nonsense").is_empty());
    }
}
