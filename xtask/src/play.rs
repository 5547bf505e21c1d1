//! `cargo play`: everything from a fresh clone to a page that plays.

use crate::shell::{Done, cargo, target};
use crate::web;
use start::{PROFILE, Progress, STEPS, become_command};
use std::io::IsTerminal;
use std::process::Command;

/// Flags that say where to listen.
const ADDRESS: &str = "--address";
/// Says whether the server opens its page in the browser.
const OPEN: &str = "TABLIER_OPEN";

/// Builds the client and the server, then runs the server with the given flags.
pub(crate) fn run(flags: &[&str]) -> Done {
    let mut progress = Progress::new(&STEPS);
    web::build_soon(&mut progress)?;
    let mut build = cargo();
    build.args(["build", "--profile", PROFILE, "--package", "tablier"]);
    progress.compile("server", &mut build)?;
    progress.end();
    let mut serve = Command::new(target().join(PROFILE).join("tablier"));
    serve.arg("serve").args(flags);
    // A phone in the same network is to play, too, unless the flags say otherwise.
    if !flags.iter().any(|flag| flag.starts_with(ADDRESS)) && std::env::var_os("TABLIER_ADDRESS").is_none() {
        serve.args([ADDRESS, "0.0.0.0"]);
    }
    // A script does not look at a page.
    if std::io::stdout().is_terminal() && std::env::var_os(OPEN).is_none() {
        serve.env(OPEN, "true");
    }
    become_command(&mut serve)
}
