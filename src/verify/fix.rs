//! Repairs what is computed, in the card's own text: figures, confidence, band, links, hits. What an author wrote stays
//! as it is, character for character in Markdown, field for field in JSON.

mod draft;
mod json;
mod markdown;

use std::collections::BTreeMap;

use super::{items::items, later::Later, proof::Proof};
use crate::{
    card::{self, CardData, Evidence, Form, Parameters, Place, PublishedCard, lines_of},
    evidence::{Fate, Permalinks},
};

/// One thing that was repaired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub place: Place,
    /// `score: 0.40 → 0.35`.
    pub what: String,
}

/// The text of a card with its repairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    pub text: String,
    pub changes: Vec<Change>,
}

/// Repairs `text`, which `card` was read from. With a proof hits are repaired, too; with a look at another commit the
/// card is pinned there, and places whose text moved are cited where it stands now.
pub fn fix(text: &str, card: &PublishedCard, proof: Option<&Proof>, later: Option<&Later>) -> Fixed {
    let right = corrected(card, proof, later);
    match card.form() {
        Form::Json => json::fix(text, &right),
        Form::Markdown => markdown::fix(text, card, &right),
        Form::Draft => draft::fix(text, card, &right),
    }
}

/// The same card with everything computed anew.
fn corrected(card: &PublishedCard, proof: Option<&Proof>, later: Option<&Later>) -> CardData {
    let mut right: CardData = (**card).clone();
    if let Some(proof) = proof {
        let hits: BTreeMap<&str, u64> = proof.hits.iter().map(|(at, hits)| (at.as_str(), *hits)).collect();
        let found: Vec<((String, String), u64)> = items(card)
            .iter()
            .filter_map(|item| match item.evidence {
                Evidence::Search(s) => Some(((s.search.clone(), s.scope.clone()), *hits.get(item.pointer.as_str())?)),
                Evidence::Code(_) => None,
            })
            .collect();
        let by_search: BTreeMap<(String, String), u64> = found.into_iter().collect();
        each_evidence(&mut right, &mut |item| {
            if let Evidence::Search(search) = item
                && let Some(hits) = by_search.get(&(search.search.clone(), search.scope.clone()))
            {
                search.hits = *hits;
            }
        });
    }
    if let Some(later) = later {
        right.pinned_commit.clone_from(&later.commit);
        let now: BTreeMap<(&str, &str), (String, String)> = later
            .places
            .iter()
            .filter_map(|place| {
                let to = match (&place.fate, place.same_text_at()) {
                    (_, Some((file, lines))) => (file.to_owned(), lines),
                    // Changed lines keep their citation, at what is nearest to them: a level has to be looked at anew.
                    (Ok(Fate::Changed { file, lines }), _) => (file.clone(), card::lines(*lines)),
                    _ => return None,
                };
                Some(((place.file.as_str(), place.lines.as_str()), to))
            })
            .collect();
        each_evidence(&mut right, &mut |item| {
            if let Evidence::Code(code) = item
                && let Some((file, lines)) = now.get(&(code.file.as_str(), code.lines.as_str()))
            {
                (code.file, code.lines) = (file.clone(), lines.clone());
            }
        });
    }
    let permalinks = Permalinks::new(right.repo_url.as_deref(), &right.pinned_commit);
    each_evidence(&mut right, &mut |item| {
        if let Evidence::Code(code) = item
            && let Some(span) = lines_of(&code.lines)
            && let Some(link) = permalinks.link(&code.file, span)
        {
            code.url = Some(link);
        }
    });
    for criterion in &mut right.criteria {
        criterion.number = criterion.id.number();
    }
    card::figures(&mut right);
    right
}

fn each_evidence(card: &mut CardData, change: &mut impl FnMut(&mut Evidence)) {
    let mut of = |parameters: &mut Parameters| {
        for rating in [&mut parameters.S, &mut parameters.C, &mut parameters.D, &mut parameters.B] {
            rating.evidence.iter_mut().for_each(&mut *change);
        }
    };
    for criterion in &mut card.criteria {
        criterion.mechanisms.iter_mut().for_each(|m| of(&mut m.parameters));
        criterion.parameters.iter_mut().for_each(&mut of);
    }
    for criterion in &mut card.criteria {
        criterion.absence_evidence.iter_mut().for_each(&mut *change);
    }
    card.critical_findings.iter_mut().flat_map(|f| &mut f.evidence).for_each(change);
}
