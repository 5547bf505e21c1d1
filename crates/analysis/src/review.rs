//! A whole game looked at again: a curve, the mistakes, the accuracy of each side.

use crate::bounds::Bounds;
use crate::lines::best_lines;
use protocol::{Judgement, Review, ReviewedMove};
use rules::{Game, History, Random, Side};
use search::score::{Score, a_ply_before, of_outcome, plies_to_end, winning_chance};
use search::{Engine, Line, MoveOf, ThinkLimits};

/// Judgements by the least winning chance that the move lost, the worst first.
const JUDGEMENTS: [(f64, Judgement); 3] = [
    (0.30, Judgement::Blunder),
    (0.20, Judgement::Mistake),
    (0.10, Judgement::Inaccuracy),
];

/// Random moves tried in each position, to measure the loss of a random move.
const TRIED: usize = 4;
/// The random moves, the played move and the best move each get this fraction of the position's nodes.
const TRIED_SHARE: u64 = 8;
/// Bytes of memory for these searches. They have their own, because they must not disturb the main search.
const TRIED_BYTES: usize = 1 << 20;
/// Divides scores before the accuracy is computed, so that moves of nearly decided games still count.
const FLATTER: Score = 3;
/// Exponent by which small losses are judged gently.
const GENTLENESS: f64 = 1.5;

/// The judgement of a move that lost `loss` of the winning chance, from 0 to 1.
pub fn judgement(loss: f64) -> Judgement {
    let worst = JUDGEMENTS.into_iter().find(|(least, _)| loss >= *least);
    worst.map_or(Judgement::Good, |(_, judgement)| judgement)
}

/// Judges every move of a game within `bounds` a position; `progress` gets the number of positions done and of all.
/// `None` when `stop` ended it.
pub fn review<E: Engine>(
    engine: &E,
    history: &History<E::Game>,
    bounds: &Bounds,
    stop: &dyn Fn() -> bool,
    mut progress: impl FnMut(u32, u32),
) -> Option<Review> {
    let total = history.plies() as u32 + 1;
    let mut reviewer = Reviewer {
        engine,
        trier: E::new(TRIED_BYTES),
        bounds,
        stop,
        most_nodes: 0,
    };
    let mut game = history.clone();
    let (score, mut answer) = reviewer.last(&game)?;
    let mut after = Worth {
        side: game.position().turn(),
        score,
    };
    progress(1, total);
    let mut curve = vec![after.chance_of_first()];
    let mut moves = Vec::new();
    let mut losses = [Losses::default(); 2];
    // From the end to the start: the engine then remembers the continuation of each position.
    while let Some(played) = game.undo() {
        let side = game.position().turn();
        let best = reviewer.best(&game)?;
        let judged = ReviewedMove {
            answer: std::mem::take(&mut answer),
            ..judged::<E>(&game, played, &best, after.for_side(side))
        };
        reviewer.add_losses(&game, played, &best, &mut losses[side])?;
        after = Worth {
            side,
            score: judged.before,
        };
        curve.push(after.chance_of_first());
        answer.clone_from(&judged.best);
        moves.push(judged);
        progress(curve.len() as u32, total);
    }
    moves.reverse();
    curve.reverse();
    let has_played = |side| moves.iter().any(|reviewed: &ReviewedMove| reviewed.side == side);
    Some(Review {
        nodes: bounds.nodes.unwrap_or(reviewer.most_nodes),
        curve,
        accuracy: Side::BOTH.map(|side| has_played(side).then(|| losses[side].accuracy())),
        moves,
    })
}

/// A score, and the side that it belongs to.
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

/// Winning chances that a side lost in all, and that random moves in its place would have lost, both against the best
/// moves found. The former is negative when the side found better moves than the search.
#[derive(Clone, Copy, Default)]
struct Losses {
    played: f64,
    random: f64,
}

impl Losses {
    /// 100 for play that loses nothing, 0 for play no better than random; 100, too, if nothing could be lost.
    fn accuracy(self) -> f64 {
        if self.played <= 0.0 {
            return 100.0;
        }
        let share = (self.played / self.random.max(0.0)).min(1.0);
        100.0 * (1.0 - share.powf(GENTLENESS))
    }
}

struct Reviewer<'a, E> {
    engine: &'a E,
    /// Searches the random moves with a memory of its own.
    trier: E,
    bounds: &'a Bounds,
    stop: &'a dyn Fn() -> bool,
    most_nodes: u64,
}

impl<E: Engine> Reviewer<'_, E> {
    /// The best line of the last position, which is not over; `None` when stopped.
    fn best(&mut self, game: &History<E::Game>) -> Option<Line<MoveOf<E>>> {
        if (self.stop)() {
            return None;
        }
        let bounds = Bounds {
            lines: 1,
            ..*self.bounds
        };
        let line = best_lines(self.engine, game, &bounds, self.stop, &mut |_| ()).pop()?;
        self.most_nodes = self.most_nodes.max(line.nodes);
        Some(line)
    }

    /// The score of the last position for its side to move, and the best line there.
    fn last(&mut self, game: &History<E::Game>) -> Option<(Score, Vec<String>)> {
        let position = game.position();
        if let Some(outcome) = game.outcome() {
            return Some((of_outcome(outcome, position.turn(), 0), Vec::new()));
        }
        let best = self.best(game)?;
        Some((best.score, texts(position, &best.moves)))
    }

    /// Adds the losses of the played move and of random moves in the last position, all searched alike; `None` when stopped.
    fn add_losses(
        &self,
        game: &History<E::Game>,
        played: MoveOf<E>,
        best: &Line<MoveOf<E>>,
        losses: &mut Losses,
    ) -> Option<()> {
        let mut others = game.position().legal_moves();
        others.retain(|mv| *mv != played);
        if others.is_empty() {
            return Some(());
        }
        let nodes = best.nodes / TRIED_SHARE;
        // Of two moves alike the search may see the end after one alone: that is no loss.
        let chance = |mv| {
            Some(winning_chance(flatter(E::without_certainty(
                self.tried(game, mv, nodes)?,
            ))))
        };
        let of_played = chance(played)?;
        let of_best = match best.moves.first() {
            Some(&mv) if mv != played => chance(mv)?,
            Some(_) | None => of_played,
        };
        let mut random = Random::new(game.position().hash());
        let (mut lost, mut tried) = (0.0, 0);
        while tried < TRIED && !others.is_empty() {
            let mv = others.swap_remove(random.below(others.len() as u64) as usize);
            lost += of_best - chance(mv)?;
            tried += 1;
        }
        losses.played += of_best - of_played;
        losses.random += lost / tried as f64;
        Some(())
    }

    /// The score of one move of the last position for its side to move; `None` when stopped.
    fn tried(&self, game: &History<E::Game>, mv: MoveOf<E>, nodes: u64) -> Option<Score> {
        if (self.stop)() {
            return None;
        }
        let side = game.position().turn();
        let mut next = game.clone();
        next.play(mv).ok()?;
        let score = if let Some(outcome) = next.outcome() {
            of_outcome(outcome, next.position().turn(), 0)
        } else {
            let limits = ThinkLimits::nodes(nodes.max(1));
            self.trier.think(&next, &limits, self.stop, &mut |_| ()).score
        };
        let worth = Worth {
            side: next.position().turn(),
            score,
        };
        Some(worth.for_side(side))
    }
}

/// Divides a score, so that its winning chance is flatter; a proven end stays one.
fn flatter(score: Score) -> Score {
    if plies_to_end(score).is_some() {
        score
    } else {
        score / FLATTER
    }
}

/// The best move loses nothing, and no move gains: if the search values the played move higher than its own choice,
/// the played move's score is the position's score.
fn judged<E: Engine>(
    game: &History<E::Game>,
    played: MoveOf<E>,
    best: &Line<MoveOf<E>>,
    after: Score,
) -> ReviewedMove {
    let position = game.position();
    let led_to = a_ply_before(after);
    let before = if best.moves.first() == Some(&played) {
        led_to
    } else {
        best.score.max(led_to)
    };
    let loss = (winning_chance(before) - winning_chance(after)).max(0.0);
    ReviewedMove {
        side: position.turn(),
        text: position.move_text(played),
        before,
        after,
        plies_to_end: plies_to_end(after),
        loss,
        judgement: judgement(loss),
        best: texts(position, &best.moves),
        answer: Vec::new(),
    }
}

/// The moves of a line, each written in the position where it is played.
pub fn texts<G: Game>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = *position;
    let written = moves.iter().map(|mv| {
        let text = position.move_text(*mv);
        position.play_unchecked(*mv);
        text
    });
    written.collect()
}
