//! The player's settings, kept in the browser's storage.

use crate::frame::table::Habits;

/// The colours of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light or dark, as the system's setting says.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];

    /// The name in storage and in the style sheets.
    pub const fn name(self) -> &'static str {
        ["auto", "light", "dark"][self as usize]
    }

    /// The theme of a name.
    pub fn from_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// The settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The colours of the page.
    pub theme: Theme,
    /// Volume of the sounds, from 0 (off) to [`LOUDEST`].
    pub volume: u8,
    /// Whether moves are animated.
    pub motion: bool,
    /// Whether Polarity replays falls and faults.
    pub replays: bool,
    /// Habits of play, such as confirming each move.
    pub habits: Habits,
}

/// The greatest volume.
pub const LOUDEST: u8 = 10;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: Theme::Auto,
            volume: 4,
            motion: true,
            replays: true,
            habits: Habits { confirm: false },
        }
    }
}

impl Settings {
    /// The text for storage: `theme=dark volume=4 motion=on replays=on confirm=off`.
    pub fn to_text(self) -> String {
        let switch = |on| if on { "on" } else { "off" };
        format!(
            "theme={} volume={} motion={} replays={} confirm={}",
            self.theme.name(),
            self.volume,
            switch(self.motion),
            switch(self.replays),
            switch(self.habits.confirm)
        )
    }

    /// Reads [`to_text`](Self::to_text); missing or unknown entries keep their defaults.
    pub fn from_text(text: &str) -> Settings {
        let mut settings = Settings::default();
        let entries = text.split(' ').filter_map(|entry| entry.split_once('='));
        for (name, value) in entries {
            let on = value == "on";
            match name {
                "theme" => settings.theme = Theme::from_name(value).unwrap_or_default(),
                "volume" => {
                    let volume = value.parse().ok().filter(|volume| *volume <= LOUDEST);
                    settings.volume = volume.unwrap_or(settings.volume);
                }
                "motion" => settings.motion = on,
                "replays" => settings.replays = on,
                "confirm" => settings.habits.confirm = on,
                _ => {}
            }
        }
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_back() {
        for theme in Theme::ALL {
            for bits in 0..8 {
                let settings = Settings {
                    theme,
                    volume: bits,
                    motion: bits & 1 == 0,
                    replays: bits & 4 == 0,
                    habits: Habits {
                        confirm: bits & 2 == 0,
                    },
                };
                assert_eq!(Settings::from_text(&settings.to_text()), settings);
            }
        }
    }

    #[test]
    fn nonsense_keeps_the_defaults() {
        for text in ["", "theme", "theme=blue volume=99 sound=on", "= ="] {
            assert_eq!(Settings::from_text(text), Settings::default(), "{text:?}");
        }
    }
}
