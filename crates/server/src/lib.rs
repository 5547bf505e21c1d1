#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod app;
mod config;
mod error;
mod serve;
mod site;

pub use app::{App, app};
pub use config::{Config, data_folder, database_in};
pub use error::Error;
pub use serve::serve;
pub use site::{File, Site};
