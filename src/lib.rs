//! Static defense-in-depth auditor for AI-agent repositories.
//!
//! The modules follow the way of the data; none imports a later one:
//! `source` → `syntax` → `facts` → `detect` → `assess` → `score` → `card` → `report`.
//! `claims` asks facts and signals what they say to the documents.
//! `ledger` keeps what reviewers decide, `review` puts it onto cards; no stage before `report` knows of them.
//! `verify` proves cards against their repositories, `compare` measures them against each other, ratings by hand and
//! other commits, `audit` and `cli` put the stages together.
//! `rubric` (ids of the method), `text` and `evidence` are what several of them speak; `rulebook` is the data that
//! drives them.

pub mod rubric;

pub mod date;

pub mod text;

pub mod source;

pub mod syntax;

pub mod evidence;

pub mod facts;

pub mod rulebook;

pub mod detect;

pub mod claims;

pub mod assess;

pub mod score;

pub mod card;

pub mod compare;

pub mod verify;

pub mod ledger;

pub mod review;

pub mod report;

pub mod audit;

pub mod cli;
