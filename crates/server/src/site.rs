//! The client's files, ready to be sent: types, caching and compressed forms are settled at the start.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::collections::HashMap;

/// Files in a folder with this prefix never change: the folder is named after their content.
const UNCHANGING: &str = "assets-";
const FOR_EVER: &str = "public, max-age=31536000, immutable";
const ASK_AGAIN: &str = "no-cache";
/// The page of the client.
const PAGE: &str = "index.html";
/// The first parts of the addresses that the client itself understands.
const CLIENT: [&str; 17] = [
    "",
    "account",
    "analysis",
    "friend",
    "isometron",
    "learn",
    "lobby",
    "mistakes",
    "offboard",
    "people",
    "polarity",
    "polygone",
    "puzzles",
    "rules",
    "settings",
    "table",
    "watch",
];

#[derive(RustEmbed)]
#[folder = "../../dist/"]
#[allow_missing = true]
struct Dist;

/// One file in the forms that browsers take.
#[derive(Clone, Debug)]
pub struct File {
    content_type: &'static str,
    caching: &'static str,
    /// Changes whenever the content does.
    tag: HeaderValue,
    /// The headers of a request that the content depends on.
    vary: &'static str,
    plain: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
}

/// The client's page before and after its title.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageParts<'a> {
    before: &'a str,
    after: &'a str,
}

impl PageParts<'_> {
    /// The page with a title, and more, of its own.
    pub(crate) fn with(self, head: &str) -> File {
        let page = [self.before, head, self.after].concat();
        File {
            vary: "accept-encoding, accept-language",
            ..File::new(PAGE, Bytes::from(page), None, None)
        }
    }
}

/// All files by path, without the leading slash.
#[derive(Clone, Debug, Default)]
pub struct Site {
    files: HashMap<String, File>,
}

impl Site {
    /// The files that are compiled in; none when the client had not been built.
    pub fn embedded() -> Site {
        Site::new(Dist::iter().filter_map(|name| Some((name.to_string(), Dist::get(&name)?.data))))
    }

    /// Files by path; `x.gz` and `x.br` are the compressed forms of `x`.
    pub fn new(files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>) -> Site {
        let contents: HashMap<String, Bytes> = files
            .into_iter()
            .map(|(name, content)| (name, bytes(content)))
            .collect();
        let form = |name: &str, ending: &str| contents.get(&format!("{name}.{ending}")).cloned();
        let is_form = |name: &str| {
            let plain = name
                .rsplit_once('.')
                .filter(|(_, ending)| matches!(*ending, "gz" | "br"));
            plain.is_some_and(|(plain, _)| contents.contains_key(plain))
        };
        let files = contents.iter().filter(|(name, _)| !is_form(name));
        let files = files.map(|(name, plain)| {
            let file = File::new(name, plain.clone(), form(name, "gz"), form(name, "br"));
            (name.clone(), file)
        });
        Site {
            files: files.collect(),
        }
    }

    /// Whether the client has not been built.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The text of a file whose folder's name changes with its content.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        let assets = self.files.iter().find(|(path, _)| {
            path.starts_with(UNCHANGING) && path.rsplit_once('/').is_some_and(|(_, end)| end == name)
        });
        std::str::from_utf8(&assets?.1.plain).ok()
    }

    /// The client's page, cut at its title.
    pub(crate) fn page_with_head(&self) -> Option<PageParts<'_>> {
        let page = std::str::from_utf8(&self.files.get(PAGE)?.plain).ok()?;
        let (before, rest) = page.split_once("<title>")?;
        let (_, after) = rest.split_once("</title>\n")?;
        Some(PageParts { before, after })
    }

    /// The file at a path without its leading slash: a page for every address of one.
    pub fn file(&self, path: &str) -> Option<&File> {
        let first = path.split('/').next().unwrap_or_default();
        self.files.get(if CLIENT.contains(&first) { PAGE } else { path })
    }
}

impl File {
    fn new(name: &str, plain: Bytes, gzip: Option<Bytes>, brotli: Option<Bytes>) -> File {
        File {
            content_type: content_type(name),
            caching: if name.starts_with(UNCHANGING) {
                FOR_EVER
            } else {
                ASK_AGAIN
            },
            tag: tag(&plain),
            vary: "accept-encoding",
            plain,
            gzip,
            brotli,
        }
    }

    /// The answer to a request with these headers.
    pub fn respond(&self, request: &HeaderMap) -> Response {
        let always: [(HeaderName, HeaderValue); 3] = [
            (header::ETAG, self.tag.clone()),
            (header::CACHE_CONTROL, HeaderValue::from_static(self.caching)),
            (header::VARY, HeaderValue::from_static(self.vary)),
        ];
        let known = request.get_all(header::IF_NONE_MATCH);
        if known.iter().any(|tags| names_tag(tags, &self.tag)) {
            return (StatusCode::NOT_MODIFIED, always).into_response();
        }
        let content_type = [(header::CONTENT_TYPE, self.content_type)];
        let (body, encoding) = self.form(request);
        let encoding = encoding.map(|name| [(header::CONTENT_ENCODING, name)]);
        match encoding {
            Some(encoding) => (always, content_type, encoding, body).into_response(),
            None => (always, content_type, body).into_response(),
        }
    }

    /// The smallest form that the browser takes.
    fn form(&self, request: &HeaderMap) -> (Bytes, Option<&'static str>) {
        let takes = |name| accepts(request, name);
        match (&self.brotli, &self.gzip) {
            (Some(brotli), _) if takes("br") => (brotli.clone(), Some("br")),
            (_, Some(gzip)) if takes("gzip") => (gzip.clone(), Some("gzip")),
            _ => (self.plain.clone(), None),
        }
    }
}

/// Content as shared bytes; what is compiled in is not copied.
fn bytes(content: Cow<'static, [u8]>) -> Bytes {
    match content {
        Cow::Borrowed(content) => Bytes::from_static(content),
        Cow::Owned(content) => Bytes::from(content),
    }
}

/// Whether a request takes a compression: it is named, and not with a weight of zero.
fn accepts(request: &HeaderMap, encoding: &str) -> bool {
    let values = request.get_all(header::ACCEPT_ENCODING);
    values
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|offer| {
            let mut parts = offer.split(';').map(str::trim);
            let named = parts
                .next()
                .is_some_and(|name| name.eq_ignore_ascii_case(encoding));
            let refused = |weight: &str| {
                let weight = weight
                    .strip_prefix("q=")
                    .and_then(|weight| weight.parse::<f32>().ok());
                weight.is_some_and(|weight| weight <= 0.0)
            };
            named && !parts.any(refused)
        })
}

fn names_tag(tags: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(tags), Ok(tag)) = (tags.to_str(), tag.to_str()) else {
        return false;
    };
    tags.split(',')
        .map(|known| known.trim().trim_start_matches("W/"))
        .any(|known| known == tag || known == "*")
}

/// FNV-1a: tells contents apart, keeps no secrets.
pub(crate) fn tag(content: &[u8]) -> HeaderValue {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = content.iter().fold(0xcbf2_9ce4_8422_2325, step);
    let tag = format!("\"{hash:016x}\"");
    HeaderValue::from_str(&tag).unwrap_or_else(|_| HeaderValue::from_static("\"0\""))
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn a_weight_of_zero_refuses_a_compression() {
        let takes = |value, encoding| accepts(&request(header::ACCEPT_ENCODING, value), encoding);
        assert!(takes("gzip, deflate, br", "br"));
        assert!(takes("GZIP;q=0.5", "gzip"));
        assert!(!takes("br;q=0, gzip", "br"));
        assert!(!takes("deflate", "gzip"));
        assert!(!takes("", "gzip"));
    }

    #[test]
    fn the_smallest_form_that_is_taken_is_sent() {
        let files = [
            ("a.js", "plain"),
            ("a.js.gz", "gz"),
            ("a.js.br", "br"),
            ("b.css", "b"),
        ];
        let files = files.map(|(name, content)| (name.to_owned(), Cow::from(content.as_bytes())));
        let site = Site::new(files);
        let form = |path: &str, accept| {
            let file = site.file(path).unwrap();
            file.form(&request(header::ACCEPT_ENCODING, accept)).1
        };
        assert_eq!(form("a.js", "gzip, br"), Some("br"));
        assert_eq!(form("a.js", "gzip"), Some("gzip"));
        assert_eq!(form("a.js", "zstd"), None);
        assert_eq!(form("b.css", "gzip, br"), None);
        assert!(site.file("a.js.gz").is_none(), "a form is no file of its own");
    }

    #[test]
    fn every_address_of_a_page_has_it() {
        let files = [("index.html", "client"), ("icon.svg", "icon")];
        let files = files.map(|(name, content)| (name.to_owned(), Cow::from(content.as_bytes())));
        let site = Site::new(files);
        let content = |path: &str| site.file(path).map(|file| file.plain.clone());
        for path in [
            "",
            "offboard",
            "isometron/computer",
            "analysis/polygone",
            "settings",
            "table/abc",
            "people/abc",
            "polarity",
            "polarity/two",
            "learn",
            "learn/offboard/first-push",
            "rules/polarity",
            "watch",
        ] {
            assert_eq!(content(path).as_deref(), Some(&b"client"[..]), "{path}");
        }
        assert_eq!(content("icon.svg").as_deref(), Some(&b"icon"[..]));
        assert_eq!((content("chess"), content("offboards")), (None, None));
    }

    #[test]
    fn a_known_tag_is_not_sent_again() {
        let tag = tag(b"content");
        let text = tag.to_str().unwrap();
        for (known, same) in [(text, true), ("*", true), ("\"other\"", false), ("", false)] {
            let known = HeaderValue::from_str(known).unwrap();
            assert_eq!(names_tag(&known, &tag), same, "{known:?}");
        }
        let weak = HeaderValue::from_str(&format!("\"x\", W/{text}")).unwrap();
        assert!(names_tag(&weak, &tag));
    }
}
