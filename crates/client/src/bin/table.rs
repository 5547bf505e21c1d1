//! The module of a game with somebody elsewhere.

fn main() {
    client::start();
}
