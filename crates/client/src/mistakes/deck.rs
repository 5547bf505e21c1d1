//! The mistakes that the browser keeps, and the account of who is signed in.

use crate::browser;
use crate::online;
use crate::storage::{self, Key};
use protocol::{KeptMistakes, MistakeCard, MistakeDeck};

/// The address of what the account keeps.
const PATH: &str = "/api/me/mistakes";

/// The mistakes that the browser keeps.
pub(crate) fn load() -> MistakeDeck {
    MistakeDeck::from_text(&storage::load(Key::Mistakes).unwrap_or_default())
}

fn save(deck: &MistakeDeck) {
    storage::save(Key::Mistakes, &deck.to_text());
}

/// Changes them, here and in the account.
fn change(change: impl FnOnce(&mut MistakeDeck)) {
    let mut deck = load();
    change(&mut deck);
    save(&deck);
    bring_together(|_| ());
}

/// Keeps mistakes that were made.
pub(crate) fn keep(cards: Vec<MistakeCard>) {
    if !cards.is_empty() {
        change(|deck| cards.into_iter().for_each(|card| deck.add(card)));
    }
}

/// Notes an answer.
pub(crate) fn note(id: &str, is_right: bool) {
    change(|deck| deck.answer(id, is_right, browser::today()));
}

/// Asks a mistake no more.
pub(crate) fn forget(id: &str) {
    change(|deck| deck.forget(id, browser::today()));
}

/// Merges the browser's mistakes with the account's, if signed in; calls `then` if the browser has gained any.
pub(crate) fn bring_together(then: impl FnOnce(MistakeDeck) + 'static) {
    let here = load();
    let kept = serde_json::to_string(&KeptMistakes::from(&here));
    online::exchange(PATH, kept, move |there: KeptMistakes| {
        let mut both = load();
        both.merge(&MistakeDeck::from_text(&there.mistakes));
        if both != here {
            save(&both);
            then(both);
        }
    });
}
