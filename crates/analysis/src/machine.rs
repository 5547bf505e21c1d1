//! The machine's clock and threads.

use std::sync::atomic::AtomicBool;
#[cfg(not(target_family = "wasm"))]
use std::sync::atomic::Ordering;
#[cfg(not(target_family = "wasm"))]
use std::thread;
use std::time::Duration;

/// Bytes of stack for a thread that thinks.
pub const STACK: usize = 16 << 20;

/// Measures the time since it was made.
#[cfg(not(target_family = "wasm"))]
pub(crate) struct Stopwatch(std::time::Instant);

#[cfg(not(target_family = "wasm"))]
impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(std::time::Instant::now())
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Measures the time since it was made, in the browser's milliseconds.
#[cfg(target_family = "wasm")]
pub(crate) struct Stopwatch(f64);

#[cfg(target_family = "wasm")]
impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(web_sys::js_sys::Date::now())
    }

    pub(crate) fn elapsed(&self) -> Duration {
        let milliseconds = web_sys::js_sys::Date::now() - self.0;
        Duration::from_millis(milliseconds.max(0.0) as u64)
    }
}

/// Runs `work` on this thread while threads numbered from 1 to `threads - 1` call `help` until it is over.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn with_helpers<T>(
    threads: u32,
    help: &(dyn Fn(u32, &AtomicBool) + Sync),
    work: impl FnOnce() -> T,
) -> T {
    let over = &AtomicBool::new(false);
    thread::scope(|scope| {
        let end = SetOnDrop(over);
        for number in 1..threads {
            // If the machine has no more threads to give, fewer helpers run.
            let _ = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || help(number, over));
        }
        let done = work();
        drop(end);
        done
    })
}

/// Runs `work` alone: the browser's worker is one thread.
#[cfg(target_family = "wasm")]
pub(crate) fn with_helpers<T>(
    _threads: u32,
    _help: &(dyn Fn(u32, &AtomicBool) + Sync),
    work: impl FnOnce() -> T,
) -> T {
    work()
}

/// Ends the helpers even when the work panics: their scope waits for them.
#[cfg(not(target_family = "wasm"))]
struct SetOnDrop<'a>(&'a AtomicBool);

#[cfg(not(target_family = "wasm"))]
impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
