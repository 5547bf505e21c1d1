//! Makes the enum of the texts' names from the English messages.
//!
//! The number of a text is its place: the files of a language in the order of their names, the lines in the order
//! in which they stand. `cargo xtask web` joins the files in the same order.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, error, fs, io};

/// The languages, in the order of the enum `Language`.
const LANGUAGES: [&str; 4] = ["fr", "en", "de", "nl"];

fn main() -> Result<(), Box<dyn error::Error>> {
    println!("cargo::rerun-if-changed=messages");
    if env::var("CARGO_CFG_TARGET_ARCH")? == "wasm32" {
        // Leaves the addresses in the module by which it is cut into parts.
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    let messages = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("messages");
    let output = PathBuf::from(env::var("OUT_DIR")?);
    for language in LANGUAGES {
        let texts = entries(&messages.join(language))?;
        let lines: String = texts.iter().flat_map(|(_, text)| [text.as_str(), "\n"]).collect();
        fs::write(output.join(format!("{language}.txt")), lines)?;
    }
    let names = names(&entries(&messages.join("en"))?)?;
    fs::write(output.join("text.rs"), names)?;
    Ok(())
}

/// The `key = text` lines of a language.
fn entries(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let files = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files = files.collect::<io::Result<Vec<_>>>()?;
    files.sort();
    let mut entries = Vec::new();
    for file in files {
        let content = fs::read_to_string(file)?;
        let lines = content.lines().filter_map(|line| line.split_once(" = "));
        entries.extend(lines.map(|(key, text)| (key.to_owned(), text.to_owned())));
    }
    Ok(entries)
}

/// The enum, with the English text as the documentation of each name.
fn names(entries: &[(String, String)]) -> Result<String, Box<dyn error::Error>> {
    let mut source = String::from(
        "/// The name of a text.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum Text {\n",
    );
    for (key, text) in entries {
        writeln!(source, "    #[doc = {text:?}]\n    {},", camel_case(key))?;
    }
    source.push_str("}\n\n");
    writeln!(
        source,
        "impl Text {{\n    /// How many there are.\n    pub const COUNT: usize = {};\n}}",
        entries.len()
    )?;
    Ok(source)
}

/// `rules-1` as `Rules1`.
fn camel_case(key: &str) -> String {
    let words = key.split('-').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}
