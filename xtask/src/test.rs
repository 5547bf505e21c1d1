//! `cargo xtask test`: everything, as CI runs it.

use crate::shell::{Done, cargo, step, succeed};
use crate::{packages, tidy, web};

pub(crate) fn run(deep: bool) -> Done {
    step("format", || succeed(cargo().args(["fmt", "--all", "--check"])))?;
    step("tidy", tidy::run)?;
    step("packages", packages::install)?;
    web::build()?;
    step("lints", || {
        succeed(cargo().args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--quiet",
            "--",
            "--deny",
            "warnings",
        ]))
    })?;
    step("tests", || {
        let mut tests = cargo();
        tests.args(["test", "--workspace"]).env("TABLIER_BROWSER", "1");
        if deep {
            tests.arg("--release").env("TABLIER_DEEP", "1");
        }
        succeed(&mut tests)
    })
}
