//! Keeps an engine, with its memory, from move to move.

use search::Engine;
use std::any::Any;

/// The engine of the last game played.
#[derive(Default)]
pub(crate) struct EngineCache(Option<Box<dyn Any + Send>>);

impl EngineCache {
    /// The engine of this game: the one kept, or a new one whose table has so many bytes.
    pub(crate) fn get<E: Engine>(&mut self, bytes: usize) -> &E {
        if self.0.as_ref().is_none_or(|kept| !kept.is::<E>()) {
            self.0 = None;
        }
        let kept = self.0.get_or_insert_with(|| Box::new(E::new(bytes)));
        kept.downcast_ref()
            .expect("another game's engine was dropped above")
    }

    /// Drops the engine with its memory.
    pub(crate) fn forget(&mut self) {
        self.0 = None;
    }
}
