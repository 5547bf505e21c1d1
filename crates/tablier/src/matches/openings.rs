//! Openings of a match: random moves, never the same position twice; or always the start.

use rules::{Game, History, Random, Variant};
use std::collections::HashSet;

/// Random games that are tried for each opening.
const TRIES: u64 = 1000;

/// The first `count` openings of a seed; a greater count begins with the same ones. The variants take turns.
pub(crate) fn openings<G: Game>(count: u64, plies: u32, seed: u64) -> Result<Vec<History<G>>, String> {
    let mut random = Random::new(seed);
    let mut known = HashSet::new();
    let mut found = Vec::new();
    for number in 0..count {
        let variant = G::Variant::ALL[(number % G::Variant::ALL.len() as u64) as usize];
        let opening = (0..TRIES).find_map(|_| {
            let opening = after_random_moves(G::start(variant), plies, &mut random)?;
            let is_new = plies == 0 || known.insert(opening.position().to_string());
            is_new.then_some(opening)
        });
        found.push(opening.ok_or_else(|| {
            format!("there are not {count} openings of {plies} plies: ask for fewer games or for more plies")
        })?);
    }
    Ok(found)
}

/// Plays random moves; `None` when the game is over by then.
fn after_random_moves<G: Game>(start: G, plies: u32, random: &mut Random) -> Option<History<G>> {
    let mut history = History::new(start);
    for _ in 0..plies {
        let moves = history.position().legal_moves();
        let mv = *moves.get(random.below(moves.len() as u64) as usize)?;
        history.play(mv).ok()?;
    }
    history.outcome().is_none().then_some(history)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_distinct_and_stay_the_same() {
        let few = openings::<offboard::Position>(20, 2, 7).unwrap();
        let many = openings::<offboard::Position>(200, 2, 7).unwrap();
        assert_eq!(few[..], many[..20]);
        let texts: HashSet<String> = many
            .iter()
            .map(|opening| opening.position().to_string())
            .collect();
        assert_eq!(texts.len(), 200);
        assert!(many.iter().all(|opening| opening.plies() == 2));
        assert_ne!(few, openings::<offboard::Position>(20, 2, 8).unwrap());
    }

    #[test]
    fn variants_take_turns() {
        let found = openings::<isometron::Position>(6, 3, 1).unwrap();
        for (opening, variant) in found.iter().zip(isometron::Symmetry::ALL.iter().cycle()) {
            assert_eq!(*opening.start(), isometron::Position::start(*variant));
        }
    }

    #[test]
    fn too_many_openings_are_refused_but_for_the_start() {
        assert!(openings::<offboard::Position>(43, 1, 1).is_err());
        let starts = openings::<offboard::Position>(3, 0, 1).unwrap();
        assert!(starts.len() == 3 && starts.iter().all(|opening| opening.plies() == 0));
    }
}
