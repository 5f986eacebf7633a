//! Templates: embedded, or laid over by a folder.

use std::{
    collections::BTreeMap,
    io::{self, Read},
    path::Path,
};

use include_dir::{Dir, include_dir};
use minijinja::{Environment, Value, value::Serde};

use super::ReportError;
use crate::{
    card::{Evidence, evidence_text},
    text::{self, Medium},
};

static EMBEDDED: Dir = include_dir!("$CARGO_MANIFEST_DIR/report-templates");

/// Bytes of one file of an overlay; a template of a card has some thousands.
const LARGEST: u64 = 1 << 20;

/// The sources of all templates by file name.
#[derive(Debug, Clone)]
pub struct Templates(BTreeMap<String, String>);

impl Templates {
    /// Those of the program.
    pub fn embedded() -> Self {
        let utf8 =
            EMBEDDED.files().filter_map(|f| Some((f.path().to_str()?.to_owned(), f.contents_utf8()?.to_owned())));
        Self(utf8.collect())
    }

    /// Those of the program with the files of `folder` in place of files of the same name, and new ones beside them.
    ///
    /// # Errors
    /// The folder or a file `*.j2` in it cannot be read as text, or a file is larger than a template may be.
    pub fn with_overlay(folder: &Path) -> Result<Self, ReportError> {
        let failed = |path: &Path| {
            let name = text::terminal(&path.display().to_string());
            move |source| ReportError::Read { name, source }
        };
        let unlisted = |source| ReportError::Folder { name: text::terminal(&folder.display().to_string()), source };
        let mut templates = Self::embedded();
        for entry in std::fs::read_dir(folder).map_err(unlisted)? {
            let path = entry.map_err(unlisted)?.path();
            if path.extension().is_some_and(|e| e == "j2") {
                let source = read(&path).map_err(failed(&path))?;
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                templates.0.insert(name, source);
            }
        }
        Ok(templates)
    }

    /// Renders one template for a medium.
    pub(super) fn render(&self, name: &str, medium: Medium, context: Value) -> Result<String, ReportError> {
        Ok(self.environment(medium)?.get_template(name)?.render(context)?)
    }

    /// All templates, for a medium.
    pub(super) fn environment(&self, medium: Medium) -> Result<Environment<'static>, ReportError> {
        let mut env = text::environment(medium);
        filters(&mut env);
        if medium == Medium::Html {
            html_filters(&mut env);
        }
        for (name, source) in &self.0 {
            env.add_template_owned(name.clone(), source.clone())?;
        }
        Ok(env)
    }
}

fn read(path: &Path) -> io::Result<String> {
    // A pipe would be waited for.
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::other(format!("it is larger than a template may be, {} MiB", LARGEST >> 20)));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))
}

/// What pages use: text for elements and attributes, addresses for links (empty where one leads elsewhere than to the
/// web), and markup that the program itself made.
fn html_filters(env: &mut Environment) {
    env.add_filter("text", |text: &str| Value::from_safe_string(text::html::escape(text)));
    env.add_filter("code", |text: &str| Value::from_safe_string(text::html::code(text)));
    env.add_filter("href", |url: &str| Value::from_safe_string(text::html::address(url).unwrap_or_default()));
    env.add_filter("markup", |html: &str| Value::from_safe_string(html.to_owned()));
    env.add_filter("short", |commit: &str| Value::from(commit.chars().take(12).collect::<String>()));
    env.remove_filter("evidence");
    env.remove_filter("cell");
}

/// What card templates use besides the marks of [`text::environment`].
fn filters(env: &mut Environment) {
    // A figure with a fixed number of decimals, by the exact binary value of the double.
    env.add_filter("decimals", |figure: f64, n: usize| Value::from_safe_string(format!("{figure:.n$}")));
    env.add_filter("code", |text: &str| Value::from_safe_string(text::code(text)));
    // A cell of a table: a bar would end it.
    env.add_filter("cell", |text: &str| Value::from_safe_string(text.replace('|', "\\|")));
    env.add_filter("capitalized", |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(char::to_uppercase).into_iter().flatten();
        Value::from_safe_string(first.chain(letters).collect())
    });
    env.add_filter("evidence", |Serde(items): Serde<Vec<Evidence>>| {
        let texts: Vec<String> = items.iter().map(evidence_text).collect();
        Value::from_safe_string(texts.join("; "))
    });
}
