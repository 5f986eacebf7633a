//! `--meta FILE`: what a card says that no source tells.

use std::{fs, io::Read, path::Path};

use serde::{Deserialize, Deserializer, de::Error as _};

use super::exit::Failure;
use crate::card::Category;

/// Bytes of a meta file: four lines need far less.
const LARGEST: u64 = 64 << 10;

/// The keys of a meta file. All may be left out; what is given replaces what the audit would have written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meta {
    /// Title of the card.
    pub name: Option<String>,
    /// What the project is, one sentence.
    pub description: Option<String>,
    #[serde(default, deserialize_with = "category")]
    pub category: Option<Category>,
    /// The configuration that is scored, one sentence.
    pub mode: Option<String>,
}

/// One of the method's own: a card that this program makes has no other.
fn category<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Category>, D::Error> {
    let id = String::deserialize(from)?;
    let known = Category::ALL.into_iter().find(|category| category.id() == id);
    known.map(Some).ok_or_else(|| {
        let ids = Category::ALL.each_ref().map(Category::id).join(", ");
        D::Error::custom(format!("there is no category {id:?}; the categories are {ids}"))
    })
}

impl Meta {
    /// # Errors
    /// The file cannot be read, is no YAML, has an unknown key, or a value that does not fit on one line.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let failure = |what: String| {
            Failure::usage(what)
                .at(path.display().to_string())
                .advice("a meta file is YAML with the keys name, description, category and mode")
        };
        let mut text = String::new();
        fs::File::open(path)
            .and_then(|file| file.take(LARGEST + 1).read_to_string(&mut text))
            .map_err(|e| failure(format!("cannot read the meta file ({e})")))?;
        if text.len() as u64 > LARGEST {
            return Err(failure("this file is too large for a meta file".to_owned()));
        }
        let meta = Self::parse(&text).map_err(|e| failure(format!("the meta file is wrong ({e})")))?;
        Ok(meta)
    }

    fn parse(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let meta: Self = serde_yaml::from_str(text).map_err(|e| e.to_string())?;
        for (key, value) in [("name", &meta.name), ("description", &meta.description), ("mode", &meta.mode)] {
            let Some(value) = value else { continue };
            if value.trim().is_empty() || value.chars().any(char::is_control) {
                return Err(format!("{key} must be one line of text"));
            }
        }
        Ok(meta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys() {
        let meta = Meta::parse("name: A\ncategory: infrastructure_ops\nmode: as shipped\n").expect("meta");
        assert_eq!(meta.name.as_deref(), Some("A"));
        assert_eq!(meta.category, Some(Category::InfrastructureOps));
        assert_eq!(meta.description, None);
        assert_eq!(Meta::parse(""), Ok(Meta::default()));
        for bad in ["nme: A", "name: ''", "name: \"a\\nb\"", "category: other", "- a", "name: [a]"] {
            assert!(Meta::parse(bad).is_err(), "{bad}");
        }
        let error = Meta::parse("category: Coding").expect_err("a label is no id");
        assert!(error.contains("\"Coding\"") && error.contains("coding, cybersecurity"), "{error}");
    }

    #[test]
    fn category_ids_are_those_of_the_file() {
        for id in
            ["coding", "cybersecurity", "infrastructure_ops", "ai_assistants", "data_analytics", "agent_frameworks"]
        {
            let meta = Meta::parse(&format!("category: {id}")).expect("category");
            assert_eq!(meta.category.as_ref().map(Category::id), Some(id));
        }
    }
}
