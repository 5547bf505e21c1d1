//! The boards behind a link: of a table, a puzzle, a lesson or a position.

use crate::App;
use crate::http_error::Problem;
use crate::room_registry::Seen;
use games::{AnyGame, GameId};
use learn::{Board, Challenge, Lesson, LessonLanguage, TableLesson};
use protocol::{ChallengeKey, TableId, TableState};
use puzzles::Puzzle;

/// Moves of a position's address at most.
const MOST_MOVES: usize = 400;

/// A first position, and moves from there on.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub(super) game: GameId,
    /// The first position's text.
    start: String,
    moves: Vec<String>,
    /// The position after each move, in a game whose moves are too costly to be played again.
    positions: Option<Vec<String>>,
}

impl Subject {
    fn still(game: &AnyGame, id: GameId) -> Subject {
        Subject {
            game: id,
            start: game.position(),
            moves: Vec::new(),
            positions: None,
        }
    }

    /// The boards of a table.
    pub(super) fn of_table(seen: &Seen) -> Result<Subject, Problem> {
        let settings = &seen.info.settings;
        let start = match &seen.info.position {
            Some(position) => position.clone(),
            None => settings.start().map_err(|_| Problem::not_found())?.position(),
        };
        let state = TableState::of(settings.clone(), &seen.events);
        let moves = state.moves();
        let by_hand = settings.game.board().is_none();
        Ok(Subject {
            game: settings.game,
            start,
            moves: moves.iter().map(|played| played.text.clone()).collect(),
            positions: by_hand.then(|| moves.iter().map(|played| played.position.clone()).collect()),
        })
    }

    /// The boards of a position's address: moves are separated by spaces. Nothing is played before it is drawn.
    pub(super) fn of_position(game: GameId, start: Option<&str>, moves: &str) -> Result<Subject, Problem> {
        let bad = |error: &dyn std::fmt::Display| Problem::bad(error.to_string());
        let first = match start {
            Some(text) => AnyGame::from_position(game, text).map_err(|error| bad(&error))?,
            None => AnyGame::start(game, None).map_err(|error| bad(&error))?,
        };
        let mut subject = Subject::still(&first, game);
        let count = moves.split_whitespace().take(MOST_MOVES + 1).count();
        if count > MOST_MOVES {
            return Err(Problem::bad(format!("at most {MOST_MOVES} moves")));
        }
        if game.board().is_none() && count > 0 {
            return Err(Problem::bad("moves of Polarity are not played here"));
        }
        subject.moves = moves.split_whitespace().map(str::to_owned).collect();
        Ok(subject)
    }

    /// The boards of a puzzle and of its solution, or the first mat of one of Polarity's challenges.
    pub(super) fn of_puzzle(app: &App, game: GameId, id: &str) -> Option<Subject> {
        if game == GameId::Polarity {
            let mat = *Challenge::from_name(id)?.positions().first()?;
            let mat = AnyGame::from_position(game, mat).ok()?;
            return Some(Subject::still(&mat, game));
        }
        let text = app.site.text(&format!("puzzles-{game}.txt"))?;
        let line = text
            .lines()
            .find(|line| line.strip_prefix(id).is_some_and(|rest| rest.starts_with("; ")))?;
        let puzzle: Puzzle = line.parse().ok()?;
        Some(Subject {
            game,
            start: puzzle.position,
            moves: puzzle
                .line
                .into_iter()
                .filter_map(|moves| moves.into_iter().next())
                .collect(),
            positions: None,
        })
    }

    /// The first board of a lesson, and its title.
    pub(super) fn of_lesson(
        app: &App,
        game: GameId,
        name: &str,
        language: LessonLanguage,
    ) -> Option<(Subject, String)> {
        let lessons = app.site.text(&format!("lessons-{game}.txt"))?;
        let text = section(lessons, name)?;
        if game == GameId::Polarity {
            let lesson = TableLesson::parse(name, text).ok()?;
            let hands = app.site.text("hands-polarity.txt").unwrap_or_default();
            // The mat before the hand, or after it.
            let mat = |hand: &str, line: usize| section(hands, hand)?.lines().nth(line);
            let board = match &lesson.steps.first()?.board {
                Board::Start(variant) => AnyGame::start(game, variant.as_deref()).ok()?,
                Board::Position(text) => AnyGame::from_position(game, text).ok()?,
                Board::Scenario(hand) | Board::Before(hand) => {
                    AnyGame::from_position(game, mat(hand, 0)?).ok()?
                }
                Board::After(hand) => AnyGame::from_position(game, mat(hand, 2)?).ok()?,
            };
            return Some((Subject::still(&board, game), lesson.title[language].to_owned()));
        }
        let lesson = Lesson::parse(name, text).ok()?;
        let setup = lesson.steps.iter().find_map(|step| step.setup.as_ref())?;
        let board = setup.game(game).ok()?;
        Some((Subject::still(&board, game), lesson.title[language].to_owned()))
    }

    /// How many moves there are.
    pub(super) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Distinguishes the board after `ply` moves from all others.
    pub(super) fn name_at(&self, ply: usize) -> String {
        match &self.positions {
            Some(positions) if ply > 0 => format!("{} {}", self.game, positions[ply - 1]),
            _ => format!("{} {} {}", self.game, self.start, self.moves[..ply].join(" ")),
        }
    }

    /// The boards after some numbers of moves, which grow, as SVG documents; `show` may stop by an error.
    pub(super) fn draw<E>(
        &self,
        plies: &[usize],
        mut show: impl FnMut(String) -> Result<(), E>,
    ) -> Result<(), Undrawn<E>> {
        let position = |text: &str| AnyGame::from_position(self.game, text).map_err(Undrawn::illegal);
        let mut board = position(&self.start)?;
        let mut played = 0;
        for &ply in plies {
            while played < ply {
                match &self.positions {
                    None => board.play(&self.moves[played]).map_err(Undrawn::illegal)?,
                    Some(positions) if played + 1 == ply => board = position(&positions[played])?,
                    Some(_) => {}
                }
                played += 1;
            }
            show(board.svg()).map_err(Undrawn::Stopped)?;
        }
        Ok(())
    }
}

/// Reason why boards were not drawn.
#[derive(Debug)]
pub(super) enum Undrawn<E> {
    /// A move or a position is not legal, for this reason.
    Illegal(String),
    /// The caller wanted no more.
    Stopped(E),
}

impl<E> Undrawn<E> {
    fn illegal(error: impl std::fmt::Display) -> Undrawn<E> {
        Undrawn::Illegal(error.to_string())
    }
}

/// The part of a file after the line `= name`, up to the next such line.
fn section<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let starts = |part: &&str| part.split_once('\n').is_some_and(|(first, _)| first == name);
    let text = text.strip_prefix("= ").unwrap_or(text);
    let part = text.split("\n= ").find(starts)?;
    part.split_once('\n').map(|(_, rest)| rest)
}

/// A table as these people may see it.
pub(super) async fn look(
    app: &App,
    id: &TableId,
    ids: &[String],
    key: Option<&ChallengeKey>,
) -> Result<Seen, Problem> {
    let invited = key.is_some_and(|key| app.is_challenge(id, key));
    app.rooms.look(id, ids, invited).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_found_by_their_names() {
        let text = "= one\na\nb\n= two\nc\n";
        assert_eq!(section(text, "one"), Some("a\nb"));
        assert_eq!(section(text, "two"), Some("c\n"));
        assert_eq!((section(text, "thr"), section("", "one")), (None, None));
    }

    #[test]
    fn positions_are_read_with_their_moves() {
        let subject = Subject::of_position(GameId::Offboard, None, "i5h5 a1b2").unwrap();
        assert_eq!(subject.plies(), 2);
        let mut drawn = Vec::new();
        let done: Result<(), Undrawn<()>> = subject.draw(&[0, 2], |svg| {
            drawn.push(svg);
            Ok(())
        });
        assert!(done.is_ok());
        let mut board = AnyGame::start(GameId::Offboard, None).unwrap();
        let start = board.svg();
        board.play("i5h5").unwrap();
        board.play("a1b2").unwrap();
        assert_eq!(drawn, [start, board.svg()]);
        let illegal = Subject::of_position(GameId::Offboard, None, "i5h5 i5i5").unwrap();
        let drawn = illegal.draw(&[2], |_| Ok::<(), ()>(()));
        assert!(
            matches!(drawn, Err(Undrawn::Illegal(_))),
            "it is refused where it is drawn"
        );
        let many = |count| Subject::of_position(GameId::Offboard, None, &"i5h5 ".repeat(count));
        assert!(many(MOST_MOVES).is_ok() && many(MOST_MOVES + 1).is_err());
        assert!(Subject::of_position(GameId::Offboard, Some("nonsense"), "").is_err());
        assert!(Subject::of_position(GameId::Polarity, None, "x").is_err());
    }
}
