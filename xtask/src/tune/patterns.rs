//! `cargo xtask tune patterns`: fits what Isometron's patterns are worth to games that they play against themselves.
//!
//! Each round plays games from the table as it is, whose players place what seems to gain most, and fits it to what was
//! gained from each board on. Where a player placed a tile at random, what it could have placed counts in place of
//! what came of it.

use crate::shell;
use isometron::{Position, Symmetry};
use isometron_engine::Outline;
use isometron_engine::patterns::{
    Lies, ON_BOARD, PATTERNS, POINT, Patterns, TABLE, TURN_UNIT, empty, on_board,
};
use isometron_engine::patterns::{stage_at, turn_at};
use rules::{Game, Random};

const FILE: &str = "crates/isometron-engine/src/patterns.bin";
/// With no more empty cells the rest is seen to the end, by looking at no more than so many boards.
const SEEN: u32 = 18;
const BOARDS: u64 = 300_000;
/// So many random tiles at most come first; players then place a tile in so many of a hundred at random, and misjudge
/// tiles by so many points.
const OPENING: u64 = 9;
const CARELESS: [u64; 4] = [0, 3, 10, 25];
const MISJUDGED: [u64; 3] = [0, 2, 6];
/// How far a weight moves with each board, by how often all have been looked at.
const STEPS: [f32; 7] = [0.004, 0.003, 0.002, 0.0012, 0.0007, 0.0004, 0.0002];
/// What is further off than this counts as so far off.
const FARTHEST: f32 = 80.0;
/// How fast weights go back to nothing, and how much slower what the turn is worth moves.
const FADING: f32 = 0.00002;
const TURN_STEP: f32 = 0.1;
/// One board of so many is kept from the fit, to judge it.
const KEPT: usize = 20;

/// A board as its side to move sees it, and how many points more it got than the other from then on.
struct Sample {
    lies: Lies,
    rest: f32,
}

/// A tile that was placed, or a pass.
struct Step {
    lies: Lies,
    gain: i32,
    /// The other side is to move then.
    turns: bool,
    /// What the best tile seemed to gain in the end, where a random one was placed.
    best: Option<f32>,
}

pub(super) fn run(games: u64, rounds: u64) -> Result<(), String> {
    let path = shell::root().join(FILE);
    let told = |error| format!("{}: {error}", path.display());
    let bytes = std::fs::read(&path).map_err(told)?;
    let mut table: [u8; TABLE] = bytes
        .try_into()
        .map_err(|_| format!("{FILE} should be {TABLE} bytes long"))?;
    let mut weights: Vec<f32> = table
        .iter()
        .enumerate()
        .map(|(index, byte)| f32::from(*byte as i8) * unit(index))
        .collect();
    for round in 0..rounds {
        let mut samples = Vec::new();
        for game in 0..games {
            let mut random = Random::new(u64::from(mixed(&table)) << 32 | game);
            play(Patterns::new(&table), &mut random, &mut samples);
        }
        fit(&samples, &mut weights, &mut Random::new(round));
        for (index, (byte, weight)) in table.iter_mut().zip(&weights).enumerate() {
            *byte = (weight / unit(index)).round().clamp(-127.0, 127.0) as i8 as u8;
        }
        std::fs::write(&path, table).map_err(told)?;
        println!(
            "round {}: {} boards, correlation by stage {}",
            round + 1,
            samples.len(),
            correlations(&samples, &weights)
        );
    }
    Ok(())
}

/// What one more is worth in the table, in points.
fn unit(index: usize) -> f32 {
    let unit = if index >= turn_at(0) { TURN_UNIT } else { 1 };
    unit as f32 / POINT as f32
}

/// A number that differs with the table, so that each round plays other games.
fn mixed(table: &[u8]) -> u32 {
    table.iter().fold(1, |sum: u32, byte| {
        sum.wrapping_mul(31).wrapping_add(u32::from(*byte))
    })
}

/// Plays a game until the rest can be seen, and keeps its boards.
fn play(patterns: Patterns, random: &mut Random, samples: &mut Vec<Sample>) {
    let mut outline = Outline::of(&Position::start(Symmetry::Shift));
    let opening = random.below(OPENING) as usize;
    let careless = CARELESS[random.below(CARELESS.len() as u64) as usize];
    let misjudged = POINT as u64 * MISJUDGED[random.below(MISJUDGED.len() as u64) as usize];
    let mut steps: Vec<Step> = Vec::new();
    while outline.empty() > SEEN {
        let choices = choices(patterns, &outline);
        let mut mood = || random.below(2 * misjudged + 1) as i32;
        let moods: Vec<i32> = choices.iter().map(|_| mood()).collect();
        let seeming = |index: &usize| choices[*index].promise + moods[*index];
        let Some(chosen) = (0..choices.len()).max_by_key(seeming) else {
            break;
        };
        let is_random = steps.len() < opening || random.below(100) < careless;
        let chosen = if is_random {
            random.below(choices.len() as u64) as usize
        } else {
            chosen
        };
        let best = choices.iter().map(|choice| choice.promise).max();
        let Choice { gain, next, .. } = choices[chosen];
        steps.push(Step {
            lies: outline.lies(),
            gain,
            turns: next.turn() != outline.turn(),
            best: best.filter(|_| is_random).map(|best| best as f32 / POINT as f32),
        });
        outline = next;
    }
    let Some(rest) = outline.rest(BOARDS) else {
        return;
    };
    let mut rest = rest as f32;
    samples.push(Sample {
        lies: outline.lies(),
        rest,
    });
    for step in steps.into_iter().rev() {
        rest = step.gain as f32 + if step.turns { -rest } else { rest };
        rest = step.best.unwrap_or(rest);
        samples.push(Sample {
            lies: step.lies,
            rest,
        });
    }
}

/// A free tile or a pass.
#[derive(Clone, Copy)]
struct Choice {
    /// The points it gains at once.
    gain: i32,
    /// What it seems to gain in the end, in the table's points.
    promise: i32,
    next: Outline,
}

fn choices(patterns: Patterns, outline: &Outline) -> Vec<Choice> {
    let mut choices = Vec::new();
    outline.each_cost(|mv, cost| {
        let mut next = *outline;
        next.play(mv);
        let rest = patterns.margin(&next.lies());
        let rest = if next.turn() == outline.turn() {
            rest
        } else {
            -rest
        };
        choices.push(Choice {
            gain: -cost,
            promise: rest - POINT * cost,
            next,
        });
    });
    choices
}

/// What a board's patterns are worth, and where they stand among the weights.
fn judge(lies: &Lies, weights: &[f32]) -> (f32, [usize; ON_BOARD], usize) {
    let (stage, turn) = (stage_at(empty(lies)), turn_at(empty(lies)));
    let places = on_board(lies).map(|pattern| stage + usize::from(pattern));
    let margin = places.iter().map(|place| weights[*place]).sum::<f32>() + weights[turn];
    (margin, places, turn)
}

/// Stochastic gradient descent.
fn fit(samples: &[Sample], weights: &mut [f32], random: &mut Random) {
    let mut fitted: Vec<&Sample> = samples.iter().skip(samples.len() / KEPT).collect();
    for step in STEPS {
        for last in (1..fitted.len()).rev() {
            fitted.swap(last, random.below(last as u64 + 1) as usize);
        }
        for sample in &fitted {
            let (margin, places, turn) = judge(&sample.lies, weights);
            let change = step * (sample.rest - margin).clamp(-FARTHEST, FARTHEST);
            for place in places {
                weights[place] += change - FADING * weights[place];
            }
            weights[turn] += TURN_STEP * change;
        }
    }
}

/// How well the boards that were kept from the fit are judged, by stage.
fn correlations(samples: &[Sample], weights: &[f32]) -> String {
    let mut stages: Vec<Vec<(f64, f64)>> = Vec::new();
    for sample in &samples[..samples.len() / KEPT] {
        let stage = stage_at(empty(&sample.lies)) / PATTERNS;
        stages.resize_with(stages.len().max(stage + 1), Vec::new);
        let (margin, ..) = judge(&sample.lies, weights);
        stages[stage].push((f64::from(margin), f64::from(sample.rest)));
    }
    let texts: Vec<String> = stages
        .iter()
        .map(|pairs| format!("{:.3}", correlation(pairs)))
        .collect();
    texts.join(" ")
}

fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
    let (a, b) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let covariance = mean(&|pair| (pair.0 - a) * (pair.1 - b));
    covariance / (mean(&|pair| (pair.0 - a).powi(2)) * mean(&|pair| (pair.1 - b).powi(2))).sqrt()
}
