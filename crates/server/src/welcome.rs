//! Tells the person at the terminal how to reach the server: from here, and from a phone beside it.

use crate::PublicUrl;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::process::{Command, Stdio};

/// An address that belongs to documents only; choosing a way to it sends nothing.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

const BOLD: &str = "\x1b[1m";
/// White on black: readers want dark modules on a light ground, also in a terminal with a light ground.
const QR_COLOURS: &str = "\x1b[97;40m";
const PLAIN: &str = "\x1b[0m";

/// Prints the server's address: a line for programs, a sign for people at a terminal.
pub(crate) fn print(listening: SocketAddr, public: Option<&PublicUrl>) {
    let address = public.map_or_else(|| local(listening), ToString::to_string);
    if io::stdout().is_terminal() {
        let is_open = listening.ip().is_unspecified() && public.is_none();
        let network = own_address().filter(|_| is_open);
        let network = network.map(|ip| format!("http://{}/", SocketAddr::new(ip, listening.port())));
        print!("{}", sign(&address, network.as_deref()));
    } else if public.is_some() {
        println!("Tablier is at {address} by http://{listening}/ (stop it with Ctrl+C)");
    } else {
        println!("Tablier is at {address} (stop it with Ctrl+C)");
    }
}

/// Opens the first page in this machine's browser, if it has a screen.
pub(crate) fn open(listening: SocketAddr) {
    let opener = if cfg!(windows) {
        "explorer"
    } else if cfg!(target_os = "macos") {
        "open"
    } else if ["DISPLAY", "WAYLAND_DISPLAY"].map(std::env::var_os) != [None, None] {
        "xdg-open"
    } else {
        return;
    };
    let mut command = Command::new(opener);
    command.arg(local(listening)).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    // Without an opener the printed address serves.
    std::thread::spawn(move || command.status());
}

/// The address on this machine.
fn local(listening: SocketAddr) -> String {
    let ip = match listening.ip() {
        ip if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("http://{}/", SocketAddr::new(ip, listening.port()))
}

/// The address that other machines of the local network know this one by.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

/// The address in a frame; below it the address in the local network with its QR code.
fn sign(address: &str, network: Option<&str>) -> String {
    let width = address.chars().count() + 6;
    let (line, space) = ("─".repeat(width), " ".repeat(width));
    let mut text =
        format!("\n  ┌{line}┐\n  │{space}│\n  │   {BOLD}{address}{PLAIN}   │\n  │{space}│\n  └{line}┘\n\n");
    // Writing to a text cannot fail, here and below.
    if let Some(network) = network {
        let _ = writeln!(
            text,
            "  On phones and other machines in the same network:\n\n  {BOLD}{network}{PLAIN}\n"
        );
        // An address that is too long for a code stands there as text.
        for line in QrCode::new(network).iter().flat_map(picture) {
            let _ = writeln!(text, "  {QR_COLOURS}{line}{PLAIN}");
        }
        text.push('\n');
    }
    text + "  Stop Tablier with Ctrl+C.\n"
}

/// The lines of a code whose light modules are written and whose dark ones are left blank.
fn picture(code: &QrCode) -> Vec<String> {
    let picture = code
        .render::<Dense1x2>()
        .dark_color(Dense1x2::Light)
        .light_color(Dense1x2::Dark)
        .build();
    picture.lines().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_frames_the_address_and_shows_a_square_code_of_the_one_for_phones() {
        let text = sign("http://127.0.0.1:8080/", Some("http://192.0.2.7:8080/"));
        let plain = [BOLD, QR_COLOURS, PLAIN]
            .iter()
            .fold(text, |text, colour| text.replace(colour, ""));
        assert!(plain.contains("│   http://127.0.0.1:8080/   │"), "{plain}");
        assert!(plain.contains("\n  http://192.0.2.7:8080/\n"), "{plain}");
        let frame = plain.lines().filter(|line| line.contains(['┌', '│', '└']));
        let widths: Vec<usize> = frame.map(|line| line.chars().count()).collect();
        assert_eq!(widths, [32; 5]);
        let code: Vec<&str> = plain.lines().filter(|line| line.contains(['█', '▀'])).collect();
        let width = code.iter().map(|line| line.trim_start().chars().count()).max();
        // Two rows of the code stand in one line: 25 modules and a quiet zone of four at each side.
        assert_eq!((code.len(), width), (17, Some(33)));
    }

    #[test]
    fn without_a_network_the_sign_has_no_code() {
        let text = sign("https://games.example/", None);
        assert!(
            text.contains("https://games.example/") && !text.contains('█'),
            "{text}"
        );
    }

    #[test]
    fn an_address_for_all_is_the_local_one_here() {
        for (listening, address) in [
            ("0.0.0.0:8080", "http://127.0.0.1:8080/"),
            ("[::]:8080", "http://127.0.0.1:8080/"),
            ("192.0.2.7:80", "http://192.0.2.7:80/"),
        ] {
            assert_eq!(local(listening.parse().unwrap()), address);
        }
    }
}
