//! The evidence committee: what the literature says about a source that cannot be read.
