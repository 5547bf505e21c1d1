//! `cargo xtask python`: builds the Python package and tests it in an environment of its own.

use crate::shell::{Done, cargo, root, step, succeed, target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the wheel and runs its tests against the command line in `tablier`, with more games if `deep`.
pub(crate) fn check(tablier: &Path, deep: bool) -> Done {
    let environment = step("Python environment", Environment::ready)?;
    step("Python wheel", || environment.install())?;
    step("Python tests", || {
        let mut tests = environment.python();
        tests.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]);
        tests
            .env("TABLIER_BINARY", tablier)
            .env("PYTHONDONTWRITEBYTECODE", "1");
        if deep {
            tests.env("TABLIER_DEEP", "1");
        }
        succeed(&mut tests)
    })
}

/// The same after building the command line.
pub(crate) fn run(deep: bool) -> Done {
    step("tablier", || {
        succeed(cargo().args(["build", "--package", "tablier"]))
    })?;
    check(&target().join("debug/tablier"), deep)
}

/// A virtual environment with the tools that `python/requirements.txt` names.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// Makes the environment, unless it was made from the same list before.
    fn ready() -> Result<Environment, String> {
        let environment = Environment {
            folder: target().join("python/environment"),
        };
        let list = folder().join("requirements.txt");
        let wanted = fs::read(&list).map_err(|error| format!("cannot read {}: {error}", list.display()))?;
        let stamp = environment.folder.join("requirements.txt");
        if fs::read(&stamp).is_ok_and(|made| made == wanted) {
            return Ok(environment);
        }
        succeed(
            Command::new("python3")
                .args(["-m", "venv", "--clear"])
                .arg(&environment.folder),
        )?;
        succeed(environment.pip().arg("--requirement").arg(&list))?;
        fs::write(&stamp, wanted).map_err(|error| format!("cannot write {}: {error}", stamp.display()))?;
        Ok(environment)
    }

    /// Builds the wheel and installs it.
    fn install(&self) -> Done {
        let wheels = target().join("python/wheels");
        // An older wheel must not be installed in place of the new one.
        let _ = fs::remove_dir_all(&wheels);
        let mut build = self.python();
        build.args([
            "-m",
            "maturin",
            "build",
            "--release",
            "--locked",
            "--quiet",
            "--out",
        ]);
        build
            .arg(&wheels)
            .env("CARGO_TARGET_DIR", target().join("python"));
        succeed(&mut build)?;
        let mut install = self.pip();
        install.args(["--force-reinstall", "--no-deps", "--no-index", "--find-links"]);
        succeed(install.arg(&wheels).arg("tablier"))
    }

    fn python(&self) -> Command {
        let mut python = Command::new(self.folder.join("bin/python"));
        python.current_dir(folder());
        python
    }

    fn pip(&self) -> Command {
        let mut pip = self.python();
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        pip
    }
}

fn folder() -> PathBuf {
    root().join("python")
}
