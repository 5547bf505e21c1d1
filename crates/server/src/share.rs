//! Sharing of links: the head of their pages, their pictures, and frames for other sites.

mod embed;
mod pictures;
mod preview;
mod subject;
mod words;

pub(crate) use embed::is_embed;
pub(crate) use pictures::Pictures;
pub(crate) use preview::preview;
pub(crate) use words::{HAS_PLAYED, YOUR_TURN};

use crate::routes::Routes;

pub(crate) fn routes() -> Routes {
    pictures::routes().and(embed::routes())
}
