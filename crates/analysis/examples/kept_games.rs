//! Prints games for `tests/games/`: `cargo run --release -p analysis --example kept_games GAME PLAYER SEED…`, where the
//! player is `random` or a level. A line a game: the first position, a tab, the moves.

use games::{BoardId, Level, Visitor};
use rules::{Game, History, Random, Variant};
use search::{Engine, choose};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, player, seeds @ ..] = &words[..] else {
        eprintln!("expected a game, random or a level, and seeds");
        return;
    };
    let Ok(game) = game.parse::<BoardId>() else {
        eprintln!("expected offboard, polygone or isometron, found {game}");
        return;
    };
    for seed in seeds.iter().filter_map(|seed| seed.parse().ok()) {
        let level = player.parse().ok();
        println!("{}", game.visit(Play { level, seed }));
    }
}

/// A game of a level against itself, or of random moves.
struct Play {
    level: Option<Level>,
    seed: u64,
}

impl Visitor for Play {
    type Output = String;

    fn visit<E: Engine<Game: drawing::Draw>>(self) -> String {
        let mut random = Random::new(self.seed);
        let variants = <E::Game as Game>::Variant::ALL;
        let start = E::Game::start(variants[self.seed as usize % variants.len()]);
        let (mut history, mut texts) = (History::new(start), Vec::new());
        while history.outcome().is_none() && history.plies() < 2_000 {
            let seed = random.bits();
            let mv = if let Some(level) = self.level {
                choose::<E>(&history, level, seed, &|| false).map(|choice| choice.mv)
            } else {
                let moves = history.position().legal_moves();
                moves.get(seed as usize % moves.len()).copied()
            };
            let Some(mv) = mv else { break };
            texts.push(history.position().move_text(mv));
            if history.play(mv).is_err() {
                break;
            }
        }
        format!("{start}\t{}", texts.join(" "))
    }
}
