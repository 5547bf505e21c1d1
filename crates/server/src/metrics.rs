//! Measurements for Prometheus, with names by its conventions.

use crate::App;
use crate::http_error::Problem;
use crate::processors::Priority;
use crate::routes::Routes;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use protocol::{Event, EventKind};
use std::fmt::{Display, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::time::{MissedTickBehavior, interval};

/// The bounds of all histograms, in milliseconds.
const BOUNDS: [u64; 11] = [1, 2, 5, 10, 20, 50, 100, 250, 1000, 2500, 10_000];
/// Classes of answers, by the first digit of their status.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];
/// How often the delay of timers is measured.
const TICK: Duration = Duration::from_millis(250);

/// Counters; they begin at nothing with each start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    requests: [AtomicU64; CLASSES.len()],
    request_time: Histogram,
    moves: AtomicU64,
    started: AtomicU64,
    ended: AtomicU64,
    entries: AtomicU64,
    failures: AtomicU64,
    commit_time: Histogram,
    waiting_to_commit: AtomicI64,
    delay: Histogram,
}

/// How often something took how long.
#[derive(Debug, Default)]
struct Histogram {
    /// Counts up to each bound, those of the bounds before included.
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

fn add(counter: &AtomicU64, by: u64) {
    counter.fetch_add(by, Ordering::Relaxed);
}

fn read(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::Relaxed)
}

impl Histogram {
    fn observe(&self, took: Duration) {
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            add(bucket, u64::from(took <= Duration::from_millis(bound)));
        }
        add(&self.count, 1);
        add(&self.micros, took.as_micros() as u64);
    }
}

impl Metrics {
    /// A transaction with so many entries was committed, or failed, after so long.
    pub(crate) fn committed(&self, entries: usize, took: Duration, well: bool) {
        add(&self.entries, entries as u64);
        add(&self.failures, u64::from(!well));
        self.commit_time.observe(took);
    }

    /// Entries have begun to wait for their commit, or have ended to.
    pub(crate) fn wait_to_commit(&self, change: i64) {
        self.waiting_to_commit.fetch_add(change, Ordering::Relaxed);
    }

    /// Events of a game are on the disk.
    pub(crate) fn happened(&self, events: &[Event]) {
        for event in events {
            match event.kind {
                EventKind::Move { .. } => add(&self.moves, 1),
                EventKind::Start {} => add(&self.started, 1),
                EventKind::End(_) => add(&self.ended, 1),
                _ => {}
            }
        }
    }
}

/// Measures how late timers are: long before anything fails, a server with too much to do answers late.
pub(crate) async fn measure_delay(metrics: Arc<Metrics>) {
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let due = ticks.tick().await;
        metrics.delay.observe(due.elapsed());
    }
}

/// Counts requests, and measures how long it took until their answers began.
pub(crate) async fn measure(State(app): State<App>, request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let response = next.run(request).await;
    let metrics = &app.rooms.0.metrics;
    let class = usize::from(response.status().as_u16() / 100).saturating_sub(1);
    add(&metrics.requests[class.min(CLASSES.len() - 1)], 1);
    metrics.request_time.observe(begin.elapsed());
    response
}

pub(crate) fn routes() -> Routes {
    Routes::default().on("GET", "/metrics", metrics)
}

/// Prometheus' text format.
#[derive(Default)]
struct Page(String);

impl Page {
    fn begin(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a text cannot fail, here and below.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn one(&mut self, name: &str, kind: &str, help: &str, value: impl Display) {
        self.begin(name, kind, help);
        let _ = writeln!(self.0, "{name} {value}");
    }

    /// Values by their labels.
    fn many<V: Display>(
        &mut self,
        name: &str,
        kind: &str,
        help: &str,
        values: impl IntoIterator<Item = (String, V)>,
    ) {
        self.begin(name, kind, help);
        for (labels, value) in values {
            let _ = writeln!(self.0, "{name}{{{labels}}} {value}");
        }
    }

    fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram) {
        self.begin(name, "histogram", help);
        for (bucket, bound) in histogram.buckets.iter().zip(BOUNDS) {
            let (bound, count) = (bound as f64 / 1000.0, read(bucket));
            let _ = writeln!(self.0, "{name}_bucket{{le=\"{bound}\"}} {count}");
        }
        let (count, seconds) = (read(&histogram.count), read(&histogram.micros) as f64 / 1e6);
        let _ = writeln!(
            self.0,
            "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {seconds}\n{name}_count {count}"
        );
    }
}

const COUNTER: &str = "counter";
const GAUGE: &str = "gauge";

/// Whether a request comes from this machine, and not through a proxy on it.
fn is_local(peer: SocketAddr, headers: &HeaderMap) -> bool {
    let is_forwarded = ["forwarded", "x-forwarded-for"]
        .iter()
        .any(|name| headers.contains_key(*name));
    peer.ip().to_canonical().is_loopback() && !is_forwarded
}

async fn metrics(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if !app.behaviour.metrics_open && !is_local(peer, &headers) {
        return Err(Problem::not_found());
    }
    let mut page = Page::default();
    traffic(&mut page, &app);
    games(&mut page, &app);
    queues(&mut page, &app);
    database(&mut page, &app);
    process(&mut page, &app);
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], page.0).into_response())
}

fn traffic(page: &mut Page, app: &App) {
    let metrics = &app.rooms.0.metrics;
    let classes = CLASSES.iter().zip(&metrics.requests);
    page.many(
        "tablier_http_requests_total",
        COUNTER,
        "Requests by the class of their answers.",
        classes.map(|(class, count)| (format!("code=\"{class}\""), read(count))),
    );
    page.histogram(
        "tablier_http_request_duration_seconds",
        "Time until an answer began.",
        &metrics.request_time,
    );
    page.one(
        "tablier_sockets_open",
        GAUGE,
        "Sockets and streams.",
        app.sockets.count(),
    );
}

fn games(page: &mut Page, app: &App) {
    let metrics = &app.rooms.0.metrics;
    for (name, help, counter) in [
        ("tablier_moves_total", "Moves played here.", &metrics.moves),
        (
            "tablier_games_started_total",
            "Games begun here.",
            &metrics.started,
        ),
        ("tablier_games_ended_total", "Games ended here.", &metrics.ended),
    ] {
        page.one(name, COUNTER, help, read(counter));
    }
    page.one(
        "tablier_tables_awake",
        GAUGE,
        "Tables in memory.",
        app.rooms.awake(),
    );
    page.one(
        "tablier_lobby_seeks",
        GAUGE,
        "Seeks in the lobby, of all processes.",
        app.lobby.seeks(),
    );
}

fn queues(page: &mut Page, app: &App) {
    let metrics = &app.rooms.0.metrics;
    page.one(
        "tablier_commit_queue_entries",
        GAUGE,
        "Entries of logs that wait to be committed.",
        metrics.waiting_to_commit.load(Ordering::Relaxed),
    );
    let waiting = app.rooms.0.processors.waiting();
    page.many(
        "tablier_work_queue_entries",
        GAUGE,
        "Works that wait for a processor.",
        Priority::ALL
            .into_iter()
            .zip(waiting)
            .map(|(kind, count)| (format!("kind=\"{}\"", kind.name()), count)),
    );
    page.histogram(
        "tablier_timer_delay_seconds",
        "How late timers were: the lag of this process.",
        &metrics.delay,
    );
}

fn database(page: &mut Page, app: &App) {
    let metrics = &app.rooms.0.metrics;
    page.one(
        "tablier_log_entries_total",
        COUNTER,
        "Entries written to logs.",
        read(&metrics.entries),
    );
    page.one(
        "tablier_commit_failures_total",
        COUNTER,
        "Transactions that failed.",
        read(&metrics.failures),
    );
    page.histogram(
        "tablier_commit_duration_seconds",
        "How long commits took.",
        &metrics.commit_time,
    );
    let pools = app.store.pool_sizes();
    page.many(
        "tablier_database_connections",
        GAUGE,
        "Connections to the database by pool.",
        pools.into_iter().flat_map(|(pool, [idle, used])| {
            let labels = |state: &str| format!("pool=\"{pool}\",state=\"{state}\"");
            [(labels("idle"), idle), (labels("used"), used)]
        }),
    );
    let heartbeat = &app.rooms.0.heartbeat;
    let seconds = |millis: i64| millis as f64 / 1000.0;
    page.one(
        "tablier_last_write_age_seconds",
        GAUGE,
        "Time since the database last took something.",
        seconds(heartbeat.write_age()),
    );
    if let Some(age) = heartbeat.echo_age() {
        page.one(
            "tablier_last_echo_age_seconds",
            GAUGE,
            "Time since a message of our own came back from the other processes' channel.",
            seconds(age),
        );
    }
}

fn process(page: &mut Page, app: &App) {
    page.many(
        "tablier_build_info",
        GAUGE,
        "The version.",
        [(format!("version=\"{}\"", app.behaviour.version), 1)],
    );
    page.one(
        "process_start_time_seconds",
        GAUGE,
        "Start of the process, since 1970.",
        app.started as f64 / 1000.0,
    );
    // Only Linux has these files.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = resident.and_then(|text| text.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    if let Some(kilobytes) = kilobytes {
        page.one(
            "process_resident_memory_bytes",
            GAUGE,
            "Memory in use.",
            kilobytes * 1024,
        );
    }
    if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
        page.one(
            "process_open_fds",
            GAUGE,
            "Open files and sockets.",
            files.count(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_local() {
        let headers = HeaderMap::new();
        for (peer, local) in [
            ("127.0.0.1:5000", true),
            ("[::1]:5000", true),
            ("[::ffff:127.0.0.1]:5000", true),
            ("192.0.2.1:5000", false),
            ("[2001:db8::1]:5000", false),
        ] {
            assert_eq!(is_local(peer.parse().unwrap(), &headers), local, "{peer}");
        }
    }
}
