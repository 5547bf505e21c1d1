//! x
pub mod camera;
pub mod clock;
pub mod feel;
pub mod free;
pub mod gestures;
pub mod quality;
pub mod record;
pub mod steering;
