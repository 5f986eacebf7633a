//! The agent surface: capabilities in the order of the card.

use std::{borrow::Cow, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
    ser::SerializeMap,
};

use crate::rubric::{Capability, Presence};

/// Capability and presence, in the order in which they were assessed or read. A map in JSON.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CapabilityProfile(pub Vec<(Capability, Presence)>);

impl CapabilityProfile {
    pub const ORDER: [Capability; 9] = [
        Capability::CodeExecution,
        Capability::FilesystemWrite,
        Capability::NetworkEgress,
        Capability::ExternalCredentials,
        Capability::PersistentMemory,
        Capability::UntrustedInput,
        Capability::ThirdPartyExtensions,
        Capability::SubAgents,
        Capability::ExternalCommunication,
    ];

    pub fn get(&self, capability: Capability) -> Option<Presence> {
        self.0.iter().find(|(c, _)| *c == capability).map(|(_, p)| *p)
    }
}

/// The words of a capability as Markdown prints them.
pub fn capability_words(capability: Capability) -> &'static str {
    match capability {
        Capability::CodeExecution => "code execution",
        Capability::FilesystemWrite => "filesystem write",
        Capability::NetworkEgress => "network egress",
        Capability::ExternalCredentials => "external credentials",
        Capability::PersistentMemory => "persistent memory",
        Capability::UntrustedInput => "untrusted input",
        Capability::ThirdPartyExtensions => "third party extensions",
        Capability::SubAgents => "sub agents",
        Capability::ExternalCommunication => "external communication",
    }
}

pub fn presence_word(presence: Presence) -> &'static str {
    match presence {
        Presence::Yes => "yes",
        Presence::No => "no",
        Presence::OptIn => "opt-in",
    }
}

/// In the place of a presence where nothing can be said.
pub const NOT_ASSESSED: &str = "not assessed";

impl Serialize for CapabilityProfile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (capability, presence) in &self.0 {
            map.serialize_entry(capability, presence)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for CapabilityProfile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = CapabilityProfile;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a map of capabilities to yes, no or opt_in")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(CapabilityProfile(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

impl JsonSchema for CapabilityProfile {
    fn schema_name() -> Cow<'static, str> {
        "CapabilityProfile".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let presence = generator.subschema_for::<Presence>();
        let properties: serde_json::Map<_, _> = Self::ORDER
            .into_iter()
            .filter_map(|c| serde_json::to_value(c).ok()?.as_str().map(|id| (id.to_owned(), presence.clone().into())))
            .collect();
        let required: Vec<_> = properties.keys().cloned().collect();
        schemars::json_schema!({
            "description": "The agent surface in the scored default configuration.",
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    }
}
