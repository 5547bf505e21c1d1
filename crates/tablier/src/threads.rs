//! Several searchers on one table, each on a thread of its own.

use rules::History;
use search::{ASK_EVERY, EngineGame, Limits, Searcher, Table};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

/// Bytes of stack for a thread that searches.
pub(crate) const STACK: usize = 16 << 20;

/// Does `work`, a search on this thread, while `threads - 1` more fill the table. `nodes` counts theirs.
pub(crate) fn with_helpers<G: EngineGame, T>(
    history: &History<G>,
    table: &Table,
    threads: u64,
    nodes: &AtomicU64,
    work: impl FnOnce() -> T,
) -> T {
    let over = AtomicBool::new(false);
    let stop = || {
        nodes.fetch_add(ASK_EVERY, Relaxed);
        over.load(Relaxed)
    };
    thread::scope(|scope| {
        let end = SetOnDrop(&over);
        for number in 1..threads {
            let stop = &stop;
            let help = move || {
                let mut searcher =
                    Searcher::new(history, table, Limits::default(), stop).numbered(number as u32);
                searcher.run(history.position(), |_| ());
            };
            // A machine that has no more threads to give gets fewer searchers.
            let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help);
        }
        let done = work();
        drop(end);
        done
    })
}

/// Ends the helpers even when the work panics: their scope waits for them.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
