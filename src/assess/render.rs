//! Sentences of the rulebook over one project.

use minijinja::Environment;

use super::query::Query;
use crate::{
    detect::Signal,
    rulebook::{Condition, Template, Text, WhenText, uses},
    text::{Medium, environment, write_value},
};

/// Renders sentences in Markdown inline form.
pub(super) struct Writer<'q> {
    query: &'q Query,
    environment: Environment<'static>,
    /// Sentences are not asked for: levels do not depend on them.
    silent: bool,
}

/// In place of a sentence that is not asked for.
const SILENCE: &str = "-";

impl<'q> Writer<'q> {
    pub fn new(query: &'q Query, silent: bool) -> Self {
        let mut environment = environment(Medium::Markdown);
        // Words of the audited repository are always `Raw` here, so a plain string is a literal that the rule author
        // wrote into the sentence.
        environment.set_formatter(|out, _, value| match value.as_str() {
            Some(text) => Ok(out.write_str(text)?),
            None => write_value(Medium::Markdown, out, value),
        });
        Self { query, environment, silent }
    }

    /// `Err` names what could not be filled in.
    pub fn template(&self, template: &Template) -> Result<String, String> {
        if self.silent {
            return Ok(SILENCE.to_owned());
        }
        let text = self
            .environment
            .render_str(template.source(), self.query.sentences())
            .map_err(|e| format!("text `{}`: {e}", template.source()))?;
        Ok(text.trim().replace('\n', " "))
    }

    /// The first that holds and can be filled in. Where none can, because a sentence names what has no match here, the
    /// first that holds stands with `the cited code` in place of names: a card is worth more than a name.
    pub fn text(&self, text: &Text) -> Result<String, String> {
        if self.silent {
            return Ok(SILENCE.to_owned());
        }
        let mut holding = Vec::new();
        for item in &text.0 {
            if self.query.holds(item.when.as_ref())? {
                match self.template(&item.text) {
                    Ok(text) => return Ok(text),
                    Err(_) => holding.push(&item.text),
                }
            }
        }
        self.leniently(holding.first().ok_or("no text holds")?)
    }

    /// Rules whose places the first sentence that holds speaks of: of those that one place of it may name the first that
    /// has a match, then what its own condition asks for. Names do not count: records of signals hold none.
    pub fn rules(&self, text: &Text) -> Result<Vec<String>, String> {
        let mut rules: Vec<String> = Vec::new();
        for item in text.0.iter().filter(|_| !self.silent) {
            if !self.query.holds(item.when.as_ref())? {
                continue;
            }
            let places = uses(item.text.source()).into_iter().map(|used| (used, 1));
            let asked = item.when.iter().flat_map(Condition::atoms).flat_map(|atom| uses(atom.source()));
            for (used, most) in places.chain(asked.map(|used| (used, usize::MAX))) {
                let matched = used.texts.into_iter().filter(|rule| !self.query.signals(rule).is_empty());
                for rule in matched.take(most) {
                    if !rules.contains(&rule) {
                        rules.push(rule);
                    }
                }
            }
            break;
        }
        Ok(rules)
    }

    /// Whether nothing of the agent was seen to lead to any of the places that a sentence speaks of.
    pub fn is_not_run(&self, rules: &[String]) -> bool {
        let mut first = rules.iter().filter_map(|rule| self.query.signals(rule).first()).peekable();
        // A setting holds whenever it is read; what a call has for a value is its first argument.
        let is_setting = |signal: &Signal| signal.capture("value").is_some() && signal.capture("callee").is_none();
        let not_run = |signal: &Signal| signal.runs == Some(false) && !is_setting(signal);
        first.peek().is_some() && first.all(not_run)
    }

    /// A text whose names nobody may know.
    fn leniently(&self, text: &Template) -> Result<String, String> {
        self.query.set_lenient(true);
        let text = self.template(text);
        self.query.set_lenient(false);
        text
    }

    /// All that hold and can be filled in, at most `most`, in order; where none can, the first that holds. A last one
    /// without a condition stands only where no other does.
    pub fn all(&self, items: &[WhenText], most: usize) -> Result<Vec<String>, String> {
        let (mut texts, mut holding) = (Vec::new(), None);
        if self.silent {
            return Ok(vec![SILENCE.to_owned()]);
        }
        for (index, item) in items.iter().enumerate() {
            if index + 1 == items.len() && item.when.is_none() && !texts.is_empty() {
                break;
            }
            if texts.len() < most && self.query.holds(item.when.as_ref())? {
                holding.get_or_insert(&item.text);
                texts.extend(self.template(&item.text));
            }
        }
        match holding {
            Some(first) if texts.is_empty() => Ok(vec![self.leniently(first)?]),
            _ => Ok(texts),
        }
    }
}
