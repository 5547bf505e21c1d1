//! The engine's options.

use std::fmt;
use std::ops::RangeInclusive;

/// Something that can be set to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    /// Megabytes of the table.
    Hash,
    /// Searchers at once.
    Threads,
    /// Best lines to find.
    Lines,
    /// The seed of levels, where `go` does not name one.
    Seed,
}

impl Setting {
    pub(crate) const ALL: [Setting; 4] = [Setting::Hash, Setting::Threads, Setting::Lines, Setting::Seed];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Setting::Hash => "hash",
            Setting::Threads => "threads",
            Setting::Lines => "lines",
            Setting::Seed => "seed",
        }
    }

    pub(crate) const fn default(self) -> u64 {
        match self {
            Setting::Hash => 16,
            Setting::Threads | Setting::Lines => 1,
            Setting::Seed => 0,
        }
    }

    pub(crate) const fn range(self) -> RangeInclusive<u64> {
        match self {
            Setting::Hash => 1..=1024,
            Setting::Threads => 1..=64,
            Setting::Lines => 1..=100,
            Setting::Seed => 0..=u64::MAX,
        }
    }
}

/// `option hash default 16 min 1 max 1024`.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, default, range) = (self.name(), self.default(), self.range());
        write!(
            f,
            "option {name} default {default} min {} max {}",
            range.start(),
            range.end()
        )
    }
}

/// The value of each setting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings([u64; Setting::ALL.len()]);

impl Settings {
    pub(crate) fn new() -> Settings {
        Settings(Setting::ALL.map(Setting::default))
    }

    pub(crate) const fn get(&self, setting: Setting) -> u64 {
        self.0[setting as usize]
    }

    /// The value is within the setting's range: the command was read so.
    pub(crate) fn set(&mut self, setting: Setting, value: u64) {
        self.0[setting as usize] = value;
    }
}
