//! The `source` stage on repositories that the real git builds.

mod open;
mod remote;
mod repo;
mod revs;
mod worktree;
