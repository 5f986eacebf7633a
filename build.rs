//! The rule files are embedded; a new one must cause a new build, which the embedding macro alone does not notice.
//! Names the state of everything that decides what facts a text gives: cached facts of another state are not read.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
};

/// Readers, grammars and queries.
const FACTS: [&str; 4] = ["Cargo.lock", "rules/queries", "src/facts", "src/syntax"];
/// What beside them and the rules decides what rules find in a file.
const DETECTORS: [&str; 4] = ["src/detect", "src/evidence", "src/rulebook", "src/text.rs"];
/// What decides what is known of a commit.
const PROGRAM: [&str; 3] = ["Cargo.lock", "rules", "src"];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=DEPTHGAUGE_FACTS={:016x}", state_of(&FACTS)?);
    println!("cargo::rustc-env=DEPTHGAUGE_DETECTORS={:016x}", state_of(&DETECTORS)?);
    println!("cargo::rustc-env=DEPTHGAUGE_PROGRAM={:016x}", state_of(&PROGRAM)?);
    Ok(())
}

fn state_of(paths: &[&str]) -> io::Result<u64> {
    let mut files = Vec::new();
    for path in paths {
        println!("cargo::rerun-if-changed={path}");
        list(Path::new(path), &mut files)?;
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.hash(&mut hasher);
        fs::read(&file)?.hash(&mut hasher);
    }
    Ok(hasher.finish())
}

fn list(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_file() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        list(&entry?.path(), files)?;
    }
    Ok(())
}
