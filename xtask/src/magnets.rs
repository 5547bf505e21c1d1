//! The table of magnets in a real browser: the same bits as here, and how fast.

use crate::shell::{Done, cargo, output, root, step, succeed, target};
use crate::web::TARGET;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

/// A way to compile the table for the browser.
struct Build {
    name: &'static str,
    /// Its folder below the target folder.
    folder: &'static str,
    config: &'static [&'static str],
}

/// The one that is shipped first.
const BUILDS: [Build; 2] = [
    Build {
        name: "wasm with vectors",
        folder: "",
        config: &[
            "--config",
            "target.wasm32-unknown-unknown.rustflags=['-Ctarget-feature=+simd128']",
        ],
    },
    Build {
        name: "wasm",
        folder: "plain",
        config: &[],
    },
];

/// The scenes for measuring speed, in the order in which they are printed.
const SCENES: [&str; 3] = [
    "52 discs and a moving hand",
    "52 discs, all awake",
    "52 discs in clusters, stirred",
];

/// Compares the golden scenes' hashes in the build that is shipped, or in every build.
pub(crate) fn check(deep: bool) -> Done {
    let golden = root().join("crates/magnets/tests/golden.txt");
    let expected =
        fs::read_to_string(&golden).map_err(|error| format!("cannot read {}: {error}", golden.display()))?;
    for build in &BUILDS[..if deep { BUILDS.len() } else { 1 }] {
        step(&format!("golden scenes in Chromium: {}", build.name), || {
            let found = in_chromium(build, "")?;
            if found.trim() == expected.trim() {
                Ok(())
            } else {
                Err(format!(
                    "the table moves otherwise in the browser\nfound\n{found}\nexpected\n{expected}"
                ))
            }
        })?;
    }
    Ok(())
}

/// Prints how leaners, conversions and mats behave under the game's dials or others.
pub(crate) fn calibrate(numbers: &[&str]) -> Done {
    succeed(example("calibrate").arg("--").args(numbers))
}

/// Runs an example of the table, compiled for speed.
fn example(name: &str) -> Command {
    let mut run = cargo();
    run.args([
        "run",
        "--quiet",
        "--release",
        "--package",
        "tablier-magnets",
        "--example",
        name,
    ]);
    run
}

/// How many simulated seconds fit into a second, as a table.
pub(crate) fn speeds() -> Result<String, String> {
    let mut columns = vec![("native", output(&mut example("bench"))?.0)];
    for build in &BUILDS {
        columns.push((build.name, in_chromium(build, "#speed")?));
    }
    let mut table = "| scene |".to_owned();
    for (name, _) in &columns {
        let _ = write!(table, " {name} |");
    }
    let _ = writeln!(table, "\n|---|{}", "--:|".repeat(columns.len()));
    for (k, scene) in SCENES.iter().enumerate() {
        let _ = write!(table, "| {scene} |");
        for (name, speeds) in &columns {
            let speed = speeds.lines().nth(k);
            let speed = speed.ok_or_else(|| format!("{name} gave no speed for {scene}"))?;
            let _ = write!(table, " {speed} |");
        }
        table.push('\n');
    }
    Ok(table)
}

/// Compiles the scenes, runs them in Chromium and gives what the page wrote.
fn in_chromium(build: &Build, fragment: &str) -> Result<String, String> {
    let folder = target().join(build.folder);
    let example = [
        "build",
        "--quiet",
        "--package",
        "tablier-magnets",
        "--example",
        "wasm",
    ];
    succeed(
        cargo()
            .args(example)
            .args(["--profile", "web", "--target", TARGET, "--target-dir"])
            .arg(&folder)
            .args(build.config),
    )?;
    let wasm = folder.join(TARGET).join("web/examples/wasm.wasm");
    let wasm = fs::read(&wasm).map_err(|error| format!("cannot read {}: {error}", wasm.display()))?;
    let page = include_str!("../../crates/magnets/examples/wasm.html").replace("{wasm}", &base64(&wasm));
    let home = tempfile::tempdir().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    let file = home.path().join("wasm.html");
    fs::write(&file, page).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    let mut chromium = Command::new("chromium");
    chromium
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!(
            "--user-data-dir={}",
            home.path().join("profile").display()
        ))
        .arg(format!("file://{}{fragment}", file.display()));
    let (page, _) = output(&mut chromium)?;
    let result = page.split_once("<pre id=\"result\">");
    let result = result.and_then(|(_, rest)| rest.split_once("</pre>"));
    let (result, _) = result.ok_or("Chromium showed a page without a result")?;
    if result.is_empty() {
        return Err("the module failed in Chromium".to_owned());
    }
    Ok(format!("{result}\n"))
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = (0..3).fold(0u32, |word, k| word << 8 | u32::from(*three.get(k).unwrap_or(&0)));
        for k in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * k) & 63) as usize];
            text.push(if k <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn base64_is_padded() {
        for (bytes, text) in [
            ("", ""),
            ("M", "TQ=="),
            ("Ma", "TWE="),
            ("Man", "TWFu"),
            ("Many", "TWFueQ=="),
        ] {
            assert_eq!(super::base64(bytes.as_bytes()), text);
        }
    }
}
