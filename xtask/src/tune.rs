//! `cargo xtask tune`: the engine plays itself, and its weights are fitted to who won.
//!
//! The winning chance is taken to be a logistic function of the evaluation. Plain gradient descent finds the
//! weights that make the results of the games likeliest; they are scaled so that the first of them keeps its
//! value, since that is the unit in which scores are told.

use crate::shell;
use rules::{Game, History, Outcome, Random, Side, Variant};
use search::{AlphaBeta, Knowledge, Offboard, Polygone, Score, Strength, choose_with};
use std::fmt::Write as _;

/// Random plies at the start, at most: they make games different, and lopsided enough to learn from.
const OPENING: u64 = 30;
/// A game that lasts longer is a draw.
const MOST_PLIES: usize = 200;
/// How far the players misjudge moves, so that all kinds of positions come up.
const NOISE: Score = 25;
/// Evaluation at which the winning chance is three in four, before the scores are scaled.
const UNIT: f64 = 100.0;
const ROUNDS: u32 = 600;
/// How strongly a weight is held to where it was, in positions.
const HOLD: f64 = 400.0;

/// A position: how many more of each feature the first side has, and what it won.
struct Sample {
    counts: Vec<(usize, f64)>,
    result: f64,
}

pub(crate) fn run(game: &str, rest: &[&str]) -> Result<(), String> {
    let number = |at: usize, usual: u64| match rest.get(at) {
        Some(text) => text
            .parse()
            .map_err(|_| format!("expected a number, found {text}")),
        None => Ok(usual),
    };
    let (games, nodes) = (number(0, 1_000)?, number(1, 1_000)?);
    match game {
        "offboard" => tune::<Offboard>(games, nodes),
        "polygone" => tune::<Polygone>(games, nodes),
        _ => Err(format!("expected offboard or polygone, found {game}")),
    }
}

fn tune<K: Knowledge<Memory: Default>>(games: u64, nodes: u64) -> Result<(), String> {
    let mut samples = Vec::new();
    for seed in 0..games {
        play::<K>(seed, nodes, &mut samples);
    }
    let old: Vec<f64> = K::FEATURES
        .iter()
        .map(|feature| f64::from(feature.weight))
        .collect();
    println!(
        "{games} games, {} positions, loss {:.4}",
        samples.len(),
        loss(&samples, &old)
    );
    let fitted = fit(&samples, &old);
    println!("loss {:.4} after fitting", loss(&samples, &fitted));
    let scale = old[0] / fitted[0];
    println!("winning chance scale {:.0}", UNIT * scale);
    let weights: Vec<Score> = fitted
        .iter()
        .map(|weight| (weight * scale).round() as Score)
        .collect();
    write::<K>(&weights)
}

/// Plays a game and keeps its quiet positions.
fn play<K: Knowledge<Memory: Default>>(seed: u64, nodes: u64, samples: &mut Vec<Sample>) {
    let mut random = Random::new(seed);
    let variants = <K::Game as Game>::Variant::ALL;
    let mut history = History::new(K::Game::start(variants[seed as usize % variants.len()]));
    let strength = Strength {
        nodes,
        depth: 60,
        noise: NOISE,
        careless: 0,
    };
    let first = samples.len();
    let opening = random.below(OPENING) as usize;
    while history.outcome().is_none() && history.plies() < MOST_PLIES {
        let moves = history.position().legal_moves();
        let mv = if history.plies() < opening {
            Some(moves[random.below(moves.len() as u64) as usize])
        } else {
            choose_with::<AlphaBeta<K>>(&history, strength, random.bits(), &|| false).map(|choice| choice.mv)
        };
        let Some(mv) = mv else { break };
        if history.play(mv).is_err() {
            break;
        }
        let position = history.position();
        let mut quiet = history.outcome().is_none() && history.plies() >= opening;
        K::each_loud(position, |_, _| quiet = false);
        if quiet {
            let mut counts = Vec::new();
            K::each_feature(position, |feature, count| {
                counts.push((feature, f64::from(count)));
            });
            samples.push(Sample { counts, result: 0.5 });
        }
    }
    let result = match history.outcome().and_then(Outcome::winner) {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    };
    samples[first..]
        .iter_mut()
        .for_each(|sample| sample.result = result);
}

fn chance(sample: &Sample, weights: &[f64]) -> f64 {
    let sum: f64 = sample
        .counts
        .iter()
        .map(|(feature, count)| count * weights[*feature])
        .sum();
    1.0 / (1.0 + (-sum / UNIT).exp())
}

/// The mean of the results' unlikelihood.
fn loss(samples: &[Sample], weights: &[f64]) -> f64 {
    let of = |sample: &Sample| {
        let chance = chance(sample, weights).clamp(1e-6, 1.0 - 1e-6);
        -(sample.result * chance.ln() + (1.0 - sample.result) * (1.0 - chance).ln())
    };
    samples.iter().map(of).sum::<f64>() / samples.len() as f64
}

/// Gradient descent with a step of its own for each weight, by how much that has changed so far (Adagrad).
fn fit(samples: &[Sample], old: &[f64]) -> Vec<f64> {
    let mut weights = old.to_vec();
    let mut squares = vec![1e-12; old.len()];
    for _ in 0..ROUNDS {
        let mut gradient: Vec<f64> = weights
            .iter()
            .zip(old)
            .map(|(now, old)| (now - old) * HOLD / UNIT / UNIT)
            .collect();
        for sample in samples {
            let error = (chance(sample, &weights) - sample.result) / UNIT;
            for (feature, count) in &sample.counts {
                gradient[*feature] += error * count;
            }
        }
        for ((weight, slope), square) in weights.iter_mut().zip(gradient).zip(&mut squares) {
            *square += slope * slope;
            *weight -= 5.0 * slope / square.sqrt();
        }
    }
    weights
}

/// Writes the weights of a game into their table.
fn write<K: Knowledge>(weights: &[Score]) -> Result<(), String> {
    let path = shell::root().join("crates/search/src/weights.rs");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let head = format!(
        "pub(crate) const {}: &[Feature] = &[\n",
        K::Game::NAME.to_uppercase()
    );
    let start = text
        .find(&head)
        .ok_or_else(|| format!("weights.rs lacks `{}`", head.trim()))?
        + head.len();
    let end = start
        + text[start..]
            .find("];")
            .ok_or("weights.rs has a table without an end")?;
    let mut table = String::new();
    for (feature, weight) in K::FEATURES.iter().zip(weights) {
        let _ = writeln!(table, "    of({:?}, {weight}),", feature.term);
    }
    print!("{table}");
    std::fs::write(&path, format!("{}{table}{}", &text[..start], &text[end..]))
        .map_err(|error| format!("{}: {error}", path.display()))
}
