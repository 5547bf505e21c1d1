//! How much one client may ask for, so that there is enough for the others.

use crate::App;
use crate::buckets::{Buckets, Rate};
use crate::http_error::Problem;
use crate::identity::Visitor;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

/// Limits of one client. A client is an address; a person is counted, too, whatever their address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Requests a minute.
    pub requests: u32,
    /// New games a minute, and new guests.
    pub tables: u32,
    /// Sockets and streams at once.
    pub sockets: u32,
    /// Requests at once that do work, until their answers are sent.
    pub at_once: u32,
    /// Games of one person that are not over.
    pub open_tables: u32,
    /// Seconds a minute in which one processor simulates and searches for one person; twice as many for an address.
    pub work: u32,
    /// Games that are imported a day.
    pub imports: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests: 1200,
            tables: 120,
            sockets: 200,
            at_once: 50,
            open_tables: 200,
            work: 15,
            imports: 1000,
        }
    }
}

/// Wrong passwords, or right ones, a minute: from one address for one name, and from a device that is known.
pub(crate) const SIGN_INS: u32 = 10;
/// The same for one name from all addresses and unknown devices.
const SIGN_INS_OF_NAME: u32 = 60;
/// Changes of an account's name a minute.
pub(crate) const RENAMES: u32 = 10;
/// Subscriptions of a person to push messages a minute.
pub(crate) const PUSHES: u32 = 20;
/// Complaints of one person, and from one address, a minute.
pub(crate) const REPORTS: u32 = 5;
/// New games of one person in a window.
pub(crate) const TABLES: u32 = 30;
/// Seeks of one person a minute.
pub(crate) const SEEKS: u32 = 20;
/// Imports, and analyses asked for, from one address in a window.
pub(crate) const IMPORTS: u32 = 10;
pub(crate) const ANALYSES: u32 = 30;
/// Challenges from one address to one person a minute.
pub(crate) const CHALLENGES: u32 = 5;
/// Messages on sockets that one person may send at once, and each second from then on; a browser that shows a moving hand
/// sends about ten a second.
const MESSAGES: Rate = Rate {
    burst: 40.0,
    each_second: 15.0,
};
/// Messages of an address, in those of a person.
const ADDRESS: f64 = 16.0;

/// Requests and other attempts, counted by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attempts(Arc<Mutex<Buckets>>);

impl Attempts {
    fn buckets(&self) -> MutexGuard<'_, Buckets> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an attempt; more than `most` a minute are refused.
    pub(crate) fn attempt(&self, what: &str, most: u32) -> Result<(), Problem> {
        let rate = Rate::a_minute(f64::from(most));
        let taken = self.buckets().take(what, rate, Instant::now());
        taken.map_err(|wait| Problem::too_fast(wait.as_secs().max(1)))
    }

    /// Counts so many games that somebody imports; more than `most` a day are refused.
    pub(crate) fn import(&self, who: &str, games: usize, most: u32) -> Result<(), Problem> {
        let (name, rate) = (format!("import-games {who}"), Rate::a_day(f64::from(most)));
        let taken = self
            .buckets()
            .take_some(&name, games as f64, rate, Instant::now());
        taken.map_err(|wait| {
            let words = format!("at most {most} games are imported a day; bring the others later");
            Problem::too_many(words, wait.as_secs().max(1))
        })
    }

    /// Counts an attempt to sign in. A device on which the account was signed in to before has a bucket of its own: strangers can
    /// use up theirs, and the owner still comes in.
    pub(crate) fn sign_in(&self, name: &str, address: &str, device: Option<&str>) -> Result<(), Problem> {
        if let Some(mark) = device {
            return self.attempt(&format!("sign-in-device {mark}"), SIGN_INS);
        }
        let name = name.to_lowercase();
        self.attempt(&format!("sign-in-from {address} {name}"), SIGN_INS)?;
        self.attempt(&format!("sign-in-of {name}"), SIGN_INS_OF_NAME)
    }

    /// Counts a message on a socket.
    fn message(&self, person: Option<&str>, address: &str) -> bool {
        let (mut buckets, now) = (self.buckets(), Instant::now());
        let own = person.is_none_or(|person| {
            let name = format!("messages-by {person}");
            buckets.take(&name, MESSAGES, now).is_ok()
        });
        let name = format!("messages-from {address}");
        own && buckets.take(&name, MESSAGES.times(ADDRESS), now).is_ok()
    }
}

/// How much a client may say, on all of its sockets together.
#[derive(Debug)]
pub(crate) struct Allowance {
    attempts: Attempts,
    person: Option<String>,
    address: String,
    refused: u32,
}

impl Allowance {
    /// Refusals after which a socket is closed.
    const MOST_REFUSED: u32 = 100;

    pub(crate) fn new(app: &App, visitor: Option<&Visitor>, client: &Client) -> Allowance {
        Allowance {
            attempts: app.attempts.clone(),
            person: visitor.map(|visitor| visitor.person.id.clone()),
            address: client.name().to_owned(),
            refused: 0,
        }
    }

    pub(crate) fn take(&mut self) -> bool {
        let fits = self.attempts.message(self.person.as_deref(), &self.address);
        self.refused += u32::from(!fits);
        fits
    }

    pub(crate) const fn is_abused(&self) -> bool {
        self.refused > Allowance::MOST_REFUSED
    }
}

/// Origin of a request: an address, or the network that one customer of a provider has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client {
    name: String,
    /// Whether the browser's connection is encrypted.
    is_secure: bool,
}

impl Client {
    /// The client of a request: its peer, or the address that the first of our proxies has seen.
    fn of(headers: &HeaderMap, peer: Option<SocketAddr>, proxies: u8) -> Client {
        let address = forwarded_for(headers, proxies).or(peer.map(|peer| peer.ip()));
        let proto = headers.get_all("x-forwarded-proto").iter().next_back();
        Client {
            name: address.map_or_else(|| "nowhere".to_owned(), network),
            is_secure: proxies > 0 && proto.is_some_and(|proto| proto == "https"),
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) const fn is_secure(&self) -> bool {
        self.is_secure
    }
}

/// The address in X-Forwarded-For that the first of so many proxies has written. Each adds one at the end; a client can
/// write any before them.
fn forwarded_for(headers: &HeaderMap, proxies: u8) -> Option<IpAddr> {
    let before = usize::from(proxies).checked_sub(1)?;
    let lists = headers.get_all("x-forwarded-for").iter();
    let texts: Vec<&str> = lists.filter_map(|list| list.to_str().ok()).collect();
    let address = texts.iter().rev().flat_map(|list| list.rsplit(',')).nth(before)?;
    address.trim().parse().ok()
}

/// An IPv4 address, or the half of an IPv6 address that tells customers apart.
pub(crate) fn network(address: IpAddr) -> String {
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
        let mut client = Client::of(&parts.headers, peer, app.behaviour.proxies);
        if let Some(public) = &app.behaviour.public_url {
            client.is_secure = public.is_secure();
        }
        Ok(client)
    }
}

/// Beginnings of the paths whose answers take work: the interface, and pages whose head tells of a game, puzzle or lesson.
const COUNTED: [&str; 8] = [
    "/api",
    "/ws/",
    "/pictures/",
    "/embed/",
    "/table/",
    "/polarity/",
    "/puzzles/",
    "/learn/",
];

/// Counts the requests that do work, a minute and at once; the client's files are not counted.
pub(crate) async fn count_requests(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if !COUNTED.iter().any(|beginning| path.starts_with(beginning)) {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let Ok(client) = Client::from_request_parts(&mut parts, &app).await;
    match app.begin_request(&client) {
        Ok(entered) => {
            let response = next.run(Request::from_parts(parts, body)).await;
            until_sent(response, entered)
        }
        Err(problem) => problem.into_response(),
    }
}

impl App {
    fn begin_request(&self, client: &Client) -> Result<Entered, Problem> {
        let limits = self.behaviour.limits;
        self.attempts
            .attempt(&format!("from {}", client.name()), limits.requests)?;
        self.requests.enter(client.name(), limits.at_once)
    }
}

/// Marks answers that are counted among sockets and streams.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Streamed;

/// Counts a request until its answer is sent, unless the answer is a stream.
fn until_sent(response: Response, entered: Entered) -> Response {
    if response.extensions().get::<Streamed>().is_some() {
        return response;
    }
    response.map(|body| {
        Body::new(CountedBody {
            body,
            _entered: entered,
        })
    })
}

/// A body whose request counts as long as it exists.
struct CountedBody {
    body: Body,
    _entered: Entered,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Open connections: all of them, and those of each client.
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
    fn many_networks_neither_open_the_limiter_nor_lock_a_known_device_out() {
        let (attempts, begun) = (Attempts::default(), Instant::now());
        let networks =
            (0..210_000).map(|number| format!("2001:db8:{:x}:{:x}::", number >> 16, number & 0xffff));
        let tried = networks.filter(|network| attempts.sign_in("Ann", network, None).is_ok());
        let tried = tried.count() as u64;
        let allowed = u64::from(SIGN_INS_OF_NAME) + begun.elapsed().as_secs() + 1;
        assert!(tried <= allowed, "{tried} of {allowed}");
        assert!(attempts.sign_in("Ann", "192.0.2.1", None).is_err());
        assert!(attempts.sign_in("Ann", "192.0.2.1", Some("mark")).is_ok());
    }

    #[test]
    fn a_client_is_the_peer_or_whom_our_proxies_name() {
        let peer = Some("[::ffff:10.0.0.1]:5000".parse().unwrap());
        let mut headers = HeaderMap::new();
        let forwarded = HeaderValue::from_static("1.2.3.4, 192.0.2.5");
        headers.append("x-forwarded-for", forwarded);
        let forwarded = HeaderValue::from_static("2001:db8:1:2:3:4:5:6");
        headers.append("x-forwarded-for", forwarded);
        for (proxies, name) in [
            (0, "10.0.0.1"),
            (1, "2001:db8:1:2::"),
            (2, "192.0.2.5"),
            (3, "1.2.3.4"),
            (4, "10.0.0.1"),
        ] {
            assert_eq!(
                Client::of(&headers, peer, proxies).name(),
                name,
                "{proxies} proxies"
            );
        }
        assert_eq!(Client::of(&HeaderMap::new(), peer, 1).name(), "10.0.0.1");
        assert_eq!(Client::of(&HeaderMap::new(), None, 1).name(), "nowhere");
    }
}
