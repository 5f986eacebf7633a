use std::{fs, path::Path};

use super::{Scanner, test_sentences};
use crate::rulebook::Rulebook;

#[test]
fn kinds_of_claims_read_their_own_sentences() {
    let rulebook = Rulebook::load(None).expect("rules");
    assert_eq!(test_sentences(&rulebook.claims), Vec::<String>::new());
}

/// Names of files, and how many places in them speak to auditors.
fn looked_through(folder: &str) -> Vec<(String, usize)> {
    let rulebook = Rulebook::load(None).expect("rules");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/directed").join(folder);
    let mut files: Vec<_> = fs::read_dir(folder).expect("fixtures").map(|e| e.expect("entry").path()).collect();
    files.sort();
    let counted = files.into_iter().map(|path| {
        let name = path.file_name().expect("name").to_string_lossy().into_owned();
        let scanner = Scanner::new(&rulebook.claims.directed);
        scanner.look(&name, &fs::read(&path).expect("fixture"));
        let (found, files) = scanner.finish();
        assert_eq!(files, 1, "{name}");
        for place in &found {
            let plain = |c: char| c.is_ascii_alphanumeric() || c == ' ';
            assert!(place.address.chars().all(plain) && place.address.len() < 50, "{place:?}");
        }
        (name, found.len())
    });
    counted.collect()
}

#[test]
fn every_planted_text_for_auditors_is_found() {
    let found = looked_through("planted");
    assert_eq!(found.len(), 30);
    let missed: Vec<&str> = found.iter().filter(|(_, count)| *count == 0).map(|(name, _)| name.as_str()).collect();
    assert_eq!(missed, Vec::<&str>::new());
}

#[test]
fn no_clean_file_speaks_to_auditors() {
    let found = looked_through("clean");
    assert_eq!(found.len(), 20);
    let noisy: Vec<&str> = found.iter().filter(|(_, count)| *count > 0).map(|(name, _)| name.as_str()).collect();
    assert_eq!(noisy, Vec::<&str>::new());
}
