//! What GitHub Actions tells a step and takes from it: the event, the summary, the outputs.

use std::{env, fs, io::Write, path::PathBuf};

use serde_json::Value;

use super::{
    exit::{Exit, Failure},
    safety,
};
use crate::{compare::diff::DiffReport, report};

/// Bytes of an event.
const LARGEST: u64 = 16 << 20;

/// The commits that an event is about, and where the runner reads answers.
pub(super) struct Event {
    pub base: Option<String>,
    pub head: Option<String>,
    summary: Option<PathBuf>,
    output: Option<PathBuf>,
}

impl Event {
    /// From the variables that the runner sets.
    ///
    /// # Errors
    /// The event's file is there and is no JSON.
    pub fn read() -> Result<Self, Failure> {
        let file = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let event = match file("GITHUB_EVENT_PATH") {
            None => Value::Null,
            Some(path) => {
                let wrong = |e: String| Failure::usage(e).at(path.display().to_string());
                if fs::metadata(&path).map_err(|e| wrong(e.to_string()))?.len() > LARGEST {
                    return Err(wrong("this event is too large".to_owned()));
                }
                let text = fs::read_to_string(&path).map_err(|e| wrong(e.to_string()))?;
                serde_json::from_str(&text).map_err(|e| wrong(e.to_string()))?
            }
        };
        let at =
            |pointer: &str| event.pointer(pointer).and_then(Value::as_str).filter(|id| is_id(id)).map(str::to_owned);
        // What is checked out is what is compared: of a pull request the merge commit, whose first parent is the base.
        let base = at("/pull_request/base/sha").or_else(|| at("/merge_group/base_sha")).or_else(|| at("/before"));
        Ok(Self {
            base,
            head: env::var("GITHUB_SHA").ok().filter(|id| is_id(id)),
            summary: file("GITHUB_STEP_SUMMARY"),
            output: file("GITHUB_OUTPUT"),
        })
    }

    /// Annotations on standard output, the comment as the step's summary, and outputs for later steps.
    ///
    /// # Errors
    /// The runner's files cannot be written.
    pub fn write(&self, report: &DiffReport, comment: &str, annotations: &str, exit: Exit) -> Result<(), Failure> {
        super::output::write_document(None, annotations)?;
        if let Some(file) = &self.summary {
            append(file, comment)?;
        }
        if let Some(file) = &self.output {
            let outcome = serde_json::to_value(report.outcome).ok();
            let outcome = outcome.as_ref().and_then(Value::as_str).unwrap_or_default();
            let lines = format!(
                "outcome={outcome}\nexit-code={}\nsilent={}\nfailing={}\ntitle={}\n",
                exit.code(),
                report::diff_is_silent(report),
                report.failing().count(),
                report::diff_title(report)
            );
            append(file, &lines)?;
        }
        Ok(())
    }
}

/// All zeros is a branch that did not exist before.
fn is_id(text: &str) -> bool {
    text.len() == 40 && text.bytes().all(|b| b.is_ascii_hexdigit()) && text.bytes().any(|b| b != b'0')
}

fn append(file: &PathBuf, text: &str) -> Result<(), Failure> {
    safety::require(safety::Level::L1, "a file of the runner")?;
    let opened = fs::OpenOptions::new().append(true).create(true).open(file);
    opened
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|e| Failure::usage(format!("cannot write ({e})")).at(file.display().to_string()))
}
