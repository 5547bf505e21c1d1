//! The module of games with somebody elsewhere: the link, the table.

fn main() {
    client::start();
}
