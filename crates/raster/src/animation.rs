//! A game as an animated GIF: a frame a move, of which only the part that changed is written.

use crate::{Pixels, RasterError};
use gif::{DisposalMethod, Encoder, Frame, Repeat};

/// Frames of an animation at most.
pub const MOST_FRAMES: usize = 240;
/// Pixels of an animation's longer side.
pub const FRAME_SIDE: u32 = 480;
/// Hundredths of a second that a move is shown, and the end.
const DELAY: u16 = 80;
const LAST_DELAY: u16 = 400;
/// The quantiser's speed, from 1 (best) to 30: boards have few colours.
const SPEED: i32 = 15;

/// The plies of a game that an animation shows: all, or every second, third, … and the last, so that they are never more
/// than [`MOST_FRAMES`]. Ply 0 is the start.
pub fn shown_plies(moves: usize) -> Vec<usize> {
    let step = (moves + 1).div_ceil(MOST_FRAMES - 1);
    let mut plies: Vec<usize> = (0..=moves).step_by(step.max(1)).collect();
    if plies.last() != Some(&moves) {
        plies.push(moves);
    }
    plies
}

/// An animation under way.
pub struct Animation {
    encoder: Option<Encoder<Vec<u8>>>,
    /// The frame that is written when its successor is known, because the last one stays longer.
    last: Option<(Pixels, Frame<'static>)>,
    frames: usize,
}

impl Default for Animation {
    fn default() -> Animation {
        Animation::new()
    }
}

impl Animation {
    /// An animation without frames.
    pub fn new() -> Animation {
        Animation {
            encoder: None,
            last: None,
            frames: 0,
        }
    }

    /// Adds a picture as a frame; all pictures must have the same size.
    pub fn add(&mut self, svg: &str) -> Result<(), RasterError> {
        if self.frames >= MOST_FRAMES {
            return Err(RasterError::new("too many frames"));
        }
        let pixels = Pixels::of(svg, FRAME_SIDE)?;
        let frame = match self.last.take() {
            None => {
                let (width, height) = (pixels.width() as u16, pixels.height() as u16);
                let mut encoder = Encoder::new(Vec::new(), width, height, &[]).map_err(RasterError::new)?;
                encoder.set_repeat(Repeat::Infinite).map_err(RasterError::new)?;
                self.encoder = Some(encoder);
                frame(&pixels, [0, 0, width, height])
            }
            Some((before, drawn)) => {
                if (before.width(), before.height()) != (pixels.width(), pixels.height()) {
                    return Err(RasterError::new("the frames differ in size"));
                }
                self.write(&drawn)?;
                frame(&pixels, changed(&before, &pixels))
            }
        };
        self.frames += 1;
        self.last = Some((pixels, frame));
        Ok(())
    }

    /// The GIF file, which begins again at its end.
    pub fn finish(mut self) -> Result<Vec<u8>, RasterError> {
        let (_, mut frame) = self
            .last
            .take()
            .ok_or_else(|| RasterError::new("an animation without frames"))?;
        frame.delay = LAST_DELAY;
        self.write(&frame)?;
        let encoder = self
            .encoder
            .ok_or_else(|| RasterError::new("an animation without frames"))?;
        encoder.into_inner().map_err(RasterError::new)
    }

    fn write(&mut self, frame: &Frame<'_>) -> Result<(), RasterError> {
        match &mut self.encoder {
            Some(encoder) => encoder.write_frame(frame).map_err(RasterError::new),
            None => Ok(()),
        }
    }
}

/// The smallest box with all pixels that differ: left, top, width, height. A GIF frame has at least one pixel.
fn changed(before: &Pixels, after: &Pixels) -> [u16; 4] {
    let (width, height) = (after.width() as usize, after.height() as usize);
    let (old, new) = (before.0.data(), after.0.data());
    let (mut left, mut top, mut right, mut bottom) = (width, height, 0, 0);
    for y in 0..height {
        let row = 4 * width * y..4 * width * (y + 1);
        let (old, new) = (&old[row.clone()], &new[row]);
        if old == new {
            continue;
        }
        let differs = |x: &usize| old[4 * x..4 * x + 4] != new[4 * x..4 * x + 4];
        left = left.min((0..width).find(differs).unwrap_or(width));
        right = right.max((0..width).rev().find(differs).map_or(0, |x| x + 1));
        (top, bottom) = (top.min(y), y + 1);
    }
    if right <= left || bottom <= top {
        return [0, 0, 1, 1];
    }
    [left, top, right - left, bottom - top].map(|length| length as u16)
}

fn frame(pixels: &Pixels, [left, top, width, height]: [u16; 4]) -> Frame<'static> {
    let row = 4 * pixels.width() as usize;
    let data = pixels.0.data();
    let rows = (0..height as usize).flat_map(|y| {
        let start = row * (top as usize + y) + 4 * left as usize;
        // The corners of a card are transparent; a GIF's pixels are there or not.
        let opaque = data[start..start + 4 * width as usize].chunks_exact(4);
        opaque.flat_map(|pixel| [pixel[0], pixel[1], pixel[2], u8::MAX])
    });
    let mut rgba: Vec<u8> = rows.collect();
    let mut frame = Frame::from_rgba_speed(width, height, &mut rgba, SPEED);
    (frame.left, frame.top, frame.delay) = (left, top, DELAY);
    frame.dispose = DisposalMethod::Keep;
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dark square on a light board of 16 by 16.
    fn board(x: u32, y: u32) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"16\" height=\"16\" viewBox=\"0 0 16 16\">\
             <rect width=\"16\" height=\"16\" fill=\"#f5f0e6\"/>\
             <rect x=\"{x}\" y=\"{y}\" width=\"2\" height=\"2\" fill=\"#204060\"/></svg>"
        )
    }

    /// Colours of a GIF's frames, each drawn over those before it, at a point of the board.
    fn seen(gif: &[u8], x: usize, y: usize) -> Vec<[u8; 3]> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(gif).unwrap();
        let (x, y) = (x * 30 + 15, y * 30 + 15);
        let mut colour = [0; 3];
        let mut seen = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let (left, top) = (frame.left as usize, frame.top as usize);
            let (width, height) = (frame.width as usize, frame.height as usize);
            if (left..left + width).contains(&x) && (top..top + height).contains(&y) {
                let at = 4 * ((y - top) * width + x - left);
                colour = [0, 1, 2].map(|channel| frame.buffer[at + channel]);
            }
            seen.push(colour);
        }
        seen
    }

    #[test]
    fn every_frame_shows_its_position() {
        let mut animation = Animation::new();
        for x in [0, 4, 4, 10] {
            animation.add(&board(x, 6)).unwrap();
        }
        let gif = animation.finish().unwrap();
        let (light, dark) = ([0xf5, 0xf0, 0xe6], [0x20, 0x40, 0x60]);
        assert_eq!(seen(&gif, 0, 6), [dark, light, light, light]);
        assert_eq!(seen(&gif, 4, 6), [light, dark, dark, light]);
        assert_eq!(seen(&gif, 10, 6), [light, light, light, dark]);
        assert_eq!(seen(&gif, 15, 15), [light; 4]);
    }

    #[test]
    fn frames_have_one_size_and_there_are_some() {
        assert!(Animation::new().finish().is_err());
        let mut animation = Animation::new();
        animation.add(&board(0, 0)).unwrap();
        let other = board(0, 0).replace("height=\"16\" viewBox", "height=\"8\" viewBox");
        assert!(animation.add(&other).is_err());
    }

    #[test]
    fn long_games_are_shown_in_steps_and_to_their_end() {
        assert_eq!(shown_plies(3), [0, 1, 2, 3]);
        assert_eq!(shown_plies(0), [0]);
        for moves in [MOST_FRAMES - 2, MOST_FRAMES - 1, MOST_FRAMES, 1000, 5000] {
            let plies = shown_plies(moves);
            assert!(plies.len() <= MOST_FRAMES, "{moves}: {}", plies.len());
            assert_eq!((plies[0], plies.last()), (0, Some(&moves)));
        }
        assert_eq!(shown_plies(MOST_FRAMES - 2).len(), MOST_FRAMES - 1);
    }
}
