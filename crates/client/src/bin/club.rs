//! The module of what is round the games: lobby, accounts, people, analysis.

fn main() {
    client::start();
}
