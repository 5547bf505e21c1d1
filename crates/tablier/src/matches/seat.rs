//! A player at the board, for one game after the other.

use super::external::External;
use super::mcts;
use super::player::{Limit, Player};
use crate::clock::{thread_time, wall_time};
use rules::{History, Random};
use search::{EngineGame, Limits, Searcher, Table, choose, choose_with};
use std::time::{Duration, Instant};

/// Megabytes of table for an engine that is limited by nodes, depth or time.
const TABLE_MEGABYTES: usize = 16;

/// What thinking has cost.
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
    /// For engines whose table lives through a game.
    table: Option<Table>,
    external: Option<External>,
    pub(crate) cost: Cost,
}

impl<'a> Seat<'a> {
    pub(crate) fn new(player: &'a Player) -> Result<Seat<'a>, String> {
        let table = matches!(
            player,
            Player::Engine(Limit::Nodes(_) | Limit::Depth(_) | Limit::Time(_))
        );
        let external = match player {
            Player::Command { command, .. } => Some(External::start(command)?),
            _ => None,
        };
        Ok(Seat {
            player,
            table: table.then(|| Table::new(TABLE_MEGABYTES)),
            external,
            cost: Cost::default(),
        })
    }

    /// Forgets the game before.
    pub(crate) fn begin(&mut self) {
        self.cost = Cost::default();
        if let Some(table) = &self.table {
            table.clear();
        }
        if let Some(external) = &mut self.external {
            external.begin();
        }
    }

    /// The move to play in a game that is not over.
    pub(crate) fn choose<G: EngineGame>(
        &mut self,
        history: &History<G>,
        seed: u64,
    ) -> Result<G::Move, String> {
        let spent = if self.external.is_some() {
            wall_time
        } else {
            thread_time
        };
        let before = spent();
        let (mv, nodes) = self.think(history, seed)?;
        self.cost.add(Cost {
            moves: 1,
            nodes,
            time: spent().saturating_sub(before),
        });
        mv.ok_or_else(|| format!("{} has no move in {}", self.player, history.position()))
    }

    fn think<G: EngineGame>(
        &mut self,
        history: &History<G>,
        seed: u64,
    ) -> Result<(Option<G::Move>, u64), String> {
        let never = || false;
        let chosen = match self.player {
            Player::Random => {
                let moves = history.position().legal_moves();
                let mut random = Random::new(seed ^ history.plies() as u64);
                return Ok((moves.get(random.below(moves.len() as u64) as usize).copied(), 0));
            }
            Player::Mcts(playouts) => {
                let seed = seed ^ history.plies() as u64;
                return Ok((mcts::best_move(history.position(), *playouts, seed), *playouts));
            }
            Player::Strength(strength) => choose_with(history, *strength, seed, &never),
            Player::Engine(Limit::Level(level)) => choose(history, *level, seed, &never),
            Player::Engine(limit) => return Ok(self.search(history, *limit)),
            Player::Command { limit, command } => match &mut self.external {
                Some(external) => return external.choose(history, *limit, seed),
                None => return Err(format!("{command} was never started")),
            },
        };
        Ok(chosen.map_or((None, 0), |choice| (Some(choice.mv), choice.nodes)))
    }

    /// A search without a level's moods.
    fn search<G: EngineGame>(&mut self, history: &History<G>, limit: Limit) -> (Option<G::Move>, u64) {
        let mut limits = Limits::default();
        let mut end = None;
        match limit {
            Limit::Nodes(nodes) => limits.nodes = nodes,
            Limit::Depth(depth) => limits.depth = depth,
            Limit::Time(milliseconds) => {
                end = Instant::now().checked_add(Duration::from_millis(milliseconds));
            }
            Limit::Level(_) => (),
        }
        let stop = || end.is_some_and(|end| Instant::now() >= end);
        let table = self.table.get_or_insert_with(|| Table::new(TABLE_MEGABYTES));
        let line = Searcher::new(history, table, limits, &stop).run(history.position(), |_| ());
        (line.moves.first().copied(), line.nodes)
    }
}
