//! An audit over an earlier card and a ledger of reviews: what people decided is carried onto the new card.

use std::collections::{BTreeMap, BTreeSet};

use super::Stages;
use crate::{
    card::{self, CardData, CodeEvidence},
    evidence::{self, FollowError, Follower},
    ledger::Ledger,
    review::{self, Fate, Operator, Records, ReviewError},
    source::Snapshot,
};

/// Carries the ledger's decisions onto `card`, and writes its re-audit log against `previous`. `open` gives the
/// repository at another commit, or says why it cannot.
///
/// # Errors
/// A ledger that is not what was written to it, signatures that are not those of the operator's approvers, a previous
/// card of another project.
pub fn reviewed(
    card: &mut CardData,
    snapshot: &Snapshot,
    previous: Option<&CardData>,
    ledger: Option<(&Ledger, Option<&Operator>)>,
    open: &dyn Fn(&str) -> Result<Snapshot, String>,
    stages: &dyn Stages,
) -> Result<(), ReviewError> {
    stages.stage("following citations", None);
    let mut commits: BTreeSet<String> = BTreeSet::new();
    if let Some((ledger, operator)) = ledger {
        let anchors = previous.map(|previous| review::anchors(previous, "the previous card")).unwrap_or_default();
        ledger.verify(&anchors, None)?;
        let records = Records::read(ledger)?;
        if let Some(operator) = operator {
            records.verify_signatures(operator)?;
        }
        commits.extend(records.commits());
    }
    commits.extend(previous.map(|previous| previous.pinned_commit.clone()));
    commits.remove(&card.pinned_commit);
    let snapshots: BTreeMap<&String, Result<Snapshot, String>> = commits.iter().map(|id| (id, open(id))).collect();
    let mut followers: BTreeMap<&str, Result<Follower<'_>, String>> = BTreeMap::new();
    for (id, old) in &snapshots {
        let follower = match old {
            Ok(old) => Follower::new(old, snapshot).map_err(|e| e.to_string()),
            Err(why) => Err(why.clone()),
        };
        followers.insert(id, follower);
    }
    let own = card.pinned_commit.clone();
    let mut follow = |commit: &str, cited: &CodeEvidence| match followers.get_mut(commit) {
        None if commit == own => Fate::Same,
        None => Fate::Unknown("its commit is not known".to_owned()),
        Some(Err(why)) => Fate::Unknown(why.clone()),
        Some(Ok(follower)) => fate(follower, cited),
    };
    if let Some((ledger, _)) = ledger {
        review::carry(card, ledger, &mut follow)?;
    }
    if let Some(previous) = previous {
        review::reaudit(card, previous, &mut follow)?;
    }
    card::note_reviews(card, None);
    Ok(())
}

fn fate(follower: &mut Follower<'_>, cited: &CodeEvidence) -> Fate {
    let Some(lines) = card::lines_of(&cited.lines) else { return Fate::Unknown("its lines are none".to_owned()) };
    match follower.follow(&cited.file, lines) {
        Ok(evidence::Fate::Unchanged) => Fate::Same,
        Ok(evidence::Fate::Moved { file, lines }) => Fate::Moved(file, card::lines(lines)),
        Ok(evidence::Fate::Changed { .. }) => Fate::Changed,
        Ok(evidence::Fate::Gone) => Fate::Gone,
        Err(error @ (FollowError::NoSuchFile | FollowError::NoSuchLines(_) | FollowError::Unread(_))) => {
            Fate::Unknown(error.to_string())
        }
    }
}
