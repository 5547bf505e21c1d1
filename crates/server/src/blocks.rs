//! Blocks between people, and reports to the host.

use crate::App;
use crate::http_error::Problem;
use crate::identity::Known;
use crate::ids::random_text;
use crate::limits::{Client, REPORTS};
use crate::people::find;
use crate::routes::Routes;
use crate::tables::Body;
use crate::time::now;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use protocol::{BlockedPerson, EventKind, MOST_REPORT, Report, Seek};
use store::ReportRow;

/// Most people that one person may block.
const MOST_BLOCKS: i64 = 500;
/// Open reports of one person.
const MOST_REPORTS: i64 = 20;
/// Letters of a report's id.
const REPORT: usize = 10;

pub(crate) fn routes() -> Routes {
    Routes::default()
        .on("GET", "/api/blocks", blocks)
        .on("PUT", "/api/blocks/{name}", block)
        .on("DELETE", "/api/blocks/{name}", unblock)
        .on("POST", "/api/reports", report)
}

async fn blocks(State(app): State<App>, Known(visitor): Known) -> Result<Json<Vec<BlockedPerson>>, Problem> {
    let blocked = app.store.blocked_by(&visitor.person.id).await?;
    let shown = blocked.into_iter().map(|person| BlockedPerson {
        person: person.id,
        name: person.name,
    });
    Ok(Json(shown.collect()))
}

async fn block(
    State(app): State<App>,
    Path(name): Path<String>,
    Known(visitor): Known,
) -> Result<StatusCode, Problem> {
    let person = find(&app, &name).await?;
    if visitor.ids.contains(&person.id) {
        return Err(Problem::bad("you cannot block yourself"));
    }
    let own = &visitor.person.id;
    if !app.store.block(own, &person.id, now(), MOST_BLOCKS).await? {
        return Err(Problem::conflict("you have blocked too many; unblock some first"));
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Whether neither of two who look for a game has blocked the other.
pub(crate) async fn may_meet(app: &App, one: &Seek, other: &Seek) -> Result<bool, store::Error> {
    let [one, other] = [one, other].map(|seek| seek.player.person.as_str());
    Ok(!app.store.is_blocked_between(one, other).await?)
}

async fn unblock(
    State(app): State<App>,
    Path(name): Path<String>,
    Known(visitor): Known,
) -> Result<StatusCode, Problem> {
    let person = find(&app, &name).await?;
    app.store.unblock(&visitor.person.id, &person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Tells the host of somebody, once for each line and person while the report is open. A line of chat is quoted, if the reporter may read it and the person has written it.
async fn report(
    State(app): State<App>,
    client: Client,
    Known(visitor): Known,
    Body(body): Body<Report>,
) -> Result<StatusCode, Problem> {
    let words = body.words.trim().to_owned();
    if words.chars().count() > MOST_REPORT || words.contains('\0') {
        return Err(Problem::bad(format!("words: at most {MOST_REPORT} letters")));
    }
    for reporter in [&visitor.person.id, client.name()] {
        app.attempts.attempt(&format!("report {reporter}"), REPORTS)?;
    }
    let person = find(&app, &body.person).await?;
    if visitor.ids.contains(&person.id) {
        return Err(Problem::bad("you cannot report yourself"));
    }
    let quote = quoted(&app, &visitor.ids, &body, &person.id).await?;
    let report = ReportRow {
        id: random_text(REPORT)?,
        reporter: visitor.person.id,
        person: person.id,
        game: body.table.map(|table| table.to_string()),
        seq: body.event.map(|event| event as i64),
        reason: body.reason.name().to_owned(),
        words,
        quote,
        created: now(),
        closed: None,
    };
    let open = app.store.open_reports_of(&report.reporter, MOST_REPORTS).await?;
    if open.iter().any(|other| is_same(other, &report)) {
        return Ok(StatusCode::NO_CONTENT);
    }
    if open.len() as i64 >= MOST_REPORTS {
        let words = "the host has not read your other reports yet; wait until some are closed";
        return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, words));
    }
    app.store.add_report(&report).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whether two reports are about the same line, or about the same person without one.
fn is_same(one: &ReportRow, other: &ReportRow) -> bool {
    one.person == other.person && one.game == other.game && one.seq == other.seq
}

async fn quoted(app: &App, ids: &[String], report: &Report, person: &str) -> Result<Option<String>, Problem> {
    let Some(table) = &report.table else {
        return Ok(None);
    };
    let seen = app.rooms.look(table, ids, false).await?;
    let Some(number) = report.event else {
        return Ok(None);
    };
    let mut theirs = vec![person.to_owned()];
    theirs.extend(app.store.former_guests(person, i64::MAX).await?);
    let event = seen.events.iter().find(|event| event.seq == number);
    let line = event.and_then(|event| match &event.kind {
        EventKind::Chat { seat, text } => {
            let player = seen.info.seats.get(*seat)?.as_ref()?;
            text.clone()
                .filter(|_| theirs.iter().any(|id| id == player.person.as_str()))
        }
        _ => None,
    });
    line.map(Some)
        .ok_or_else(|| Problem::bad("event: there is no such line of this person's chat"))
}
