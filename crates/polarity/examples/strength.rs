//! Plays the computer's levels against each other: `strength FIRST SECOND GAMES [SEED] [--moves]`; level 0
//! places at random.
//!
//! Colours and the red disc's face alternate. Prints a line a game: how it ended, the points, how many moves, how each side's
//! turns ended, and with `--moves` a line a move; then the score with two standard errors, how games ended, their lengths, and each level's slowest choice.

use magnets::HandPose;
use polarity::computer::choose;
use polarity::{Consequence, Face, Live, Match, Move, Phase, SIDES, Task, Variant};
use rules::{Outcome, Random, Reason, Side};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// A game this long is a draw.
const MOST_MOVES: usize = 400;

fn main() {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let [first, second, games, rest @ ..] = numbers.as_slice() else {
        eprintln!("name two levels from 0 to 10 and a number of games");
        std::process::exit(2);
    };
    let start = rest.first().copied().unwrap_or(0);
    let (mut score, mut longest, mut ends, mut lengths) =
        ([0u32; 3], [Duration::ZERO; 2], BTreeMap::new(), Vec::new());
    for number in start..start + games {
        let swapped = number % 2 == 1;
        let levels = if swapped {
            [*second, *first]
        } else {
            [*first, *second]
        };
        let (game, mut slowest) = play(levels, number);
        let result = match game.outcome() {
            Some(Outcome::Win { side, .. }) => usize::from((side == Side::First) == swapped),
            _ => 2,
        };
        score[result] += 1;
        *ends.entry(reason(&game)).or_insert(0) += 1;
        lengths.push(game.played().len());
        print_game(&game, number, levels, slowest, score);
        if swapped {
            slowest.reverse();
        }
        longest = [0, 1].map(|player| longest[player].max(slowest[player]));
    }
    let [won, lost, drawn] = score;
    let (share, error) = share(score);
    lengths.sort_unstable();
    println!(
        "level {first} against {second}: {won} won, {lost} lost, {drawn} drawn, {share:.0} % ± {error:.0}; ends {ends:?}; \
         moves: median {}, most {}; slowest choice of {first} {:?}, of {second} {:?}",
        lengths.get(lengths.len() / 2).unwrap_or(&0),
        lengths.last().unwrap_or(&0),
        longest[0],
        longest[1]
    );
}

/// Why a game ended, in a word or two.
fn reason(game: &Match) -> &'static str {
    let Some(Outcome::Win { by, .. } | Outcome::Draw { by }) = game.outcome() else {
        return "unfinished";
    };
    match by {
        Reason::Points => "points",
        Reason::RedDisc => "red disc",
        Reason::EmptyMat => "empty mat",
        _ => "other",
    }
}

fn print_game(game: &Match, number: u64, levels: [u64; 2], slowest: [Duration; 2], score: [u32; 3]) {
    let end = game.result().unwrap_or_else(|| "unfinished".to_owned());
    let points = Side::BOTH.map(|side| game.position().points(side));
    println!(
        "game {number}: {end}, points {points:?}, {} moves; {score:?}",
        game.played().len()
    );
    for side in Side::BOTH {
        println!(
            "  {} (level {}): {}; slowest choice {:?}",
            SIDES[side],
            levels[side],
            Turns::of(game, side),
            slowest[side]
        );
    }
}

/// The last move's task, faults and consequences.
fn print_move(game: &Match) {
    let Some(last) = game.played().last() else {
        return;
    };
    let task = match &last.mv {
        Move::Hand { task, trace } if trace.release().is_some() => format!("{task}, let go"),
        Move::Hand { task, .. } => format!("{task}, kept"),
        Move::Declare { .. } => "declare".to_owned(),
    };
    let faults: Vec<String> = last
        .verdict
        .calls
        .iter()
        .map(|call| call.fault.to_string())
        .collect();
    println!(
        "    {}. {task}: {faults:?} {:?}",
        game.played().len(),
        last.verdict.consequences
    );
}

/// How a side's movements ended.
#[derive(Default)]
struct Turns {
    leans: usize,
    again: usize,
    captures: usize,
    faults: BTreeMap<char, usize>,
    captures_failed: usize,
}

impl Turns {
    fn of(game: &Match, side: Side) -> Turns {
        let mut turns = Turns::default();
        let mut before = game.first();
        for done in game.played() {
            let mover = before.turn();
            before = &done.position;
            let leans = matches!(done.mv, Move::Hand { task: Task::Lean, .. });
            if mover != side || matches!(done.mv, Move::Hand { task: Task::Lay, .. }) {
                continue;
            }
            let follows = &done.verdict.consequences;
            if follows.contains(&Consequence::Again) {
                turns.again += 1;
            } else if let Some(call) = done.verdict.calls.first() {
                if leans {
                    *turns
                        .faults
                        .entry(call.fault.letter().unwrap_or('!'))
                        .or_insert(0) += 1;
                } else {
                    turns.captures_failed += 1;
                }
            } else if leans {
                turns.leans += 1;
            } else {
                turns.captures += 1;
            }
        }
        turns
    }
}

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} leant, {} tried again, {:?} faults, {} carried, {} not",
            self.leans, self.again, self.faults, self.captures, self.captures_failed
        )
    }
}

/// The share of points won, draws counting half, and two standard errors of it, in per cent.
fn share([won, lost, drawn]: [u32; 3]) -> (f64, f64) {
    let games = f64::from(won + lost + drawn).max(1.0);
    let share = (f64::from(won) + f64::from(drawn) / 2.0) / games;
    let square = (f64::from(won) + f64::from(drawn) / 4.0) / games;
    (
        100.0 * share,
        200.0 * ((square - share * share).max(0.0) / games).sqrt(),
    )
}

/// For how long this thread has been at work, on a Linux machine that others share.
fn at_work() -> Duration {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = times.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(first.unwrap_or_default())
}

/// Plays a game; gives it and each side's slowest choice.
fn play(levels: [u64; 2], seed: u64) -> (Match, [Duration; 2]) {
    let shows_moves = std::env::args().any(|word| word == "--moves");
    let mut game = Match::start(Variant {
        red: Face::ALL[seed as usize / 2 % 2],
        ..Variant::default()
    });
    let mut random = Random::new(seed);
    let mut slowest = [Duration::ZERO; 2];
    for _ in 0..MOST_MOVES {
        if game.outcome().is_some() {
            break;
        }
        let turn = game.position().turn();
        let level = levels[turn];
        let before = at_work();
        let mv = if level == 0 {
            at_random(&game, &mut random)
        } else {
            choose(game.position(), level as u8, random.bits(), &|| false)
        };
        slowest[turn] = slowest[turn].max(at_work().saturating_sub(before));
        if let Some(mv) = mv {
            // A foundation that is refused is laid again.
            if game.play_move(mv).is_ok() && shows_moves {
                print_move(&game);
            }
        }
    }
    (game, slowest)
}

/// Places a disc anywhere at any tilt; carries what it must anywhere.
fn at_random(game: &Match, random: &mut Random) -> Option<Move> {
    let position = game.position();
    let mut any = |most: i64| (random.below(2 * most as u64 + 1) as i64 - most) as i16;
    let low = HandPose {
        x: any(1500),
        y: any(1500),
        height: 5,
        tilt: any(300).abs() + any(300).abs(),
        heading: any(1800),
    }
    .clamped();
    let low = if position.phase() == Phase::Opening {
        HandPose { tilt: 0, ..low }
    } else {
        low
    };
    let task = match (position.captures().next(), position.turns(position.turn()).next()) {
        _ if position.phase() == Phase::Opening => Task::Lay,
        (Some(group), _) => {
            let disc = group.discs[0];
            if position.allow_declaring(disc).is_ok() {
                return Some(Move::Declare { disc });
            }
            Task::Capture { disc }
        }
        (None, Some(disc)) => Task::Turn { disc },
        (None, None) => Task::Lean,
    };
    let mut live = Live::begin(position, task, HandPose { height: 2000, ..low }).ok()?;
    let mut ways = vec![low];
    if let (Task::Capture { .. } | Task::Turn { .. }, Some(here)) = (task, live.pose()) {
        let shown = position.turn() == Side::First;
        let up = live.table().magnet(match task {
            Task::Capture { disc } | Task::Turn { disc } => disc,
            _ => return None,
        })?;
        let tilt = if (up.axis.z >= 0.0) == shown { 0 } else { 1800 };
        let high = HandPose { height: 1000, ..here };
        ways = vec![
            high,
            HandPose { tilt, ..high },
            HandPose {
                tilt,
                height: 1000,
                heading: here.heading,
                ..low
            },
        ];
        ways.push(HandPose {
            tilt,
            height: 0,
            heading: here.heading,
            ..low
        });
    }
    for way in ways {
        live.steer(way);
        for _ in 0..60 * 16 {
            live.tick();
            if live.pose() == Some(way) {
                break;
            }
        }
    }
    live.let_go();
    live.finish().ok().map(|done| done.mv)
}
