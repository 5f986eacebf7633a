//! `depthgauge rules …`.

use super::{
    Format,
    args::{RulesArgs, RulesCommand},
    exit::{Exit, Failure},
    output::Destination,
};
use crate::{
    detect, facts,
    rulebook::{Rulebook, cli},
};

/// What was asked for exists; else the command line is wrong, and the answer says what there is.
fn known(answer: cli::Answer) -> Result<cli::Answer, Failure> {
    if answer.success { Ok(answer) } else { Err(Failure::usage(answer.text.trim_end())) }
}

/// Prints the answer; an answer of no is exit code 1.
pub(super) fn run(args: &RulesArgs) -> Result<Exit, Failure> {
    let rulebook = Rulebook::load(args.rules.as_deref()).map_err(|e| Failure::usage(format!("rules: {e}")))?;
    let answer = match &args.command {
        RulesCommand::List { json } => cli::list(&rulebook, *json),
        RulesCommand::Show { id } => known(cli::show(&rulebook, id))?,
        RulesCommand::Test { ids } => {
            if let Some(unknown) = ids.iter().find(|id| !rulebook.rules.contains_key(*id)) {
                return Err(Failure::usage(format!("no rule {unknown:?}")).advice("`depthgauge rules list` names all"));
            }
            let report = detect::test_fixtures(&rulebook, ids);
            if ids.is_empty() {
                let facts = facts::test_query_fixtures(&rulebook.sources);
                let success = report.problems.is_empty() && facts.problems.is_empty();
                cli::Answer { text: format!("{report}\n{facts}\n"), success }
            } else {
                cli::Answer { text: format!("{report}\n"), success: report.problems.is_empty() }
            }
        }
        RulesCommand::Lint => cli::lint_text(&rulebook),
        RulesCommand::Schema { format } => known(cli::schema_text(format))?,
    };
    Destination::Stdout.write(Format::Text, "rules", &answer.text)?;
    Ok(if answer.success { Exit::Done } else { Exit::No })
}
