//! Which service of a compose file, document of a manifest or file a container value belongs to.

use crate::{
    facts::{FileFacts, Setting, SettingKind, Span},
    rulebook::{ContainerPattern, NameGlob},
};

/// What values that work together share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Service<'f> {
    /// Of a compose file.
    Named(&'f str),
    /// The n-th document of a manifest; 0 for files without documents.
    Document(usize),
}

/// A container value's key below its service, and that service's name.
fn parts(setting: &Setting) -> (&str, Option<&str>) {
    match setting.name.strip_prefix("services.").and_then(|rest| rest.split_once('.')) {
        Some((service, key)) => (key, Some(service)),
        None => (&setting.name, None),
    }
}

/// The service that lines of a file belong to; `None` outside of all services of a compose file.
pub(super) fn service_of<'f>(facts: &'f FileFacts, setting: Option<&'f Setting>, lines: Span) -> Option<Service<'f>> {
    if let Some(service) = setting.and_then(|setting| parts(setting).1) {
        return Some(Service::Named(service));
    }
    let container = || facts.settings.iter().filter(|setting| setting.kind == SettingKind::Container);
    if container().any(|setting| setting.name.starts_with("services.")) {
        return None;
    }
    let starts = container().filter(|setting| setting.name == "api_version" && setting.span.start <= lines.start);
    Some(Service::Document(starts.count()))
}

pub(super) fn container(pattern: &ContainerPattern, setting: &Setting) -> bool {
    let (key, service) = parts(setting);
    // `b.c` and `c` of `a.b.c`.
    let tails = |key: &str| -> Vec<String> {
        let cuts = key.match_indices('.').map(|(at, _)| key[at + 1..].to_owned());
        std::iter::once(key.to_owned()).chain(cuts).collect()
    };
    let any = |globs: &[NameGlob], names: &[String]| globs.iter().any(|glob| names.iter().any(|n| glob.matches(n)));
    setting.kind == SettingKind::Container
        && (pattern.service.is_empty()
            || service.is_some_and(|service| pattern.service.iter().any(|glob| glob.matches(service))))
        && pattern.value.as_ref().is_none_or(|spec| spec.matches(Some(&setting.value)))
        && {
            let tails = tails(key);
            any(&pattern.key, &tails) && !any(&pattern.except, &tails)
        }
}
