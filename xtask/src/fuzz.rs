//! `cargo xtask fuzz`: coverage-guided texts for every parser.
//!
//! libFuzzer needs the compiler's coverage pass, which stable Rust reaches through plain code generation
//! options; no nightly toolchain and no extra command is needed, only a C++ compiler for the fuzzer itself.

use crate::shell::{Done, cargo, root, step, succeed};

const INSTRUMENT: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Ccodegen-units=1 -Cdebug-assertions";
const USUAL_SECONDS: u64 = 60;

pub(crate) fn run(args: &[&str]) -> Done {
    let (seconds, targets) = match args {
        ["--seconds", seconds, rest @ ..] => (
            seconds
                .parse()
                .map_err(|_| format!("--seconds {seconds}: expected a number of seconds"))?,
            rest,
        ),
        rest => (USUAL_SECONDS, rest),
    };
    let known = known_targets()?;
    if let Some(unknown) = targets
        .iter()
        .find(|name| !known.iter().any(|target| target == **name))
    {
        return Err(format!("{unknown}: the fuzz targets are {}", known.join(", ")));
    }
    let chosen = known
        .iter()
        .filter(|name| targets.is_empty() || targets.contains(&name.as_str()));
    chosen
        .into_iter()
        .try_for_each(|name| step(&format!("fuzz {name} for {seconds} s"), || fuzz(name, seconds)))
}

/// A target is a file in `fuzz/fuzz_targets`.
fn known_targets() -> Result<Vec<String>, String> {
    let folder =
        std::fs::read_dir(root().join("fuzz/fuzz_targets")).map_err(|error| format!("fuzz: {error}"))?;
    let mut names: Vec<String> = folder
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_string_lossy().into_owned()))
        .collect();
    names.sort_unstable();
    Ok(names)
}

fn fuzz(name: &str, seconds: u64) -> Done {
    let corpus = format!("fuzz/corpus/{name}");
    std::fs::create_dir_all(root().join(&corpus)).map_err(|error| format!("{corpus}: {error}"))?;
    let mut run = cargo();
    run.env("RUSTFLAGS", INSTRUMENT).args([
        "run",
        "--quiet",
        "--release",
        "--manifest-path",
        "fuzz/Cargo.toml",
    ]);
    // An explicit target keeps the instrumentation out of build scripts.
    run.args([
        "--target",
        host()?.as_str(),
        "--bin",
        name,
        "--",
        &corpus,
        &format!("fuzz/seeds/{name}"),
    ]);
    run.args([
        &format!("-max_total_time={seconds}"),
        "-max_len=4096",
        "-timeout=10",
        "-print_final_stats=1",
    ]);
    succeed(&mut run)
}

fn host() -> Result<String, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let (out, _) = crate::shell::output(std::process::Command::new(rustc).arg("-vV"))?;
    let host = out.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(ToOwned::to_owned)
        .ok_or_else(|| "rustc -vV names no host".to_owned())
}
