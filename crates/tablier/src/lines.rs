//! How scores are written.

use search::Score;

/// A score in points: `+1.25`.
pub(crate) fn points(score: Score) -> String {
    format!("{:+.2}", f64::from(score) / 100.0)
}
