//! Places that many clients share: connections, sockets, requests under way, long logs in memory. When all are taken, the
//! client that has most loses one to a client that has fewer, so that nobody can take them all.

use crate::http_error::Problem;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use tokio::sync::oneshot;

/// Places, and who has them.
#[derive(Clone, Debug)]
pub(crate) struct Open(Arc<Mutex<Places>>);

#[derive(Debug)]
struct Places {
    most: usize,
    /// Amount that a client keeps, however many others come.
    kept: usize,
    all: usize,
    next: u64,
    clients: HashMap<Arc<str>, Holding>,
    /// Clients by how much they have.
    order: BTreeSet<(usize, Arc<str>)>,
}

/// The places of one client.
#[derive(Debug, Default)]
struct Holding {
    sum: usize,
    places: BTreeMap<u64, Place>,
}

#[derive(Debug)]
struct Place {
    weight: usize,
    /// Tells its holder to give it back; nothing when the holder does not listen.
    take_back: Option<oneshot::Sender<()>>,
}

impl Holding {
    fn put(&mut self, number: u64, place: Place) {
        self.sum += place.weight;
        self.places.insert(number, place);
    }

    fn take(&mut self, number: u64) -> Option<Place> {
        let place = self.places.remove(&number)?;
        self.sum -= place.weight;
        Some(place)
    }

    fn resize(&mut self, number: u64, weight: usize) {
        if let Some(place) = self.places.get_mut(&number) {
            self.sum = self.sum - place.weight + weight;
            place.weight = weight;
        }
    }
}

impl Open {
    /// As much as `most` together.
    pub(crate) fn new(most: usize) -> Open {
        Open::keeping(most, 0)
    }

    /// As much as `most` together; nobody who has `kept` or less loses any of it.
    pub(crate) fn keeping(most: usize, kept: usize) -> Open {
        Open(Arc::new(Mutex::new(Places {
            most,
            kept,
            all: 0,
            next: 0,
            clients: HashMap::new(),
            order: BTreeSet::new(),
        })))
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a client that has fewer than `each`, until what is given back is dropped.
    pub(crate) fn enter(&self, client: &str, each: u32) -> Result<Entered, Problem> {
        self.enter_with(client, each, 1)
    }

    /// The same for something that takes more than others.
    pub(crate) fn enter_with(&self, client: &str, each: u32, weight: usize) -> Result<Entered, Problem> {
        let client: Arc<str> = client.into();
        let mut places = self.places();
        let holding = places.clients.get(&client);
        if holding.is_some_and(|holding| holding.places.len() >= each as usize) {
            return Err(Problem::too_many_open());
        }
        if !places.make_room(&client, weight) {
            return Err(Problem::busy());
        }
        places.next += 1;
        let number = places.next;
        let place = Place {
            weight,
            take_back: None,
        };
        places.change(&client, |holding| holding.put(number, place));
        Ok(Entered {
            open: self.clone(),
            client,
            number,
        })
    }

    /// How much is taken.
    pub(crate) fn count(&self) -> usize {
        self.places().all
    }

    /// How much a client has.
    pub(crate) fn count_of(&self, client: &str) -> usize {
        self.places().sum_of(client)
    }
}

impl Places {
    fn sum_of(&self, client: &str) -> usize {
        self.clients.get(client).map_or(0, |holding| holding.sum)
    }

    /// Changes the places of a client, and all sums with them.
    fn change(&mut self, client: &Arc<str>, change: impl FnOnce(&mut Holding)) {
        let holding = self.clients.entry(client.clone()).or_default();
        let before = holding.sum;
        change(holding);
        let (sum, is_empty) = (holding.sum, holding.places.is_empty());
        self.all = self.all - before + sum;
        self.order.remove(&(before, client.clone()));
        if is_empty {
            self.clients.remove(client);
        } else {
            self.order.insert((sum, client.clone()));
        }
    }

    /// Makes room for more of a client's; others lose only what is more than this client then has.
    fn make_room(&mut self, client: &str, weight: usize) -> bool {
        let own = self.sum_of(client) + weight;
        while self.all + weight > self.most {
            let Some((other, number)) = self.giver(client, own) else {
                return false;
            };
            self.change(&other, |holding| {
                let place = holding.take(number);
                // A holder that is gone meanwhile needs no word.
                let _ = place.and_then(|place| place.take_back).map(|tell| tell.send(()));
            });
        }
        true
    }

    /// The place to be taken for a client that would then have `own`.
    fn giver(&self, client: &str, own: usize) -> Option<(Arc<str>, u64)> {
        let more = self
            .order
            .iter()
            .rev()
            .take_while(|(sum, _)| *sum > own.max(self.kept));
        let mut others = more.filter(|(_, other)| **other != *client);
        others.find_map(|(_, other)| Some((other.clone(), self.newest_of(other)?)))
    }

    /// The newest place of a client whose holder can give it back.
    fn newest_of(&self, client: &str) -> Option<u64> {
        let mut newest = self.clients.get(client)?.places.iter().rev();
        newest.find_map(|(number, place)| place.take_back.as_ref().map(|_| *number))
    }
}

/// A place that is taken.
#[derive(Debug)]
pub(crate) struct Entered {
    open: Open,
    client: Arc<str>,
    number: u64,
}

impl Entered {
    /// Lets others take this place, if need be; tells the holder when they do.
    pub(crate) fn lend(&self) -> Taken {
        let (tell, told) = oneshot::channel();
        let mut places = self.open.places();
        let holding = places.clients.get_mut(&self.client);
        if let Some(place) = holding.and_then(|holding| holding.places.get_mut(&self.number)) {
            place.take_back = Some(tell);
        }
        Taken(Some(told))
    }

    /// Makes the place larger or smaller. Without room for more, it stays as it was.
    pub(crate) fn resize(&self, weight: usize) -> Result<(), Problem> {
        let mut places = self.open.places();
        let before = places.weight_of(self).ok_or_else(Problem::busy)?;
        if weight > before && !places.make_room(&self.client, weight - before) {
            return Err(Problem::busy());
        }
        places.set_weight(self, weight);
        Ok(())
    }

    /// The same for something that has grown already.
    pub(crate) fn grown_to(&self, weight: usize) {
        let mut places = self.open.places();
        if places.weight_of(self).is_some_and(|before| before != weight) {
            places.set_weight(self, weight);
        }
    }
}

impl Places {
    /// How much a place takes; nothing when it was taken back.
    fn weight_of(&self, entered: &Entered) -> Option<usize> {
        let place = self.clients.get(&entered.client)?.places.get(&entered.number)?;
        Some(place.weight)
    }

    fn set_weight(&mut self, entered: &Entered, weight: usize) {
        self.change(&entered.client, |holding| holding.resize(entered.number, weight));
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut places = self.open.places();
        if places.weight_of(self).is_some() {
            let number = self.number;
            places.change(&self.client, |holding| drop(holding.take(number)));
        }
    }
}

/// The word that a place was taken.
#[derive(Debug)]
pub(crate) struct Taken(Option<oneshot::Receiver<()>>);

impl Taken {
    /// Returns when the place was taken.
    pub(crate) async fn wait(&mut self) {
        poll_fn(|context| self.poll(context)).await;
    }

    /// Returns when the place was taken, or its holder has given it back; whether it was taken.
    pub(crate) async fn wait_or_end(&mut self) -> bool {
        match &mut self.0 {
            Some(told) => told.await.is_ok(),
            None => false,
        }
    }

    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Some(told) = &mut self.0 else {
            return Poll::Pending;
        };
        match Pin::new(told).poll(context) {
            Poll::Ready(Ok(())) => {
                self.0 = None;
                Poll::Ready(())
            }
            // The place was given back by its holder.
            Poll::Ready(Err(_)) => {
                self.0 = None;
                Poll::Pending
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    #[test]
    fn what_is_open_counts_until_it_closes() {
        let open = Open::new(3);
        let ann = [open.enter("ann", 2), open.enter("ann", 2)].map(Result::unwrap);
        assert!(open.enter("ann", 2).is_err(), "too many of one client");
        let bob = open.enter("bob", 2).unwrap();
        assert!(open.enter("eve", 2).is_err(), "nobody gives a place back");
        drop(ann);
        assert!(open.enter("eve", 2).is_ok());
        drop(bob);
        assert_eq!(open.count(), 0);
    }

    #[tokio::test]
    async fn who_has_most_loses_places_to_those_who_have_fewer() {
        let open = Open::new(100);
        let mut greedy = Vec::new();
        for number in 0..100 {
            let place = open.enter(["eve", "mallory"][number % 2], 1000).unwrap();
            let taken = place.lend();
            greedy.push((place, taken));
        }
        assert!(open.enter("eve", 1000).is_err(), "both have as many");
        let honest: Vec<_> = (0..10)
            .map(|number| open.enter(&format!("ann {number}"), 2))
            .collect();
        assert!(
            honest.iter().all(Result::is_ok),
            "everybody who comes gets a place"
        );
        assert_eq!(
            (open.count(), open.count_of("eve"), open.count_of("mallory")),
            (100, 45, 45)
        );
        let mut lost = 0;
        for (_, taken) in &mut greedy {
            lost += usize::from(timeout(Duration::from_millis(1), taken.wait()).await.is_ok());
        }
        assert_eq!(lost, 10);
        drop(greedy);
        assert_eq!(open.count(), 10, "a place that was taken is not given back twice");
    }

    #[test]
    fn places_have_a_weight_and_a_client_keeps_some() {
        let open = Open::keeping(100, 30);
        let ann = open.enter_with("ann", 9, 30).unwrap();
        let _ann = ann.lend();
        let eve = open.enter_with("eve", 9, 10).unwrap();
        let _eve = eve.lend();
        assert!(eve.resize(70).is_ok() && eve.resize(71).is_err());
        assert_eq!(open.count(), 100);
        let bob = open.enter_with("bob", 9, 20).unwrap();
        assert_eq!((open.count_of("eve"), open.count_of("ann")), (0, 30));
        bob.grown_to(90);
        assert_eq!(open.count(), 120, "growth is counted");
        assert!(eve.resize(1).is_err(), "it was taken");
        assert!(
            open.enter_with("eve", 9, 10).is_err(),
            "nobody can give anything back"
        );
    }
}
