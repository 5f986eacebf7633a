//! The whole audit of an invented repository of 4,000 files and 8 MB of code, five runs. Prints the median time and the
//! peak of memory. `cargo bench --bench audit`; other sizes: `DEPTHGAUGE_BENCH_FILES=N`.

use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use depthgauge::{
    audit::{AuditOptions, AuditOutcome, Stages, audit},
    rulebook::Rulebook,
    source::{OpenOptions, Snapshot, Target},
};

const RUNS: usize = 5;

struct Quiet;

impl Stages for Quiet {
    fn stage(&self, _: &'static str, _: Option<u64>) {}

    fn advance(&self, _: u64) {}
}

fn main() {
    let files = env::var("DEPTHGAUGE_BENCH_FILES").ok().and_then(|n| n.parse().ok()).unwrap_or(4000);
    let root = tempfile::tempdir().expect("folder");
    let bytes = write_repository(root.path(), files);
    let mut times: Vec<u128> = (0..RUNS).map(|_| run(root.path())).collect();
    times.sort_unstable();
    let out = format!(
        "{files} files, {:.1} MB of code: median {} ms of {RUNS} runs ({} to {} ms), peak memory {} MB",
        bytes as f64 / 1e6,
        times[RUNS / 2],
        times[0],
        times[RUNS - 1],
        peak_memory()
    );
    // A bench reports on standard output.
    #[expect(clippy::print_stdout)]
    {
        println!("{out}");
    }
}

fn run(root: &Path) -> u128 {
    let start = Instant::now();
    let rulebook = Rulebook::load(None).expect("rules");
    let target = Target::folder(root, None, None).expect("target");
    let snapshot = Snapshot::open(&target, &OpenOptions::default()).expect("snapshot");
    let options = AuditOptions { date: "2026-01-01".to_owned(), ..AuditOptions::default() };
    let outcome = audit(&snapshot, &rulebook, &options, &Quiet).expect("audit");
    assert!(matches!(outcome, AuditOutcome::Card { .. }));
    start.elapsed().as_millis()
}

/// Files of three languages, about 2 kB each, with the calls, classes and settings that agents are made of.
fn write_repository(root: &Path, files: usize) -> u64 {
    let mut bytes = 0;
    for index in 0..files {
        let (ending, body) = match index % 4 {
            0 | 1 => ("py", python(index)),
            2 => ("ts", typescript(index)),
            _ => ("go", go(index)),
        };
        let folder = root.join(format!("src/part{}", index / 50));
        fs::create_dir_all(&folder).expect("folder");
        bytes += body.len() as u64;
        fs::write(folder.join(format!("module{index}.{ending}")), body).expect("file");
    }
    let git = |arguments: &[&str]| {
        let status = Command::new("git")
            .args(["-c", "user.name=bench", "-c", "user.email=bench@example.invalid", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .current_dir(root)
            .stdout(Stdio::null())
            .status()
            .expect("git");
        assert!(status.success(), "git {arguments:?}");
    };
    git(&["init", "--quiet", "--template="]);
    git(&["add", "--all"]);
    git(&["commit", "--quiet", "--message=bench"]);
    bytes
}

fn python(index: usize) -> String {
    let mut text = String::from("import os\nimport subprocess\nimport requests\nfrom openai import OpenAI\n\n");
    text.push_str(&format!("client = OpenAI(api_key=os.getenv('KEY_{index}'))\nMAX_STEPS = {}\n\n", index % 90));
    for n in 0..9 {
        text.push_str(&format!(
            "def step_{n}(name: str, timeout: int = {n}0) -> str:\n    \"\"\"Runs one step of the plan.\"\"\"\n    \
             if not name.startswith('step'):\n        return ''\n    result = requests.get(f'https://example.org/{{name}}', \
             timeout=timeout)\n    done = subprocess.run(['ls', name], check=False)\n    return str(result.status_code \
             + done.returncode)\n\n"
        ));
    }
    text
}

fn typescript(index: usize) -> String {
    let mut text = format!(
        "import {{ spawn }} from 'node:child_process';\nconst limit{index} = Number(process.env.LIMIT ?? 9);\n"
    );
    for n in 0..12 {
        text.push_str(&format!(
            "export async function load{n}(path: string, options = {{ retries: {n}, force: false }}): Promise<string> {{\n  \
             const answer = await fetch(`https://example.org/${{path}}`);\n  if (!answer.ok) throw new Error(path);\n  \
             return answer.text();\n}}\n"
        ));
    }
    text
}

fn go(index: usize) -> String {
    let mut text = format!("package part{}\n\nimport (\n\t\"context\"\n\t\"os/exec\"\n\t\"time\"\n)\n\n", index / 50);
    for n in 0..10 {
        text.push_str(&format!(
            "func Step{index}x{n}(ctx context.Context, name string) error {{\n\tctx, cancel := context.WithTimeout(ctx, \
             {n}*time.Second)\n\tdefer cancel()\n\tif name == \"\" {{\n\t\treturn nil\n\t}}\n\treturn \
             exec.CommandContext(ctx, \"ls\", name).Run()\n}}\n\n"
        ));
    }
    text
}

/// Peak resident memory in MB, where the system tells it.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.trim().trim_end_matches(" kB").trim().parse::<u64>().ok()).unwrap_or(0) / 1024
}
