//! The rule files are embedded; a new one must cause a new build, which the embedding macro alone does not notice.
//! Names the state of everything that decides what facts a text gives: cached facts of another state are not read.
//! Writes the rules as JSON, too, and hashes them: a run reads that several times faster than YAML.

use std::{
    env,
    fmt::Write,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
};

#[path = "src/rulebook/digest.rs"]
mod digest;

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
    rules(Path::new("rules"))
}

/// `rules.rs`: the two hashes of the rule set, and the JSON of each of its files by path. A file that JSON cannot hold is
/// left out; the program then reads its YAML.
fn rules(folder: &Path) -> io::Result<()> {
    let mut paths = Vec::new();
    list(folder, &mut paths)?;
    let mut files = Vec::new();
    for path in paths {
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        files.push((name, fs::read(&path)?));
    }
    files.sort();
    let hash_of = |taken: fn(&str) -> bool| {
        digest::hash(
            files.iter().map(|(path, content)| (path.as_str(), content.as_slice())).filter(|(path, _)| taken(path)),
        )
    };
    let mut code = format!("const HASH: &str = {:?};\n", hash_of(digest::is_definition));
    let _ = writeln!(code, "const SIGNALS_HASH: &str = {:?};", hash_of(digest::decides_signals));
    let _ = writeln!(code, "const CARRIED: usize = {};", files.len());
    let _ = writeln!(code, "static JSON: &[(&str, &str)] = &[");
    for (path, content) in files.iter().filter(|(path, _)| digest::is_definition(path)) {
        let value: Option<serde_yaml::Value> = serde_yaml::from_slice(content).ok();
        if let Some(json) = value.and_then(|value| serde_json::to_string(&value).ok()) {
            let _ = writeln!(code, "    ({path:?}, {json:?}),");
        }
    }
    code.push_str("];\n");
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("OUT_DIR is not set"))?;
    fs::write(Path::new(&out).join("rules.rs"), code)
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
