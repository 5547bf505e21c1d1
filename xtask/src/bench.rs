//! `cargo xtask bench`: speed in leaves a second and, what no noise reaches, in instructions a leaf.

use crate::shell::{Done, cargo, has, output, root, step, succeed, target};
use crate::{magnets, packages};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// Each game with the depth whose last ply is weighed.
const INSTRUCTION_DEPTHS: &[(&str, u32)] = &[("offboard", 4), ("polygone", 4)];

pub(crate) fn run() -> Done {
    step("build", || {
        succeed(cargo().args(["build", "--quiet", "--release", "--package", "tablier"]))
    })?;
    let tablier = target().join("release/tablier");
    let speed = step("leaves and plies a second", || {
        output(Command::new(&tablier).arg("bench"))
    })?
    .0;
    let instructions = step("instructions a leaf", || instructions(&tablier))?;
    let lines = step("Isometron's closed lines and free tiles", isometron)?;
    step("packages", packages::install)?;
    let table = step("the table of magnets", magnets::speeds)?;
    let report = report(&speed, &instructions, &lines, &table);
    print!("{report}");
    let path = root().join("docs/bench.md");
    std::fs::write(&path, report).map_err(|error| format!("docs/bench.md: {error}"))
}

fn report(speed: &str, instructions: &str, lines: &str, table: &str) -> String {
    format!(
        "# Speed\n\n\
         Written by `cargo xtask bench`. One core of a shared machine: leaves and plies a second move by a third\n\
         from run to run, instructions do not.\n\n\
         `tablier bench`: move sequences counted from the start (the last ply is counted, not played), and plies\n\
         of random games played to their end. Then the search: the nodes of 20 positions to the depths\n\
         finished within 50,000 nodes (its fingerprint), and nodes a second with one thread and with two, by the\n\
         clock and by processor time (which other programs on the machine do not touch).\n\n\
         {speed}\n\
         Instructions a leaf, by callgrind: `tablier perft` at a depth, less the depth before it, over the leaves\n\
         it adds.\n\n\
         {instructions}\n\
         `cargo run --release -p tablier-isometron --example measure`: the longest closed line through the last of so many\n\
         random tiles, over 1,000 boards each, and the legal free tiles over 1,000 positions of random games.\n\n\
         ```\n{lines}```\n\n\
         The table of magnets at 960 steps a second (`cargo xtask bench magnets`): simulated seconds in a second of\n\
         one core, native and in Chromium. Ten seconds of a scene are played four times, and each sixtieth of a\n\
         second counts at its fastest, so that other programs hardly count. The build with vectors is the one that\n\
         the pages load. At least 5 native and 2 in the browser are wanted for the first scene, 1 in the browser\n\
         for the last.\n\n\
         {table}"
    )
}

/// The parts of the report that do not depend on what is measured.
pub(crate) fn fixed_parts() -> Vec<String> {
    const MEASURED: &str = "\0";
    let report = report(MEASURED, MEASURED, MEASURED, MEASURED);
    report.split(MEASURED).map(str::to_owned).collect()
}

fn isometron() -> Result<String, String> {
    let example = [
        "run",
        "--quiet",
        "--release",
        "--package",
        "tablier-isometron",
        "--example",
        "measure",
    ];
    output(cargo().args(example)).map(|(out, _)| out)
}

fn instructions(tablier: &Path) -> Result<String, String> {
    if !has("valgrind") {
        return Err(
            "valgrind is needed to count instructions: install it (apt-get install valgrind)".to_owned(),
        );
    }
    let mut table = "| game | depth | leaves | instructions a leaf |\n|---|--:|--:|--:|\n".to_owned();
    for &(game, depth) in INSTRUCTION_DEPTHS {
        let (less, more) = (weigh(tablier, game, depth - 1)?, weigh(tablier, game, depth)?);
        let leaves = more.leaves - less.leaves;
        let each = (more.instructions - less.instructions) as f64 / leaves as f64;
        let _ = writeln!(table, "| {game} | {depth} | {leaves} | {each:.1} |");
    }
    Ok(table)
}

struct Weight {
    leaves: u64,
    instructions: u64,
}

/// Counts at one depth alone under callgrind.
fn weigh(tablier: &Path, game: &str, depth: u32) -> Result<Weight, String> {
    let mut callgrind = Command::new("valgrind");
    callgrind
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(tablier);
    callgrind.args(["perft", game, "--depth", &depth.to_string()]);
    let (out, err) = output(&mut callgrind)?;
    let leaves = out.lines().map(|line| {
        line.rsplit(' ')
            .next()
            .and_then(|nodes| nodes.parse::<u64>().ok())
    });
    let leaves = leaves
        .sum::<Option<u64>>()
        .ok_or("tablier perft printed something else than counts")?;
    let collected = err.lines().find_map(|line| line.split("Collected : ").nth(1));
    let instructions = collected.and_then(|number| number.trim().parse().ok());
    let instructions = instructions.ok_or("callgrind printed no instruction count")?;
    Ok(Weight { leaves, instructions })
}
