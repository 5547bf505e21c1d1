//! Plays the computer's levels against each other: `strength FIRST SECOND GAMES [SEED] [--moves]`; level 0
//! places at random.
//!
//! Colours and the red disc's face alternate. Prints a line a game: how it ended, the points, how many moves, each side's movements by
//! kind with the change of its own points and the opponent's, and with `--moves` a line a move; then the score with two standard
//! errors, how games ended, their lengths, each level's slowest choice, and the movements of all games.

use magnets::{Disc, HandPose, Lie, Placed, Table};
use polarity::computer::choose_after;
use polarity::{Consequence, Done, Face, Live, Match, Move, Phase, Position, SIDES, StartVariant, Task};
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
    let mut accounts = [Account::default(), Account::default()];
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
        let mut sides = Side::BOTH.map(|side| Account::of(&game, side));
        if swapped {
            slowest.reverse();
            sides.reverse();
        }
        for (account, side) in accounts.iter_mut().zip(&sides) {
            account.join(side);
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
    for (level, account) in [first, second].into_iter().zip(&accounts) {
        println!("level {level}: {account}");
    }
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
    if game.outcome().is_none() {
        println!("  stands: {}", game.position());
    }
    for side in Side::BOTH {
        println!(
            "  {} (level {}): {}; slowest choice {:?}",
            SIDES[side],
            levels[side],
            Account::of(game, side),
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

/// Movements of one kind: how many, and by how much they changed the mover's points and the opponent's.
#[derive(Clone, Copy, Default)]
struct Total {
    count: i32,
    own: i32,
    other: i32,
}

/// Points of a player by the kind of movement.
#[derive(Clone, Default)]
struct Account(BTreeMap<String, Total>);

impl Account {
    fn of(game: &Match, side: Side) -> Account {
        let mut account = Account::default();
        let mut before = game.first();
        for done in game.played() {
            if before.turn() == side {
                account.add(before, done);
            }
            before = &done.position;
        }
        account
    }

    fn add(&mut self, before: &Position, done: &Done) {
        let Some(kind) = kind(before, done) else { return };
        let side = before.turn();
        let gained = |side: Side| done.position.points(side) - before.points(side);
        let total = self.0.entry(kind).or_default();
        total.count += 1;
        total.own += gained(side);
        total.other += gained(side.other());
    }

    fn join(&mut self, other: &Account) {
        for (kind, more) in &other.0 {
            let total = self.0.entry(kind.clone()).or_default();
            total.count += more.count;
            total.own += more.own;
            total.other += more.other;
        }
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |(kind, total): (&String, &Total)| {
            let Total { count, own, other } = total;
            format!("{count} {kind} ({own:+} {other:+})")
        };
        let rows: Vec<String> = self.0.iter().map(row).collect();
        f.write_str(&rows.join(", "))
    }
}

/// The kind of a movement; none for the foundations of the opening.
fn kind(before: &Position, done: &Done) -> Option<String> {
    let follows = &done.verdict.consequences;
    let mut faults: Vec<char> = done
        .verdict
        .calls
        .iter()
        .map(|call| call.fault.letter().unwrap_or('!'))
        .collect();
    faults.sort_unstable();
    faults.dedup();
    let ended = match () {
        () if follows.contains(&Consequence::Again) => "again".to_owned(),
        () if faults.is_empty() => "done".to_owned(),
        () => faults.into_iter().collect(),
    };
    let task = match &done.mv {
        Move::Declare { .. } => "declare",
        Move::Hand { task: Task::Lay, .. } => return None,
        Move::Hand {
            task: Task::Lean,
            trace,
        } if trace.release().is_some() => "lean",
        Move::Hand { task: Task::Lean, .. } => "kept",
        Move::Hand {
            task: Task::Turn { .. },
            ..
        } => "turn",
        Move::Hand {
            task: Task::Capture { disc },
            ..
        } if carries(before, *disc) => "capture under leaners",
        Move::Hand { .. } => "capture",
    };
    Some(format!("{task} {ended}"))
}

/// Whether a leaner stands beside a disc of the group of this one.
fn carries(position: &Position, disc: Disc) -> bool {
    let place = |placed: &Placed| [placed.centre[0], placed.centre[1]].map(|part| f64::from(part) / 1000.0);
    let group = position.group(disc).map_or(&[][..], |group| &group.discs);
    let bases: Vec<[f64; 2]> = group
        .iter()
        .filter_map(|disc| position.placed(*disc))
        .map(place)
        .collect();
    let table = Table::new(position.scene());
    position.scene().discs().iter().any(|placed| {
        let [x, y] = place(placed);
        !group.contains(&placed.disc)
            && table.lie(placed.disc) == Some(Lie::Leaner)
            && bases.iter().any(|[a, b]| (x - a).hypot(y - b) < 5.8)
    })
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

/// Processor time of this thread, on a Linux machine that others share.
fn at_work() -> Duration {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = times.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(first.unwrap_or_default())
}

/// Plays a game; gives it and each side's slowest choice.
fn play(levels: [u64; 2], seed: u64) -> (Match, [Duration; 2]) {
    let shows_moves = std::env::args().any(|word| word == "--moves");
    let mut game = Match::start(StartVariant {
        red: Face::ALL[seed as usize / 2 % 2],
        ..StartVariant::default()
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
            choose_after(
                game.position(),
                game.attempts(),
                level as u8,
                random.bits(),
                &|| false,
            )
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
