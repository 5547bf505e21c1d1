//! The module of the first pages: home, games at one screen and with the computer, analysis.

fn main() {
    client::start();
}
