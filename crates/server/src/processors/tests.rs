//! The order of work, its end, and its price.

use super::*;
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc;

const PATIENCE: Duration = Duration::from_mins(1);

/// Work that takes the only processor until it is told to go on.
fn holder(
    processors: &Processors,
    priority: Priority,
) -> (
    tokio::task::JoinHandle<Result<(), Denied>>,
    mpsc::Sender<()>,
    oneshot::Receiver<()>,
) {
    let (go_on, told) = mpsc::channel();
    let (entering, begun) = oneshot::channel();
    let processors = processors.clone();
    let work = tokio::spawn(async move {
        let work = move |turn: &Turn| {
            let _ = entering.send(());
            while told.recv_timeout(Duration::from_millis(5)).is_err() && !turn.is_over() {}
        };
        processors.run(priority, &[], work).await
    });
    (work, go_on, begun)
}

async fn until(what: &str, is_so: impl Fn() -> bool) {
    let waiting = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE, waiting).await.is_ok(), "{what}");
}

#[tokio::test]
async fn a_move_goes_first_even_when_an_analysis_has_begun() {
    let processors = Processors::new(1, 60);
    let (analysis, go_on, begun) = holder(&processors, Priority::Analysis);
    begun.await.unwrap();
    let moved = processors.run(Priority::Move, &[], |_| 1);
    let moved = tokio::time::timeout(PATIENCE, moved).await;
    assert_eq!(moved.expect("it need not wait for the analysis"), Ok(1));
    assert!(!analysis.is_finished(), "the analysis goes on afterwards");
    go_on.send(()).unwrap();
    assert_eq!(analysis.await.unwrap(), Ok(()));
}

#[tokio::test]
async fn the_urgent_go_first_and_then_those_who_have_used_least() {
    let processors = Processors::new(1, 60);
    let (entering, begun) = oneshot::channel();
    let (go_on, told) = mpsc::channel::<()>();
    let own = processors.clone();
    let first = tokio::spawn(async move {
        let work = move |_: &Turn| {
            let _ = entering.send(());
            let _ = told.recv();
        };
        own.run(Priority::Move, &[], work).await
    });
    begun.await.unwrap();
    processors.charge(&[Payer::person("greedy")], 5.0);
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut works = Vec::new();
    for (name, priority) in [
        ("analysis", Priority::Analysis),
        ("greedy", Priority::Computer),
        ("modest", Priority::Computer),
        ("move", Priority::Move),
    ] {
        let (own, order) = (processors.clone(), order.clone());
        let count = processors.queue().waiting.len();
        works.push(tokio::spawn(async move {
            let work = move |_: &Turn| order.lock().unwrap().push(name);
            own.run(priority, &[Payer::person(name)], work).await
        }));
        until("it waits", || processors.queue().waiting.len() > count).await;
    }
    go_on.send(()).unwrap();
    first.await.unwrap().unwrap();
    for work in works {
        work.await.unwrap().unwrap();
    }
    assert_eq!(*order.lock().unwrap(), ["move", "modest", "greedy", "analysis"]);
}

#[tokio::test]
async fn a_long_move_shares_its_processor_with_the_moves_of_others() {
    let processors = Processors::new(1, 60);
    let (long, go_on, begun) = holder(&processors, Priority::Move);
    begun.await.unwrap();
    let moved = processors.run(Priority::Move, &[], |_| 1);
    let moved = tokio::time::timeout(PATIENCE, moved).await;
    assert_eq!(moved.expect("it need not wait for the long one"), Ok(1));
    go_on.send(()).unwrap();
    assert_eq!(long.await.unwrap(), Ok(()));
}

#[tokio::test]
async fn work_whose_callers_leave_never_runs_beside_other_work() {
    let processors = Processors::new(1, 60);
    let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    for _ in 0..200 {
        let (running, most) = (running.clone(), most.clone());
        let work = move |_: &Turn| {
            let now = running.fetch_add(1, Ordering::SeqCst) + 1;
            most.fetch_max(now, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(2));
            running.fetch_sub(1, Ordering::SeqCst);
        };
        // The caller leaves at once, as one does who closes the connection.
        let left = tokio::time::timeout(
            Duration::from_micros(500),
            processors.run(Priority::Password, &[], work),
        );
        let _ = left.await;
    }
    until("all is over", || processors.queue().free == 1).await;
    assert_eq!(most.load(Ordering::SeqCst), 1, "one at a time, whoever left");
}

#[tokio::test]
async fn work_is_told_to_stop_when_nobody_waits_for_it() {
    let processors = Processors::new(1, 60);
    let (work, _go_on, begun) = holder(&processors, Priority::Import);
    begun.await.unwrap();
    assert_eq!(processors.queue().free, 0);
    work.abort();
    until("it stops by itself", || processors.queue().free == 1).await;
}

#[tokio::test]
async fn a_budget_is_used_up_and_comes_back() {
    let processors = Processors::new(1, 60);
    let (ann, here) = ([Payer::person("ann")], [Payer::address("192.0.2.1")]);
    assert_eq!(processors.afford(&ann), Ok(()));
    processors.charge(&[&ann[..], &here[..]].concat(), 60.0 * BURST_MINUTES + 10.0);
    assert!(matches!(processors.afford(&ann), Err(Denied::Spent(wait)) if wait <= Duration::from_secs(10)));
    assert_eq!(processors.afford(&here), Ok(()), "an address is worth two people");
    assert_eq!(processors.afford(&[Payer::person("bob")]), Ok(()));
    processors.seen_at("bob", "192.0.2.1");
    processors.charge(&here, 60.0 * BURST_MINUTES);
    assert!(processors.afford(&processors.payers_of("bob")).is_err());
}

/// Lets so many works of a kind wait; they leave when what is given back is dropped.
fn crowd(
    processors: &Processors,
    priority: Priority,
    payers: &[Payer],
    count: usize,
) -> Vec<oneshot::Receiver<Permit>> {
    let waits = |_| {
        let (wake, permit) = oneshot::channel();
        let mut queue = processors.queue();
        let waits = queue.wait(processors, priority, payers, false, wake);
        waits.ok().map(|()| permit)
    };
    (0..count).map_while(waits).collect()
}

#[tokio::test]
async fn too_much_work_of_a_kind_is_refused_at_once_and_moves_still_wait_their_turn() {
    let processors = Processors::new(1, 60);
    let (_work, _go_on, begun) = holder(&processors, Priority::Move);
    begun.await.unwrap();
    let waiting = crowd(&processors, Priority::Analysis, &[], 2 * MOST_WAITING);
    assert_eq!(waiting.len(), MOST_WAITING);
    assert_eq!(
        processors.run(Priority::Analysis, &[], |_| ()).await,
        Err(Denied::Busy)
    );
    assert_eq!(
        crowd(&processors, Priority::Move, &[], 1).len(),
        1,
        "a move waits"
    );
    drop(waiting);
    assert_eq!(
        crowd(&processors, Priority::Analysis, &[], 1).len(),
        1,
        "those who left make room"
    );
}

#[tokio::test]
async fn the_works_of_one_payer_that_wait_are_few() {
    let processors = Processors::new(1, 60);
    let (_work, _go_on, begun) = holder(&processors, Priority::Move);
    begun.await.unwrap();
    let (ann, here) = ([Payer::person("ann")], [Payer::address("192.0.2.1")]);
    let imports = crowd(&processors, Priority::Import, &ann, 100);
    assert_eq!(imports.len(), 8);
    let pictures = crowd(&processors, Priority::Picture, &here, 100);
    assert_eq!(pictures.len(), 16);
    let bob = crowd(&processors, Priority::Import, &[Payer::person("bob")], 1);
    assert_eq!(bob.len(), 1, "others wait beside them");
    let moves = crowd(&processors, Priority::Move, &here, 100);
    assert_eq!(moves.len(), 64, "players of one house share its places");
}

#[tokio::test]
async fn a_newcomer_gets_a_place_however_many_works_of_others_wait() {
    let processors = Processors::new(1, 60);
    let (_work, _go_on, begun) = holder(&processors, Priority::Move);
    begun.await.unwrap();
    for (kind, each) in [(Priority::Move, 64), (Priority::Password, 16)] {
        let mut waiting = Vec::new();
        // Each of the greedy has few works, at the same few addresses.
        for number in 0..MOST_WAITING {
            let address = Payer::address(&format!("192.0.2.{}", number / each));
            let payers = [Payer::person(&format!("greedy {number}")), address];
            waiting.extend(crowd(&processors, kind, &payers, 1));
        }
        assert_eq!(waiting.len(), MOST_WAITING);
        for number in 0..5 {
            let newcomer = Payer::address(&format!("198.51.100.{number}"));
            waiting.extend(crowd(&processors, kind, &[newcomer], 1));
        }
        assert_eq!(waiting.len(), MOST_WAITING + 5, "{kind:?}: every newcomer waits");
        let lost = waiting.iter_mut().filter_map(|permit| match permit.try_recv() {
            Err(oneshot::error::TryRecvError::Closed) => Some(()),
            _ => None,
        });
        assert_eq!(lost.count(), 5, "{kind:?}: each has taken the place of another");
        let greedy = [Payer::person("greedy"), Payer::address("192.0.2.0")];
        let again = crowd(&processors, kind, &greedy, 2 * each);
        assert!(again.len() <= 5, "{kind:?}: {} more of the greedy", again.len());
        for permit in waiting.iter_mut().skip(MOST_WAITING) {
            let is_there = matches!(permit.try_recv(), Err(oneshot::error::TryRecvError::Empty));
            assert!(is_there, "{kind:?}: the newcomers stay");
        }
    }
}

#[tokio::test]
async fn work_that_loses_its_place_after_it_has_begun_has_no_result() {
    let processors = Processors::new(1, 60);
    let own = processors.clone();
    let greedy = tokio::spawn(async move {
        let payers = [Payer::address("192.0.2.1")];
        let work = |turn: &Turn| while !turn.is_over() {};
        own.run(Priority::Move, &payers, work).await
    });
    until("it runs", || processors.queue().free == 0).await;
    let (_urgent, _go_on, begun) = holder(&processors, Priority::Move);
    begun.await.unwrap();
    until("it has let the other go first", || {
        processors.queue().waiting.iter().any(|work| work.has_begun)
    })
    .await;
    processors.queue().waiting.clear();
    let lost = tokio::time::timeout(PATIENCE, greedy).await.unwrap();
    assert_eq!(lost.unwrap(), Err(Denied::Busy));
}

#[tokio::test]
async fn works_that_wait_do_not_begin_when_their_budget_is_used_up() {
    let processors = Processors::new(1, 60);
    let (holding, go_on, begun) = holder(&processors, Priority::Move);
    begun.await.unwrap();
    let own = processors.clone();
    let waiting = tokio::spawn(async move {
        let ann = [Payer::person("ann")];
        own.run(Priority::Import, &ann, |_| ()).await
    });
    until("it waits", || processors.queue().waiting.len() == 1).await;
    processors.charge(&[Payer::person("ann")], 60.0 * BURST_MINUTES + 10.0);
    go_on.send(()).unwrap();
    holding.await.unwrap().unwrap();
    assert!(matches!(waiting.await.unwrap(), Err(Denied::Spent(_))));
    until("the processor is free again", || processors.queue().free == 1).await;
    let ann = [Payer::person("ann")];
    let password = processors.run(Priority::Password, &ann, |_| 1).await;
    assert_eq!(password, Ok(1), "they may still sign in");
}

#[tokio::test]
async fn few_passwords_are_hashed_at_once_however_many_processors_there_are() {
    let processors = Processors::new(64, 60);
    let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let works: Vec<_> = (0..40)
        .map(|_| {
            let (running, most, own) = (running.clone(), most.clone(), processors.clone());
            let work = move |_: &Turn| {
                let now = running.fetch_add(1, Ordering::SeqCst) + 1;
                most.fetch_max(now, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(5));
                running.fetch_sub(1, Ordering::SeqCst);
            };
            tokio::spawn(async move { own.run(Priority::Password, &[], work).await })
        })
        .collect();
    for work in works {
        work.await.unwrap().unwrap();
    }
    assert!(most.load(Ordering::SeqCst) <= MOST_HASHES, "{most:?}");
    until("all are free again", || processors.queue().free == 64).await;
    assert_eq!(processors.queue().hashes, 0);
}
