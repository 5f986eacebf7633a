//! The functions that run tools, as far as their declarations say.

use super::{FunctionRef, Graph, Start, entity::Entity, modules::Module};
use crate::facts::{FunctionKind, SettingKind, Span, Tool, Value};

impl<'a> Graph<'a> {
    /// Where the handler of a tool starts: the named function, else the lines of its body, else what a function that
    /// runs all tools does for this one. `None` where none of them is known.
    pub fn handler(&self, file: u32, tool: &Tool) -> Option<Start> {
        let name = self.tool_name(file, tool);
        let own = self.runner(file, tool.span, tool.handler.as_deref(), tool.body);
        match (own, name) {
            // One function for several tools.
            (Some(Start::Function(function)), Some(name)) => {
                Some(self.arm_in(function, name).unwrap_or(Start::Function(function)))
            }
            (Some(start), _) => Some(start),
            (None, name) => self.dispatch.of(self, file, tool, name),
        }
    }

    /// The name that the model sees: as written, or the text of the constant that names the tool.
    pub fn tool_name<'t>(&self, file: u32, tool: &'t Tool) -> Option<&'t str>
    where
        'a: 't,
    {
        tool.name.as_deref().or_else(|| self.constant_text(file, tool.named_by.as_deref()?))
    }

    /// The function of a handler's name, seen from where it stands, else the lines of a body.
    pub(super) fn runner(&self, file: u32, at: Span, handler: Option<&str>, body: Option<Span>) -> Option<Start> {
        let around = self.around(file, at);
        if let Some(node) = handler.and_then(|handler| self.function_meant(file, around, handler)) {
            return Some(Start::Function(self.names.function(node)));
        }
        let body = body?;
        let functions = &self.file(file).facts.functions;
        let whole = functions.iter().position(|function| function.span == body && function.kind != FunctionKind::Class);
        Some(match whole.and_then(|index| u32::try_from(index).ok()) {
            Some(index) => Start::Function(FunctionRef { file, function: Some(index) }),
            None => Start::Lines(file, body),
        })
    }

    /// The innermost function or class around some lines.
    pub(super) fn around(&self, file: u32, lines: Span) -> Option<u32> {
        let functions = self.file(file).facts.functions.iter().zip(0_u32..);
        let around = functions.filter(|(function, _)| function.span.contains(lines) && function.span != lines);
        around.max_by_key(|(function, _)| function.span.start).map(|(_, index)| index)
    }

    /// The function that an expression gives: a name, or a call that makes one.
    fn function_meant(&self, file: u32, around: Option<u32>, written: &str) -> Option<u32> {
        let written = written.trim_start_matches('&');
        if let Some((maker, _)) = written.split_once('(') {
            return match self.names.lookup(file, around, &format!("{maker}()")) {
                Entity::Made(node) => Some(node),
                // What it gives stands in it, or is not followed.
                found => {
                    found.callable(&self.names).or_else(|| self.names.lookup(file, around, maker).callable(&self.names))
                }
            };
        }
        let found = self.names.lookup(file, around, written).callable(&self.names);
        found.or_else(|| self.names.function_named(file, written))
    }

    /// The part of a function that runs for a name.
    fn arm_in(&self, function: FunctionRef, name: &str) -> Option<Start> {
        let arms = &self.file(function.file).facts.control.arms;
        let own = arms.iter().filter(|arm| arm.function == function.function && function.function.is_some());
        let found = own.filter(|arm| arm.keys.iter().any(|key| **key == *name)).max_by_key(|arm| length(arm.lines))?;
        Some(Start::Lines(function.file, found.lines))
    }

    /// The text of a constant of another file, where there is one of that name.
    fn constant_text(&self, file: u32, dotted: &str) -> Option<&'a str> {
        let last = dotted.rsplit('.').next().unwrap_or(dotted);
        let files = match self.names.import_of(file, dotted) {
            Some((_, Module::File(found), _)) => std::slice::from_ref(found),
            Some((_, Module::Package(unit), _)) => self.names.unit_files(*unit),
            Some(_) => return None,
            None => self.names.unit_files(file),
        };
        files.iter().take(200).find_map(|file| {
            self.file(*file).facts.settings.iter().find_map(|setting| match &setting.value {
                Value::Str(text) if setting.written == last => {
                    matches!(setting.kind, SettingKind::Constant | SettingKind::Field).then_some(text.as_str())
                }
                _ => None,
            })
        })
    }
}

pub(super) fn length(lines: Span) -> u32 {
    lines.end.saturating_sub(lines.start)
}
