//! Links to lines at the pinned commit, per host.

use crate::facts::Span;

/// A host whose link format is known. `blob` builds the address of lines from the project's page, the commit, the
/// encoded path and the lines.
struct Host {
    domain: &'static str,
    blob: fn(&str, &str, &str, Span) -> String,
}

const HOSTS: [Host; 1] = [Host { domain: "github.com", blob: github }];

fn github(page: &str, commit: &str, path: &str, lines: Span) -> String {
    let end = if lines.end > lines.start { format!("-L{}", lines.end) } else { String::new() };
    format!("{page}/blob/{commit}/{path}#L{}{end}", lines.start)
}

/// Builds permalinks for one repository at one commit.
pub struct Permalinks {
    /// The host's entry and the project's page there.
    project: Option<(&'static Host, String)>,
    commit: String,
}

impl Permalinks {
    /// `remote` as git knows it (`https://…`, `ssh://…`, `git@host:owner/name.git`), `commit` as 40 hex digits. Without
    /// a remote, or with one on a host that is not in the table, there are no links.
    pub fn new(remote: Option<&str>, commit: &str) -> Self {
        Self { project: remote.and_then(locate), commit: commit.to_owned() }
    }

    /// The project's page, `https://host/owner/name`: what a card gives as the repository.
    pub fn page(&self) -> Option<&str> {
        self.project.as_ref().map(|(_, page)| page.as_str())
    }

    /// Link to `lines` of `file` (relative to the repository's root, plain).
    pub fn link(&self, file: &str, lines: Span) -> Option<String> {
        let (host, page) = self.project.as_ref()?;
        Some((host.blob)(page, &self.commit, &encode(file), lines))
    }
}

fn locate(remote: &str) -> Option<(&'static Host, String)> {
    let (authority, path) = split(remote.trim())?;
    let domain = authority.rsplit('@').next().unwrap_or(authority);
    let domain = domain.split(':').next().unwrap_or(domain).to_ascii_lowercase();
    let host = HOSTS.iter().find(|host| domain == host.domain || domain == format!("www.{}", host.domain))?;
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let plain = |part: &str| !part.is_empty() && part.bytes().all(unreserved) && part != "." && part != "..";
    let (owner, name) = path.split_once('/')?;
    (plain(owner) && plain(name)).then(|| (host, format!("https://{}/{owner}/{name}", host.domain)))
}

/// Authority and path of a remote in URL or scp form.
fn split(remote: &str) -> Option<(&str, &str)> {
    if let Some((scheme, rest)) = remote.split_once("://") {
        let known = ["https", "http", "ssh", "git", "git+ssh"].contains(&scheme.to_ascii_lowercase().as_str());
        return known.then(|| rest.split_once('/')).flatten();
    }
    remote.split_once(':').filter(|(authority, _)| !authority.contains('/'))
}

fn unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

/// Percent-encodes every byte of each segment outside `A-Za-z0-9-._~`.
fn encode(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if unreserved(byte) || byte == b'/' {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

    #[test]
    fn remotes() {
        let page = |remote: &str| Permalinks::new(Some(remote), COMMIT).page().map(str::to_owned);
        for remote in [
            "https://github.com/Owner/na.me",
            "https://github.com/Owner/na.me.git",
            "https://github.com/Owner/na.me/",
            "https://user:word@github.com/Owner/na.me.git",
            "https://GitHub.com/Owner/na.me",
            "http://www.github.com/Owner/na.me",
            "git@github.com:Owner/na.me.git",
            "ssh://git@github.com/Owner/na.me.git",
            "ssh://git@github.com:22/Owner/na.me",
            "git://github.com/Owner/na.me.git",
        ] {
            assert_eq!(page(remote).as_deref(), Some("https://github.com/Owner/na.me"), "{remote}");
        }
        for remote in [
            "",
            "/srv/git/x",
            "file:///srv/github.com/a/b",
            "https://gitlab.com/a/b",
            "https://github.com/a",
            "https://github.com/a/b/c",
            "https://github.com.evil.example/a/b",
            "https://evil.example/github.com/a/b",
            "https://github.com/a/b?c",
            "https://github.com/a/b#c",
            "javascript://github.com/a/b",
            "C:/github.com/a",
            "https://github.com/a b/c",
            "https://github.com/../b",
        ] {
            assert_eq!(page(remote), None, "{remote}");
        }
        assert_eq!(Permalinks::new(None, COMMIT).link("a", Span::line(1)), None);
    }

    #[test]
    fn links() {
        let links = Permalinks::new(Some("git@github.com:o/n.git"), COMMIT);
        let link = |file: &str, start, end| links.link(file, Span { start, end }).expect("link");
        assert_eq!(link("a/b.py", 3, 3), format!("https://github.com/o/n/blob/{COMMIT}/a/b.py#L3"));
        assert_eq!(
            link("app/[id]/ü (1)~.ts", 3, 9),
            format!("https://github.com/o/n/blob/{COMMIT}/app/%5Bid%5D/%C3%BC%20%281%29~.ts#L3-L9")
        );
        assert!(link("a#b?c%d", 1, 1).ends_with("/a%23b%3Fc%25d#L1"));
    }
}
