//! The pages and their addresses.

use games::GameId;
use learn::Challenge;
use std::fmt;

/// Letters of an [`Id`] at most.
const LONGEST: usize = 16;

/// The name of a table or of a person, as addresses have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Id([u8; LONGEST]);

impl Id {
    /// Reads a name: letters, digits, hyphens and underscores.
    pub fn new(text: &str) -> Option<Id> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if text.is_empty() || text.len() > LONGEST || !text.bytes().all(plain) {
            return None;
        }
        let mut letters = [0; LONGEST];
        letters[..text.len()].copy_from_slice(text.as_bytes());
        Some(Id(letters))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(LONGEST);
        // Made of plain letters above.
        std::str::from_utf8(&self.0[..end]).unwrap_or_default()
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Kind of opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Two people at one screen.
    SameScreen,
    /// The computer.
    Computer,
}

impl Mode {
    /// A name for the parts of a page.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::SameScreen => "same-screen",
            Mode::Computer => "computer",
        }
    }
}

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// The home page.
    Home,
    /// A game.
    Play(GameId, Mode),
    /// Polarity's practice table.
    Practice,
    /// The analysis board of a game.
    Analysis(GameId),
    /// The list of lessons.
    Learn,
    /// The rules of a game.
    Rules(GameId),
    /// A lesson of a game, by its name.
    Lesson(GameId, Id),
    /// The games and themes of puzzles.
    Puzzles,
    /// The next puzzle of a flat game.
    PuzzlesOf(GameId),
    /// A puzzle of a flat game, by its name.
    Puzzle(GameId, Id),
    /// A challenge of Polarity.
    Challenge(Challenge),
    /// The player's own mistakes.
    Mistakes,
    /// One of them, by its name.
    Mistake(Id),
    /// Public games of others.
    Watch,
    /// The settings.
    Settings,
    /// The form for a game with a friend.
    Friend(GameId),
    /// The lobby.
    Lobby(GameId),
    /// An online game.
    Table(Id),
    /// An online game of Polarity.
    PolarityTable(Id),
    /// A person's games.
    Person(Id),
    /// The account page.
    Account,
    /// An address without a page.
    Nowhere,
}

impl Route {
    /// The page of an address's path.
    pub fn from_path(path: &str) -> Route {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let game = |slug: &str| slug.parse::<GameId>().ok();
        let flat = |slug| game(slug).filter(|game| game.board().is_some());
        match parts[..] {
            [] | ["index.html"] => Route::Home,
            ["settings"] => Route::Settings,
            ["account"] => Route::Account,
            ["learn" | "rules"] => Route::Learn,
            ["learn", slug] => game(slug).map_or(Route::Nowhere, |_| Route::Learn),
            ["learn", slug, name] => game(slug)
                .zip(Id::new(name))
                .map_or(Route::Nowhere, |(game, name)| Route::Lesson(game, name)),
            ["puzzles"] | ["puzzles", "polarity"] => Route::Puzzles,
            ["watch"] => Route::Watch,
            ["puzzles", "mistakes"] | ["mistakes"] => Route::Mistakes,
            ["puzzles", "mistakes", id] => Id::new(id).map_or(Route::Nowhere, Route::Mistake),
            ["puzzles", "polarity", name] => {
                Challenge::from_name(name).map_or(Route::Nowhere, Route::Challenge)
            }
            ["puzzles", slug] => flat(slug).map_or(Route::Nowhere, Route::PuzzlesOf),
            ["puzzles", slug, name] => flat(slug)
                .zip(Id::new(name))
                .map_or(Route::Nowhere, |(game, name)| Route::Puzzle(game, name)),
            ["rules", slug] => game(slug).map_or(Route::Nowhere, Route::Rules),
            ["friend", slug] => flat(slug).map_or(Route::Nowhere, Route::Friend),
            ["lobby", slug] => game(slug).map_or(Route::Nowhere, Route::Lobby),
            ["table", id] => Id::new(id).map_or(Route::Nowhere, Route::Table),
            ["people", id] => Id::new(id).map_or(Route::Nowhere, Route::Person),
            ["analysis", slug] => flat(slug).map_or(Route::Nowhere, Route::Analysis),
            // Polarity has its own names for the ways of playing.
            ["polarity"] => Route::Practice,
            ["polarity", "two"] => Route::Play(GameId::Polarity, Mode::SameScreen),
            ["polarity", "friend"] => Route::Friend(GameId::Polarity),
            [slug] => flat(slug).map_or(Route::Nowhere, |game| Route::Play(game, Mode::SameScreen)),
            [slug, "computer"] => game(slug).map_or(Route::Nowhere, |game| Route::Play(game, Mode::Computer)),
            ["polarity", id] => Id::new(id).map_or(Route::Nowhere, Route::PolarityTable),
            _ => Route::Nowhere,
        }
    }

    /// Its path.
    pub fn path(self) -> String {
        match self {
            Route::Home | Route::Nowhere => "/".to_owned(),
            Route::Practice => "/polarity".to_owned(),
            Route::Play(GameId::Polarity, Mode::SameScreen) => "/polarity/two".to_owned(),
            Route::Friend(GameId::Polarity) => "/polarity/friend".to_owned(),
            Route::PolarityTable(id) => format!("/polarity/{id}"),
            Route::Play(game, Mode::SameScreen) => format!("/{game}"),
            Route::Play(game, Mode::Computer) => format!("/{game}/computer"),
            Route::Analysis(game) => format!("/analysis/{game}"),
            Route::Learn => "/learn".to_owned(),
            Route::Rules(game) => format!("/rules/{game}"),
            Route::Lesson(game, name) => format!("/learn/{game}/{name}"),
            Route::Puzzles => "/puzzles".to_owned(),
            Route::PuzzlesOf(game) => format!("/puzzles/{game}"),
            Route::Puzzle(game, name) => format!("/puzzles/{game}/{name}"),
            Route::Challenge(challenge) => format!("/puzzles/polarity/{}", challenge.name()),
            Route::Mistakes => "/puzzles/mistakes".to_owned(),
            Route::Mistake(id) => format!("/puzzles/mistakes/{id}"),
            Route::Watch => "/watch".to_owned(),
            Route::Settings => "/settings".to_owned(),
            Route::Account => "/account".to_owned(),
            Route::Friend(game) => format!("/friend/{game}"),
            Route::Lobby(game) => format!("/lobby/{game}"),
            Route::Table(id) => format!("/table/{id}"),
            Route::Person(id) => format!("/people/{id}"),
        }
    }
}

impl Route {
    /// The game of a page, if its address names one.
    pub fn game(self) -> Option<GameId> {
        match self {
            Route::Play(game, _)
            | Route::Analysis(game)
            | Route::Rules(game)
            | Route::Lesson(game, _)
            | Route::PuzzlesOf(game)
            | Route::Puzzle(game, _)
            | Route::Friend(game)
            | Route::Lobby(game) => Some(game),
            Route::Practice | Route::PolarityTable(_) | Route::Challenge(_) => Some(GameId::Polarity),
            Route::Home
            | Route::Learn
            | Route::Puzzles
            | Route::Mistakes
            | Route::Mistake(_)
            | Route::Watch
            | Route::Settings
            | Route::Table(_)
            | Route::Person(_)
            | Route::Account
            | Route::Nowhere => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_found_at_its_path() {
        let games = GameId::ALL.iter().copied();
        let played = games
            .clone()
            .flat_map(|game| [Mode::SameScreen, Mode::Computer].map(|mode| Route::Play(game, mode)));
        let lobbies = games.clone().map(Route::Lobby);
        let friends = games.clone().map(Route::Friend);
        let id = Id::new("abcDEF12-_").unwrap();
        let rules = games.clone().map(Route::Rules);
        let lessons = games.clone().map(move |game| Route::Lesson(game, id));
        let flat = games.filter(|game| game.board().is_some());
        let puzzles = flat
            .clone()
            .flat_map(move |game| [Route::PuzzlesOf(game), Route::Puzzle(game, id)]);
        let others = friends
            .chain(flat.map(Route::Analysis))
            .chain(rules)
            .chain(lessons)
            .chain(puzzles);
        let single = [
            Route::Home,
            Route::Settings,
            Route::Account,
            Route::Learn,
            Route::Puzzles,
            Route::Mistakes,
            Route::Challenge(Challenge::Captures),
            Route::Mistake(id),
            Route::Watch,
            Route::Practice,
            Route::Table(id),
            Route::PolarityTable(id),
            Route::Person(id),
        ];
        for page in single.into_iter().chain(played).chain(lobbies).chain(others) {
            assert_eq!(Route::from_path(&page.path()), page);
        }
        assert_eq!(Route::from_path("/learn/polarity"), Route::Learn);
        assert_eq!(Route::from_path("/rules"), Route::Learn);
        assert_eq!(Route::from_path("/puzzles/polarity"), Route::Puzzles);
        assert_eq!(Route::from_path("/mistakes"), Route::Mistakes);
        let lesson = Route::from_path("/learn/polarity/lean");
        assert!(matches!(lesson, Route::Lesson(GameId::Polarity, _)), "{lesson:?}");
        assert_eq!(lesson.path(), "/learn/polarity/lean");
        assert_eq!(
            Route::from_path("/offboard/"),
            Route::Play(GameId::Offboard, Mode::SameScreen)
        );
        for path in [
            "/chess",
            "/offboard/online/x",
            "/table/é",
            "/table/12345678901234567",
            "/friend",
            "/analysis",
            "/analysis/polarity",
            "/friend/polarity",
            "/rules/chess",
            "/learn/chess/lean",
        ] {
            assert_eq!(Route::from_path(path), Route::Nowhere, "{path}");
        }
    }
}
