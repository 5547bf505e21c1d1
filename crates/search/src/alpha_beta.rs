//! Alpha-beta as an engine.

use crate::engine::{Engine, Line, Term, ThinkLimits};
use crate::knowledge::Knowledge;
use crate::level::Strengths;
use crate::searcher::Searcher;
use crate::table::TranspositionTable;
use rules::{Game, History};
use std::marker::PhantomData;

/// The engine that searches with what `K` knows of its game.
#[derive(Debug)]
pub struct AlphaBeta<K> {
    table: TranspositionTable,
    knowledge: PhantomData<fn() -> K>,
}

impl<K: Knowledge<Memory: Default>> Engine for AlphaBeta<K> {
    type Game = K::Game;
    const LEVELS: Strengths = K::LEVELS;

    fn new(bytes: usize) -> Self {
        AlphaBeta {
            table: TranspositionTable::new(bytes),
            knowledge: PhantomData,
        }
    }

    fn clear(&self) {
        self.table.clear();
    }

    fn think(
        &self,
        history: &History<K::Game>,
        limits: &ThinkLimits<'_, <K::Game as Game>::Move>,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Line<<K::Game as Game>::Move>),
    ) -> Line<<K::Game as Game>::Move> {
        Searcher::<K>::new(history, &self.table, limits, K::Memory::default(), stop).run(report)
    }

    fn terms(position: &K::Game) -> Vec<Term> {
        K::terms(position)
    }
}
