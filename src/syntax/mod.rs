//! Languages, grammars and queries.

mod colour;
mod decode;
mod evidence;
mod language;
mod models;
mod parse;
mod query;
mod routes;
mod screen;
mod script;

pub use colour::{Colour, colours};
pub use decode::{Decoded, decode, is_minified, line_count};
pub use evidence::{Evidence, EvidenceQuery, QueryMistake};
pub use language::Language;
pub use models::{CallKind, ModelPattern, ModelTable, Role, StopWords, TurnWords, models};
pub use parse::{Parsed, Step, Visitor, node_kinds, parse, walk};
pub use query::{Declaration, Queries, compile_queries, queries};
pub use routes::{HandlerAt, RouteForm, RouteKind, RouteTable, routes};
pub use screen::Screen;
pub use script::{ScriptDialect, script_part};
