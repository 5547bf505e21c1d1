//! Counters for Prometheus.

use crate::App;
use crate::routes::Routes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The bounds of the histogram of commits, in milliseconds.
const BOUNDS: [u64; 9] = [1, 2, 5, 10, 20, 50, 100, 250, 1000];

/// Counters; they begin at nothing with each start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    entries: AtomicU64,
    failures: AtomicU64,
    commits: AtomicU64,
    commit_micros: AtomicU64,
    buckets: [AtomicU64; BOUNDS.len()],
}

impl Metrics {
    /// A transaction with so many entries was committed, or failed, after so long.
    pub(crate) fn committed(&self, entries: usize, took: Duration, well: bool) {
        let count = |counter: &AtomicU64, by: u64| {
            counter.fetch_add(by, Ordering::Relaxed);
        };
        count(&self.entries, entries as u64);
        count(&self.commits, 1);
        count(&self.commit_micros, took.as_micros() as u64);
        count(&self.failures, u64::from(!well));
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            count(bucket, u64::from(took <= Duration::from_millis(bound)));
        }
    }
}

pub(crate) fn routes() -> Routes {
    Routes::default().on("GET", "/metrics", metrics)
}

async fn metrics(State(app): State<App>) -> Response {
    let metrics = &app.rooms.0.metrics;
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let mut text = String::new();
    let open = app.sockets.count();
    for (name, kind, help, value) in [
        (
            "tablier_tables_awake",
            "gauge",
            "Tables in memory.",
            app.rooms.awake() as u64,
        ),
        (
            "tablier_sockets_open",
            "gauge",
            "Sockets and streams.",
            open as u64,
        ),
        (
            "tablier_log_entries_total",
            "counter",
            "Entries written to logs.",
            read(&metrics.entries),
        ),
        (
            "tablier_commit_failures_total",
            "counter",
            "Transactions that failed.",
            read(&metrics.failures),
        ),
    ] {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
    }
    let name = "tablier_commit_seconds";
    let _ = writeln!(
        text,
        "# HELP {name} How long commits took.\n# TYPE {name} histogram"
    );
    for (bucket, bound) in metrics.buckets.iter().zip(BOUNDS) {
        let _ = writeln!(
            text,
            "{name}_bucket{{le=\"{}\"}} {}",
            bound as f64 / 1000.0,
            read(bucket)
        );
    }
    let (commits, seconds) = (read(&metrics.commits), read(&metrics.commit_micros) as f64 / 1e6);
    let _ = writeln!(
        text,
        "{name}_bucket{{le=\"+Inf\"}} {commits}\n{name}_sum {seconds}\n{name}_count {commits}"
    );
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
