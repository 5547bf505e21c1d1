//! One HTTPS request to a push service. Addresses of inner networks are refused: anyone may name an endpoint.

use super::encrypt::SenderKey;
use crate::time::now;
use axum::body::Bytes;
use axum::http::{Method, Request, StatusCode, Uri, header};
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

/// A push service takes a connection, and answers, within these times.
const CONNECTING: Duration = Duration::from_secs(3);
const PATIENCE: Duration = Duration::from_secs(5);
/// Seconds that a push service keeps a message for a browser that is away.
const KEPT: &str = "86400";

/// Outcome of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    /// The push service has it.
    Taken,
    /// The subscription has ended, or is not for us.
    Gone,
}

/// Sends messages.
#[derive(Debug)]
pub(super) struct Sender {
    /// Whether inner networks, and connections without TLS, are allowed: for tests.
    to_private: bool,
    tls: Option<Arc<ClientConfig>>,
}

impl Sender {
    /// The system's certificates are read once.
    pub(super) fn new(to_private: bool) -> Sender {
        let mut roots = RootCertStore::empty();
        let found = rustls_native_certs::load_native_certs();
        let (_, _) = roots.add_parsable_certificates(found.certs);
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let tls = builder.map(|builder| builder.with_root_certificates(roots).with_no_client_auth());
        Sender {
            to_private,
            tls: tls.ok().map(Arc::new),
        }
    }

    /// Whether an address can be an endpoint.
    pub(super) fn takes(&self, endpoint: &str) -> bool {
        self.read(endpoint).is_some()
    }

    fn read(&self, endpoint: &str) -> Option<Uri> {
        let uri: Uri = endpoint.parse().ok()?;
        let is_good = match uri.scheme_str()? {
            "https" => true,
            "http" => self.to_private,
            _ => false,
        };
        let host = uri.host()?;
        let address: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
        let is_public = address.is_none_or(is_global) && !host.eq_ignore_ascii_case("localhost");
        (is_good && (is_public || self.to_private)).then_some(uri)
    }

    /// Sends a message to an endpoint; `site` names its sender.
    pub(super) async fn send(
        &self,
        key: &SenderKey,
        endpoint: &str,
        site: &str,
        topic: &str,
        body: Vec<u8>,
    ) -> io::Result<Delivery> {
        let uri = self
            .read(endpoint)
            .ok_or_else(|| refused("no address of a push service"))?;
        let status = within(PATIENCE, self.post(key, &uri, site, topic, body)).await?;
        match status {
            StatusCode::NOT_FOUND | StatusCode::GONE => Ok(Delivery::Gone),
            // The browser has subscribed with another key than ours.
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                tracing::warn!(%status, "a push service refuses our key; the subscription is removed");
                Ok(Delivery::Gone)
            }
            status if status.is_success() => Ok(Delivery::Taken),
            status => Err(refused(&format!("the push service answered {status}"))),
        }
    }

    async fn post(
        &self,
        key: &SenderKey,
        uri: &Uri,
        site: &str,
        topic: &str,
        body: Vec<u8>,
    ) -> io::Result<StatusCode> {
        let (Some(host), Some(authority), Some(scheme)) = (uri.host(), uri.authority(), uri.scheme_str())
        else {
            return Err(refused("an address without a host"));
        };
        let service = format!("{scheme}://{authority}");
        let signed = key
            .authorization(&service, site, now() / 1000)
            .map_err(|_| refused("cannot sign a message"))?;
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let request = Request::builder()
            .method(Method::POST)
            .uri(path)
            .header(header::HOST, authority.as_str())
            .header(header::AUTHORIZATION, signed)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header("ttl", KEPT)
            .header("urgency", "normal")
            .header("topic", topic)
            .body(Full::new(Bytes::from(body)))
            .map_err(|error| refused(&error.to_string()))?;
        let is_secure = scheme == "https";
        let port = uri.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
        let name = host.trim_matches(['[', ']']);
        let stream = within(CONNECTING, self.connect(name, port)).await?;
        if !is_secure {
            return ask(stream, request).await;
        }
        let tls = self.tls.clone().ok_or_else(|| refused("no TLS"))?;
        let server = ServerName::try_from(name.to_owned()).map_err(|error| refused(&error.to_string()))?;
        ask(TlsConnector::from(tls).connect(server, stream).await?, request).await
    }

    async fn connect(&self, host: &str, port: u16) -> io::Result<TcpStream> {
        TcpStream::connect(self.address(host, port).await?).await
    }

    /// The address of a host. It is looked up once and connected to, so that no second answer can differ from it.
    async fn address(&self, host: &str, port: u16) -> io::Result<SocketAddr> {
        let mut found = lookup_host((host, port)).await?;
        found
            .find(|address| self.to_private || is_global(address.ip()))
            .ok_or_else(|| refused("the push service is in an inner network"))
    }
}

async fn within<T>(time: Duration, done: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    timeout(time, done)
        .await
        .unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

fn refused(words: &str) -> io::Error {
    io::Error::other(words.to_owned())
}

async fn ask(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> io::Result<StatusCode> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .map_err(io::Error::other)?;
    let driven = tokio::spawn(connection);
    let answer = sender.send_request(request).await;
    driven.abort();
    Ok(answer.map_err(io::Error::other)?.status())
}

/// Whether an address is one of the public internet.
fn is_global(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_global_v4(address),
        IpAddr::V6(address) => is_global_v6(address),
    }
}

fn is_global_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_documentation()
        || address.is_multicast()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a, b, c) == (192, 0, 0)
        || (a == 198 && (b == 18 || b == 19)))
}

fn is_global_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    // Global unicast is 2000::/3; parts of it carry IPv4 addresses or are for documents.
    let is_unicast = segments[0] & 0xe000 == 0x2000;
    let carries = segments[0] == 0x2002 || (segments[0], segments[1]) == (0x2001, 0);
    is_unicast && !carries && (segments[0], segments[1]) != (0x2001, 0x0db8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_networks_are_refused() {
        let sender = Sender::new(false);
        for endpoint in [
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://fcm.googleapis.com/fcm/send/abc",
            "https://8.8.8.8/x",
            "https://[2606:4700::1]/x",
        ] {
            assert!(sender.takes(endpoint), "{endpoint}");
        }
        for endpoint in [
            "http://fcm.googleapis.com/fcm/send/abc",
            "https://localhost/x",
            "https://127.0.0.1/x",
            "https://10.1.2.3/x",
            "https://192.168.0.1:8443/x",
            "https://169.254.169.254/latest",
            "https://100.64.0.1/x",
            "https://[::1]/x",
            "https://[fd00::1]/x",
            "https://[fe80::1]/x",
            "https://[::ffff:127.0.0.1]/x",
            "https://[2002:7f00:1::]/x",
            "ftp://example.org/x",
            "/x",
            "",
        ] {
            assert!(!sender.takes(endpoint), "{endpoint}");
        }
        assert!(Sender::new(true).takes("http://127.0.0.1:9/x"));
    }
}
