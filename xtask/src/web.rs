//! Builds the browser client into `dist/`: wasm, its glue, and the files that go with them.

use crate::learn_files;
use crate::shell::{Done, cargo, root, step, succeed, target};
use raster::Pixels;
use start::Progress;
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use wasm_bindgen_cli_support::Bindgen;

mod compress;

use compress::{brotli, gzip};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// The folder of files that are served under a name that changes with their content, so that browsers
/// may keep them for ever. The server knows it by this prefix.
const ASSETS: &str = "assets-";
/// Files that keep their names.
const FIXED: [&str; 4] = ["icon.svg", "index.html", "manifest.webmanifest", "service.js"];
/// The icon for systems that take no SVG: name, pixels, and the part of the side that the drawing fills. Systems cut a
/// maskable icon to their own shape and put nothing behind one with a background.
const ICONS: [(&str, u32, Option<f32>); 4] = [
    ("icon-192.png", 192, None),
    ("icon-512.png", 512, None),
    ("icon-maskable.png", 512, Some(0.66)),
    ("icon-apple.png", 180, Some(0.8)),
];
/// The background of icons that have one: the manifest's.
const ICON_GROUND: &str = "#f3ede2";
/// The beginnings of the names of what only Polarity needs.
const TABLE: [&str; 2] = ["polarity-worker", "polarity_view"];

/// A wasm module: one of our crates, compiled by a profile.
struct Module {
    name: &'static str,
    profile: &'static str,
    flags: &'static [&'static str],
}

/// Leptos then compiles a view once, and not anew for every place that it stands in.
const SMALLER: &str = "--cfg=erase_components";
/// The magnets have to keep up with real time; every browser that knows our style sheets has vectors.
pub(crate) const VECTORS: &str = "-Ctarget-feature=+simd128";

/// The module that is cut into parts.
const SPLIT: &str = "client";

static MODULES: [Module; 3] = [
    Module {
        name: SPLIT,
        profile: "web",
        flags: &[SMALLER],
    },
    Module {
        name: "engine-worker",
        profile: "worker",
        flags: &[SMALLER],
    },
    Module {
        name: "polarity-view",
        profile: "web",
        flags: &[VECTORS],
    },
];

/// `cargo play` compiles the modules with one profile and the same flags, so that they share their dependencies.
const PLAY_PROFILE: &str = "light";
const PLAY_FLAGS: [&str; 2] = [SMALLER, VECTORS];

/// The purpose of a build: how long it may take, how small it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Purpose {
    /// Small files, for packages and tests.
    Release,
    /// A first page soon, for `cargo play`.
    Play,
}

impl Purpose {
    fn profile(self, module: &Module) -> &'static str {
        match self {
            Purpose::Release => module.profile,
            Purpose::Play => PLAY_PROFILE,
        }
    }
}
/// The folders of files that are served as they are.
const WEB: [&str; 1] = ["crates/client/web"];
/// The folder of the texts: a folder a language, whose files are joined.
const MESSAGES: &str = "crates/client/messages";

/// Contents of `dist/` by path.
type Files = BTreeMap<String, Vec<u8>>;

/// Builds the client into `dist/`, doing only what is not done yet.
pub(crate) fn build() -> Done {
    step("wasm target", || add_target(TARGET))?;
    step("client", compile)?;
    step("dist", || pack(Purpose::Release).map(|size| eprint!("{size}")))
}

/// The same with less care for the size, as a part of a longer build.
pub(crate) fn build_soon(progress: &mut Progress) -> Done {
    add_target(TARGET)?;
    progress.compile("client", &mut compile_soon())?;
    progress.work("packing", || pack(Purpose::Play).map(drop))
}

/// Adds a target to the installed Rust, if it is not there.
pub(crate) fn add_target(target: &str) -> Done {
    if has_target(target) {
        return Ok(());
    }
    match Command::new("rustup").args(["target", "add", target]).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!(
            "rustup could not add the target {target}; what it said stands above"
        )),
        Err(_) => Err(format!(
            "this Rust has no target {target} and there is no rustup to add it; \
             install the target the way you installed Rust, or install Rust with rustup"
        )),
    }
}

fn has_target(target: &str) -> bool {
    let rustc = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", target])
        .output();
    let folder = rustc.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    folder.is_ok_and(|folder| !folder.is_empty() && Path::new(&folder).is_dir())
}

fn compile() -> Done {
    MODULES.iter().try_for_each(Module::compile)
}

impl Module {
    fn compile(&self) -> Done {
        let mut build = cargo();
        build.args(["build", "--package", self.name, "--profile", self.profile]);
        build.args(["--target", TARGET, "--config"]);
        build.arg(format!("target.{TARGET}.rustflags = {:?}", self.flags));
        succeed(&mut build)
    }

    /// The file that cargo makes of it.
    fn wasm(&self, purpose: Purpose) -> PathBuf {
        // Cargo names a library with underscores.
        let library = self.name.replace('-', "_");
        let file = format!("{}/{library}.wasm", purpose.profile(self));
        target().join(TARGET).join(file)
    }

    fn named(name: &str) -> Result<&'static Module, String> {
        let module = MODULES.iter().find(|module| module.name == name);
        module.ok_or_else(|| format!("{name} is no module of the browser"))
    }
}

/// Compiles one module for a release.
pub(crate) fn compile_module(name: &str) -> Done {
    add_target(TARGET)?;
    Module::named(name)?.compile()
}

/// The files of one compiled module.
pub(crate) fn bind_module(name: &str) -> Result<BTreeMap<String, Vec<u8>>, String> {
    bind(&Module::named(name)?.wasm(Purpose::Release))
}

/// All modules at once.
fn compile_soon() -> Command {
    let mut build = cargo();
    build.args(["build", "--profile", PLAY_PROFILE, "--target", TARGET]);
    build.args(MODULES.iter().flat_map(|module| ["--package", module.name]));
    build.arg("--config");
    build.arg(format!("target.{TARGET}.rustflags = {PLAY_FLAGS:?}"));
    build
}

/// Makes `dist/` from the compiled wasm, unless it was made from the same files before. Tells the size of a new one.
fn pack(purpose: Purpose) -> Result<String, String> {
    let wasm = MODULES.each_ref().map(|module| module.wasm(purpose));
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
    let messages = root().join(MESSAGES);
    files.extend(read_messages(&messages).map_err(|error| told("read", &messages, &error))?);
    files.extend(learn_files::files(&root())?);
    let icon = files.get("icon.svg").cloned().map(text);
    files.extend(icons(&icon.ok_or("there is no icon.svg")?)?);
    let stamp = format!("{purpose:?} {}", fingerprint(&code, &files));
    if fs::read_to_string(&stamp_file).is_ok_and(|made| made == stamp) && dist.join("index.html").is_file() {
        return Ok(String::new());
    }
    // A build that is cut short must not pass for the one before it.
    let _ = fs::remove_file(&stamp_file);
    for (module, wasm) in MODULES.iter().zip(&wasm) {
        files.extend(if module.name == SPLIT {
            split(module.name, wasm)?
        } else {
            bind(wasm)?
        });
    }
    let files = arrange(files);
    let size = write_all(&dist, &files, purpose).map_err(|error| told("write", &dist, &error))?;
    fs::write(&stamp_file, stamp).map_err(|error| told("write", &stamp_file, &error))?;
    Ok(size)
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

/// The texts of each language in one file: those of its files in the order of their names, without the keys. The client
/// knows a text by its place, as its build script numbers them.
fn read_messages(folder: &Path) -> io::Result<Files> {
    let mut joined = Files::new();
    for language in fs::read_dir(folder)? {
        let language = language?;
        let files = read_folder(&language.path())?;
        let texts = files.into_values().flat_map(|content| {
            let content = text(content);
            let lines = content.lines().filter_map(|line| line.split_once(" = "));
            lines.map(|(_, text)| format!("{text}\n")).collect::<Vec<_>>()
        });
        let name = format!("{}.txt", language.file_name().to_string_lossy());
        joined.insert(name, texts.collect::<String>().into_bytes());
    }
    Ok(joined)
}

/// Cuts a module where its functions are marked: the part that is loaded first, made ready as every module is, and the
/// parts that it loads when they are called.
fn split(name: &str, wasm: &Path) -> Result<Files, String> {
    let refused = |error: &dyn std::fmt::Display| format!("cannot split {}: {error}", wasm.display());
    let folder = tempfile::tempdir().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    let parts = folder.path().join("parts");
    let first = folder.path().join(format!("{name}.wasm"));
    let whole = fs::read(wasm).map_err(|error| refused(&error))?;
    let (link, main) = (format!("./{name}_parts.js"), format!("./{name}.js"));
    let mut options = wasm_split_cli_support::Options::new(&whole);
    options.output_dir = &parts;
    options.main_out_path = &first;
    options.link_name = &link;
    options.main_module = &main;
    wasm_split_cli_support::transform(options).map_err(|error| refused(&error))?;
    let mut files = read_folder(&parts).map_err(|error| refused(&error))?;
    files.extend(bind(&first)?);
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
        // A module that was split shares its memory and its table of functions with its parts.
        .keep_lld_exports(true)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder.path())
        .map_err(refused)?;
    read_folder(folder.path()).map_err(|error| format!("cannot read what wasm-bindgen wrote: {error}"))
}

/// The icon in pixels.
fn icons(svg: &str) -> Result<Files, String> {
    let (_, drawing) = svg.split_once('>').ok_or("icon.svg has no content")?;
    let drawing = drawing.trim_end().trim_end_matches("</svg>");
    let picture = |filled: Option<f32>| match filled {
        None => svg.to_owned(),
        Some(part) => {
            let (margin, scale) = (32.0 * (1.0 - part), part);
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\">\
                 <rect width=\"64\" height=\"64\" fill=\"{ICON_GROUND}\"/>\
                 <g transform=\"translate({margin} {margin}) scale({scale})\">{drawing}</g></svg>"
            )
        }
    };
    let icons = ICONS.map(|(name, side, filled)| {
        let pixels = Pixels::of(&picture(filled), side).and_then(|pixels| pixels.png());
        let png = pixels.map_err(|error| format!("cannot draw {name}: {error}"))?;
        Ok((name.to_owned(), png))
    });
    icons.into_iter().collect()
}

/// Puts the files that change into a folder named after their content, and tells the files that keep their names the
/// folder's name, and the lists of what is in it.
fn arrange(files: Files) -> Files {
    let (fixed, changing): (Files, Files) = files
        .into_iter()
        .partition(|(name, _)| FIXED.contains(&name.as_str()) || is_icon(name));
    let folder = format!("{ASSETS}{}", fingerprint(&[], &changing));
    let is_table = |name: &str| TABLE.iter().any(|beginning| name.starts_with(beginning));
    let list = |table: bool| {
        let names = changing.keys().filter(|name| is_table(name) == table);
        let names: Vec<String> = names.map(|name| format!("\"/{folder}/{name}\"")).collect();
        names.join(", ")
    };
    let lists = [("\"{files}\"", list(false)), ("\"{table}\"", list(true))];
    let fixed = fixed.into_iter().map(|(name, content)| {
        if is_icon(&name) {
            return (name, content);
        }
        let content = text(content).replace("{assets}", &folder);
        let content = lists
            .iter()
            .fold(content, |content, (key, list)| content.replace(key, list));
        (name, content.into_bytes())
    });
    let fixed: Files = fixed.collect();
    let changing = changing
        .into_iter()
        .map(|(name, content)| (format!("{folder}/{name}"), content));
    changing.chain(fixed).collect()
}

/// Whether a file is one of the icons in pixels.
fn is_icon(name: &str) -> bool {
    ICONS.iter().any(|(icon, ..)| *icon == name)
}

/// A text that we wrote ourselves.
fn text(content: Vec<u8>) -> String {
    String::from_utf8(content).unwrap_or_default()
}

/// A short name for the content of files.
fn fingerprint(loose: &[&[u8]], files: &Files) -> String {
    let mut hasher = DefaultHasher::new();
    (loose, files, env!("CARGO_PKG_VERSION")).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Writes the files, each also compressed, and removes what an earlier build left. Tells their size.
fn write_all(dist: &Path, files: &Files, purpose: Purpose) -> io::Result<String> {
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
        let (gzip, brotli) = (gzip(content, purpose)?, brotli(content, purpose)?);
        (plain, zipped, brotlied) = (
            plain + content.len(),
            zipped + gzip.len(),
            brotlied + brotli.len(),
        );
        fs::write(dist.join(format!("{name}.gz")), gzip)?;
        fs::write(dist.join(format!("{name}.br")), brotli)?;
    }
    let kilo = |bytes: usize| bytes.div_ceil(1000);
    Ok(format!(
        "    {} files, {} kB; {} kB as gzip, {} kB as brotli\n",
        files.len(),
        kilo(plain),
        kilo(zipped),
        kilo(brotlied)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(content: &str) -> Files {
        let files = [
            ("index.html", "see /{assets}/client.js"),
            ("service.js", "[\"{files}\"] and [\"{table}\"]"),
            ("client.js", content),
            ("polarity_view.js", "the table"),
        ];
        let files = files.map(|(name, content)| (name.to_owned(), content.as_bytes().to_vec()));
        files.into_iter().collect()
    }

    fn read(files: &Files, name: &str) -> String {
        text(files[name].clone())
    }

    #[test]
    fn what_changes_moves_to_another_folder_and_the_page_knows_it() {
        let folder = |content| {
            let arranged = arrange(files(content));
            let page = read(&arranged, "index.html");
            let asset = page.split('/').nth(1).unwrap_or_default().to_owned();
            assert_eq!(page, format!("see /{asset}/client.js"));
            assert_eq!(read(&arranged, &format!("{asset}/client.js")), content);
            let service = read(&arranged, "service.js");
            assert_eq!(
                service,
                format!("[\"/{asset}/client.js\"] and [\"/{asset}/polarity_view.js\"]")
            );
            asset
        };
        assert_eq!(folder("one"), folder("one"));
        assert_ne!(folder("one"), folder("two"));
        assert!(folder("one").starts_with(ASSETS));
    }

    #[test]
    fn icons_are_as_large_as_they_are_named_and_fill_their_square() {
        let svg = fs::read_to_string(root().join("crates/client/web/icon.svg")).unwrap();
        let manifest = fs::read_to_string(root().join("crates/client/web/manifest.webmanifest")).unwrap();
        let icons = icons(&svg).unwrap();
        for (name, side, filled) in ICONS {
            let pixels = Pixels::from_png(&icons[name]).unwrap();
            assert_eq!((pixels.width(), pixels.height()), (side, side), "{name}");
            let corner = pixels.pixel(0, 0).unwrap();
            assert_eq!(corner[3] == 255, filled.is_some(), "{name}");
            let middle = pixels.pixel(side / 2, side / 2).unwrap();
            assert!(middle[3] == 255 && middle != corner, "{name} shows the board");
            let named = name == "icon-apple.png" || manifest.contains(name);
            assert!(named, "the manifest lacks {name}");
        }
    }

    #[test]
    fn the_texts_of_a_language_are_joined_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let language = folder.path().join("en");
        fs::create_dir(&language).unwrap();
        fs::write(language.join("online.txt"), "join = Play\n").unwrap();
        fs::write(language.join("common.txt"), "level = Level = 1\nstart = Start\n").unwrap();
        let joined = read_messages(folder.path()).unwrap();
        assert_eq!(read(&joined, "en.txt"), "Level = 1\nStart\nPlay\n");
    }

    #[test]
    fn compressed_files_are_read_back() {
        let content = b"marbles, marbles, marbles, marbles, marbles".repeat(20);
        for purpose in [Purpose::Release, Purpose::Play] {
            let mut from_gzip = Vec::new();
            let zipped = gzip(&content, purpose).unwrap();
            io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&zipped[..]), &mut from_gzip).unwrap();
            let mut from_brotli = Vec::new();
            let packed = brotli(&content, purpose).unwrap();
            brotli::BrotliDecompress(&mut &packed[..], &mut from_brotli).unwrap();
            assert_eq!((&from_gzip, &from_brotli), (&content, &content));
        }
    }
}
