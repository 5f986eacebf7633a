//! The ledger of reviews: two append-only tables of one SQLite file, each a hash chain that names the other's head.
//! Nothing here knows cards; what an entry is about is its body.

mod action;
mod entry;
mod export;
mod root;
mod store;
#[cfg(test)]
mod tests;
mod verify;

pub use action::{Action, Table};
pub use entry::{Body, Entry, GENESIS, NewEntry, canonical, hash_of};
pub use export::export;
pub use root::{Root, RootError};
pub use store::{Access, Head, Ledger, LedgerError};
pub use verify::{Anchor, Fault, Verified};
