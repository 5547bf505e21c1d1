//! Why one line is better than another, in a sentence.

use rules::Side;
use search::{Score, Term};

/// Phrases for the evaluation's terms; a term that is not here goes by its name.
const PHRASES: &[(&str, &str)] = &[
    ("points", "points"),
    ("middle", "marbles near the middle"),
    ("together", "marbles that stand together"),
    ("hanging", "marbles that cannot be pushed off"),
    ("returned", "the marble to bring back"),
    ("rows", "marbles in a row"),
    ("taken", "segments taken"),
    ("forward", "segments far forward"),
    ("apex", "segments near the apex"),
    ("turns", "turns to choose from"),
    ("loose", "segments that cannot be taken"),
    ("turn", "being to move"),
    ("spare-turns", "tiles whose images fall on webs"),
    ("open-line", "a line to close"),
];
/// A smaller difference is no reason.
const LEAST: Score = 10;
/// More reasons than this confuse.
const MOST: usize = 2;

/// The terms by which the end of the better line gains more than the end of the other for `side`:
/// `+1.00 in points, +0.25 in marbles near the middle`. Empty when no single reason stands out.
pub(super) fn reasons(side: Side, better: &[Term], other: &[Term]) -> String {
    let mut gains: Vec<(Score, &str)> = names(better, other)
        .into_iter()
        .map(|name| (of_side(side, worth(better, name) - worth(other, name)), name))
        .filter(|(gain, _)| *gain >= LEAST)
        .collect();
    gains.sort_by_key(|(gain, _)| -gain);
    gains.truncate(MOST);
    let told: Vec<String> = gains
        .iter()
        .map(|(gain, name)| format!("{} in {}", crate::lines::points(*gain), phrase(name)))
        .collect();
    told.join(", ")
}

/// Each name once; a term may be missing on either side.
fn names(better: &[Term], other: &[Term]) -> Vec<&'static str> {
    let mut names: Vec<&str> = better.iter().chain(other).map(|term| term.name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn worth(terms: &[Term], name: &str) -> Score {
    terms
        .iter()
        .filter(|term| term.name == name)
        .map(|term| term.score)
        .sum()
}

fn of_side(side: Side, score: Score) -> Score {
    if side == Side::First { score } else { -score }
}

fn phrase(name: &str) -> &str {
    let known = PHRASES.iter().find(|(key, _)| *key == name);
    known.map_or(name, |(_, phrase)| phrase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(name: &'static str, score: Score) -> Term {
        Term { name, score }
    }

    #[test]
    fn the_greatest_gains_are_told_from_the_movers_side() {
        let better = [term("points", 100), term("middle", 25), term("novel", 30)];
        let other = [term("points", 0), term("middle", 20), term("hanging", 40)];
        assert_eq!(
            reasons(Side::First, &better, &other),
            "+1.00 in points, +0.30 in novel"
        );
        assert_eq!(
            reasons(Side::Second, &better, &other),
            "+0.40 in marbles that cannot be pushed off"
        );
        assert_eq!(reasons(Side::First, &better, &better), "");
    }
}
