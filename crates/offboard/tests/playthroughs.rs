//! One file a tricky rule; `UPDATE_EXPECT=1` rewrites them.

#[test]
fn playthroughs() {
    testkit::playthrough::check_folder::<offboard::Position>(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/playthroughs"
    ));
}
