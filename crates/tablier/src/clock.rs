//! How much time a thread has spent, without what other programs took from it.

use std::time::Duration;

/// The processor time of the calling thread, where the system tells it.
#[cfg(unix)]
pub(crate) fn thread_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// The time since the first call: the system does not tell a thread's own.
#[cfg(not(unix))]
pub(crate) fn thread_time() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}
