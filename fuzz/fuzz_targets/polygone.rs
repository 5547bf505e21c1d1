//! Polygone's positions (the first line) and moves (the other lines).
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| testkit::fuzz::check_bytes::<polygone::Position>(bytes));
