//! Keys for position hashes, made at compile time.

/// The `n`th of a fixed, endless row of well-mixed 64-bit keys (the splitmix64 generator).
pub const fn key(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A table of `N` keys that starts at key `first`. Tables of one game must not overlap.
pub const fn table<const N: usize>(first: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = key(first + i as u64);
        i += 1;
    }
    keys
}
