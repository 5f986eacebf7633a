//! The score card: one model, one JSON schema.
