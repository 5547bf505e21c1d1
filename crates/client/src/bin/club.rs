//! The module of what is round the games: the link to a friend, lobby, accounts, people.

fn main() {
    client::start();
}
