//! Whole-program tests: one binary, one module per subject.

mod common;

mod agreement;
mod audit;
mod cache;
mod card;
mod check;
mod claims;
mod cli;
mod configurations;
mod corpus;
mod diff;
mod disclosure;
mod effective;
mod explain;
mod facts;
mod graph;
mod improvements;
mod inert;
mod links;
mod queue;
mod reference;
mod review;
mod ripgrep;
mod rules;
mod search;
mod signals;
mod source;
mod starts;
mod targets;
mod twins;
mod unread;
mod what_if;
