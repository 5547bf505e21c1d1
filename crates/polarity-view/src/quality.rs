//! Adapts the resolution of the picture to the measured frame times.

/// Frames to measure before the level may change.
const WINDOW: u32 = 20;
/// A mean frame time above this, in milliseconds, lowers the quality.
const SLOW: f64 = 34.0;
/// A mean frame time below this raises it.
const FAST: f64 = 9.0;

/// Factor of the resolution at each level, the finest first.
const SCALES: [f32; 4] = [1.0, 0.8, 0.65, 0.5];
/// Most drawn pixels for a pixel of the page: more are invisible.
const MOST_PIXELS: f32 = 2.0;

/// The level of quality.
#[derive(Clone, Debug, PartialEq)]
pub struct Quality {
    level: usize,
    /// The finest level that has not been found too slow.
    finest: usize,
    frames: u32,
    spent: f64,
}

impl Quality {
    /// Starts at the finest level, or one level lower with a software renderer.
    pub fn new(software: bool) -> Quality {
        Quality {
            level: usize::from(software),
            finest: 0,
            frames: 0,
            spent: 0.0,
        }
    }

    /// Records a frame time; returns whether the level changed.
    pub fn note(&mut self, milliseconds: f64) -> bool {
        if !milliseconds.is_finite() {
            return false;
        }
        self.frames += 1;
        // One hiccup is no reason to draw coarser.
        self.spent += milliseconds.clamp(0.0, 4.0 * SLOW);
        if self.frames < WINDOW {
            return false;
        }
        let mean = self.spent / f64::from(self.frames);
        (self.frames, self.spent) = (0, 0.0);
        if mean > SLOW && self.level + 1 < SCALES.len() {
            self.level += 1;
            self.finest = self.finest.max(self.level);
            true
        } else if mean < FAST && self.level > self.finest {
            self.level -= 1;
            true
        } else {
            false
        }
    }

    /// The level; 0 is the finest.
    pub fn level(&self) -> usize {
        self.level
    }

    /// Drawn pixels for a pixel of the page, on a screen that has `dots` of its own for it.
    pub fn scale(&self, dots: f32) -> f32 {
        dots.clamp(1.0, MOST_PIXELS) * SCALES[self.level]
    }

    /// The same for a still picture, which may take longer to draw: fine enough to look smooth.
    pub fn still_scale(&self, dots: f32) -> f32 {
        match self.level {
            0 => self.scale(dots),
            _ => MOST_PIXELS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(quality: &mut Quality, milliseconds: f64, frames: u32) {
        for _ in 0..frames {
            quality.note(milliseconds);
        }
    }

    #[test]
    fn slow_frames_make_it_coarser_until_they_are_not_slow() {
        let mut quality = Quality::new(false);
        run(&mut quality, 60.0, WINDOW - 1);
        assert_eq!(quality.level(), 0);
        run(&mut quality, 60.0, 1);
        assert_eq!(quality.level(), 1);
        run(&mut quality, 60.0, 100 * WINDOW);
        assert_eq!(quality.level(), SCALES.len() - 1);
        assert!(
            quality.still_scale(1.0) > quality.scale(1.0),
            "a still picture is drawn well"
        );
    }

    #[test]
    fn it_does_not_go_to_and_fro() {
        let mut quality = Quality::new(true);
        run(&mut quality, 60.0, WINDOW);
        assert_eq!(quality.level(), 2);
        run(&mut quality, 4.0, 10 * WINDOW);
        assert_eq!(quality.level(), 2, "the finer level was too slow once");
        let mut quality = Quality::new(true);
        run(&mut quality, 4.0, 10 * WINDOW);
        assert_eq!(quality.level(), 0, "nothing was too slow");
    }

    #[test]
    fn one_hiccup_is_forgiven() {
        let mut quality = Quality::new(false);
        quality.note(3000.0);
        run(&mut quality, 12.0, WINDOW);
        assert_eq!(quality.level(), 0);
    }
}
