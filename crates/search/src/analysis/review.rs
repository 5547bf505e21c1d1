//! A whole game looked at again: a curve, the mistakes, the accuracy of each side.

use super::{Explained, explain};
use crate::engine_game::EngineGame;
use crate::score::{Score, a_ply_before, of_outcome, winning_chance};
use crate::searcher::{Limits, Searcher};
use crate::table::Table;
use rules::{History, Side};

/// What a move was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// The loss of winning chance from which on each judgement holds, the worst first.
const JUDGEMENTS: [(f64, Judgement); 3] = [
    (0.30, Judgement::Blunder),
    (0.20, Judgement::Mistake),
    (0.10, Judgement::Inaccuracy),
];

impl Judgement {
    /// The judgement of a move that lost so much winning chance, from 0 to 1.
    pub fn of_loss(loss: f64) -> Judgement {
        let worst = JUDGEMENTS.into_iter().find(|(least, _)| loss >= *least);
        worst.map_or(Judgement::Good, |(_, judgement)| judgement)
    }

    /// Its name, a key for texts: `blunder`.
    pub const fn name(self) -> &'static str {
        match self {
            Judgement::Good => "good",
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }
}

/// One move of a game, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyReview<M> {
    /// Who played.
    pub side: Side,
    /// What was played.
    pub played: M,
    /// What should have been played; its first move may be the one that was.
    pub best: Explained<M>,
    /// What the position was worth to `side` before the move.
    pub before: Score,
    /// What it was worth to `side` after it.
    pub after: Score,
    /// The winning chance that the move lost, from 0 to 1.
    pub loss: f64,
    /// What that makes the move.
    pub judgement: Judgement,
}

/// A game, judged move by move.
#[derive(Clone, Debug, PartialEq)]
pub struct Review<M> {
    /// The moves in order.
    pub plies: Vec<PlyReview<M>>,
    /// The first side's winning chance at the start and after each move.
    pub curve: Vec<f64>,
    /// How well each side played, from 0 to 100; `None` for one that did not move.
    pub accuracy: [Option<f64>; 2],
}

/// Looks at every move of a game with `limits` a position; `progress` hears how many positions of how many are
/// done. `None` when `stop` broke it off.
pub fn review<G: EngineGame>(
    history: &History<G>,
    limits: Limits,
    table: &Table,
    stop: &dyn Fn() -> bool,
    mut progress: impl FnMut(usize, usize),
) -> Option<Review<G::Move>> {
    let total = history.plies() + 1;
    let mut game = history.clone();
    let last = *game.position();
    let mut after = Worth {
        side: last.turn(),
        score: match game.outcome() {
            Some(outcome) => of_outcome(outcome, last.turn(), 0),
            None => best_of(&game, limits, table, stop)?.line.score,
        },
    };
    progress(1, total);
    let mut curve = vec![after.chance_of_first()];
    let mut plies = Vec::new();
    // From the end to the start, so that the table knows already what the game led to.
    while let Some(played) = game.undo() {
        let best = best_of(&game, limits, table, stop)?;
        let side = game.position().turn();
        let ply = judged(side, played, best, after.for_side(side));
        after = Worth {
            side,
            score: ply.before,
        };
        curve.push(after.chance_of_first());
        plies.push(ply);
        progress(curve.len(), total);
    }
    plies.reverse();
    curve.reverse();
    let accuracy = Side::BOTH.map(|side| accuracy(plies.iter().filter(|ply| ply.side == side)));
    Some(Review {
        plies,
        curve,
        accuracy,
    })
}

/// A score, and whose it is.
#[derive(Clone, Copy)]
struct Worth {
    side: Side,
    score: Score,
}

impl Worth {
    fn for_side(self, side: Side) -> Score {
        if side == self.side {
            self.score
        } else {
            -self.score
        }
    }

    fn chance_of_first(self) -> f64 {
        winning_chance(self.for_side(Side::First))
    }
}

/// The best line of the last position, which is not over; `None` when stopped.
fn best_of<G: EngineGame>(
    game: &History<G>,
    limits: Limits,
    table: &Table,
    stop: &dyn Fn() -> bool,
) -> Option<Explained<G::Move>> {
    if stop() {
        return None;
    }
    let line = Searcher::new(game, table, limits, stop).run(game.position(), |_| ());
    Some(explain(game.position(), line))
}

/// The best move loses nothing, and no move gains: where the search thinks better of what was played than of
/// what it had found, that is what the position was worth.
fn judged<M: Copy + Eq>(side: Side, played: M, best: Explained<M>, after: Score) -> PlyReview<M> {
    let is_best = best.line.moves.first() == Some(&played);
    let led_to = a_ply_before(after);
    let before = if is_best {
        led_to
    } else {
        best.line.score.max(led_to)
    };
    let loss = (winning_chance(before) - winning_chance(after)).max(0.0);
    PlyReview {
        side,
        played,
        best,
        before,
        after,
        loss,
        judgement: Judgement::of_loss(loss),
    }
}

/// How fast a move's accuracy falls with the chance it loses.
const STRICTNESS: f64 = 5.0;

/// The mean of what each move is worth, 100 for one that loses nothing.
fn accuracy<'a, M: 'a>(plies: impl Iterator<Item = &'a PlyReview<M>>) -> Option<f64> {
    let marks: Vec<f64> = plies.map(|ply| 100.0 * (-STRICTNESS * ply.loss).exp()).collect();
    (!marks.is_empty()).then(|| marks.iter().sum::<f64>() / marks.len() as f64)
}
