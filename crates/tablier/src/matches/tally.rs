//! The results of a match so far, and their text.

use super::game::Played;
use super::seat::Cost;
use super::statistics::{Pairs, Verdict, sprt, sprt_bound};
use std::collections::BTreeMap;

/// The results of a match, from the first player's side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    lost_drawn_won: [u64; 3],
    pairs: Pairs,
    /// Half points of games whose pair is not complete, by the pair's number.
    waiting: BTreeMap<u64, u8>,
    cost: [Cost; 2],
}

impl Tally {
    /// Adds a game; numbers 2n and 2n + 1 are a pair.
    pub(crate) fn add(&mut self, number: u64, played: &Played) {
        self.lost_drawn_won[usize::from(played.half_points)] += 1;
        for (sum, cost) in self.cost.iter_mut().zip(played.cost) {
            sum.add(cost);
        }
        match self.waiting.remove(&(number / 2)) {
            Some(other) => self.pairs.add([other, played.half_points]),
            None => drop(self.waiting.insert(number / 2, played.half_points)),
        }
    }

    pub(crate) fn games(&self) -> u64 {
        self.lost_drawn_won.iter().sum()
    }

    pub(crate) fn verdict(&self, elo: [f64; 2]) -> Verdict {
        sprt(&self.pairs, elo)
    }

    /// `won 120, drawn 10, lost 70 of 200: 62.5 % ± 6.1 %, Elo +89 (+42 to +139)`.
    pub(crate) fn result(&self) -> String {
        let [lost, drawn, won] = self.lost_drawn_won;
        format!(
            "won {won}, drawn {drawn}, lost {lost} of {}: {}, Elo {}",
            self.games(),
            self.score(),
            self.elo()
        )
    }

    fn score(&self) -> String {
        format!(
            "{:.1} % ± {:.1} %",
            100.0 * self.pairs.score(),
            100.0 * self.pairs.error()
        )
    }

    fn elo(&self) -> String {
        let [low, middle, high] = self.pairs.elo();
        let [low, middle, high] = [low, middle, high].map(signed);
        format!("{middle} ({low} to {high})")
    }

    /// The state of the sequential test, as a line.
    pub(crate) fn test(&self, elo: [f64; 2]) -> String {
        let ratio = self.pairs.log_likelihood_ratio(elo);
        let verdict = match self.verdict(elo) {
            Verdict::Lower => format!("Elo {} it is", elo[0]),
            Verdict::Open => "more games are needed".to_owned(),
            Verdict::Higher => format!("Elo {} it is", elo[1]),
        };
        format!(
            "test of Elo {} against {}: {verdict}, log-likelihood ratio {ratio:.2} of ±{:.2}",
            elo[0],
            elo[1],
            sprt_bound()
        )
    }

    /// A player's mean cost of a move: `level:4: 1234 nodes and 1.5 ms a move`.
    pub(crate) fn costs(&self, player: usize) -> String {
        let (nodes, milliseconds) = self.a_move(player);
        format!("{nodes:.0} nodes and {milliseconds:.2} ms a move")
    }

    fn a_move(&self, player: usize) -> (f64, f64) {
        let Cost { moves, nodes, time } = self.cost[player];
        let moves = moves.max(1) as f64;
        (nodes as f64 / moves, 1000.0 * time.as_secs_f64() / moves)
    }

    /// A row of a ladder's table; [`TABLE_HEAD`] is above it.
    pub(crate) fn row(&self) -> String {
        let [lost, drawn, won] = self.lost_drawn_won;
        let (nodes, milliseconds) = self.a_move(0);
        format!(
            "{} | {won} | {drawn} | {lost} | {} | {} | {nodes:.0} | {milliseconds:.2} |",
            self.games(),
            self.score(),
            self.elo()
        )
    }
}

/// The columns of a ladder's table: which pair, then those of [`Tally::row`].
pub(crate) const TABLE_HEAD: &str = "\
| game | level | against | games | won | drawn | lost | score | Elo | nodes a move | ms a move |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

/// A difference in Elo for people; one that no number of games bounds is called infinite.
fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+∞" } else { "-∞" }.to_owned();
    }
    format!("{elo:+.0}")
}

#[cfg(test)]
mod tests {
    use super::super::game::tests::example;
    use super::super::statistics::elo_of_score;
    use super::*;

    #[test]
    fn games_become_a_result() {
        let mut tally = Tally::default();
        for (number, half_points) in [2, 0, 2, 1, 2, 2, 2, 2].into_iter().enumerate() {
            let played = Played {
                half_points,
                ..example()
            };
            tally.add(number as u64, &played);
        }
        assert_eq!(tally.games(), 8);
        let result = tally.result();
        assert!(
            result.starts_with("won 6, drawn 1, lost 1 of 8: 81.2 % ± "),
            "{result}"
        );
        assert_eq!(signed(elo_of_score(0.8125)), "+255");
        assert!(result.contains("Elo +255 ("), "{result}");
        assert!(
            tally.row().starts_with("8 | 6 | 1 | 1 | 81.2 %"),
            "{}",
            tally.row()
        );
        assert!(
            tally.test([0.0, 400.0]).contains("more games"),
            "{}",
            tally.test([0.0, 400.0])
        );
    }
}
