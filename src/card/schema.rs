//! The JSON schema of a card.

use super::CardData;

/// JSON Schema (2020-12) of the cards that this program writes and reads.
pub fn schema() -> schemars::Schema {
    let mut schema = schemars::schema_for!(CardData);
    schema.insert("title".to_owned(), "Defense-in-depth score card".into());
    schema
}
