//! The module of what is round the games: lobby, accounts, people.

fn main() {
    client::start();
}
