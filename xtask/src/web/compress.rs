//! Compresses the files of the client: small for packages, soon for `cargo play`.

use super::Purpose;
use std::io;
use std::num::NonZeroU64;

/// How often a smaller form is searched for: more find next to nothing.
const SEARCHES: NonZeroU64 = NonZeroU64::new(5).unwrap();

/// A file as gzip.
pub(super) fn gzip(content: &[u8], purpose: Purpose) -> io::Result<Vec<u8>> {
    match purpose {
        Purpose::Release => smallest_gzip(content),
        Purpose::Play => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            io::Write::write_all(&mut encoder, content)?;
            encoder.finish()
        }
    }
}

/// Searches for the smallest form that any browser can unpack: a twentieth less than usual, for half a minute once.
fn smallest_gzip(content: &[u8]) -> io::Result<Vec<u8>> {
    let options = zopfli::Options {
        iteration_count: SEARCHES,
        ..zopfli::Options::default()
    };
    let mut output = Vec::new();
    zopfli::compress(options, zopfli::Format::Gzip, content, &mut output)?;
    Ok(output)
}

/// A file as brotli.
pub(super) fn brotli(content: &[u8], purpose: Purpose) -> io::Result<Vec<u8>> {
    let mut parameters = brotli::enc::BrotliEncoderParams::default();
    if purpose == Purpose::Play {
        parameters.quality = 2;
    }
    let mut output = Vec::new();
    brotli::BrotliCompress(&mut &content[..], &mut output, &parameters)?;
    Ok(output)
}
