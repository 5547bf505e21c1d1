//! A lesson on the table of magnets: a recorded hand is shown, then the learner's own hand is judged.

use super::frame::{Task, task_page};
use super::page::Ui;
use super::table::{Table, TableReport};
use crate::app::App;
use crate::browser;
use crate::language::Text;
use crate::learn::{
    Standing, TableContent, TablePhase, TableWalk, after_the_lesson, feedback_view, fetched, no_such_lesson,
    options_view, spoken, styled, task_view,
};
use crate::progress;
use crate::route::Id;
use games::GameId;
use learn::{ExpectedEvent, Grip, Translations, Word};
use leptos::prelude::*;
use polarity_facts::{GuideStage, Status, Switch, TableFacts};
use protocol::GuideChoice;

/// The table's commands for views.
const SEAT: &str = "seat";
const CLOSE: &str = "close";

/// The page of a lesson.
pub(crate) fn page(app: App, name: Id) -> AnyView {
    let names = |_| vec!["lessons-polarity.txt".to_owned(), "hands-polarity.txt".to_owned()];
    let shown = fetched(
        app,
        names,
        TableContent::read,
        move |content: TableContent| match content.lesson(name.as_str()) {
            Some((walk, following)) => Tutor::new(app, name, walk).view(following),
            None => no_such_lesson(app),
        },
    );
    styled(shown)
}

/// A lesson under way.
#[derive(Clone, Copy)]
struct Tutor {
    ui: Ui,
    name: Id,
    walk: RwSignal<TableWalk>,
    /// Whether the hand that is in has been moved by more than choosing a place.
    has_acted: StoredValue<bool>,
    /// Whether the table has sent any message yet.
    has_heard: StoredValue<bool>,
    /// Whether the camera has come near to a hand that is shown.
    is_near: StoredValue<bool>,
}

impl Tutor {
    fn new(app: App, name: Id, walk: TableWalk) -> Tutor {
        let table = Table::new();
        let tutor = Tutor {
            ui: Ui::new(app, table),
            name,
            walk: RwSignal::new(walk),
            has_acted: StoredValue::new(false),
            has_heard: StoredValue::new(false),
            is_near: StoredValue::new(false),
        };
        // Before the table is taken out of the page: the next page of Polarity leads its hands, and lights nothing.
        on_cleanup(move || {
            table.light(&[]);
            tutor.hold(Grip::Led);
        });
        table.open(move |told| match told {
            TableReport::Mounted => tutor.lay_out(),
            TableReport::Facts => tutor.follow(),
            TableReport::Moved(_) | TableReport::Hand(_) => {}
        });
        table.guide(|| GuideChoice::All);
        tutor
    }

    fn phase(self) -> TablePhase {
        self.walk.with_untracked(TableWalk::phase)
    }

    /// Puts the step's position on the table.
    fn lay_out(self) {
        let table = self.ui.table;
        let (position, lit, grip, awaits_hand) = self.walk.with_untracked(|walk| {
            let position = walk.position().map(str::to_owned);
            (position, walk.lit(), walk.grip(), walk.awaits_hand())
        });
        self.has_acted.set_value(false);
        if self.is_near.try_update_value(std::mem::take) == Some(true) {
            table.command(SEAT);
        }
        table.light(&lit);
        self.hold(grip);
        if let Some(position) = position {
            table.set_up(&position, [awaits_hand; 2], false);
        }
    }

    /// Lets the table lead hands, or not.
    fn hold(self, grip: Grip) {
        let is_free = self
            .ui
            .table
            .facts
            .try_with_untracked(|facts| facts.is_on(Switch::Free));
        if is_free.is_some_and(|is_free| is_free != (grip == Grip::Free)) {
            self.ui.table.command(Switch::Free.name());
        }
    }

    /// Follows the table: the end of a hand that was shown, and of the learner's.
    fn follow(self) {
        let facts = self.ui.table.facts;
        if !self.has_heard.get_value() {
            // Only now it is known how the last page left the hand.
            self.has_heard.set_value(true);
            self.hold(self.walk.with_untracked(TableWalk::grip));
        }
        let phase = self.phase();
        if phase == TablePhase::Task && facts.with_untracked(acts) {
            self.has_acted.set_value(true);
        }
        let Some(happened) = facts.with_untracked(ended) else {
            return;
        };
        match phase {
            TablePhase::Showing => self.walk.update(|walk| walk.seen(&happened)),
            TablePhase::Task if self.walk.with_untracked(TableWalk::awaits_hand) => {
                let is_nothing = happened.iter().all(|event| event.word == Word::Again);
                if is_nothing && !self.has_acted.get_value() {
                    // The learner changed their mind before anything was done.
                    self.lay_out();
                    return;
                }
                self.walk.update(|walk| walk.judge(&happened));
                self.ui.table.steer([false; 2]);
            }
            _ => return,
        }
        self.look_on();
    }

    /// Puts the focus on what can be done next.
    fn look_on(self) {
        let id = match self.phase() {
            TablePhase::Solved => "next-step",
            TablePhase::Missed => "try-again",
            _ => return,
        };
        request_animation_frame(move || browser::focus(id));
    }

    /// Shows a move from the step's position.
    fn show(self, mv: Option<String>) {
        let Some(mv) = mv else { return };
        self.lay_out();
        let table = self.ui.table;
        if !table.play(&mv) {
            // A table that cannot show it does not hold the learner up.
            self.walk.update(|walk| walk.seen(&[]));
        }
        // From the chair nobody sees on a phone how the disc is held.
        table.command(CLOSE);
        self.is_near.set_value(true);
        browser::focus("stage");
    }

    fn watch(self) {
        let mv = self.walk.try_update(TableWalk::watch).flatten();
        self.show(mv);
    }

    fn give_up(self) {
        let mv = self.walk.try_update(TableWalk::give_up).flatten();
        self.show(mv);
    }

    fn try_again(self) {
        self.walk.update(TableWalk::try_again);
        self.lay_out();
        browser::focus("stage");
    }

    fn go_on(self) {
        self.walk.update(TableWalk::go_on);
        if let Some(state) = self.walk.with_untracked(TableWalk::result) {
            progress::note(GameId::Polarity, self.name.as_str(), state);
        }
        self.lay_out();
        browser::focus("step-title");
    }

    fn choose(self, option: usize) {
        self.walk.update(|walk| walk.choose(option));
        self.look_on();
    }

    fn view(self, following: Option<(String, Translations)>) -> AnyView {
        let (ui, walk) = (self.ui, self.walk);
        let hint = Signal::derive(move || {
            let is_free = walk.with(|walk| walk.grip() == Grip::Free);
            is_free.then_some(Text::LessonFreeHand)
        });
        let standing = Memo::new(move |_| {
            walk.with(|walk| {
                let count = walk.lesson().steps.len();
                Standing {
                    title: walk.lesson().title.clone(),
                    number: walk.number().unwrap_or(count),
                    count,
                    said: walk.said().clone(),
                }
            })
        });
        let phase = Memo::new(move |_| walk.with(TableWalk::phase));
        let phase_name = move || match phase.get() {
            TablePhase::Unseen => "unseen",
            TablePhase::Showing => "showing",
            TablePhase::Task if walk.with(TableWalk::awaits_hand) => "hand",
            TablePhase::Task => "question",
            TablePhase::Missed => "missed",
            TablePhase::Solved => "solved",
        };
        let task = Task {
            hint,
            phase: Signal::derive(phase_name),
            assignment: task_view(ui.app, standing).into_any(),
            answer: self.answer_view(following),
        };
        task_page(ui, task)
    }

    /// The answer to the learner, the options of a question, and what can be done now.
    fn answer_view(self, following: Option<(String, Translations)>) -> AnyView {
        let (app, walk) = (self.ui.app, self.walk);
        let language = move || spoken(app.language.get());
        let told = Memo::new(move |_| {
            let told = walk.with(|walk| walk.told().cloned());
            told.map(|(is_right, text)| (is_right, text[language()].to_owned()))
        });
        let options = Memo::new(move |_| walk.with(|walk| walk.options(language())));
        let is_over = Memo::new(move |_| walk.with(|walk| walk.number().is_none()));
        let phase = Memo::new(move |_| walk.with(TableWalk::phase));
        let is = move |wanted: TablePhase| phase.get() == wanted && !is_over.get();
        let is_solved = Signal::derive(move || phase.get() == TablePhase::Solved);
        let is_ready = self.ui.table.is_ready;
        let has_hand = Memo::new(move |_| walk.with(TableWalk::has_hand));
        let can_watch_again = move || {
            let is_seen = matches!(phase.get(), TablePhase::Solved | TablePhase::Task);
            is_seen && walk.with(TableWalk::has_demonstration)
        };
        // A learner who has seen enough need not wait for the end of a demonstration.
        let can_skip = move || (is(TablePhase::Unseen) || is(TablePhase::Showing)) && !has_hand.get();
        let can_give_up = move || (is(TablePhase::Task) || is(TablePhase::Missed)) && has_hand.get();
        let can_retry = move || is(TablePhase::Missed) || is(TablePhase::Solved) && has_hand.get();
        view! {
            <section class="answer">
                {options_view(options, is_solved, Callback::new(move |option| self.choose(option)))}
                {feedback_view(told)}
                <div class="choices">
                    <Show when=move || is(TablePhase::Unseen)>
                        <button id="watch" class="primary" prop:disabled=move || !is_ready.get() on:click=move |_| self.watch()>
                            {app.text(Text::LessonWatch)}
                        </button>
                    </Show>
                    <Show when=move || is(TablePhase::Solved)>
                        <button id="next-step" class="primary" on:click=move |_| self.go_on()>{app.text(Text::LessonNext)}</button>
                    </Show>
                    <Show when=can_retry>
                        <button id="try-again" class:primary=move || is(TablePhase::Missed) on:click=move |_| self.try_again()>
                            {app.text(Text::TryAgain)}
                        </button>
                    </Show>
                    <Show when=can_skip>
                        <button id="skip-step" on:click=move |_| self.go_on()>{app.text(Text::LessonNext)}</button>
                    </Show>
                    <Show when=can_watch_again>
                        <button id="show-again" on:click=move |_| self.watch()>{app.text(Text::LessonAgain)}</button>
                    </Show>
                    <Show when=can_give_up>
                        <button id="solution" on:click=move |_| self.give_up()>{app.text(Text::LessonSolution)}</button>
                    </Show>
                </div>
                <div class="choices" hidden=move || !is_over.get()>
                    {after_the_lesson(app, GameId::Polarity, following)}
                </div>
            </section>
        }
        .into_any()
    }
}

/// Whether the learner's hand does more than wait where it is led: it is free, or on its way down.
fn acts(facts: &TableFacts) -> bool {
    facts.status == Status::Holding && facts.guide.is_none_or(|guide| guide.stage != GuideStage::Ready)
}

/// The events of the movement that is over, if one is.
fn ended(facts: &TableFacts) -> Option<Vec<ExpectedEvent>> {
    let game = facts.game?;
    let is_refused = facts.news.iter().any(|news| news.kind.is_refusal());
    (facts.status == Status::Idle && (game.plies > 0 || is_refused))
        .then(|| ExpectedEvent::of_news(&facts.news))
}

#[cfg(test)]
mod tests {
    use super::*;
    use polarity_facts::{Duty, GameFacts, GoalKind, GuideFact, NewsFact, NewsKind, Outlook, SideFacts};
    use rules::Side;

    fn facts(status: Status, plies: usize, news: &[NewsKind]) -> TableFacts {
        let game = GameFacts {
            turn: Side::First,
            duty: Duty::Lean,
            plies,
            sides: [SideFacts::default(); 2],
            outcome: None,
        };
        TableFacts {
            status,
            news: news
                .iter()
                .map(|&kind| NewsFact { kind, discs: vec![3] })
                .collect(),
            game: Some(game),
            ..TableFacts::default()
        }
    }

    #[test]
    fn a_movement_is_over_when_it_is_judged_or_refused_and_all_rests() {
        assert_eq!(ended(&facts(Status::Idle, 0, &[])), None);
        assert_eq!(ended(&facts(Status::Settling, 1, &[NewsKind::Fell])), None);
        let fell = ended(&facts(Status::Idle, 1, &[NewsKind::Fell, NewsKind::NextBlack])).unwrap();
        assert_eq!(
            fell.iter().map(|event| event.word).collect::<Vec<_>>(),
            [Word::Fell]
        );
        let refused = ended(&facts(Status::Idle, 0, &[NewsKind::Refused])).unwrap();
        assert_eq!(refused[0].word, Word::Refused);
        assert_eq!(ended(&TableFacts::default()), None, "practice");
    }

    #[test]
    fn a_hand_acts_once_it_is_free_or_comes_down() {
        let mut holding = facts(Status::Holding, 0, &[]);
        assert!(acts(&holding), "free");
        for (stage, expected) in [(GuideStage::Ready, false), (GuideStage::Busy, true)] {
            holding.guide = Some(GuideFact {
                goal: GoalKind::Lean,
                outlook: Outlook::Holds,
                stage,
            });
            assert_eq!(acts(&holding), expected);
        }
        assert!(!acts(&facts(Status::Idle, 0, &[])));
    }
}
