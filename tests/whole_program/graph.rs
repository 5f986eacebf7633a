//! The call graph, asked about small invented repositories: `tests/fixtures/graph/<language>/<case>/` with the files of
//! one repository and `expected.yaml`, a list of questions and answers.

use std::{collections::BTreeMap, fs, path::Path};

use depthgauge::facts::{
    Call, FactBase, ReadOptions, ScopeRules, Span,
    graph::{Graph, Guarded, Reach, Standing, Start, Unknown},
    read,
};
use depthgauge::source::{Entry, EntryKind, RepoPath, Unread};
use serde::Deserialize;

/// Cases that each language must have.
const LEAST_CASES: usize = 20;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// Path and dotted name, or path and lines (`a.ts 3-7`).
    from: String,
    /// A resolved callee.
    sink: String,
    /// Names of guards: whole, or the last parts.
    #[serde(default)]
    guards: Vec<String>,
    /// `none` or `unknown`; where there is a way, `path` lists its functions.
    #[serde(default)]
    reach: Option<String>,
    #[serde(default)]
    path: Vec<String>,
    /// `all`, `some`, `none`, `unknown`; only asked where it is given.
    #[serde(default)]
    guarded: Option<String>,
    /// The guards found, as written, sorted.
    #[serde(default)]
    found: Vec<String>,
    /// Path and line of what is unknown.
    #[serde(default)]
    at: Option<String>,
}

fn files_below(folder: &Path, root: &Path, out: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("folder").map(|entry| entry.expect("entry")) {
        let path = entry.path();
        if path.is_dir() {
            files_below(&path, root, out);
        } else {
            let relative = path.strip_prefix(root).expect("below").display().to_string();
            out.insert(relative, fs::read(&path).expect("file"));
        }
    }
}

fn base(files: &BTreeMap<String, Vec<u8>>) -> FactBase {
    let entries: Vec<Entry> = files
        .keys()
        .map(|path| Entry { path: RepoPath::new(path.as_bytes()), kind: EntryKind::File, executable: false })
        .collect();
    let open = || {
        Ok::<_, String>(|entry: &Entry, _: u64| {
            let path = entry.path.as_str().ok_or(Unread::Missing)?;
            files.get(path).cloned().ok_or(Unread::Missing)
        })
    };
    let options = ReadOptions { base: "", rules: ScopeRules::embedded(), searches: None, cache: None };
    read(&entries, open, &options).expect("readers open")
}

fn start(graph: &Graph<'_>, base: &FactBase, from: &str) -> Option<Start> {
    let (path, name) = from.split_once(' ')?;
    if let Some((first, last)) = name.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?))) {
        let file = u32::try_from(base.index(path)?).ok()?;
        return Some(Start::Lines(file, Span { start: first, end: last }));
    }
    if let Some(wanted) = name.strip_prefix("tool:") {
        let file = u32::try_from(base.index(path)?).ok()?;
        let tools = &base.files[file as usize].facts.tools;
        let tool = tools.iter().find(|tool| graph.tool_name(file, tool) == Some(wanted))?;
        return graph.handler(file, tool);
    }
    graph.function(path, name).map(Start::Function)
}

fn place(base: &FactBase, unknown: &Unknown) -> String {
    format!("{}:{}", base.files[unknown.file as usize].path, unknown.line)
}

/// What the graph answers, in the form of the expectations: reach, path, place; guarded, found, place.
fn answers(base: &FactBase, graph: &Graph<'_>, question: &Question) -> Vec<String> {
    let Some(from) = start(graph, base, &question.from) else { return vec!["no such start".to_owned()] };
    let sink = |call: &Call| call.callee == question.sink;
    let is_guard = |name: &str| {
        question.guards.iter().any(|guard| {
            name.strip_suffix(guard.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with(['.', '/']))
        })
    };
    let mut out = Vec::new();
    let mut at = None;
    match graph.reaches(from, &sink) {
        Reach::Path(steps) => {
            let path: Vec<String> = steps.iter().map(|step| graph.dotted(step.function)).collect();
            out.push(format!("path {}", path.join(", ")));
            let guards: Vec<String> = graph.guards(&steps, &is_guard).into_iter().map(|guard| guard.name).collect();
            if question.guarded.as_deref() == Some("all") && guards.is_empty() && question.path.len() > 1 {
                out.push("all, but no guards on the path".to_owned());
            }
        }
        Reach::None => out.push("none".to_owned()),
        Reach::Unknown(unknown) => {
            out.push("unknown".to_owned());
            at = Some(place(base, &unknown));
        }
    }
    if question.guarded.is_some() {
        match graph.guarded(from, &sink, &is_guard) {
            Guarded::Way(standing, guards, _) => {
                out.push(match standing {
                    Standing::All => "guarded all".to_owned(),
                    Standing::Some => "guarded some".to_owned(),
                    Standing::None => "guarded none".to_owned(),
                });
                let mut names: Vec<String> = guards.into_iter().map(|guard| guard.name).collect();
                names.sort();
                out.push(format!("found {}", names.join(", ")));
            }
            Guarded::NoWay => out.push("guarded noway".to_owned()),
            Guarded::Unknown(unknown) => {
                out.push("guarded unknown".to_owned());
                out.push("found ".to_owned());
                at = Some(place(base, &unknown));
            }
        }
    }
    out.extend(at.map(|at| format!("at {at}")));
    out
}

fn expected(question: &Question) -> Vec<String> {
    let mut out = Vec::new();
    match &question.reach {
        Some(reach) => out.push(reach.clone()),
        None => out.push(format!("path {}", question.path.join(", "))),
    }
    if let Some(guarded) = &question.guarded {
        out.push(format!("guarded {guarded}"));
        out.push(format!("found {}", question.found.join(", ")));
    }
    out.extend(question.at.as_ref().map(|at| format!("at {at}")));
    out
}

#[test]
fn questions_about_invented_repositories() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/graph");
    let mut wrong = Vec::new();
    for language in ["python", "typescript", "go"] {
        let mut cases: Vec<_> =
            fs::read_dir(root.join(language)).expect("fixtures").map(|entry| entry.expect("entry").path()).collect();
        cases.sort();
        assert!(cases.len() >= LEAST_CASES, "{language} has {} cases", cases.len());
        for case in cases {
            let mut files = BTreeMap::new();
            files_below(&case, &case, &mut files);
            let text = files.remove("expected.yaml").expect("expected.yaml");
            let name = format!("{language}/{}", case.file_name().expect("name").display());
            let questions: Vec<Question> =
                serde_yaml::from_slice(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!questions.is_empty(), "{name} asks nothing");
            let base = base(&files);
            let graph = Graph::build(&base);
            for question in &questions {
                let (expected, answers) = (expected(question), answers(&base, &graph, question));
                if expected != answers {
                    let from = format!("{name}: {} -> {}", question.from, question.sink);
                    wrong.push(format!("{from}\n  expected {expected:?}\n  answered {answers:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} answers are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Names that stand for each other, imports in circles, chains of calls and long functions: answered, not hung.
#[test]
fn hostile_repositories_are_answered() {
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut add = |path: &str, text: String| files.insert(path.to_owned(), text.into_bytes());
    add("a.py", "from b import *\nfrom b import run\nx = y\ny = z\nz = x\nx()\nrun()\n".to_owned());
    add("b.py", "from a import *\nfrom a import run\n".to_owned());
    let aliases: String = (0..3000).map(|at| format!("    v{} = v{}(v{at})\n", at % 7, (at * 3 + 1) % 7)).collect();
    add("c.py", format!("def f():\n{aliases}    if v0:\n        os.system(v0)\n"));
    let chain: String =
        (0..3000).map(|at| format!("def f{at}():\n    if check(): return\n    f{}()\n", at + 1)).collect();
    add("d.py", format!("{chain}def f3000():\n    import os\n    os.system('x')\n"));
    let classes: String = (0..500)
        .map(|at| {
            format!("class C{at}(C{}):\n    def go(self):\n        self.go()\n        self.hop()\n", (at + 1) % 500)
        })
        .collect();
    add("e.py", classes);
    let guards = "    if not check(a):\n        return\n    check(a)\n".repeat(1500);
    add(
        "g.py",
        format!("import os\ndef check(a):\n{guards}    raise ValueError\ndef f(a):\n{guards}    os.system(a)\n"),
    );
    add("h.ts", "export * from './i';\nexport { default } from './i';\nimport d from './h'; d();\n".to_owned());
    add("i.ts", "export * from './h';\nexport { default } from './h';\n".to_owned());
    add(
        "j.go",
        "package j\ntype A struct{ B }\ntype B struct{ A }\nfunc (a A) F() { a.G(); a.A.B.A.H() }\n".to_owned(),
    );
    let base = base(&files);
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("pool");
    let sink = |call: &Call| call.callee == "os.system";
    let is_guard = |name: &str| name == "check";
    let all = |graph: &Graph<'_>| -> Vec<String> {
        let starts = [("a.py", ""), ("c.py", "f"), ("d.py", "f0"), ("e.py", "C0.go"), ("g.py", "f"), ("j.go", "A.F")];
        let starts = starts.iter().filter_map(|(path, name)| graph.function(path, name));
        starts
            .map(|from| {
                format!("{:?} {:?}", graph.reaches(from.into(), &sink), graph.guarded(from.into(), &sink, &is_guard))
            })
            .collect()
    };
    let one = pool(1).install(|| all(&Graph::build(&base)));
    assert_eq!(one, pool(8).install(|| all(&Graph::build(&base))));
    assert_eq!(one.len(), 5);
    assert!(one[1].contains("more functions than are searched"), "{}", one[1]);
}
