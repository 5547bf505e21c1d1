//! Lists the migrations, so that a new file in their folder is compiled in.

use std::fmt::Write;
use std::path::Path;

const FOLDER: &str = "migrations";

fn main() {
    println!("cargo:rerun-if-changed={FOLDER}");
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    let folder = Path::new(&root).join(FOLDER);
    let files = folder.read_dir().expect("the folder of migrations is there");
    let mut names: Vec<String> = files
        .map(|file| file.expect("a file can be listed").file_name())
        .map(|name| name.into_string().expect("a migration has a plain name"))
        .collect();
    names.sort_unstable();
    let mut list = String::from("[\n");
    for name in names {
        let (step, words) = name
            .strip_suffix(".sql")
            .and_then(|name| name.split_once('_'))
            .expect("a migration is named NUMBER_WORDS.sql");
        let step: i64 = step.parse().expect("a migration begins with its number");
        let (words, path) = (words.replace('_', " "), folder.join(&name).display().to_string());
        let _ = writeln!(list, "({step}, {words:?}, include_str!({path:?})),");
    }
    list.push(']');
    std::fs::write(Path::new(&out).join("migrations.rs"), list).expect("the build folder can be written");
}
