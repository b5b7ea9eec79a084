//! The command `citelight`.

fn main() {}
