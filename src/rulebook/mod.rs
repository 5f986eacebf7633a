//! Rules, ladders and texts as data: loaded, checked and tested in one place.
