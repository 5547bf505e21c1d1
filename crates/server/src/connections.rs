//! Open sockets and streams by the credential that opened them: when it is revoked, they are closed.

use crate::App;
use crate::cluster::PeerMessage;
use crate::identity::Visitor;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Credentials that end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub(crate) enum Revocation {
    /// One session or token, by its hash.
    Credential { hash: String },
    /// All of a person but one.
    Person { person: String, but: Option<String> },
}

impl Revocation {
    fn ends(&self, connection: &Open) -> bool {
        match self {
            Revocation::Credential { hash } => connection.hash == *hash,
            Revocation::Person { person, but } => {
                connection.person == *person && but.as_ref() != Some(&connection.hash)
            }
        }
    }
}

/// Connections of this process that were opened with a credential.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connections(Arc<Mutex<Registry>>);

#[derive(Debug, Default)]
struct Registry {
    next: u64,
    open: HashMap<u64, Open>,
}

#[derive(Debug)]
struct Open {
    person: String,
    hash: String,
    close: oneshot::Sender<()>,
}

impl Connections {
    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a connection until what is given back is dropped. A stranger's has nothing to revoke.
    pub(crate) fn enter(&self, visitor: Option<&Visitor>) -> Credentialed {
        let entered = visitor.map(|visitor| {
            let (close, closed) = oneshot::channel();
            let mut registry = self.registry();
            registry.next += 1;
            let number = registry.next;
            let open = Open {
                person: visitor.person.id.clone(),
                hash: visitor.token_hash.clone(),
                close,
            };
            registry.open.insert(number, open);
            (number, closed)
        });
        Credentialed {
            connections: self.clone(),
            entered,
        }
    }

    /// Closes the connections whose credentials end.
    pub(crate) fn revoke(&self, revocation: &Revocation) {
        let mut registry = self.registry();
        let ended = registry
            .open
            .extract_if(|_, connection| revocation.ends(connection));
        for (_, connection) in ended {
            // A connection that is gone already needs no word.
            let _ = connection.close.send(());
        }
    }

    /// The hashes of all credentials that have a connection, each once.
    pub(crate) fn hashes(&self) -> Vec<String> {
        let registry = self.registry();
        let mut hashes: Vec<String> = registry.open.values().map(|open| open.hash.clone()).collect();
        drop(registry);
        hashes.sort_unstable();
        hashes.dedup();
        hashes
    }
}

/// A connection that is open.
#[derive(Debug)]
pub(crate) struct Credentialed {
    connections: Connections,
    entered: Option<(u64, oneshot::Receiver<()>)>,
}

impl Credentialed {
    /// Returns when the credential was revoked.
    pub(crate) async fn revoked(&mut self) {
        match &mut self.entered {
            Some((_, closed)) => {
                let _ = closed.await;
            }
            None => std::future::pending().await,
        }
    }
}

impl Drop for Credentialed {
    fn drop(&mut self) {
        if let Some((number, _)) = &self.entered {
            self.connections.registry().open.remove(number);
        }
    }
}

impl App {
    /// Closes what was opened with credentials that end, in all processes.
    pub(crate) fn revoke(&self, revocation: Revocation) {
        self.connections.revoke(&revocation);
        self.rooms.0.peers.tell(PeerMessage::Revoked { revocation });
    }
}
