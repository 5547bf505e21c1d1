//! The movement of a hand as whole numbers, and its compact form.

use crate::base64;
use crate::grip::HandGrip;
use crate::measures::TICKS_PER_SAMPLE;
use std::fmt;

/// The pose of a hand, steered by a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HandPose {
    /// Middle of the held discs, in tenths of a millimetre from the mat's centre.
    pub x: i16,
    /// See `x`.
    pub y: i16,
    /// How high the lowest point of what it holds is above the mat, in tenths of a millimetre.
    pub height: i16,
    /// How far it leans, in tenths of a degree: 0 is flat, 900 upright, 1800 upside down.
    pub tilt: i16,
    /// The direction of its lean, in tenths of a degree from the x axis towards the y axis.
    pub heading: i16,
}

/// How far a coordinate may go in one sample: 60 cm/s and 360 degrees/s.
const STRIDES: [i16; 5] = [100, 100, 100, 60, 60];
/// The ranges of the five numbers, both ends allowed.
const RANGES: [(i16, i16); 5] = [(-4000, 4000), (-4000, 4000), (0, 3000), (0, 1800), (0, 3599)];
/// A full turn of the heading.
const FULL: i16 = 3600;

impl HandPose {
    fn parts(self) -> [i16; 5] {
        [self.x, self.y, self.height, self.tilt, self.heading]
    }

    fn from_parts([x, y, height, tilt, heading]: [i16; 5]) -> HandPose {
        HandPose {
            x,
            y,
            height,
            tilt,
            heading,
        }
    }

    /// The nearest pose a hand can take.
    #[must_use]
    pub fn clamped(self) -> HandPose {
        let mut parts = self.parts();
        parts[4] = parts[4].rem_euclid(FULL);
        for (part, (least, most)) in parts.iter_mut().zip(RANGES) {
            *part = (*part).clamp(least, most);
        }
        HandPose::from_parts(parts)
    }

    /// The pose one sample later on the way to `target`, no faster than a hand may be.
    #[must_use]
    pub fn towards(self, target: HandPose) -> HandPose {
        let (from, to) = (self.parts(), target.clamped().parts());
        let mut next = from;
        for k in 0..next.len() {
            let mut way = to[k] - from[k];
            if k == 4 {
                way = shortest(way);
            }
            next[k] += way.clamp(-STRIDES[k], STRIDES[k]);
        }
        next[4] = next[4].rem_euclid(FULL);
        HandPose::from_parts(next)
    }

    /// The numbers `sixteenths` of the way from this pose to the next sample's.
    pub(crate) fn between(self, next: HandPose, sixteenths: u32) -> [f32; 5] {
        let (from, to) = (self.parts(), next.parts());
        let share = sixteenths as f32 / TICKS_PER_SAMPLE as f32;
        std::array::from_fn(|k| {
            let mut way = to[k] - from[k];
            if k == 4 {
                way = shortest(way);
            }
            f32::from(from[k]) + f32::from(way) * share
        })
    }
}

/// A difference of headings the short way round.
fn shortest(way: i16) -> i16 {
    (way + FULL / 2).rem_euclid(FULL) - FULL / 2
}

/// The movement of a hand: its pose every [`TICKS_PER_SAMPLE`] ticks, and the moment when it let go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    samples: Vec<HandPose>,
    release: Option<u32>,
    grip: HandGrip,
}

/// No hand stays longer than two minutes.
pub const MOST_SAMPLES: usize = 7200;

impl Trace {
    /// A trace of these samples; `release` counts ticks from the first sample, and a hand that never
    /// lets go leaves with what it holds after the last sample.
    pub fn new(samples: Vec<HandPose>, release: Option<u32>) -> Result<Trace, TraceError> {
        if samples.is_empty() || samples.len() > MOST_SAMPLES {
            return Err(TraceError::Length);
        }
        if samples.iter().any(|pose| pose.clamped() != *pose) {
            return Err(TraceError::Range);
        }
        if release.is_some_and(|tick| tick > samples.len() as u32 * TICKS_PER_SAMPLE) {
            return Err(TraceError::Release);
        }
        Ok(Trace {
            samples,
            release,
            grip: HandGrip::Rigid,
        })
    }

    /// The same movement of a hand with this grip; [`Trace::new`] gives a rigid one.
    #[must_use]
    pub fn held_by(self, grip: HandGrip) -> Trace {
        Trace { grip, ..self }
    }

    /// The grip of the hand.
    pub fn grip(&self) -> HandGrip {
        self.grip
    }

    /// The samples, at least one.
    pub fn samples(&self) -> &[HandPose] {
        &self.samples
    }

    /// The tick at which the hand let go.
    pub fn release(&self) -> Option<u32> {
        self.release
    }

    /// The tick of the last sample.
    pub fn end(&self) -> u32 {
        (self.samples.len() as u32 - 1) * TICKS_PER_SAMPLE
    }

    /// The pose a hand aims at from tick `tick` on.
    pub fn aim(&self, tick: u32) -> HandPose {
        let next = (tick / TICKS_PER_SAMPLE) as usize + 1;
        self.samples[next.min(self.samples.len() - 1)]
    }

    /// The compact form: what changes of speed there are, and nothing where there are none.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![version(self.grip)];
        put(&mut bytes, self.samples.len() as u32);
        put(&mut bytes, self.release.map_or(0, |tick| tick + 1));
        let mut guess = Guess::default();
        let mut quiet = 0u8;
        for sample in &self.samples {
            let changes = guess.changes(sample.parts());
            let mask = (0..5).fold(0, |mask, k| mask | (u8::from(changes[k] != 0) << k));
            if mask == 0 {
                quiet += 1;
                if quiet == MOST_QUIET {
                    bytes.push((quiet - 1) << 5);
                    quiet = 0;
                }
                continue;
            }
            if quiet > 0 {
                bytes.push((quiet - 1) << 5);
                quiet = 0;
            }
            bytes.push(mask);
            for change in changes.into_iter().filter(|&change| change != 0) {
                put(&mut bytes, zigzag(change));
            }
        }
        if quiet > 0 {
            bytes.push((quiet - 1) << 5);
        }
        bytes
    }

    /// Reads the compact form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Trace, TraceError> {
        let mut reader = Reader(bytes);
        let grip = match reader.byte()? {
            RIGID => HandGrip::Rigid,
            YIELDING => HandGrip::Yielding,
            _ => return Err(TraceError::Version),
        };
        let length = reader.number()? as usize;
        let release = reader.number()?.checked_sub(1);
        if length == 0 || length > MOST_SAMPLES {
            return Err(TraceError::Length);
        }
        let mut samples = Vec::with_capacity(length);
        let mut guess = Guess::default();
        while samples.len() < length {
            let mask = reader.byte()?;
            if mask.trailing_zeros() >= 5 {
                for _ in 0..=mask >> 5 {
                    samples.push(guess.pose([0; 5])?);
                }
                continue;
            }
            if mask >> 5 != 0 {
                return Err(TraceError::Spelling);
            }
            let mut changes = [0; 5];
            for (k, change) in changes.iter_mut().enumerate() {
                if mask & (1 << k) != 0 {
                    *change = unzigzag(reader.number()?);
                }
            }
            samples.push(guess.pose(changes)?);
        }
        if !reader.0.is_empty() || samples.len() != length {
            return Err(TraceError::Spelling);
        }
        let trace = Trace::new(samples, release)?.held_by(grip);
        // One trace has one spelling, so that a record can be compared byte by byte.
        if trace.to_bytes() != bytes {
            return Err(TraceError::Spelling);
        }
        Ok(trace)
    }

    /// The compact form as text (base64 for addresses: letters, digits, `-` and `_`).
    pub fn to_text(&self) -> String {
        base64::encode(&self.to_bytes())
    }

    /// Reads the text form.
    pub fn from_text(text: &str) -> Result<Trace, TraceError> {
        Trace::from_bytes(&base64::decode(text).ok_or(TraceError::Text)?)
    }
}

/// The first byte of every trace: its version, one for each grip.
const RIGID: u8 = 1;
const YIELDING: u8 = 2;

fn version(grip: HandGrip) -> u8 {
    match grip {
        HandGrip::Rigid => RIGID,
        HandGrip::Yielding => YIELDING,
    }
}

/// The longest run of samples at an even speed in one byte.
const MOST_QUIET: u8 = 8;

/// Expects every sample to go on as the two before it.
#[derive(Default)]
struct Guess {
    last: [i32; 5],
    speed: [i32; 5],
}

impl Guess {
    fn changes(&mut self, parts: [i16; 5]) -> [i32; 5] {
        std::array::from_fn(|k| {
            let mut speed = i32::from(parts[k]) - self.last[k];
            if k == 4 {
                speed = i32::from(shortest(speed as i16));
            }
            let change = speed - self.speed[k];
            (self.last[k], self.speed[k]) = (i32::from(parts[k]), speed);
            change
        })
    }

    fn pose(&mut self, changes: [i32; 5]) -> Result<HandPose, TraceError> {
        let mut parts = [0; 5];
        for k in 0..parts.len() {
            let speed = self.speed[k].checked_add(changes[k]).ok_or(TraceError::Range)?;
            let mut part = self.last[k].checked_add(speed).ok_or(TraceError::Range)?;
            if k == 4 {
                part = part.rem_euclid(i32::from(FULL));
            }
            (self.speed[k], self.last[k]) = (speed, part);
            parts[k] = i16::try_from(part).map_err(|_| TraceError::Range)?;
        }
        Ok(HandPose::from_parts(parts))
    }
}

fn zigzag(value: i32) -> u32 {
    ((value << 1) ^ (value >> 31)) as u32
}

fn unzigzag(value: u32) -> i32 {
    (value >> 1) as i32 ^ -((value & 1) as i32)
}

/// Seven bits a byte, the lowest first; the top bit says that more follow.
fn put(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8, TraceError> {
        let (&first, rest) = self.0.split_first().ok_or(TraceError::Truncated)?;
        self.0 = rest;
        Ok(first)
    }

    fn number(&mut self) -> Result<u32, TraceError> {
        let mut value = 0u32;
        for shift in (0..32).step_by(7) {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(TraceError::Spelling)
    }
}

/// Why bytes or samples are no trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceError {
    /// The text holds other characters than base64's.
    Text,
    /// It ends in the middle.
    Truncated,
    /// It has a version that is not known here.
    Version,
    /// No samples, or too many.
    Length,
    /// A hand cannot be there.
    Range,
    /// The hand lets go after it has left.
    Release,
    /// The same trace has a shorter spelling, or something follows it.
    Spelling,
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TraceError::Text => "the trace is not base64: letters, digits, '-' and '_' only",
            TraceError::Truncated => "the trace ends in the middle: send all of it",
            TraceError::Version => "the trace has neither version 1 nor 2: reload the page",
            TraceError::Length => "a trace has 1 to 7200 samples: move the hand for at most two minutes",
            TraceError::Range => {
                "the hand cannot be there: keep it within 40 cm of the centre, 0 to 30 cm high"
            }
            TraceError::Release => "the hand lets go after it has left: release before the end",
            TraceError::Spelling => "the trace is not spelled as it would be written: write it again",
        })
    }
}

impl std::error::Error for TraceError {}
