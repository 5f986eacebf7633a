use super::{expect, extract, settings};
use crate::{
    facts::model::{Coverage, SettingKind},
    syntax::Language,
};

fn keys(language: Language, path: &str, text: &str) -> Vec<String> {
    let facts = extract(language, path, text).facts;
    let kind = facts.settings.first().map_or(SettingKind::ConfigKey, |setting| setting.kind);
    settings(&facts, kind)
}

#[test]
fn yaml() {
    expect(
        keys(
            Language::Yaml,
            "config/app.yaml",
            "\
# note
autoApprove: true
mode: 'ask'   # trailing
limits: {max_tokens: 10, 'deep-er': [1, two]}
servers:
  - name: a
    url: http://x
text: |
  many
  lines
anchored: &a
  k: yes
copy: *a
empty:
",
        ),
        &[
            "2 auto_approve=true",
            "3 mode=\"ask\"",
            "4 limits={max_tokens: 10, deep-er: [1, \"two\"]}",
            "4 limits.max_tokens=10",
            "4 limits.deep_er=[1, \"two\"]",
            "5 servers=[{name: \"a\", url: \"http://x\"}]",
            "6 servers.name=\"a\"",
            "7 servers.url=\"http://x\"",
            "8 text=\"many\\nlines\"",
            "11 anchored={k: true}",
            "12 anchored.k=true",
            "13 copy=*a",
            "14 empty=null",
        ],
    );
}

#[test]
fn compose_and_manifests_are_containers() {
    let compose = extract(
        Language::Yaml,
        "deploy/docker-compose.prod.yml",
        "services:\n  web:\n    privileged: true\n    environment:\n      - MODE=safe\n      - EMPTY=\n    volumes: [/var/run/docker.sock:/x]\n",
    )
    .facts;
    let found = settings(&compose, SettingKind::Container);
    for line in [
        "3 services.web.privileged=true",
        "5 services.web.environment.mode=\"safe\"",
        "6 services.web.environment.empty=null",
        "7 services.web.volumes=[\"/var/run/docker.sock:/x\"]",
    ] {
        assert!(found.contains(&line.to_owned()), "{line} in {found:?}");
    }
    let manifest = extract(
        Language::Yaml,
        "k8s/pod.yaml",
        "apiVersion: v1\nkind: Pod\nspec:\n  hostNetwork: true\n  env:\n    - name: TOKEN_MODE\n      value: open\n",
    )
    .facts;
    let found = settings(&manifest, SettingKind::Container);
    assert!(found.contains(&"4 spec.host_network=true".to_owned()));
    assert!(found.contains(&"6 spec.env.token_mode=\"open\"".to_owned()), "{found:?}");
}

#[test]
fn json_with_comments_and_schemas() {
    expect(
        keys(
            Language::Json,
            ".vscode/x.json",
            "{\n  // note\n  \"a\": 1, \"mcpServers\": {\"git\": {\"command\": \"uvx\", \"args\": [\"x\"]}},\n  \"ext.autoRun\": {\"type\": \"boolean\", \"default\": false}\n}\n",
        ),
        &[
            "3 a=1",
            "3 mcp_servers={git: {command: \"uvx\", args: [\"x\"]}}",
            "3 mcp_servers.git={command: \"uvx\", args: [\"x\"]}",
            "3 mcp_servers.git.command=\"uvx\"",
            "3 mcp_servers.git.args=[\"x\"]",
            "4 ext.auto_run={type: \"boolean\", default: false}",
            "4 ext.auto_run.type=\"boolean\"",
            "4 ext.auto_run=false",
            "4 ext.auto_run.default=false",
        ],
    );
}

#[test]
fn toml() {
    expect(
        keys(
            Language::Toml,
            "pyproject.toml",
            "name = \"x\"\n[tool.a.\"b.c\"]\nsandbox = false\nports = [1, 2]\ninline = {deep.er = 'y', n = 1_0}\n[[servers]]\nurl = \"u\"\na.b = 3\n",
        ),
        &[
            "1 name=\"x\"",
            "3 tool.a.b.c.sandbox=false",
            "4 tool.a.b.c.ports=[1, 2]",
            "5 tool.a.b.c.inline={deep.er: \"y\", n: 1_0}",
            "5 tool.a.b.c.inline.deep.er=\"y\"",
            "5 tool.a.b.c.inline.n=1_0",
            "7 servers.url=\"u\"",
            "8 servers.a.b=3",
        ],
    );
}

#[test]
fn dotenv_and_ini() {
    expect(
        keys(
            Language::Dotenv,
            ".env.example",
            "# c\nMODE=safe # why\nexport YES=true\nQ=\"a b\"\nE=\nbroken\nURL=http://x#y\n",
        ),
        &["2 mode=\"safe\"", "3 yes=true", "4 q=\"a b\"", "5 e=\"\"", "7 url=\"http://x#y\""],
    );
    expect(
        keys(Language::Ini, "setup.cfg", "[tool:x]\nstrict = 1\n; c\nother: off\n"),
        &["2 tool_x.strict=1", "4 tool_x.other=false"],
    );
}

#[test]
fn dockerfile() {
    expect(
        keys(
            Language::Dockerfile,
            "Dockerfile",
            "FROM python:3.12 AS base\n# c\nENV A=1 B=\"x y\"\nENV OLD style\nARG MODE\nRUN pip install x \\\n  && echo\nUSER root\nCMD [\"run\"]\n",
        ),
        &[
            "1 from=\"python:3.12 AS base\"",
            "3 a=1",
            "3 b=\"x y\"",
            "4 old=\"style\"",
            "5 mode=null",
            "6 run=\"pip install x  && echo\"",
            "8 user=\"root\"",
            "9 cmd=\"[\\\"run\\\"]\"",
        ],
    );
}

#[test]
fn what_is_not_read() {
    assert_eq!(extract(Language::Json, "package-lock.json", "{\"a\": 1}").facts.settings, []);
    assert_eq!(extract(Language::Yaml, "templates/x.yaml", "{{- if x }}\na: 1\n").facts.coverage, Coverage::Text);
    assert!(matches!(
        extract(Language::Json, "a.json", &format!("[{}]", "1,".repeat(600_000))).facts.coverage,
        Coverage::Partial(_)
    ));
    let broken = extract(Language::Yaml, "a.yaml", "a: [1\nb: 2\n").facts;
    assert!(matches!(broken.coverage, Coverage::Partial(_)));
}

#[test]
fn hcl() {
    expect(
        keys(
            Language::Hcl,
            "deploy/main.tf",
            "\
# note
variable \"auto_approve\" {
  type    = bool
  default = true
}
resource \"docker_container\" \"agent\" {
  privileged = true
  image      = \"agent:${var.tag}\"
  ports { internal = 8080 }
  env = [\"MODE=safe\", var.extra]
  labels = { \"a-b\" = 1, c : null }
  user_data = <<EOF
line
EOF
  path = file(\"x\")
}
",
        ),
        &[
            "3 variable.auto_approve.type=bool",
            "4 auto_approve=true",
            "4 variable.auto_approve.default=true",
            "7 resource.docker_container.agent.privileged=true",
            "8 resource.docker_container.agent.image=<\"agent:${var.tag}\">",
            "9 resource.docker_container.agent.ports.internal=8080",
            "10 resource.docker_container.agent.env=[\"MODE=safe\", var.extra]",
            "11 resource.docker_container.agent.labels={a-b: 1, c: null}",
            "11 resource.docker_container.agent.labels.a_b=1",
            "11 resource.docker_container.agent.labels.c=null",
            "12 resource.docker_container.agent.user_data=\"line\"",
            "15 resource.docker_container.agent.path=file()",
        ],
    );
    let mut hostile = Vec::new();
    for part in ["a {", "a = [", "a = \"${", "<<EOF\n", "a = <<A\n", "a = {b = ", "\"", "# ", "a = f("] {
        hostile.push(part.repeat(100_000 / part.len()));
    }
    for text in hostile {
        extract(Language::Hcl, "x.tf", &text);
    }
}

#[test]
fn front_matter_of_documents() {
    expect(
        keys(
            Language::Markdown,
            ".claude/commands/x.md",
            "---\nname: x\nallowed-tools: [Bash, Read]\nmodel: \"m\"\n---\n# Title\na: b\n",
        ),
        &["2 name=\"x\"", "3 allowed_tools=[\"Bash\", \"Read\"]", "4 model=\"m\""],
    );
    for text in ["", "---\n", "---\na: 1\n", "# x\n---\na: 1\n---\n", "---\n---\n"] {
        assert_eq!(extract(Language::Markdown, "a.md", text).facts.settings, [], "{text:?}");
    }
}

#[test]
fn sections_of_documents() {
    let sections = |text: &str| -> Vec<String> {
        let facts = extract(Language::Markdown, "AGENTS.md", text).facts;
        let shown = facts.sections.iter().map(|s| format!("{} {} {}-{}", s.level, s.title, s.span.start, s.span.end));
        shown.collect()
    };
    expect(
        sections(
            "---\nname: x\n---\n# The `agent`\ntext\n\n## Tools *and* rules\n- a\n- b\n\n### Shell\n```\n# no heading\n```\n\
             ## Memory\nmore\n\nOther\n=====\nend\n",
        ),
        &["1 The agent 4-17", "2 Tools and rules 7-14", "3 Shell 11-14", "2 Memory 15-17", "1 Other 18-20"],
    );
    assert!(sections("no heading at all\n").is_empty());
    assert_eq!(sections(&"# x\n\n".repeat(600)).len(), 500);
    assert!(sections(&format!("# x\n{}", "y\n".repeat(200_000))).is_empty());
}

#[test]
fn notebooks() {
    let text = r#"{
 "cells": [
  {"cell_type": "markdown", "source": ["import os\n"]},
  {
   "cell_type": "code",
   "source": [
    "%pip install x\n",
    "import subprocess as sp\n",
    "MAX_TURNS = 5"
   ]
  },
  {"cell_type": "code", "source": "sp.run(\"\u0061\")\nsp.call('b')"},
  {"cell_type": "code", "source": []},
  {"cell_type": "code", "source": ["def f():\n", "    return sp.Popen('c')\n"]}
 ],
 "metadata": {"kernelspec": {"language": "python"}}
}"#;
    let facts = extract(Language::Notebook, "a.ipynb", text).facts;
    expect(
        super::calls(&facts),
        &["12 subprocess.run(\"a\") unused", "12 subprocess.call(\"b\") unused", "14 subprocess.Popen(\"c\") in f"],
    );
    expect(super::imports(&facts), &["8 subprocess as sp"]);
    expect(settings(&facts, SettingKind::Constant), &["9 max_turns=5"]);
    let other = text.replace("\"python\"", "\"R\"");
    for text in
        [other.as_str(), "", "{", "[]", "{\"cells\": 3}", "{\"cells\": [{\"cell_type\": \"code\", \"source\": [3]}]}"]
    {
        assert_eq!(extract(Language::Notebook, "a.ipynb", text).facts.calls, []);
    }
}

#[test]
fn mdx_is_a_document() {
    let language = Language::detect("docs/a.mdx", b"");
    let read = extract(language, "docs/a.mdx", "---\nname: clerk\n---\n\n# Title\n\n<Card />\n").facts;
    assert_eq!(read.settings.iter().map(|setting| setting.name.as_str()).collect::<Vec<_>>(), ["name"]);
}

#[test]
fn model_calls_and_loops_of_notebooks_have_the_lines_of_the_file() {
    let text = r#"{
 "cells": [
  {"cell_type": "code", "source": [
   "import litellm\n",
   "while True:\n",
   "    m.append(litellm.completion('x', m))\n"
  ]}
 ],
 "metadata": {"kernelspec": {"language": "python"}}
}"#;
    let facts = extract(Language::Notebook, "a.ipynb", text).facts;
    let model = facts.models.first().map(|model| (model.span.start, model.appends.first().map(|a| a.span.start)));
    assert_eq!((model, facts.loops.first().map(|known| known.span.start)), (Some((6, Some(6))), Some(5)));
}
