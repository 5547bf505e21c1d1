//! An engine that is kept from move to move.

use search::Engine;
use std::any::Any;

/// The engine of the game that was thought about last.
#[derive(Default)]
pub(crate) struct Kept(Option<Box<dyn Any + Send>>);

impl Kept {
    /// The engine kept, or a new one of so many bytes if that is none or of another game.
    pub(crate) fn get<E: Engine>(&mut self, bytes: usize) -> &E {
        if self.0.as_ref().is_none_or(|kept| !kept.is::<E>()) {
            self.0 = None;
        }
        let kept = self.0.get_or_insert_with(|| Box::new(E::new(bytes)));
        kept.downcast_ref()
            .expect("another game's engine was dropped above")
    }

    /// Forgets what was thought.
    pub(crate) fn forget(&mut self) {
        self.0 = None;
    }
}
