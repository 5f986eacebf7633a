//! Whole-program tests: one binary, one module per subject.

mod common;

mod audit;
mod card;
mod cli;
mod corpus;
mod facts;
mod graph;
mod rules;
mod search;
mod source;
