use super::{calls, extract, facts};
use crate::{
    facts::model::{Coverage, ParameterKind},
    syntax::Language,
};

#[test]
fn facts_around_errors_are_kept() {
    let broken = facts(Language::Python, "import os\ndef f(:\n    pass\n\nos.system('a')\n");
    assert!(matches!(broken.coverage, Coverage::Partial(_)));
    assert!(calls(&broken).iter().any(|call| call.contains("os.system")), "{:?}", calls(&broken));
    let broken = facts(Language::TypeScript, "import {exec} from 'child_process';\nconst = {;\nexec('a');\n");
    assert!(calls(&broken).iter().any(|call| call.contains("child_process.exec")), "{:?}", calls(&broken));
    let broken = facts(Language::Go, "package a\nimport \"os\"\nfunc f() {\n  x := := 3\n  os.Exit(1)\n}\n");
    assert!(calls(&broken).iter().any(|call| call.contains("os.Exit")), "{:?}", calls(&broken));
}

#[test]
fn nothing_panics() {
    let open = "(".repeat(100_000);
    let nested_call = "f(".repeat(4_000);
    let chain = format!("a{}", ".b()".repeat(4_000));
    let dictionary = "{'a':".repeat(4_000);
    let defs = (0..600).map(|depth| format!("{}def f():\n", " ".repeat(depth))).collect::<String>();
    let one_line = "x=1;".repeat(5_000);
    for language in Language::PARSED {
        for text in ["", "\0", "\u{FEFF}", "\r\n", "'", "`${", "\"\\", "@", "é(é)", "f(\u{202E})"] {
            facts(language, text);
        }
        for text in [&open, &nested_call, &chain, &dictionary, &defs, &one_line] {
            facts(language, text);
        }
    }
    for (written, kind) in
        [("list[str] | None", ParameterKind::Array), ("a[b] c", ParameterKind::Unknown), ("[", ParameterKind::Unknown)]
    {
        let text = format!("@mcp.tool\ndef f(x: {written} = 1):\n  pass\n");
        let read = facts(Language::Python, &text);
        assert!(read.tools.iter().flat_map(|tool| &tool.schema).all(|schema| schema.kind == kind), "{written}");
    }
    let yaml = (0..600).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect::<String>();
    extract(Language::Yaml, "x.yaml", &yaml);
    extract(Language::Json, "x.json", &"{\"a\":".repeat(20_000));
    extract(Language::Toml, "x.toml", &format!("a{} = 1", ".a".repeat(20_000)));
    extract(Language::Dockerfile, "Dockerfile", &"RUN \\\n".repeat(10_000));
    extract(Language::Dotenv, ".env", &"=".repeat(100_000));
}

/// What scanners search an end for, which never comes.
#[test]
fn open_ends_cost_no_square() {
    let bash = [
        "cat <<A\n",
        "cat <<A <<B <<C\nx $y\n",
        "<<''\n",
        "cat <<-\\",
        "[[ $a =~ (",
        "[[ a == b(",
        "case a in b(",
        "x;;y(|",
        "${a/(",
        "${a%{",
        "${a:-(",
        "${a#",
        "a`",
        "\"$(",
        "$(( ",
        "'\"",
        "{1..",
        "f() { ",
        "if a; then ",
    ];
    let rust =
        ["r##\"x ", "/*", "/* /* ", "b\"", "x!{", "f::<", "|x| {", "#[a(", "'a: loop { ", "&", "m!(&&", "a(b(", "-"];
    let kotlin =
        ["\"\"\"", "/*", "\"${", "class A\n@", "val x: Int\n@x(", "f(a) { ", "f { } ", "a?.b ?: ", "[", "(", "x set "];
    let java = ["\"\"\"", "/*", "new A() { ", "@A(", "(A) ", "a ? ", "\"a\" + (", "{1, "];
    let c = ["/*", "\"", "#if A\n", "{{", "((", "a(b, ", "struct {", "int (*f)(", "\"a\" ", ".a = {"];
    let cpp = ["R\"x(", "template<", "[&]{", "a::b<", "operator", "/*"];
    let csharp = ["$\"{", "$\"\"\"{", "@\"", "\"\"\"", "/*", "new A { ", "[A(", "a ?? (", "#if A\n", "x => "];
    let elixir = ["\"#{", "\"\"\"\n", "~s(", "fn -> ", "do ", "%{a: ", "@x ", "|> ", "[a: [", "&(", "a \\\\ "];
    let all = [
        (Language::Bash, &bash[..]),
        (Language::Rust, &rust[..]),
        (Language::Kotlin, &kotlin[..]),
        (Language::Java, &java[..]),
        (Language::C, &c[..]),
        (Language::Cpp, &cpp[..]),
        (Language::CSharp, &csharp[..]),
        (Language::Elixir, &elixir[..]),
    ];
    for (language, parts) in all {
        for part in parts {
            let before = std::time::Instant::now();
            facts(language, &part.repeat(100_000 / part.len()));
            assert!(before.elapsed().as_secs() < 60, "{part:?}: {:?}", before.elapsed());
        }
    }
}

#[test]
fn a_file_of_data_is_cut() {
    let table = format!("X = [\n{}]\n", "{'key': 1},\n".repeat(30_000));
    let facts = facts(Language::Python, &table);
    assert!(facts.settings.len() <= 20_000);
    assert!(matches!(facts.coverage, Coverage::Partial(_)));
}

#[test]
fn crlf_lines() {
    let facts = facts(Language::Python, "import os\r\n\r\nos.system('x')\r\n");
    assert_eq!(facts.calls[0].span.start, 3);
    assert_eq!(facts.lines, 3);
}

/// Thousands of names, collections and model calls in one file stay within their bounds.
#[test]
fn many_collections_and_model_calls() {
    let text: String = (0..6_000)
        .map(|at| {
            format!(
                "t{at} = [t{}, {{'name': 'n', 'input_schema': {{}}}}]\nwhile a:\n  c.chat.completions.create(tools=t{at}, messages=m)\n",
                at / 2
            )
        })
        .collect();
    let read = facts(Language::Python, &text);
    assert_eq!(read.models.len(), 2_000);
    assert!(read.models.iter().all(|model| model.tools.len() <= 64 && model.in_loop && model.bound.is_none()));
    assert!(read.tools.iter().all(|tool| tool.collections.len() <= 16));
    assert!(matches!(read.coverage, Coverage::Partial(_)));
}

/// Thousands of calls, conditions and messages in one loop stay within their bounds.
#[test]
fn many_turns_in_one_loop() {
    let text: String = std::iter::once("while a:\n".to_owned())
        .chain((0..6_000).map(|at| {
            format!(
                "  if self.stop_{at}: break\n  r{at} = c.chat.completions.create(messages=m)\n  m.append(f'x {{r{}}}')\n",
                at / 2
            )
        }))
        .collect();
    let read = facts(Language::Python, &text);
    assert_eq!(read.models.len(), 2_000);
    assert!(read.models.iter().all(|model| model.appends.len() == 16 && model.stops.len() == 8));
}

/// A language, what a file begins with, and one of many tools.
type Form<'a> = (Language, &'a str, &'a dyn Fn(usize) -> String);

/// Looking each of many tools up among all statements, tools and parts would take minutes.
#[test]
fn many_tools_cost_no_square() {
    let forms: [Form<'_>; 7] = [
        (Language::Go, "package main\ntype Tool interface { Name() string; Execute(c string) string }\n", &|at| {
            format!(
                "type T{at} struct{{}}\nfunc (t T{at}) Name() string {{ return \"t{at}\" }}\nfunc (t T{at}) \
                 Description() string {{ return \"d\" }}\nfunc (t T{at}) Execute(c string) string {{ return c }}\n"
            )
        }),
        (Language::Python, "from langchain_core.tools import BaseTool\n", &|at| {
            format!(
                "class T{at}(BaseTool):\n  name: str = 't{at}'\n  description: str = 'd'\n  def _run(self, c): ...\n"
            )
        }),
        (
            Language::TypeScript,
            "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nconst server = new McpServer({});\n",
            &|at| format!("server.tool('t{at}', 'd', {{c: z.string()}}, async () => {{ exec(c); }});\n"),
        ),
        (Language::Rust, "use rmcp::tool;\n", &|at| {
            format!("#[tool(description = \"d\")]\nasync fn t{at}(&self, Parameters(a): Parameters<A>) {{}}\n")
        }),
        (Language::Kotlin, "import io.modelcontextprotocol.kotlin.sdk.server.Server\n", &|at| {
            format!("fun f{at}(s: Server) {{ s.addTool(name = \"t{at}\", description = \"d\") {{ run(it) }} }}\n")
        }),
        (Language::Java, "import dev.langchain4j.agent.tool.Tool;\n", &|at| {
            format!("class C{at} {{ @Tool(\"d\") String t{at}(String a) {{ return a; }} }}\n")
        }),
        (Language::CSharp, "using ModelContextProtocol.Server;\n", &|at| {
            format!("class C{at} {{ [McpServerTool, Description(\"d\")] public string T{at}(string a) => a; }}\n")
        }),
    ];
    for (language, head, form) in forms {
        let text: String = std::iter::once(head.to_owned()).chain((0..6_000).map(form)).collect();
        let before = std::time::Instant::now();
        assert_eq!(facts(language, &text).tools.len(), 6_000, "{language:?}");
        assert!(before.elapsed().as_secs() < 60, "{language:?}: {:?}", before.elapsed());
    }
}

/// A chain of routes lies as deep as it is long; decorators are tried in pairs.
#[test]
fn many_routes_and_decorators_cost_no_square() {
    let links: String = (0..3_000).map(|at| format!(".post('/r{at}', auth, h{at})")).collect();
    let chain = format!("import express from 'express';\nconst r = express.Router(){links};\n");
    let decorators: String = (0..5_000).map(|at| format!("@d{at}\n")).collect();
    let decorated = format!("import os\n{decorators}def f(): ...\n");
    for (language, text) in [(Language::TypeScript, chain), (Language::Python, decorated)] {
        let before = std::time::Instant::now();
        facts(language, &text);
        assert!(before.elapsed().as_secs() < 30, "{language:?}: {:?}", before.elapsed());
    }
}
