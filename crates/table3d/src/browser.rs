//! The browser's side: elements, events, frames, and what other scripts may call.

mod exports;
mod keep;
mod listeners;
mod meshes;
mod mounted;
mod paint;
mod panel;
mod paper;
mod space;
mod thinker;
mod wire;
