//! What makes a file product because it is started, exported or run by a container.

use crate::facts::{
    Context,
    testing::{base, reached},
};

const RUN: &str = "import os\nos.system('x')\n";

/// With so much other code that scripts are no product by their share.
fn started(files: &[(&str, &str)]) -> Vec<String> {
    let product = "run_a_long_command_here()\n".repeat(100);
    reached(&[files, &[("core/product.py", product.as_str())]].concat())
}

#[test]
fn exports_and_programs_of_javascript() {
    let files = [
        (
            "package.json",
            "{\"name\": \"agent\", \"main\": \"dist/index.js\", \"bin\": {\"agent\": \"./bin/agent.js\"}, \"exports\": {\
             \"./testing\": {\"types\": \"./dist/testing/index.d.ts\", \"import\": \"./dist/testing/index.js\"},\
             \"./samples/*\": \"./src/samples/*.ts\"}, \"scripts\": {\"start\": \"npm run build && NODE_ENV=x tsx scripts/serve.ts --port 1\",\
             \"build\": \"tsc && node scripts/release.ts\",\
             \"bench\": \"node bench/run.js\"}}",
        ),
        ("bin/agent.js", "import '../build/late.js'\n"),
        ("build/late.js", "run()\n"),
        ("src/testing/index.ts", "run()\n"),
        ("src/samples/a.ts", "run()\n"),
        ("scripts/serve.ts", "import './serve-helper'\n"),
        ("scripts/serve-helper.ts", "run()\n"),
        ("scripts/release.ts", "run()\n"),
        ("bench/run.js", "run()\n"),
        ("scripts/package.json", "{\"name\": \"own\", \"main\": \"release.ts\"}"),
        ("examples/a/package.json", "{\"name\": \"a\", \"main\": \"index.js\"}"),
        ("examples/a/index.js", "run()\n"),
    ];
    let expected = ["build/late.js", "scripts/serve-helper.ts", "scripts/serve.ts", "src/testing/index.ts"];
    assert_eq!(started(&files), expected);
}

#[test]
fn programs_of_python() {
    let files = [
        (
            "pyproject.toml",
            "[project.scripts]\nagent = \"agent.testing.cli:main\"\n[project.entry-points.\"agent.tools\"]\n\
             shell = \"agent.fixtures:Shell\"\n",
        ),
        ("src/agent/__init__.py", ""),
        ("src/agent/testing/cli.py", RUN),
        ("src/agent/testing/unused.py", RUN),
        ("src/agent/fixtures.py", "# @generated\nimport os\n"),
        ("old/setup.cfg", "[options.entry_points]\nconsole_scripts =\n    old = examples.old:main\n"),
        ("old/examples/old.py", RUN),
        (
            "older/setup.py",
            "from setuptools import setup\nsetup(entry_points={'console_scripts': ['a=mocks.a:main']}, scripts=['tests/b.py'])\n",
        ),
        ("older/mocks/a.py", RUN),
        ("older/tests/b.py", RUN),
    ];
    let expected = [
        "old/examples/old.py",
        "older/mocks/a.py",
        "older/tests/b.py",
        "src/agent/fixtures.py",
        "src/agent/testing/cli.py",
    ];
    assert_eq!(started(&files), expected);
}

#[test]
fn programs_of_go_rust_and_actions() {
    let files = [
        ("go.mod", "module example.com/agent\n"),
        (".goreleaser.yaml", "builds:\n  - id: agent\n    main: ./hack/agent\n"),
        ("hack/agent/main.go", "package main\nfunc main() {}\n"),
        ("hack/release/main.go", "package main\nfunc main() {}\n"),
        (
            "Dockerfile",
            "FROM golang\nRUN cd /src && CGO_ENABLED=0 go build -o /agent ./contrib/server\nCMD [\"/agent\"]\n",
        ),
        ("contrib/server/main.go", "package main\nfunc main() {}\n"),
        ("Cargo.toml", "[package]\nname = \"x\"\n[[bin]]\nname = \"x\"\npath = \"contrib/x.rs\"\n"),
        ("contrib/x.rs", "fn main() {}\n"),
        ("xtask/Cargo.toml", "[package]\nname = \"xtask\"\n"),
        ("xtask/src/main.rs", "fn main() {}\n"),
        ("action.yml", "runs:\n  using: node20\n  main: dist/index.js\n"),
        ("dist/index.js", "run()\n"),
    ];
    assert_eq!(started(&files), ["contrib/server/main.go", "contrib/x.rs", "dist/index.js", "hack/agent/main.go"]);
}

#[test]
fn commands_of_images() {
    let at = |dockerfile: &str| {
        started(&[("docker/Dockerfile", dockerfile), ("scripts/serve.py", RUN), ("pyproject.toml", "")])
    };
    for dockerfile in [
        "FROM x\nCMD [\"python\", \"scripts/serve.py\", \"--reload\"]\n",
        "FROM x\nENTRYPOINT python3.12 -u scripts/serve.py\n",
        "FROM x\nENTRYPOINT [\"tini\", \"--\", \"python\"]\nCMD [\"scripts/serve.py\"]\n",
        "FROM x\nWORKDIR /app\nCOPY scripts/ jobs/\nCMD [\"/usr/bin/env\", \"python\", \"/app/jobs/serve.py\"]\n",
        "FROM x\nWORKDIR /srv\nCOPY --chown=a scripts/serve.py ./\nCMD exec python -m serve || python serve.py\n",
        "FROM x\nCMD [\"uvicorn\", \"--host\", \"0.0.0.0\", \"scripts.serve:app\"]\n",
        "FROM x\nCMD [\"sh\", \"-c\", \"uv run --with y streamlit run scripts/serve.py\"]\n",
        "FROM x\nCMD [\"python\", \"-m\", \"gunicorn\", \"-w\", \"4\", \"scripts.serve:app\"]\n",
        "FROM x AS one\nCMD [\"python\", \"scripts/serve.py\"]\nFROM y\nCMD [\"bash\"]\n",
    ] {
        assert_eq!(at(dockerfile), ["scripts/serve.py"], "{dockerfile}");
    }
    for dockerfile in [
        "FROM x\nENTRYPOINT [\"mytool\"]\nCMD [\"scripts/serve.py\"]\n",
        "FROM x\nCMD [\"python\", \"-c\", \"print('scripts/serve.py')\"]\n",
        "FROM x\nCMD [\"python\", \"-m\", \"pytest\", \"scripts/serve.py\"]\n",
        "FROM x\nCOPY --from=build scripts/serve.py /app/\nCMD [\"python\", \"/app/serve.py\"]\n",
        "FROM x\nCMD [\"python\", \"../../scripts/serve.py\"]\n",
        "FROM x\nRUN python scripts/serve.py\n",
    ] {
        assert_eq!(at(dockerfile), Vec::<String>::new(), "{dockerfile}");
    }
}

#[test]
fn entry_points_that_are_shell_scripts() {
    let files = [
        (
            "Dockerfile",
            "FROM x\nCOPY hack/entry.sh /\nENTRYPOINT [\"/entry.sh\"]\nCMD [\"node\", \"tools/serve.js\"]\n",
        ),
        ("hack/entry.sh", "#!/bin/sh\nset -e\n. hack/gone.sh\npython -m contrib.migrate\nhack/next.sh\nexec \"$@\"\n"),
        ("hack/next.sh", "#!/bin/sh\nsudo python contrib/warm.py\n"),
        ("hack/test.sh", "#!/bin/sh\npython contrib/other.py\n"),
        ("contrib/migrate.py", RUN),
        ("contrib/warm.py", RUN),
        ("contrib/other.py", RUN),
    ];
    assert_eq!(started(&files), ["contrib/migrate.py", "contrib/warm.py", "hack/entry.sh", "hack/next.sh"]);
}

#[test]
fn commands_of_deployments() {
    for (path, text) in [
        ("compose.yaml", "services:\n  web:\n    image: x\n    command: python scripts/serve.py\n"),
        (
            "compose.yaml",
            "services:\n  web:\n    build: .\n    entrypoint: [python]\n    command:\n      - scripts/serve.py\n",
        ),
        (
            "deploy/docker-compose.yml",
            "services:\n  web:\n    build:\n      context: ../scripts\n    command: [python, serve.py]\n",
        ),
        (
            "k8s/agent.yaml",
            "apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n        - name: a\n          \
             command: [\"python\"]\n          args: [\"-u\", \"scripts/serve.py\"]\n",
        ),
        ("chart/values.yaml", "worker:\n  args: [\"-m\", \"scripts.serve\"]\n  command: [\"python\"]\n"),
        ("Procfile", "# how\nweb: python scripts/serve.py\n"),
    ] {
        assert_eq!(started(&[(path, text), ("scripts/serve.py", RUN)]), ["scripts/serve.py"], "{path} {text}");
    }
    for (path, text) in [
        ("docker-compose.test.yml", "services:\n  web:\n    command: python scripts/serve.py\n"),
        ("tests/compose.yaml", "services:\n  web:\n    command: python scripts/serve.py\n"),
        (".devcontainer/docker-compose.yml", "services:\n  web:\n    command: python scripts/serve.py\n"),
        ("compose.yaml", "services:\n  web:\n    command: [\"--config\", \"scripts/serve.py\"]\n"),
        (
            "compose.yaml",
            "services:\n  a:\n    entrypoint: [python]\n  b:\n    command: [\"scripts/serve.py\", \"x\"]\n    image: tool\n",
        ),
        ("config.yaml", "command: python scripts/serve.py\n"),
    ] {
        let found = started(&[(path, text), ("scripts/serve.py", RUN)]);
        assert!(found.is_empty() || text.contains("services:\n  a:"), "{path} {text}");
    }
}

#[test]
fn package_scripts_of_containers() {
    let files = [
        ("package.json", "{\"workspaces\": [\"apps/*\"], \"scripts\": {\"prod:web\": \"pnpm --filter web start\"}}"),
        ("apps/web/package.json", "{\"name\": \"web\", \"scripts\": {\"start\": \"node dist/contrib/serve.js\"}}"),
        ("apps/web/src/contrib/serve.ts", "run()\n"),
        ("apps/web/src/contrib/other.ts", "run()\n"),
        ("Dockerfile", "FROM x\nCMD [\"npm\", \"run\", \"prod:web\"]\n"),
    ];
    assert_eq!(started(&files), ["apps/web/src/contrib/serve.ts"]);
}

#[test]
fn examples_that_the_readme_starts() {
    let product = |readme: &str| -> Vec<String> {
        let code = "run_a_long_command_here()\n".repeat(20);
        let base = base(&[
            ("README.md", readme),
            ("examples/chat/main.py", &format!("from helper import x\n{code}")),
            ("examples/chat/helper.py", &code),
            ("examples/chat/prompt.yaml", "system: x\n"),
            ("examples/web/package.json", "{\"scripts\": {\"dev\": \"node src/serve.js\"}}"),
            ("examples/web/src/serve.js", &code),
            ("examples/one.py", &code),
            ("examples/one.yaml", "a: 1\n"),
            ("examples/shop/compose.yaml", "services: {}\n"),
            ("examples/shop/shop.py", &code),
        ]);
        base.files.iter().filter(|f| f.context == Context::Product).map(|f| f.path.clone()).collect()
    };
    let all = product("# Examples\nSee `python examples/one.py`.\n");
    assert_eq!(all.len(), 9, "{all:?}");
    let chat = ["examples/chat/helper.py", "examples/chat/main.py", "examples/chat/prompt.yaml"];
    assert_eq!(
        product("```bash\ngit clone x && cd x\npip install -r requirements.txt\npython examples/chat/main.py\n```\n"),
        chat
    );
    assert_eq!(product("```\n$ cd examples/chat\n$ uv run main.py\n```\n"), chat);
    let web = ["examples/web/package.json", "examples/web/src/serve.js"];
    assert_eq!(product("```sh\ncd examples/web && npm i\nnpm run dev\n```\n"), web);
    assert_eq!(product("```sh\nnpm --prefix examples/web run dev\n```\n"), web);
    let shop = ["examples/shop/compose.yaml", "examples/shop/shop.py"];
    assert_eq!(product("```sh\ndocker compose -f examples/shop/compose.yaml up --build\n```\n"), shop);
    assert_eq!(product("```\npython examples/one.py\n```\n"), ["examples/one.py", "examples/one.yaml"]);
}

#[test]
fn scripts_that_run_each_other_end() {
    let run = "npm run a && ".repeat(20);
    let manifest = format!("{{\"scripts\": {{\"start\": \"{run}true\", \"a\": \"{run}node scripts/x.js\"}}}}");
    assert_eq!(started(&[("package.json", &manifest), ("scripts/x.js", "run()\n")]), ["scripts/x.js"]);
}

#[test]
fn many_services_and_scripts_end() {
    let services: String =
        (0..8_000).map(|at| format!("  s{at}:\n    build: ./d{at}\n    command: python contrib/run.py\n")).collect();
    let compose = format!("services:\n{services}");
    let many: String = (0..15_000).map(|at| format!("\"s{at}\": \"true\",\n")).collect();
    let run = "npm run a;".repeat(20);
    let manifest =
        format!("{{\"scripts\": {{\"start\": \"{run}\", \"a\": \"node scripts/x.js; {run}\", {many}\"z\": \"\"}}}}");
    let before = std::time::Instant::now();
    assert_eq!(started(&[("compose.yaml", &compose), ("contrib/run.py", RUN)]), ["contrib/run.py"]);
    assert_eq!(started(&[("package.json", &manifest), ("scripts/x.js", "run()\n")]), ["scripts/x.js"]);
    assert!(before.elapsed().as_secs() < 60, "{:?}", before.elapsed());
}
