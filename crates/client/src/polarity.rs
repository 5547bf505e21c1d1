//! Polarity: the page round the table of magnets. The table itself, with the physics, is a module of its own.

mod challenge;
mod dock;
mod follow;
mod frame;
mod lesson;
mod local;
mod options;
mod page;
mod remote;
mod sheets;
mod table;
mod words;

pub(crate) use challenge::{page as challenge_page, texts as challenge_texts};
pub(crate) use lesson::page as lesson_page;
pub(crate) use local::page;
pub(crate) use remote::page as table_page;

use crate::browser;
use games::GameId;
use options::Face;

/// The start of a game of the chosen variant. Chance has a part in Polarity's: the red disc falls either way.
pub(crate) fn tossed(game: GameId, chosen: Option<String>, teams: bool) -> Option<String> {
    if game != GameId::Polarity {
        return chosen;
    }
    let rules = chosen.as_deref().and_then(|name| name.split('-').next());
    let face = Face::tossed(browser::fresh_seed());
    Some(options::variant(rules.unwrap_or(options::RULES[0]), face, teams))
}
