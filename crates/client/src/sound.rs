//! Sounds of moves: synthesised, so that nothing is loaded.

use crate::settings::LOUDEST;
use std::cell::RefCell;
use web_sys::wasm_bindgen::JsValue;
use web_sys::{AudioContext, GainNode, OscillatorNode, OscillatorType};

/// The sound of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// Pieces slide.
    Slide,
    /// Pieces push others.
    Push,
    /// A piece is put down.
    Place,
    /// Pieces are taken.
    Take,
    /// Two discs meet.
    Click,
    /// Points are won.
    Score,
    /// The game is over.
    End,
}

/// A tone that fades: when it begins and how long it sounds, in seconds, from and to which pitch, in hertz.
struct Tone(f64, f64, f32, f32);

impl Sound {
    const fn tones(self) -> &'static [Tone] {
        match self {
            Sound::Slide => &[Tone(0.0, 0.09, 320.0, 240.0)],
            Sound::Push => &[Tone(0.0, 0.09, 260.0, 180.0), Tone(0.05, 0.1, 190.0, 140.0)],
            Sound::Place => &[Tone(0.0, 0.07, 520.0, 380.0)],
            Sound::Take => &[Tone(0.0, 0.1, 420.0, 300.0), Tone(0.09, 0.14, 560.0, 620.0)],
            Sound::Click => &[Tone(0.0, 0.025, 2400.0, 1700.0), Tone(0.0, 0.05, 1100.0, 700.0)],
            Sound::Score => &[Tone(0.0, 0.12, 523.0, 523.0), Tone(0.1, 0.2, 784.0, 784.0)],
            Sound::End => &[
                Tone(0.1, 0.2, 523.0, 523.0),
                Tone(0.25, 0.2, 659.0, 659.0),
                Tone(0.4, 0.4, 784.0, 784.0),
            ],
        }
    }
}

/// A tone that goes on.
struct Hum {
    oscillator: OscillatorNode,
    gain: GainNode,
}

thread_local! {
    /// The hum of the field's force on the hand.
    static HUM: RefCell<Option<Hum>> = const { RefCell::new(None) };
    /// Browsers allow only a few, and none before the first touch.
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Hums with the field's force, from -100 to 100: a higher tone for attraction, a lower one for repulsion, none at 0.
pub(crate) fn hum(strain: i8, volume: u8) {
    HUM.with_borrow_mut(|hum| {
        if strain == 0 || volume == 0 {
            if let Some(hum) = hum.take() {
                let _ = hum.oscillator.stop();
            }
            return;
        }
        CONTEXT.with_borrow_mut(|context| {
            if context.is_none() {
                *context = AudioContext::new().ok();
            }
            if let Some(context) = context {
                if hum.is_none() {
                    *hum = start_hum(context).ok();
                }
                let _ = hum.as_ref().map(|hum| set_hum(context, hum, strain, volume));
            }
        });
    });
}

fn start_hum(context: &AudioContext) -> Result<Hum, JsValue> {
    let (oscillator, gain) = (context.create_oscillator()?, context.create_gain()?);
    oscillator.set_type(OscillatorType::Sine);
    gain.gain().set_value(0.0);
    oscillator.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&context.destination())?;
    oscillator.start()?;
    Ok(Hum { oscillator, gain })
}

fn set_hum(context: &AudioContext, hum: &Hum, strain: i8, volume: u8) -> Result<(), JsValue> {
    let (now, share) = (context.current_time(), f32::from(strain) / 100.0);
    let pitch = 196.0 * 2.0_f32.powf(share);
    let loudness = f32::from(volume) / f32::from(LOUDEST) * 0.08 * share.abs();
    hum.oscillator.frequency().set_target_at_time(pitch, now, 0.05)?;
    hum.gain.gain().set_target_at_time(loudness, now, 0.05)?;
    Ok(())
}

/// Plays a sound at a volume from 0 to [`LOUDEST`]; does nothing if the browser has no sound.
pub(crate) fn play(sound: Sound, volume: u8) {
    if volume == 0 {
        return;
    }
    CONTEXT.with_borrow_mut(|context| {
        if context.is_none() {
            *context = AudioContext::new().ok();
        }
        if let Some(context) = context {
            let loudness = f32::from(volume) / f32::from(LOUDEST) * 0.35;
            for tone in sound.tones() {
                let _ = sound_tone(context, tone, loudness);
            }
        }
    });
}

fn sound_tone(context: &AudioContext, tone: &Tone, loudness: f32) -> Result<(), JsValue> {
    let &Tone(after, length, from, to) = tone;
    let start = context.current_time() + after;
    let (oscillator, gain) = (context.create_oscillator()?, context.create_gain()?);
    oscillator.set_type(OscillatorType::Triangle);
    oscillator.frequency().set_value_at_time(from, start)?;
    oscillator
        .frequency()
        .exponential_ramp_to_value_at_time(to, start + length)?;
    gain.gain().set_value_at_time(loudness, start)?;
    gain.gain()
        .exponential_ramp_to_value_at_time(0.001, start + length)?;
    oscillator.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&context.destination())?;
    oscillator.start_with_when(start)?;
    oscillator.stop_with_when(start + length)
}
