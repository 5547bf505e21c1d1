//! Facts about a mistake: the line that punishes it, the better line, and what each of them wins on the board.
//!
//! Every fact follows from playing the lines out by the rules; the engine only names the lines.

use offboard::board::TARGET_VALUES;
use rules::{Game, Outcome, Reason, Side};

/// The effect of one move, as a player names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Nothing is won or pushed.
    Quiet,
    /// Points (Offboard, Isometron) or segments (Polygone) that the mover wins and loses by the move.
    Score {
        /// Points or segments of the mover.
        won: u16,
        /// Points or segments of the opponent.
        lost: u16,
    },
    /// Opposing marbles are pushed towards a free target (Offboard).
    Push {
        /// Pushed marbles.
        marbles: u8,
        /// Value of the target.
        value: u8,
    },
    /// A marble is pushed into an occupied target, scores nothing and goes back to its owner (Offboard).
    GiveBack,
    /// A wrong forced tile costs the free tile of the turn (Isometron).
    WrongImage,
}

/// A game whose moves have effects that can be counted.
pub trait Tally: Game {
    /// Points or segments that a side has won.
    fn tally(&self, side: Side) -> u16;

    /// The effect of a legal move that wins nothing.
    fn quiet_deed(&self, mv: Self::Move) -> Deed;

    /// The effect of a legal move.
    fn deed(&self, mv: Self::Move) -> Deed {
        let mut after = *self;
        after.play_unchecked(mv);
        let [won, lost] =
            [self.turn(), !self.turn()].map(|side| after.tally(side).saturating_sub(self.tally(side)));
        if won == 0 && lost == 0 {
            self.quiet_deed(mv)
        } else {
            Deed::Score { won, lost }
        }
    }
}

impl Tally for offboard::Position {
    fn tally(&self, side: Side) -> u16 {
        self.points(side).into()
    }

    fn quiet_deed(&self, mv: offboard::Move) -> Deed {
        let offboard::Move::Step { from, direction } = mv else {
            return Deed::Quiet;
        };
        let Ok(shift) = self.shift(from, direction) else {
            return Deed::Quiet;
        };
        if shift.ejected.is_some() {
            return Deed::GiveBack;
        }
        let mut edge = shift.front;
        while let Some(next) = edge.step(direction) {
            edge = next;
        }
        match edge.exit(direction) {
            Some(target) if shift.pushed > 0 && self.is_free(target) => Deed::Push {
                marbles: shift.pushed,
                value: TARGET_VALUES[target],
            },
            _ => Deed::Quiet,
        }
    }
}

impl Tally for polygone::Position {
    fn tally(&self, side: Side) -> u16 {
        self.taken(side).into()
    }

    fn quiet_deed(&self, _mv: polygone::Move) -> Deed {
        Deed::Quiet
    }
}

impl Tally for isometron::Position {
    fn tally(&self, side: Side) -> u16 {
        self.points(side)
    }

    fn quiet_deed(&self, mv: isometron::Move) -> Deed {
        match mv {
            isometron::Move::Wrong(_) => Deed::WrongImage,
            isometron::Move::Tile(_) | isometron::Move::Pass => Deed::Quiet,
        }
    }
}

/// A line of moves and its result on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedLine {
    /// Side that the line is good for.
    pub side: Side,
    /// Its moves, up to the last one that matters.
    pub moves: Vec<String>,
    /// The most telling effect of that side's first turn.
    pub deed: Deed,
    /// Points or segments that the side wins along the line.
    pub won: u16,
    /// Points or segments that the opponent wins along the line.
    pub lost: u16,
    /// Reason for which the side wins the game at the end of the line, if it does.
    pub wins_by: Option<Reason>,
}

/// The reason why a move is a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MistakeKind {
    /// The opponent wins the game or gains something by the line.
    Punished(ExplainedLine),
    /// The player had a line that wins the game or gains something.
    Missed(ExplainedLine),
    /// Neither line gains anything that can be counted: the engine only judges the position worse.
    Weaker,
}

/// A mistake, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The effect of the mistake itself.
    pub deed: Deed,
    /// The reason why it is a mistake.
    pub kind: MistakeKind,
}

impl Explanation {
    /// Whether the mistake took something that cost more.
    pub fn is_trap(&self) -> bool {
        let gain = match self.deed {
            Deed::Score { won, lost } => won.saturating_sub(lost),
            _ => 0,
        };
        match &self.kind {
            MistakeKind::Punished(line) => {
                gain > 0 && (line.wins_by.is_some() || line.won > line.lost + gain)
            }
            MistakeKind::Missed(_) | MistakeKind::Weaker => false,
        }
    }
}

/// Explains a move by the best answer to it and the best line instead of it. `None` when the move is illegal.
pub fn explain<G: Tally>(
    before: &G,
    played: &str,
    answer: &[String],
    better: &[String],
) -> Option<Explanation> {
    let side = before.turn();
    let mv = before.parse_move(played).ok()?;
    let deed = before.deed(mv);
    let mut after = *before;
    after.play(mv).ok()?;
    let punishing = replay(&after, answer, !side);
    let missed = replay(before, better, side);
    let own = match deed {
        Deed::Score { won, lost } => i32::from(won) - i32::from(lost),
        _ => 0,
    };
    let is_cheaper = missed.margin() > own - punishing.margin();
    let kind = if punishing.wins_by.is_some() {
        MistakeKind::Punished(punishing)
    } else if missed.wins_by.is_some() {
        MistakeKind::Missed(missed)
    } else if punishing.margin() > 0 && is_cheaper {
        MistakeKind::Punished(punishing)
    } else if missed.margin() > own.max(0) {
        MistakeKind::Missed(missed)
    } else {
        MistakeKind::Weaker
    };
    Some(Explanation { deed, kind })
}

impl ExplainedLine {
    fn margin(&self) -> i32 {
        i32::from(self.won) - i32::from(self.lost)
    }
}

/// Plays a line out and cuts it after the last move that wins something or ends the game.
fn replay<G: Tally>(start: &G, line: &[String], side: Side) -> ExplainedLine {
    let mut position = *start;
    let mut found = ExplainedLine {
        side,
        moves: Vec::new(),
        deed: Deed::Quiet,
        won: 0,
        lost: 0,
        wins_by: None,
    };
    let mut kept = 1;
    let mut is_first_turn = true;
    for text in line {
        let Ok(mv) = position.parse_move(text) else { break };
        let deed = position.deed(mv);
        is_first_turn &= position.turn() == side;
        if is_first_turn && matches!(found.deed, Deed::Quiet) {
            found.deed = deed;
        }
        if position.play(mv).is_err() {
            break;
        }
        found.moves.push(text.clone());
        let [won, lost] = [side, !side].map(|side| position.tally(side).saturating_sub(start.tally(side)));
        let outcome = position.outcome();
        if (won, lost) != (found.won, found.lost) || outcome.is_some() {
            kept = found.moves.len();
        }
        (found.won, found.lost) = (won, lost);
        if let Some(Outcome::Win { side: winner, by }) = outcome
            && winner == side
        {
            found.wins_by = Some(by);
        }
    }
    found.moves.truncate(kept);
    found
}
