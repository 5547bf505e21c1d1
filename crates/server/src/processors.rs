//! Processor time for heavy work (simulations, searches, password hashes): given out by priority, then to the client that
//! has used least. One processor is left for answering.
//!
//! A permit lives inside the work: when its client leaves, the work is told to stop, and its permit is free when it has.

use crate::buckets::{Buckets, Rate};
use payer::client;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

mod payer;

pub(crate) use payer::Payer;

/// Works of one kind that wait at most: each that has begun holds one of the runtime's 512 threads.
const MOST_WAITING: usize = 400;
/// Password hashes at once: each takes 19 MiB, and a machine may have a hundred processors.
const MOST_HASHES: usize = 4;
/// Addresses of people that are remembered.
const MOST_PEOPLE: usize = 100_000;
/// Time after which a move that is simulated lets other moves go first.
const SLICE: Duration = Duration::from_millis(100);
/// Minutes of a budget that can be used at once.
const BURST_MINUTES: f64 = 4.0;

/// Kinds of work, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Priority {
    /// A move of a person.
    Move,
    /// A password of somebody who signs in.
    Password,
    /// A move of the server's engine.
    Computer,
    /// A picture of a board.
    Picture,
    /// Games brought from elsewhere.
    Import,
    /// A whole game looked at again.
    Analysis,
}

impl Priority {
    pub(crate) const ALL: [Priority; 6] = [
        Priority::Move,
        Priority::Password,
        Priority::Computer,
        Priority::Picture,
        Priority::Import,
        Priority::Analysis,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Priority::Move => "move",
            Priority::Password => "password",
            Priority::Computer => "computer",
            Priority::Picture => "picture",
            Priority::Import => "import",
            Priority::Analysis => "analysis",
        }
    }
}

/// Reason why work was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Denied {
    /// Too much waits, or the server stops.
    Busy,
    /// The client's budget is used up for so long.
    Spent(Duration),
}

/// The processors that heavy work may use.
#[derive(Clone, Debug)]
pub(crate) struct Processors {
    queue: Arc<Mutex<Queue>>,
    /// The most urgent kind of work that waits, as a number; more than all kinds when nothing waits.
    urgent: Arc<AtomicU8>,
}

#[derive(Debug)]
struct Queue {
    free: usize,
    /// Password hashes under way.
    hashes: usize,
    is_closed: bool,
    waiting: Vec<Waiting>,
    next: u64,
    spent: Buckets,
    budget: Rate,
    /// Last known address of people.
    addresses: HashMap<String, String>,
}

#[derive(Debug)]
struct Waiting {
    priority: Priority,
    /// Whether it has begun and let more urgent work go first.
    has_begun: bool,
    number: u64,
    payers: Vec<Payer>,
    wake: oneshot::Sender<Permit>,
}

/// The right to use one processor.
#[derive(Debug)]
struct Permit {
    processors: Processors,
    priority: Priority,
    payers: Vec<Payer>,
    since: Instant,
    is_used: bool,
}

impl Processors {
    /// `count` processors, and a budget of `budget` seconds a minute for a person.
    pub(crate) fn new(count: usize, budget: u32) -> Processors {
        let a_minute = Rate::a_minute(f64::from(budget));
        let queue = Queue {
            free: count.max(1),
            hashes: 0,
            is_closed: false,
            waiting: Vec::new(),
            next: 0,
            spent: Buckets::default(),
            budget: Rate {
                burst: a_minute.burst * BURST_MINUTES,
                ..a_minute
            },
            addresses: HashMap::new(),
        };
        Processors {
            queue: Arc::new(Mutex::new(queue)),
            urgent: Arc::new(AtomicU8::new(u8::MAX)),
        }
    }

    /// All processors of this machine but one.
    pub(crate) fn of_machine(budget: u32) -> Processors {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Processors::new(processors - 1, budget)
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes where somebody was last seen.
    pub(crate) fn seen_at(&self, person: &str, address: &str) {
        let mut queue = self.queue();
        if queue.addresses.len() >= MOST_PEOPLE && !queue.addresses.contains_key(person) {
            queue.addresses.clear();
        }
        if queue.addresses.get(person).is_none_or(|known| known != address) {
            queue.addresses.insert(person.to_owned(), address.to_owned());
        }
    }

    /// The budgets of somebody: their own, and that of the address where they were last seen.
    pub(crate) fn payers_of(&self, person: &str) -> Vec<Payer> {
        let mut payers = vec![Payer::person(person)];
        let queue = self.queue();
        payers.extend(queue.addresses.get(person).map(|address| Payer::address(address)));
        payers
    }

    /// The address where somebody was last seen, or who they are when it is not known.
    pub(crate) fn client_of(&self, ids: &[String]) -> String {
        let person = ids.first().map_or("", String::as_str);
        let address = self.queue().addresses.get(person).cloned();
        address.unwrap_or_else(|| person.to_owned())
    }

    /// Works of each kind that wait.
    pub(crate) fn waiting(&self) -> [usize; Priority::ALL.len()] {
        let queue = self.queue();
        Priority::ALL.map(|kind| queue.waiting.iter().filter(|work| work.priority == kind).count())
    }

    /// Lets nothing begin any more.
    #[cfg(test)]
    pub(crate) fn close(&self) {
        let mut queue = self.queue();
        queue.is_closed = true;
        queue.waiting.clear();
    }

    /// Charges seconds of work that is done later.
    pub(crate) fn charge(&self, payers: &[Payer], seconds: f64) {
        self.queue().charge(payers, seconds, Instant::now());
    }

    /// Whether these budgets have something left.
    pub(crate) fn afford(&self, payers: &[Payer]) -> Result<(), Denied> {
        let queue = self.queue();
        let over = payers.iter().map(|payer| queue.over(payer, Instant::now()));
        match over.max() {
            Some(wait) if !wait.is_zero() => Err(Denied::Spent(wait)),
            _ => Ok(()),
        }
    }

    /// Does work aside from other tasks when a processor is free. When the caller stops waiting, work that has not
    /// begun is dropped, and running work is asked to stop.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        priority: Priority,
        payers: &[Payer],
        work: impl FnOnce(&Turn) -> T + Send + 'static,
    ) -> Result<T, Denied> {
        let (wake, permit) = oneshot::channel();
        self.queue().wait(self, priority, payers, false, wake)?;
        let permit = permit.await.map_err(|_| Denied::Busy)?;
        // Other work of the same payers may have used up their budget meanwhile. Passwords have limits of their own: whoever
        // has simulated too much may still sign in.
        if priority != Priority::Password {
            self.afford(payers)?;
        }
        let stop = Stop(Arc::default());
        let turn = Turn {
            permit: Mutex::new(Some(permit)),
            stopped: stop.0.clone(),
        };
        let done = tokio::task::spawn_blocking(move || {
            let result = (!turn.is_stopped()).then(|| work(&turn));
            // Work that has lost its place was told to stop: its result is none.
            result.filter(|_| turn.has_place())
        });
        done.await.ok().flatten().ok_or(Denied::Busy)
    }
}

/// Tells the work to stop when its caller is gone.
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A piece of work at its processor.
#[derive(Debug)]
pub(crate) struct Turn {
    permit: Mutex<Option<Permit>>,
    stopped: Arc<AtomicBool>,
}

impl Turn {
    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn place(&self) -> MutexGuard<'_, Option<Permit>> {
        self.permit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_place(&self) -> bool {
        self.place().is_some()
    }

    /// Whether the work shall stop. Work asks this often: here it lets more urgent work go first.
    pub(crate) fn is_over(&self) -> bool {
        let mut place = self.place();
        let must_wait = place.as_ref().is_some_and(Permit::is_wanted);
        if must_wait && let Some(permit) = place.take() {
            *place = permit.let_others_go_first();
        }
        place.is_none() || self.is_stopped()
    }
}

impl Queue {
    fn over(&self, payer: &Payer, now: Instant) -> Duration {
        let rate = self.budget.times(payer.times);
        let over = self.spent.used(&payer.name, now) - rate.burst;
        Duration::try_from_secs_f64(over.max(0.0) / rate.each_second.max(f64::MIN_POSITIVE))
            .unwrap_or(Duration::MAX)
    }

    fn charge(&mut self, payers: &[Payer], seconds: f64, now: Instant) {
        for payer in payers {
            let rate = self.budget.times(payer.times);
            self.spent.add(&payer.name, seconds, rate, now);
        }
    }

    fn wait(
        &mut self,
        processors: &Processors,
        priority: Priority,
        payers: &[Payer],
        has_begun: bool,
        wake: oneshot::Sender<Permit>,
    ) -> Result<(), Denied> {
        self.waiting.retain(|waiting| !waiting.wake.is_closed());
        let may_wait = has_begun || (!self.is_full_for(priority, payers) && self.make_room(priority, payers));
        if self.is_closed || !may_wait {
            return Err(Denied::Busy);
        }
        self.next += 1;
        self.waiting.push(Waiting {
            priority,
            has_begun,
            number: self.next,
            payers: payers.to_vec(),
            wake,
        });
        self.give(processors);
        Ok(())
    }

    /// Whether too much of a kind waits already for one of these payers.
    fn is_full_for(&self, priority: Priority, payers: &[Payer]) -> bool {
        let waiting = |payer: &Payer| {
            let own = |work: &&Waiting| work.priority == priority && work.payers.contains(payer);
            self.waiting.iter().filter(own).count()
        };
        payers
            .iter()
            .any(|payer| waiting(payer) >= payer.most_waiting(priority))
    }

    /// Makes room for one more work of a kind. When too many wait, the client with most of them loses one, if the new one has
    /// fewer: however many others wait, a newcomer gets a place.
    fn make_room(&mut self, priority: Priority, payers: &[Payer]) -> bool {
        let same = || self.waiting.iter().filter(|work| work.priority == priority);
        if same().count() < MOST_WAITING {
            return true;
        }
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for work in same() {
            *counts.entry(client(&work.payers)).or_default() += 1;
        }
        let count = |payers: &[Payer]| counts.get(client(payers)).copied().unwrap_or(0);
        let (now, own) = (Instant::now(), count(payers));
        let all = self.waiting.iter().enumerate();
        let others = all.filter(|(_, work)| work.priority == priority && count(&work.payers) > own);
        // Among equals the one that has used most, and of its works one that has not begun, the newest.
        let worst = others.max_by_key(|(_, work)| {
            let spent = self.spent_of(&work.payers, now);
            (count(&work.payers), spent, !work.has_begun, work.number)
        });
        let Some((index, _)) = worst else {
            return false;
        };
        // Its caller learns it, because nobody will wake it any more.
        self.waiting.swap_remove(index);
        true
    }

    /// Milliseconds that somebody has used lately, in budgets of a person.
    fn spent_of(&self, payers: &[Payer], now: Instant) -> u64 {
        let spent = payers
            .iter()
            .map(|payer| self.spent.used(&payer.name, now) / payer.times);
        (spent.fold(0.0, f64::max) * 1000.0) as u64
    }

    /// Whether work of a kind may begin when a processor is free.
    fn may_begin(&self, priority: Priority) -> bool {
        priority != Priority::Password || self.hashes < MOST_HASHES
    }

    /// Gives the free processors away, and notes how urgent the rest is.
    fn give(&mut self, processors: &Processors) {
        self.give_free(processors);
        let waiting = self.waiting.iter().map(|waiting| waiting.priority);
        let urgent = waiting
            .filter(|priority| self.may_begin(*priority))
            .map(|priority| priority as u8)
            .min();
        processors
            .urgent
            .store(urgent.unwrap_or(u8::MAX), Ordering::Relaxed);
    }

    fn give_free(&mut self, processors: &Processors) {
        let now = Instant::now();
        while self.free > 0 {
            let order = |(_, waiting): &(usize, &Waiting)| {
                let Waiting {
                    priority,
                    has_begun,
                    number,
                    ..
                } = waiting;
                // Moves share processors in slices; other work that has begun ends before more is begun.
                let late = *priority != Priority::Move && !has_begun;
                (*priority, late, self.spent_of(&waiting.payers, now), *number)
            };
            let waiting = self.waiting.iter().enumerate();
            let ready = waiting.filter(|(_, waiting)| self.may_begin(waiting.priority));
            let Some((index, _)) = ready.min_by_key(order) else {
                return;
            };
            let next = self.waiting.swap_remove(index);
            let is_hash = next.priority == Priority::Password;
            let permit = Permit {
                processors: processors.clone(),
                priority: next.priority,
                payers: next.payers,
                since: now,
                is_used: true,
            };
            match next.wake.send(permit) {
                Ok(()) => {
                    self.free -= 1;
                    self.hashes += usize::from(is_hash);
                }
                // Its caller is gone. The lock is held here, so the permit must not give itself back.
                Err(mut permit) => permit.is_used = false,
            }
        }
    }
}

impl Permit {
    /// Whether more urgent work waits, or another move for longer than a slice of time.
    fn is_wanted(&self) -> bool {
        let (urgent, own) = (
            self.processors.urgent.load(Ordering::Relaxed),
            self.priority as u8,
        );
        urgent < own || (urgent == own && self.priority == Priority::Move && self.since.elapsed() > SLICE)
    }

    /// Gives the processor to more urgent work and waits for another turn; nothing when the server stops.
    fn let_others_go_first(self) -> Option<Permit> {
        let (wake, permit) = oneshot::channel();
        let (processors, priority, payers) = (self.processors.clone(), self.priority, self.payers.clone());
        drop(self);
        let waiting = processors
            .queue()
            .wait(&processors, priority, &payers, true, wake);
        waiting.ok()?;
        permit.blocking_recv().ok()
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if !self.is_used {
            return;
        }
        let (processors, now) = (self.processors.clone(), Instant::now());
        let mut queue = processors.queue();
        queue.charge(&self.payers, (now - self.since).as_secs_f64(), now);
        queue.free += 1;
        queue.hashes -= usize::from(self.priority == Priority::Password);
        queue.give(&processors);
    }
}

#[cfg(test)]
mod tests;
