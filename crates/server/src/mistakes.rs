//! One's own mistakes in an account: the browser sends all it keeps, and gets what both have together.

use crate::App;
use crate::http_error::Problem;
use crate::identity::Known;
use crate::routes::Routes;
use crate::tables::Body;
use axum::Json;
use axum::extract::State;
use protocol::{KeptMistakes, MOST_MISTAKE_LETTERS, MistakeDeck};

pub(crate) fn routes() -> Routes {
    Routes::default().on("POST", "/api/me/mistakes", exchange)
}

/// Merges the browser's mistakes with the account's. As with lessons, a browser that misses another's gets them with its
/// next message.
async fn exchange(
    State(app): State<App>,
    Known(visitor): Known,
    Body(body): Body<KeptMistakes>,
) -> Result<Json<KeptMistakes>, Problem> {
    if visitor.is_guest() {
        return Err(Problem::sign_in());
    }
    let here = body.deck().ok_or_else(|| {
        Problem::bad(format!(
            "mistakes are lines of six fields, in {MOST_MISTAKE_LETTERS} letters at most"
        ))
    })?;
    let person = &visitor.person.id;
    let before = MistakeDeck::from_text(&app.store.mistakes(person).await?);
    let mut both = before.clone();
    both.merge(&here);
    let kept = KeptMistakes::from(&both);
    if both != before {
        app.store.keep_mistakes(person, &kept.mistakes).await?;
    }
    Ok(Json(kept))
}
