//! A repository whose every name and text is hostile, in every format: nothing of it acts.

use std::{fs, path::Path, sync::LazyLock};

use comrak::{Arena, Options, nodes::NodeValue, parse_document};
use tempfile::TempDir;

use crate::common::{clean, depthgauge, have, package, repository_of};

/// Stands in all of it, so that a test sees that it is there.
const MARK: &str = "dgx7";

/// Names of folders and files that a git repository can hold.
const PATHS: [&str; 12] = [
    "<img src=x onerror=dgx7()>",
    "\"><script>dgx7()<",
    "' onmouseover='dgx7()",
    "[x](javascript:dgx7())",
    "![x](https://example.invalid/dgx7.png)",
    "::set-output name=dgx7::x",
    "=HYPERLINK(\"https://example.invalid/dgx7\")",
    "dgx7\u{202e}yp.exe",
    "dgx7\n::add-mask::x",
    "dgx7\u{1b}[2J\u{1b}]0;title\u{7}",
    "dgx7 `id` $(id) && {{ 7*7 }}",
    "--dgx7 -->",
];

/// Texts that stand in code, settings and documents.
const TEXTS: [&str; 7] = [
    "</script><script>dgx7()</script>",
    "<img src=x onerror=dgx7()>",
    "[x](javascript:dgx7()) ![y](https://example.invalid/dgx7)",
    "::add-mask::dgx7",
    "dgx7\u{202e}\u{1b}]8;;https://example.invalid\u{7}link\u{1b}[2J",
    "=cmd|' /C dgx7'!A0",
    "*/ --> ]]> {% raw %} {{ dgx7 }} `",
];

static REPOSITORY: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("folder");
    let root = folder.path();
    let agent = package().join("corpus/agents/shell-helper");
    let shell = fs::read_to_string(agent.join("src/shell_helper/tools/shell.py")).expect("a tool");
    let copied = repository_of(&agent);
    let cli = fs::read_to_string(copied.path().join("src/shell_helper/cli.py")).expect("a program");
    let write = |path: &Path, text: &str| {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    let texts: String = TEXTS.iter().map(|text| format!("# {}\n", text.replace('\n', " "))).collect();
    for (n, name) in PATHS.iter().enumerate() {
        let text = TEXTS[n % TEXTS.len()];
        let tool = format!(
            "{texts}{shell}\n@tool({text:?})\ndef dgx7_{n}(command: str = {text:?}) -> str:\n    \"\"\"{}\"\"\"\n    \
             return subprocess.run(command, shell=True).stdout  # {text}\n",
            text.replace('\\', "")
        );
        // What is not printable stands there as it is.
        let tool = tool.replace("\\u{202e}", "\u{202e}").replace("\\u{1b}", "\u{1b}").replace("\\u{7}", "\u{7}");
        write(&root.join("src/shell_helper/tools").join(name).join("shell.py"), &tool);
        write(
            &root.join("deploy").join(name).join("compose.yml"),
            &format!("services:\n  a:\n    privileged: true # {text}\n"),
        );
    }
    for file in [
        "src/shell_helper/cli.py",
        "src/shell_helper/agent.py",
        "src/shell_helper/config.py",
        "src/shell_helper/tools/web.py",
        "src/shell_helper/tools/files.py",
    ] {
        write(&root.join(file), &fs::read_to_string(copied.path().join(file)).expect("a file"));
    }
    write(&root.join("src/shell_helper/long.py"), &format!("{}# {}\n", cli, MARK.repeat(300_000)));
    write(&root.join("src/shell_helper/nul.py"), &format!("{cli}\nx = \"dgx7\0\"\n"));
    write(
        &root.join("pyproject.toml"),
        &format!(
            "[project]\nname = \"shell-helper\"\ndescription = {:?}\n[project.scripts]\nshell-helper = \"shell_helper.cli:main\"\n",
            "</script><script>dgx7()</script> ::add-mask::dgx7 [x](javascript:dgx7())"
        ),
    );
    write(&root.join("README.md"), &format!("# {}\n\n{}\n", TEXTS[0], TEXTS.join("\n")));
    repository_of(root)
});

/// A name that a person gives in a meta file, which is printed as it is: no markup, but a command of a build service.
const NAME: &str = "::add-mask::dgx7";

fn run(arguments: &[&str], output: &Path) -> String {
    let result = depthgauge().args(arguments).arg("-o").arg(output).output().expect("the binary starts");
    let said = String::from_utf8(result.stderr).expect("UTF-8");
    assert!(matches!(result.status.code(), Some(0 | 4)), "{arguments:?}: {said}");
    plain("messages", &said);
    said
}

/// Nothing acts on a terminal or on a build service that reads along.
fn plain(what: &str, text: &str) {
    for (n, line) in text.lines().enumerate() {
        let hidden = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        assert!(!line.contains(hidden), "{what}, line {}: {line:?}", n + 1);
        assert!(!line.trim_start().starts_with("::"), "{what}, line {}: {line:?}", n + 1);
    }
}

fn markdown(what: &str, text: &str) {
    plain(what, text);
    let arena = Arena::new();
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.autolink = true;
    for node in parse_document(&arena, text, &options).descendants() {
        match &node.data.borrow().value {
            NodeValue::HtmlBlock(block) => panic!("{what}: {}", block.literal),
            NodeValue::HtmlInline(html) => panic!("{what}: {html}"),
            NodeValue::Image(image) => panic!("{what}: {}", image.url),
            NodeValue::Link(link) => {
                let web = link.url.starts_with("https://") || link.url.starts_with("http://");
                assert!(web, "{what}: {}", link.url);
            }
            _ => {}
        }
    }
}

/// Elements and attributes by what a browser would see; `tests/browser` asks a real one.
fn page(what: &str, text: &str) {
    plain(what, text);
    let mut rest = text;
    let mut scripts = 0;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let mut quoted = false;
        let end = rest.find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let tag = &rest[..end.unwrap_or_else(|| panic!("{what}: an open tag {}", &rest[..rest.len().min(80)]))];
        let name: String = tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        // Attributes without what stands in quotes.
        let bare: String = tag.split('"').step_by(2).collect();
        assert!(!bare.contains(MARK) && !bare.contains('\'') && !bare.contains(" on"), "{what}: <{tag}>");
        assert!(!["img", "iframe", "object", "embed", "base"].contains(&name.as_str()), "{what}: <{tag}>");
        assert!(name != "form" || !bare.contains(" action"), "{what}: <{tag}>");
        assert!(!tag.contains("href=\"javascript:"), "{what}: <{tag}>");
        if ["script", "style"].contains(&name.as_str()) && !tag.starts_with('/') {
            scripts += usize::from(name == "script");
            let close = format!("</{name}>");
            rest = &rest[rest.find(&close).unwrap_or_else(|| panic!("{what}: an open {name}"))..];
        }
    }
    assert!(scripts <= 3, "{what}: {scripts} scripts");
}

fn json(what: &str, text: &str) {
    plain(what, text);
    let _: serde_json::Value = serde_json::from_str(text).unwrap_or_else(|e| panic!("{what}: {e}"));
}

#[test]
fn nothing_of_a_hostile_repository_acts_in_any_format() {
    if !have("git") {
        return;
    }
    // Where the tests of pages find it.
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inert");
    fs::create_dir_all(out.join("cards")).expect("folder");
    let repository = REPOSITORY.path().display().to_string();
    let meta = out.join("meta.yaml");
    fs::write(&meta, format!("name: {NAME:?}\n")).expect("meta");
    let meta = meta.display().to_string();
    let formats = "md,json,entry,text,html";
    let url = ["--repo-url", "https://example.invalid/dgx7/hostile", "--date", "2026-01-01"];
    let mut audit = vec!["audit", &repository, "--format", formats];
    audit.extend(url);
    run(&audit, &out.join("hostile"));
    audit.extend(["--meta", &meta]);
    run(&audit, &out.join("hostile-named"));
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    for stem in ["hostile", "hostile-named"] {
        let texts = ["md", "json", "entry.json", "txt", "html"].map(|ending| read(&format!("{stem}.{ending}")));
        assert!(texts.iter().all(|text| text.contains(MARK)), "{stem}: a format shows nothing of it");
        markdown(&format!("{stem}.md"), &texts[0]);
        json(&format!("{stem}.json"), &texts[1]);
        json(&format!("{stem}.entry.json"), &texts[2]);
        plain(&format!("{stem}.txt"), &texts[3]);
        page(&format!("{stem}.html"), &texts[4]);
        assert!(texts[4].contains("class=\"src\""), "no excerpts");
        fs::copy(out.join(format!("{stem}.json")), out.join("cards").join(format!("{stem}.json"))).expect("copied");
        // Read back by somebody else.
        let card = out.join(format!("{stem}.json")).display().to_string();
        run(&["card", &card, "--format", "md,html,text"], &out.join(format!("{stem}-read")));
        markdown(&format!("{stem}-read.md"), &read(&format!("{stem}-read.md")));
        page(&format!("{stem}-read.html"), &read(&format!("{stem}-read.html")));
        for format in ["svg", "json"] {
            let file = out.join(format!("badge.{format}"));
            run(&["badge", &card, "--since", &card], &file);
            plain("badge", &read(&format!("badge.{format}")));
        }
    }
    let cards = out.join("cards").display().to_string();
    run(&["site", &cards, "--title", TEXTS[0], "--date", "2026-01-01"], &out.join("hostile-site"));
    for file in ["index.html", "compare.html", "distributions.html"] {
        page(file, &read(&format!("hostile-site/{file}")));
    }
    for entry in fs::read_dir(out.join("hostile-site/p")).expect("pages") {
        let path = entry.expect("an entry").path();
        page(&path.display().to_string(), &fs::read_to_string(&path).expect("a page"));
    }
    let feed = read("hostile-site/feed.xml");
    plain("feed", &feed);
    assert!(feed.contains("&lt;script&gt;") && !feed.contains("<script"), "{feed}");
    run(&["explain", &repository], &out.join("explain.md"));
    markdown("explain.md", &read("explain.md"));
    run(&["explain", &repository, "--json"], &out.join("explain.json"));
    json("explain.json", &read("explain.json"));
    run(&["inventory", &repository], &out.join("inventory.md"));
    markdown("inventory.md", &read("inventory.md"));
    run(&["inventory", &repository, "--json"], &out.join("inventory.json"));
    json("inventory.json", &read("inventory.json"));
    run(&["signals", &repository], &out.join("signals.json"));
    json("signals.json", &read("signals.json"));
}

#[test]
fn nothing_of_it_acts_in_what_other_commands_write() {
    if !have("git") {
        return;
    }
    let folder = tempfile::tempdir().expect("folder");
    let at = |name: &str| folder.path().join(name);
    let read = |name: &str| fs::read_to_string(at(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    let repository = REPOSITORY.path().display().to_string();
    let url = "https://example.invalid/dgx7/hostile";
    let card = at("card.json").display().to_string();
    run(&["audit", &repository, "--format", "json", "--repo-url", url, "--date", "2026-01-01"], &at("card.json"));

    run(&["claims", &repository], &at("claims.md"));
    markdown("claims.md", &read("claims.md"));
    run(&["claims", &repository, "--json"], &at("claims.json"));
    json("claims.json", &read("claims.json"));
    let page = at("page.md");
    fs::write(&page, TEXTS.map(|text| format!("Every call needs approval by a person: {text}.\n\n")).concat())
        .expect("page");
    run(&["claims", &repository, "--page", &page.display().to_string()], &at("page-claims.md"));
    markdown("page-claims.md", &read("page-claims.md"));
    assert!(read("page-claims.md").contains(MARK));

    run(&["draft", &card], &at("draft.yaml"));
    plain("draft.yaml", &read("draft.yaml"));
    run(&["render", &at("draft.yaml").display().to_string(), "--format", "md"], &at("rendered.md"));
    markdown("rendered.md", &read("rendered.md"));
    run(&["compare", &card, &card], &at("compare.md"));
    plain("compare.md", &read("compare.md"));

    let printed = |arguments: &[&str]| {
        let result = depthgauge().args(arguments).output().expect("the binary starts");
        let text = String::from_utf8(result.stdout).expect("UTF-8");
        assert!(matches!(result.status.code(), Some(0 | 1 | 4)), "{arguments:?}: {:?}", result.stderr);
        plain(&arguments.join(" "), &text);
        plain("messages", &String::from_utf8(result.stderr).expect("UTF-8"));
        text
    };
    assert!(printed(&["search", "rg -n dgx7", ".", "--repo", &repository]).contains("hits"));
    json("search", &printed(&["search", "rg -n dgx7", ".", "--repo", &repository, "--json"]));
    printed(&["targets", &repository]);
    printed(&["check", &card, "--repo", &repository]);
    json("check", &printed(&["check", &card, "--repo", &repository, "--json"]));
    printed(&["review", "queue", &card, "--rows", "0"]);

    // What the hostile files add to the agent that they were made of.
    let root = REPOSITORY.path();
    let git = |arguments: &[&str]| {
        let output = clean("git")
            .args(["-c", "user.name=test", "-c", "user.email=test@example.invalid", "-C"])
            .arg(root)
            .args(arguments)
            .output()
            .expect("git starts");
        assert!(output.status.success(), "{arguments:?}: {:?}", output.stderr);
        String::from_utf8(output.stdout).expect("a hash").trim().to_owned()
    };
    let empty = git(&["hash-object", "-w", "-t", "tree", "/dev/null"]);
    let base = git(&["commit-tree", &empty, "-m", "nothing"]);
    for (format, ending) in
        [("text", "txt"), ("md", "md"), ("json", "json"), ("sarif", "sarif"), ("codequality", "cq"), ("rdjson", "rd")]
    {
        let file = at(&format!("diff.{ending}"));
        let result = depthgauge()
            .args(["diff", &base, "HEAD", "--two-dot", "--no-policy", "--repository", &repository, "--format", format])
            .args(["--repo-url", url, "--date", "2026-01-01", "-o"])
            .arg(&file)
            .output()
            .expect("the binary starts");
        assert!(
            matches!(result.status.code(), Some(0 | 1 | 4)),
            "{format}: {:?}",
            String::from_utf8_lossy(&result.stderr)
        );
        let text = fs::read_to_string(&file).expect("a report");
        assert!(text.contains(MARK), "{format} shows nothing of it: {text}");
        match format {
            "md" => {
                // The folds are ours.
                let fold = |line: &str| {
                    let words = line.strip_prefix("<details><summary>")?.strip_suffix("</summary>")?;
                    Some(words.replace("<code>", "").replace("</code>", ""))
                };
                let ours = |line: &str| {
                    ["<!-- depthgauge comment -->", "</details>"].contains(&line)
                        || fold(line).is_some_and(|words| !words.contains(['<', '&']))
                };
                let text: Vec<&str> = text.lines().filter(|line| !ours(line)).collect();
                markdown("diff.md", &text.join("\n"));
            }
            "text" => plain("diff.txt", &text),
            _ => json(format, &text),
        }
    }
}
