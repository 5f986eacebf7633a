//! `rules new`: a rule that loads, matches its fixtures and decides nothing yet.

use std::collections::BTreeMap;

use super::{RuleLanguage, Subject};

/// The files of a new rule by their path in an overlay folder: the rule, and a fixture for each language.
pub fn scaffold(id: &str, subject: Subject, languages: &[RuleLanguage]) -> BTreeMap<String, String> {
    let folder = format!("signals/{subject}");
    let names: Vec<String> = languages.iter().map(|language| format!("{language:?}").to_lowercase()).collect();
    let mut files = BTreeMap::from([(format!("{folder}/{id}.yaml"), rule(id, subject, &names.join(", ")))]);
    for language in languages {
        files.insert(format!("{folder}/{id}.{}", language.extension()), fixture(id, *language));
    }
    files
}

fn rule(id: &str, subject: Subject, languages: &str) -> String {
    format!(
        "\
id: {id}
title: A call of {id} is made
criteria: [{subject}]
# surface: what makes the criterion matter; control (with strength: 1 to 4); exposure: what makes a failure worse;
# default: what is set as shipped.
role: surface
# A preview may match, and no ladder may read it. Remove the line when a ladder does.
lifecycle: preview
# defect: the detail goes to --private only.
disclosure: posture
# Each needs a fixture beside this file.
languages: [{languages}]
# `depthgauge rules schema rule` lists every detector.
detect:
  call: {{callee: ['example.{{call,Call}}', 'sh:example']}}
# What a reader runs again.
search: {{pattern: '{id}|example[.: ]+(call|Call)'}}
finding: \"{{{{ callee }}}} is called\"
gap: No such call was found.
why: Why it matters.
sees: Calls of this name.
cannot_see: Calls through another name.
remediation: {{text: What to do., effort: medium}}
owasp: []
"
    )
}

/// A match and a line that is none.
fn fixture(id: &str, language: RuleLanguage) -> String {
    match language {
        RuleLanguage::Python => {
            format!("import example\n\nexample.call()  # expect: {id}\nexample.other()  # ok: {id}\n")
        }
        RuleLanguage::TypeScript | RuleLanguage::JavaScript => format!(
            "import * as example from 'example';\n\nexample.call(); // expect: {id}\nexample.other(); // ok: {id}\n"
        ),
        RuleLanguage::Go => format!(
            "package main\n\nimport \"example\"\n\nfunc main() {{\n\texample.Call() // expect: {id}\n\texample.Other() // ok: \
             {id}\n}}\n"
        ),
        RuleLanguage::Rust => {
            format!("fn main() {{\n    example::call(); // expect: {id}\n    example::other(); // ok: {id}\n}}\n")
        }
        RuleLanguage::Bash => format!("example call # expect: {id}\nother call # ok: {id}\n"),
        RuleLanguage::Kotlin => {
            format!("fun main() {{\n    example.call() // expect: {id}\n    example.other() // ok: {id}\n}}\n")
        }
        RuleLanguage::Java | RuleLanguage::CSharp => format!(
            "class Example {{\n    void run() {{\n        example.call(); // expect: {id}\n        example.other(); // ok: \
             {id}\n    }}\n}}\n"
        ),
        RuleLanguage::C | RuleLanguage::Cpp => {
            format!("void run(void) {{\n    example.call(); // expect: {id}\n    example.other(); // ok: {id}\n}}\n")
        }
        RuleLanguage::Elixir => format!("example.call(1) # expect: {id}\nexample.other(1) # ok: {id}\n"),
    }
}
