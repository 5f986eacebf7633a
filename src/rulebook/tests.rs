use std::path::Path;

use super::*;

/// Prints every mistake of the rules with file, line and key. `DEPTHGAUGE_RULES` names a folder that is laid over the
/// embedded ones; with `DEPTHGAUGE_RULES_PARTIAL` set, what is not there yet is no mistake.
#[test]
fn embedded_rules_load() {
    let folder = std::env::var_os("DEPTHGAUGE_RULES");
    let partial = std::env::var_os("DEPTHGAUGE_RULES_PARTIAL").is_some();
    let errors = match Rulebook::load(folder.as_deref().map(Path::new)) {
        Ok(_) => return,
        Err(LoadError::Rules(errors)) => errors.0,
        Err(other) => panic!("{other}"),
    };
    let absent = |e: &RuleError| e.message == "is missing" || e.message.contains("no rule `");
    let told: Vec<&RuleError> = errors.iter().filter(|e| !(partial && absent(e))).collect();
    for error in &told {
        eprintln!("{error}");
    }
    assert!(told.is_empty(), "{} mistakes", told.len());
}
