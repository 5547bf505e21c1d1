//! The one module of the client: every page but what is loaded when it is needed.

fn main() {
    client::start();
}
