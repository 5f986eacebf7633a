//! An invented repository, and what benches over it share.

use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
};

use depthgauge::{
    audit::Stages,
    source::{OpenOptions, Snapshot, Target},
};

/// As in the program: other allocators take other times.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measured: 400 to 700 findings for a megabyte of code in agents of 6 to 8 MB.
pub const AGENT_SHARE: usize = 25;

pub struct Quiet;

impl Stages for Quiet {
    fn stage(&self, _: &'static str, _: Option<u64>) {}

    fn advance(&self, _: u64) {}
}

/// Files of the repository.
pub fn files() -> usize {
    env::var("DEPTHGAUGE_BENCH_FILES").ok().and_then(|n| n.parse().ok()).unwrap_or(4000)
}

pub fn snapshot(root: &Path) -> Snapshot {
    let target = Target::folder(root, None, None).expect("target");
    Snapshot::open(&target, &OpenOptions::default()).expect("snapshot")
}

/// The median of some times and their range: `12 ms (11 to 14)`.
pub fn median(mut times: Vec<u128>) -> String {
    times.sort_unstable();
    let (first, last) = (times.first().expect("runs"), times.last().expect("runs"));
    format!("{} ms ({first} to {last})", times[times.len() / 2])
}

/// A bench reports on standard output.
pub fn report(text: &str) {
    #[expect(clippy::print_stdout)]
    {
        println!("{text}");
    }
}

/// Files of three languages, about 2 kB each.
pub fn write(root: &Path, files: usize, share: usize) -> u64 {
    let mut bytes = 0;
    for index in 0..files {
        let agent = (index / 4).is_multiple_of(share);
        let (ending, body) = match (index % 4, agent) {
            (0 | 1, true) => ("py", python(index)),
            (0 | 1, false) => ("py", plain_python(index)),
            (2, true) => ("ts", typescript(index)),
            (2, false) => ("ts", plain_typescript(index)),
            (_, true) => ("go", go(index)),
            (_, false) => ("go", plain_go(index)),
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

/// What a program is mostly made of: records, their checks and their lists.
fn plain_python(index: usize) -> String {
    let mut text = format!(
        "\"\"\"Keeps the shelves of part {index}.\"\"\"\n\nfrom __future__ import annotations\n\nimport logging\nfrom \
         dataclasses import dataclass, field\n\nfrom .module{} import Shelf{}\n\nlogger = \
         logging.getLogger(__name__)\n\n\n@dataclass\nclass Shelf{index}:\n    \"\"\"One shelf with its books.\"\"\"\n\n    \
         label: str\n    width: int = {}\n    books: list[str] = field(default_factory=list)\n\n",
        index.saturating_sub(1),
        index.saturating_sub(1),
        index % 70,
    );
    for n in 0..4 {
        text.push_str(&format!(
            "    def sort_{n}(self, key: str, reverse: bool = False) -> list[str]:\n        # Long titles stand behind \
             short ones.\n        rows = {{}}\n        for position, title in enumerate(self.books):\n            if \
             title.startswith(key) and position > {n}:\n                rows[title.lower()] = (len(title), position)\n        \
             logger.debug(\"sorted %s of %s\", len(rows), self.label)\n        return sorted(rows, key=lambda row: \
             rows[row], reverse=reverse)\n\n",
        ));
    }
    text
}

fn plain_typescript(index: usize) -> String {
    let mut text = format!(
        "import {{ shelf{} }} from './module{}';\n\nexport interface Book{index} {{\n  title: string;\n  pages: \
         number;\n  tags?: string[];\n}}\n\n",
        index.saturating_sub(4),
        index.saturating_sub(4),
    );
    for n in 0..5 {
        text.push_str(&format!(
            "/** Groups books by their first letter. */\nexport function group{n}(books: Book{index}[], least = {n}): \
             Map<string, Book{index}[]> {{\n  const groups = new Map<string, Book{index}[]>();\n  for (const book of \
             books) {{\n    if (book.pages < least) continue;\n    const letter = book.title.slice(0, 1).toUpperCase();\n    \
             const group = groups.get(letter) ?? [];\n    groups.set(letter, [...group, {{ ...book, tags: book.tags ?? \
             ['none'] }}]);\n  }}\n  return groups;\n}}\n\n",
        ));
    }
    text
}

fn plain_go(index: usize) -> String {
    let mut text = format!(
        "package part{}\n\nimport (\n\t\"fmt\"\n\t\"sort\"\n\t\"strings\"\n)\n\n// Shelf{index} holds books.\ntype \
         Shelf{index} struct {{\n\tLabel string `json:\"label\"`\n\tBooks []string `json:\"books\"`\n}}\n\n",
        index / 50
    );
    for n in 0..5 {
        text.push_str(&format!(
            "// Find{n} lists the books whose title holds a word.\nfunc (s *Shelf{index}) Find{n}(word string) ([]string, \
             error) {{\n\tvar found []string\n\tfor at, title := range s.Books {{\n\t\tif strings.Contains(title, word) && \
             at > {n} {{\n\t\t\tfound = append(found, strings.TrimSpace(title))\n\t\t}}\n\t}}\n\tif len(found) == 0 \
             {{\n\t\treturn nil, fmt.Errorf(\"no book with %q on %s\", word, \
             s.Label)\n\t}}\n\tsort.Strings(found)\n\treturn found, nil\n}}\n\n",
        ));
    }
    text
}

/// Peak resident memory in MB, where the system tells it.
pub fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.trim().trim_end_matches(" kB").trim().parse::<u64>().ok()).unwrap_or(0) / 1024
}
