//! The browser's side: the canvas, its events and frames, and what the page may call.

mod exports;
mod listeners;
mod meshes;
mod mounted;
mod paint;
mod paper;
mod space;
