//! Options of a game at this screen, and the saved game.

use crate::frame::clock::{ScreenClock, TimeControl};
use crate::game_form::GameForm;
use crate::opponent::ComputerLevel;
use protocol::SideChoice;
use rules::Side;

/// A way of playing at this screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Way {
    /// Alone, without a referee.
    #[default]
    Practice,
    /// Two people, or two teams, at this screen.
    Two,
    /// Against the computer.
    Computer,
}

impl Way {
    pub(super) const ALL: [Way; 3] = [Way::Practice, Way::Two, Way::Computer];

    /// The name in the page and in storage.
    pub(super) const fn name(self) -> &'static str {
        ["practice", "two", "computer"][self as usize]
    }
}

/// The rule sets, by their names in variants.
pub(super) const RULES: [&str; 2] = ["temple", "ferti"];

/// Options of a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) way: Way,
    /// An index of [`RULES`].
    pub(super) rules: usize,
    pub(super) level: ComputerLevel,
    /// The person's side, which counts against the computer; teams and clock, which count with two players.
    pub(super) form: GameForm,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            way: Way::Practice,
            rules: 0,
            level: ComputerLevel::default(),
            form: GameForm::FRIEND,
        }
    }
}

const SIDES: [(&str, SideChoice); 3] = [
    ("any", SideChoice::Random),
    ("white", SideChoice::First),
    ("black", SideChoice::Second),
];

impl Options {
    /// The clocks at the start of a game.
    pub(super) fn clock(&self) -> ScreenClock {
        ScreenClock::new(match self.way {
            Way::Two => self.form.time(),
            Way::Practice | Way::Computer => TimeControl::None,
        })
    }

    /// The sides that this screen steers; `lot` is the player's side if they left it to chance.
    pub(super) fn own(&self, lot: Side) -> [bool; 2] {
        let person = match self.form.side {
            SideChoice::First => Side::First,
            SideChoice::Second => Side::Second,
            SideChoice::Random => lot,
        };
        match self.way {
            Way::Computer => Side::BOTH.map(|side| side == person),
            Way::Practice | Way::Two => [true; 2],
        }
    }

    /// The name of the game's start; the toss decided the red disc's face.
    pub(super) fn variant(&self, face: Face) -> String {
        variant(RULES[self.rules], face, self.form.teams && self.way == Way::Two)
    }

    fn to_text(self) -> String {
        let side = SIDES.iter().find(|(_, side)| *side == self.form.side);
        format!(
            "with={} rules={} level={} side={} teams={} guide={} clock={}",
            self.way.name(),
            RULES[self.rules],
            self.level.number(),
            side.map_or("any", |(name, _)| name),
            if self.form.teams { "yes" } else { "no" },
            self.form.guide.name(),
            self.form.time().to_text(),
        )
    }

    /// Reads [`to_text`](Self::to_text); unknown entries keep their defaults.
    fn from_text(text: &str) -> Options {
        let mut options = Options::default();
        for (name, value) in text.split(' ').filter_map(|part| part.split_once('=')) {
            options.set(name, value);
        }
        options
    }

    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "with" => self.way = Way::ALL.into_iter().find(|way| way.name() == value)?,
            "rules" => self.rules = RULES.iter().position(|rules| *rules == value)?,
            "level" => self.level = ComputerLevel::new(value.parse().ok()?)?,
            "side" => self.form.side = SIDES.iter().find(|(name, _)| *name == value)?.1,
            "guide" => self.form.guide = value.parse().ok()?,
            "teams" => self.form.teams = value == "yes",
            "clock" => {
                let time = GameForm::of_time(TimeControl::from_text(value)?);
                (self.form.pace, self.form.sand) = (time.pace, time.sand);
                (self.form.minutes, self.form.increment) = (time.minutes, time.increment);
            }
            _ => {}
        }
        Some(())
    }
}

/// The red disc's face that is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    /// Marked `–`.
    North,
    /// Marked `•`.
    South,
}

impl Face {
    /// A face by chance; `bits` are random.
    pub(super) fn tossed(bits: u64) -> Face {
        if bits.is_multiple_of(2) {
            Face::North
        } else {
            Face::South
        }
    }

    /// The mark on it.
    pub(super) const fn mark(self) -> &'static str {
        match self {
            Face::North => "–",
            Face::South => "•",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Face::North => "north",
            Face::South => "south",
        }
    }
}

/// The name of a start, such as `temple-north-teams`.
pub(super) fn variant(rules: &str, face: Face, teams: bool) -> String {
    format!("{rules}-{}{}", face.name(), if teams { "-teams" } else { "" })
}

/// A game at this screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Game {
    pub(super) options: Options,
    /// The sides that this screen steers.
    pub(super) own: [bool; 2],
    pub(super) clock: ScreenClock,
    /// Moves that were played before the page was last opened.
    pub(super) before: usize,
}

impl Game {
    /// Whether a clock runs against a player at this screen while a side is to move; no side is once the game is over.
    pub(super) fn runs_own_clock(self, turn: Option<Side>) -> bool {
        let is_timed = self.clock.control() != TimeControl::None;
        is_timed && turn.is_some_and(|turn| self.own[turn])
    }

    /// The text for storage, four lines: options; sides at this screen and number of moves; clocks; position.
    /// `plies` moves were played since the page was opened.
    pub(super) fn to_text(self, position: &str, plies: usize, now: f64) -> String {
        let own = self.own.map(|own| if own { "own" } else { "other" });
        let (options, clock) = (self.options.to_text(), self.clock.kept(now).to_text());
        let moves = self.before + plies;
        format!("{options}\n{} {} {moves}\n{clock}\n{position}", own[0], own[1])
    }

    /// Reads [`to_text`](Self::to_text): the game and its position.
    pub(super) fn from_text(text: &str) -> Option<(Game, &str)> {
        let mut lines = text.split('\n');
        let options = Options::from_text(lines.next()?);
        let mut words = lines.next()?.split(' ');
        let own = [(); 2].map(|()| words.next() == Some("own"));
        let before = words.next().and_then(|moves| moves.parse().ok()).unwrap_or(0);
        // Clocks that an older version saved cannot be read: the game continues without any.
        let clock = ScreenClock::from_text(lines.next()?).unwrap_or(ScreenClock::new(TimeControl::None));
        let position = lines.next().filter(|text| !text.is_empty())?;
        (lines.next().is_none() && options.way != Way::Practice).then_some((
            Game {
                options,
                own,
                clock,
                before,
            },
            position,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_form::ClockKind;
    use protocol::GuideChoice;

    fn options(way: Way) -> Options {
        Options {
            way,
            rules: 1,
            level: ComputerLevel::new(10).unwrap(),
            form: GameForm {
                side: SideChoice::Second,
                teams: true,
                guide: GuideChoice::Ring,
                pace: ClockKind::Sand,
                sand: 90,
                ..GameForm::FRIEND
            },
        }
    }

    #[test]
    fn a_saved_game_is_read_back_and_an_incomplete_one_is_refused() {
        for with in [Way::Two, Way::Computer] {
            let game = Game {
                options: options(with),
                own: [true, false],
                clock: options(with).clock(),
                before: 4,
            };
            let text = game.to_text("{position}", 0, 0.0);
            assert_eq!(Game::from_text(&text), Some((game, "{position}")));
            for cut in 0..text.len() - "{position}".len() {
                assert_eq!(Game::from_text(&text[..cut]), None, "{cut}");
            }
        }
    }

    #[test]
    fn a_game_saved_by_an_older_version_is_read() {
        let text = "with=computer rules=ferti level=6 side=white teams=no clock=none\nown other\n-\n{}";
        let (game, position) = Game::from_text(text).unwrap();
        assert_eq!(
            (game.options.level.number(), game.own, position),
            (6, [true, false], "{}")
        );
        let text = "with=two rules=temple level=3 side=any teams=no clock=10+10\nown own\n600000 1 10000\n{}";
        assert!(Game::from_text(text).is_some());
    }

    #[test]
    fn a_fall_is_kept_waiting_only_by_a_clock_that_runs_against_a_player_here() {
        let game = |own, pace| {
            let mut with = options(Way::Two);
            with.form.pace = pace;
            Game {
                options: with,
                own,
                clock: with.clock(),
                before: 0,
            }
        };
        let timed = |own| game(own, ClockKind::Sand);
        assert!(timed([true, true]).runs_own_clock(Some(Side::Second)));
        assert!(timed([true, false]).runs_own_clock(Some(Side::First)));
        assert!(
            !timed([true, false]).runs_own_clock(Some(Side::Second)),
            "the computer's"
        );
        assert!(!timed([true, true]).runs_own_clock(None), "the game is over");
        let untimed = game([true, true], ClockKind::Free);
        assert!(!untimed.runs_own_clock(Some(Side::First)));
    }

    #[test]
    fn nonsense_keeps_the_defaults() {
        assert_eq!(
            Options::from_text("level=99 with=nobody garbage x=y"),
            Options::default()
        );
        assert_eq!(
            Options::from_text(&options(Way::Two).to_text()),
            options(Way::Two)
        );
    }

    #[test]
    fn each_way_of_playing_has_its_own_choices() {
        let two = options(Way::Two);
        assert_eq!(two.variant(Face::South), "ferti-south-teams");
        assert_eq!(two.own(Side::First), [true, true]);
        assert_ne!(two.clock().control(), TimeControl::None);
        let computer = options(Way::Computer);
        assert_eq!(computer.variant(Face::North), "ferti-north");
        assert_eq!(computer.own(Side::First), [false, true]);
        assert_eq!(computer.clock().control(), TimeControl::None);
        let mut chance = computer;
        chance.form.side = SideChoice::Random;
        assert_eq!(chance.own(Side::First), [true, false]);
    }

    #[test]
    fn the_red_disc_falls_either_way() {
        assert_ne!(Face::tossed(0), Face::tossed(1));
    }
}
