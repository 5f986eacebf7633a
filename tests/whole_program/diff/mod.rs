//! Comparing commits of invented repositories with the real binary.

mod gate;
mod github;
mod outputs;
mod scripted;
mod shared;

use std::{
    fs,
    path::Path,
    process::{Output, Stdio},
};

use depthgauge::compare::diff::DiffReport;

use crate::common::{clean, depthgauge, package};

/// A repository whose commits a test writes.
pub struct Repo(tempfile::TempDir);

impl Repo {
    /// A copy of one of the bundled agents, committed.
    pub fn of_agent(name: &str) -> Self {
        Self(crate::common::repository_of(&package().join("corpus/agents").join(name)))
    }

    pub fn empty() -> Self {
        Self(crate::common::repository_of(tempfile::tempdir().expect("folder").path()))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn git(&self, arguments: &[&str]) -> String {
        let output = clean("git")
            .args(["-c", "user.name=test", "-c", "user.email=test@example.invalid", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .env("GIT_AUTHOR_DATE", "2026-01-02T03:04:05Z")
            .env("GIT_COMMITTER_DATE", "2026-01-02T03:04:05Z")
            .current_dir(self.path())
            .stderr(Stdio::inherit())
            .output()
            .expect("git starts");
        assert!(output.status.success(), "git {arguments:?}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    pub fn write(&self, path: &str, text: &str) {
        let file = self.path().join(path);
        fs::create_dir_all(file.parent().expect("folder")).expect("create folder");
        fs::write(file, text).expect("write");
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).expect("read")
    }

    /// Replaces a text that must be there.
    pub fn edit(&self, path: &str, old: &str, new: &str) {
        let text = self.read(path);
        assert!(text.contains(old), "{path} does not hold {old:?}");
        self.write(path, &text.replace(old, new));
    }

    /// Commits everything and returns the hash.
    pub fn commit(&self) -> String {
        self.git(&["add", "--all", "--force"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message=change"]);
        self.git(&["rev-parse", "HEAD"])
    }

    pub fn diff(&self, arguments: &[&str]) -> Output {
        depthgauge()
            .args(["diff", "-q", "--date", "2026-01-02"])
            .args(arguments)
            .current_dir(self.path())
            .output()
            .expect("the binary starts")
    }

    /// The JSON report and the exit code.
    pub fn report(&self, arguments: &[&str]) -> (DiffReport, i32) {
        let output = self.diff(&[arguments, &["--format", "json"]].concat());
        let report = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
        (report, output.status.code().expect("exit code"))
    }
}

/// The failing sentences of a report.
pub fn failing(report: &DiffReport) -> Vec<String> {
    report.failing().map(|(_, change)| change.sentence.clone()).collect()
}
