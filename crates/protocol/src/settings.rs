//! How a game is to be played: what those who create it choose.

use crate::as_text;
use games::{AnyGame, GameId};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::str::FromStr;

/// An error in chosen settings, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError(String);

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingsError {}

fn refuse<T>(why: impl Into<String>) -> Result<T, SettingsError> {
    Err(SettingsError(why.into()))
}

/// How long the players may think. Its text is `none`, `300s+3s` or `2d`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Clock {
    /// As long as they like.
    #[default]
    None,
    /// A budget for the game, and a little more for each move.
    Fischer {
        /// Seconds at the start.
        base: u32,
        /// Seconds added after each move.
        increment: u32,
    },
    /// Days for each move.
    Days(u32),
}

impl Clock {
    /// The longest budget, in seconds.
    pub const MOST_BASE: u32 = 3 * 60 * 60;
    /// The longest increment, in seconds.
    pub const MOST_INCREMENT: u32 = 180;
    /// The most days a move.
    pub const MOST_DAYS: u32 = 14;

    /// Milliseconds that a side has at the start; none without a clock.
    pub const fn start_millis(self) -> Option<i64> {
        match self {
            Clock::None => None,
            Clock::Fischer { base, .. } => Some(base as i64 * 1000),
            Clock::Days(days) => Some(days as i64 * 24 * 60 * 60 * 1000),
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clock::None => f.write_str("none"),
            Clock::Fischer { base, increment } => write!(f, "{base}s+{increment}s"),
            Clock::Days(days) => write!(f, "{days}d"),
        }
    }
}

impl FromStr for Clock {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Clock, SettingsError> {
        let clock = read_clock(text);
        // One spelling only: `+5s` and `05s` are numbers, too.
        match clock.filter(|clock| clock.to_string() == text) {
            Some(clock) => Ok(clock),
            None => refuse(format!(
                "clock: expected none, SECONDSs+SECONDSs (at most {}s+{}s, not both 0) or 1d to {}d",
                Clock::MOST_BASE,
                Clock::MOST_INCREMENT,
                Clock::MOST_DAYS
            )),
        }
    }
}

fn read_clock(text: &str) -> Option<Clock> {
    if text == "none" {
        return Some(Clock::None);
    }
    if let Some(days) = text.strip_suffix('d') {
        let days = days
            .parse()
            .ok()
            .filter(|days| (1..=Clock::MOST_DAYS).contains(days));
        return days.map(Clock::Days);
    }
    let (base, increment) = text.strip_suffix('s')?.split_once("s+")?;
    let (base, increment) = (base.parse().ok()?, increment.parse().ok()?);
    let some = base > 0 || increment > 0;
    let fits = base <= Clock::MOST_BASE && increment <= Clock::MOST_INCREMENT;
    (some && fits).then_some(Clock::Fischer { base, increment })
}

/// The side that the creator of the game takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SideChoice {
    /// Moves first.
    First,
    /// Moves second.
    Second,
    /// The server draws.
    #[default]
    Random,
}

/// How much of its guide Polarity's table shows, the same to both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GuideChoice {
    /// Forecasts of every place.
    #[default]
    All,
    /// The ring where leaners usually hold.
    Ring,
    /// No help.
    Nothing,
}

impl GuideChoice {
    /// All of them.
    pub const ALL: [GuideChoice; 3] = [GuideChoice::All, GuideChoice::Ring, GuideChoice::Nothing];

    /// The name in texts.
    pub const fn name(self) -> &'static str {
        ["all", "ring", "nothing"][self as usize]
    }
}

impl FromStr for GuideChoice {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<GuideChoice, SettingsError> {
        let found = GuideChoice::ALL.into_iter().find(|guide| guide.name() == text);
        found.map_or_else(|| refuse("guide: expected all, ring or nothing"), Ok)
    }
}

/// Settings that are fixed when a game is created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one box to tick, free of the others"
)]
pub struct TableSettings {
    /// The game.
    #[serde(with = "as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::GameName"))]
    pub game: GameId,
    /// How it starts, where it has several ways; the usual one if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(example = &"central"))]
    pub variant: Option<String>,
    /// The time to think.
    #[serde(default, with = "as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "Clock"))]
    pub clock: Clock,
    /// Whether it counts for the ratings.
    #[serde(default)]
    pub rated: bool,
    /// Whether everyone may see it.
    #[serde(default)]
    pub public: bool,
    /// Whether the players may write to each other.
    #[serde(default = "yes")]
    pub chat: bool,
    /// Whether each side has two players who take turns.
    #[serde(default)]
    pub teams: bool,
    /// Whether images are placed for both players (Isometron).
    #[serde(default)]
    pub assist: bool,
    /// How much of its guide Polarity's table shows; other games have none.
    #[serde(default)]
    pub guide: GuideChoice,
}

/// Fields of [`TableSettings`].
const FIELDS: [&str; 9] = [
    "game", "variant", "clock", "rated", "public", "chat", "teams", "assist", "guide",
];

/// Reads the settings of a request, in which an unknown field is a mistake. A client that reads a server's settings
/// leaves fields alone that it does not know.
pub(crate) fn strict<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TableSettings, D::Error> {
    let fields = Map::<String, Value>::deserialize(deserializer)?;
    if let Some(unknown) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        return Err(D::Error::unknown_field(unknown, &FIELDS));
    }
    TableSettings::deserialize(Value::Object(fields)).map_err(D::Error::custom)
}

const fn yes() -> bool {
    true
}

/// Whether two a side can play a game.
pub const fn has_teams(game: GameId) -> bool {
    matches!(game, GameId::Isometron | GameId::Polarity)
}

/// Whether a game has images that can be placed for the players.
pub const fn has_assist(game: GameId) -> bool {
    matches!(game, GameId::Isometron)
}

/// Whether a game has a guide of which less can be shown.
pub const fn has_guide(game: GameId) -> bool {
    matches!(game, GameId::Polarity)
}

impl TableSettings {
    /// Settings of a game where everything else is as usual.
    pub const fn new(game: GameId) -> TableSettings {
        TableSettings {
            game,
            variant: None,
            clock: Clock::None,
            rated: false,
            public: false,
            chat: true,
            teams: false,
            assist: false,
            guide: GuideChoice::All,
        }
    }

    /// The same settings after the toss, if the game has one: Polarity's red disc falls with one of its faces up, whichever was
    /// asked for.
    #[must_use]
    pub fn tossed(self, is_north: bool) -> TableSettings {
        if self.game != GameId::Polarity {
            return self;
        }
        let asked = self.variant.as_deref().unwrap_or("temple");
        let rules = asked.split('-').next().unwrap_or_default();
        let teams = if asked.ends_with("-teams") { "-teams" } else { "" };
        let face = if is_north { "north" } else { "south" };
        TableSettings {
            variant: Some(format!("{rules}-{face}{teams}")),
            ..self
        }
    }

    /// How many people play: two, or two a side.
    pub const fn seats(&self) -> usize {
        if self.teams { 4 } else { 2 }
    }

    /// The first position, if the settings go together.
    pub fn start(&self) -> Result<AnyGame, SettingsError> {
        if self.teams && !has_teams(self.game) {
            return refuse(format!("teams: {} is played by two", self.game));
        }
        if self.assist && !has_assist(self.game) {
            return refuse(format!("assist: {} has no images to place", self.game));
        }
        if self.guide != GuideChoice::All && !has_guide(self.game) {
            return refuse(format!("guide: {} has none to leave out", self.game));
        }
        if self.teams && self.rated {
            return refuse("rated: a game of teams does not count for the ratings");
        }
        if self.rated && self.clock == Clock::None {
            return refuse("rated: a rated game needs a clock");
        }
        AnyGame::start(self.game, self.variant.as_deref()).map_err(|error| SettingsError(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_have_one_spelling() {
        for good in ["none", "300s+3s", "0s+1s", "10800s+180s", "1d", "14d"] {
            assert_eq!(good.parse::<Clock>().unwrap().to_string(), good);
        }
        for bad in [
            "",
            "5",
            "0s+0s",
            "300s",
            "300s+",
            "s+s",
            "05s+0s",
            "+5s+0s",
            "10801s+0s",
            "0d",
            "15d",
            "99999999999d",
            "é",
        ] {
            assert!(bad.parse::<Clock>().is_err(), "{bad}");
        }
    }

    #[test]
    fn settings_that_do_not_go_together_are_refused() {
        let plain = TableSettings::new(GameId::Offboard);
        assert!(plain.start().is_ok());
        let variant = Some("central".to_owned());
        assert!(
            TableSettings {
                variant: variant.clone(),
                ..plain.clone()
            }
            .start()
            .is_err()
        );
        assert!(
            TableSettings {
                variant,
                ..TableSettings::new(GameId::Isometron)
            }
            .start()
            .is_ok()
        );
        assert!(
            TableSettings {
                teams: true,
                ..plain.clone()
            }
            .start()
            .is_err()
        );
        assert!(
            TableSettings {
                teams: true,
                ..TableSettings::new(GameId::Isometron)
            }
            .start()
            .is_ok()
        );
        for (game, is_allowed) in [(GameId::Isometron, true), (GameId::Polygone, false)] {
            let assisted = TableSettings {
                assist: true,
                ..TableSettings::new(game)
            };
            assert_eq!(assisted.start().is_ok(), is_allowed, "{game}");
        }
        assert!(TableSettings { rated: true, ..plain }.start().is_err());
    }

    #[test]
    fn the_guide_is_a_choice_of_polaritys_table() {
        for guide in GuideChoice::ALL {
            assert_eq!(guide.name().parse(), Ok(guide));
            assert_eq!(serde_json::to_value(guide).unwrap(), guide.name());
        }
        assert!("most".parse::<GuideChoice>().is_err());
        let less = |game| TableSettings {
            guide: GuideChoice::Ring,
            ..TableSettings::new(game)
        };
        let error = less(GameId::Offboard).start().unwrap_err().to_string();
        assert!(error.starts_with("guide:"), "{error}");
        let read: TableSettings = serde_json::from_str(r#"{"game":"polarity"}"#).unwrap();
        assert_eq!(read.guide, GuideChoice::All, "tables of old have all of it");
    }

    #[test]
    fn the_toss_decides_how_the_red_disc_falls() {
        let polarity = |variant: Option<&str>| TableSettings {
            variant: variant.map(ToOwned::to_owned),
            ..TableSettings::new(GameId::Polarity)
        };
        for (asked, north, south) in [
            (None, "temple-north", "temple-south"),
            (Some("temple-north"), "temple-north", "temple-south"),
            (
                Some("ferti-south-teams"),
                "ferti-north-teams",
                "ferti-south-teams",
            ),
        ] {
            for (is_north, variant) in [(true, north), (false, south)] {
                let tossed = polarity(asked).tossed(is_north);
                assert_eq!(tossed.variant.as_deref(), Some(variant));
            }
        }
        let other = TableSettings::new(GameId::Isometron);
        assert_eq!(other.clone().tossed(true), other);
    }

    #[test]
    fn unknown_settings_are_refused_in_a_request_and_left_alone_in_an_answer() {
        let read = |text| serde_json::from_str::<TableSettings>(text);
        let asked = |text| strict(&mut serde_json::Deserializer::from_str(text));
        let plain = TableSettings::new(GameId::Offboard);
        let grown = r#"{"game":"offboard","colour":"red"}"#;
        for read in [read, asked] {
            assert_eq!(read(r#"{"game":"offboard"}"#).unwrap(), plain);
            assert!(read(r#"{"game":"chess"}"#).is_err());
        }
        assert_eq!(read(grown).unwrap(), plain);
        assert!(
            asked(grown)
                .unwrap_err()
                .to_string()
                .contains("unknown field `colour`")
        );
    }

    #[test]
    fn every_field_of_the_settings_may_be_asked_for() {
        let variant = Some("central".to_owned());
        let settings = TableSettings {
            variant,
            ..TableSettings::new(GameId::Isometron)
        };
        let Value::Object(fields) = serde_json::to_value(&settings).unwrap() else {
            panic!("settings are an object");
        };
        let mut known = FIELDS.to_vec();
        known.sort_unstable();
        let mut names: Vec<&str> = fields.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, known);
    }
}
