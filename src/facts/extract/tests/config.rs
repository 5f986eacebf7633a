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
