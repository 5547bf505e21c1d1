//! Gives the program the commit that it is built from: `TABLIER_COMMIT` if it is set, or git's. Builds for development do
//! without, so that a commit does not make them stale.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=TABLIER_COMMIT");
    let given = std::env::var("TABLIER_COMMIT")
        .ok()
        .filter(|commit| !commit.is_empty());
    let commit = given.or_else(|| {
        if std::env::var("PROFILE").as_deref() != Ok("release") {
            return Some("development".to_owned());
        }
        // The log of HEAD grows with every commit and checkout.
        for file in ["HEAD", "logs/HEAD"] {
            let path = git(&["rev-parse", "--git-path", file])?;
            // A file that is not there would make every build stale.
            if Path::new(&path).exists() {
                println!("cargo:rerun-if-changed={path}");
            }
        }
        git(&["rev-parse", "--short=12", "HEAD"])
    });
    println!(
        "cargo:rustc-env=TABLIER_COMMIT={}",
        commit.as_deref().unwrap_or("unknown")
    );
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
