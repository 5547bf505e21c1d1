//! The module of the analysis.

fn main() {
    client::start();
}
