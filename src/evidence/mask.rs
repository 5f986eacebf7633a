//! No secret leaves the program: every literal and excerpt of an audited repository passes [`mask`] before it becomes
//! output. What is hidden is the value; names survive, so that a sentence still says what it is about.

use std::{borrow::Cow, sync::LazyLock};

use regex::{Captures, Regex};

/// Stands in the place of a value.
pub const MASKED: &str = "‹masked›";

/// Longest literal that a citation quotes, in characters.
const CITABLE: usize = 200;

/// Words in a name that make its value a secret.
const SECRET_WORDS: &str = "secret|token|passw(?:or)?d|passphrase|pwd|api[_-]?key|access[_-]?key|private[_-]?key|\
    signing[_-]?key|encryption[_-]?key|account[_-]?key|auth[_-]?key|credential|authorization|cookie|\
    connection[_-]?string|dsn";

/// Pieces whose whole text is a secret wherever it stands.
static SHAPES: LazyLock<Regex> = LazyLock::new(|| {
    let shapes = [
        // Private keys and certificates, cut ones too.
        r"(?s)-----BEGIN [A-Z0-9 ]+-----.*?(?:-----END [A-Z0-9 ]+-----|\z)",
        // JSON web tokens.
        r"(?:\b|_)eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){1,2}",
        // Prefixes that providers of models, code hosts, registries, chats and clouds give to their keys.
        r"\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|_(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}",
        r"(?:\b|_)(?:gh[opusr]|github_pat)_[A-Za-z0-9_]{16,}",
        r"(?:\b|_)gl(?:pat|ptt|rt|dt|ft)-[A-Za-z0-9_-]{16,}",
        r"(?:\b|_)(?:xox[a-z]-[A-Za-z0-9-]{8,}|xapp-[A-Za-z0-9-]{16,})",
        r"(?:\b|_)(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{12,}",
        r"(?:\b|_)(?:AIza[0-9A-Za-z_-]{30,}|ya29\.[0-9A-Za-z_-]{16,}|GOCSPX-[0-9A-Za-z_-]{16,})",
        r"(?:\b|_)(?:hf|npm|gsk|r8|whsec|pplx|nvapi|xai|tvly|lin_api|dop_v1|dapi|shpat)[-_][A-Za-z0-9]{20,}",
        r"\b(?:fc|key|secret)[-_][A-Za-z0-9]{20,}",
        r"(?:\b|_)pypi-[A-Za-z0-9_-]{16,}|(?:\b|_)SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
        r"\b[0-9]{8,10}:[A-Za-z0-9_-]{35}\b",
        r"hooks\.slack\.com/services/[A-Za-z0-9/]+|discord(?:app)?\.com/api/webhooks/[A-Za-z0-9/_-]+",
    ];
    // Bounds between words of all scripts would take long to compile.
    pattern(&shapes.join("|").replace(r"\b", r"(?-u:\b)"))
});

/// Bytes of the shortest text that [`SHAPES`] match: `eyJ`, eight more and a dot.
const SHORTEST_SHAPE: usize = 12;

/// `scheme://user:word@`.
static URL_CREDENTIALS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"(?P<keep>\b[A-Za-z][A-Za-z0-9+.-]*://)[^\s/?#"'`@<>]+(?:@[^\s/?#"'`@<>]+)*@"#));

static SCHEMES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)(?P<keep>\b(?:bearer|basic)\s+)(?P<value>[A-Za-z0-9._~+/=-]{8,})"));

/// Words are those of ASCII, as the secret ones are. A name with a secret word and what assigns a value to it; a type may stand between the two before `=` alone.
static ASSIGNMENT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r#"(?i)(?P<name>(?-u:[\w.-])*(?:{SECRET_WORDS})(?-u:[\w-])*)["'`]?\]?(?:\s*\??:\s*[a-z_](?-u:[\w.])*(?:\[(?-u:[\w\[\]., |]){{0,60}}?\])?(?:\s*\|\s*[a-z_](?-u:[\w.])*)*\s*(?P<typed>=)\s*|(?P<by>\s*(?:=>|:=|==|!=|=|:|,)\s*|\s+(?:is\s+)?))"#
    ))
});

/// `name: DB_PASSWORD` with its `value:` beside or below it.
static NAMED_VALUE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r#"(?i)(?P<keep>\b(?:name|key)["']?\s*[:=]\s*["']?[\w.-]*(?:{SECRET_WORDS})[\w-]*["']?\s*,?\s*["']?value["']?\s*[:=]\s*)(?P<value>"[^"\n]*"?|'[^'\n]*'?|[^\s"',}}]+)"#
    ))
});

static SECRET_NAME: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("(?i){SECRET_WORDS}")));

/// Letters and digits in a row from which they may be random.
const SHORTEST_RUN: usize = 20;

static RUNS: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("[A-Za-z0-9+=]{{{SHORTEST_RUN},}}")));

/// All patterns of this file are literals, compiled in its tests.
fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap_or_else(|e| unreachable!("built-in pattern: {e}"))
}

/// The text with every value that looks like a secret replaced by [`MASKED`].
pub fn mask(text: &str) -> String {
    // Nearly everything that is masked is a short name: what a pattern cannot do without is looked for first.
    let mut text = Cow::Borrowed(text);
    if text.len() >= SHORTEST_SHAPE {
        text = replaced(text, |text| SHAPES.replace_all(text, MASKED));
    }
    if text.contains('@') {
        text = replaced(text, |text| URL_CREDENTIALS.replace_all(text, format!("${{keep}}{MASKED}@")));
    }
    if text.contains(char::is_whitespace) {
        text = replaced(text, mask_schemes);
    }
    if SECRET_NAME.is_match(&text) {
        text = replaced(text, mask_named_values);
        text = Cow::Owned(mask_assignments(&text));
    }
    mask_random(&text).into_owned()
}

fn replaced<'t>(text: Cow<'t, str>, replace: impl FnOnce(&str) -> Cow<'_, str>) -> Cow<'t, str> {
    match replace(&text) {
        Cow::Owned(changed) => Cow::Owned(changed),
        Cow::Borrowed(_) => text,
    }
}

fn mask_schemes(text: &str) -> Cow<'_, str> {
    SCHEMES.replace_all(text, |found: &Captures<'_>| {
        let value = &found["value"];
        let word = !value.bytes().any(|b| b.is_ascii_digit()) && value.len() < 20;
        format!("{}{}", &found["keep"], if word { value } else { MASKED })
    })
}

fn mask_named_values(text: &str) -> Cow<'_, str> {
    NAMED_VALUE.replace_all(text, |found: &Captures<'_>| {
        let value = &found["value"];
        let inner = value.trim_matches(['"', '\'']);
        let seen = inner.is_empty() || harmless(inner) || variable_name(inner);
        format!("{}{}", &found["keep"], if seen { value } else { MASKED })
    })
}

/// The value of a setting: masked as a whole where the name says that it is a secret.
pub fn mask_value(name: &str, value: &str) -> String {
    if is_secret_name(name) && !harmless(value) && !value.is_empty() && value != MASKED {
        return MASKED.to_owned();
    }
    mask(value)
}

/// True when a value under this name is taken for a secret: `api_key`, `dbPassword`, `SLACK_TOKEN`; not the counting
/// kind of token (`max_tokens`).
pub fn is_secret_name(name: &str) -> bool {
    SECRET_NAME.is_match(name) && !counts_tokens(name)
}

/// The literal that a citation may quote: a single line of printable text without anything that looks like a secret.
/// `None` if there is no such literal; the citation then stands without one.
pub fn citable(text: &str) -> Option<String> {
    let text = text.trim();
    let fits = !text.is_empty() && text.chars().count() <= CITABLE;
    (fits && text.chars().all(printable) && mask(text) == text).then(|| text.to_owned())
}

/// No control characters, and none of those that reorder or hide what is printed.
fn printable(c: char) -> bool {
    let hides = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffd}' | '\u{e0000}'..='\u{e0fff}');
    !c.is_control() && !hides
}

fn counts_tokens(name: &str) -> bool {
    let lower = name.to_lowercase();
    let counting = ["max", "min", "num", "count", "limit", "budget", "usage", "total", "tokenizer", "tokenize"];
    lower.contains("token")
        && counting.iter().any(|word| lower.contains(word))
        && !["secret", "passw", "key"].iter().any(|word| lower.contains(word))
}

fn mask_assignments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    while let Some(found) = ASSIGNMENT.captures_at(text, done) {
        let by = found.name("typed").or_else(|| found.name("by"));
        let (Some(whole), Some(name), Some(by)) = (found.get(0), found.name("name"), by) else { break };
        let value = if counts_tokens(name.as_str()) {
            None
        } else {
            value_after(name.as_str(), by.as_str(), text, whole.end())
        };
        match value {
            Some((start, end)) => {
                out.push_str(&text[done..start]);
                out.push_str(MASKED);
                done = end;
            }
            // The next name may begin within what assigned here: `token: secret = …`.
            None => {
                let next = by.start().max(done + 1);
                out.push_str(&text[done..next]);
                done = next;
            }
        }
    }
    out.push_str(&text[done..]);
    out
}

/// Where the value stands, if one does that must not be seen.
fn value_after(name: &str, by: &str, text: &str, at: usize) -> Option<(usize, usize)> {
    let rest = &text[at..];
    let prefix = rest.len() - rest.trim_start_matches(['f', 'b', 'r', 'u', 'F', 'B', 'R', 'U']).len();
    let quote_at = if prefix <= 2 { prefix } else { 0 };
    if let Some(quote) = rest[quote_at..].chars().next().filter(|c| matches!(c, '"' | '\'' | '`')) {
        // `getenv("TOKEN", "default")` and `("--token", "…")`: a comma assigns only what is quoted.
        let body = &rest[quote_at + 1..];
        let end = closing(body, quote);
        let value = &body[..end];
        let start = at + quote_at + 1;
        let is_key = body.get(end + 1..).is_some_and(|after| after.trim_start().starts_with(':'));
        if by.trim() == "," && is_key {
            return None;
        }
        return (!value.is_empty() && !harmless(value) && !variable_name(value)).then_some((start, start + end));
    }
    let assigns = by.trim();
    if assigns == "," {
        return None;
    }
    let token = rest.split(|c: char| c.is_whitespace() || ",;)}]\"'`<>".contains(c)).next().unwrap_or_default();
    if assigns.is_empty() || assigns == "is" {
        // `--password hunter2`, `password hunter2`: prose unless it is an option or the word is no word.
        let option = name.starts_with('-');
        let odd = token.bytes().any(|b| b.is_ascii_digit());
        return (!token.is_empty()
            && !token.starts_with(['-', '$', '{', '‹'])
            && (option || odd)
            && !harmless(token)
            && !expression(token))
        .then_some((at, at + token.len()));
    }
    if token.is_empty() || harmless(token) || expression(token) || same_name(name, token) {
        return None;
    }
    // `the token: what it is for`, `f(token: Token, more)`: a word with more of the sentence behind it.
    let word = token.bytes().all(|b| b.is_ascii_alphabetic() || b"_.!?".contains(&b));
    if assigns == ":" && word && rest[token.len()..].starts_with([' ', ',']) {
        return None;
    }
    Some((at, at + token.len()))
}

fn closing(body: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in body.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at,
            _ => {}
        }
    }
    body.len()
}

/// Values that say nothing: switches, small numbers, types, references to where the value comes from.
fn harmless(value: &str) -> bool {
    const WORDS: [&str; 34] = [
        "true",
        "false",
        "none",
        "null",
        "nil",
        "undefined",
        "yes",
        "no",
        "on",
        "off",
        "str",
        "string",
        "bytes",
        "int",
        "bool",
        "boolean",
        "number",
        "float",
        "any",
        "object",
        "unknown",
        "optional",
        "secretstr",
        "list",
        "dict",
        "self",
        "this",
        "new",
        "await",
        "required",
        "auto",
        "default",
        "env",
        MASKED,
    ];
    let plain = value.trim();
    WORDS.contains(&plain.to_lowercase().as_str())
        || (plain.len() <= 9 && plain.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'_'))
        || plain.starts_with("${")
        || plain.starts_with("{{")
        || (plain.starts_with('$') && plain[1..].bytes().all(|b| b.is_ascii_uppercase() || b == b'_'))
        || (plain.starts_with('{') && plain.ends_with('}'))
        || (plain.starts_with('<') && plain.ends_with('>'))
        || plain.starts_with(MASKED)
}

/// Names of environment variables are names: `OPENAI_API_KEY`.
fn variable_name(value: &str) -> bool {
    value.contains('_') && value.split('_').all(|part| part.len() <= 16 && part.bytes().all(|b| b.is_ascii_uppercase()))
}

/// Code that fetches the value from elsewhere.
fn expression(token: &str) -> bool {
    let path = token.split(['(', '[', '{']).next().unwrap_or_default();
    let identifiers = |text: &str| text.split(['.', ':']).filter(|p| !p.is_empty()).all(identifier);
    (path.len() < token.len() && identifiers(path))
        || (token.contains('.') && identifiers(token) && !token.ends_with('.'))
}

fn identifier(text: &str) -> bool {
    text.chars().all(|c| c.is_alphabetic() || c == '_' || c == '?' || c == '!')
}

/// `token=token`, `apiKey: api_key`: passed on under its own name.
fn same_name(name: &str, token: &str) -> bool {
    let plain = |text: &str| text.to_lowercase().replace(['_', '-', '.'], "");
    plain(name) == plain(token)
}

/// Replaces runs of letters and digits that no one would write by hand.
fn mask_random(text: &str) -> Cow<'_, str> {
    if text.len() < SHORTEST_RUN {
        return Cow::Borrowed(text);
    }
    RUNS.replace_all(text, |found: &Captures<'_>| {
        let whole = &found[0];
        let before = &text[..found.get(0).map_or(0, |m| m.start())];
        // Published digests pin what they name.
        let digest = ["@", "sha1:", "sha256:", "sha1-", "sha256-", "sha384-", "sha512-", "sha512:"];
        if digest.iter().any(|mark| before.ends_with(mark)) || !random(whole) {
            whole.to_owned()
        } else {
            MASKED.to_owned()
        }
    })
}

/// Words of an identifier are some letters long; in random text letters, cases and digits change all the time.
fn random(run: &str) -> bool {
    let digits = run.bytes().filter(u8::is_ascii_digit).count();
    let letters = run.bytes().filter(u8::is_ascii_alphabetic).count();
    if digits < 2 || letters < 4 {
        return false;
    }
    let class = |b: u8| match b {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        _ => 3,
    };
    let bytes = run.as_bytes();
    // `Word` is one piece: a capital before small letters does not end anything.
    let pieces = 1 + bytes
        .windows(2)
        .filter(|pair| class(pair[0]) != class(pair[1]) && !(class(pair[0]) == 2 && class(pair[1]) == 1))
        .count();
    run.len() * 10 < pieces * 32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Invented values; put together here so that no scanner takes this file for a leak.
    fn invented(prefix: &str, length: usize) -> String {
        let alphabet = "a7Kq9ZmX2bT4wR8cY1pL5vN3dJ6s";
        format!("{prefix}{}", alphabet.chars().cycle().take(length).collect::<String>())
    }

    fn hidden(text: &str, secret: &str) {
        let masked = mask(text);
        assert!(!masked.contains(secret), "{text:?} became {masked:?}");
        assert!(masked.contains(MASKED), "{text:?} became {masked:?}");
        assert_eq!(mask(&masked), masked, "masking twice changes {text:?}");
    }

    #[test]
    fn token_shapes() {
        for (prefix, length) in [
            ("sk-", 40),
            ("sk-ant-api03-", 80),
            ("ghp_", 36),
            ("github_pat_", 60),
            ("glpat-", 20),
            ("xoxb-", 30),
            ("AIza", 35),
            ("hf_", 34),
            ("npm_", 36),
            ("pypi-", 60),
            ("eyJhbGciOi", 60),
            ("ya29.", 40),
            ("gsk_", 40),
            ("whsec_", 32),
            ("GOCSPX-", 28),
            ("sk_live_", 24),
        ] {
            let secret = invented(prefix, length);
            hidden(&format!("client.connect({secret:?})"), &secret[prefix.len()..]);
        }
        for prefix in ["glpat-", "xoxb-", "npm_", "ghp_", "sk-", "hf_", "pypi-"] {
            let secret = invented(prefix, 36);
            hidden(&format!("def delete_{secret}(self):"), &secret[prefix.len()..]);
        }
        hidden(&format!("x = {}", "AKIA".to_owned() + "Q2W3E4R5T6Y7U8I9"), "Q2W3E4R5");
        hidden("-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\nxyz==\n-----END RSA PRIVATE KEY-----\nrest", "MIIEabc");
        hidden("-----BEGIN OPENSSH PRIVATE KEY-----\\nb3Blb", "b3Blb");
        hidden("https://hooks.slack.com/services/T0000/B0000/abcdef", "abcdef");
        hidden("Authorization: Bearer abc123def456", "abc123def456");
    }

    #[test]
    fn credentials_in_addresses() {
        assert_eq!(mask("postgres://app:hunter@db:5432/x"), format!("postgres://{MASKED}@db:5432/x"));
        assert_eq!(mask("redis://:p@ss@host/0"), format!("redis://{MASKED}@host/0"));
        assert_eq!(mask("https://example.org/a@b"), "https://example.org/a@b");
        assert_eq!(mask("https://example.org/x?q=1"), "https://example.org/x?q=1");
        hidden("https://example.org/x?api_key=abcdefg&y=1", "abcdefg");
    }

    #[test]
    fn assigned_values() {
        for (text, secret) in [
            ("password = \"hunter\"", "hunter"),
            ("db_password: 'correct horse'", "correct horse"),
            ("\"api_key\": \"abc\"", "abc"),
            ("apiKey: `abc`,", "abc"),
            ("API_KEY=abc", "abc"),
            ("POSTGRES_PASSWORD: postgres", "postgres\u{0}"),
            ("POSTGRES_PASSWORD: mysecretpassword", "mysecretpassword"),
            ("api_key: str = \"abc\"", "abc"),
            ("token: Optional[str] = 'abc'", "abc"),
            ("const token: string = \"abc\"", "abc"),
            ("Password: \"abc\",", "abc"),
            ("os.getenv(\"DB_PASSWORD\", \"abcdef\")", "abcdef"),
            ("config[\"secret_key\"] = \"abcdef\"", "abcdef"),
            ("--password hunter2", "hunter2"),
            ("mysql --password=hunter", "hunter"),
            ("SECRET_KEY = b'abc'", "abc"),
            ("token := \"abc\"", "abc"),
            ("client_secret='a\\'b'", "a\\'b"),
            ("passwd = 'unterminated", "unterminated"),
            ("if token == \"abcdef\":", "abcdef"),
            ("cookie: session=abc123", "abc123"),
            ("- name: DB_PASSWORD\n  value: hunter", "hunter"),
            ("{\"name\": \"API_TOKEN\", \"value\": \"abcdef\"}", "abcdef"),
            ("Log in with password: hunter2zzz and go.", "hunter2zzz"),
            ("Use token: abc-123-def, then start.", "abc-123-def"),
            ("password: hunter2zzz", "hunter2zzz"),
            ("token: str | None = 'abcdef'", "abcdef"),
            ("connection_string = \"Server=x;Pwd=abc\"", "abc"),
        ] {
            hidden(text, secret);
        }
    }

    #[test]
    fn names_survive() {
        for text in [
            "subprocess.run",
            "api_key = os.environ[\"OPENAI_API_KEY\"]",
            "api_key_env = \"OPENAI_API_KEY\"",
            "max_tokens = 4096",
            "MAX_TOKENS=\"auto\"",
            "token=token",
            "apiKey: config.apiKey",
            "password: str",
            "password: string;",
            "token = get_token()",
            "token = None",
            "requires_approval = True",
            "def validate_token(self, token):",
            "process.env.GITHUB_TOKEN",
            "claude-3-5-sonnet-20241022",
            "gpt-4o-mini-2024-07-18",
            "handle_tool_call_with_timeout_and_retry",
            "ToolExecutionResultWithContext2",
            "the token: what it is for",
            "def f(self, token: Token, more: int)",
            "fn login(password: Secret, user: User)",
            "password: ${DB_PASSWORD}",
            "token: ${{ secrets.GITHUB_TOKEN }}",
            "password=\"\"",
            "image: node@sha256:3f2a9bc83f2a9bc83f2a9bc83f2a9bc83f2a9bc83f2a9bc83f2a9bc83f2a9bc8",
            "uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683",
            "TokenBucket",
            "secretsmanager",
            "the token is refreshed",
            "- name: API_TOKEN\n  valueFrom: x",
            "name=\"token\", value=\"\"",
            "2026-01-02T03:04:05Z",
            "tokenizer = \"cl100k_base\"",
        ] {
            assert_eq!(mask(text), text);
        }
    }

    #[test]
    fn random_text() {
        hidden(&format!("x = [{:?}]", invented("", 32)), &invented("", 32));
        hidden("k = '9f86d081884c7d659a2feaa0c55ad015'", "9f86d081884c7d659a2feaa0c55ad015");
    }

    #[test]
    fn values_by_name() {
        assert_eq!(mask_value("db_password", "x"), MASKED);
        assert_eq!(mask_value("db_password", ""), "");
        assert_eq!(mask_value("api_key", "${KEY}"), "${KEY}");
        assert_eq!(mask_value("max_tokens", "4096"), "4096");
        assert_eq!(mask_value("model", "gpt-4o"), "gpt-4o");
        assert_eq!(mask_value("database_url", "postgres://a:b@c/d"), format!("postgres://{MASKED}@c/d"));
        assert!(is_secret_name("apiKey") && is_secret_name("SLACK_BOT_TOKEN") && !is_secret_name("maxTokens"));
    }

    #[test]
    fn what_may_be_cited() {
        assert_eq!(citable(" subprocess.run "), Some("subprocess.run".into()));
        for text in [
            "",
            " ",
            "a\nb",
            "a\u{202e}b",
            "a\u{200b}b",
            "\u{7}",
            "password=\"abc\"",
            &invented("sk-", 40),
            &"x".repeat(201),
        ] {
            assert_eq!(citable(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn total_and_stable(text in any::<String>()) {
            let once = mask(&text);
            prop_assert_eq!(mask(&once), once);
        }

        #[test]
        fn quoted_values_never_survive(
            name in "(db|APP|x)?[_-]?(password|api_key|secret|auth_token|PASSWD)",
            by in prop::sample::select(vec![" = ", "=", ": ", ":", " := ", " => "]),
            value in "[a-z][a-zA-Z0-9!#%^&*+/ -]{9,40}",
            quote in prop::sample::select(vec!['"', '\'', '`']),
        ) {
            let masked = mask(&format!("{name}{by}{quote}{value}{quote}"));
            prop_assert!(!masked.contains(&value), "{}", masked);
            prop_assert!(masked.contains(&name), "{}", masked);
        }
    }
}
