//! `depthgauge comment`: the comment of a report that someone else made.

use super::{
    diff_args::CommentArgs,
    exit::{Exit, Failure},
    output::write_document,
    read_input,
};
use crate::{compare::diff::DiffReport, report};

pub(super) fn run(args: &CommentArgs) -> Result<Exit, Failure> {
    let text = read_input(&args.file, "a JSON report of `depthgauge diff`")?;
    let wrong = |why: String| Failure::usage(why).at(args.file.display().to_string());
    let read: DiffReport = serde_json::from_str(&text).map_err(|e| wrong(format!("no report of `diff`: {e}")))?;
    let hardened = report::hardened(read, &args.repo_url).map_err(wrong)?;
    if args.head.as_ref().is_some_and(|head| *head != hardened.head.commit) {
        return Err(wrong("the report is about another commit".to_owned()));
    }
    write_document(args.output.as_deref().filter(|path| path.as_os_str() != "-"), &report::diff_markdown(&hardened))?;
    Ok(Exit::Done)
}
