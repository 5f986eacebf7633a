//! The lines between the title and the score.

use super::{Import, Section};
use crate::{
    card::{CapabilityProfile, Category, NOT_ASSESSED, capability_words, evidence, presence_word},
    rubric::Presence,
};

impl Import<'_> {
    pub(super) fn header(&mut self, section: &Section) {
        let mut fields: Vec<(usize, String)> = Vec::new();
        for line in section.line + 1..=section.end {
            let text = self.slice(line, line);
            if text.starts_with("**") {
                fields.push((line, text));
            } else if !text.trim().is_empty() {
                match fields.last_mut() {
                    Some((_, field)) => *field = format!("{field}\n{text}"),
                    None => self.bad(line, "unexpected-text", "this belongs to no field of the header"),
                }
            }
        }
        let mut missing = vec!["Repo", "What it is", "Category", "Scored configuration", "Agent surface (default)"];
        for (line, field) in fields {
            let Some((key, value)) = field.strip_prefix("**").and_then(|f| f.split_once(":**")) else {
                self.bad(line, "unexpected-text", "this is no `**Field:** value`");
                continue;
            };
            let value = value.strip_prefix(' ').unwrap_or(value);
            match missing.iter().position(|m| *m == key).map(|at| missing.remove(at)) {
                Some("Repo") => self.repo(line, value),
                Some("What it is") => self.card.description = value.to_owned(),
                Some("Category") => {
                    self.card.category = Category::parse(value);
                    self.mark("/category", line);
                }
                Some("Scored configuration") => {
                    self.card.scored_configuration = value.to_owned();
                    self.mark("/scored_configuration", line);
                }
                Some(_) => self.surface(line, value),
                None => {
                    self.bad(line, "unknown-field", format!("the field `{key}` is not one of a card; it is not kept"))
                }
            }
        }
        for name in missing {
            self.bad(section.line, "missing-field", format!("the field `{name}` is missing"));
        }
    }

    /// `url (`subpath`) · **Commit:** `sha` (version) · **Reviewed:** date`
    fn repo(&mut self, line: usize, value: &str) {
        let mut parts = value.split(" · **");
        let repo = parts.next().unwrap_or_default().trim();
        let (url, subpath) = match repo.split_once(" (`") {
            Some((url, rest)) => (url, evidence::code(&format!("`{rest}")).map(|(path, _)| path)),
            None => (repo, None),
        };
        self.card.repo_url = (!url.is_empty() && url != "none").then(|| url.to_owned());
        self.card.subpath = subpath;
        self.mark("/pinned_commit", line);
        self.mark("/scored_date", line);
        for part in parts {
            match part.split_once(":** ") {
                Some(("Commit", text)) => match evidence::code(text) {
                    Some((commit, rest)) => {
                        self.card.pinned_commit = commit;
                        let version = rest.trim().strip_prefix('(').and_then(|r| r.strip_suffix(')'));
                        self.card.version = version.map(str::to_owned);
                        if version.is_none() && !rest.trim().is_empty() {
                            self.bad(
                                line,
                                "unexpected-text",
                                format!("`{}` behind the commit is not kept", rest.trim()),
                            );
                        }
                    }
                    None => self.card.pinned_commit = text.trim().to_owned(),
                },
                Some(("Reviewed", date)) => self.card.scored_date = date.trim().to_owned(),
                _ => self.bad(line, "unknown-field", format!("`{part}` is not a field of a card; it is not kept")),
            }
        }
    }

    fn surface(&mut self, line: usize, value: &str) {
        self.mark("/capability_profile", line);
        for entry in value.split(" · ") {
            let found = CapabilityProfile::ORDER.into_iter().find_map(|c| {
                let word = entry.trim().strip_prefix(capability_words(c))?.trim();
                if word == NOT_ASSESSED {
                    self.card.depthgauge.get_or_insert_default().surface_not_assessed.push(c);
                    return Some((c, Presence::No));
                }
                let presence = [Presence::Yes, Presence::No, Presence::OptIn]
                    .into_iter()
                    .find(|p| presence_word(*p) == word || (*p == Presence::OptIn && word == "opt_in"))?;
                Some((c, presence))
            });
            match found {
                Some(entry) => self.card.capability_profile.0.push(entry),
                None => self.bad(line, "unknown-capability", format!("`{entry}` is not kept")),
            }
        }
    }
}
