//! The tricky rules at work, one golden file each.

#[test]
fn playthroughs_are_as_recorded() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs");
    testkit::playthrough::check_folder::<polygone::Position>(folder);
}
