//! How much one client may ask for, so that there is enough for the others.

use crate::App;
use crate::buckets::{Buckets, Rate};
use crate::http_error::Problem;
use crate::identity::Visitor;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
/// How often one person asks for the games that wait for them, a minute; each answer reads many games.
pub(crate) const TURNS: u32 = 30;
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
/// New games, and new guests, of an address a day, in those of a minute.
const DAY: f64 = 50.0;
/// Accounts whose address is remembered.
const MOST_HOMES: usize = 100_000;
/// Messages of an address, in those of a person.
const ADDRESS: f64 = 16.0;

/// Requests and other attempts, counted by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attempts {
    buckets: Arc<Mutex<Buckets>>,
    /// Addresses from which accounts were last used, by their names.
    homes: Arc<Mutex<HashMap<String, String>>>,
}

impl Attempts {
    fn buckets(&self) -> MutexGuard<'_, Buckets> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn homes(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.homes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes from where somebody uses their account.
    pub(crate) fn used_from(&self, account: &str, address: &str) {
        let (name, mut homes) = (account.to_lowercase(), self.homes());
        if homes.len() >= MOST_HOMES && !homes.contains_key(&name) {
            homes.clear();
        }
        if homes.get(&name).is_none_or(|home| home != address) {
            homes.insert(name, address.to_owned());
        }
    }

    /// Counts an attempt; more than `most` a minute are refused.
    pub(crate) fn attempt(&self, what: &str, most: u32) -> Result<(), Problem> {
        let rate = Rate::a_minute(f64::from(most));
        let taken = self.buckets().take(what, rate, Instant::now());
        taken.map_err(|wait| Problem::too_fast(wait.as_secs().max(1)))
    }

    /// Counts more of something that was attempted already, even more than is left.
    pub(crate) fn count_more(&self, what: &str, amount: f64, most: u32) {
        let rate = Rate::a_minute(f64::from(most));
        self.buckets().add(what, amount, rate, Instant::now());
    }

    /// Counts a new game or guest of an address: more than `most` a minute are refused, and more than [`DAY`] times as many a
    /// day, which stay in the database.
    pub(crate) fn new_row(&self, kind: &str, address: &str, most: u32) -> Result<(), Problem> {
        self.attempt(&format!("{kind} {address}"), most)?;
        let rate = Rate::a_day(f64::from(most) * DAY);
        let taken = self
            .buckets()
            .take(&format!("{kind}-a-day {address}"), rate, Instant::now());
        taken.map_err(|wait| {
            let words = "too many new games or guests from where you are today; come again tomorrow";
            Problem::too_many(words, wait.as_secs().max(1))
        })
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

    /// Counts an attempt to sign in. A device on which the account was signed in to before has a bucket of its own, and so has
    /// the address from which the account was last used: strangers can use up theirs, and the owner still comes in.
    pub(crate) fn sign_in(&self, name: &str, address: &str, device: Option<&str>) -> Result<(), Problem> {
        if let Some(mark) = device {
            return self.attempt(&format!("sign-in-device {mark}"), SIGN_INS);
        }
        let name = name.to_lowercase();
        if self.homes().get(&name).is_some_and(|home| home == address) {
            return self.attempt(&format!("sign-in-home {name}"), SIGN_INS);
        }
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

/// Marks answers that are counted among sockets and streams.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Streamed;

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

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
        attempts.used_from("Ann", "198.51.100.7");
        let at_home = (0..20).filter(|_| attempts.sign_in("ann", "198.51.100.7", None).is_ok());
        assert_eq!(
            at_home.count(),
            SIGN_INS as usize,
            "a new browser where the owner is"
        );
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
