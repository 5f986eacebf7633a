mod source;
//! Whole-program tests: one binary, one module per subject.

mod cli;
mod common;
mod corpus;
mod links;
mod search;
