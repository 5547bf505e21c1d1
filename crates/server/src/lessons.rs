//! Progress of lessons in an account: the browser sends all it has, and gets what both have together.

use crate::App;
use crate::http_error::Problem;
use crate::identity::Known;
use crate::routes::Routes;
use crate::tables::Body;
use axum::Json;
use axum::extract::State;
use protocol::{Learned, MOST_LEARNED};

pub(crate) fn routes() -> Routes {
    Routes::default().on("POST", "/api/me/lessons", exchange)
}

/// Merges the browser's lessons with the account's. When two browsers send at once, one may miss the other's: it gets them
/// with its next message, because each sends all it has.
async fn exchange(
    State(app): State<App>,
    Known(visitor): Known,
    Body(body): Body<Learned>,
) -> Result<Json<Learned>, Problem> {
    if visitor.person.kind == "guest" {
        return Err(Problem::sign_in());
    }
    if !body.is_valid() {
        return Err(Problem::bad(format!(
            "lessons are words like offboard/first-push, in {MOST_LEARNED} letters at most"
        )));
    }
    let person = &visitor.person.id;
    let before = Learned {
        lessons: app.store.lessons(person).await?,
    };
    let mut both = before.clone();
    both.merge(&body);
    if !both.is_valid() {
        return Err(Problem::bad("too many lessons for one account"));
    }
    if both != before {
        app.store.keep_lessons(person, &both.lessons).await?;
    }
    Ok(Json(both))
}
