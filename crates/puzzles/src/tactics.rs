//! Puzzles of Offboard and Polygone: forced wins, and positions with a single defence.

use crate::find::{Candidate, Source};
use crate::motif::Motif;
use crate::proof::Prover;
use crate::puzzle::PuzzleGoal;
use offboard::Move as Step;
use rules::{Game, History, Outcome, Reason};
use search::score::plies_to_end;
use search::{AlphaBeta, Engine, Line, MoveOf, Offboard, Polygone, ThinkLimits};

/// Nodes with which the engine looks for a forced win or loss.
const PROBE: u64 = 4_000;
/// Nodes with which it looks for a second way to solve a puzzle.
const SECOND_PROBE: u64 = 30_000;
/// Plies of the longest forced win: three moves of the solver.
const MOST_PLIES: u32 = 5;
/// Plies within which the opponent wins against every move but one.
const THREATS: [u32; 2] = [1, 3];
/// Positions that a proof may try.
const BUDGET: u64 = 600_000;
/// The fewest legal moves in a puzzle: with fewer, guessing is easy.
const FEWEST_MOVES: u64 = 6;
/// The most winning moves that the solver may have after the first one.
const MOST_WAYS: usize = 4;

impl Source for AlphaBeta<Offboard> {
    const STRONGEST: u8 = 8;

    fn candidate(&self, position: &offboard::Position) -> Option<Candidate<offboard::Position>> {
        let mut found = tactic(self, position)?;
        found.motifs.extend(offboard_motifs(position, &found));
        Some(found)
    }
}

impl Source for AlphaBeta<Polygone> {
    const STRONGEST: u8 = 6;

    fn candidate(&self, position: &polygone::Position) -> Option<Candidate<polygone::Position>> {
        let mut found = tactic(self, position)?;
        found.motifs.extend(polygone_motifs(position, &found));
        Some(found)
    }
}

fn think<E: Engine>(engine: &E, position: &E::Game, nodes: u64, excluded: &[MoveOf<E>]) -> Line<MoveOf<E>> {
    let limits = ThinkLimits {
        excluded,
        ..ThinkLimits::nodes(nodes)
    };
    engine.think(&History::new(*position), &limits, &|| false, &mut |_| ())
}

/// A forced win or a single defence, if the engine sees one.
fn tactic<E: Engine>(engine: &E, position: &E::Game) -> Option<Candidate<E::Game>> {
    if position.count_moves() < FEWEST_MOVES {
        return None;
    }
    let best = think(engine, position, PROBE, &[]);
    match plies_to_end(best.score) {
        Some(plies) if best.score > 0 && plies as u32 <= MOST_PLIES => win(engine, position),
        Some(_) => None,
        None => defence(engine, position),
    }
}

/// The shortest forced win, if one move alone begins it.
fn win<E: Engine>(engine: &E, position: &E::Game) -> Option<Candidate<E::Game>> {
    let mut prover = Prover::new(BUDGET);
    for plies in (1..=MOST_PLIES).step_by(2) {
        let winning = prover.winning_moves(position, plies)?;
        let [only] = winning[..] else {
            if winning.is_empty() {
                continue;
            }
            return None;
        };
        let second = think(engine, position, SECOND_PROBE, &[only]);
        if second.score > 0 && plies_to_end(second.score).is_some() {
            return None;
        }
        return Some(Candidate {
            position: *position,
            goal: PuzzleGoal::Win(plies),
            line: winning_line(&mut prover, position, plies)?,
            motifs: Vec::new(),
        });
    }
    None
}

/// The line of a win in exactly `plies`. The opponent delays the end, and answers so that fewest moves win.
fn winning_line<G: Game>(prover: &mut Prover, position: &G, plies: u32) -> Option<Vec<Vec<G::Move>>> {
    let mut line = Vec::new();
    let (mut position, mut left) = (*position, plies);
    loop {
        let winning = prover.winning_moves(&position, left)?;
        let mv = *winning.first()?;
        if left > 1 && winning.len() > MOST_WAYS {
            return None;
        }
        line.push(winning);
        position.play_unchecked(mv);
        if position.outcome().is_some() {
            return Some(line);
        }
        left = left.checked_sub(2)?;
        let mut hardest = None;
        for answer in position.legal_moves() {
            let mut next = position;
            next.play_unchecked(answer);
            let is_delaying =
                next.outcome().is_none() && (left < 2 || !prover.wins(&next, next.turn(), left - 2)?);
            if is_delaying {
                let ways = prover.winning_moves(&next, left)?.len();
                if hardest.is_none_or(|(fewest, _)| ways < fewest) {
                    hardest = Some((ways, answer));
                }
            }
        }
        let (_, answer) = hardest?;
        line.push(vec![answer]);
        position.play_unchecked(answer);
    }
}

/// The one move that does not lose at once or to the opponent's next two moves.
fn defence<E: Engine>(engine: &E, position: &E::Game) -> Option<Candidate<E::Game>> {
    let mut prover = Prover::new(BUDGET);
    let moves = position.count_moves() as usize;
    for plies in THREATS {
        let holding = prover.holding_moves(position, plies)?;
        // If most moves hold, there is no threat to see.
        if 2 * holding.len() > moves {
            return None;
        }
        let [only] = holding[..] else {
            if holding.is_empty() {
                return None;
            }
            continue;
        };
        // A defence that loses a little later is none.
        let mut next = *position;
        next.play_unchecked(only);
        if next.outcome().is_none() {
            let answer = think(engine, &next, SECOND_PROBE, &[]);
            if answer.score > 0 && plies_to_end(answer.score).is_some() {
                return None;
            }
        }
        return Some(Candidate {
            position: *position,
            goal: PuzzleGoal::Hold(plies),
            line: vec![vec![only]],
            motifs: vec![Motif::Defend],
        });
    }
    None
}

/// Each move of the line with the position in which it is played.
fn played<G: Game>(start: &G, line: &[Vec<G::Move>]) -> Vec<(G, G::Move)> {
    let mut position = *start;
    let moves = line.iter().filter_map(|moves| moves.first());
    let steps = moves.map(|mv| {
        let before = position;
        position.play_unchecked(*mv);
        (before, *mv)
    });
    steps.collect()
}

fn outcome_of<G: Game>(start: &G, line: &[Vec<G::Move>]) -> Option<Outcome> {
    let (mut position, mv) = played(start, line).pop()?;
    position.play_unchecked(mv);
    position.outcome()
}

fn ends_by<G: Game>(found: &Candidate<G>, reason: Reason) -> bool {
    outcome_of(&found.position, &found.line).is_some_and(|outcome| outcome.reason() == reason)
}

fn offboard_motifs(position: &offboard::Position, found: &Candidate<offboard::Position>) -> Vec<Motif> {
    let solver = position.turn();
    let steps = played(position, &found.line);
    let own = || steps.iter().filter(|(before, _)| before.turn() == solver);
    let scored: Vec<u8> = own().map(|(before, mv)| before.scored(*mv)).collect();
    let is_wasted = |mv: &Step| match mv {
        Step::Step { from, direction } => position
            .shift(*from, *direction)
            .is_ok_and(|shift| shift.ejected.is_some_and(|ejection| ejection.points == 0)),
        Step::Return { .. } => false,
    };
    let told = [
        (Motif::PushOff, scored.iter().any(|points| *points > 0)),
        (Motif::TargetOfThree, scored.contains(&3)),
        (
            Motif::OccupiedTarget,
            position.legal_moves().iter().any(is_wasted),
        ),
        (Motif::PutBack, position.returned()),
        (Motif::Quiet, scored.first() == Some(&0)),
        (Motif::NoMove, ends_by(found, Reason::NoMove)),
    ];
    holding(&told)
}

fn polygone_motifs(position: &polygone::Position, found: &Candidate<polygone::Position>) -> Vec<Motif> {
    let solver = position.turn();
    let steps = played(position, &found.line);
    let taken = |before: &polygone::Position, mv: &polygone::Move| {
        mv.taken.segments().and(before.segments(!before.turn())).len()
    };
    let own = || steps.iter().filter(|(before, _)| before.turn() == solver);
    let first = own().next().map_or(0, |(before, mv)| taken(before, mv));
    let only = steps.first().map(|(_, mv)| *mv);
    let tempts = |mv: &polygone::Move| Some(*mv) != only && taken(position, mv) >= first.max(1);
    let told = [
        (Motif::Apex, ends_by(found, Reason::Apex)),
        (Motif::Seven, ends_by(found, Reason::Seven)),
        (
            Motif::TwoAtOnce,
            own().any(|(_, mv)| mv.taken.polygons().count() > 1),
        ),
        (Motif::Trap, position.legal_moves().iter().any(tempts)),
        (Motif::Quiet, first == 0),
        (Motif::NoMove, ends_by(found, Reason::NoMove)),
    ];
    holding(&told)
}

/// The motifs that hold.
pub(crate) fn holding(told: &[(Motif, bool)]) -> Vec<Motif> {
    told.iter()
        .filter(|(_, holds)| *holds)
        .map(|(motif, _)| *motif)
        .collect()
}
