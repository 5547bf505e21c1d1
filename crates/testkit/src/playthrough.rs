//! Golden files that show a rule at work: each position of a short game with its legal moves and its result.
//!
//! A file is a list of commands and what they printed. `position <text>` sets the board up, `play <move>` plays;
//! below each stand the lines the game answers. `UPDATE_EXPECT=1 cargo test` writes the answers anew, and the
//! difference is reviewed like code.

use rules::{Game, History};
use std::fmt::Write as _;
use std::path::Path;

/// Checks, or rewrites, every `.txt` file of a folder.
pub fn check_folder<G: Game>(folder: &str) {
    let folder = Path::new(folder);
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("the folder can be listed").path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    assert!(!paths.is_empty(), "{} has no playthrough", folder.display());
    for path in paths {
        let file =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let answered = answer::<G>(&file);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, answered).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        } else {
            assert_eq!(file, answered, "{}: UPDATE_EXPECT=1 rewrites it", path.display());
        }
    }
}

/// The file with every answer written anew; comments and commands stay.
fn answer<G: Game>(file: &str) -> String {
    let mut answered = String::new();
    let mut history: Option<History<G>> = None;
    for line in file.lines().filter(|line| !line.starts_with("  ")) {
        let _ = writeln!(answered, "{line}");
        if let Some(text) = line.strip_prefix("position ") {
            match text.parse() {
                Ok(position) => history = Some(History::new(position)),
                Err(error) => {
                    let _ = writeln!(answered, "  refused: {error}");
                    continue;
                }
            }
        } else if let Some(mv) = line.strip_prefix("play ") {
            let game = history.as_mut().expect("a position comes before a move");
            if let Err(error) = game.play_text(mv) {
                let _ = writeln!(answered, "  refused: {error}");
                continue;
            }
        } else {
            continue;
        }
        show(&mut answered, history.as_ref().expect("set above"));
    }
    answered
}

fn show<G: Game>(answered: &mut String, history: &History<G>) {
    let position = history.position();
    let _ = writeln!(answered, "  {position}");
    if let Some(outcome) = history.outcome() {
        let _ = writeln!(answered, "  result: {}", outcome.describe(G::SIDES));
        return;
    }
    let mut moves: Vec<String> = position
        .legal_moves()
        .iter()
        .map(|mv| position.move_text(*mv))
        .collect();
    moves.sort_unstable();
    let _ = writeln!(answered, "  moves: {}", moves.join(" "));
}
