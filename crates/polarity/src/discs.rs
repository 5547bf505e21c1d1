//! Sets of discs.

use magnets::Disc;
use rules::bit_set;

bit_set!(
    /// A set of the 53 discs.
    pub(crate) Discs of Disc in u64
);

/// The sets of discs that hang together by `touching` pairs, alone or not, in order of their lowest disc.
pub(crate) fn components(discs: Discs, touching: &[(Disc, Disc)]) -> Vec<Discs> {
    let mut found: Vec<Discs> = discs.into_iter().map(Discs::of).collect();
    for &(one, two) in touching {
        let place = |disc: Disc| found.iter().position(|set| set.contains(disc));
        let (Some(a), Some(b)) = (place(one), place(two)) else {
            continue;
        };
        if a != b {
            let (low, high) = (a.min(b), a.max(b));
            let moved = found.remove(high);
            found[low] = found[low].or(moved);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_touches_hangs_together() {
        let all: Discs = (1..=6).map(Disc).collect();
        let touching = [(Disc(5), Disc(6)), (Disc(2), Disc(5)), (Disc(3), Disc(9))];
        let found = components(all, &touching);
        let sets: Vec<Vec<u8>> = found
            .iter()
            .map(|set| set.into_iter().map(|disc| disc.0).collect())
            .collect();
        assert_eq!(sets, [vec![1], vec![2, 5, 6], vec![3], vec![4]]);
    }
}
