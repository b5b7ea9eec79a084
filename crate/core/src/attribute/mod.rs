//! Finding the paper that an excerpt refers to.
