//! Seeded games, with the promises of [`Game`] checked at every position.

use crate::deep;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use rules::{Game, History, Random, Variant};
use std::collections::HashSet;

/// A game that is longer than this under random play is taken for endless.
const MOST_PLIES: usize = 20_000;
/// Plies of a walk whose every position is checked in full.
const WALK_PLIES: usize = 400;

/// Walks `walks` seeded games; `visit` sees the history at each position. When it panics, the walk shrinks to
/// the shortest that still does.
pub fn each_walk<G: Game>(walks: u64, plies: usize, visit: impl Fn(&History<G>)) {
    let config = Config {
        cases: walks as u32,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let choices = proptest::collection::vec(proptest::num::u16::ANY, 1..=plies);
    let result = runner.run(&choices, |choices| {
        walk(&choices, &visit);
        Ok::<(), TestCaseError>(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// One walk: the first choice picks the variant, each other a move.
fn walk<G: Game>(choices: &[u16], visit: &impl Fn(&History<G>)) {
    let (first, rest) = choices.split_first().expect("a walk has a first choice");
    let mut history = History::new(G::start(pick(*first, G::Variant::ALL)));
    visit(&history);
    for choice in rest {
        if history.outcome().is_some() {
            break;
        }
        let mv = pick(*choice, &history.position().legal_moves());
        history.play(mv).expect("a legal move can be played");
        visit(&history);
    }
}

fn pick<T: Copy>(choice: u16, from: &[T]) -> T {
    from[usize::from(choice) % from.len()]
}

/// Full checks at every position of some walks.
pub fn shrinking_walks<G: Game>() {
    each_walk(deep(16, 500), WALK_PLIES, |history: &History<G>| {
        check_text(history.position());
        check_moves(history.position());
        check_undo(history);
    });
}

/// The text reads back as the position. A position that is over may keep the reason in a field that no text carries.
fn check_text<G: Game>(position: &G) {
    let text = position.to_string();
    let read: G = text
        .parse()
        .unwrap_or_else(|error| panic!("{text} does not read back: {error}"));
    assert_eq!(
        read.to_string(),
        text,
        "the text changes when it is read and written"
    );
    if position.outcome().is_none() {
        assert_eq!(read, *position, "{text} reads back as another position");
    }
}

fn check_moves<G: Game>(position: &G) {
    let moves = position.legal_moves();
    assert_eq!(
        position.count_moves(),
        moves.len() as u64,
        "{position}: the count of moves is wrong"
    );
    assert_eq!(
        position.outcome().is_some(),
        moves.is_empty(),
        "{position}: over means no moves, and only that"
    );
    let mut texts = HashSet::new();
    for mv in moves {
        let text = position.move_text(mv);
        assert_eq!(
            position.parse_move(&text),
            Ok(mv),
            "{position}: {text} reads back differently"
        );
        assert!(
            texts.insert(text.clone()),
            "{position}: {text} is written for two moves"
        );
        let [mut checked, mut unchecked] = [*position; 2];
        assert_eq!(checked.play(mv), Ok(()), "{position}: {text} cannot be played");
        unchecked.play_unchecked(mv);
        assert_eq!(
            checked, unchecked,
            "{position}: {text} plays differently when checked"
        );
        check_hash(&checked);
        check_text(&checked);
    }
}

/// Every move can be undone.
fn check_undo<G: Game>(history: &History<G>) {
    if history.outcome().is_some() {
        return;
    }
    let mut played = history.clone();
    for mv in history.position().legal_moves() {
        assert_eq!(played.play(mv), Ok(()));
        assert_eq!(played.undo(), Some(mv));
        assert_eq!(
            played.position(),
            history.position(),
            "a move does not come undone"
        );
    }
    assert_eq!(played, *history, "the moves do not come undone");
}

fn check_hash<G: Game>(position: &G) {
    assert_eq!(
        position.hash(),
        position.hash_from_scratch(),
        "{position}: the hash kept up is wrong"
    );
}

/// A game after `plies` random moves, or at its end if that comes before.
pub fn random_history<G: Game>(seed: u64, plies: u64) -> History<G> {
    let mut random = Random::new(seed);
    let variants = G::Variant::ALL;
    let mut history = History::new(G::start(variants[seed as usize % variants.len()]));
    for _ in 0..plies {
        if history.outcome().is_some() {
            break;
        }
        let moves = history.position().legal_moves();
        history
            .play(moves[random.below(moves.len() as u64) as usize])
            .expect("a legal move can be played");
    }
    history
}

/// Whole random games, without the costly checks but to their end.
pub fn whole_games<G: Game>() {
    for seed in 0..deep(100, 20_000) {
        whole_game::<G>(seed, |_| ());
    }
}

/// Plays one random game to its end, checks the hash on the way, and shows every position to `visit`.
pub fn whole_game<G: Game>(seed: u64, mut visit: impl FnMut(&G)) {
    let mut random = Random::new(seed);
    let mut history = History::new(G::start(pick(seed as u16, G::Variant::ALL)));
    visit(history.position());
    while history.outcome().is_none() {
        assert!(
            history.plies() < MOST_PLIES,
            "the game of seed {seed} does not end"
        );
        let moves = history.position().legal_moves();
        let mv = moves[random.below(moves.len() as u64) as usize];
        history.play(mv).expect("a legal move can be played");
        check_hash(history.position());
        visit(history.position());
    }
}
