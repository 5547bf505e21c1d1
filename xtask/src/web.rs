//! Builds the browser client into `dist/`: wasm, its glue, and the files that go with them.

use crate::shell::{Done, cargo, root, step, succeed, target};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use wasm_bindgen_cli_support::Bindgen;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// The folder of files that are served under a name that changes with their content, so that browsers
/// may keep them for ever. The server knows it by this prefix.
const ASSETS: &str = "assets-";
/// Files that keep their names.
const FIXED: [&str; 5] = [
    "index.html",
    "polarity.html",
    "icon.svg",
    "manifest.webmanifest",
    "service.js",
];
/// Leptos then compiles a view once, and not anew for every place that it stands in.
const SMALLER: &str = r#"["--cfg", "erase_components"]"#;
/// The wasm modules: each with its crate, the profile that it is built with, and whether it is one of several
/// programs of its crate, made by the feature of its name.
const MODULES: [(&str, &str, &str, bool); 6] = [
    ("home", "client", "web", true),
    ("table", "client", "web", true),
    ("club", "client", "web", true),
    ("study", "client", "web", true),
    ("thinker", "thinker", "worker", false),
    ("table3d", "table3d", "web", false),
];
/// The pages of the client, each with the module that it loads, made of one template.
const PAGES: [(&str, &str); 4] = [
    ("index.html", "home"),
    ("table.html", "table"),
    ("club.html", "club"),
    ("study.html", "study"),
];
/// The folders of files that are served as they are.
const WEB: [&str; 3] = [
    "crates/client/messages",
    "crates/client/web",
    "crates/table3d/web",
];

/// What goes into `dist/`: the content by path.
type Files = BTreeMap<String, Vec<u8>>;

/// Builds the client into `dist/`, doing only what is not done yet.
pub(crate) fn build() -> Done {
    step("wasm target", add_target)?;
    step("client", compile)?;
    step("dist", pack)
}

fn add_target() -> Done {
    if has_target() {
        return Ok(());
    }
    match Command::new("rustup").args(["target", "add", TARGET]).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!(
            "rustup could not add the target {TARGET}; what it said stands above"
        )),
        Err(_) => Err(format!(
            "this Rust has no target {TARGET} and there is no rustup to add it; \
             install the target the way you installed Rust, or install Rust with rustup"
        )),
    }
}

fn has_target() -> bool {
    let rustc = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .output();
    let folder = rustc.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    folder.is_ok_and(|folder| !folder.is_empty() && Path::new(&folder).is_dir())
}

fn compile() -> Done {
    MODULES
        .iter()
        .try_for_each(|(module, package, profile, is_one_of_several)| {
            let mut build = cargo();
            build.args([
                "build",
                "--package",
                package,
                "--profile",
                profile,
                "--target",
                TARGET,
            ]);
            build
                .arg("--config")
                .arg(format!("target.{TARGET}.rustflags = {SMALLER}"));
            if *is_one_of_several {
                build.args(["--bin", module, "--no-default-features", "--features", module]);
            }
            succeed(&mut build)
        })
}

/// Makes `dist/` from the compiled wasm, unless it was made from the same files before.
fn pack() -> Done {
    let wasm =
        MODULES.map(|(module, _, profile, _)| target().join(TARGET).join(format!("{profile}/{module}.wasm")));
    let dist = root().join("dist");
    let stamp_file = target().join("dist.stamp");
    let told =
        |action: &str, path: &Path, error: &io::Error| format!("cannot {action} {}: {error}", path.display());

    let read = |wasm: &PathBuf| fs::read(wasm).map_err(|error| told("read", wasm, &error));
    let code = wasm.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let code: Vec<&[u8]> = code.iter().map(Vec::as_slice).collect();
    let mut files = Files::new();
    for web in WEB.map(|web| root().join(web)) {
        files.extend(read_folder(&web).map_err(|error| told("read", &web, &error))?);
    }
    let stamp = fingerprint(&code, &files);
    if fs::read_to_string(&stamp_file).is_ok_and(|made| made == stamp) && dist.join("index.html").is_file() {
        return Ok(());
    }
    // A build that is cut short must not pass for the one before it.
    let _ = fs::remove_file(&stamp_file);
    for wasm in &wasm {
        files.extend(bind(wasm)?);
    }
    let files = arrange(files);
    write_all(&dist, &files).map_err(|error| told("write", &dist, &error))?;
    fs::write(&stamp_file, stamp).map_err(|error| told("write", &stamp_file, &error))
}

fn read_folder(folder: &Path) -> io::Result<Files> {
    let mut files = Files::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(files)
}

/// The JavaScript that loads the wasm, and the wasm made ready for it.
fn bind(wasm: &Path) -> Result<Files, String> {
    let refused = |error| format!("wasm-bindgen refused {}: {error:#}", wasm.display());
    let folder = tempfile::tempdir().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    let mut bindgen = Bindgen::new();
    bindgen.web(true).map_err(refused)?;
    bindgen
        .input_path(wasm)
        .omit_default_module_path(false)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder.path())
        .map_err(refused)?;
    read_folder(folder.path()).map_err(|error| format!("cannot read what wasm-bindgen wrote: {error}"))
}

/// Puts the files that change into a folder named after their content, and tells the files that keep their names
/// its name, and the list of what is in it.
fn arrange(files: Files) -> Files {
    let (fixed, changing): (Files, Files) = files
        .into_iter()
        .partition(|(name, _)| FIXED.contains(&name.as_str()));
    let folder = format!("{ASSETS}{}", fingerprint(&[], &changing));
    let mut arranged: Files = changing
        .into_iter()
        .map(|(name, content)| (format!("{folder}/{name}"), content))
        .collect();
    let list: Vec<String> = arranged.keys().map(|name| format!("\"/{name}\"")).collect();
    let list = list.join(", ");
    for (name, content) in fixed {
        let Ok(text) = String::from_utf8(content.clone()) else {
            arranged.insert(name, content);
            continue;
        };
        let text = text.replace("{assets}", &folder).replace("\"{files}\"", &list);
        if name == PAGES[0].0 {
            for (page, module) in PAGES {
                arranged.insert(page.to_owned(), text.replace("{module}", module).into_bytes());
            }
        } else {
            arranged.insert(name, text.into_bytes());
        }
    }
    arranged
}

/// A short name for the content of files.
fn fingerprint(loose: &[&[u8]], files: &Files) -> String {
    let mut hasher = DefaultHasher::new();
    (loose, files, env!("CARGO_PKG_VERSION")).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Writes the files, each also compressed, and removes what an earlier build left.
fn write_all(dist: &Path, files: &Files) -> io::Result<()> {
    match fs::remove_dir_all(dist) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let (mut plain, mut zipped, mut brotlied) = (0, 0, 0);
    for (name, content) in files {
        let path = dist.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, content)?;
        let (gzip, brotli) = (gzip(content)?, brotli(content)?);
        (plain, zipped, brotlied) = (
            plain + content.len(),
            zipped + gzip.len(),
            brotlied + brotli.len(),
        );
        fs::write(dist.join(format!("{name}.gz")), gzip)?;
        fs::write(dist.join(format!("{name}.br")), brotli)?;
    }
    let kilo = |bytes: usize| bytes.div_ceil(1000);
    eprintln!(
        "    {} files, {} kB; {} kB as gzip, {} kB as brotli",
        files.len(),
        kilo(plain),
        kilo(zipped),
        kilo(brotlied)
    );
    Ok(())
}

fn gzip(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(content)?;
    encoder.finish()
}

fn brotli(content: &[u8]) -> io::Result<Vec<u8>> {
    let parameters = brotli::enc::BrotliEncoderParams::default();
    let mut output = Vec::new();
    brotli::BrotliCompress(&mut &content[..], &mut output, &parameters)?;
    Ok(output)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(content: &str) -> Files {
        let files = [
            ("index.html", "see /{assets}/{module}.js"),
            ("service.js", "[\"{files}\"]"),
            ("home.js", content),
        ];
        let files = files.map(|(name, content)| (name.to_owned(), content.as_bytes().to_vec()));
        files.into_iter().collect()
    }

    #[test]
    fn what_changes_moves_to_another_folder_and_the_page_knows_it() {
        let page = |content| {
            let arranged = arrange(files(content));
            let page = String::from_utf8_lossy(&arranged["index.html"]).into_owned();
            let asset = page.trim_start_matches("see /").to_owned();
            assert_eq!(arranged[&asset], content.as_bytes());
            let service = String::from_utf8_lossy(&arranged["service.js"]).into_owned();
            assert_eq!(service, format!("[\"/{asset}\"]"));
            asset
        };
        assert_eq!(page("one"), page("one"));
        assert_ne!(page("one"), page("two"));
        assert!(page("one").starts_with(ASSETS));
    }

    #[test]
    fn compressed_files_are_read_back() {
        let content = b"marbles, marbles, marbles, marbles, marbles".repeat(20);
        let mut from_gzip = Vec::new();
        let zipped = gzip(&content).unwrap();
        io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&zipped[..]), &mut from_gzip).unwrap();
        let mut from_brotli = Vec::new();
        brotli::BrotliDecompress(&mut &brotli(&content).unwrap()[..], &mut from_brotli).unwrap();
        assert_eq!((&from_gzip, &from_brotli), (&content, &content));
    }
}
