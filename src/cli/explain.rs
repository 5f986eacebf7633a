//! `depthgauge explain`.

use std::path::Path;

use super::{
    A_CARD, Engine, ExplainRequest, Format, InputFile, LookRequest,
    args::{Cli, ExplainArgs},
    exit::{Exit, Failure},
    finish,
    output::Destination,
    pool, progress, read_input,
};
use crate::card::{Asked, Cell};

pub(super) fn run(engine: &impl Engine, args: &ExplainArgs, cli: &Cli) -> Result<Exit, Failure> {
    let format = if args.json { Format::Json } else { Format::Md };
    let destination = Destination::new(args.output.as_deref(), &[format])?;
    let (target, cells) = target_and_cells(&args.what)?;
    let card = target.as_deref().map(Path::new).filter(|path| path.is_file());
    if card.is_some()
        && (args.place.rev.is_some()
            || args.place.subpath.is_some()
            || args.place.worktree
            || args.kind.is_some()
            || args.configuration.is_some())
    {
        return Err(Failure::usage(
            "a card is rated already: --rev, --subpath, --worktree, --kind and --configuration need a repository",
        ));
    }
    let card = card
        .map(|path| Ok(InputFile { text: read_input(path, A_CARD)?, place: path.display().to_string() }))
        .transpose()?;
    let request = ExplainRequest {
        look: LookRequest::new(target, &args.place, &args.run),
        card,
        kind: args.kind,
        configuration: args.configuration.clone(),
        as_agent: args.as_agent,
        asked: Asked { cells, mechanism: args.mechanism.map(Into::into) },
        format,
    };
    let outcome = {
        let progress = progress::progress(cli.quiet, cli.verbose);
        pool(args.run.threads)?.install(|| engine.explain(&request, progress.as_ref()))?
    };
    finish(&outcome, &destination, cli.quiet)
}

/// The first word is the target, unless it is a cell, or a slip for one, and nothing of that name is there.
fn target_and_cells(what: &[String]) -> Result<(Option<String>, Vec<Cell>), Failure> {
    let (target, rest) = match what.split_first() {
        Some((first, rest)) if !like_a_cell(first) || Path::new(first).exists() => (Some(first.clone()), rest),
        _ => (None, what),
    };
    let cells = rest.iter().map(|word| word.parse::<Cell>().map_err(Failure::usage)).collect::<Result<_, _>>()?;
    Ok((target, cells))
}

/// `C4`, `C4.S`, and `C11` or `C4.X`, which are none.
fn like_a_cell(word: &str) -> bool {
    let number = word.strip_prefix(['C', 'c']).and_then(|rest| rest.split('.').next()).unwrap_or("");
    !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_may_be_left_out() {
        let of = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            target_and_cells(&words).map(|(target, cells)| (target, cells.len()))
        };
        assert_eq!(of(&[]), Ok((None, 0)));
        assert_eq!(of(&["c4.s", "C10"]), Ok((None, 2)));
        assert_eq!(of(&["../agent", "C4.S"]), Ok((Some("../agent".to_owned()), 1)));
        for words in [&["../agent", "C4.X"][..], &["C4.X"]] {
            let wrong = of(words).unwrap_err().to_string();
            assert_eq!(wrong, "`C4.X` is no criterion such as C4 and no parameter of one such as C4.S");
        }
    }
}
