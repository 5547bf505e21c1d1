//! `tablier render`.

use crate::failure::Failure;
use crate::options::Start;
use crate::positions;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::path::Path;

/// Pixels of a PNG's longer side.
const PNG_SIZE: f32 = 1200.0;

pub(crate) fn run(start: &Start, moves: &[String], output: &Path) -> Result<(), Failure> {
    let svg = positions::after(start, moves, |_| Ok(()))?.svg();
    let picture = match output.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => svg.into_bytes(),
        Some("png") => png(&svg).map_err(|error| Failure::about(output.display(), error))?,
        _ => {
            return Err(Failure::about(
                output.display(),
                "expected a name that ends in .svg or .png",
            ));
        }
    };
    std::fs::write(output, picture).map_err(|error| Failure::about(output.display(), error))
}

fn png(svg: &str) -> Result<Vec<u8>, String> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| error.to_string())?;
    let size = tree.size();
    let scale = PNG_SIZE / size.width().max(size.height());
    let pixels = |length: f32| (length * scale).ceil() as u32;
    let mut pixmap =
        Pixmap::new(pixels(size.width()), pixels(size.height())).ok_or("the picture has no size")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| error.to_string())
}
