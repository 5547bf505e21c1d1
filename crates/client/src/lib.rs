#![doc = include_str!("../README.md")]

mod analysis;
mod app;
mod browser;
mod challenge_scores;
mod choice;
mod copy_link;
mod exercise;
pub mod frame;
pub mod game_form;
mod help;
mod home;
mod icons;
pub mod isometron;
pub mod language;
mod later;
mod learn;
mod learn_offer;
mod load_language;
mod mistakes;
mod notify;
pub mod offboard;
pub mod online;
pub mod opponent;
mod polarity;
pub mod polygone;
mod progress;
mod puzzles;
mod qr;
pub mod result;
pub mod route;
pub mod settings;
mod settings_page;
mod showcase;
pub mod sound;
mod storage;
mod thinking;

/// Puts the client into the document, as soon as its texts are there.
pub fn start() {
    // Leptos has no executor of tasks before it is mounted.
    web_net::spawn_local(async {
        load_language::fetch(app::language()).await;
        browser::remove("loading");
        leptos::mount::mount_to_body(app::Client);
    });
}
