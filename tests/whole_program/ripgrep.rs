//! Searches of all options counted in the process equal what the ripgrep release whose libraries are pinned prints.

use std::{env, fs, os::unix::fs::symlink, path::Path, process::Stdio};

use depthgauge::{
    evidence::rg::{self, RgSearch},
    source::{OpenOptions, Snapshot, Target},
};

use crate::common::{clean, copy, have, missing, package};

/// The release, as `.ci/run` builds it; `None` where it is not there.
fn pinned() -> Option<String> {
    let built = package().join("target/ci-tools/bin/rg");
    let named = env::var("DEPTHGAUGE_RIPGREP").ok().filter(|path| Path::new(path).is_file());
    let path = named.or_else(|| built.is_file().then(|| built.display().to_string()));
    if path.is_none() {
        missing("ripgrep", "DEPTHGAUGE_RIPGREP names no file");
    }
    path
}

/// Lines that a ripgrep prints, through a shell as a reader would run it.
fn printed(program: &str, root: &Path, command: &str, scope: &str) -> Result<u64, String> {
    let script = format!("{program} {} {scope}", command.strip_prefix("rg ").expect("rg"));
    let output = clean("sh").arg("-c").arg(&script).current_dir(root).output().expect("sh starts");
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(output.stdout.iter().filter(|b| **b == b'\n').count() as u64)
}

fn git(root: &Path, arguments: &[&str]) {
    let status = clean("git")
        .args(["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .current_dir(root)
        .stdout(Stdio::null())
        .status()
        .expect("git starts");
    assert!(status.success(), "git {arguments:?}");
}

fn utf16(text: &str, little: bool) -> Vec<u8> {
    let units = std::iter::once(0xfeff_u16).chain(text.encode_utf16());
    units.flat_map(|u| if little { u.to_le_bytes() } else { u.to_be_bytes() }).collect()
}

/// A repository with ignore files, hidden, binary, UTF-16, CRLF and empty files.
fn repository() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("folder");
    // The bundled agents, beside files of every kind that a search treats in its own way.
    copy(&package().join("corpus/agents"), &root.path().join("agents"));
    let code = "import os\nos.system(cmd)\nApprove = approve\n\texec(secret)\nexec(Exec)\n\nend approve exec\n";
    let filler = "a filler line\n".repeat(6000);
    let files: Vec<(&str, Vec<u8>)> = vec![
        ("plain.py", code.into()),
        ("empty.py", vec![]),
        ("newlines.txt", b"\n\n\n".to_vec()),
        ("open_end.py", b"exec(1)\nexec(2)".to_vec()),
        ("crlf.py", code.replace('\n', "\r\n").into()),
        ("mark.py", [b"\xef\xbb\xbf", code.as_bytes()].concat()),
        ("le.txt", utf16(code, true)),
        ("be.txt", utf16(code, false)),
        ("latin1.py", b"exec(\xe9\xff)\nna\xefve exec\n".to_vec()),
        ("utf8.md", "größe exec\nGRÖSSE Approve\nna\u{ef}ve\n".into()),
        ("nul_first.bin", b"\0exec(1)\nexec(2)\n".to_vec()),
        ("nul_late.bin", format!("exec(1)\nexec(1) approve\n{filler}\0exec(2)\n").into()),
        ("nul_inside.bin", b"exec(1)\nex\0ec approve\nexec(2)\n".to_vec()),
        (".gitignore", b"ignored.py\n/build/\n*.log\n!keep.log\nnode_modules/\n".to_vec()),
        (".ignore", b"only_rg.py\n!seen_again.log\n".to_vec()),
        (".rgignore", b"*.gen.ts\n".to_vec()),
        ("ignored.py", code.into()),
        ("only_rg.py", code.into()),
        ("a.log", code.into()),
        ("keep.log", code.into()),
        ("seen_again.log", code.into()),
        ("build/out.py", code.into()),
        ("node_modules/x/index.js", b"exec('x')\n".to_vec()),
        (".env", b"SECRET=approve\n".to_vec()),
        (".hidden/a.py", code.into()),
        (".github/workflows/ci.yml", b"run: exec approve\n".to_vec()),
        ("src/app/main.ts", b"exec('x');\nconst approve = 1;\n".to_vec()),
        ("src/app/main.gen.ts", b"exec('y');\n".to_vec()),
        ("src/app/Main.TS", b"exec('z');\n".to_vec()),
        ("src/.gitignore", b"secret/\n*.tmp\n!important.tmp\n".to_vec()),
        ("src/secret/key.py", code.into()),
        ("src/x.tmp", code.into()),
        ("src/important.tmp", code.into()),
        ("src/sub/.ignore", b"*.py\n!yes.py\n".to_vec()),
        ("src/sub/no.py", code.into()),
        ("src/sub/yes.py", code.into()),
        ("src/sub/a.log", code.into()),
        ("docs/guide.md", b"# exec\n\nSee approve.\n".to_vec()),
        ("docs/it's here/a b.md", b"exec approve\n".to_vec()),
        ("Dockerfile", b"RUN exec\n".to_vec()),
        ("Makefile", b"all:\n\texec approve\n".to_vec()),
        ("lib/mod.rs", b"fn exec() {}\n/// approve\n".to_vec()),
        ("lib/deep/er/mod.go", b"func exec() {}\n// approve\n".to_vec()),
        ("config.yaml", b"exec: approve\n".to_vec()),
        ("data.json", br#"{"exec": "approve"}"#.to_vec()),
    ];
    for (path, bytes) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().expect("folder")).expect("folder");
        fs::write(path, bytes).expect("file");
    }
    symlink("plain.py", root.path().join("link.py")).expect("link");
    symlink("src", root.path().join("linked")).expect("link");
    git(root.path(), &["init", "--quiet", "--template="]);
    git(root.path(), &["add", "--all", "--force"]);
    git(root.path(), &["commit", "--quiet", "-m", "start"]);
    root
}

fn snapshot(root: &Path) -> Snapshot {
    let target = Target::parse(root.to_str().expect("path"), Some("HEAD"), None).expect("target");
    Snapshot::open(&target, &OpenOptions::default()).expect("snapshot")
}

/// Numbers that look random and are the same in each run (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % n as u64).expect("small")
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

const PATTERNS: [&str; 28] = [
    "exec",
    "approve",
    "'Approve|exec'",
    "'exec\\('",
    "'^exec'",
    "'exec$'",
    "'\\bexec\\b'",
    "'e.ec'",
    "'[^a-z]exec'",
    "'(?i)APPROVE'",
    "'gr.+e'",
    "'na.ve'",
    "'\\s+exec'",
    "'.'",
    "'^$'",
    "'x{2}'",
    "\"end approve\"",
    "'\\w+\\.\\w+'",
    "'filler'",
    "'line'",
    "'secret|import'",
    "'SECRET'",
    "a.c",
    "'exec(1)'",
    "'\\xff'",
    "'\\p{Lu}'",
    "'Exec'",
    "'import os'",
];
const OPTIONS: [&str; 44] = [
    "-n",
    "-i",
    "-S",
    "-s",
    "-w",
    "-x",
    "-v",
    "-F",
    "-a",
    "-c",
    "-l",
    "-o",
    "-u",
    "-uu -g '!.git'",
    "-uuu -g '!.git'",
    "--hidden -g '!.git'",
    "--no-ignore",
    "--no-ignore-vcs",
    "--no-unicode",
    "--no-config",
    "-U",
    "-U --multiline-dotall",
    "-m 1",
    "--max-count=2",
    "-g '*.py'",
    "-g '!*.py'",
    "-g '*.log'",
    "-g 'src/**'",
    "-g '!src/'",
    "-g '/*.py'",
    "--iglob '*.ts'",
    "-t py",
    "-tjs",
    "-T py",
    "--type markdown",
    "--type-not=rust",
    "-g '*.{py,ts}'",
    "-tmake",
    "-g .env",
    "-ni",
    "--ignore-case",
    "--word-regexp",
    "--invert-match",
    "--only-matching",
];
const SCOPES: [&str; 20] = [
    ".",
    ".",
    ".",
    "./",
    "src",
    "src/",
    "./src/app",
    "src docs",
    "lib",
    "ignored.py",
    "build",
    "src/secret",
    ".hidden",
    ".env plain.py",
    "nul_late.bin",
    "plain.py crlf.py le.txt",
    "'docs/it'\\''s here'",
    "node_modules src",
    "src src/sub",
    "nul_inside.bin nul_first.bin .",
];

/// Cases of (command, scope), each once.
fn cases(n: usize) -> Vec<(String, String)> {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut cases = Vec::new();
    while cases.len() < n {
        let options: Vec<&str> = (0..numbers.below(4)).map(|_| numbers.one(&OPTIONS)).collect();
        if options.join(" ").matches("-u").count() > 1 {
            continue;
        }
        let pattern = match numbers.below(8) {
            0 => format!("-e {} -e {}", numbers.one(&PATTERNS), numbers.one(&PATTERNS)),
            1 => format!("-e{}", numbers.one(&PATTERNS)),
            2 => format!("--regexp={}", numbers.one(&PATTERNS)),
            3 if numbers.below(3) == 0 => "--files".to_owned(),
            _ => numbers.one(&PATTERNS).to_owned(),
        };
        let case = (format!("rg {} {pattern}", options.join(" ")), numbers.one(&SCOPES).to_owned());
        if !cases.contains(&case) {
            cases.push(case);
        }
    }
    cases
}

/// Every case with a count that is not the program's.
fn differences(program: &str, cases: &[(String, String)]) -> (Vec<String>, u64) {
    let root = repository();
    let snapshot = snapshot(root.path());
    let parsed: Vec<_> = cases.iter().map(|(command, scope)| RgSearch::parse(command, scope)).collect();
    let counts = rg::count(&parsed, &snapshot).expect("counts");
    let mut different = Vec::new();
    let mut total = 0;
    for ((command, scope), ours) in cases.iter().zip(counts) {
        let theirs = printed(program, root.path(), command, scope);
        let same = match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => {
                total += theirs;
                ours.lines == *theirs
            }
            (Err(_), Err(_)) => true,
            _ => false,
        };
        if !same {
            different.push(format!("{command} {scope}: rg {theirs:?}, we {ours:?}"));
        }
    }
    (different, total)
}

#[test]
fn generated_searches_equal_the_pinned_ripgrep() {
    let Some(program) = pinned() else { return };
    let n = env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(480).max(400);
    let (different, total) = differences(&program, &cases(n));
    assert!(different.is_empty(), "{} of {n} differ:\n{}", different.len(), different.join("\n"));
    assert!(total > 2_000, "the searches find almost nothing: {total}");
}

/// The options that every ripgrep since 13 reads the same way, with the one on the path.
#[test]
fn searches_of_published_cards_equal_an_older_ripgrep() {
    if !have("rg") {
        return;
    }
    let mut asked = Vec::new();
    for options in ["-n", "-n -i", "-n -w", "-l", "-c", "-n -F", "--no-config --no-unicode -uu -n -g '!.git' -g '*.py'"]
    {
        for pattern in ["exec", "approv", "'secret|import'", "\"end approve\"", "'\\bexec\\b'", "'os.system'"] {
            for scope in [".", "src", "src docs", "ignored.py", "lib/"] {
                asked.push((format!("rg {options} {pattern}"), scope.to_owned()));
            }
        }
    }
    let (different, total) = differences("rg", &asked);
    assert!(different.is_empty(), "{} of {} differ:\n{}", different.len(), asked.len(), different.join("\n"));
    assert!(total > 1_000, "the searches find almost nothing: {total}");
}

/// Where a count is not that of ripgrep in a clone; the page about `check` lists these.
#[test]
fn documented_differences() {
    let root = repository();
    let snapshot = snapshot(root.path());
    let count = |command: &str, scope: &str| {
        let counted = rg::count(&[RgSearch::parse(command, scope)], &snapshot).expect("counts");
        counted.into_iter().next().expect("one").expect("counted")
    };
    // A commit has no `.git` folder.
    assert_eq!(count("rg -uu --files -g '.git/**'", ".").lines, 0);
    // A link that is named is followed by ripgrep; here it is missing.
    assert_eq!(count("rg exec", "link.py").missing, ["link.py"]);
    assert_eq!(count("rg exec", "linked").missing, ["linked"]);
    // A path that is not there: ripgrep prints what the others have.
    assert_eq!(count("rg exec", "nowhere").missing, ["nowhere"]);
}

/// A buffer that grew for a long line holds more of the next file, and finds its NUL before the matches are printed.
#[test]
fn a_long_line_changes_what_ripgrep_prints_of_a_later_file() {
    let Some(ripgrep) = pinned() else { return };
    let root = tempfile::tempdir().expect("folder");
    let binary = format!("exec(1)\nexec(1) approve\n{}\0exec(2)\n", "a filler line\n".repeat(6000));
    fs::write(root.path().join("a.txt"), "x".repeat(300_000) + "\n").expect("a.txt");
    fs::write(root.path().join("b.bin"), binary).expect("b.bin");
    git(root.path(), &["init", "-q"]);
    git(root.path(), &["add", "-A"]);
    git(root.path(), &["commit", "-qm", "files"]);
    let snapshot = snapshot(root.path());
    let ours = |command: &str| {
        let counted = rg::count(&[RgSearch::parse(command, ".")], &snapshot).expect("counts");
        counted.into_iter().next().expect("one").expect("counted").lines
    };
    let theirs = |command: &str| {
        let in_order = command.replace("rg ", "rg -j1 --sort path ");
        printed(&ripgrep, root.path(), &in_order, ".").expect("ripgrep")
    };
    let (both, alone) = ("rg exec", "rg -g b.bin exec");
    assert_eq!(theirs(alone), 3);
    assert_ne!(theirs(both), theirs(alone), "the buffer grows no more: documented for nothing");
    assert_eq!((ours(both), ours(alone)), (3, 3));
}

/// Types of files are those of the pinned libraries.
#[test]
fn older_programs_lack_types() {
    if !have("rg") {
        return;
    }
    let listed = clean("rg").arg("--type-list").output().expect("rg starts");
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let theirs: Vec<&str> = listed.lines().filter_map(|line| line.split(':').next()).collect();
    let mut builder = ignore::types::TypesBuilder::new();
    builder.add_defaults();
    let ours = builder.definitions();
    let lacking: Vec<&str> = ours.iter().map(|kind| kind.name()).filter(|name| !theirs.contains(name)).collect();
    let root = repository();
    let snapshot = snapshot(root.path());
    for name in &lacking {
        let command = format!("rg -t {name} exec");
        assert!(printed("rg", root.path(), &command, ".").is_err(), "{name}");
        let counted = rg::count(&[RgSearch::parse(&command, ".")], &snapshot).expect("counts");
        assert!(counted[0].is_ok(), "{name}");
    }
    let unknown = RgSearch::parse("rg -t nosuchtype exec", ".");
    let counted = rg::count(&[unknown], &snapshot).expect("counts");
    assert!(counted[0].is_err(), "a type that nobody knows is an error");
}
