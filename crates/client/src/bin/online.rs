//! The module of the pages about somebody elsewhere: games by link, lobby, accounts, people.

fn main() {
    client::start();
}
