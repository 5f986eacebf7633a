//! Settings of configuration files, with exact lines.

mod document;
mod front_matter;
mod hcl;
mod keys;
mod lines;
mod tree;
mod yaml;

pub(super) use document::read as document;
pub(super) use lines::{go_module, procfile};

use super::{
    extract::{Extracted, nothing},
    model::{Coverage, SettingKind, Value},
    names::{cut, snake},
};
use crate::syntax::Language;

/// Larger files are data: their keys are no settings.
const LARGEST: usize = 1 << 20;

/// Reads the keys of a configuration file. `path` decides what kind of file it is.
pub(super) fn extract(language: Language, path: &str, text: &str) -> Extracted {
    if is_lock_file(path) {
        return nothing(text, Coverage::Text);
    }
    if text.len() > LARGEST {
        return nothing(text, Coverage::Partial("configuration larger than 1 MB: keys not read".to_owned()));
    }
    let kind = kind(language, path, text);
    match language {
        Language::Json | Language::Toml => tree::read(language, kind, text),
        Language::Yaml => keys::read(kind, text),
        Language::Dotenv | Language::Ini => lines::pairs(text, language == Language::Ini),
        Language::Dockerfile => lines::dockerfile(text),
        Language::Hcl => hcl::read(text),
        _ => nothing(text, Coverage::Text),
    }
}

/// Written by a package manager: no one sets anything there.
fn is_lock_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    name.ends_with(".lock")
        || name.ends_with(".lockb")
        || name.ends_with("-lock.json")
        || name.ends_with("-lock.yaml")
        || matches!(name.as_str(), "npm-shrinkwrap.json" | "packages.lock.json" | "go.sum")
}

/// Compose files, Helm values, Kubernetes manifests and Dockerfiles describe containers.
fn kind(language: Language, path: &str, text: &str) -> SettingKind {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let container = match language {
        Language::Dockerfile => true,
        Language::Yaml => {
            name.contains("compose")
                || name.starts_with("values")
                || name == "chart.yaml"
                || text.lines().take(200).any(|line| line.starts_with("apiVersion:"))
                    && text.lines().take(200).any(|line| line.starts_with("kind:"))
        }
        Language::Json => name == "devcontainer.json" || name == ".devcontainer.json",
        _ => false,
    };
    if container { SettingKind::Container } else { SettingKind::ConfigKey }
}

/// A key below others, normalised.
fn join(outer: &str, key: &str) -> String {
    let key = snake(cut(key, 120));
    if outer.is_empty() || key.is_empty() { format!("{outer}{key}") } else { format!("{outer}.{key}") }
}

/// A scalar without quotes, as YAML and dotenv read it.
fn scalar(text: &str) -> Value {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => return Value::Bool(true),
        "false" | "no" | "off" => return Value::Bool(false),
        "" | "null" | "~" => return Value::Null,
        _ => {}
    }
    let plain = text.replace('_', "");
    let number = plain.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))
        && plain.contains(|c: char| c.is_ascii_digit())
        && plain.parse::<f64>().is_ok();
    if number { Value::Num(text.into()) } else { Value::Str(cut(text, 2000).into()) }
}
