#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod accounts;
mod analysis;
mod app;
mod archive;
mod bells;
mod bots;
mod computer;
mod config;
mod error;
mod glicko;
mod identity;
mod import;
mod limits;
mod listen;
mod lobby;
mod metrics;
mod names;
mod openapi;
mod peers;
mod people;
mod problem;
mod record;
mod room;
mod rooms;
mod routes;
mod serve;
mod site;
mod socket;
mod streams;
mod table;
mod tables;
mod time;
mod writer;

pub use analysis::Analysing;
pub use app::{App, Behaviour, app, routes};
pub use config::{Config, data_folder, database_in};
pub use error::Error;
pub use limits::Limits;
pub use listen::listen;
pub use rooms::Patience;
pub use serve::{back_up, migrate, move_all, serve};
pub use site::{File, Site};
