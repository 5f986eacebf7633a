//! Values of expressions that stand within others: calls and literals are read again for each one around them.

use std::cell::{Cell, RefCell};

use foldhash::HashMap;
use tree_sitter::Node;

use crate::facts::model::Value;

/// Values that are kept per file.
const MOST: usize = 20_000;

/// Values that were read whole, by their node.
pub(in crate::facts) struct KnownValues {
    known: RefCell<HashMap<(usize, usize), Known>>,
    /// The least depth that was left while the value was read that is being read now.
    lowest: Cell<u32>,
    /// Something in it lay too deep.
    cut: Cell<bool>,
}

struct Known {
    value: Value,
    /// With as much depth left the value is the same.
    from: u32,
    /// Levels below it, where they are known.
    levels: Option<u32>,
}

impl Default for KnownValues {
    fn default() -> Self {
        Self { known: RefCell::default(), lowest: Cell::new(u32::MAX), cut: Cell::new(false) }
    }
}

impl KnownValues {
    /// Says that something is looked at with so much depth left.
    pub fn reach(&self, depth: u32) {
        self.lowest.set(self.lowest.get().min(depth));
    }

    /// Says that something lies too deep.
    pub fn cut(&self) {
        self.cut.set(true);
    }

    /// The value of a node, as `read` gives it with so much depth left.
    pub fn get_or(&self, node: Node<'_>, depth: u32, read: impl FnOnce() -> Value) -> Value {
        let key = (node.id(), node.start_byte());
        if let Some(known) = self.known.borrow().get(&key).filter(|known| known.from <= depth) {
            self.reach(known.levels.map_or(0, |levels| depth.saturating_sub(levels)));
            return known.value.clone();
        }
        let (lowest, cut) = (self.lowest.replace(depth), self.cut.replace(false));
        let value = read();
        let mut known = self.known.borrow_mut();
        if !self.cut.get() && known.len() < MOST {
            // At depth 0 nothing counts down: how many levels there are is not known.
            let levels = Some(depth - self.lowest.get()).filter(|_| self.lowest.get() > 0);
            let from = levels.map_or(depth, |levels| levels + 1);
            known.insert(key, Known { value: value.clone(), from, levels });
        }
        self.reach(lowest);
        self.cut.set(cut || self.cut.get());
        value
    }
}

#[cfg(test)]
mod tests {
    use crate::{facts::extract, syntax::Language};

    #[test]
    fn what_lies_too_deep_for_one_is_read_for_another() {
        let nested = "f(a({b: c({d: e({g: h({i: j({k: l(1)})})})})}))";
        let alone = extract(Language::TypeScript, "a.ts", "e({g: h({i: j({k: l(1)})})})");
        let within = extract(Language::TypeScript, "a.ts", nested);
        let value = |all: &crate::facts::Extracted| {
            let call = all.facts.calls.iter().find(|call| call.callee == "e").expect("the call");
            format!("{:?}", call.arguments)
        };
        assert_eq!(value(&alone), value(&within));
        assert!(value(&within).contains("l(1)"), "{}", value(&within));
    }
}
