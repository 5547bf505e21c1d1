//! A player at the board, for one game after the other.

use super::external::External;
use super::mcts;
use super::player::{Limit, Player};
use crate::clock::{thread_time, wall_time};
use crate::engine_cache::EngineCache;
use analysis::{Bounds, best_lines};
use rules::{Game, History, Random};
use search::{Engine, MoveOf, choose, choose_with};
use std::time::Duration;

/// Bytes of the memory of an engine that is limited by nodes, depth or time.
const ENGINE_BYTES: usize = 16 << 20;

/// The cost of thinking.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Cost {
    pub(crate) moves: u64,
    /// Nodes searched, or playouts.
    pub(crate) nodes: u64,
    /// Processor time; of another program, the time its answers took.
    pub(crate) time: Duration,
}

impl Cost {
    pub(crate) fn add(&mut self, other: Cost) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

/// A player with what it needs to play.
pub(crate) struct Seat<'a> {
    player: &'a Player,
    /// The engines of this process.
    engine: EngineCache,
    external: Option<External>,
    pub(crate) cost: Cost,
}

impl<'a> Seat<'a> {
    pub(crate) fn new(player: &'a Player) -> Result<Seat<'a>, String> {
        let external = match player {
            Player::Command { command, .. } => Some(External::start(command)?),
            _ => None,
        };
        Ok(Seat {
            player,
            engine: EngineCache::default(),
            external,
            cost: Cost::default(),
        })
    }

    /// Forgets the game before.
    pub(crate) fn begin(&mut self) {
        self.cost = Cost::default();
        self.engine.forget();
        if let Some(external) = &mut self.external {
            external.begin();
        }
    }

    /// The move to play in a game that is not over.
    pub(crate) fn choose<E: Engine>(
        &mut self,
        history: &History<E::Game>,
        seed: u64,
    ) -> Result<MoveOf<E>, String> {
        let spent = if self.external.is_some() {
            wall_time
        } else {
            thread_time
        };
        let before = spent();
        let (mv, nodes) = self.think::<E>(history, seed)?;
        self.cost.add(Cost {
            moves: 1,
            nodes,
            time: spent().saturating_sub(before),
        });
        mv.ok_or_else(|| format!("{} has no move in {}", self.player, history.position()))
    }

    fn think<E: Engine>(
        &mut self,
        history: &History<E::Game>,
        seed: u64,
    ) -> Result<(Option<MoveOf<E>>, u64), String> {
        let never = || false;
        let chosen = match self.player {
            Player::Random => {
                let moves = history.position().legal_moves();
                let mut random = Random::new(seed ^ history.plies() as u64);
                return Ok((moves.get(random.below(moves.len() as u64) as usize).copied(), 0));
            }
            Player::Mcts(playouts) => {
                let seed = seed ^ history.plies() as u64;
                return Ok((
                    mcts::best_move::<E>(history.position(), *playouts, seed),
                    *playouts,
                ));
            }
            Player::Strength(strength) => choose_with::<E>(history, *strength, seed, &never),
            Player::Engine(Limit::Level(level)) => choose::<E>(history, *level, seed, &never),
            Player::Engine(limit) => return Ok(self.search::<E>(history, *limit)),
            Player::Command { limit, command } => match &mut self.external {
                Some(external) => return external.choose(history, *limit, seed),
                None => return Err(format!("{command} was never started")),
            },
        };
        Ok(chosen.map_or((None, 0), |choice| (Some(choice.mv), choice.nodes)))
    }

    /// Searches at full strength, without a level's random choices.
    fn search<E: Engine>(&mut self, history: &History<E::Game>, limit: Limit) -> (Option<MoveOf<E>>, u64) {
        let mut bounds = Bounds::default();
        match limit {
            Limit::Nodes(nodes) => bounds.nodes = Some(nodes),
            Limit::Depth(depth) => bounds.depth = Some(depth),
            Limit::Time(milliseconds) => bounds.time = Some(Duration::from_millis(milliseconds)),
            Limit::Level(_) => (),
        }
        let engine = self.engine.get::<E>(ENGINE_BYTES);
        let line = best_lines(engine, history, &bounds, &|| false, &mut |_| ()).pop();
        line.map_or((None, 0), |line| (line.moves.first().copied(), line.nodes))
    }
}
