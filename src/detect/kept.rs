//! What rules find in one file, kept between runs and shared by the commits of one run. It hangs on the file's content,
//! its path and its part in the product, and on the rules: what is asked about other files is answered anew.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use super::{
    Captures, Input, Plan, Signal,
    across::{Found, Place},
};
use crate::{
    facts::{Cache, Context, Key, Span, Word},
    rulebook::{Rulebook, State},
};

/// Names everything but rules and facts that decides what is found.
const FINGERPRINT: &str = env!("DEPTHGAUGE_DETECTORS");

/// Finds of earlier looks at the same content.
pub struct KeptFinds<'a> {
    cache: &'a Cache,
    rules: String,
    /// The id of the content at a path, where it is known without reading it.
    content_id: &'a (dyn Fn(&str) -> Option<[u8; 20]> + Sync),
}

#[derive(Serialize, Deserialize)]
struct Kept {
    rule: Word,
    lines: Span,
    context: Context,
    state: State,
    contains: Option<Word>,
    captures: Captures,
    asks: Vec<u32>,
    place: Place,
}

impl<'a> KeptFinds<'a> {
    /// For a plan of rules of this rulebook.
    pub fn new(
        cache: &'a Cache,
        rulebook: &Rulebook,
        plan: &Plan<'_>,
        content_id: &'a (dyn Fn(&str) -> Option<[u8; 20]> + Sync),
    ) -> Self {
        let mut asked = Sha256::new();
        plan.rules.iter().for_each(|planned| asked.update(format!("{}\n", planned.rule.id)));
        let (version, signals) = (rulebook.version(), rulebook.signals_version());
        let rules = format!("{version} {signals} {:x} {FINGERPRINT}", asked.finalize());
        Self { cache, rules, content_id }
    }

    fn key(&self, input: &Input<'_>) -> Option<Key> {
        let content = (self.content_id)(input.path)?;
        let context = format!("{:?}", input.context);
        Some(Key::of(&[&b"finds"[..], &content, self.rules.as_bytes(), context.as_bytes(), input.path.as_bytes()]))
    }

    pub(super) fn get(&self, input: &Input<'_>) -> Option<Vec<Found>> {
        let kept: Vec<Kept> = self.cache.value(&self.key(input)?)?;
        let file = Word::new(input.path);
        let found = |kept: Kept| {
            let signal = Signal {
                rule: kept.rule,
                file,
                lines: kept.lines,
                context: kept.context,
                state: kept.state,
                contains: kept.contains,
                captures: kept.captures,
                chain: Box::default(),
                runs: None,
            };
            Found { signal, asks: kept.asks, place: kept.place }
        };
        Some(kept.into_iter().map(found).collect())
    }

    pub(super) fn put(&self, input: &Input<'_>, found: &[Found]) {
        let Some(key) = self.key(input) else { return };
        let kept = found.iter().map(|found| Kept {
            rule: found.signal.rule,
            lines: found.signal.lines,
            context: found.signal.context,
            state: found.signal.state,
            contains: found.signal.contains,
            captures: found.signal.captures.clone(),
            asks: found.asks.clone(),
            place: found.place,
        });
        self.cache.put_value(key, &kept.collect::<Vec<_>>());
    }

    /// Where what a file names is kept; `how` it is read stands for all of its path that matters. No rule does.
    pub(super) fn key_of_names(&self, path: &str, how: &str) -> Option<Key> {
        let content = (self.content_id)(path)?;
        Some(Key::of(&[&b"names"[..], &content, FINGERPRINT.as_bytes(), how.as_bytes()]))
    }

    pub(super) fn names<T: DeserializeOwned>(&self, key: Key) -> Option<T> {
        self.cache.value(&key)
    }

    pub(super) fn put_names(&self, key: Key, names: &impl Serialize) {
        self.cache.put_value(key, names);
    }
}
