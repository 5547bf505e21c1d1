//! Ways to hold a disc that work on this table, for hands that are led and for the computer's:
//! `cargo xtask magnets calibrate` prints how often each does.

/// Against a base of one disc, two and so on: how far the two middles are apart in centimetres, and the tilt in tenths of a
/// degree.
pub const LEANS: [(f64, i16); 4] = [(3.76, 330), (4.5, 500), (5.3, 500), (6.0, 500)];

/// With another disc nearer than this to a leaner's middle hardly one holds, in centimetres.
pub const LEANER_ROOM: f64 = 4.6;

/// A way to hold a disc over the base of a leaner, so that the leaner falls onto its face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conversion {
    /// Distance from the base's middle towards the leaner's foot, as a share of the foot's distance.
    pub share: f64,
    /// Centimetres added to that distance.
    pub more: f64,
    /// Tilt of the disc, in tenths of a degree.
    pub tilt: i16,
    /// How low the disc goes above the base, in tenths of a millimetre.
    pub lowest: i16,
}

const fn conversion(share: f64, more: f64, tilt: i16, lowest: i16) -> Conversion {
    Conversion {
        share,
        more,
        tilt,
        lowest,
    }
}

/// On a base of one disc, two, and three: upright between the two, nearly upright half way, flat and a centimetre towards the
/// leaner.
pub const CONVERSIONS: [Conversion; 3] = [
    conversion(0.42, 0.0, 900, 50),
    conversion(0.5, 0.0, 850, 100),
    conversion(0.0, 1.0, 0, 240),
];
