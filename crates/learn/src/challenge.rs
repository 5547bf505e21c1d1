//! Challenges on Polarity's table: the positions that are laid out, the events that count, and the score.

use crate::table::{ExpectedEvent, Word};

/// Leaners in a row that end the challenge of leaners.
const MOST_LEANERS: u32 = 10;
/// Conversions in a row that end the challenge of conversions.
const MOST_CONVERSIONS: u32 = 6;

/// Two foundations of each colour, far from each other: room for ten leaners.
const LEANERS: &str = r#"{"rules":"temple","red":"-","turn":"white","phase":"play","seats":["1/1","1/1"],"reserves":[24,24],"captures":[],"turns":[],"moved":[],"bodies":[[[0,0,0,300,0,0,0,1048576]],[[1,-13000,6000,300,0,0,0,1048576]],[[2,13000,6000,300,1048576,0,0,0]],[[3,-13000,-9000,300,1048576,0,0,0]],[[4,13000,-9000,300,0,0,0,1048576]]]}"#;
/// An own leaner alone; then with a foundation of the opponent not far from it; then with two.
const CONVERSIONS: [&str; 3] = [
    r#"{"rules":"temple","red":"-","turn":"white","phase":"play","seats":["1/1","1/1"],"reserves":[20,28],"captures":[],"turns":[],"moved":[],"bodies":[[[0,0,0,300,0,0,0,1048576]],[[1,-10000,0,300,0,0,0,1048576]],[[2,12000,12000,300,1048576,0,0,0]],[[3,-13608,0,1016,-253674,0,1017429,0]],[[9,12000,-12000,300,0,0,0,1048576]]]}"#,
    r#"{"rules":"temple","red":"-","turn":"white","phase":"play","seats":["1/1","1/1"],"reserves":[20,28],"captures":[],"turns":[],"moved":[],"bodies":[[[0,0,0,300,0,0,0,1048576]],[[1,-10000,0,300,0,0,0,1048576]],[[2,-13000,9000,300,1048576,0,0,0]],[[3,-13608,0,1016,-253674,0,1017429,0]],[[9,12000,-12000,300,0,0,0,1048576]]]}"#,
    r#"{"rules":"temple","red":"-","turn":"white","phase":"play","seats":["1/1","1/1"],"reserves":[20,28],"captures":[],"turns":[],"moved":[],"bodies":[[[0,0,0,300,0,0,0,1048576]],[[1,-10000,0,300,0,0,0,1048576]],[[2,-13000,8000,300,1048576,0,0,0]],[[3,-13608,0,1016,-253674,0,1017429,0]],[[9,-13000,-8000,300,1048576,0,0,0]]]}"#,
];
/// Two kisses beside the red disc, to be captured and set down far from it.
const RED_DISC: &str = r#"{"rules":"temple","red":"-","turn":"white","phase":"play","seats":["1/1","1/1"],"reserves":[20,26],"captures":[1,6],"turns":[],"moved":[],"bodies":[[[0,0,0,300,0,0,0,1048576]],[[1,-6000,0,300,0,0,0,1048576],[3,-9201,0,300,1048576,0,0,0]],[[2,12000,12000,300,1048576,0,0,0]],[[5,12000,-14000,300,0,0,0,1048576]],[[6,6000,0,300,0,0,0,1048576],[7,9201,0,300,1048576,0,0,0]]]}"#;
/// A kiss; then two of them.
const CAPTURES: [&str; 2] = [
    r#"{"rules":"temple","red":"-","turn":"white","phase":"play","seats":["1/1","1/1"],"reserves":[20,28],"captures":[1],"turns":[],"moved":[],"bodies":[[[0,0,0,300,0,0,0,1048576]],[[1,-10000,0,300,0,0,0,1048576],[3,-13201,0,300,1048576,0,0,0]],[[2,12000,12000,300,1048576,0,0,0]],[[5,12000,-12000,300,0,0,0,1048576]]]}"#,
    r#"{"rules":"temple","red":"-","turn":"white","phase":"play","seats":["1/1","1/1"],"reserves":[20,26],"captures":[1,6],"turns":[],"moved":[],"bodies":[[[0,0,0,300,0,0,0,1048576]],[[1,-10000,0,300,0,0,0,1048576],[3,-13201,0,300,1048576,0,0,0]],[[2,12000,12000,300,1048576,0,0,0]],[[5,12000,-12000,300,0,0,0,1048576]],[[6,8000,-3000,300,0,0,0,1048576],[7,11201,-3000,300,1048576,0,0,0]]]}"#,
];

/// A challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Challenge {
    /// Ten leaners in a row.
    Leaners,
    /// Conversions without a contact.
    Conversions,
    /// Captures that clear the red disc's surroundings.
    RedDisc,
    /// Captures under a clock.
    Captures,
}

impl Challenge {
    /// All of them.
    pub const ALL: [Challenge; 4] = [
        Challenge::Leaners,
        Challenge::Conversions,
        Challenge::RedDisc,
        Challenge::Captures,
    ];

    /// The name in addresses and in the browser's memory.
    pub const fn name(self) -> &'static str {
        match self {
            Challenge::Leaners => "leaners",
            Challenge::Conversions => "conversions",
            Challenge::RedDisc => "red-disc",
            Challenge::Captures => "captures",
        }
    }

    /// The one with a name.
    pub fn from_name(name: &str) -> Option<Challenge> {
        Challenge::ALL
            .into_iter()
            .find(|challenge| challenge.name() == name)
    }

    /// The positions that are laid out, one after the other, again from the first after the last.
    pub const fn positions(self) -> &'static [&'static str] {
        match self {
            Challenge::Leaners => &[LEANERS],
            Challenge::Conversions => &CONVERSIONS,
            Challenge::RedDisc => &[RED_DISC],
            Challenge::Captures => &CAPTURES,
        }
    }

    /// Seconds after which it is over, where a clock runs.
    pub const fn seconds(self) -> Option<u32> {
        match self {
            Challenge::Captures => Some(90),
            Challenge::Leaners | Challenge::Conversions | Challenge::RedDisc => None,
        }
    }

    /// The highest score, where there is one.
    pub const fn most(self) -> Option<u32> {
        match self {
            Challenge::Leaners => Some(MOST_LEANERS),
            Challenge::Conversions => Some(MOST_CONVERSIONS),
            // The discs that lie near the red one.
            Challenge::RedDisc => Some(4),
            Challenge::Captures => None,
        }
    }
}

/// The table after a movement of the hand.
#[derive(Clone, Copy, Debug)]
pub struct AfterHand<'a> {
    /// The events of the movement.
    pub happened: &'a [ExpectedEvent],
    /// Whether a capture is still owed.
    pub owes: bool,
    /// Discs near the red one.
    pub near_red: u32,
}

/// The next thing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeStep {
    /// Go on with the mat as it is.
    GoOn,
    /// Lay out the run's position.
    LayOut,
    /// The challenge is over.
    Over,
}

/// A challenge under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChallengeRun {
    challenge: Challenge,
    score: u32,
    laid_out: usize,
}

impl ChallengeRun {
    /// A run before its first hand.
    pub const fn new(challenge: Challenge) -> ChallengeRun {
        ChallengeRun {
            challenge,
            score: 0,
            laid_out: 0,
        }
    }

    /// The score so far.
    pub const fn score(&self) -> u32 {
        self.score
    }

    /// The position to lay out.
    pub fn position(&self) -> &'static str {
        let positions = self.challenge.positions();
        positions[self.laid_out % positions.len()]
    }

    /// Counts a movement of the hand.
    pub fn judge(&mut self, after: AfterHand<'_>) -> ChallengeStep {
        let has = |word: Word| after.happened.iter().any(|event| event.word == word);
        let is_fault = after.happened.iter().any(|event| event.word.is_fault());
        match self.challenge {
            Challenge::Leaners | Challenge::RedDisc if is_fault => ChallengeStep::Over,
            Challenge::Leaners => {
                self.score += u32::from(has(Word::Leans));
                self.over_at(MOST_LEANERS, ChallengeStep::GoOn)
            }
            Challenge::Conversions => {
                let is_clean = has(Word::Fell)
                    && after
                        .happened
                        .iter()
                        .all(|event| event.word == Word::Fell || !event.word.is_fault());
                if is_clean {
                    self.score += 1;
                    self.laid_out += 1;
                    self.over_at(MOST_CONVERSIONS, ChallengeStep::LayOut)
                } else if is_fault {
                    ChallengeStep::Over
                } else {
                    // A disc that leans or was taken away changes the mat: it is laid out again.
                    ChallengeStep::LayOut
                }
            }
            Challenge::RedDisc => {
                let near_at_first = self.challenge.most().unwrap_or_default();
                self.score = near_at_first.saturating_sub(after.near_red);
                if after.owes {
                    ChallengeStep::GoOn
                } else {
                    ChallengeStep::Over
                }
            }
            Challenge::Captures => {
                self.score += u32::from(has(Word::Captured) && !is_fault);
                if is_fault {
                    ChallengeStep::LayOut
                } else if after.owes {
                    ChallengeStep::GoOn
                } else {
                    self.laid_out += 1;
                    ChallengeStep::LayOut
                }
            }
        }
    }

    fn over_at(&self, most: u32, otherwise: ChallengeStep) -> ChallengeStep {
        if self.score >= most {
            ChallengeStep::Over
        } else {
            otherwise
        }
    }
}

/// How near to the red disc counts as near, in the thousandths of a centimetre of positions.
const NEAR: i64 = 11_000;

/// Discs near the red one in a position, by the places of all discs in it.
pub fn near_red(places: impl IntoIterator<Item = (u8, i64, i64)>) -> u32 {
    let is_near = |(disc, x, y): (u8, i64, i64)| disc != 0 && x * x + y * y < NEAR * NEAR;
    places.into_iter().filter(|place| is_near(*place)).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(words: &[Word], owes: bool, near_red: u32, run: &mut ChallengeRun) -> ChallengeStep {
        let happened: Vec<ExpectedEvent> = words
            .iter()
            .map(|&word| ExpectedEvent { word, discs: vec![1] })
            .collect();
        run.judge(AfterHand {
            happened: &happened,
            owes,
            near_red,
        })
    }

    #[test]
    fn ten_leaners_in_a_row_end_the_first_challenge_and_a_fault_ends_it_sooner() {
        let mut run = ChallengeRun::new(Challenge::Leaners);
        for _ in 0..9 {
            assert_eq!(after(&[Word::Leans], false, 0, &mut run), ChallengeStep::GoOn);
        }
        assert_eq!(after(&[Word::Again], false, 0, &mut run), ChallengeStep::GoOn);
        assert_eq!(after(&[Word::Leans], false, 0, &mut run), ChallengeStep::Over);
        assert_eq!(run.score(), 10);
        let mut run = ChallengeRun::new(Challenge::Leaners);
        assert_eq!(after(&[Word::Leans], false, 0, &mut run), ChallengeStep::GoOn);
        let both = [Word::Leans, Word::Touched];
        assert_eq!(after(&both, true, 0, &mut run), ChallengeStep::Over);
        assert_eq!(run.score(), 1);
    }

    #[test]
    fn a_conversion_counts_without_a_contact_only() {
        let mut run = ChallengeRun::new(Challenge::Conversions);
        let first = run.position();
        assert_eq!(after(&[Word::Fell], false, 0, &mut run), ChallengeStep::LayOut);
        assert_ne!(run.position(), first);
        assert_eq!(after(&[Word::Leans], false, 0, &mut run), ChallengeStep::LayOut);
        assert_eq!(run.score(), 1);
        let contact = [Word::Fell, Word::Touched];
        assert_eq!(after(&contact, true, 0, &mut run), ChallengeStep::Over);
        assert_eq!(run.score(), 1);
    }

    #[test]
    fn the_surroundings_are_cleared_disc_by_disc() {
        let mut run = ChallengeRun::new(Challenge::RedDisc);
        assert_eq!(after(&[Word::Captured], true, 2, &mut run), ChallengeStep::GoOn);
        assert_eq!(run.score(), 2);
        assert_eq!(after(&[Word::Captured], false, 0, &mut run), ChallengeStep::Over);
        assert_eq!(run.score(), 4);
    }

    #[test]
    fn a_failed_capture_clears_nothing() {
        let mut run = ChallengeRun::new(Challenge::RedDisc);
        assert_eq!(after(&[Word::Captured], true, 2, &mut run), ChallengeStep::GoOn);
        assert_eq!(after(&[Word::Fell], true, 0, &mut run), ChallengeStep::Over);
        assert_eq!(run.score(), 2);
    }

    #[test]
    fn captures_go_on_with_the_next_position_and_a_fault_costs_time() {
        let mut run = ChallengeRun::new(Challenge::Captures);
        let first = run.position();
        assert_eq!(after(&[Word::Behind], false, 0, &mut run), ChallengeStep::LayOut);
        assert_eq!((run.position(), run.score()), (first, 0));
        assert_eq!(
            after(&[Word::Captured], false, 0, &mut run),
            ChallengeStep::LayOut
        );
        assert_eq!(after(&[Word::Captured], true, 0, &mut run), ChallengeStep::GoOn);
        assert_eq!(run.score(), 2);
        assert_ne!(run.position(), first);
    }

    #[test]
    fn names_are_read_back() {
        for challenge in Challenge::ALL {
            assert_eq!(Challenge::from_name(challenge.name()), Some(challenge));
        }
        assert_eq!(near_red([(0, 0, 0), (1, 6_000, 0), (2, 12_000, 0)]), 1);
    }
}
