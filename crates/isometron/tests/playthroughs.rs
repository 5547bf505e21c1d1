//! Short games that show each rule.

use crate::twin::Twin;
use isometron::Position;
use testkit::{differential, playthrough};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs");

#[test]
fn every_playthrough_goes_as_written() {
    playthrough::check_folder::<Position>(FOLDER);
}

#[test]
fn the_twin_agrees_on_every_playthrough() {
    let mut positions = 0;
    for file in std::fs::read_dir(FOLDER).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let answers = text.lines().filter_map(|line| line.strip_prefix("  "));
        for position in answers.filter_map(|answer| answer.parse::<Position>().ok()) {
            differential::agree::<Position, Twin>(&position);
            positions += 1;
        }
    }
    assert!(positions > 40, "only {positions} positions");
}
