//! Which grid points hang together by tiles: how much a free tile may cost, at a glance.

use isometron::Tile;
use isometron::Tiles;
use isometron::board::{POINT_COUNT, Point};

/// The nets of a board: points joined by tiles, directly or over others.
#[derive(Clone, Copy)]
pub(crate) struct Nets {
    /// The net of each point, named by one of its points.
    net: [u8; POINT_COUNT],
    /// How many tiles each net has.
    size: [u8; POINT_COUNT],
}

impl Nets {
    pub(crate) fn of(tiles: &Tiles) -> Nets {
        let mut nets = Nets {
            net: std::array::from_fn(|point| point as u8),
            size: [0; POINT_COUNT],
        };
        tiles.iter().for_each(|tile| nets.join(tile));
        nets
    }

    /// The net of a point, and how many tiles it has.
    pub(crate) fn of_point(&self, point: Point) -> (u8, u8) {
        let net = self.net[point.index()];
        (net, self.size[usize::from(net)])
    }

    /// The nets that a tile's arms reach.
    #[inline]
    fn reached(&self, tile: Tile) -> [u8; 3] {
        tile.points().map(|point| self.net[point.index()])
    }

    /// How many tiles the net would have that a tile makes of those it reaches.
    fn size_joined(&self, [a, b, c]: [u8; 3]) -> u8 {
        let size = |net: u8| self.size[usize::from(net)];
        let second = if b == a { 0 } else { size(b) };
        let third = if c == a || c == b { 0 } else { size(c) };
        size(a) + second + third + 1
    }

    /// Adds a tile.
    pub(crate) fn join(&mut self, tile: Tile) {
        let [a, b, c] = self.reached(tile);
        self.size[usize::from(a)] = self.size_joined([a, b, c]);
        if b == a && c == a {
            return;
        }
        // Written whether it changes or not, many at once.
        for net in &mut self.net {
            *net = if *net == b || *net == c { a } else { *net };
        }
    }

    /// A guess of what a free tile costs: how many points more its image scores for the opponent, if every
    /// line went through its whole net.
    pub(crate) fn guess_cost(&self, tile: Tile, image: Tile) -> i32 {
        let size = |net: u8| i32::from(self.size[usize::from(net)]);
        let reached @ [a, b, c] = self.reached(tile);
        let own = common(reached).map_or(0, |net| size(net) + 1);
        let after = self
            .reached(image)
            .map(|net| if net == b || net == c { a } else { net });
        let theirs = match common(after) {
            None => 0,
            Some(net) if net == a => i32::from(self.size_joined(reached)) + 1,
            Some(net) => size(net) + 1,
        };
        theirs - own
    }
}

/// A net that is reached twice.
fn common([a, b, c]: [u8; 3]) -> Option<u8> {
    if a == b || a == c {
        Some(a)
    } else {
        (b == c).then_some(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isometron::longest_length;
    use isometron::{Corner, sample};

    #[test]
    fn what_closes_no_net_closes_no_line() {
        for seed in 0..300 {
            let (tiles, _) = sample::random_tiles(seed, seed as usize % 50);
            let nets = Nets::of(&tiles);
            for cell in tiles.empty() {
                for blank in Corner::ALL {
                    let tile = Tile { cell, blank };
                    let length = longest_length(&tiles.with(tile), cell);
                    assert!(
                        common(nets.reached(tile)).is_some() || length == 0,
                        "seed {seed}: {tile}"
                    );
                }
            }
        }
    }

    #[test]
    fn nets_are_the_same_whichever_tile_comes_first() {
        for seed in 0..50 {
            let (tiles, _) = sample::random_tiles(seed, 40);
            let forwards = Nets::of(&tiles);
            let mut backwards = Nets::of(&Tiles::NONE);
            let mut all: Vec<Tile> = tiles.iter().collect();
            all.reverse();
            for tile in all {
                backwards.join(tile);
            }
            for point in 0..POINT_COUNT {
                let of = |nets: &Nets| {
                    let net = nets.net[point];
                    (nets.net.map(|other| other == net), nets.size[usize::from(net)])
                };
                assert_eq!(of(&forwards), of(&backwards));
            }
        }
    }
}
