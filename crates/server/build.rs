//! The client's files are compiled in; this makes cargo see new ones.

fn main() {
    println!("cargo:rerun-if-changed=../../dist");
}
