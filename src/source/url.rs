//! Remote URLs. User and password are cut here, before anything else sees them: [`RemoteUrl`] cannot hold a password,
//! and what it prints holds no user either.

use std::fmt;

use super::error::SourceError;

/// How git reaches a remote repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scheme {
    Https,
    Ssh,
    /// `user@host:path`, which is ssh in another spelling.
    Scp,
    File,
    /// Printed, never fetched: `http`, `git` and whatever else a configuration may name.
    Other,
}

/// A remote URL without password, query and fragment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RemoteUrl {
    scheme: Scheme,
    scheme_name: String,
    /// Kept for ssh alone, which needs it to connect; never printed.
    user: Option<String>,
    host: String,
    port: Option<String>,
    /// With its leading `/`, except in [`Scheme::Scp`].
    path: String,
}

impl RemoteUrl {
    /// Reads a URL or `user@host:path`. `None`: the text is neither (a local path). An error never repeats the part
    /// of the text that could be a secret.
    pub fn parse(text: &str) -> Option<Result<Self, SourceError>> {
        match text.split_once("://") {
            Some((scheme, rest)) if is_scheme(scheme) => Some(Self::with_scheme(scheme, rest)),
            _ => Self::scp(text),
        }
    }

    /// Refuses what no repository of its host can be called: links to it would lead nowhere.
    pub fn possible(self) -> Result<Self, SourceError> {
        if !self.is_on_github() || self.github().is_some() || self.is_github_page() {
            return Ok(self);
        }
        Err(SourceError::UnusableUrl {
            url: self.to_string(),
            why: "a repository on GitHub is OWNER/NAME in letters, digits, `-`, `_` and `.`; write it like \
                  https://github.com/OWNER/NAME"
                .to_owned(),
        })
    }

    fn is_on_github(&self) -> bool {
        self.scheme != Scheme::File && matches!(self.host.as_str(), "github.com" | "www.github.com" | "ssh.github.com")
    }

    /// The same for a remote in a repository's configuration, where ssh needs no user (`host.example:path`). `None`
    /// also for what cannot be used: a card then names no remote.
    pub fn of_config(text: &str) -> Option<Self> {
        match Self::parse(text) {
            Some(url) => url.and_then(Self::possible).ok(),
            None => {
                let (host, path) = text.split_once(':')?;
                let like_a_host = host.contains('.') && is_host(host) && !host.starts_with('.') && !path.is_empty();
                let url = || Self {
                    scheme: Scheme::Scp,
                    scheme_name: "ssh".to_owned(),
                    user: None,
                    host: host.to_ascii_lowercase(),
                    port: None,
                    path: path.to_owned(),
                };
                like_a_host.then(url)?.possible().ok()
            }
        }
    }

    fn with_scheme(scheme: &str, rest: &str) -> Result<Self, SourceError> {
        let scheme_name = scheme.to_ascii_lowercase();
        let refused =
            |why: &str| Err(SourceError::UnusableUrl { url: format!("{scheme_name}://..."), why: why.to_owned() });
        let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let (user_info, host_port) = match authority.rsplit_once('@') {
            Some((user_info, host)) => (Some(user_info), host),
            None => (None, authority),
        };
        let scheme = match scheme_name.as_str() {
            "https" => Scheme::Https,
            "ssh" | "git+ssh" | "ssh+git" => Scheme::Ssh,
            "file" => Scheme::File,
            _ => Scheme::Other,
        };
        let (host, port) = match host_port.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (host, Some(port)),
            _ => (host_port, None),
        };
        // A password with a `/` in it ends up here as a "port": refuse it unseen.
        if port.is_some_and(|p| !p.bytes().all(|b| b.is_ascii_digit())) {
            return refused("the port is not a number (a password in a URL is not used; leave it out)");
        }
        let local = scheme == Scheme::File && host.is_empty();
        if !is_host(host) && !local {
            return refused("the host name is empty or has characters that no host name has");
        }
        if scheme == Scheme::File && !matches!(host, "" | "localhost") {
            return refused("a file URL names a folder of this machine: write file:///folder");
        }
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let user = user_info.map(|info| info.split(':').next().unwrap_or_default().to_owned());
        Ok(Self {
            scheme,
            scheme_name,
            user: user.filter(|user| scheme == Scheme::Ssh && is_user(user)),
            host: if scheme == Scheme::File { String::new() } else { host.to_ascii_lowercase() },
            port: port.filter(|p| !p.is_empty()).map(str::to_owned),
            path: path.to_owned(),
        })
    }

    fn scp(text: &str) -> Option<Result<Self, SourceError>> {
        let before_slash = &text[..text.find('/').unwrap_or(text.len())];
        let (user, rest) = text.split_once('@').filter(|(user, _)| !user.contains('/'))?;
        if user.contains(':') {
            // `user:password@host...`: no spelling that git knows, and not to be repeated.
            return Some(Err(SourceError::UnusableUrl {
                url: format!("...@{}", rest.rsplit('@').next().unwrap_or_default().escape_debug()),
                why: "write https://host/path, ssh://user@host/path or user@host:path, without a password".to_owned(),
            }));
        }
        if !is_user(user) || !before_slash.contains('@') {
            return None;
        }
        let host_end = match rest.strip_prefix('[') {
            Some(inner) => inner.find(']')? + 2,
            None => rest.find([':', '/'])?,
        };
        let (host, path) = rest.split_at(host_end);
        let path = path.strip_prefix(':')?;
        if !is_host(host) {
            return Some(Err(SourceError::UnusableUrl {
                url: format!("{}:{}", host.escape_debug(), path.escape_debug()),
                why: "no host has such a name; a local path of this form is written with ./ before it".to_owned(),
            }));
        }
        Some(Ok(Self {
            scheme: Scheme::Scp,
            scheme_name: "ssh".to_owned(),
            user: Some(user.to_owned()),
            host: host.to_ascii_lowercase(),
            port: None,
            path: path.to_owned(),
        }))
    }

    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    pub fn path(&self) -> &str {
        &self.path
    }

    /// The same remote at another path of its host.
    pub fn with_path(&self, path: &str) -> Self {
        Self { path: path.to_owned(), ..self.clone() }
    }

    /// The argument for git. Holds the ssh user, no password.
    pub fn for_git(&self) -> String {
        let user = self.user.as_deref().map(|user| format!("{user}@")).unwrap_or_default();
        let Self { host, path, .. } = self;
        if self.scheme == Scheme::Scp {
            return format!("{user}{host}:{path}");
        }
        let scheme = if self.scheme == Scheme::Ssh { "ssh" } else { &self.scheme_name };
        let port = self.port.as_deref().map(|port| format!(":{port}")).unwrap_or_default();
        format!("{scheme}://{user}{host}{port}{path}")
    }

    /// What a card prints: the page of the repository on GitHub, whatever the spelling; of another host the URL
    /// itself, in characters that mean nothing in Markdown or HTML.
    pub fn for_print(&self) -> String {
        match self.github() {
            Some((owner, name)) => format!("https://github.com/{owner}/{name}"),
            None => self.to_string(),
        }
    }

    fn github(&self) -> Option<(&str, &str)> {
        let path = self.path.trim_matches('/');
        let (owner, name) = path.split_once('/')?;
        let name = name.strip_suffix(".git").unwrap_or(name);
        let plain = |part: &str| {
            part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
                && !part.bytes().all(|b| b == b'.')
        };
        (self.is_on_github() && plain(owner) && plain(name)).then_some((owner, name))
    }

    /// True for a GitHub URL of a page inside a repository, which git cannot fetch.
    pub fn is_github_page(&self) -> bool {
        self.is_on_github() && self.path.trim_matches('/').split('/').count() > 2
    }

    /// The last segment of the path, without `.git`.
    pub fn name(&self) -> &str {
        last_segment(&self.path)
    }
}

/// A text that was taken for a path, for a message: what may be `user:password` before an `@` is left out.
pub(super) fn without_credentials(text: &str) -> String {
    match text.rsplit_once('@') {
        Some((before, after)) if before.contains(':') => format!("...@{after}"),
        _ => text.to_owned(),
    }
}

/// The last segment of a URL's or remote's path, without `.git`.
pub(super) fn last_segment(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    // `clone .` leaves `/folder/.` as origin.
    let path = path.strip_suffix("/.").or_else(|| path.strip_suffix("/.git")).unwrap_or(path).trim_end_matches('/');
    let name = path.rsplit(['/', ':']).next().unwrap_or_default();
    name.strip_suffix(".git").unwrap_or(name)
}

/// Without user and password.
impl fmt::Display for RemoteUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.scheme {
            Scheme::Scp => write!(f, "{}:", self.host)?,
            _ => write!(f, "{}://{}", self.scheme_name, self.host)?,
        }
        if let Some(port) = &self.port {
            write!(f, ":{port}")?;
        }
        for byte in self.path.bytes() {
            match byte {
                b'-' | b'.' | b'_' | b'~' | b'/' | b'%' | b'+' | b'@' | b'=' | b',' | b':' => {
                    write!(f, "{}", char::from(byte))?;
                }
                byte if byte.is_ascii_alphanumeric() => write!(f, "{}", char::from(byte))?,
                byte => write!(f, "%{byte:02X}")?,
            }
        }
        Ok(())
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// A leading `-` would be an option of ssh.
fn is_host(text: &str) -> bool {
    let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    match inner {
        Some(address) => {
            !address.is_empty() && address.bytes().all(|b| b.is_ascii_hexdigit() || matches!(b, b':' | b'.'))
        }
        None => {
            !text.is_empty()
                && !text.starts_with('-')
                && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_'))
        }
    }
}

fn is_user(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with('-')
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'+' | b'%'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> RemoteUrl {
        RemoteUrl::parse(text).expect("a URL").expect("usable")
    }

    #[test]
    fn every_spelling_of_a_github_remote_is_one_page() {
        for text in [
            "https://github.com/o-1/n.x",
            "https://github.com/o-1/n.x.git",
            "https://www.github.com/o-1/n.x/",
            "https://me:secret@GitHub.com/o-1/n.x.git",
            "https://ghp_token@github.com/o-1/n.x",
            "http://github.com/o-1/n.x",
            "git://github.com/o-1/n.x.git",
            "git@github.com:o-1/n.x.git",
            "org-77@github.com:/o-1/n.x",
            "ssh://git@github.com/o-1/n.x.git",
            "ssh://git@github.com:22/o-1/n.x.git",
            "ssh://git@ssh.github.com:443/o-1/n.x.git",
            "git+ssh://git@github.com/o-1/n.x.git",
            "github.com:o-1/n.x.git",
        ] {
            let url = |text| RemoteUrl::of_config(text).expect(text);
            assert_eq!(url(text).for_print(), "https://github.com/o-1/n.x", "{text}");
            assert_eq!(url(text).name(), "n.x", "{text}");
        }
    }

    #[test]
    fn other_hosts_lose_user_password_and_query_only() {
        assert_eq!(
            url("https://u:p@gitlab.example:8443/a/b.git?t=x#y").for_print(),
            "https://gitlab.example:8443/a/b.git"
        );
        assert_eq!(url("ssh://alice:pw@host.example/a/b").for_print(), "ssh://host.example/a/b");
        assert_eq!(url("git@gitlab.example:a/b.git").for_print(), "gitlab.example:a/b.git");
        assert_eq!(url("https://a@b:c@host/x").for_print(), "https://host/x");
        assert_eq!(url("https://host/a`](x) <b>").for_print(), "https://host/a%60%5D%28x%29%20%3Cb%3E");
    }

    #[test]
    fn what_github_cannot_hold_is_refused() {
        for text in [
            "https://github.com/o/n`x",
            "https://github.com/../n",
            "https://github.com/o/n%20x",
            "https://github.com/ö/n",
            "https://github.com/o",
            "https://github.com",
            "git@github.com:o/n x",
            "https://user:hunter2@github.com/o/n(x)",
        ] {
            let error = url(text).possible().expect_err(text);
            assert_eq!(error.kind(), super::super::ErrorKind::Usage);
            let message = error.to_string();
            assert!(message.contains("OWNER/NAME") && !message.contains("hunter2"), "{message}");
            assert_eq!(RemoteUrl::of_config(text), None, "{text}: a card names no such remote");
        }
        assert_eq!(RemoteUrl::of_config("github.com:o/n(x)"), None);
        assert_eq!(url("https://gitlab.example/o/n(x)").for_print(), "https://gitlab.example/o/n%28x%29");
    }

    #[test]
    fn git_gets_the_ssh_user_and_nothing_else() {
        assert_eq!(url("ssh://git:pw@host/a").for_git(), "ssh://git@host/a");
        assert_eq!(url("git@host:a b").for_git(), "git@host:a b");
        assert_eq!(url("https://u:p@host/a").for_git(), "https://host/a");
        assert_eq!(url("file:///srv/a b").for_git(), "file:///srv/a b");
    }

    #[test]
    fn local_paths_are_no_urls() {
        for text in ["/srv/git/x", "./a@b:c", "../x", "C:/x", "x:y", "folder/a@b:c", ""] {
            assert!(RemoteUrl::parse(text).is_none(), "{text}");
            assert!(RemoteUrl::of_config(text).is_none(), "{text}");
        }
        assert_eq!(url("file://localhost/srv/x").for_git(), "file:///srv/x");
    }

    #[test]
    fn a_path_is_named_by_its_last_segment() {
        for path in ["/srv/x", "/srv/x/", "/srv/x.git", "/srv/x/.git", "/srv/x/.", "host:x", "x"] {
            assert_eq!(last_segment(path), "x", "{path}");
        }
    }

    #[test]
    fn refused_urls_repeat_no_secret() {
        for text in [
            "https://user:se/cret@host/x",
            "https://user:secret@/x",
            "https://user:secret@ho st/x",
            "user:secret@host/x",
            "user:secret@host:x",
            "ssh://user:secret@-oProxyCommand=x/y",
            "file://secret/x",
        ] {
            let error = RemoteUrl::parse(text).expect("a URL").expect_err(text).to_string();
            assert!(!error.contains("secret") && !error.contains("cret@"), "{error}");
        }
    }
}
