//! The browser's side: the canvas, its events and frames, and what the page may call.

mod canvas2d;
mod exports;
mod listeners;
mod meshes;
mod page;
mod paint;
mod webgl;
