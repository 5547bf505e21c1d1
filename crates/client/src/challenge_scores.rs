//! The best scores of Polarity's challenges, as the browser keeps them.

use crate::storage::{self, Key};
use learn::Challenge;

/// The best score of each challenge that was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChallengeScores(Vec<(Challenge, u32)>);

impl ChallengeScores {
    /// The scores that the browser keeps.
    pub(crate) fn load() -> ChallengeScores {
        ChallengeScores::from_text(&storage::load(Key::Challenges).unwrap_or_default())
    }

    /// Keeps a score if it is the best so far, and returns the best.
    pub(crate) fn note(challenge: Challenge, score: u32) -> u32 {
        let mut scores = ChallengeScores::load();
        let best = scores.add(challenge, score);
        storage::save(Key::Challenges, &scores.to_text());
        best
    }

    /// The best score of a challenge.
    pub(crate) fn best(&self, challenge: Challenge) -> Option<u32> {
        let mut kept = self.0.iter();
        kept.find(|(of, _)| *of == challenge).map(|(_, score)| *score)
    }

    fn add(&mut self, challenge: Challenge, score: u32) -> u32 {
        let best = self.best(challenge).unwrap_or(0).max(score);
        self.0.retain(|(of, _)| *of != challenge);
        self.0.push((challenge, best));
        best
    }

    /// The text for storage, such as `leaners 7 captures 3`.
    fn to_text(&self) -> String {
        let words: Vec<String> = self
            .0
            .iter()
            .map(|(challenge, score)| format!("{} {score}", challenge.name()))
            .collect();
        words.join(" ")
    }

    fn from_text(text: &str) -> ChallengeScores {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let score = |pair: &[&str]| Some((Challenge::from_name(pair[0])?, pair[1].parse().ok()?));
        ChallengeScores(words.chunks_exact(2).filter_map(score).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_score_of_each_challenge_is_kept() {
        let mut scores = ChallengeScores::default();
        assert_eq!(scores.add(Challenge::Leaners, 4), 4);
        assert_eq!(scores.add(Challenge::Leaners, 2), 4);
        assert_eq!(scores.add(Challenge::Captures, 3), 3);
        let back = ChallengeScores::from_text(&scores.to_text());
        assert_eq!(back, scores);
        assert_eq!(back.best(Challenge::RedDisc), None);
        assert_eq!(
            ChallengeScores::from_text("chess 3 leaners x 4"),
            ChallengeScores::default()
        );
    }
}
