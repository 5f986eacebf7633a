//! Evidence that a person gives: read from the command line, and verified at the commit as any citation is.

use crate::{
    card::{CardData, CodeEvidence, Evidence, lines_of},
    evidence::{
        Permalinks,
        rg::{self, RgSearch},
    },
    source::{EntryKind, Snapshot},
};

use super::ReviewError;

/// A file that is read to verify a citation has at most so many bytes.
const LARGEST: u64 = 8 << 20;

/// `path:N`, `path:N-M`, and behind another colon a literal within the lines.
///
/// # Errors
/// Anything else.
pub fn parse(text: &str) -> Result<CodeEvidence, String> {
    let wrong = || format!("`{text}` is no place such as src/gate.py:12-20, or src/gate.py:12-20:literal");
    let colons = text.match_indices(':').map(|(at, _)| at);
    for at in colons {
        let (file, rest) = (&text[..at], &text[at + 1..]);
        let (lines, literal) = rest.split_once(':').map_or((rest, None), |(lines, literal)| (lines, Some(literal)));
        if !file.is_empty() && lines_of(lines).is_some() {
            return Ok(CodeEvidence {
                file: file.to_owned(),
                lines: lines.to_owned(),
                contains: literal.filter(|literal| !literal.is_empty()).map(str::to_owned),
                note: None,
                url: None,
            });
        }
    }
    Err(wrong())
}

/// Reads the cited lines at the snapshot's commit and runs the searches again; what is right gets its link.
///
/// # Errors
/// A file or lines that are not there, a literal that does not stand in them, a search with other hits.
pub fn verify(
    card: Option<&CardData>,
    snapshot: &Snapshot,
    evidence: &[Evidence],
) -> Result<Vec<Evidence>, ReviewError> {
    let links =
        Permalinks::new(card.and_then(|card| card.repo_url.as_deref()).or(snapshot.remote()), &snapshot.commit().id);
    evidence.iter().map(|item| one(snapshot, &links, item)).collect()
}

fn one(snapshot: &Snapshot, links: &Permalinks, item: &Evidence) -> Result<Evidence, ReviewError> {
    let code = match item {
        Evidence::Code(code) => code,
        Evidence::Search(search) => {
            let wrong = |what: String| ReviewError::Evidence(search.search.clone(), what);
            let parsed = RgSearch::parse(&search.search, &search.scope).map_err(|e| wrong(e.to_string()))?;
            let counted = rg::count(&[Ok(parsed)], snapshot).map_err(|e| wrong(e.to_string()))?;
            return match counted.into_iter().next() {
                Some(Ok(counted)) if counted.lines == search.hits && counted.missing.is_empty() => Ok(item.clone()),
                Some(Ok(counted)) => {
                    Err(wrong(format!("it has {} hits at the commit, not {}", counted.lines, search.hits)))
                }
                Some(Err(error)) => Err(wrong(error.to_string())),
                None => Err(wrong("nothing was counted".to_owned())),
            };
        }
    };
    let wrong = |what: String| ReviewError::Evidence(format!("{}:{}", code.file, code.lines), what);
    let span = lines_of(&code.lines).ok_or_else(|| wrong("lines are N or N-M".to_owned()))?;
    let entry = snapshot.entry(&code.file).filter(|entry| entry.kind == EntryKind::File);
    let entry = entry.ok_or_else(|| wrong(format!("there is no such file at {}", snapshot.commit().id)))?;
    let reader = snapshot.reader().map_err(|e| wrong(e.to_string()))?;
    let bytes = reader.read(entry, LARGEST).map_err(|e| wrong(format!("the file cannot be read ({e:?})")))?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    if span.end as usize > lines.len() {
        return Err(wrong(format!("the file has {} lines", lines.len())));
    }
    let cited = lines[span.start as usize - 1..span.end as usize].join("\n");
    if let Some(literal) = &code.contains
        && !cited.contains(literal.as_str())
    {
        return Err(wrong(format!("`{literal}` does not stand within these lines")));
    }
    Ok(Evidence::Code(CodeEvidence { url: links.link(&code.file, span), ..code.clone() }))
}

/// All evidence of the ratings of a card.
pub(super) fn evidence_of(card: &CardData) -> impl Iterator<Item = &Evidence> {
    card.criteria.iter().flat_map(|criterion| {
        let of_parameters = criterion
            .mechanisms
            .iter()
            .flat_map(|m| m.parameters.iter().flat_map(|(_, rating)| rating.evidence.iter()));
        criterion.absence_evidence.iter().chain(of_parameters)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_from_the_command_line() {
        let read = |text: &str| parse(text).map(|e| (e.file, e.lines, e.contains));
        assert_eq!(read("a/b.py:3"), Ok(("a/b.py".into(), "3".into(), None)));
        assert_eq!(read("a:b.py:3-9:x == 1:2"), Ok(("a:b.py".into(), "3-9".into(), Some("x == 1:2".into()))));
        for bad in ["", "a.py", "a.py:", "a.py:x", "a.py:0", "a.py:9-3", ":3"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
