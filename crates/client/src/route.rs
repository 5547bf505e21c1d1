//! The pages and their addresses.

use std::fmt;

/// A game, as pages name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Title {
    /// Marbles pushed off the board.
    Offboard,
    /// Segments that turn and enclose.
    Polygone,
    /// Tiles and their mirror images.
    Isometron,
    /// Magnets that lean on their field.
    Polarity,
}

impl Title {
    /// All of them, in the order of the home page.
    pub const ALL: [Title; 4] = [
        Title::Offboard,
        Title::Polygone,
        Title::Isometron,
        Title::Polarity,
    ];

    /// The name on the page.
    pub const fn name(self) -> &'static str {
        ["Offboard", "Polygone", "Isometron", "Polarity"][self as usize]
    }

    /// The name in addresses.
    pub const fn slug(self) -> &'static str {
        ["offboard", "polygone", "isometron", "polarity"][self as usize]
    }

    /// The game of a name in addresses.
    pub fn from_slug(slug: &str) -> Option<Title> {
        Title::ALL.into_iter().find(|title| title.slug() == slug)
    }
}

/// Letters of an [`Id`] at most.
const LONGEST: usize = 16;

/// The name of a table or of a person, as addresses have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Id([u8; LONGEST]);

impl Id {
    /// The name, if it can be one.
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

/// Whom a game is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Somebody at the same screen.
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

/// What a visitor loads for a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Module {
    /// Whatever is there.
    Any,
    /// Home, and games that need nobody else.
    Home,
    /// Games with somebody elsewhere.
    Table,
    /// What is round the games.
    Club,
    /// The analysis.
    Study,
    /// None of ours.
    Other,
}

impl Module {
    /// Whether this module is it.
    pub const fn is_here(self) -> bool {
        match self {
            Module::Any => true,
            Module::Home => cfg!(feature = "home"),
            Module::Table => cfg!(feature = "table"),
            Module::Club => cfg!(feature = "club"),
            Module::Study => cfg!(feature = "study"),
            Module::Other => false,
        }
    }
}

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Route {
    /// The first page.
    Home,
    /// A game.
    Play(Title, Mode),
    /// A game looked at with the engine.
    Analysis(Title),
    /// The settings.
    Settings,
    /// A game with a friend, before its link is made.
    Friend(Title),
    /// Who looks for a game.
    Lobby(Title),
    /// A game with somebody elsewhere.
    Table(Id),
    /// Somebody's games.
    Person(Id),
    /// Who one is.
    Account,
    /// No page.
    Nowhere,
}

impl Route {
    /// The page of an address's path.
    pub fn from_path(path: &str) -> Route {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let game = |slug| Title::from_slug(slug);
        // Polarity's own page has all that is about it but the lobby, where people meet for any game.
        let flat = |slug| game(slug).filter(|title| *title != Title::Polarity);
        match parts[..] {
            [] | ["index.html"] => Route::Home,
            ["settings"] => Route::Settings,
            ["account"] => Route::Account,
            ["friend", slug] => flat(slug).map_or(Route::Nowhere, Route::Friend),
            ["lobby", slug] => game(slug).map_or(Route::Nowhere, Route::Lobby),
            ["table", id] => Id::new(id).map_or(Route::Nowhere, Route::Table),
            ["people", id] => Id::new(id).map_or(Route::Nowhere, Route::Person),
            ["analysis", slug] => flat(slug).map_or(Route::Nowhere, Route::Analysis),
            [slug] => game(slug).map_or(Route::Nowhere, |title| Route::Play(title, Mode::SameScreen)),
            // Polarity's page has its own names for the ways of playing.
            ["polarity", "two"] => Route::Play(Title::Polarity, Mode::SameScreen),
            ["polarity", "friend"] => Route::Friend(Title::Polarity),
            [slug, "computer"] => {
                game(slug).map_or(Route::Nowhere, |title| Route::Play(title, Mode::Computer))
            }
            _ => Route::Nowhere,
        }
    }

    /// Its path.
    pub fn path(self) -> String {
        match self {
            Route::Home | Route::Nowhere => "/".to_owned(),
            Route::Play(Title::Polarity, Mode::SameScreen) => "/polarity/two".to_owned(),
            Route::Friend(Title::Polarity) => "/polarity/friend".to_owned(),
            Route::Play(title, Mode::SameScreen) => format!("/{}", title.slug()),
            Route::Play(title, Mode::Computer) => format!("/{}/computer", title.slug()),
            Route::Analysis(title) => format!("/analysis/{}", title.slug()),
            Route::Settings => "/settings".to_owned(),
            Route::Account => "/account".to_owned(),
            Route::Friend(title) => format!("/friend/{}", title.slug()),
            Route::Lobby(title) => format!("/lobby/{}", title.slug()),
            Route::Table(id) => format!("/table/{id}"),
            Route::Person(id) => format!("/people/{id}"),
        }
    }

    /// The module that has the page.
    pub const fn module(self) -> Module {
        match self {
            Route::Settings => Module::Any,
            // Polarity's table is a page of its own, which the server answers with.
            Route::Play(Title::Polarity, _) | Route::Friend(Title::Polarity) => Module::Other,
            Route::Table(_) => Module::Table,
            Route::Friend(_) | Route::Lobby(_) | Route::Person(_) | Route::Account => Module::Club,
            Route::Analysis(_) => Module::Study,
            Route::Home | Route::Play(..) | Route::Nowhere => Module::Home,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_found_at_its_path() {
        let played = Title::ALL
            .into_iter()
            .flat_map(|title| [Mode::SameScreen, Mode::Computer].map(|mode| Route::Play(title, mode)));
        let lobbies = Title::ALL.into_iter().map(Route::Lobby);
        let flat = Title::ALL.into_iter().filter(|title| *title != Title::Polarity);
        let others = flat.flat_map(|title| [Route::Analysis(title), Route::Friend(title)]);
        let id = Id::new("abcDEF12-_").unwrap();
        let single = [
            Route::Home,
            Route::Settings,
            Route::Account,
            Route::Table(id),
            Route::Person(id),
        ];
        for page in single.into_iter().chain(played).chain(lobbies).chain(others) {
            assert_eq!(Route::from_path(&page.path()), page);
        }
        assert_eq!(
            Route::from_path("/offboard/"),
            Route::Play(Title::Offboard, Mode::SameScreen)
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
        ] {
            assert_eq!(Route::from_path(path), Route::Nowhere, "{path}");
        }
    }
}
