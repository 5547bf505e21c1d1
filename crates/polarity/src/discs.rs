//! Sets of discs.

use magnets::Disc;
use rules::Ones;

/// Some of the 53 discs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Discs(u64);

impl Discs {
    pub(crate) fn has(self, disc: Disc) -> bool {
        self.0 >> disc.0 & 1 == 1
    }

    pub(crate) fn add(&mut self, disc: Disc) {
        self.0 |= 1 << disc.0;
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Disc> {
        Ones::of(self.0).map(Disc)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(crate) fn and(self, other: Discs) -> Discs {
        Discs(self.0 & other.0)
    }

    pub(crate) fn or(self, other: Discs) -> Discs {
        Discs(self.0 | other.0)
    }

    pub(crate) fn but(self, other: Discs) -> Discs {
        Discs(self.0 & !other.0)
    }
}

impl FromIterator<Disc> for Discs {
    fn from_iter<I: IntoIterator<Item = Disc>>(discs: I) -> Discs {
        discs.into_iter().fold(Discs::default(), |mut set, disc| {
            set.add(disc);
            set
        })
    }
}

/// The sets of discs that hang together by `touching` pairs, alone or not, in order of their lowest disc.
pub(crate) fn components(discs: Discs, touching: &[(Disc, Disc)]) -> Vec<Discs> {
    let mut found: Vec<Discs> = discs.iter().map(|disc| Discs::from_iter([disc])).collect();
    for &(one, two) in touching {
        let place = |disc: Disc| found.iter().position(|set| set.has(disc));
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
            .map(|set| set.iter().map(|disc| disc.0).collect())
            .collect();
        assert_eq!(sets, [vec![1], vec![2, 5, 6], vec![3], vec![4]]);
    }
}
