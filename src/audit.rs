//! The main job: a snapshot in, a card out.
