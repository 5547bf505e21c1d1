//! The module of the first pages: home, games at one screen and with the computer.

fn main() {
    client::start();
}
