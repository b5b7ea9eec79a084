//! A store of records in memory, read from JSON Lines.
