//! The analysis board: any game looked at with the engine, with variations; any position set up; games brought in and
//! taken along.

mod editor;
mod editor_view;
mod findings;
mod import;
mod mistake_panel;
mod transfer;
mod tree;
mod tree_view;
mod views;

pub(crate) use editor::Editable;

use crate::app::App;
use crate::browser;
use crate::frame::controller::GameController;
use crate::frame::page::{Announcements, board_frame, listen_to_keys};
use crate::frame::panels::{Controls, Players};
use crate::frame::saved::Saved;
use crate::frame::session::MoveCursor;
use crate::frame::table::BoardTable;
use crate::frame::view_model::BoardAction;
use crate::thinking::Thinker;
use ::puzzles::Tally;
use editor_view::Setting;
use findings::{Lines, Review};
use import::Import;
use leptos::prelude::*;
use mistake_panel::{OwnSides, keep_mistakes, mistake_panel};
use rules::{MoveError, Side};
use tree::{Place, Tree};
use tree_view::{TreeAct, TreeView};
use views::{Curve, EngineLines, Exports, ReviewPanel};

/// Nodes for each line of a position, and for each position of a game.
const LINES: &str = "lines 3 nodes 900000";
const REVIEW: &str = "review nodes 30000";

/// A game that is being looked at.
#[derive(Clone, Copy)]
struct Study<G: Editable> {
    controller: GameController<G>,
    tree: RwSignal<Tree>,
}

/// The page.
pub(crate) fn analysis<G: Editable + Tally>(app: App) -> AnyView {
    let study = Study::<G>::from_address(app);
    let Study { controller, tree } = study;
    let scene = controller.scene(app);
    let setting = Setting::new(study);
    let act = Callback::new(move |action| study.act(app, action));
    listen_to_keys(act);
    let lines = follow(controller);
    let (review, look) = review_of(study);
    let own = OwnSides::from_address();
    keep_mistakes::<G>(review, own);
    if own.is_some() {
        look.run(());
    }
    let play = Callback::new(move |mv: String| controller.table.update(|table| table.play_text(&mv)));
    let turn = Signal::derive(move || controller.table.with(BoardTable::turn));
    let shown = Signal::derive(move || scene.with(|scene| scene.shown));
    let clerk = StoredValue::new_local(Thinker::default());
    let export = Callback::new(move |what| {
        let names = app
            .messages
            .with_untracked(|messages| G::SIDES_TEXT.map(|side| messages.text(side)));
        clerk.update_value(|clerk| {
            controller.table.with_untracked(|table| {
                transfer::export(table, names, what, clerk);
            });
        });
    });
    let link = Callback::new(move |()| {
        controller
            .table
            .with_untracked(|table| tree.with_untracked(|tree| transfer::link(table, tree)))
    });
    let shown_line = Callback::new(move |()| controller.table.with_untracked(transfer::line));
    let tree_act = Callback::new(move |act| study.change(act));
    let board = move || {
        if setting.is_on() {
            setting.board(app)
        } else {
            board_frame(controller.table, app.messages)
        }
    };
    view! {
        <main class=format!("game analysis {}", G::NAME) class:editing=move || setting.is_on()>
            <Players scene names=G::SIDES tokens=Side::BOTH.map(G::token) />
            {board}
            {setting.panel(app)}
            <EngineLines app lines turn names=G::SIDES play />
            <ReviewPanel app review look />
            <Curve app review shown act />
            {mistake_panel(app, study, review, own)}
            <Controls scene messages=app.messages act />
            <TreeView app tree review act=tree_act />
            <div class="controls exports">
                {setting.button(app)}
                <Import app clerk game=G::NAME take=study.take_in() />
                <Exports app link shown_line game=G::NAME export />
            </div>
            <Announcements scene />
        </main>
    }
    .into_any()
}

impl<G: Editable> Study<G> {
    /// The game in the address, or the start.
    fn from_address(app: App) -> Study<G> {
        let start = browser::parameter("start").and_then(|text| text.parse().ok());
        let start: G = start.unwrap_or_else(|| G::start(G::Variant::default()));
        let (tree, _) = Tree::read(start, &browser::parameter("moves").unwrap_or_default());
        let saved = Saved {
            session: session(start, &tree.line(0)),
            ..Saved::new(G::Variant::default(), None)
        };
        let study = Study {
            controller: GameController::new(app, &saved),
            tree: RwSignal::new(tree),
        };
        study.controller.is_open.set(false);
        study.controller.table.update(|table| table.jump(usize::MAX));
        study.keep_tree();
        study
    }

    /// Whatever is played on the board is kept in the tree.
    fn keep_tree(self) {
        let played = Memo::new(move |_| {
            self.controller
                .table
                .with(|table| (table.session().texts(), table.session().shown()))
        });
        Effect::new(move |_| {
            played.with(|(moves, shown)| self.tree.update(|tree| tree.follow(moves, *shown)));
        });
    }

    fn act(self, app: App, action: BoardAction) {
        match action {
            BoardAction::NewGame | BoardAction::Rematch => {
                self.set_up(G::start(G::Variant::default()), Tree::new());
            }
            _ => self.controller.act(app, action),
        }
    }

    /// Shows another game from its first position on.
    fn set_up(self, start: G, tree: Tree) {
        let line = tree.line(tree.shown());
        let ply = tree.ply(tree.shown());
        self.tree.set(tree);
        self.controller
            .table
            .update(|table| table.show_line(session(start, &line), ply));
    }

    /// Goes to a place of the tree.
    fn go(self, place: Place) {
        let (line, ply) = self
            .tree
            .with_untracked(|tree| (tree.line(place), tree.ply(place)));
        self.controller.table.update(|table| {
            let start = *table.session().start();
            table.show_line(session(start, &line), ply);
        });
    }

    fn change(self, act: TreeAct) {
        let changed = self.tree.try_update(|tree| {
            match act {
                TreeAct::Go(place) => return place,
                TreeAct::Promote(place) => tree.promote(place),
                TreeAct::Delete(place) => tree.delete(place),
            }
            tree.shown()
        });
        if let Some(place) = changed {
            self.go(place);
        }
    }

    /// Takes a game in, given by its first position and its moves.
    fn take_in(self) -> Callback<(Option<String>, String), Result<(), String>> {
        Callback::new(move |(start, moves): (Option<String>, String)| {
            let start = match start {
                Some(start) => start.parse::<G>().map_err(|error| error.to_string())?,
                None => G::start(G::Variant::default()),
            };
            let (mut tree, refused) = Tree::read(start, &moves);
            if let Some(error) = refused {
                return Err(told(&error, tree.line(0).len() + 1));
            }
            let line = tree.line(0);
            tree.follow(&line, line.len());
            self.set_up(start, tree);
            Ok(())
        })
    }
}

fn told(error: &MoveError, number: usize) -> String {
    format!("{number}: {error}")
}

/// The game that a line of legal moves is, up to its end.
fn session<G: Editable>(start: G, line: &[String]) -> MoveCursor<G> {
    let mut session = MoveCursor::new(start);
    for text in line {
        let played = session
            .position()
            .parse_move(text)
            .and_then(|mv| session.play(mv));
        if played.is_err() {
            break;
        }
    }
    session
}

/// The engine's lines of the position shown, as they come.
fn follow<G: Editable>(controller: GameController<G>) -> RwSignal<Lines> {
    let thinker = StoredValue::new_local(Thinker::default());
    let lines = RwSignal::new(Lines::default());
    let shown = Memo::new(move |_| controller.table.with(|table| *table.session().position()));
    Effect::new(move |_| {
        let position = shown.get();
        lines.set(Lines::default());
        if position.outcome().is_some() {
            thinker.update_value(Thinker::stop);
            return;
        }
        let request = controller.engine_request(LINES);
        thinker.update_value(|thinker| {
            thinker.ask(&request, move |answer| {
                let _ = lines.try_update(|lines| lines.hear(answer));
            });
        });
    });
    lines
}

/// The engine's review of the line shown, and the callback that asks for it.
fn review_of<G: Editable>(study: Study<G>) -> (RwSignal<Review>, Callback<()>) {
    let thinker = StoredValue::new_local(Thinker::default());
    let review = RwSignal::new(Review::default());
    let start = Memo::new(move |_| study.controller.table.with(|table| *table.session().start()));
    // Another game makes what was said of this one worthless.
    Effect::new(move |first: Option<()>| {
        start.track();
        // The first run comes after a review that the address asked for has begun.
        if first.is_some() {
            thinker.update_value(Thinker::stop);
            review.set(Review::default());
        }
    });
    let look = Callback::new(move |()| {
        let (start, line) = study
            .controller
            .table
            .with_untracked(|table| (table.session().start().to_string(), table.session().texts()));
        let request = format!("{REVIEW}\n{}\n{start}\n{}", G::NAME, line.join(" "));
        review.set(Review::begun(start, line));
        thinker.update_value(|thinker| {
            thinker.ask(&request, move |answer| {
                let _ = review.try_update(|review| review.hear(answer));
            });
        });
    });
    (review, look)
}
