//! What whole-program tests share: outside inputs, and a skip that is seen.

use std::{
    collections::BTreeSet,
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Names listed in `DEPTHGAUGE_REQUIRE`: a test that needs one of them must not skip.
fn required() -> BTreeSet<String> {
    let list = env::var("DEPTHGAUGE_REQUIRE").unwrap_or_default();
    list.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

/// True when the program `name` can be started. If not, prints `skipped: …` and appends it to the file that
/// `DEPTHGAUGE_SKIPLOG` names, or fails where `DEPTHGAUGE_REQUIRE` lists the program.
pub fn have(name: &str) -> bool {
    let status =
        Command::new(name).arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let started = status.is_ok_and(|status| status.success());
    if !started {
        skip(name, &format!("`{name}` cannot be started"));
    }
    started
}

/// The folder that the environment variable names (`DEPTHGAUGE_SEEDS`, `DEPTHGAUGE_REFERENCE`). The name to require it
/// by is the variable's last word in lower case.
pub fn folder(variable: &str) -> Option<PathBuf> {
    let path = env::var_os(variable).map(PathBuf::from).filter(|path| path.is_dir());
    if path.is_none() {
        let name = variable.rsplit('_').next().unwrap_or(variable).to_lowercase();
        skip(&name, &format!("{variable} names no folder"));
    }
    path
}

/// The test needs what is not there: it is skipped, or fails where that is required.
pub fn missing(name: &str, reason: &str) {
    skip(name, reason);
}

fn skip(name: &str, reason: &str) {
    assert!(!required().contains(name), "{reason}, and DEPTHGAUGE_REQUIRE lists {name}");
    let test = std::thread::current().name().unwrap_or("?").to_owned();
    let line = format!("skipped: {test}: {reason}");
    // Straight to the stream: the test harness would swallow a print of a test that passes.
    let _ = writeln!(io::stderr(), "{line}");
    if let Some(log) = env::var_os("DEPTHGAUGE_SKIPLOG") {
        let mut log = fs::OpenOptions::new().create(true).append(true).open(log).expect("skip log");
        writeln!(log, "{line}").expect("skip log");
    }
}

/// A command whose outcome depends on nothing of the machine: no configuration, no `GIT_*`, no input.
pub fn clean(program: &str) -> Command {
    let mut command = Command::new(program);
    for (key, _) in env::vars_os() {
        if key.to_string_lossy().starts_with("GIT_") {
            command.env_remove(key);
        }
    }
    command
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env("HOME", "/nonexistent")
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env("RIPGREP_CONFIG_PATH", "")
        .env_remove("SOURCE_DATE_EPOCH")
        .stdin(Stdio::null());
    command
}

/// The binary under test, with a cache of its own: tests fill it in parallel, as users' processes do.
pub fn depthgauge() -> Command {
    let mut command = clean(env!("CARGO_BIN_EXE_depthgauge"));
    command.env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    command
}

/// The root of this package.
pub fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A git repository with one commit that holds a copy of `folder` without its `expected.yaml`: same commit id on every
/// machine.
pub fn repository_of(folder: &Path) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("temporary folder");
    copy(folder, root.path());
    let _ = fs::remove_file(root.path().join("expected.yaml"));
    let git = |arguments: &[&str]| {
        let status = clean("git")
            .args(["-c", "user.name=test", "-c", "user.email=test@example.invalid", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .env("GIT_AUTHOR_DATE", "2026-01-02T03:04:05Z")
            .env("GIT_COMMITTER_DATE", "2026-01-02T03:04:05Z")
            .current_dir(root.path())
            .stdout(Stdio::null())
            .status()
            .expect("git starts");
        assert!(status.success(), "git {arguments:?}");
    };
    git(&["init", "--quiet", "--initial-branch=main", "--template="]);
    git(&["add", "--all", "--force"]);
    git(&["commit", "--quiet", "--allow-empty", "--message=start"]);
    root
}

/// Copies what is in a folder into another one, which is made where it is not there.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("create folder");
    for entry in fs::read_dir(from).expect("folder to copy") {
        let entry = entry.expect("entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("file type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("copy file");
        }
    }
}

/// A folder with the files of a plain agent, some left out, and those of a variant over them.
pub fn laid_over(plain: &Path, variant: &Path, without: &[String]) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("temporary folder");
    copy(plain, root.path());
    for path in without {
        fs::remove_file(root.path().join(path)).expect("a file of the plain agent");
    }
    copy(variant, root.path());
    root
}
