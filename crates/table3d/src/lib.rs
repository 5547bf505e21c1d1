//! x
pub mod camera;
pub mod clock;
pub mod feel;
pub mod flat;
pub mod free;
pub mod gestures;
pub mod news;
pub mod picture;
pub mod quality;
pub mod record;
pub mod session;
pub mod steering;
