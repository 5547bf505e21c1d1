//! The browser's side: elements, events, frames, and what other scripts may call.

mod exports;
mod listeners;
mod meshes;
mod mounted;
mod paint;
mod paper;
mod space;
