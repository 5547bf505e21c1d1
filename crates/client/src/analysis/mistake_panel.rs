//! The mistakes of a reviewed game, each in a sentence, with the better move and another try.

use super::findings::Review;
use super::{Editable, Study, session};
use crate::app::App;
use crate::browser;
use crate::language::Text;
use crate::mistakes::{OWN, deck, words};
use crate::route::{Id, Route};
use ::puzzles::Tally;
use leptos::prelude::*;
use protocol::{Judgement, MistakeCard, ReviewedMove};
use rules::Side;

/// Mistakes of one game that are kept without being asked, the worst first.
const MOST_KEPT: usize = 5;
/// Moves of the better line that are named.
const MOST_MOVES: usize = 4;

/// The sides that the reader played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OwnSides {
    One(Side),
    Both,
}

impl OwnSides {
    /// The sides that the address names.
    pub(super) fn from_address() -> Option<OwnSides> {
        OwnSides::read(&browser::parameter(OWN)?)
    }

    fn read(text: &str) -> Option<OwnSides> {
        match text {
            "first" => Some(OwnSides::One(Side::First)),
            "second" => Some(OwnSides::One(Side::Second)),
            "both" => Some(OwnSides::Both),
            _ => None,
        }
    }

    fn has(self, side: Side) -> bool {
        self == OwnSides::Both || self == OwnSides::One(side)
    }
}

/// The text that says which of one's own mistakes are kept.
const fn kept_text(count: usize) -> Text {
    if count > MOST_KEPT {
        Text::MistakesWorstKept
    } else {
        Text::MistakesKept
    }
}

fn card<G: Editable>(position: &G, reviewed: &ReviewedMove) -> Option<MistakeCard> {
    Some(MistakeCard::new(
        G::ID.board()?,
        position.to_string(),
        reviewed.text.clone(),
        reviewed.best.clone(),
        reviewed.answer.clone(),
        browser::today(),
    ))
}

/// Keeps the reader's worst mistakes as soon as the review is there.
pub(super) fn keep_mistakes<G: Editable>(review: RwSignal<Review>, own: Option<OwnSides>) {
    let Some(own) = own else { return };
    let is_done = Memo::new(move |_| review.with(Review::is_done));
    Effect::new(move |_| {
        if !is_done.get() {
            return;
        }
        let mut mistakes = review.with_untracked(Review::mistakes::<G>);
        mistakes.retain(|(_, _, reviewed)| own.has(reviewed.side));
        mistakes.sort_by(|(_, _, a), (_, _, b)| b.loss.total_cmp(&a.loss));
        mistakes.truncate(MOST_KEPT);
        let cards = mistakes
            .iter()
            .filter_map(|(_, position, reviewed)| card(position, reviewed));
        deck::keep(cards.collect());
    });
}

/// The panel.
pub(super) fn mistake_panel<G: Editable + Tally>(
    app: App,
    study: Study<G>,
    review: RwSignal<Review>,
    own: Option<OwnSides>,
) -> AnyView {
    let is_done = Memo::new(move |_| review.with(Review::is_done));
    let mistakes = Memo::new(move |_| {
        let mut mistakes = review.with(Review::mistakes::<G>);
        mistakes.retain(|(_, _, reviewed)| own.is_none_or(|own| own.has(reviewed.side)));
        mistakes
    });
    let count = move || mistakes.with(Vec::len);
    let rows = move || {
        mistakes.with(|mistakes| {
            mistakes
                .iter()
                .map(|(ply, position, reviewed)| row(app, study, review, *ply, position, reviewed))
                .collect::<Vec<_>>()
        })
    };
    let told = move || {
        app.messages.with(|messages| match count() {
            0 => messages.text(Text::MistakesClean).to_owned(),
            count => messages.count(Text::MistakesFound, count),
        })
    };
    let is_kept = move || own.is_some() && count() > 0;
    let kept = move || app.text(kept_text(count()))();
    view! {
        <section class="mistake-panel" id="mistakes" hidden=move || !is_done.get()>
            <div role="status"><h2>{told}</h2></div>
            <p class="small" hidden=move || !is_kept()>
                <a href=Route::Mistakes.path()>{kept}</a>
            </p>
            <ol class="mistakes">{rows}</ol>
        </section>
    }
    .into_any()
}

fn row<G: Editable + Tally>(
    app: App,
    study: Study<G>,
    review: RwSignal<Review>,
    ply: usize,
    position: &G,
    reviewed: &ReviewedMove,
) -> AnyView {
    let sign = if reviewed.judgement == Judgement::Blunder {
        "??"
    } else {
        "?"
    };
    let side = app.text(G::SIDES_TEXT[reviewed.side]);
    let heading = format!("{}. {}{sign}", ply + 1, reviewed.text);
    let said = app.messages.with(|messages| {
        words::sentence(
            messages,
            position,
            &reviewed.text,
            &reviewed.answer,
            &reviewed.best,
        )
    });
    let better = reviewed.best[..reviewed.best.len().min(MOST_MOVES)].join(" ");
    let better = app
        .messages
        .with(|messages| messages.fill(Text::MistakeBetter, &[("line", &better)]));
    let answer = reviewed.answer.clone();
    // The game up to the mistake, and then the line that punishes it: the buttons below the board go through it.
    let show = move |_| {
        let mut line = review.with_untracked(|review| review.line.clone());
        line.truncate(ply + 1);
        line.extend(answer.iter().cloned());
        study.controller.table.update(|table| {
            let start = *table.session().start();
            table.show_line(session(start, &line), ply + 1);
        });
        browser::scroll_to_top();
    };
    let card = card(position, reviewed);
    let path = card
        .as_ref()
        .and_then(|card| Id::new(&card.id))
        .map(|id| Route::Mistake(id).path());
    let keep = move |_| deck::keep(card.iter().cloned().collect());
    view! {
        <li>
            <p><strong>{heading}</strong> " · " {side}</p>
            <p>{said}</p>
            <p class="better">{better}</p>
            <p class="ways">
                <button on:click=show>
                    <span>{app.text(Text::MistakeShow)}</span>
                    <span class="unseen">{reviewed.text.clone()}</span>
                </button>
                <a class="button try-again" href=path.unwrap_or_default() on:click=keep>
                    <span>{app.text(Text::MistakeRetry)}</span>
                    <span class="unseen">{reviewed.text.clone()}</span>
                </a>
            </p>
        </li>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_which_mistakes_are_kept() {
        assert_eq!(kept_text(MOST_KEPT), Text::MistakesKept);
        assert_eq!(kept_text(MOST_KEPT + 1), Text::MistakesWorstKept);
    }

    #[test]
    fn an_address_names_the_sides_that_one_played() {
        assert_eq!(OwnSides::read("second"), Some(OwnSides::One(Side::Second)));
        assert!(OwnSides::Both.has(Side::First) && !OwnSides::One(Side::Second).has(Side::First));
        assert_eq!(OwnSides::read("all"), None);
    }
}
