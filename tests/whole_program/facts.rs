//! A small invented repository through the whole fact stage.

use std::collections::BTreeMap;

use depthgauge::{
    facts::{Context, Coverage, FactBase, ReadOptions, ScopeRules, SettingKind, UnreadReason, Value, read},
    source::{Entry, EntryKind, RepoPath, Unread},
    syntax::Language,
};

fn repository() -> BTreeMap<&'static str, String> {
    let mut files: BTreeMap<&'static str, String> = BTreeMap::new();
    files.insert(
        "agent/shell.py",
        "import subprocess\nfrom langchain_core.tools import tool\n\n@tool\ndef shell(command: str, timeout: int = 30) -> str:\n    \"\"\"Runs a command.\"\"\"\n    # never mind\n    return subprocess.run(command, shell=True, timeout=timeout).stdout\n"
            .to_owned(),
    );
    files.insert(
        "server/src/index.ts",
        "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nconst server = new McpServer({ name: 'x' });\nserver.tool('remove', 'Removes', { path: z.string() }, async ({ path }) => rm(path));\n"
            .to_owned(),
    );
    files.insert(
        "ops/main.go",
        "package main\n\nimport \"os/exec\"\n\nfunc run() error {\n\treturn exec.Command(\"kubectl\", \"get\", \"pods\").Run()\n}\n".to_owned(),
    );
    files.insert("compose.yaml", "services:\n  agent:\n    privileged: true\n".to_owned());
    files.insert(".env.example", "AUTO_APPROVE=false\n".to_owned());
    files.insert("README.md", "# Agent\n".to_owned());
    files.insert("tests/test_shell.py", "def test_shell(): shell('ls')\n".to_owned());
    files.insert("legacy/PAY.cbl", "MOVE A TO B.\n".to_owned());
    files.insert("broken.py", "def f(:\n    pass\n".to_owned());
    for at in 0..200 {
        let path: &'static str = Box::leak(format!("agent/part{at:03}.py").into_boxed_str());
        files.insert(path, format!("def part_{at}(limit={at}):\n    return call(limit)\n"));
    }
    files
}

fn base(threads: usize) -> FactBase {
    let files = repository();
    let mut entries: Vec<Entry> = files
        .keys()
        .map(|path| Entry { path: RepoPath::new(path.as_bytes()), kind: EntryKind::File, executable: false })
        .collect();
    entries.push(Entry { path: RepoPath::new("zz"), kind: EntryKind::Submodule, executable: false });
    let open = || {
        Ok::<_, String>(|entry: &Entry, _: u64| {
            let path = entry.path.as_str().ok_or(Unread::Missing)?;
            files.get(path).map(|text| text.clone().into_bytes()).ok_or(Unread::Missing)
        })
    };
    let options = ReadOptions { base: "", rules: ScopeRules::embedded(), searches: None, cache: None };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("pool");
    pool.install(|| read(&entries, open, &options)).expect("readers open")
}

#[test]
fn what_the_repository_says() {
    let base = base(2);
    let file = |path: &str| &base.files[base.index(path).expect(path)];
    let shell = file("agent/shell.py");
    assert_eq!(shell.context, Context::Product);
    assert_eq!(shell.facts.coverage, Coverage::Full);
    let tool = &shell.facts.tools[0];
    assert_eq!((tool.framework.as_str(), tool.name.as_deref()), ("langchain", Some("shell")));
    assert_eq!(tool.parameters, ["command", "timeout"]);
    let call = &shell.facts.calls[0];
    assert_eq!((call.callee.as_str(), call.span.start), ("subprocess.run", 8));
    assert!(
        call.arguments
            .iter()
            .any(|argument| { argument.keyword.as_deref() == Some("shell") && argument.value == Value::Bool(true) })
    );
    assert_eq!(file("server/src/index.ts").facts.tools[0].name.as_deref(), Some("remove"));
    assert_eq!(file("ops/main.go").facts.calls[1].callee, "os/exec.Command");
    let privileged = file("compose.yaml").facts.settings.last().expect("a key");
    assert_eq!((privileged.name.as_str(), privileged.kind), ("services.agent.privileged", SettingKind::Container));
    assert_eq!(file(".env.example").facts.settings[0].value, Value::Bool(false));
    assert_eq!(file("tests/test_shell.py").context, Context::Test);
    assert_eq!(file("README.md").context, Context::Docs);
    assert!(matches!(file("broken.py").facts.coverage, Coverage::Partial(_)));
    assert_eq!(base.partial().count(), 1);
    assert_eq!(base.unread.len(), 1);
    assert_eq!(base.unread[0].reason, UnreadReason::Submodule);
    assert!(base.share(Language::Cobol) < 5 && base.totals[&Language::Cobol].product_files == 1);
}

#[test]
fn threads_change_nothing() {
    let one = format!("{:?}", base(1));
    assert_eq!(one, format!("{:?}", base(8)));
}
