//! `depthgauge cache …`.

use std::path::PathBuf;

use super::{
    Format,
    args::{CacheArgs, CacheCommand},
    exit::{Exit, Failure},
    output::Destination,
    safety,
};
use crate::{
    facts::{self, CacheError},
    source,
};

/// Where facts are kept.
pub(super) fn folder() -> Result<PathBuf, CacheError> {
    source::user_cache().map(|folder| folder.join("facts")).ok_or(CacheError::NoFolder)
}

pub(super) fn run(args: &CacheArgs) -> Result<Exit, Failure> {
    let failure = |error: CacheError| Failure::new(Exit::Internal, format!("cache: {error}"));
    let folder = folder().map_err(failure)?;
    let text = match args.command {
        CacheCommand::Info { json } => {
            let info = facts::cache_info(&folder).map_err(failure)?;
            if json {
                let text = serde_json::to_string_pretty(&info);
                text.map_err(|e| Failure::new(Exit::Internal, e.to_string()))? + "\n"
            } else {
                format!(
                    "{}\n{} entries, {} kB in all; {} databases of other versions\n",
                    info.folder.display(),
                    info.entries,
                    info.bytes.div_ceil(1000),
                    info.others
                )
            }
        }
        CacheCommand::Clear => {
            safety::require(safety::Level::L1, "emptying the cache")?;
            let bytes = facts::clear_cache(&folder).map_err(failure)?;
            format!("{} kB removed from {}\n", bytes.div_ceil(1000), folder.display())
        }
    };
    Destination::Stdout.write(Format::Text, "cache", &text)?;
    Ok(Exit::Done)
}
