//! What the next level asks for.

use super::{LevelExplained, Next};
use crate::assess::{TestedPart, Verdict};

impl Next {
    pub(super) fn of(level: &LevelExplained) -> Self {
        let mut next = Self { level: level.level, lacks: Vec::new(), there: Vec::new() };
        for condition in &level.conditions {
            let (condition, verdict, any) = (condition.condition.clone(), condition.verdict, condition.any.clone());
            next.add(&TestedPart { condition, verdict, any, all: Vec::new() });
        }
        next
    }

    /// As deep as conditions are nested, which the reader of rules and of JSON bounds.
    fn add(&mut self, part: &TestedPart) {
        match part.verdict {
            Verdict::Met => self.there.push(part.condition.clone()),
            _ if !part.all.is_empty() => part.all.iter().for_each(|part| self.add(part)),
            _ => {
                let ways = part.any.iter().map(|way| {
                    let mut next = Self { level: self.level, lacks: Vec::new(), there: Vec::new() };
                    next.add(way);
                    next
                });
                match ways.min_by_key(Self::distance) {
                    Some(way) => {
                        self.lacks.extend(way.lacks);
                        self.there.extend(way.there);
                    }
                    None => self.lacks.push(part.condition.clone()),
                }
            }
        }
    }

    /// A project does not become another kind of project.
    fn distance(&self) -> usize {
        self.lacks.iter().map(|condition| if condition.contains("kind ") { 100 } else { 1 }).sum()
    }
}
