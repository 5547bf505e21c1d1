//! The pages and their addresses.

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
    /// No page.
    Nowhere,
}

impl Route {
    /// The page of an address's path.
    pub fn from_path(path: &str) -> Route {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let game = |slug| Title::from_slug(slug);
        match parts[..] {
            [] | ["index.html"] => Route::Home,
            ["settings"] => Route::Settings,
            ["analysis", slug] => game(slug)
                .filter(|title| *title != Title::Polarity)
                .map_or(Route::Nowhere, Route::Analysis),
            [slug] => game(slug).map_or(Route::Nowhere, |title| Route::Play(title, Mode::SameScreen)),
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
            Route::Play(title, Mode::SameScreen) => format!("/{}", title.slug()),
            Route::Play(title, Mode::Computer) => format!("/{}/computer", title.slug()),
            Route::Analysis(title) => format!("/analysis/{}", title.slug()),
            Route::Settings => "/settings".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_found_at_its_path() {
        let games = Title::ALL.into_iter().flat_map(|title| {
            [
                Route::Play(title, Mode::SameScreen),
                Route::Play(title, Mode::Computer),
                Route::Analysis(title),
            ]
        });
        let pages = [Route::Home, Route::Settings].into_iter().chain(games);
        for page in pages.filter(|page| *page != Route::Analysis(Title::Polarity)) {
            assert_eq!(Route::from_path(&page.path()), page);
        }
        assert_eq!(
            Route::from_path("/offboard/"),
            Route::Play(Title::Offboard, Mode::SameScreen)
        );
        for path in ["/chess", "/offboard/online/x", "/analysis", "/analysis/polarity"] {
            assert_eq!(Route::from_path(path), Route::Nowhere, "{path}");
        }
    }
}
