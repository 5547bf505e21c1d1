//! `tablier admin`: the host's work on the database of a server that runs, or does not.

use crate::failure::Failure;
use crate::options::{Place, Work};
use protocol::date_time;
use server::{Admin, NamedReport};
use std::io::{self, Write};
use tokio::runtime::Runtime;

pub(crate) fn run(work: Work, place: Place) -> Result<(), Failure> {
    let refused = |error: &dyn std::fmt::Display| Failure::Refused(error.to_string());
    let database = place.existing_database().map_err(|error| refused(&error))?;
    let runtime = Runtime::new().map_err(|error| refused(&error))?;
    let printed = runtime.block_on(async {
        let admin = Admin::open(&database).await?;
        let printed = done(&admin, work).await;
        admin.close().await;
        printed
    });
    let printed = printed.map_err(|error: server::Error| refused(&error))?;
    io::stdout().write_all(printed.as_bytes())?;
    Ok(())
}

/// Does the work; gives what is to be printed.
async fn done(admin: &Admin, work: Work) -> Result<String, server::Error> {
    match work {
        Work::Reports { all, page } => {
            let reports = admin.reports(all, page).await?;
            return Ok(reports.iter().map(line).collect());
        }
        Work::ResetPassword { person } => {
            return admin
                .reset_password(&person)
                .await
                .map(|password| password + "\n");
        }
        Work::CloseReport { report } => admin.close_report(&report).await,
        Work::Ban { person, days } => admin.ban(&person, days).await,
        Work::Unban { person } => admin.ban(&person, Some(0)).await,
        Work::Mute { person, days } => admin.mute(&person, days).await,
        Work::Unmute { person } => admin.mute(&person, Some(0)).await,
        Work::Rename { person, name } => admin.rename(&person, &name).await,
        Work::RemoveChat { table, event } => admin.remove_chat(&table, event).await,
        Work::RemoveGame { table } => admin.remove_game(&table).await,
        Work::RotateKey { grace } => admin.rotate_key(grace).await,
    }?;
    Ok(String::new())
}

/// A report on one line, its fields separated by tabs. Control characters, which a terminal would obey, are left out.
fn line(named: &NamedReport) -> String {
    let report = &named.report;
    let place = match (&report.game, report.seq) {
        (Some(game), Some(seq)) => format!("{game} {seq}"),
        (Some(game), None) => game.clone(),
        (None, _) => "-".to_owned(),
    };
    let state = if report.closed.is_some() { "closed" } else { "open" };
    let fields = [
        report.id.clone(),
        state.to_owned(),
        date_time(report.created.div_euclid(1000)),
        named.reporter.clone(),
        named.person.clone(),
        report.reason.clone(),
        place,
        report.words.clone(),
        report.quote.clone().unwrap_or_else(|| "-".to_owned()),
    ];
    let plain = |field: &String| -> String {
        let letters = field.chars();
        letters.map(|c| if c.is_control() { ' ' } else { c }).collect()
    };
    fields.iter().map(plain).collect::<Vec<_>>().join("\t") + "\n"
}
