//! What a file is written in.

use serde::{Deserialize, Serialize};

/// What a file is written in, decided from its name and first line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    // With facts.
    Python,
    TypeScript,
    Tsx,
    JavaScript,
    Go,
    Vue,
    Svelte,
    Rust,
    Bash,
    Kotlin,
    Java,
    C,
    Cpp,
    CSharp,
    Elixir,
    // Code without facts.
    Cython,
    FSharp,
    VisualBasic,
    Ruby,
    Php,
    ObjectiveC,
    Swift,
    Scala,
    Groovy,
    Clojure,
    Erlang,
    Gleam,
    Haskell,
    OCaml,
    Elm,
    Dart,
    Lua,
    Perl,
    R,
    Julia,
    Zig,
    Nim,
    Crystal,
    Cobol,
    Fortran,
    Pascal,
    Ada,
    D,
    Lisp,
    Scheme,
    Solidity,
    PowerShell,
    Batch,
    Makefile,
    Nix,
    Starlark,
    Rego,
    Astro,
    // Configuration.
    Yaml,
    Json,
    Toml,
    Dotenv,
    Ini,
    Dockerfile,
    Hcl,
    // Text, and data whose statements are no steps of a program.
    Sql,
    Notebook,
    Markdown,
    Html,
    Css,
    Text,
}

use Language::*;

/// Extension (lower case) and language; looked up by binary search.
const EXTENSIONS: &[(&str, Language)] = &[
    ("adb", Ada),
    ("ads", Ada),
    ("astro", Astro),
    ("bash", Bash),
    ("bat", Batch),
    ("bats", Bash),
    ("bzl", Starlark),
    ("c", C),
    ("cbl", Cobol),
    ("cc", Cpp),
    ("cfg", Ini),
    ("cjs", JavaScript),
    ("cl", Lisp),
    ("clj", Clojure),
    ("cljc", Clojure),
    ("cljs", Clojure),
    ("cmd", Batch),
    ("cob", Cobol),
    ("conf", Ini),
    ("containerfile", Dockerfile),
    ("cpp", Cpp),
    ("cpy", Cobol),
    ("cr", Crystal),
    ("cs", CSharp),
    ("css", Css),
    ("cts", TypeScript),
    ("cxx", Cpp),
    ("d", D),
    ("dart", Dart),
    ("dockerfile", Dockerfile),
    ("el", Lisp),
    ("elm", Elm),
    ("env", Dotenv),
    ("erl", Erlang),
    ("ex", Elixir),
    ("exs", Elixir),
    ("f", Fortran),
    ("f03", Fortran),
    ("f90", Fortran),
    ("f95", Fortran),
    ("fish", Bash),
    ("for", Fortran),
    ("fs", FSharp),
    ("fsx", FSharp),
    ("gleam", Gleam),
    ("go", Go),
    ("gradle", Groovy),
    ("groovy", Groovy),
    ("h", C),
    ("hcl", Hcl),
    ("hh", Cpp),
    ("hpp", Cpp),
    ("hs", Haskell),
    ("htm", Html),
    ("html", Html),
    ("hxx", Cpp),
    ("ini", Ini),
    ("ino", Cpp),
    ("ipynb", Notebook),
    ("java", Java),
    ("jl", Julia),
    ("js", JavaScript),
    ("json", Json),
    ("json5", Json),
    ("jsonc", Json),
    ("jsx", JavaScript),
    ("ksh", Bash),
    ("kt", Kotlin),
    ("kts", Kotlin),
    ("less", Css),
    ("lisp", Lisp),
    ("lua", Lua),
    ("m", ObjectiveC),
    ("markdown", Markdown),
    ("md", Markdown),
    ("mdc", Markdown),
    ("mdx", Markdown),
    ("mjs", JavaScript),
    ("mk", Makefile),
    ("ml", OCaml),
    ("mli", OCaml),
    ("mm", ObjectiveC),
    ("mts", TypeScript),
    ("nim", Nim),
    ("nix", Nix),
    ("pas", Pascal),
    ("php", Php),
    ("pl", Perl),
    ("pm", Perl),
    ("properties", Ini),
    ("ps1", PowerShell),
    ("psm1", PowerShell),
    ("pxd", Cython),
    ("pxi", Cython),
    ("py", Python),
    ("pyi", Python),
    ("pyw", Python),
    ("pyx", Cython),
    ("r", R),
    ("rb", Ruby),
    ("rego", Rego),
    ("rs", Rust),
    ("rst", Text),
    ("sbt", Scala),
    ("scala", Scala),
    ("scm", Scheme),
    ("scss", Css),
    ("sh", Bash),
    ("sol", Solidity),
    ("sql", Sql),
    ("star", Starlark),
    ("svelte", Svelte),
    ("swift", Swift),
    ("tf", Hcl),
    ("tfvars", Hcl),
    ("toml", Toml),
    ("ts", TypeScript),
    ("tsx", Tsx),
    ("txt", Text),
    ("vb", VisualBasic),
    ("vue", Vue),
    ("yaml", Yaml),
    ("yml", Yaml),
    ("zig", Zig),
    ("zsh", Bash),
];

const MEDIA: &[&str] = &[
    "png",
    "jpg",
    "jpeg",
    "gif",
    "webp",
    "ico",
    "icns",
    "bmp",
    "tiff",
    "avif",
    "mp3",
    "mp4",
    "wav",
    "ogg",
    "webm",
    "mov",
    "woff",
    "woff2",
    "ttf",
    "otf",
    "eot",
    "pdf",
    "zip",
    "gz",
    "tgz",
    "xz",
    "bz2",
    "7z",
    "tar",
    "jar",
    "whl",
    "so",
    "dll",
    "dylib",
    "exe",
    "a",
    "o",
    "class",
    "pyc",
    "wasm",
    "bin",
    "onnx",
    "pt",
    "safetensors",
    "gguf",
    "parquet",
    "sqlite",
    "db",
    "pkl",
    "npy",
    "npz",
    "psd",
    "sketch",
    "pptx",
    "docx",
    "xlsx",
];

impl Language {
    /// From the path (only its last component counts) and the first bytes of the content, which decide for files
    /// without a telling name (`#!/usr/bin/env python3`).
    pub fn detect(path: &str, head: &[u8]) -> Self {
        let name = path.rsplit('/').next().unwrap_or(path);
        let lower = name.to_ascii_lowercase();
        if lower == "dockerfile" || lower == "containerfile" || lower.starts_with("dockerfile.") {
            return Dockerfile;
        }
        if lower == ".env" || lower.starts_with(".env.") || lower.starts_with("env.") && !lower.contains("ts") {
            if lower.ends_with(".py") || lower.ends_with(".js") || lower.ends_with(".go") {
                return Self::by_extension(&lower).unwrap_or(Text);
            }
            return Dotenv;
        }
        match lower.as_str() {
            "makefile" | "gnumakefile" | "justfile" => return Makefile,
            "gemfile" | "rakefile" => return Ruby,
            "jenkinsfile" => return Groovy,
            ".babelrc" | ".eslintrc" | ".prettierrc" | ".swcrc" => return Json,
            "uv.lock" | "poetry.lock" | "cargo.lock" | "pipfile" => return Toml,
            "build.bazel" | "workspace" | "build" if !head.starts_with(b"#!") => return Starlark,
            ".editorconfig" | ".npmrc" | ".gitconfig" => return Ini,
            ".cursorrules" | ".windsurfrules" | ".clinerules" => return Markdown,
            _ => {}
        }
        Self::by_extension(&lower).or_else(|| Self::by_interpreter(head)).unwrap_or(Text)
    }

    /// Pictures, sounds, fonts, archives, models: binary by their name.
    pub fn is_media(path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        name.rsplit_once('.')
            .is_some_and(|(_, extension)| MEDIA.iter().any(|known| known.eq_ignore_ascii_case(extension)))
    }

    fn by_extension(lower: &str) -> Option<Self> {
        let (_, extension) = lower.rsplit_once('.')?;
        EXTENSIONS.binary_search_by(|(known, _)| (*known).cmp(extension)).ok().map(|at| EXTENSIONS[at].1)
    }

    fn by_interpreter(head: &[u8]) -> Option<Self> {
        let line = head.strip_prefix(b"#!")?.split(|b| *b == b'\n').next()?;
        let line = std::str::from_utf8(&line[..line.len().min(200)]).ok()?;
        let mut words = line.split_ascii_whitespace();
        let mut program = words.next()?.rsplit('/').next()?;
        if program == "env" {
            program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
        }
        Some(match program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.') {
            "python" | "pypy" | "uv" => Python,
            "node" | "bun" => JavaScript,
            "deno" | "tsx" | "ts-node" => TypeScript,
            "sh" | "bash" | "zsh" | "dash" | "ksh" | "fish" | "bats" => Bash,
            "ruby" => Ruby,
            "perl" => Perl,
            "php" => Php,
            "lua" => Lua,
            "pwsh" => PowerShell,
            "elixir" => Elixir,
            "Rscript" => R,
            _ => return None,
        })
    }

    /// Languages with a grammar of their own.
    pub const PARSED: [Self; 13] =
        [Python, TypeScript, Tsx, JavaScript, Go, Rust, Bash, Kotlin, Java, C, Cpp, CSharp, Elixir];

    /// True when calls, functions, imports, settings and tools are read from it.
    pub fn has_facts(self) -> bool {
        self <= Elixir
    }

    /// Programs and scripts, whether or not there are facts for them.
    pub fn is_code(self) -> bool {
        self < Yaml
    }

    /// Formats whose keys are settings.
    pub fn is_config(self) -> bool {
        matches!(self, Yaml | Json | Toml | Dotenv | Ini | Dockerfile | Hcl)
    }

    /// The `-g` globs of its files.
    pub fn globs(self) -> Vec<String> {
        let own = EXTENSIONS.iter().filter(|(_, language)| *language == self);
        own.map(|(extension, _)| format!("*.{extension}")).collect()
    }

    /// The name in sentences.
    pub fn title(self) -> String {
        match self {
            CSharp => return "C#".to_owned(),
            Cpp => return "C++".to_owned(),
            _ => {}
        }
        let name = self.name();
        name.split_at_checked(1).map_or_else(String::new, |(first, rest)| first.to_uppercase() + rest)
    }

    /// The name in rules and messages, lower case.
    pub fn name(self) -> &'static str {
        match self {
            Python => "python",
            TypeScript => "typescript",
            Tsx => "tsx",
            JavaScript => "javascript",
            Go => "go",
            Vue => "vue",
            Svelte => "svelte",
            Cython => "cython",
            Rust => "rust",
            Java => "java",
            Kotlin => "kotlin",
            CSharp => "csharp",
            FSharp => "fsharp",
            VisualBasic => "visual-basic",
            Ruby => "ruby",
            Php => "php",
            C => "c",
            Cpp => "cpp",
            ObjectiveC => "objective-c",
            Swift => "swift",
            Scala => "scala",
            Groovy => "groovy",
            Clojure => "clojure",
            Elixir => "elixir",
            Erlang => "erlang",
            Gleam => "gleam",
            Haskell => "haskell",
            OCaml => "ocaml",
            Elm => "elm",
            Dart => "dart",
            Lua => "lua",
            Perl => "perl",
            R => "r",
            Julia => "julia",
            Zig => "zig",
            Nim => "nim",
            Crystal => "crystal",
            Cobol => "cobol",
            Fortran => "fortran",
            Pascal => "pascal",
            Ada => "ada",
            D => "d",
            Lisp => "lisp",
            Scheme => "scheme",
            Solidity => "solidity",
            Bash => "bash",
            PowerShell => "powershell",
            Batch => "batch",
            Sql => "sql",
            Notebook => "notebook",
            Makefile => "makefile",
            Nix => "nix",
            Starlark => "starlark",
            Rego => "rego",
            Astro => "astro",
            Yaml => "yaml",
            Json => "json",
            Toml => "toml",
            Dotenv => "dotenv",
            Ini => "ini",
            Dockerfile => "dockerfile",
            Hcl => "hcl",
            Markdown => "markdown",
            Html => "html",
            Css => "css",
            Text => "text",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_sorted_for_binary_search() {
        assert!(EXTENSIONS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn by_name() {
        for (path, language) in [
            ("a/b.py", Python),
            ("stubs/x.pyi", Python),
            ("x.MTS", TypeScript),
            ("x.d.ts", TypeScript),
            ("ui/App.tsx", Tsx),
            ("index.cjs", JavaScript),
            ("main.go", Go),
            ("App.vue", Vue),
            ("payroll.cbl", Cobol),
            ("docker/Dockerfile.prod", Dockerfile),
            ("api.dockerfile", Dockerfile),
            (".env.example", Dotenv),
            ("env.ts", TypeScript),
            ("src/env.py", Python),
            ("tsconfig.json", Json),
            ("poetry.lock", Toml),
            ("README", Text),
            ("docs/a.mdx", Markdown),
            ("lib.rs", Rust),
            ("fast.pyx", Cython),
        ] {
            assert_eq!(Language::detect(path, b""), language, "{path}");
        }
    }

    #[test]
    fn by_first_line_where_the_name_says_nothing() {
        assert_eq!(Language::detect("bin/run", b"#!/usr/bin/env python3\nx"), Python);
        assert_eq!(Language::detect("bin/run", b"#!/usr/bin/env -S node --x\n"), JavaScript);
        assert_eq!(Language::detect("bin/run", b"#!/bin/sh"), Bash);
        assert_eq!(Language::detect("bin/run", b"#!\n"), Text);
        assert_eq!(Language::detect("bin/run.rb", b"#!/usr/bin/env python3\n"), Ruby);
    }

    #[test]
    fn classes_of_languages() {
        assert!(Python.has_facts() && Svelte.has_facts() && Elixir.has_facts() && !Ruby.has_facts());
        assert!(Cython.is_code() && !Cython.has_facts());
        assert!(Cobol.is_code() && Astro.is_code() && !Yaml.is_code() && !Text.is_code());
        assert!(Dotenv.is_config() && !Markdown.is_config() && !Sql.is_code() && !Notebook.is_config());
    }
}
