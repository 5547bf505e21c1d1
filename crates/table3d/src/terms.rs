//! What is chosen before a game: with whom, by which rules, how long.

use crate::time::Time;
use polarity::computer::TOP;
use polarity::{Face, Rules, Variant};
use rules::Side;

/// With whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum With {
    /// Alone, without a referee.
    #[default]
    Practice,
    /// Two people, or two teams, at this screen.
    Two,
    /// The computer.
    Computer,
    /// Somebody elsewhere who gets a link.
    Friend,
}

impl With {
    /// All of them, in the order of the page.
    pub const ALL: [With; 4] = [With::Practice, With::Two, With::Computer, With::Friend];

    /// The name in the page and in what is kept.
    pub const fn name(self) -> &'static str {
        ["practice", "two", "computer", "friend"][self as usize]
    }
}

/// The clocks to choose from: minutes a side, and seconds a turn.
const CLOCKS: [(&str, Option<(u32, u32)>); 4] = [
    ("none", None),
    ("10+10", Some((10, 10))),
    ("20+20", Some((20, 20))),
    ("45+30", Some((45, 30))),
];
/// The sides to choose from.
const SIDES: [(&str, Option<Side>); 3] = [
    ("any", None),
    ("white", Some(Side::First)),
    ("black", Some(Side::Second)),
];

/// What is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// With whom.
    pub with: With,
    /// By which rules.
    pub rules: Rules,
    /// Whether each side has two players.
    pub teams: bool,
    /// The computer's level.
    pub level: u8,
    /// The side of who chooses, against the computer or a friend; nothing lets the toss decide.
    pub side: Option<Side>,
    clock: usize,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            with: With::Practice,
            rules: Rules::Temple,
            teams: false,
            level: 3,
            side: None,
            clock: 0,
        }
    }
}

/// The rows of the page's form, each with the ways of playing that have it.
const ROWS: [(&str, &[With]); 5] = [
    ("rules", &[With::Two, With::Computer, With::Friend]),
    ("level", &[With::Computer]),
    ("side", &[With::Computer, With::Friend]),
    ("teams", &[With::Two, With::Friend]),
    ("clock", &[With::Two, With::Friend]),
];

impl Terms {
    /// The names of all that can be chosen.
    pub fn names() -> impl Iterator<Item = &'static str> {
        std::iter::once("with").chain(ROWS.iter().map(|(name, _)| *name))
    }

    /// Whether there is anything to choose in a row now.
    pub fn has(&self, name: &str) -> bool {
        name == "with"
            || ROWS
                .iter()
                .any(|(row, with)| *row == name && with.contains(&self.with))
    }

    /// Chooses; whether there is such a choice.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        let known = self.parse(name, value);
        if let Some(terms) = known.clone() {
            *self = terms;
        }
        known.is_some()
    }

    fn parse(&self, name: &str, value: &str) -> Option<Terms> {
        let mut terms = self.clone();
        match name {
            "with" => terms.with = With::ALL.into_iter().find(|with| with.name() == value)?,
            "rules" => terms.rules = Rules::ALL.into_iter().find(|rules| rules.to_string() == value)?,
            "level" => {
                let level = value.parse().ok();
                terms.level = level.filter(|level| (1..=TOP).contains(level))?;
            }
            "side" => terms.side = SIDES.iter().find(|(name, _)| *name == value)?.1,
            "teams" => terms.teams = ["no", "yes"].iter().position(|name| *name == value)? == 1,
            "clock" => terms.clock = CLOCKS.iter().position(|(name, _)| *name == value)?,
            _ => return None,
        }
        Some(terms)
    }

    /// What is chosen by a name.
    pub fn value(&self, name: &str) -> String {
        match name {
            "with" => self.with.name().to_owned(),
            "rules" => self.rules.to_string(),
            "level" => self.level.to_string(),
            "side" => {
                let side = SIDES.iter().find(|(_, side)| *side == self.side);
                side.map_or("any", |(name, _)| name).to_owned()
            }
            "teams" => if self.teams { "yes" } else { "no" }.to_owned(),
            "clock" => CLOCKS[self.clock].0.to_owned(),
            _ => String::new(),
        }
    }

    /// The game's start, with the red disc's face that the toss gave.
    pub fn variant(&self, red: Face) -> Variant {
        Variant {
            rules: self.rules,
            red,
            teams: self.teams && self.has("teams"),
        }
    }

    /// The clocks at one screen, if wanted.
    pub fn time(&self) -> Option<Time> {
        let (minutes, seconds) = CLOCKS[self.clock].1.filter(|_| self.with == With::Two)?;
        Some(Time::new(minutes, seconds))
    }

    /// The clock as the server names it.
    pub fn server_clock(&self) -> String {
        CLOCKS[self.clock].1.map_or_else(
            || "none".to_owned(),
            |(minutes, seconds)| format!("{}s+{seconds}s", minutes * 60),
        )
    }

    /// All of it as one line.
    pub fn to_text(&self) -> String {
        let parts: Vec<String> = Terms::names()
            .map(|name| format!("{name}={}", self.value(name)))
            .collect();
        parts.join(" ")
    }

    /// Reads [`to_text`](Self::to_text); what is unknown is left as usual.
    pub fn from_text(text: &str) -> Terms {
        let mut terms = Terms::default();
        for (name, value) in text.split(' ').filter_map(|part| part.split_once('=')) {
            terms.set(name, value);
        }
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_comes_back_and_nonsense_is_refused() {
        let mut terms = Terms::default();
        for (name, value) in [
            ("with", "computer"),
            ("rules", "ferti"),
            ("level", "10"),
            ("side", "black"),
            ("teams", "yes"),
            ("clock", "20+20"),
        ] {
            assert!(terms.set(name, value), "{name}");
            assert_eq!(terms.value(name), value);
        }
        assert_eq!(Terms::from_text(&terms.to_text()), terms);
        for (name, value) in [
            ("level", "11"),
            ("level", "0"),
            ("with", "nobody"),
            ("dance", "yes"),
        ] {
            assert!(!terms.set(name, value), "{name}={value}");
        }
        assert_eq!(Terms::from_text("level=99 garbage x=y"), Terms::default());
    }

    #[test]
    fn each_way_of_playing_has_its_own_choices() {
        let mut terms = Terms::default();
        terms.set("teams", "yes");
        terms.set("clock", "10+10");
        for (with, rows, teams, time) in [
            (With::Practice, &[][..], false, false),
            (With::Two, &["rules", "teams", "clock"], true, true),
            (With::Computer, &["rules", "level", "side"], false, false),
            (With::Friend, &["rules", "side", "teams", "clock"], true, false),
        ] {
            terms.with = with;
            let found: Vec<&str> = Terms::names().skip(1).filter(|name| terms.has(name)).collect();
            assert_eq!(found, rows, "{with:?}");
            assert_eq!(terms.variant(Face::North).teams, teams);
            assert_eq!(terms.time().is_some(), time);
        }
        assert_eq!(terms.server_clock(), "600s+10s");
    }
}
