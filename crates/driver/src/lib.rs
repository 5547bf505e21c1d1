#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]
#![allow(clippy::missing_panics_doc, reason = "helpers of tests fail by panicking")]

mod database;

pub use database::Database;
