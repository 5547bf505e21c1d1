//! A mistake on the board again: the learner plays, the engine judges the try.

use super::{deck, words};
use crate::app::App;
use crate::browser;
use crate::exercise::{Exercise, Stage};
use crate::frame::BoardGame;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::opponent;
use crate::route::{Id, Mode, Route};
use ::puzzles::Tally;
use leptos::prelude::*;
use protocol::{Judgement, MistakeCard, ReviewedMove};

#[derive(Clone, Copy)]
struct Retry<G: BoardGame> {
    exercise: Exercise<G>,
    card: StoredValue<MistakeCard>,
    /// Whether the answer was noted: only the first one counts.
    is_noted: RwSignal<bool>,
}

/// The page of a mistake; `None` when its position cannot be read.
pub(super) fn page<G: BoardGame + Tally>(app: App, card: &MistakeCard) -> Option<AnyView> {
    let exercise = Exercise::<G>::new(app, card.position.parse().ok()?);
    let retry = Retry {
        exercise,
        card: StoredValue::new(card.clone()),
        is_noted: RwSignal::new(false),
    };
    exercise.judge_moves(move |_, mv| retry.judge(&mv));
    Some(exercise.page(task_view(retry), while_trying(retry), when_over(retry)))
}

impl<G: BoardGame + Tally> Retry<G> {
    fn judge(self, mv: &str) {
        let card = self.card.get_value();
        if card.best.first().is_some_and(|best| best == mv) {
            self.succeed(self.filled(Text::MistakeRight, &[("mv", mv)]));
        } else if mv == card.played {
            let why = self.sentence(mv, &card.answer, &card.best);
            self.fail(Text::MistakeSame, mv, &why);
        } else {
            self.ask(mv);
        }
    }

    /// Lets the engine judge a move that is not known.
    fn ask(self, mv: &str) {
        self.exercise
            .tell(true, self.filled(Text::MistakeJudging, &[("mv", mv)]));
        let start = self.exercise.start.get_value();
        let tried = mv.to_owned();
        self.exercise.review(&start, mv, move |judged| match judged {
            Some(judged) => self.hear(&judged),
            None => self.fail(Text::MistakeUnjudged, &tried, ""),
        });
    }

    fn hear(self, judged: &ReviewedMove) {
        let mv = &judged.text;
        if judged.judgement < Judgement::Mistake {
            let best = self.card.with_value(|card| card.best.first().cloned());
            let best = best.unwrap_or_else(|| mv.clone());
            self.succeed(self.filled(Text::MistakeGood, &[("mv", mv), ("best", &best)]));
        } else {
            let why = self.sentence(mv, &judged.answer, &judged.best);
            self.fail(Text::MistakeWrong, mv, &why);
        }
    }

    /// The line that punishes a try, unless the sentence would give the better move away.
    fn sentence(self, mv: &str, answer: &[String], best: &[String]) -> String {
        let start = self.exercise.start.get_value();
        let told = self.exercise.app.messages.with_untracked(|messages| {
            words::keeps_secret(&start, mv, answer, best)
                .then(|| words::sentence(messages, &start, mv, answer, best))
        });
        told.flatten().unwrap_or_default()
    }

    fn filled(self, text: Text, values: &[(&str, &str)]) -> String {
        self.exercise
            .app
            .messages
            .with_untracked(|messages| messages.fill(text, values))
    }

    fn succeed(self, text: String) {
        self.note(true);
        self.exercise.tell(true, text);
        self.exercise.close(Stage::Over);
        request_animation_frame(|| browser::focus("next-mistake"));
    }

    fn fail(self, text: Text, mv: &str, why: &str) {
        if text != Text::MistakeUnjudged {
            self.note(false);
        }
        let told = self.filled(text, &[("mv", mv)]);
        self.exercise
            .tell(false, format!("{told} {why}").trim_end().to_owned());
        self.exercise.go_back(0);
    }

    fn note(self, is_right: bool) {
        if !self.is_noted.get_untracked() {
            self.is_noted.set(true);
            self.card.with_value(|card| deck::note(&card.id, is_right));
        }
    }

    /// Plays the better line.
    fn show(self) {
        self.note(false);
        let better = self.card.with_value(|card| card.best.join(" "));
        self.exercise
            .tell(true, self.filled(Text::MistakeBetter, &[("line", &better)]));
        self.exercise.close(Stage::Wait);
        self.play_on(0);
    }

    fn play_on(self, ply: usize) {
        let Some(mv) = self.card.with_value(|card| card.best.get(ply).cloned()) else {
            self.exercise.stage.set(Stage::Over);
            return;
        };
        self.exercise.show_move(mv, move || self.play_on(ply + 1));
    }
}

fn task_view<G: BoardGame + Tally>(retry: Retry<G>) -> AnyView {
    let app = retry.exercise.app;
    let task = move || {
        let side = retry.exercise.side();
        retry.card.with_value(|card| {
            app.messages.with(|messages| {
                let side = messages.text(G::SIDES_TEXT[side]);
                messages.fill(Text::MistakeTask, &[("side", side), ("mv", &card.played)])
            })
        })
    };
    let why = move || {
        app.messages.track();
        retry
            .card
            .with_value(|card| retry.sentence(&card.played, &card.answer, &card.best))
    };
    view! {
        <section class="task">
            <h2 id="mistake-task" tabindex="-1">{task}</h2>
            <p id="mistake-why">{why}</p>
        </section>
    }
    .into_any()
}

fn while_trying<G: BoardGame + Tally>(retry: Retry<G>) -> AnyView {
    let solution = retry.exercise.app.text(Text::LessonSolution);
    view! { <button id="solution" on:click=move |_| retry.show()>{solution}</button> }.into_any()
}

fn when_over<G: BoardGame + Tally>(retry: Retry<G>) -> AnyView {
    let exercise = retry.exercise;
    let app = exercise.app;
    let own = retry.card.with_value(|card| card.id.clone());
    let due = deck::load()
        .sorted()
        .into_iter()
        .find(|card| card.id != own && card.memory.is_due(browser::today()));
    let next = due
        .and_then(|card| Id::new(&card.id))
        .map_or(Route::Mistakes, Route::Mistake)
        .path();
    let from_here = exercise.start.with_value(|start| {
        opponent::play_on_address(Route::Play(G::ID, Mode::Computer), &start.to_string())
    });
    view! {
        <a class="button primary" id="next-mistake" href=next>{app.text(Text::MistakeNext)}</a>
        <button id="again" on:click=move |_| exercise.again()>{app.text(Text::MistakeRetry)}</button>
        <a class="button" id="play-on" href=from_here>
            <IconView icon=Icon::Computer />
            <span>{app.text(Text::PuzzlePlayOn)}</span>
        </a>
        <a class="button" href=Route::Mistakes.path()>{app.text(Text::Mistakes)}</a>
    }
    .into_any()
}
