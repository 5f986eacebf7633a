mod source;
//! Whole-program tests: one binary, one module per subject.

mod common;
mod search;
