//! The lines that tell a person at the terminal how to reach the server: from here, and from a phone beside it.

use crate::PublicUrl;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// An address that belongs to documents only; choosing a way to it sends nothing.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// Prints where the server is.
pub(crate) fn print(listening: SocketAddr, public: Option<&PublicUrl>) {
    if let Some(public) = public {
        println!("Tablier is at {public} by http://{listening}/ (stop it with Ctrl+C)");
        return;
    }
    let local = if listening.ip().is_unspecified() {
        SocketAddr::new(Ipv4Addr::LOCALHOST.into(), listening.port())
    } else {
        listening
    };
    println!("Tablier is at http://{local}/ (stop it with Ctrl+C)");
    let phone = own_address().filter(|_| listening.ip().is_unspecified());
    if let Some(ip) = phone.filter(|_| io::stdout().is_terminal()) {
        print!(
            "{}",
            invitation(&format!("http://{}/", SocketAddr::new(ip, listening.port())))
        );
    }
}

/// The address that other machines of the local network know this one by.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

/// The address as text, large, and as a QR code; only the text if it is too long for a code.
fn invitation(address: &str) -> String {
    let mut text = format!("\n    \x1b[1m{address}\x1b[0m  for phones and others in the same network\n\n");
    if let Ok(code) = QrCode::new(address) {
        let picture = code
            .render::<Dense1x2>()
            .dark_color(Dense1x2::Light)
            .light_color(Dense1x2::Dark)
            .build();
        for line in picture.lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_invitation_has_the_address_and_a_square_code() {
        let text = invitation("http://192.0.2.7:8080/");
        assert!(text.contains("http://192.0.2.7:8080/"));
        let code: Vec<&str> = text.lines().filter(|line| line.contains(['█', '▀'])).collect();
        let width = code.iter().map(|line| line.trim_start().chars().count()).max();
        // Two rows of the code stand in one line: 25 modules and a quiet zone of four at each side.
        assert_eq!((code.len(), width), (17, Some(33)));
    }
}
