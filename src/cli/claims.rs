//! `depthgauge claims`.

use super::{
    ClaimsRequest, Engine, Format, InputFile, LookRequest,
    args::{ClaimsArgs, Cli},
    exit::{Exit, Failure},
    output::Destination,
    pool, progress, read_input,
};
use crate::report;

pub(super) fn run(engine: &impl Engine, args: &ClaimsArgs, cli: &Cli) -> Result<Exit, Failure> {
    let format = if args.json { Format::Json } else { Format::Md };
    let destination = Destination::new(args.output.as_deref(), &[format])?;
    let page = match &args.page {
        Some(file) => Some(InputFile {
            text: read_input(file, "a page in Markdown, HTML, reStructuredText or plain text")?,
            place: file.file_name().map_or_else(|| "page.md".into(), |name| name.to_string_lossy().into_owned()),
        }),
        None => None,
    };
    let look = LookRequest::new(args.target.clone(), &args.place, &args.run);
    let request = ClaimsRequest { look, page };
    let pool = pool(args.run.threads)?;
    let answer = {
        let progress = progress::progress(cli.quiet, cli.verbose);
        pool.install(|| engine.claims(&request, progress.as_ref()))?
    };
    let document = match format {
        Format::Json => report::claims_json(&answer).map_err(|e| Failure::new(Exit::Internal, e.to_string()))?,
        _ => report::claims_markdown(&answer),
    };
    destination.write(format, "claims", &document)?;
    Ok(if answer.incomplete.is_empty() { Exit::Done } else { Exit::Incomplete })
}
