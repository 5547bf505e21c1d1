//! Statistics of a match: score, Elo, error, sequential test.

/// Half the width of a 95 % confidence interval, in standard errors.
const SURE: f64 = 1.96;
/// Chance of either error of a sequential test.
const WRONG: f64 = 0.05;

/// The pairs of a match by the half points the first player made of an opening's two games: 0 to 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pairs([u64; 5]);

impl Pairs {
    /// Adds the two games of an opening, each as half points: 0, 1 or 2.
    pub(crate) fn add(&mut self, games: [u8; 2]) {
        self.0[usize::from(games[0] + games[1])] += 1;
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of the points, from 0 to 1; a half before the first pair.
    pub(crate) fn score(&self) -> f64 {
        if self.count() == 0 {
            0.5
        } else {
            moments(&self.0.map(|count| count as f64)).0
        }
    }

    /// The variance of a pair's score. One more pair is added, half lost and half won, so that a clean sweep does not
    /// count as certainty.
    fn variance(&self) -> f64 {
        let mut counts = self.0.map(|count| count as f64);
        counts[0] += 0.5;
        counts[4] += 0.5;
        moments(&counts).1
    }

    /// Half the width of the 95 % confidence interval round [`score`](Self::score).
    pub(crate) fn error(&self) -> f64 {
        SURE * (self.variance() / (self.count() + 1) as f64).sqrt()
    }

    /// Elo by the score, between the ends of its error bar.
    pub(crate) fn elo(&self) -> [f64; 3] {
        let (score, error) = (self.score(), self.error());
        [score - error, score, score + error].map(elo_of_score)
    }

    /// Log-likelihood ratio: the difference is `elo[1]`, against `elo[0]`.
    pub(crate) fn log_likelihood_ratio(&self, elo: [f64; 2]) -> f64 {
        let [low, high] = elo.map(score_of_elo);
        let pairs = self.count() as f64;
        pairs * (high - low) * (2.0 * self.score() - low - high) / (2.0 * self.variance())
    }
}

/// Mean and variance of a pair's score, from the (weighted) counts of 0 to 4 half points.
fn moments(counts: &[f64; 5]) -> (f64, f64) {
    let weigh = |value: &dyn Fn(f64) -> f64| -> f64 {
        let total: f64 = counts.iter().sum();
        let sum: f64 = (0..)
            .zip(counts)
            .map(|(half, count)| count * value(f64::from(half) / 4.0))
            .sum();
        sum / total
    };
    let mean = weigh(&|score| score);
    (mean, weigh(&|score| (score - mean).powi(2)))
}

/// The difference in Elo that makes this share of the points; infinite at and beyond 0 and 1.
pub(crate) fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The share of the points that a difference in Elo makes.
pub(crate) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The lower difference is accepted.
    Lower,
    /// More games are needed.
    Open,
    /// The higher difference is accepted.
    Higher,
}

/// The bound that the log-likelihood ratio must pass, in either direction.
pub(crate) fn sprt_bound() -> f64 {
    ((1.0 - WRONG) / WRONG).ln()
}

/// The sequential probability ratio test.
pub(crate) fn sprt(pairs: &Pairs, elo: [f64; 2]) -> Verdict {
    let ratio = pairs.log_likelihood_ratio(elo);
    if ratio >= sprt_bound() {
        Verdict::Higher
    } else if ratio <= -sprt_bound() {
        Verdict::Lower
    } else {
        Verdict::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-3, "{found} is not {expected}");
    }

    #[test]
    fn elo_and_score_are_the_known_ones() {
        for (elo, score) in [
            (0.0, 0.5),
            (100.0, 0.6401),
            (200.0, 0.7597),
            (400.0, 0.9091),
            (-190.85, 0.25),
        ] {
            near(score_of_elo(elo), score);
            near(elo_of_score(score_of_elo(elo)), elo);
        }
        assert!(elo_of_score(1.0).is_infinite());
        assert!(elo_of_score(-0.1).is_infinite());
    }

    #[test]
    fn error_bars_come_from_the_spread_of_pairs() {
        // 100 pairs that go 1:1 each say more than 100 pairs of which half are swept either way.
        let level = Pairs([0, 0, 100, 0, 0]);
        let swinging = Pairs([50, 0, 0, 0, 50]);
        near(level.score(), 0.5);
        near(swinging.score(), 0.5);
        // By hand: the variance with the imagined pair is 0.25 / 101 and 0.25.
        near(level.error(), 1.96 * 0.25_f64.sqrt() / 101.0);
        near(swinging.error(), 1.96 * 0.5 / 101_f64.sqrt());
        let swept = Pairs([0, 0, 0, 0, 50]);
        near(swept.score(), 1.0);
        // By hand: mean 50.5/51, variance 0.5 * 50.5 / 51^2.
        near(swept.error(), 1.96 * (0.5 * 50.5 / 51_f64.powi(3)).sqrt());
        assert!(swept.elo()[2].is_infinite());
        assert!(swept.elo()[0] > 300.0);
        near(Pairs::default().score(), 0.5);
    }

    #[test]
    fn games_are_counted_in_pairs() {
        let mut pairs = Pairs::default();
        for games in [[2, 2], [2, 0], [1, 1], [1, 2], [0, 0]] {
            pairs.add(games);
        }
        assert_eq!(pairs, Pairs([1, 0, 2, 1, 1]));
        near(pairs.score(), 11.0 / 20.0);
    }

    #[test]
    fn the_sequential_test_decides_when_it_is_sure() {
        near(sprt_bound(), 2.944);
        let elo = [0.0, 10.0];
        let some = Pairs([10, 80, 620, 260, 30]);
        near(some.score(), 0.555);
        // Worked out apart from this code.
        near(some.log_likelihood_ratio(elo), 24.1761);
        assert_eq!(sprt(&some, elo), Verdict::Higher);
        assert_eq!(sprt(&Pairs([30, 260, 620, 80, 10]), elo), Verdict::Lower);
        assert_eq!(sprt(&Pairs([1, 2, 3, 2, 1]), elo), Verdict::Open);
        assert_eq!(sprt(&Pairs::default(), elo), Verdict::Open);
    }
}
