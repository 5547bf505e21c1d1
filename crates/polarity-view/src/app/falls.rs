//! The film of a fall, shown instead of the table.

use super::TableApp;
use crate::camera::Camera;
use crate::film::FRAMES;
use crate::picture::Picture;
use crate::ticker::TimeScale;

/// Frames for which the last one stays.
const STAYS: usize = FRAMES * 7 / 10;

/// A film that is shown.
pub(super) struct Showing {
    /// Frames shown so far.
    at: f64,
    /// The camera before.
    camera: Camera,
}

impl TableApp {
    /// Whether a film is shown.
    pub fn is_film_shown(&self) -> bool {
        self.showing.is_some()
    }

    /// Shows the film of the last fall from the side, or ends it.
    pub(super) fn toggle_film(&mut self) {
        if self.stop_film() {
            return;
        }
        let Some(film) = self.session.film() else { return };
        let (middle, along) = film.subject();
        let camera = self.camera.clone();
        self.camera.look_across(middle, along);
        self.showing = Some(Showing { at: 0.0, camera });
    }

    /// Ends the film; whether one was shown.
    pub(super) fn stop_film(&mut self) -> bool {
        let Some(showing) = self.showing.take() else {
            return false;
        };
        self.camera.glide_to(&showing.camera);
        self.stale = true;
        true
    }

    pub(super) fn advance_film(&mut self, milliseconds: f64) {
        let Some(showing) = &mut self.showing else { return };
        let rate = match self.clock.pace {
            TimeScale::Slow => 0.2,
            TimeScale::Paused => 0.0,
            // Faster than it was, nobody would see why.
            TimeScale::Real | TimeScale::Fast => 1.0,
        };
        showing.at += milliseconds.max(0.0) / 1000.0 * FRAMES as f64 * rate;
        let end = self.session.film().map_or(0, |film| film.length() + STAYS);
        self.stale = true;
        if showing.at >= end as f64 {
            self.stop_film();
        }
    }

    /// The frame of the film that is shown now.
    pub(super) fn film_picture(&self) -> Option<Picture> {
        let (showing, film) = (self.showing.as_ref()?, self.session.film()?);
        Some(Picture::of_film(film, showing.at as usize))
    }
}
