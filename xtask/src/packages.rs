//! Programs that the tests drive and that do not come with Rust.

use crate::postgres;
use crate::shell::{Done, has, succeed};
use std::process::Command;

/// Each program with the Debian package that has it.
const PROGRAMS: &[(&str, &str)] = &[
    ("chromium", "chromium"),
    ("chromedriver", "chromium-driver"),
    ("nats-server", "nats-server"),
    ("npm", "npm"),
    ("python3", "python3-venv"),
];

/// Installs what is missing, on a machine that has Debian's packages and lets us.
pub(crate) fn install() -> Done {
    let missing: Vec<&str> = PROGRAMS
        .iter()
        .filter(|(program, _)| !has(program))
        .map(|(_, package)| *package)
        .chain((!postgres::is_installed()).then_some("postgresql"))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    eprintln!("    installing {}", missing.join(", "));
    let installed = apt_get(&["update"]).and_then(|()| {
        apt_get(
            &[
                &["install", "--yes", "--no-install-recommends"],
                missing.as_slice(),
            ]
            .concat(),
        )
    });
    installed.map_err(|error| {
        let needed = missing.join(" ");
        format!("the tests need {needed} ({error}); install them yourself (apt-get install {needed}) and try again")
    })
}

fn apt_get(args: &[&str]) -> Done {
    succeed(
        Command::new("apt-get")
            .arg("--quiet=2")
            .args(args)
            .env("DEBIAN_FRONTEND", "noninteractive"),
    )
}
