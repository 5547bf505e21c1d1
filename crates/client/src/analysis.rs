//! The analysis board: any game looked at with the engine.

mod findings;
mod views;

use crate::app::App;
use crate::browser;
use crate::frame::board_game::BoardGame;
use crate::frame::course::Course;
use crate::frame::moves::Moves;
use crate::frame::page::{Announcements, analysis_address, board_frame, listen_to_keys};
use crate::frame::panels::{Controls, Players};
use crate::frame::saved::Saved;
use crate::frame::session::Session;
use crate::frame::table::Table;
use crate::thinking::Thinker;
use drawing::Options;
use findings::{Lines, Review};
use leptos::prelude::*;
use rules::Side;
use views::{Curve, EngineLines, Export, Exports, ReviewPanel};

/// Nodes for each line of a position, and for each position of a game.
const LINES: &str = "lines 3 300000";
const REVIEW: &str = "review 30000";

/// The page.
pub(crate) fn analysis<G: BoardGame>(app: App) -> AnyView {
    let course = Course::<G>::new(app, &from_address());
    course.is_open.set(false);
    course.table.update(|table| table.jump(usize::MAX));
    let scene = course.scene(app);
    let act = Callback::new(move |action| course.act(app, action));
    listen_to_keys(act);
    let lines = follow(course);
    let (review, look) = review_of(course);
    let marks = Signal::derive(move || review.with(Review::marks));
    let play = Callback::new(move |mv: String| course.table.update(|table| table.play_text(&mv)));
    let turn = Signal::derive(move || course.table.with(Table::turn));
    let export = Callback::new(move |what| course.table.with_untracked(|table| export(table, what)));
    let shown = Signal::derive(move || scene.with(|scene| scene.shown));
    view! {
        <main class=format!("game analysis {}", G::NAME)>
            <Players scene names=G::SIDES tokens=Side::BOTH.map(G::token) />
            {board_frame(course.table, app.messages)}
            <EngineLines app lines turn names=G::SIDES play />
            <ReviewPanel app review look />
            <Curve app review shown act />
            <Controls scene messages=app.messages act />
            <Moves scene messages=app.messages act marks />
            <Exports app export />
            <Announcements scene />
        </main>
    }
    .into_any()
}

/// The game that the address tells, or the start.
fn from_address<G: BoardGame>() -> Saved<G> {
    let start = browser::parameter("start").and_then(|text| text.parse().ok());
    let start: G = start.unwrap_or_else(|| G::start(G::Variant::default()));
    let moves = browser::parameter("moves").unwrap_or_default();
    let text = if moves.is_empty() {
        "0".to_owned()
    } else {
        format!("0 {moves}")
    };
    let session = Session::from_text(start, &text).unwrap_or_else(|| Session::new(start));
    Saved {
        session,
        variant: G::Variant::default(),
        rival: None,
    }
}

/// The engine's lines of the position shown, as they come.
fn follow<G: BoardGame>(course: Course<G>) -> RwSignal<Lines> {
    let thinker = StoredValue::new_local(Thinker::default());
    let lines = RwSignal::new(Lines::default());
    let shown = Memo::new(move |_| course.table.with(|table| *table.session().position()));
    Effect::new(move |_| {
        let position = shown.get();
        lines.set(Lines::default());
        if position.outcome().is_some() {
            thinker.update_value(Thinker::stop);
            return;
        }
        let request = course.engine_request(LINES);
        thinker.update_value(|thinker| {
            thinker.ask(&request, move |answer| {
                let _ = lines.try_update(|lines| lines.hear(answer));
            });
        });
    });
    lines
}

/// What the engine says of the whole game, and the wish to hear it.
fn review_of<G: BoardGame>(course: Course<G>) -> (RwSignal<Review>, Callback<()>) {
    let thinker = StoredValue::new_local(Thinker::default());
    let review = RwSignal::new(Review::default());
    let moves = Memo::new(move |_| course.table.with(|table| table.session().texts()));
    // Another game makes what was said of this one worthless.
    Effect::new(move |_| {
        moves.track();
        thinker.update_value(Thinker::stop);
        review.set(Review::default());
    });
    let look = Callback::new(move |()| {
        review.set(Review::begun());
        let request = course.table.with_untracked(|table| {
            let session = table.session();
            format!(
                "{REVIEW}\n{}\n{}\n{}",
                G::NAME,
                session.start(),
                session.texts().join(" ")
            )
        });
        thinker.update_value(|thinker| {
            thinker.ask(&request, move |answer| {
                let _ = review.try_update(|review| review.hear(answer));
            });
        });
    });
    (review, look)
}

fn export<G: BoardGame>(table: &Table<G>, what: Export) {
    let name = |ending| format!("tablier-{}.{ending}", G::NAME);
    match what {
        Export::Link => browser::copy(&(browser::origin() + &analysis_address(table))),
        Export::Picture => {
            let options = Options {
                last: table.last().map(|(_, mv)| mv),
                flipped: false,
            };
            browser::download(&name("svg"), "image/svg+xml", &table.position().svg(&options));
        }
        Export::Record => {
            let session = table.session();
            let text = format!(
                "{}\n{}\n{}\n",
                G::NAME,
                session.start(),
                session.texts().join(" ")
            );
            browser::download(&name("txt"), "text/plain", &text);
        }
    }
}
