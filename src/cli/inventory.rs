//! `depthgauge inventory`.

use super::{
    Engine, Format, LookRequest,
    args::{Cli, InventoryArgs},
    exit::{Exit, Failure},
    output::Destination,
    pool, progress,
};
use crate::report;

pub(super) fn run(engine: &impl Engine, args: &InventoryArgs, cli: &Cli) -> Result<Exit, Failure> {
    let format = if args.json { Format::Json } else { Format::Md };
    let destination = Destination::new(args.output.as_deref(), &[format])?;
    let request = LookRequest::new(args.target.clone(), &args.place, &args.run);
    let pool = pool(args.run.threads)?;
    let mut inventory = {
        let progress = progress::progress(cli.quiet, cli.verbose);
        pool.install(|| engine.inventory(&request, progress.as_ref()))?
    };
    if args.rows > 0 {
        inventory.shorten(args.rows);
    }
    let document = match format {
        Format::Json => report::inventory_json(&inventory).map_err(|e| Failure::new(Exit::Internal, e.to_string()))?,
        _ => report::inventory_markdown(&inventory),
    };
    destination.write(format, "inventory", &document)?;
    Ok(if inventory.incomplete.is_empty() { Exit::Done } else { Exit::Incomplete })
}
