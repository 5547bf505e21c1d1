//! How the table follows a game that a server keeps: which move to show, when to set the table up anew.

use polarity_facts::{Status, TableFacts};

/// A table that is farther behind than this many moves is not shown them all.
const BEHIND: usize = 2;

/// The next step of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Set up the position after the moves of the log.
    SetUp,
    /// Show this move.
    Show(String),
    /// Compare the table with the position after the log's last move, and report to [`Follow::compared`].
    Compare,
    /// Nothing.
    Wait,
}

/// The table's place in the game.
#[derive(Debug, Default)]
pub(super) struct Follow {
    /// How many moves had been played when the table was set up; nothing before it was.
    base: Option<usize>,
    /// The moves of the game, as far as they are on the table or are being shown.
    moves: Vec<String>,
    /// Whether a move is being shown.
    performing: bool,
    /// Moves at which the table was last compared with the server's position.
    compared: usize,
    stale: bool,
}

impl Follow {
    /// The table has to be set up again.
    pub(super) fn reset(&mut self) {
        self.stale = true;
    }

    /// The player's hand has made a move.
    pub(super) fn moved(&mut self, text: String) {
        self.moves.push(text);
    }

    /// The table was looked at. One that rests without the moves that it was shown is set up again.
    pub(super) fn look(&mut self, facts: &TableFacts) {
        if let (Status::Idle, Some(base)) = (facts.status, self.base) {
            self.performing = false;
            let plies = facts.game.map(|game| game.plies);
            self.stale |= plies != Some(self.moves.len() - base);
        }
    }

    /// Whether all of the line is on the table.
    pub(super) fn is_settled(&self, line: usize) -> bool {
        !self.stale && !self.performing && self.base.is_some() && self.moves.len() == line
    }

    /// How many moves the table shows, the one that is being shown included.
    pub(super) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The next step, if the first `logged` moves of the line are in the server's log.
    pub(super) fn next(&mut self, line: &[String], logged: usize, status: Status) -> Step {
        let behind = line.len().saturating_sub(self.moves.len()) > BEHIND;
        if self.base.is_none() || self.stale || behind || !line.starts_with(&self.moves) {
            self.moves = line[..logged].to_vec();
            (self.base, self.compared) = (Some(logged), logged);
            (self.stale, self.performing) = (false, false);
            return Step::SetUp;
        }
        let ready = matches!(status, Status::Idle | Status::Watching) && !self.performing;
        if let Some(text) = line.get(self.moves.len()).filter(|_| ready) {
            self.moves.push(text.clone());
            self.performing = true;
            return Step::Show(text.clone());
        }
        if ready && status == Status::Idle && self.moves.len() == logged && self.compared != logged {
            self.compared = logged;
            return Step::Compare;
        }
        Step::Wait
    }

    /// The move of the last [`Step::Show`] could not be shown: one of the log is set up instead, an own one is left
    /// to the server.
    pub(super) fn failed(&mut self, logged: usize) {
        self.moves.pop();
        self.performing = false;
        self.stale = self.moves.len() < logged;
    }

    /// The table has been compared.
    pub(super) fn compared(&mut self, same: bool) {
        self.stale |= !same;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polarity_facts::{Duty, GameFacts, SideFacts};
    use rules::Side;

    fn line(moves: &[&str]) -> Vec<String> {
        moves.iter().map(|&text| text.to_owned()).collect()
    }

    fn resting(plies: usize) -> TableFacts {
        TableFacts {
            game: Some(GameFacts {
                turn: Side::First,
                duty: Duty::Lay,
                plies,
                sides: [SideFacts::default(); 2],
                outcome: None,
            }),
            ..TableFacts::default()
        }
    }

    const IDLE: Status = Status::Idle;

    /// A table that stands as the log says.
    fn following(moves: &[&str]) -> Follow {
        let mut follow = Follow::default();
        assert_eq!(follow.next(&line(moves), moves.len(), IDLE), Step::SetUp);
        follow.look(&resting(0));
        assert!(follow.is_settled(moves.len()));
        follow
    }

    #[test]
    fn a_move_of_the_other_side_is_shown_once_and_then_compared() {
        let mut follow = following(&["a"]);
        let two = line(&["a", "b"]);
        assert_eq!(follow.next(&two, 2, IDLE), Step::Show("b".into()));
        assert_eq!(follow.next(&two, 2, IDLE), Step::Wait, "it is being shown");
        assert_eq!(follow.next(&two, 2, Status::Watching), Step::Wait);
        assert!(!follow.is_settled(2));
        follow.look(&resting(1));
        assert_eq!(follow.next(&two, 2, IDLE), Step::Compare);
        follow.compared(true);
        assert_eq!(follow.next(&two, 2, IDLE), Step::Wait);
        assert!(follow.is_settled(2));
    }

    #[test]
    fn a_table_that_stands_otherwise_is_set_up() {
        let mut follow = following(&[]);
        follow.next(&line(&["a"]), 1, IDLE);
        follow.look(&resting(1));
        assert_eq!(follow.next(&line(&["a"]), 1, IDLE), Step::Compare);
        follow.compared(false);
        assert_eq!(follow.next(&line(&["a"]), 1, IDLE), Step::SetUp);
    }

    #[test]
    fn an_own_move_stays_while_it_is_on_its_way_and_goes_when_it_is_refused() {
        let mut follow = following(&[]);
        follow.moved("a".into());
        follow.look(&resting(1));
        assert_eq!(
            follow.next(&line(&["a"]), 0, IDLE),
            Step::Wait,
            "it is on its way"
        );
        assert_eq!(follow.next(&line(&["a"]), 1, IDLE), Step::Compare);
        follow.moved("b".into());
        follow.look(&resting(2));
        assert_eq!(
            follow.next(&line(&["a"]), 1, IDLE),
            Step::SetUp,
            "the server refused it"
        );
    }

    #[test]
    fn a_move_that_was_on_its_way_when_the_page_was_closed_is_shown_again() {
        let mut follow = Follow::default();
        assert_eq!(follow.next(&line(&["a", "b"]), 1, IDLE), Step::SetUp);
        assert_eq!(follow.next(&line(&["a", "b"]), 1, IDLE), Step::Show("b".into()));
        follow.failed(1);
        assert_eq!(follow.next(&line(&["a", "b"]), 2, IDLE), Step::Show("b".into()));
        follow.failed(2);
        assert_eq!(follow.next(&line(&["a", "b"]), 2, IDLE), Step::SetUp);
    }

    #[test]
    fn what_is_taken_back_is_gone_and_who_was_away_is_not_shown_everything() {
        let mut follow = following(&["a", "b"]);
        assert_eq!(follow.next(&line(&["a"]), 1, IDLE), Step::SetUp);
        assert_eq!(follow.next(&line(&["a", "c", "d", "e"]), 4, IDLE), Step::SetUp);
        let same_length = line(&["a", "c", "d", "x"]);
        assert_eq!(follow.next(&same_length, 4, IDLE), Step::SetUp);
    }

    #[test]
    fn a_table_that_lost_a_move_is_set_up_again() {
        let mut follow = following(&[]);
        assert_eq!(follow.next(&line(&["a"]), 1, IDLE), Step::Show("a".into()));
        follow.look(&resting(0));
        assert_eq!(follow.next(&line(&["a"]), 1, IDLE), Step::SetUp);
    }

    #[test]
    fn a_hand_that_is_being_moved_is_left_alone() {
        let mut follow = following(&[]);
        assert_eq!(follow.next(&line(&["a"]), 1, Status::Holding), Step::Wait);
        assert_eq!(follow.next(&line(&["a"]), 1, Status::Settling), Step::Wait);
        assert_eq!(
            follow.next(&line(&["a"]), 1, Status::Watching),
            Step::Show("a".into())
        );
    }
}
