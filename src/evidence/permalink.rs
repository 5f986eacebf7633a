//! Links to lines at the pinned commit: one table of hosts, each with the way it writes them and reads them back.

use std::borrow::Cow;

use crate::facts::Span;

/// A host whose links are known.
struct Host {
    domains: &'static [&'static str],
    /// What the name of a self-hosted one begins with; empty where there is none.
    prefix: &'static str,
    /// The path of the project's page from the path of a remote, both without a slash at either end.
    project: fn(&str) -> Option<String>,
    /// Lines from the project's page, the commit, the encoded path and the lines.
    blob: fn(&str, &str, &str, Span) -> String,
    /// The path of the project's page, revision, encoded path and lines of a link.
    parse: fn(&Address<'_>) -> Option<Parts>,
}

const HOSTS: [Host; 6] = [
    Host { domains: &["github.com"], prefix: "", project: owner_and_name, blob: github::blob, parse: github::parse },
    Host {
        domains: &["gitlab.com"],
        prefix: "gitlab.",
        project: groups_and_name,
        blob: gitlab::blob,
        parse: gitlab::parse,
    },
    Host {
        domains: &["bitbucket.org"],
        prefix: "",
        project: owner_and_name,
        blob: bitbucket::blob,
        parse: bitbucket::parse,
    },
    Host { domains: &["dev.azure.com"], prefix: "", project: azure::project, blob: azure::blob, parse: azure::parse },
    Host {
        domains: &["codeberg.org", "gitea.com"],
        prefix: "gitea.",
        project: owner_and_name,
        blob: gitea::blob,
        parse: gitea::parse,
    },
    Host {
        domains: &["git.sr.ht"],
        prefix: "",
        project: sourcehut::project,
        blob: sourcehut::blob,
        parse: sourcehut::parse,
    },
];

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

/// A link to a file, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedLines {
    /// The project's page, as [`Permalinks::page`] gives it.
    pub page: String,
    /// What stands where the commit belongs: a hash or a name.
    pub rev: String,
    /// Plain path.
    pub file: String,
    /// `None` for a link to the whole file, or with lines that cannot be read.
    pub lines: Option<Span>,
}

impl LinkedLines {
    /// Reads a link of any known host. `None` for an address that is no link to a file there.
    pub fn parse(url: &str) -> Option<Self> {
        let (scheme, rest) = url.trim().split_once("://")?;
        if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
            return None;
        }
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, path) = rest.split_once('/')?;
        let (host, base) = host_of(authority, true)?;
        let parts = (host.parse)(&Address { path: path.trim_end_matches('/'), query, fragment })?;
        let file = decode(&parts.file)?;
        (!file.is_empty() && !parts.rev.is_empty()).then(|| Self {
            page: format!("https://{base}/{}", parts.project),
            rev: parts.rev,
            file,
            lines: parts.lines.filter(|lines| lines.start > 0 && lines.start <= lines.end),
        })
    }
}

/// What stands behind the host of a link.
struct Address<'a> {
    path: &'a str,
    query: &'a str,
    fragment: &'a str,
}

struct Parts {
    project: String,
    rev: String,
    /// Percent-encoded.
    file: String,
    lines: Option<Span>,
}

impl Parts {
    /// `PROJECT/…marker…/REV/FILE`, as most hosts write it.
    fn behind(address: &Address<'_>, marker: &str, segments: usize, lines: Option<Span>) -> Option<Self> {
        let (project, rest) = match segments {
            // Groups: the first marker ends the project.
            0 => address.path.split_once(marker)?,
            n => {
                let end = address.path.match_indices('/').nth(n - 1)?.0;
                (&address.path[..end], address.path[end..].strip_prefix(marker)?)
            }
        };
        let (rev, file) = rest.split_once('/')?;
        let project = if segments == 0 { groups_and_name(project)? } else { owner_and_name(project)? };
        Some(Self { project, rev: decode(rev)?, file: file.to_owned(), lines })
    }
}

/// `FIRST` or `FIRST`, `between`, `LAST`, behind `prefix`.
fn lines(fragment: &str, prefix: &str, between: &str) -> Option<Span> {
    let rest = fragment.strip_prefix(prefix)?;
    let (first, last) = rest.split_once(between).unwrap_or((rest, rest));
    Some(Span { start: number(first)?, end: number(last)? })
}

fn number(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// `FIRST` or `FIRST`, `between`, `LAST`.
fn range(lines: Span, between: &str) -> String {
    if lines.end > lines.start { format!("{}{between}{}", lines.start, lines.end) } else { lines.start.to_string() }
}

mod github {
    use super::*;

    pub fn blob(page: &str, commit: &str, path: &str, lines: Span) -> String {
        format!("{page}/blob/{commit}/{path}#L{}", range(lines, "-L"))
    }

    pub fn parse(address: &Address<'_>) -> Option<Parts> {
        // `#L3C1-L7C9` names columns, too.
        let anchor: String = address
            .fragment
            .split('-')
            .map(|part| part.split_once('C').map_or(part, |(line, _)| line))
            .collect::<Vec<_>>()
            .join("-");
        let marker = ["/blob/", "/blame/", "/tree/"].into_iter().find(|m| address.path.contains(m))?;
        Parts::behind(address, marker, 2, lines(&anchor, "L", "-L"))
    }
}

mod gitlab {
    use super::*;

    pub fn blob(page: &str, commit: &str, path: &str, lines: Span) -> String {
        format!("{page}/-/blob/{commit}/{path}#L{}", range(lines, "-"))
    }

    pub fn parse(address: &Address<'_>) -> Option<Parts> {
        let marker = ["/-/blob/", "/-/blame/", "/-/tree/"].into_iter().find(|m| address.path.contains(m))?;
        let anchor = lines(address.fragment, "L", "-L").or_else(|| lines(address.fragment, "L", "-"));
        Parts::behind(address, marker, 0, anchor)
    }
}

mod bitbucket {
    use super::*;

    pub fn blob(page: &str, commit: &str, path: &str, lines: Span) -> String {
        format!("{page}/src/{commit}/{path}#lines-{}", range(lines, ":"))
    }

    pub fn parse(address: &Address<'_>) -> Option<Parts> {
        Parts::behind(address, "/src/", 2, lines(address.fragment, "lines-", ":"))
    }
}

mod gitea {
    use super::*;

    pub fn blob(page: &str, commit: &str, path: &str, lines: Span) -> String {
        format!("{page}/src/commit/{commit}/{path}#L{}", range(lines, "-L"))
    }

    pub fn parse(address: &Address<'_>) -> Option<Parts> {
        let marker = ["/src/commit/", "/src/branch/", "/src/tag/"].into_iter().find(|m| address.path.contains(m))?;
        let anchor = lines(address.fragment, "L", "-L").or_else(|| lines(address.fragment, "L", "-"));
        Parts::behind(address, marker, 2, anchor)
    }
}

mod sourcehut {
    use super::*;

    /// `~owner/name`.
    pub fn project(path: &str) -> Option<String> {
        owner_and_name(path).filter(|path| path.starts_with('~'))
    }

    pub fn blob(page: &str, commit: &str, path: &str, lines: Span) -> String {
        format!("{page}/tree/{commit}/item/{path}#L{}", range(lines, "-"))
    }

    pub fn parse(address: &Address<'_>) -> Option<Parts> {
        let parts = Parts::behind(address, "/tree/", 2, lines(address.fragment, "L", "-"))?;
        Some(Parts { file: parts.file.strip_prefix("item/")?.to_owned(), ..parts })
    }
}

mod azure {
    use super::*;

    /// `ORGANISATION/PROJECT/_git/NAME` from a path of https (`_git` may follow the organisation at once: the project
    /// then has the repository's name) or ssh (`v3/ORGANISATION/PROJECT/NAME`).
    pub fn project(path: &str) -> Option<String> {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.eq_ignore_ascii_case("DefaultCollection")).collect();
        let (organisation, project, name) = match parts[..] {
            ["v3", organisation, project, name] => (organisation, project, name),
            [organisation, project, "_git", name] => (organisation, project, name),
            [organisation, "_git", name] => (organisation, name, name),
            _ => return None,
        };
        // Names of projects may hold spaces.
        let plain = |part: &str| decode(part).filter(|part| is_segment(part)).map(|part| encode(&part));
        Some(format!("{}/{}/_git/{}", plain(organisation)?, plain(project)?, plain(name)?))
    }

    /// The selection ends before the first column of the line behind it.
    pub fn blob(page: &str, commit: &str, path: &str, lines: Span) -> String {
        let end = lines.end.saturating_add(1);
        format!(
            "{page}?path=/{path}&version=GC{commit}&line={}&lineEnd={end}&lineStartColumn=1&lineEndColumn=1",
            lines.start
        )
    }

    pub fn parse(address: &Address<'_>) -> Option<Parts> {
        let value = |name: &str| {
            address
                .query
                .split('&')
                .filter_map(|field| field.split_once('='))
                .find(|(key, _)| *key == name)
                .map(|(_, v)| v)
        };
        let version = decode(value("version")?)?;
        let first = value("line").and_then(number);
        let last = value("lineEnd").and_then(number).or(first);
        // Column 1 of a later line is the end of the line before.
        let whole = value("lineEndColumn").is_none_or(|column| column == "1");
        let lines =
            first.zip(last).map(|(start, end)| Span { start, end: if end > start && whole { end - 1 } else { end } });
        Some(Parts {
            project: project(address.path)?,
            // `GC` is a commit, `GB` a branch, `GT` a tag.
            rev: version.get(2..)?.to_owned(),
            file: decode(value("path")?)?.trim_start_matches('/').split('/').map(encode).collect::<Vec<_>>().join("/"),
            lines,
        })
    }
}

fn locate(remote: &str) -> Option<(&'static Host, String)> {
    let (authority, path, web) = split(remote.trim())?;
    let (host, base) = host_of(authority, web)?;
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let path = match organisation(authority) {
        Some(organisation) => Cow::Owned(format!("{organisation}/{path}")),
        None => Cow::Borrowed(path),
    };
    Some((host, format!("https://{base}/{}", (host.project)(&path)?)))
}

/// The entry of a host, and its name in links. `web`: a port is one of pages, not of ssh.
fn host_of(authority: &str, web: bool) -> Option<(&'static Host, String)> {
    let name = authority.rsplit('@').next().unwrap_or(authority).to_ascii_lowercase();
    let (domain, port) = name.split_once(':').unwrap_or((&name, ""));
    let domain = domain.strip_prefix("www.").unwrap_or(domain);
    let domain = match domain {
        "ssh.github.com" => "github.com",
        "altssh.gitlab.com" => "gitlab.com",
        "altssh.bitbucket.org" => "bitbucket.org",
        "ssh.dev.azure.com" | "vs-ssh.visualstudio.com" => "dev.azure.com",
        other if other.ends_with(".visualstudio.com") => "dev.azure.com",
        other => other,
    };
    if let Some(host) = HOSTS.iter().find(|host| host.domains.contains(&domain)) {
        return Some((host, domain.to_owned()));
    }
    let self_hosted = |host: &&Host| !host.prefix.is_empty() && domain.starts_with(host.prefix);
    let host = HOSTS.iter().find(self_hosted)?;
    let valid = domain.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.".contains(&b)) && !domain.ends_with('.');
    let port_is_number = port.bytes().all(|b| b.is_ascii_digit());
    let port = if web && !port.is_empty() { format!(":{port}") } else { String::new() };
    (valid && port_is_number).then(|| (host, format!("{domain}{port}")))
}

/// `https://ORGANISATION.visualstudio.com/…`: the organisation of an address in Azure DevOps' older form.
fn organisation(authority: &str) -> Option<&str> {
    let name = authority.rsplit('@').next().unwrap_or(authority);
    name.strip_suffix(".visualstudio.com").filter(|name| *name != "vs-ssh")
}

/// Authority and path of a remote in URL or scp form, and whether it is one of the web.
fn split(remote: &str) -> Option<(&str, &str, bool)> {
    if let Some((scheme, rest)) = remote.split_once("://") {
        let scheme = scheme.to_ascii_lowercase();
        let known = ["https", "http", "ssh", "git", "git+ssh"].contains(&scheme.as_str());
        let (authority, path) = known.then(|| rest.split_once('/')).flatten()?;
        return Some((authority, path, scheme.starts_with("http")));
    }
    let (authority, path) = remote.split_once(':').filter(|(authority, _)| !authority.contains('/'))?;
    Some((authority, path, false))
}

fn is_segment(part: &str) -> bool {
    !part.is_empty() && part != "." && part != ".." && !part.contains(['/', '\\']) && !part.contains(char::is_control)
}

fn is_plain(part: &str) -> bool {
    is_segment(part) && part.bytes().all(unreserved)
}

fn owner_and_name(path: &str) -> Option<String> {
    let (owner, name) = path.split_once('/')?;
    (is_plain(owner) && is_plain(name)).then(|| path.to_owned())
}

/// Two segments or more: groups may lie in groups.
fn groups_and_name(path: &str) -> Option<String> {
    (path.contains('/') && path.split('/').all(is_plain)).then(|| path.to_owned())
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

/// `None` if an escape is cut off, or if what comes out is no text.
fn decode(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let digits = [bytes.next()?, bytes.next()?].map(|digit| char::from(digit).to_digit(16));
        out.push(u8::try_from(digits[0]? * 16 + digits[1]?).ok()?);
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

    fn page(remote: &str) -> Option<String> {
        Permalinks::new(Some(remote), COMMIT).page().map(str::to_owned)
    }

    #[test]
    fn remotes() {
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
            "ssh://git@ssh.github.com:443/Owner/na.me",
            "git://github.com/Owner/na.me.git",
        ] {
            assert_eq!(page(remote).as_deref(), Some("https://github.com/Owner/na.me"), "{remote}");
        }
        for remote in [
            "",
            "/srv/git/x",
            "file:///srv/github.com/a/b",
            "https://example.org/a/b",
            "https://github.com/a",
            "https://github.com/a/b/c",
            "https://github.com.evil.example/a/b",
            "https://evil.example/github.com/a/b",
            "https://notgitlab.example/a/b",
            "https://bitbucket.org/a/b/c",
            "https://git.sr.ht/owner/name",
            "https://dev.azure.com/o/p",
            "https://dev.azure.com/o/p/_git/n/x",
            "https://visualstudio.com/p/_git/n",
            "https://gitlab.example:80x/a/b",
            "https://gitlab.com/a",
            "https://gitlab.com/a/../b",
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
    fn remotes_of_other_hosts() {
        for (remote, wanted) in [
            ("https://gitlab.com/g/n.git", "https://gitlab.com/g/n"),
            ("git@gitlab.com:g/sub/deep/n.git", "https://gitlab.com/g/sub/deep/n"),
            ("ssh://git@altssh.gitlab.com:443/g/n.git", "https://gitlab.com/g/n"),
            ("https://gitlab.example.org:8443/g/n.git", "https://gitlab.example.org:8443/g/n"),
            ("ssh://git@gitlab.example.org:2222/g/n.git", "https://gitlab.example.org/g/n"),
            ("gitlab.example:a/b.git", "https://gitlab.example/a/b"),
            ("https://u@bitbucket.org/o/n.git", "https://bitbucket.org/o/n"),
            ("git@bitbucket.org:o/n.git", "https://bitbucket.org/o/n"),
            ("https://codeberg.org/o/n", "https://codeberg.org/o/n"),
            ("ssh://git@codeberg.org/o/n.git", "https://codeberg.org/o/n"),
            ("https://gitea.com/o/n.git", "https://gitea.com/o/n"),
            ("https://gitea.example.org/o/n.git", "https://gitea.example.org/o/n"),
            ("https://git.sr.ht/~o/n", "https://git.sr.ht/~o/n"),
            ("git@git.sr.ht:~o/n", "https://git.sr.ht/~o/n"),
            ("https://o@dev.azure.com/o/my%20project/_git/n", "https://dev.azure.com/o/my%20project/_git/n"),
            ("https://dev.azure.com/o/_git/n", "https://dev.azure.com/o/n/_git/n"),
            ("git@ssh.dev.azure.com:v3/o/p/n", "https://dev.azure.com/o/p/_git/n"),
            ("https://o.visualstudio.com/p/_git/n", "https://dev.azure.com/o/p/_git/n"),
            ("https://o.visualstudio.com/DefaultCollection/p/_git/n", "https://dev.azure.com/o/p/_git/n"),
            ("o@vs-ssh.visualstudio.com:v3/o/p/n", "https://dev.azure.com/o/p/_git/n"),
        ] {
            assert_eq!(page(remote).as_deref(), Some(wanted), "{remote}");
        }
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

    /// A remote on each host, and what stands between page and end of a link to lines 3 to 9 and to line 3 of `a/b.py`.
    const TABLE: [(&str, &str, &str); 6] = [
        ("https://github.com/o/n", "/blob/SHA/a/b.py#L3-L9", "/blob/SHA/a/b.py#L3"),
        ("https://gitlab.com/g/s/n", "/-/blob/SHA/a/b.py#L3-9", "/-/blob/SHA/a/b.py#L3"),
        ("https://bitbucket.org/o/n", "/src/SHA/a/b.py#lines-3:9", "/src/SHA/a/b.py#lines-3"),
        (
            "https://dev.azure.com/o/p/_git/n",
            "?path=/a/b.py&version=GCSHA&line=3&lineEnd=10&lineStartColumn=1&lineEndColumn=1",
            "?path=/a/b.py&version=GCSHA&line=3&lineEnd=4&lineStartColumn=1&lineEndColumn=1",
        ),
        ("https://codeberg.org/o/n", "/src/commit/SHA/a/b.py#L3-L9", "/src/commit/SHA/a/b.py#L3"),
        ("https://git.sr.ht/~o/n", "/tree/SHA/item/a/b.py#L3-9", "/tree/SHA/item/a/b.py#L3"),
    ];

    #[test]
    fn every_host_is_written_and_read() {
        assert_eq!(TABLE.len(), HOSTS.len());
        for (remote, several, one) in TABLE {
            let links = Permalinks::new(Some(remote), COMMIT);
            for (lines, wanted) in [(Span { start: 3, end: 9 }, several), (Span::line(3), one)] {
                let link = links.link("a/b.py", lines).expect(remote);
                assert_eq!(link, format!("{remote}{}", wanted.replace("SHA", COMMIT)));
                let read = LinkedLines::parse(&link).expect(&link);
                let wanted = LinkedLines {
                    page: remote.to_owned(),
                    rev: COMMIT.to_owned(),
                    file: "a/b.py".to_owned(),
                    lines: Some(lines),
                };
                assert_eq!(read, wanted, "{link}");
            }
        }
    }

    #[test]
    fn what_people_paste_is_read() {
        let read = |url: &str| LinkedLines::parse(url).map(|l| (l.rev, l.file, l.lines.map(|s| (s.start, s.end))));
        let some = |rev: &str, file: &str, lines| Some((rev.to_owned(), file.to_owned(), lines));
        assert_eq!(read("https://github.com/o/n/blob/main/a.py"), some("main", "a.py", None));
        assert_eq!(read("https://github.com/o/n/blob/v1/a.py#L3C1-L7C20"), some("v1", "a.py", Some((3, 7))));
        assert_eq!(read("https://github.com/o/n/blame/v1/a.py#L3"), some("v1", "a.py", Some((3, 3))));
        assert_eq!(read("https://github.com/o/n/blob/v1/a.py#L9-L3"), some("v1", "a.py", None));
        assert_eq!(read("https://github.com/o/n/blob/v1/a.py#readme"), some("v1", "a.py", None));
        assert_eq!(read("https://github.com/o/n/blob/v1/a%2Fb.py#L0"), some("v1", "a/b.py", None));
        assert_eq!(read("http://www.github.com/o/n/blob/v1/a.py?plain=1#L3-L4"), some("v1", "a.py", Some((3, 4))));
        assert_eq!(read("https://gitlab.example/g/n/-/blob/v1/a.py#L3-L4"), some("v1", "a.py", Some((3, 4))));
        assert_eq!(
            read("https://dev.azure.com/o/p/_git/n?path=%2Fa%20b.py&version=GBmain&line=3&lineEnd=5&lineEndColumn=8"),
            some("main", "a b.py", Some((3, 5)))
        );
        assert_eq!(read("https://codeberg.org/o/n/src/branch/main/a.py#L3-L4"), some("main", "a.py", Some((3, 4))));
        for none in [
            "",
            "github.com/o/n/blob/v1/a.py",
            "https://github.com/o/n",
            "https://github.com/o/n/blob/v1",
            "https://github.com/o/n/blob/v1/%zz",
            "https://github.com/o/n/blob/v1/%ff",
            "https://github.com/o/n/issues/3",
            "https://github.com/o/n/x/blob/v1/a.py",
            "https://github.com.evil.example/o/n/blob/v1/a.py",
            "https://example.org/o/n/blob/v1/a.py#L3",
            "https://dev.azure.com/o/p/_git/n?version=GCx",
            "https://git.sr.ht/~o/n/tree/v1/a.py",
            "ftp://github.com/o/n/blob/v1/a.py",
        ] {
            assert_eq!(read(none), None, "{none}");
        }
    }

    proptest! {
        #[test]
        fn any_path_comes_back(path in "[^/\0\\p{Cc}]{1,12}(/[^/\0\\p{Cc}]{1,12}){0,3}", start in 1_u32..5000, more in 0_u32..90) {
            for (remote, ..) in TABLE {
                let lines = Span { start, end: start + more };
                let link = Permalinks::new(Some(remote), COMMIT).link(&path, lines).expect("link");
                let read = LinkedLines::parse(&link);
                let same = read.as_ref().is_some_and(|l| l.file == path && l.lines == Some(lines) && l.page == remote);
                prop_assert!(same, "{}: {:?}", link, read);
            }
        }

        #[test]
        fn any_text_is_read_without_panic(text in "(https://(github.com|dev.azure.com|git.sr.ht|gitlab.x)/)?[ -~é]{0,60}") {
            let _ = LinkedLines::parse(&text);
            let _ = page(&text);
        }
    }
}
