//! How much one client may ask for, so that there is enough for the others.

use crate::App;
use crate::problem::Problem;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What one client may ask for. A client is an address; a person is counted, too, wherever they come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Requests a minute.
    pub requests: u32,
    /// New games a minute, and new guests.
    pub tables: u32,
    /// Sockets and streams at once.
    pub sockets: u32,
    /// Games of one person that are not over.
    pub open_tables: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests: 1200,
            tables: 120,
            sockets: 200,
            open_tables: 200,
        }
    }
}

/// Wrong passwords, or right ones, for one name in a window.
pub(crate) const SIGN_INS: u32 = 10;
/// New games of one person in a window.
pub(crate) const TABLES: u32 = 30;
/// Imports, and analyses asked for, from one address in a window.
pub(crate) const IMPORTS: u32 = 10;
pub(crate) const ANALYSES: u32 = 30;
/// Challenges to one person in a window, from whomever.
pub(crate) const CHALLENGES: u32 = 20;
/// How long a window is.
const WINDOW: Duration = Duration::from_mins(1);
/// Clients remembered in one window; whoever comes after so many is not counted.
const REMEMBERED: usize = 200_000;

/// Who has tried what since the window began.
#[derive(Clone, Debug)]
pub(crate) struct Attempts(Arc<Mutex<(Instant, HashMap<String, u32>)>>);

impl Default for Attempts {
    fn default() -> Attempts {
        Attempts(Arc::new(Mutex::new((Instant::now(), HashMap::new()))))
    }
}

impl Attempts {
    /// Counts a try; too many are refused until the window is over.
    pub(crate) fn attempt(&self, what: &str, most: u32) -> Result<(), Problem> {
        self.attempt_at(what, most, Instant::now())
            .map_err(Problem::too_fast)
    }

    /// The seconds to wait, if it was too often.
    fn attempt_at(&self, what: &str, most: u32, now: Instant) -> Result<(), u64> {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, tried) = &mut *window;
        let passed = now.duration_since(*since);
        if passed >= WINDOW {
            *since = now;
            tried.clear();
        }
        if tried.len() >= REMEMBERED && !tried.contains_key(what) {
            return Ok(());
        }
        let count = tried.entry(what.to_owned()).or_default();
        *count = count.saturating_add(1);
        if *count <= most {
            return Ok(());
        }
        Err(WINDOW.saturating_sub(passed).as_secs().max(1))
    }
}

/// Where a request comes from: an address, or the network that one customer of a provider has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(String);

impl Client {
    /// The client of a request: its peer, or whom the proxy before us names.
    fn of(headers: &HeaderMap, peer: Option<SocketAddr>, behind_proxy: bool) -> Client {
        let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
        // A client can write the first names itself; the last one is our proxy's.
        let named = forwarded.and_then(|names| names.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        let address = named.filter(|_| behind_proxy).or(peer.map(|peer| peer.ip()));
        Client(address.map_or_else(|| "nowhere".to_owned(), network))
    }

    pub(crate) fn name(&self) -> &str {
        &self.0
    }
}

/// An IPv4 address, or the half of an IPv6 address that tells customers apart.
fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).to_string()
        }
    }
}

impl FromRequestParts<App> for Client {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Client, Self::Rejection> {
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map(|info| info.0);
        Ok(Client::of(&parts.headers, peer, app.behaviour.behind_proxy))
    }
}

/// Counts the requests that do work; the client's files are not counted.
pub(crate) async fn count_requests(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if !path.starts_with("/api") && !path.starts_with("/ws/") {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let Ok(client) = Client::from_request_parts(&mut parts, &app).await;
    let counted = app
        .attempts
        .attempt(&format!("from {}", client.name()), app.behaviour.limits.requests);
    match counted {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(problem) => problem.into_response(),
    }
}

/// What is open now: all of it, and how much of it each client has.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    most: usize,
    counts: Arc<Mutex<Counts>>,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    each: HashMap<String, u32>,
}

impl Open {
    pub(crate) fn new(most: usize) -> Open {
        Open {
            most,
            counts: Arc::default(),
        }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts something of a client's as open until what is given back is dropped.
    pub(crate) fn enter(&self, client: &str, most: u32) -> Result<Entered, Problem> {
        let mut counts = self.counts();
        if counts.all >= self.most {
            return Err(Problem::busy());
        }
        let count = counts.each.get(client).copied().unwrap_or(0);
        if count >= most {
            return Err(Problem::too_many_open());
        }
        counts.all += 1;
        counts.each.insert(client.to_owned(), count + 1);
        Ok(Entered {
            open: self.clone(),
            client: client.to_owned(),
        })
    }

    pub(crate) fn count(&self) -> usize {
        self.counts().all
    }
}

/// Something that is open.
#[derive(Debug)]
pub(crate) struct Entered {
    open: Open,
    client: String,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut counts = self.open.counts();
        counts.all -= 1;
        if let Some(count) = counts.each.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                counts.each.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn too_many_tries_must_wait() {
        let attempts = Attempts::default();
        let now = attempts.0.lock().unwrap().0;
        for _ in 0..SIGN_INS {
            assert_eq!(attempts.attempt_at("ann", SIGN_INS, now), Ok(()));
        }
        let later = now + Duration::from_secs(20);
        assert_eq!(attempts.attempt_at("ann", SIGN_INS, later), Err(40));
        let bob = attempts.attempt_at("bob", SIGN_INS, now);
        assert_eq!(bob, Ok(()), "others are not held up");
        assert_eq!(attempts.attempt_at("ann", SIGN_INS, now + WINDOW), Ok(()));
    }

    #[test]
    fn what_is_open_counts_until_it_closes() {
        let open = Open::new(3);
        let ann = [open.enter("ann", 2), open.enter("ann", 2)].map(Result::unwrap);
        assert!(open.enter("ann", 2).is_err(), "too many of one client");
        let bob = open.enter("bob", 2).unwrap();
        assert!(open.enter("eve", 2).is_err(), "too many of all");
        drop(ann);
        assert!(open.enter("eve", 2).is_ok());
        drop(bob);
        assert_eq!(open.count(), 0);
    }

    #[test]
    fn a_client_is_the_peer_or_whom_our_proxy_names() {
        let peer = Some("[::ffff:10.0.0.1]:5000".parse().unwrap());
        let mut headers = HeaderMap::new();
        let forwarded = HeaderValue::from_static("1.2.3.4, 2001:db8:1:2:3:4:5:6");
        headers.insert("x-forwarded-for", forwarded);
        assert_eq!(Client::of(&headers, peer, false).name(), "10.0.0.1");
        assert_eq!(Client::of(&headers, peer, true).name(), "2001:db8:1:2::");
        assert_eq!(Client::of(&HeaderMap::new(), peer, true).name(), "10.0.0.1");
        assert_eq!(Client::of(&HeaderMap::new(), None, true).name(), "nowhere");
    }
}
