//! Prompts, structured answers and votes, without transport.
