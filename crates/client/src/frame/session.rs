//! A game at one screen: the line of moves, the place in it that is shown, and its text for storage.

use rules::{Game, History, MoveError, Outcome};

/// The moves played, and how many of them are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCursor<G: Game> {
    line: History<G>,
    shown: usize,
}

impl<G: Game> MoveCursor<G> {
    /// A new game.
    pub fn new(start: G) -> MoveCursor<G> {
        MoveCursor {
            line: History::new(start),
            shown: 0,
        }
    }

    /// The position shown.
    pub fn position(&self) -> &G {
        self.line
            .moves()
            .nth(self.shown)
            .map_or(self.line.position(), |(before, _)| before)
    }

    /// How the game ended, if it did and its end is shown.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.at_end() { self.line.outcome() } else { None }
    }

    /// How many moves are shown.
    pub fn shown(&self) -> usize {
        self.shown
    }

    /// How many moves there are.
    pub fn plies(&self) -> usize {
        self.line.plies()
    }

    /// Whether nothing follows what is shown.
    pub fn at_end(&self) -> bool {
        self.shown == self.line.plies()
    }

    /// The move that led to the position shown, with the position before it.
    pub fn last(&self) -> Option<(&G, G::Move)> {
        self.line.moves().nth(self.shown.checked_sub(1)?)
    }

    /// Every move with the position before it, those after the position shown included.
    pub fn moves(&self) -> impl Iterator<Item = (&G, G::Move)> {
        self.line.moves()
    }

    /// The first position.
    pub fn start(&self) -> &G {
        self.line.start()
    }

    /// The texts of all moves, those after the position shown included.
    pub fn texts(&self) -> Vec<String> {
        self.moves().map(|(before, mv)| before.move_text(mv)).collect()
    }

    /// Plays a move in the position shown; what followed there is forgotten.
    pub fn play(&mut self, mv: G::Move) -> Result<(), MoveError> {
        let mut played = self.clone();
        played.cut();
        played.line.play(mv)?;
        played.shown += 1;
        *self = played;
        Ok(())
    }

    /// Forgets what follows the position shown.
    pub fn cut(&mut self) {
        while self.line.plies() > self.shown {
            self.line.undo();
        }
    }

    /// Shows the position after so many moves, or after all there are.
    pub fn jump(&mut self, ply: usize) {
        self.shown = ply.min(self.line.plies());
    }

    /// The text for storage: how many moves are shown, then all moves.
    pub fn to_text(&self) -> String {
        let mut words = vec![self.shown.to_string()];
        words.extend(self.texts());
        words.join(" ")
    }

    /// Reads [`to_text`](Self::to_text); `None` when it is not a game from `start`.
    pub fn from_text(start: G, text: &str) -> Option<MoveCursor<G>> {
        let mut words = text.split(' ');
        let shown = words.next()?.parse().ok()?;
        let mut line = History::new(start);
        for word in words {
            line.play_text(word).ok()?;
        }
        (shown <= line.plies()).then_some(MoveCursor { line, shown })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use offboard::Position;
    use rules::{Random, Reason};

    fn start() -> Position {
        Position::start(rules::Standard)
    }

    fn played(moves: &str) -> MoveCursor<Position> {
        MoveCursor::from_text(start(), &format!("0 {moves}"))
            .map(|mut session| {
                session.jump(usize::MAX);
                session
            })
            .unwrap()
    }

    #[test]
    fn going_back_keeps_what_followed_until_another_move() {
        let mut session = played("a5b5 a1b1 b5a5");
        session.jump(1);
        assert_eq!((session.shown(), session.plies()), (1, 3));
        assert_eq!(session.position(), played("a5b5").position());
        let (before, mv) = session.last().unwrap();
        assert_eq!(before.move_text(mv), "a5b5");
        session.jump(2);
        assert_eq!(session.position(), played("a5b5 a1b1").position());
        session.jump(1);
        let other = session.position().parse_move("a1b2").unwrap();
        session.play(other).unwrap();
        assert_eq!(session.texts(), ["a5b5", "a1b2"]);
        assert!(session.at_end());
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut session = played("a5b5 a1b1");
        session.jump(1);
        let before = session.clone();
        let red_again = start().parse_move("i5i6").unwrap();
        assert!(session.play(red_again).is_err());
        assert_eq!(session, before);
    }

    #[test]
    fn the_end_is_seen_only_where_it_is_shown() {
        let mut session = played("a5a4 a1a2 a4a5 a2a1 a5a4 a1a2 a4a5 a2a1");
        assert_eq!(session.outcome().map(Outcome::reason), Some(Reason::Repetition));
        session.jump(7);
        assert_eq!(session.outcome(), None);
    }

    #[test]
    fn the_text_of_random_games_is_read_back() {
        for seed in 0..20 {
            let mut random = Random::new(seed);
            let mut session = MoveCursor::new(start());
            while session.outcome().is_none() && session.plies() < 60 {
                let moves = session.position().legal_moves();
                session
                    .play(moves[random.below(moves.len() as u64) as usize])
                    .unwrap();
            }
            session.jump(random.below(session.plies() as u64 + 1) as usize);
            assert_eq!(MoveCursor::from_text(start(), &session.to_text()), Some(session));
        }
    }

    #[test]
    fn a_text_that_is_no_game_is_refused() {
        for text in [
            "",
            "x",
            "0 ",
            "1",
            "-1",
            "0 a5",
            "0 a5b5 a5b5",
            "3 a5b5",
            "0  a5b5",
            "0 é",
        ] {
            assert_eq!(MoveCursor::from_text(start(), text), None, "{text:?}");
        }
    }
}
