use landlock::{ABI, Ruleset}; // expect: os-sandbox
use seccompiler::SeccompFilter; // expect: os-sandbox
use std::process; // ok: os-sandbox
