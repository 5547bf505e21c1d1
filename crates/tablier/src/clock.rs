//! Processor time and elapsed time.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The processor time of the calling thread.
#[cfg(unix)]
pub(crate) fn thread_time() -> Duration {
    read(rustix::time::ClockId::ThreadCPUTime)
}

/// The processor time of all threads together.
#[cfg(unix)]
pub(crate) fn process_time() -> Duration {
    read(rustix::time::ClockId::ProcessCPUTime)
}

#[cfg(unix)]
fn read(clock: rustix::time::ClockId) -> Duration {
    let now = rustix::time::clock_gettime(clock);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// The time since the first call: this system does not measure a thread's processor time.
#[cfg(not(unix))]
pub(crate) fn thread_time() -> Duration {
    wall_time()
}

/// The same for the process.
#[cfg(not(unix))]
pub(crate) fn process_time() -> Duration {
    wall_time()
}

/// The time since the first call.
pub(crate) fn wall_time() -> Duration {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}
