//! The five categories and their precedence.
