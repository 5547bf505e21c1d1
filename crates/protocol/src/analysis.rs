//! A whole game looked at again by the engine, on request.

use crate::as_text::side;
use rules::Side;
use serde::{Deserialize, Serialize};

/// How far an analysis is, and what it found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// How far it is.
    #[serde(flatten)]
    pub progress: AnalysisProgress,
    /// The result, when it is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
}

/// How far an analysis is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
pub struct AnalysisProgress {
    /// Its state.
    pub state: AnalysisState,
    /// Positions that are done.
    pub done: u32,
    /// Positions in all.
    pub total: u32,
}

/// The state of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AnalysisState {
    /// The analysis waits for its turn.
    Queued,
    /// The analysis is under way.
    Running,
    /// The analysis is complete.
    Done,
    /// The analysis has failed; it may be requested again.
    Failed,
}

/// A game, judged move by move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Review {
    /// Nodes that each position was searched with.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub nodes: u64,
    /// The first side's chance to win, from 0 to 1, at the start and after each move.
    #[cfg_attr(feature = "schema", schemars(inner(range(min = 0, max = 1))))]
    pub curve: Vec<f64>,
    /// How well each side played, from 0 to 100; nothing for one that did not move.
    #[cfg_attr(feature = "schema", schemars(inner(range(min = 0, max = 100))))]
    pub accuracy: [Option<f64>; 2],
    /// The moves in order.
    pub moves: Vec<ReviewedMove>,
}

/// One move, judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedMove {
    /// The side that moved.
    #[serde(with = "side")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::SideName"))]
    pub side: Side,
    /// The move in the game's notation.
    pub text: String,
    /// The score for that side before the move, in hundredths of a point.
    pub before: i32,
    /// The score after it.
    pub after: i32,
    /// In how many plies the game is then proven to be won (positive) or lost (negative).
    pub plies_to_end: Option<i32>,
    /// The chance to win that the move lost, from 0 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub loss: f64,
    /// The judgement of the move.
    pub judgement: Judgement,
    /// The best line instead.
    pub best: Vec<String>,
    /// The best line after it; empty when the game is over. Reviews kept by older servers lack it.
    #[serde(default)]
    pub answer: Vec<String>,
}

/// Judgement of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// It lost little or nothing.
    Good,
    /// It lost some of the winning chance.
    Inaccuracy,
    /// It lost much of it.
    Mistake,
    /// It lost the game, or threw a win away.
    Blunder,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_analysis_is_one_flat_object() {
        let progress = AnalysisProgress {
            state: AnalysisState::Running,
            done: 3,
            total: 12,
        };
        let analysis = Analysis {
            progress,
            review: None,
        };
        let text = serde_json::to_string(&analysis).unwrap();
        assert_eq!(text, r#"{"state":"running","done":3,"total":12}"#);
        assert_eq!(serde_json::from_str::<Analysis>(&text).unwrap(), analysis);
    }
}
