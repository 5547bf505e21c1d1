//! The address by which browsers know the server: it decides cookies, origins, links and HSTS.

use crate::App;
use crate::limits::Client;
use axum::http::{HeaderMap, Uri, header};
use std::fmt;
use std::str::FromStr;

/// A scheme, a host and a port: `https://games.example`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    /// As browsers write it in `Origin`.
    origin: String,
    is_secure: bool,
}

/// Why a text is no public address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadPublicUrl;

impl fmt::Display for BadPublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected https:// or http:// and a host, without a path: https://games.example")
    }
}

impl std::error::Error for BadPublicUrl {}

impl FromStr for PublicUrl {
    type Err = BadPublicUrl;

    fn from_str(text: &str) -> Result<PublicUrl, BadPublicUrl> {
        let uri: Uri = text.parse().map_err(|_| BadPublicUrl)?;
        let (is_secure, usual) = match uri.scheme_str() {
            Some("https") => (true, 443),
            Some("http") => (false, 80),
            _ => return Err(BadPublicUrl),
        };
        let authority = uri.authority().ok_or(BadPublicUrl)?;
        let is_plain = matches!(uri.path(), "" | "/") && uri.query().is_none() && !text.contains('#');
        if !is_plain || authority.as_str().contains('@') || authority.host().is_empty() {
            return Err(BadPublicUrl);
        }
        let host = authority.host().to_ascii_lowercase();
        let port = authority.port_u16().filter(|port| *port != usual);
        let port = port.map_or_else(String::new, |port| format!(":{port}"));
        let scheme = if is_secure { "https" } else { "http" };
        Ok(PublicUrl {
            origin: format!("{scheme}://{host}{port}"),
            is_secure,
        })
    }
}

impl PublicUrl {
    /// The address without a slash at its end.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether browsers reach the server by TLS.
    pub const fn is_secure(&self) -> bool {
        self.is_secure
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.origin)
    }
}

/// Whether a request comes from one of our own pages, or from a program that is no browser. Without a public address, our own
/// pages are those of the host that was asked.
pub(crate) fn is_own_origin(headers: &HeaderMap, public: Option<&PublicUrl>) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    if let Some(public) = public {
        return origin == public.origin();
    }
    let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let authority = origin.as_ref().and_then(|origin| origin.authority());
    matches!((authority, host), (Some(authority), Some(host)) if authority.as_str().eq_ignore_ascii_case(host))
}

impl App {
    /// The address by which a client knows us: the public one, or the host that was asked.
    pub(crate) fn origin(&self, client: &Client, headers: &HeaderMap) -> Option<String> {
        if let Some(public) = &self.behaviour.public_url {
            return Some(public.origin().to_owned());
        }
        let host = headers.get(header::HOST)?.to_str().ok()?;
        let scheme = if client.is_secure() { "https" } else { "http" };
        Some(format!("{scheme}://{host}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn an_address_is_written_as_browsers_write_origins() {
        for (text, origin) in [
            ("https://Games.Example/", "https://games.example"),
            ("https://games.example:443", "https://games.example"),
            ("https://games.example:8443", "https://games.example:8443"),
            ("http://192.0.2.7:80", "http://192.0.2.7"),
            ("http://[2001:db8::1]:8080/", "http://[2001:db8::1]:8080"),
        ] {
            assert_eq!(text.parse().as_ref().map(PublicUrl::origin), Ok(origin), "{text}");
        }
        for bad in [
            "",
            "games.example",
            "ftp://games.example",
            "https://",
            "https://games.example/tablier",
            "https://games.example/?a",
            "https://games.example/#a",
            "https://me@games.example",
        ] {
            assert_eq!(bad.parse::<PublicUrl>(), Err(BadPublicUrl), "{bad}");
        }
    }

    fn own(origin: Option<&'static str>, public: Option<&str>) -> bool {
        let host = (header::HOST, HeaderValue::from_static("tablier.example:8080"));
        let mut headers = HeaderMap::from_iter([host]);
        headers.extend(origin.map(|origin| (header::ORIGIN, HeaderValue::from_static(origin))));
        is_own_origin(&headers, public.map(|public| public.parse().unwrap()).as_ref())
    }

    #[test]
    fn only_our_own_pages_and_programs_may_change_anything() {
        assert!(own(None, None));
        assert!(
            own(Some("http://tablier.example:8080"), None) && own(Some("https://Tablier.example:8080"), None)
        );
        for strange in [
            "http://evil.example",
            "null",
            "http://tablier.example",
            "http://tablier.example:8080.evil.example",
        ] {
            assert!(!own(Some(strange), None), "{strange}");
        }
    }

    #[test]
    fn a_public_address_is_the_only_origin() {
        let public = Some("https://games.example");
        assert!(own(None, public) && own(Some("https://games.example"), public));
        for strange in ["http://games.example", "http://tablier.example:8080", "null"] {
            assert!(!own(Some(strange), public), "{strange}");
        }
    }
}
